"""Wrong answers to 00-b; each docstring is a part of what its author must be told."""

import torch


def first_rows(W, ids):
    """that is the first rows of W"""
    return W[: len(ids)]


def sorted_rows(W, ids):
    """rows in order of their id"""
    return W[torch.sort(ids).values]


def added(W, ids):
    """the rows are added up"""
    return W[ids].sum(0)


def columns(W, ids):
    """stopped with IndexError"""
    return W[:, ids + W.shape[1]]


def zeroed(W, ids):
    """changes its input W"""
    rows = W[ids]
    W[ids] = 1000
    return rows
