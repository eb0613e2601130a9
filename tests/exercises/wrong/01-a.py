"""Wrong answers to 01-a; each docstring is a part of what its author must be told."""

import torch


def transposed(ids, V):
    """rows and columns are swapped"""
    out = torch.zeros(V, len(ids))
    out[ids, torch.arange(len(ids))] = 1
    return out


def one_row(ids, V):
    """each id needs a row of its own"""
    out = torch.zeros(V)
    out[ids] = 1
    return out


def counted_from_one(ids, V):
    """ids count from 0"""
    out = torch.zeros(len(ids), V)
    out[torch.arange(len(ids)), ids - 1] = 1
    return out


def width_of_the_batch(ids, V):
    """the width is taken from the ids"""
    out = torch.zeros(len(ids), int(max(ids)) + 1)
    out[torch.arange(len(ids)), ids] = 1
    return out


def zeros(ids, V):
    """the first place that differs is"""
    return torch.zeros(len(ids), V)


def whole_numbers(ids, V):
    """their dtype is torch.int64"""
    out = torch.zeros(len(ids), V, dtype=torch.int64)
    out[torch.arange(len(ids)), ids] = 1
    return out


def twice_as_precise(ids, V):
    """their dtype is torch.float64"""
    return torch.eye(V, dtype=torch.float64)[ids]
