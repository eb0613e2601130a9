"""Numbers that the inputs of several exercises are made of."""

import torch


def whole_numbers(rng, *shape):
    """Whole numbers, no two of them equal, so that every sum is exact."""
    numbers = rng.sample(range(1, 1000), torch.Size(shape).numel())
    return torch.tensor(numbers, dtype=torch.float32).reshape(shape)
