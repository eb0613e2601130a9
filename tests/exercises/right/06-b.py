"""Right answers to 06-b in other idioms than the notebook's."""

import numpy as np
import torch


def plain(table, ids):
    distinct = sorted(set(ids.tolist()))
    where = [distinct.index(i) for i in ids.tolist()]
    return table[distinct], torch.tensor(where)


def searched(table, ids):
    distinct = ids.unique()
    return table[distinct], torch.searchsorted(distinct, ids)


def numpys(table, ids):
    distinct, where = np.unique(ids.numpy(), return_inverse=True)
    return [table[torch.from_numpy(distinct)], torch.from_numpy(where)]


def by_a_mask(table, ids):
    used = torch.zeros(len(table), dtype=torch.bool)
    used[ids] = True
    return table[used], (used.cumsum(0) - 1)[ids]
