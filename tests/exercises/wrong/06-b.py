"""Wrong answers to 06-b; each docstring is a part of what its author must be told."""

import numpy as np
import torch


def every_row(table, ids):
    """every row was sent as often as it comes."""
    return table[ids], torch.arange(len(ids))


def rows_of_all(table, ids):
    """rows holds a row for each id; look up the distinct ids only."""
    _, where = torch.unique(ids, return_inverse=True)
    return table[ids], where


def where_counts(table, ids):
    """where counts from 0 on; it should say for each id which of the rows is its own."""
    distinct = ids.unique()
    return table[distinct], torch.arange(len(ids))


def all_of_the_table(table, ids):
    """the whole table was sent; send the rows of these ids only."""
    return table, ids


def as_they_came(table, ids):
    """the rows stand in the order in which ids came; let their ids ascend."""
    seen = []
    for i in ids.tolist():
        if i not in seen:
            seen.append(i)
    return table[torch.tensor(seen)], torch.tensor(
        [seen.index(i) for i in ids.tolist()]
    )


def descending(table, ids):
    """the ids of the rows descend; let them ascend."""
    distinct = sorted(set(ids.tolist()), reverse=True)
    return table[distinct], torch.tensor([distinct.index(i) for i in ids.tolist()])


def unique_rows(table, ids):
    """the rows are sorted by the numbers in them; take the distinct ids, and then their rows."""
    rows, where = torch.unique(table[ids], dim=0, return_inverse=True)
    return rows, where


def neighbours_only(table, ids):
    """unique_consecutive drops neighbours only; a row that comes back is sent again."""
    some, where = ids.unique_consecutive(return_inverse=True)
    return table[some], where


def places_in_the_table(table, ids):
    """where should say each id's place in rows, not in the table."""
    return table[ids.unique()], ids


def ids_not_rows(table, ids):
    """those are the distinct ids; look up their rows in the table."""
    return torch.unique(ids, return_inverse=True)


def table_of_where(table, ids):
    """the rows were looked up by where; look them up by the distinct ids."""
    _, where = torch.unique(ids, return_inverse=True)
    return table[where], where


def first_rows(table, ids):
    """those are the first rows of the table; look up those of the distinct ids."""
    distinct, where = torch.unique(ids, return_inverse=True)
    return table[: len(distinct)], where


def counts(table, ids):
    """where says how often each id comes; ask unique for return_inverse."""
    distinct, where = torch.unique(ids, return_counts=True)
    return table[distinct], where


def numpy_index(table, ids):
    """where says for each row where its id comes first; it should say for each id which row."""
    distinct, where = np.unique(ids.numpy(), return_index=True)
    return table[distinct], torch.from_numpy(where)


def argsorted(table, ids):
    """where sorts the ids; it should say for each id, as they come, which row is its own."""
    return table[ids.unique()], ids.argsort(stable=True)


def where_distinct(table, ids):
    """where holds the distinct ids; it should say for each id which row is its own."""
    distinct = ids.unique()
    return table[distinct], distinct


def where_sorted(table, ids):
    """where is sorted; it should follow the ids as they come."""
    distinct, where = torch.unique(ids.sort().values, return_inverse=True)
    return table[distinct], where


def rows_only(table, ids):
    """yours is the first part alone; return all of them, with commas between them."""
    return table[ids.unique()]


def where_only(table, ids):
    """your function never looks at table."""
    return ids.unique(return_inverse=True)[1]


def swapped(table, ids):
    """the parts are right, but in another order."""
    distinct, where = ids.unique(return_inverse=True)
    return where, table[distinct]


def together(table, ids):
    """that is rows[where] already; return rows and where, with a comma between them."""
    distinct, where = ids.unique(return_inverse=True)
    rows = table[distinct]
    return rows[where]


def where_as_a_list(table, ids):
    """the numbers are right; torch.tensor(...) makes a tensor of the list."""
    distinct = sorted(set(ids.tolist()))
    return table[distinct], [distinct.index(i) for i in ids.tolist()]


def set_of_tensors(table, ids):
    """the rows are in order, but some come again: a set drops no equal tensors,"""
    distinct = sorted(set(ids))
    return table[torch.stack(distinct)], torch.tensor([distinct.index(i) for i in ids])


def without_return_inverse(table, ids):
    """There are more or fewer values than names to the left of =."""
    distinct, where = torch.unique(ids)
    return table[distinct], where


def columns(table, ids):
    """Size 2 means the places 0 to 1; table.shape[1] is 2."""
    distinct, where = ids.unique(return_inverse=True)
    return table[:, distinct], where


def inverse_misspelt(table, ids):
    """This function has no argument of the name inverse."""
    distinct, where = ids.unique(inverse=True)
    return table[distinct], where


def return_both(table, ids):
    """stopped with"""
    return table[ids.unique(return_inverse=True)]


def where_by_nonzero(table, ids):
    """the numbers are right, but a dimension of size 1 is too many."""
    distinct = ids.unique()
    where = [(distinct == i).nonzero() for i in ids]
    return table[distinct], torch.stack(where)


def one_hot_where(table, ids):
    """wanted is"""
    distinct = ids.unique()
    return table[distinct], ids[:, None] == distinct


def counted_from_one(table, ids):
    """yours is too large by 1."""
    distinct, where = ids.unique(return_inverse=True)
    return table[distinct], where + 1


def a_dict(table, ids):
    """yours is a dict, which holds each key once."""
    distinct, where = ids.unique(return_inverse=True)
    return {"rows": table[distinct], "where": where}


def rows_with_ids(table, ids):
    """all the parts that are wanted are there, and others besides."""
    distinct, where = ids.unique(return_inverse=True)
    return distinct, table[distinct], where


def ids_not_a_list(table, ids):
    """.index of a tensor is another thing than that of a list; .tolist() makes a list."""
    distinct = list(set(ids.tolist()))
    where = ids.index(distinct)
    return table[distinct], where


def unsorted_set_of_coming(table, ids):
    """the rows are right, but in another order."""
    distinct = list(dict.fromkeys(ids.tolist()))
    where = torch.searchsorted(torch.tensor(sorted(distinct)), ids)
    return table[distinct], where
