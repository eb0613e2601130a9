"""Right answers to 04-e in other idioms than the notebook's."""

from collections import defaultdict

import numpy as np
import torch


def a_loop_with_a_dict(ids, values):
    sums = {}
    for i, value in zip(ids.tolist(), values.tolist()):
        sums[i] = [a + b for a, b in zip(sums.get(i, [0.0] * len(value)), value)]
    return sum(x * x for row in sums.values() for x in row)


def item(ids, values):
    sums = defaultdict(lambda: 0)
    for i, value in zip(ids.tolist(), values):
        sums[i] = sums[i] + value
    return torch.stack(list(sums.values())).pow(2).sum().item()


def with_numpy(ids, values):
    sums = np.zeros((int(ids.max()) + 1, values.shape[1]))
    np.add.at(sums, ids.numpy(), values.numpy())
    return (sums**2).sum()


def in_whole_numbers(ids, values):
    sums = torch.zeros(int(ids.max()) + 1, values.shape[1], dtype=torch.int64).index_add(
        0, ids, values.long()
    )
    return int((sums**2).sum())
