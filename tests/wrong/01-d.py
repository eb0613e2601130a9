"""Wrong answers to 01-d; each docstring is a part of what its author must be told."""

import torch


def sums(a, b):
    """equal sums do not make equal places"""
    return bool(a.sum() == b.sum())


def broadcasting(a, b):
    """broadcasting stretches one row over all of them"""
    return bool((a == b).all())


def shapes(a, b):
    """a shape says nothing about the numbers in it"""
    return a.shape == b.shape


def tolerant(a, b):
    """your answer is True, wanted is False"""
    return a.shape == b.shape and torch.allclose(a, b, atol=2)


def always(a, b):
    """your answer is True, wanted is False"""
    return True
