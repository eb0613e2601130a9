"""Answers to 01-c by somebody who had read the task alone: what is wrong, in his words."""

import itertools

import numpy as np
import torch


def checks_only_the_length(a, b):
    """Compares len(a) with len(b) only, that is the first dimension: (5, 4) against (5, 1) is still stretched."""
    return len(a) == len(b) and bool((a == b).all())


def checks_only_numel(a, b):
    """Compares the number of elements instead of the shape: (4,) against (1, 4) has 4 elements both times and passes."""
    return a.numel() == b.numel() and bool((a == b).all())


def checks_only_the_number_of_dimensions(a, b):
    """Compares ndim instead of shape: (5, 4) and (1, 4) both have two dimensions, so broadcasting still happens."""
    return a.ndim == b.ndim and bool((a == b).all())


def right_of_what_can_be_stretched(a, b):
    """Joins with & instead of `and`, so a == b is computed for every pair and raises for shapes that cannot be broadcast, e.g. (5, 4) and (3, 4)."""
    return bool((a.shape == b.shape) & (a == b).all())


def allclose_instead_of_equal(a, b):
    """Uses torch.allclose, which has a tolerance, so values that differ a little count as the same."""
    return a.shape == b.shape and torch.allclose(a.float(), b.float())


def difference_sums_to_zero(a, b):
    """Tests that the differences sum to zero; +1 and -1 cancel each other (no abs)."""
    return a.shape == b.shape and (a - b).sum().item() == 0


def any_instead_of_all(a, b):
    """Uses any instead of all: a single matching value is enough for True."""
    return a.shape == b.shape and bool((a == b).any())


def all_along_one_dimension(a, b):
    """Takes all(dim=-1), so the function returns one truth value per row instead of a single one."""
    return a.shape == b.shape and (a == b).all(dim=-1)


def zip_stops_at_the_shorter(a, b):
    """Compares row by row with zip, which stops at the shorter tensor, and never compares the shapes."""
    for x, y in zip(a.tolist(), b.tolist()):
        if x != y:
            return False
    return True


def catches_the_error_of_unequal_shapes(a, b):
    """Believes that == raises for unequal shapes and catches that; for shapes that can be broadcast there is no error."""
    try:
        return bool((a == b).all())
    except RuntimeError:
        return False


def right_shape_first(a, b):
    return a.shape == b.shape and bool((a == b).all())


def right_lists(a, b):
    return list(a.shape) == list(b.shape) and a.tolist() == b.tolist()


def right_numpy(a, b):
    return bool(np.array_equal(a.detach().cpu().numpy(), b.detach().cpu().numpy()))


def right_counts_differences(a, b):
    if a.size() != b.size():
        return False
    return int(torch.ne(a, b).sum()) == 0


def right_loop(a, b):
    if a.dim() != b.dim():
        return False
    for n, m in zip(a.shape, b.shape):
        if n != m:
            return False
    for place in itertools.product(*(range(n) for n in a.shape)):
        if a[place].item() != b[place].item():
            return False
    return True
