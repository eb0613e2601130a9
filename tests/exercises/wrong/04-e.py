"""Wrong answers to 04-e; each docstring is a part of what its author must be told."""

import torch


def visit_by_visit(ids, values):
    """squared one by one"""
    return values.pow(2).sum()


def not_squared(ids, values):
    """that is the norm"""
    return torch.zeros(int(ids.max()) + 1, values.shape[1]).index_add(0, ids, values).norm()


def row_by_row(ids, values):
    """each row has a norm of its own"""
    rows, place = ids.unique(return_inverse=True)
    return torch.zeros(len(rows), values.shape[1]).index_add(0, place, values).pow(2).sum(1)


def sparse_squares(ids, values):
    """squared one by one"""
    return (values * values).sum()
