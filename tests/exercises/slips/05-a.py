"""Wrong answers to 05-a, written before any message was looked at; see test_exercises.py."""

import torch
import torch.nn.functional as F


def mean_over_the_wrong_dim(table, out, around, middle):
    """your function never looks at out."""
    rows = table[around].mean(2)
    return rows.sum(1)


def dot(table, out, around, middle):
    """This takes two vectors; (A * B).sum(dim=1) makes one number of each row of two matrices."""
    mean = F.embedding_bag(around, table, mode="mean", padding_idx=0)
    return torch.dot(mean, out[middle])
