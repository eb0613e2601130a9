"""Wrong answers to 06-b, written before any message was looked at; see test_exercises.py."""

import torch


def only_unique(table, ids):
    """yours is the first part alone; return all of them, with commas between them."""
    return table[ids.unique()]


def inverse_forgotten(table, ids):
    """There are more or fewer values than names to the left of =."""
    distinct, where = ids.unique()
    return table[distinct], where


def counts(table, ids):
    """where says how often each id comes; ask unique for return_inverse."""
    distinct, where = ids.unique(return_counts=True)
    return table[distinct], where


def ids_returned(table, ids):
    """those are the distinct ids; look up their rows in the table."""
    return ids.unique(return_inverse=True)


def rows_unique(table, ids):
    """the rows are sorted by the numbers in them; take the distinct ids, and then their rows."""
    return torch.unique(table[ids], dim=0, return_inverse=True)


def by_set(table, ids):
    """stopped with"""
    distinct = list(set(ids))
    return table[distinct], torch.tensor([distinct.index(i) for i in ids])


def first_seen(table, ids):
    """the rows stand in the order in which ids came; let their ids ascend."""
    seen = []
    where = []
    for i in ids.tolist():
        if i not in seen:
            seen.append(i)
        where.append(seen.index(i))
    return table[seen], torch.tensor(where)


def parts_exchanged(table, ids):
    """the parts are right, but in another order."""
    distinct, where = ids.unique(return_inverse=True)
    return where, table[distinct]


def where_list(table, ids):
    """the numbers are right; torch.tensor(...) makes a tensor of the list."""
    distinct = sorted(set(ids.tolist()))
    return table[distinct], [distinct.index(i) for i in ids.tolist()]


def rows_gathered(table, ids):
    """rows holds a row for each id; look up the distinct ids only."""
    distinct, where = ids.unique(return_inverse=True)
    rows = table[distinct]
    return rows[where], where


def misspelt(table, ids):
    """This function has no argument of the name inverse."""
    distinct, where = torch.unique(ids, inverse=True)
    return table[distinct], where
