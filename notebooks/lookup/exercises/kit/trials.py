"""Inputs that several exercises share; `rng` is a `random.Random`."""

import torch


def three_sizes(rng, low, high, step=1):
    """Three sizes of which no two are equal, from `low` to below `high`, as a tuple."""
    return tuple(rng.sample(range(low, high, step), 3))


def whole_numbers(rng, *shape, below=1000):
    """Whole numbers from 1 on, all different, so that every sum is exact: float32 of `shape`."""
    numbers = rng.sample(range(1, below), torch.Size(shape).numel())
    return torch.tensor(numbers, dtype=torch.float32).reshape(shape)


def ids_below(rng, V, *shape):
    """Ids from 0 to V - 1, drawn with repetition: int64 of `shape`."""
    ids = rng.choices(range(V), k=torch.Size(shape).numel())
    return torch.tensor(ids).reshape(shape)


def csr_arrays(rng, empty):
    """indptr, indices, data and W of five documents, of which those numbered in `empty` are empty.

    The first and the last entry have counts above 1.
    """
    D, V = rng.sample(range(3, 7), 2)
    lengths = [0 if b in empty else rng.randint(1, 2) for b in range(5)]
    # Two entries, so that the first count, which is above 1, is not the last one, too.
    lengths[0] = 2
    data = torch.tensor([2.0, *rng.choices([1.0, 2.0, 3.0], k=sum(lengths) - 2), 3.0])
    W = whole_numbers(rng, V, D, below=100)
    return torch.tensor([0, *lengths]).cumsum(0), ids_below(rng, V, len(data)), data, W
