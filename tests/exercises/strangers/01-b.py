"""Answers to 01-b by somebody who had read the task alone: what is wrong, in his words."""

from fractions import Fraction

import numpy as np
import torch
import torch.nn.functional as F


def swapped_order(B, V, D):
    """Returns the two numbers in the wrong order: the ratio of bytes first and the share second."""
    return V / 2, 1 / V


def share_over_D(B, V, D):
    """Takes 1 / D as the share; each row of the one-hot matrix has V entries of which one is 1, so it is 1 / V."""
    return 1 / D, V / 2


def ones_not_counted_D_times(B, V, D):
    """Counts only the B ones against all B*V*D multiplications; each 1 is multiplied with D numbers, so it is B*D."""
    return B / (B * V * D), V / 2


def elements_instead_of_bytes(B, V, D):
    """Compares numbers of elements and not bytes: forgets that a float32 has 4 bytes and an id 8."""
    return 1 / V, (B * V) / B


def ratio_upside_down(B, V, D):
    """Divides the bytes of the ids by those of the one-hot matrix; the question is the other way round."""
    return 1 / V, (8 * B) / (4 * B * V)


def bytes_without_ratio(B, V, D):
    """Returns the bytes of the one-hot matrix itself and does not divide by the bytes of the ids."""
    return 1 / V, B * V * 4


def floor_division(B, V, D):
    """Uses // for the share, which rounds it down to 0; / is needed."""
    return (B * D) // (B * V * D), (4 * B * V) / (8 * B)


def share_of_zeros(B, V, D):
    """Returns the share of the multiplications by 0 instead of that by 1."""
    return (V - 1) / V, V / 2


def only_one_id_in_denominator(B, V, D):
    """Divides by the 8 bytes of a single id; there are B ids, so 8*B bytes."""
    return 1 / V, 4 * B * V / 8


def share_in_percent(B, V, D):
    """Gives the share in percent, 100 times too large."""
    ones = B * D
    total = B * V * D
    return ones / total * 100, (B * V * 4) / (B * 8)


def right_short(B, V, D):
    return 1 / V, V / 2


def right_step_by_step(B, V, D):
    multiplications = B * V * D
    by_one = B * D
    one_hot_bytes = B * V * 4
    id_bytes = B * 8
    return by_one / multiplications, one_hot_bytes / id_bytes


def right_counted_on_tensors(B, V, D):
    ids = torch.randint(0, V, (B,))
    oh = F.one_hot(ids, V).float()
    share = int((oh == 1).sum()) * D / (oh.numel() * D)
    ratio = oh.numel() * oh.element_size() / (ids.numel() * ids.element_size())
    return share, ratio


def right_numpy_sizes(B, V, D):
    share = np.prod([B, D], dtype=np.float64) / np.prod([B, V, D], dtype=np.float64)
    ratio = np.float64(V) * np.dtype(np.float32).itemsize / np.dtype(np.int64).itemsize
    return share, ratio


def right_fractions_in_a_list(B, V, D):
    return [float(Fraction(B * D, B * V * D)), float(Fraction(4 * B * V, 8 * B))]
