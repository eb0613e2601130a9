"""Right answers to 00-b in other idioms than the notebook's."""

import torch
import torch.nn.functional as F
from torch import nn


def one_by_one(W, ids):
    return torch.stack([W[i] for i in ids])


def selected(W, ids):
    return W.index_select(0, ids)


def by_a_list(W, ids):
    return W[ids.tolist()]


def looked_up(W, ids):
    return F.embedding(ids, W)


def by_a_layer(W, ids):
    return nn.Embedding.from_pretrained(W)(ids)


def by_a_product(W, ids):
    return F.one_hot(ids, len(W)).float() @ W


def gathered(W, ids):
    return W.gather(0, ids[:, None].expand(-1, W.shape[1]))


def written_into_zeros(W, ids):
    out = torch.zeros(len(ids), W.shape[1], dtype=torch.float64)
    for b, i in enumerate(ids):
        out[b] = W[i]
    return out
