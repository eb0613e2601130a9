"""Wrong answers to 02-e; each docstring is a part of what its author must be told."""

import torch


def rows_only(f, g, W, ids):
    """compare the gradients of W as well"""
    return torch.equal(f(W, ids), g(W, ids))


def gradients_only(f, g, W, ids):
    """compare the rows as well"""
    W = W.clone().requires_grad_()
    grads = [torch.autograd.grad(lookup(W, ids).sum(), W)[0] for lookup in (f, g)]
    return torch.equal(*grads)


def sums(f, g, W, ids):
    """sums hide where a number stands"""
    return bool(f(W, ids).sum() == g(W, ids).sum())


def always(f, g, W, ids):
    """your answer is True, wanted is False"""
    return True


def each_id_once(f, g, W, ids):
    """your answer is True, wanted is False"""
    W, ids = W.clone().requires_grad_(), ids.unique()
    rows = f(W, ids), g(W, ids)
    return torch.equal(*rows) and torch.equal(*(torch.autograd.grad(r.sum(), W)[0] for r in rows))
