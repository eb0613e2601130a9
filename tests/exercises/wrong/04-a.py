"""Wrong answers to 04-a; each docstring is a part of what its author must be told."""

import torch


def sorted_only(ids, values):
    """still has two entries"""
    order = torch.argsort(ids, stable=True)
    return ids[order], values[order]


def last_visit(ids, values):
    """the last row was kept"""
    rows, place = ids.unique(return_inverse=True)
    sums = torch.zeros(len(rows), values.shape[1])
    for at, value in zip(place.tolist(), values):
        sums[at] = value
    return rows, sums


def means(ids, values):
    """those are means"""
    rows, place, visits = ids.unique(return_inverse=True, return_counts=True)
    sums = torch.zeros(len(rows), values.shape[1]).index_add(0, place, values)
    return rows, sums / visits[:, None]


def first_come(ids, values):
    """sort them"""
    rows = list(dict.fromkeys(ids.tolist()))
    sums = [values[ids == row].sum(0) for row in rows]
    return torch.tensor(rows), torch.stack(sums)


def sums_only(ids, values):
    """your answer is a Tensor"""
    rows, place = ids.unique(return_inverse=True)
    return torch.zeros(len(rows), values.shape[1]).index_add(0, place, values)
