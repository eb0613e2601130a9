"""Wrong answers to 05-a, written before any message was looked at; see test_exercises.py."""

import torch
import torch.nn.functional as F


def padding_forgotten(table, out, around, middle):
    """row 0 counts in your mean; padding_idx=0 of F.embedding_bag leaves it out."""
    mean = F.embedding_bag(around, table, mode="mean")
    return (mean * out[middle]).sum(1)


def product_of_matrices(table, out, around, middle):
    """that is every place with every middle; one score for each place."""
    mean = F.embedding_bag(around, table, mode="mean", padding_idx=0)
    return mean @ out[middle].T


def shapes_unlike(table, out, around, middle):
    """In A @ B the columns of A must be as many as the rows of B."""
    mean = F.embedding_bag(around, table, mode="mean", padding_idx=0)
    return mean @ out[middle]


def sum_over_lines(table, out, around, middle):
    """the places of the batch are added up; add up the numbers of each line, .sum(dim=1)."""
    mean = F.embedding_bag(around, table, mode="mean", padding_idx=0)
    return (mean * out[middle]).sum(0)


def mean_over_the_wrong_dim(table, out, around, middle):
    """your function never looks at out."""
    rows = table[around].mean(2)
    return rows.sum(1)


def zero_row_cleared(table, out, around, middle):
    """the sum is right, but it is divided by all C places; divide by the words of each line."""
    cleared = table.clone()
    cleared[0] = 0
    return (cleared[around].mean(1) * out[middle]).sum(1)


def same_table(table, out, around, middle):
    """the middle's row comes from out, not from table."""
    mean = F.embedding_bag(around, table, mode="mean", padding_idx=0)
    return (mean * table[middle]).sum(1)


def dot(table, out, around, middle):
    """This takes two vectors; (A * B).sum(dim=1) makes one number of each row of two matrices."""
    mean = F.embedding_bag(around, table, mode="mean", padding_idx=0)
    return torch.dot(mean, out[middle])


def kept_dim(table, out, around, middle):
    """the numbers are right, but a dimension of size 1 is too many."""
    mean = F.embedding_bag(around, table, mode="mean", padding_idx=0)
    return (mean * out[middle]).sum(1, keepdim=True)
