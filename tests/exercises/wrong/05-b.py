"""Wrong answers to 05-b; each docstring is a part of what its author must be told."""

import torch.nn.functional as F


def adds_row_0(W, out, around, middle):
    """row 0 was added, too"""
    counts = (around != 0).sum(1)[:, None]
    return (F.embedding(around, W).sum(1) / counts * out[middle]).sum(1)


def counts_row_0(W, out, around, middle):
    """row 0 counts in your mean"""
    return (F.embedding_bag(around, W) * out[middle]).sum(1)


def sums(W, out, around, middle):
    """that is the sum of the rows around"""
    rows = W[around] * (around > 0)[..., None]
    return (rows.sum(1) * out[middle]).sum(1)


def one_table(W, out, around, middle):
    """comes from out, not from W"""
    return (F.embedding_bag(around, W, mode="mean", padding_idx=0) * W[middle]).sum(1)


def changed_places(W, out, around, middle):
    """the two tables have changed places"""
    return (F.embedding_bag(around, out, mode="mean", padding_idx=0) * W[middle]).sum(1)


def every_pair(W, out, around, middle):
    """one score for each place"""
    return F.embedding_bag(around, W, padding_idx=0) @ out[middle].T


def not_added_up(W, out, around, middle):
    """your answer has shape"""
    return F.embedding_bag(around, W, padding_idx=0) * out[middle]
