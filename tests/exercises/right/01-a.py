"""Right answers to 01-a in other idioms than the notebook's."""

import numpy as np
import torch


def rows_of_the_identity(ids, V):
    return torch.eye(V)[ids]


def compared(ids, V):
    return (ids[:, None] == torch.arange(V)).float()


def from_numpy(ids, V):
    return torch.from_numpy(np.eye(V, dtype="float32")[ids.numpy()])


def scattered(ids, V):
    return torch.zeros(len(ids), V).scatter_(1, ids[:, None], 1)


def put(ids, V):
    out = torch.zeros(len(ids), V)
    out[range(len(ids)), ids] = 1
    return out


def stacked(ids, V):
    rows = []
    for i in ids:
        row = torch.zeros(V)
        row[i] = 1
        rows.append(row)
    return torch.stack(rows)


def from_lists(ids, V):
    return torch.tensor([[float(i == v) for v in range(V)] for i in ids])
