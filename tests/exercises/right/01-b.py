"""Right answers to 01-b in other idioms than the notebook's."""

from fractions import Fraction

import numpy as np
import torch
import torch.nn.functional as F


def measured(B, V, D):
    one_hot = F.one_hot(torch.arange(B) % V, num_classes=V)
    return one_hot.float().mean().item(), V / 2


def as_tensors(B, V, D):
    return torch.tensor(1 / V), torch.tensor(V / 2)


def exact(B, V, D):
    return Fraction(1, V), Fraction(V, 2)


def counted(B, V, D):
    one_hot = torch.eye(V)[torch.arange(B) % V]
    ids = torch.arange(B)
    share = B * D / (B * V * D)
    return share, one_hot.nbytes / ids.nbytes


def in_a_list(B, V, D):
    return [1 / V, 4 * V / 8]


def numpy_numbers(B, V, D):
    return np.float64(1) / V, np.float32(V) / 2


def one_tensor(B, V, D):
    return torch.tensor([1 / V, V / 2])
