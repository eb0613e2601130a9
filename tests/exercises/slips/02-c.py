"""Wrong answers to 02-c, written before any message was looked at; see test_exercises.py."""

import torch


def without_requires_grad(f, g, W, ids):
    """Nothing here has a gradient: W.clone().requires_grad_() makes a copy of W that has one."""
    f(W, ids).sum().backward()
    first = W.grad.clone()
    W.grad = None
    g(W, ids).sum().backward()
    return torch.equal(f(W, ids), g(W, ids)) and torch.allclose(first, W.grad)


def one_copy_for_both(f, g, W, ids):
    """even equal lookups fail: in one copy of W gradients add up, and other random numbers"""
    fresh = W.clone().requires_grad_()
    f(fresh, ids).sum().backward()
    first = fresh.grad.clone()
    g(fresh, ids).sum().backward()
    return torch.equal(f(W, ids), g(W, ids)) and torch.allclose(first, fresh.grad)


def same_object(f, g, W, ids):
    """wanted is"""
    fresh = W.clone().requires_grad_()
    f(fresh, ids).sum().backward()
    first = fresh.grad
    g(fresh, ids).sum().backward()
    return torch.equal(f(W, ids), g(W, ids)) and torch.allclose(first, fresh.grad)


def functions_compared(f, g, W, ids):
    """your function never looks at W."""
    return f == g


def gradient_of_the_rows(f, g, W, ids):
    """backward starts from one number: add up first, by .sum()."""
    a = W.clone().requires_grad_()
    b = W.clone().requires_grad_()
    f(a, ids).backward()
    g(b, ids).backward()
    return torch.equal(f(W, ids), g(W, ids)) and torch.allclose(a.grad, b.grad)


def which_rows(f, g, W, ids):
    """which rows have a gradient is not enough: compare its numbers as well."""
    a = W.clone().requires_grad_()
    b = W.clone().requires_grad_()
    f(a, ids).sum().backward()
    g(b, ids).sum().backward()
    same = torch.equal(f(W, ids), g(W, ids))
    return same and torch.equal(a.grad.any(1), b.grad.any(1))


def shapes_only(f, g, W, ids):
    """equal rows do not make equal layers: the gradients of W must agree as well, each on a"""
    a = W.clone().requires_grad_()
    b = W.clone().requires_grad_()
    f(a, ids).sum().backward()
    g(b, ids).sum().backward()
    return torch.equal(f(W, ids), g(W, ids)) and a.grad.shape == b.grad.shape


def total_of_the_gradient(f, g, W, ids):
    """a sum or a norm of the gradient hides to which row it went: compare place by place."""
    a = W.clone().requires_grad_()
    b = W.clone().requires_grad_()
    f(a, ids).sum().backward()
    g(b, ids).sum().backward()
    return torch.equal(f(W, ids), g(W, ids)) and bool(a.grad.sum() == b.grad.sum())


def sums_of_rows(f, g, W, ids):
    """sums hide where a number stands: compare place by place."""
    return bool(torch.isclose(f(W, ids).sum(), g(W, ids).sum()))


def detached(f, g, W, ids):
    """stopped with"""
    a = W.requires_grad_().clone()
    b = W.requires_grad_().clone()
    f(a, ids).sum().backward()
    g(b, ids).sum().backward()
    return torch.equal(f(W, ids), g(W, ids)) and torch.allclose(a.grad, b.grad)


def different_noise(f, g, W, ids):
    """even equal lookups fail: in one copy of W gradients add up, and other random numbers"""
    grads = []
    for lookup in (f, g):
        fresh = W.clone().requires_grad_()
        rows = lookup(fresh, ids)
        (rows * torch.randn_like(rows)).sum().backward()
        grads.append(fresh.grad)
    return torch.equal(f(W, ids), g(W, ids)) and torch.allclose(*grads)
