"""Wrong answers to 02-c, written before any message was looked at; see test_exercises.py."""

import torch


def without_requires_grad(f, g, W, ids):
    """Nothing here has a gradient: W.clone().requires_grad_() makes a copy of W that has one."""
    f(W, ids).sum().backward()
    first = W.grad.clone()
    W.grad = None
    g(W, ids).sum().backward()
    return torch.equal(f(W, ids), g(W, ids)) and torch.allclose(first, W.grad)


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


def detached(f, g, W, ids):
    """stopped with"""
    a = W.requires_grad_().clone()
    b = W.requires_grad_().clone()
    f(a, ids).sum().backward()
    g(b, ids).sum().backward()
    return torch.equal(f(W, ids), g(W, ids)) and torch.allclose(a.grad, b.grad)
