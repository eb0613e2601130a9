"""Wrong answers to 02-b; each docstring is a part of what its author must be told."""

import torch


def in_one_line(W, ids):
    """fold them back to the places of their ids"""
    return W.index_select(0, ids.flatten())


def added_up(W, ids):
    """keep one row for each id"""
    return W[ids].sum(-2)


def first_rows(W, ids):
    """the first rows of W came out"""
    return torch.stack([W[b % len(W)] for b in range(ids.numel())]).reshape(
        *ids.shape, W.shape[1]
    )


def not_folded_at_all(W, ids):
    """Your code stopped with"""
    return W.index_select(0, ids)


def folded_the_wrong_way(W, ids):
    """folded into another shape"""
    return W.index_select(0, ids.flatten()).reshape(W.shape[1], *ids.shape)
