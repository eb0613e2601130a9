"""Wrong answers to 06-c; each docstring is a part of what its author must be told."""

import torch


def every_row(table, ids):
    """as often as it comes"""
    return table[ids], torch.arange(len(ids))


def as_they_came(table, ids):
    """let their ids ascend"""
    seen = []
    for i in ids.tolist():
        if i not in seen:
            seen.append(i)
    return table[torch.tensor(seen)], torch.tensor([seen.index(i) for i in ids.tolist()])


def places_in_the_table(table, ids):
    """each id's place in rows, not in the table"""
    return table[ids.unique()], ids


def neighbours_only(table, ids):
    """a row that comes back is sent again"""
    some, where = ids.unique_consecutive(return_inverse=True)
    return table[some], where


def rows_only(table, ids):
    """wanted is a tuple of 2"""
    return table[ids.unique()]
