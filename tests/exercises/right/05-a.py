"""Right answers to 05-a in other idioms than the notebook's."""

import torch
from torch import nn


def loop(table, out, around, middle):
    scores = []
    for ids, m in zip(around, middle):
        scores.append(table[ids[ids != 0]].mean(dim=0) @ out[m])
    return torch.stack(scores)


def masked(table, out, around, middle):
    mask = (around != 0).float().unsqueeze(-1)
    mean = (table[around] * mask).sum(dim=1) / mask.sum(dim=1)
    return torch.einsum("bd,bd->b", mean, out[middle])


def diagonal(table, out, around, middle):
    bag = nn.EmbeddingBag.from_pretrained(table, mode="mean", padding_idx=0)
    return (bag(around) @ out[middle].T).diagonal()


def nanmean(table, out, around, middle):
    rows = table[around].masked_fill((around == 0)[..., None], float("nan"))
    return (rows.nanmean(dim=1) * out[middle]).sum(-1)
