"""Wrong answers to 04-c; each docstring is a part of what its author must be told."""

import torch


def assigned(W, ids, up, lr):
    """only one counts"""
    out = W.clone()
    out[ids] = out[ids] - lr * up
    return out


def uphill(W, ids, up, lr):
    """a step is subtracted"""
    out = W.clone()
    for i, row in zip(ids.tolist(), up):
        out[i] += lr * row
    return out


def without_lr(W, ids, up, lr):
    """lr is forgotten"""
    return W - torch.zeros_like(W).index_add(0, ids, up)


def batch_only(W, ids, up, lr):
    """return the whole table"""
    return W[ids] - lr * up


def in_place(W, ids, up, lr):
    """changes its input W"""
    return W.index_add_(0, ids, up, alpha=-lr)
