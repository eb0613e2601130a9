"""Wrong answers to 02-c; each docstring is a part of what its author must be told."""

import torch


def rows_only(f, g, W, ids):
    """the gradients of W must agree as well"""
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
    """wanted is False"""
    return True


def each_id_once(f, g, W, ids):
    """wanted is False"""
    W = W.clone().requires_grad_()
    ids = ids.unique()
    rows = f(W, ids), g(W, ids)
    return torch.equal(*rows) and torch.equal(
        *(torch.autograd.grad(r.sum(), W)[0] for r in rows)
    )


def _rows_and_gradients(f, g, W, ids):
    """(rows, gradient) of each of the two lookups."""
    for lookup in (f, g):
        fresh = W.clone().requires_grad_()
        rows = lookup(fresh, ids)
        yield rows, torch.autograd.grad(rows.sum(), fresh)[0]


def either(f, g, W, ids):
    """one of the two is not enough"""
    (a, grad_a), (b, grad_b) = _rows_and_gradients(f, g, W, ids)
    return torch.equal(a, b) or torch.equal(grad_a, grad_b)


def one_table_for_both(f, g, W, ids):
    """each on a fresh copy of W"""
    W = W.clone().requires_grad_()
    grads = []
    for lookup in (f, g):
        lookup(W, ids).sum().backward()
        grads.append(W.grad)
    return torch.equal(f(W, ids), g(W, ids)) and torch.equal(*grads)


def sum_of_the_gradient(f, g, W, ids):
    """hides to which row it went"""
    (a, grad_a), (b, grad_b) = _rows_and_gradients(f, g, W, ids)
    return torch.equal(a, b) and bool(grad_a.sum() == grad_b.sum())


def norm_of_the_gradient(f, g, W, ids):
    """hides to which row it went"""
    (a, grad_a), (b, grad_b) = _rows_and_gradients(f, g, W, ids)
    return torch.equal(a, b) and torch.allclose(grad_a.norm(), grad_b.norm())


def gradient_of_one_row(f, g, W, ids):
    """wanted is False"""
    (a, grad_a), (b, grad_b) = _rows_and_gradients(f, g, W, ids)
    return torch.equal(a, b) and torch.equal(grad_a[ids[0]], grad_b[ids[0]])


def in_the_same_rows(f, g, W, ids):
    """which rows have a gradient is not enough"""
    (rows_f, one), (rows_g, other) = _rows_and_gradients(f, g, W, ids)
    return torch.equal(rows_f, rows_g) and torch.equal(one.any(1), other.any(1))


def added_up_in_one_copy(f, g, W, ids):
    """in one copy of W gradients add up"""
    fresh = W.clone().requires_grad_()
    f(fresh, ids).sum().backward()
    first = fresh.grad.clone()
    g(fresh, ids).sum().backward()
    return torch.equal(f(W, ids), g(W, ids)) and torch.allclose(first, fresh.grad)
