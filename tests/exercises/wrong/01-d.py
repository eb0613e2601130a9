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


def one_place(a, b):
    """one place that agrees is not enough"""
    return bool((a == b).any())


def one_place_of_one_shape(a, b):
    """your answer is True, wanted is False"""
    return a.shape == b.shape and bool((a == b).any())


def as_long(a, b):
    """len is the first size only"""
    return len(a) == len(b) and bool((a == b).all())


def as_many(a, b):
    """as many numbers can lie in another shape"""
    return a.numel() == b.numel() and bool((a.flatten() == b.flatten()).all())
