"""Right answers to 01-c in other idioms than the notebook's."""

from fractions import Fraction

import torch
import torch.nn.functional as F


def measured(B, V, D):
    one_hot = F.one_hot(torch.arange(B) % V, num_classes=V)
    return one_hot.float().mean().item(), V / 2


def as_tensors(B, V, D):
    return torch.tensor(1 / V), torch.tensor(V / 2)


def exact(B, V, D):
    return Fraction(1, V), Fraction(V, 2)
