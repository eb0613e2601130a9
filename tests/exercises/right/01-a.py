"""Right answers to 01-a in other idioms than the notebook's."""

import numpy as np
import torch


def rows_of_the_identity(ids, V):
    return torch.eye(V)[ids]


def compared(ids, V):
    return (ids[:, None] == torch.arange(V)).float()


def from_numpy(ids, V):
    return torch.from_numpy(np.eye(V, dtype="float32")[ids.numpy()])
