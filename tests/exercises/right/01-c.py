"""Right answers to 01-c in other idioms than the notebook's."""

import numpy as np
import torch


def lists(a, b):
    return a.tolist() == b.tolist()


def sizes_first(a, b):
    if a.size() != b.size():
        return False
    return not (a != b).any().item()


def by_numpy(a, b):
    return np.array_equal(a.numpy(), b.numpy())


def place_by_place(a, b):
    if a.shape != b.shape:
        return False
    return all(x == y for x, y in zip(a.flatten().tolist(), b.flatten().tolist()))


def no_difference(a, b):
    return a.shape == b.shape and (a - b).abs().sum().item() == 0


def a_tensor_of_one(a, b):
    return torch.all(a == b) if a.shape == b.shape else torch.tensor(False)
