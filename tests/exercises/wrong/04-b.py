"""Wrong answers to 04-b; each docstring is a part of what its author must be told."""

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


def mean_of_the_visits(W, ids, up, lr):
    """of several visits to one row the mean is subtracted"""
    out = W.clone()
    for i in ids.unique():
        out[i] -= lr * up[ids == i].mean(0)
    return out


def result_not_kept(W, ids, up, lr):
    """`out.index_add(0, ids, -lr * up)` changes nothing: it gives something new back"""
    out = W.clone()
    out.index_add(0, ids, -lr * up)
    return out


def nothing_done(W, ids, up, lr):
    """W came back as it was"""
    return W - 0 * lr * up.sum() * ids.sum()


def change_alone(W, ids, up, lr):
    """yours would be right if W were 0 everywhere: is W left out?"""
    return torch.zeros_like(W).index_add(0, ids, up) * -lr


def divided_by_lr(W, ids, up, lr):
    """yours would be right if lr were 1 / lr"""
    return W.index_add(0, ids, up, alpha=-1 / lr)


def step_written(W, ids, up, lr):
    """a row is replaced by its step; subtract the step from it."""
    new = W.clone()
    new[ids] = -lr * up
    return new
