"""06-b: the rows of a batch, each sent once."""

from itertools import product

import torch

from .check import Exercise
from .kit.trials import whole_numbers


def _tables(rng):
    """A table and ids, none of them 0, that ascend and do not, with and without repeats.

    Where they neither ascend nor differ, some come twice side by side and some apart.
    """
    return [_table(rng, *kind) for kind in product((False, True), repeat=2)]


def _table(rng, ascends, repeats):
    V, D = rng.randint(7, 8), rng.randint(2, 3)
    low, middle, high, highest = sorted(rng.sample(range(1, V), 4))
    ids = [high, low, highest, middle]
    if repeats:
        ids = [high, low, low, highest, middle, high]
    return whole_numbers(rng, V, D, below=100), torch.tensor(
        sorted(ids) if ascends else ids
    )


def _once(table, ids):
    distinct = sorted(set(ids.tolist()))
    return table[distinct], torch.tensor([distinct.index(i) for i in ids.tolist()])


EXERCISE = Exercise(
    truth=_once,
    trials=_tables,
    names=("table", "ids"),
    parts=("rows", "where"),
    special={
        "an id comes twice": lambda table, ids: len(ids.unique()) < len(ids),
        "the ids do not ascend": lambda table, ids: bool((ids.diff() < 0).any()),
    },
)


@EXERCISE.wrong
def every_use_sent(table, ids):
    """every row was sent as often as it comes."""
    return table[ids], torch.arange(len(ids))


@EXERCISE.wrong
def row_for_each_id(table, ids):
    """rows holds a row for each id; look up the distinct ids only."""
    return table[ids], _once(table, ids)[1]


@EXERCISE.wrong
def sorted_with_repeats(table, ids):
    """the rows are in order, but some come again: a set drops no equal tensors, .unique() does."""
    return table[ids.sort()[0]], _once(table, ids)[1]


@EXERCISE.wrong
def counted_through(table, ids):
    """where counts from 0 on; it should say for each id which of the rows is its own."""
    return _once(table, ids)[0], torch.arange(len(ids))


@EXERCISE.wrong
def whole_table_sent(table, ids):
    """the whole table was sent; send the rows of these ids only."""
    return table, ids


@EXERCISE.wrong
def in_order_of_coming(table, ids):
    """the rows stand in the order in which ids came; let their ids ascend."""
    distinct = list(dict.fromkeys(ids.tolist()))
    return table[distinct], torch.tensor([distinct.index(i) for i in ids.tolist()])


@EXERCISE.wrong
def in_descending_order(table, ids):
    """the ids of the rows descend; let them ascend."""
    rows, where = _once(table, ids)
    return rows.flip(0), len(rows) - 1 - where


@EXERCISE.wrong
def sorted_by_their_numbers(table, ids):
    """the rows are sorted by the numbers in them; take the distinct ids, and then their rows."""
    return table[ids].unique(dim=0, return_inverse=True)


@EXERCISE.wrong
def neighbours_dropped_only(table, ids):
    """unique_consecutive drops neighbours only; a row that comes back is sent again."""
    distinct, where = ids.unique_consecutive(return_inverse=True)
    return table[distinct], where


@EXERCISE.wrong
def places_in_the_table(table, ids):
    """where should say each id's place in rows, not in the table."""
    return _once(table, ids)[0], ids


@EXERCISE.wrong
def ids_for_rows(table, ids):
    """those are the distinct ids; look up their rows in the table."""
    return ids.unique(), _once(table, ids)[1]


@EXERCISE.wrong
def rows_of_the_places(table, ids):
    """the rows were looked up by where; look them up by the distinct ids."""
    where = _once(table, ids)[1]
    return table[where], where


@EXERCISE.wrong
def first_rows_of_the_table(table, ids):
    """those are the first rows of the table; look up those of the distinct ids."""
    rows, where = _once(table, ids)
    return table[: len(rows)], where


@EXERCISE.wrong
def counts_for_where(table, ids):
    """where says how often each id comes; ask unique for return_inverse."""
    return _once(table, ids)[0], ids.unique(return_counts=True)[1]


@EXERCISE.wrong
def first_places_for_where(table, ids):
    """where says for each row where its id comes first; it should say for each id which row."""
    line = ids.tolist()
    return _once(table, ids)[0], torch.tensor(
        [line.index(i) for i in sorted(set(line))]
    )


@EXERCISE.wrong
def order_for_where(table, ids):
    """where sorts the ids; it should say for each id, as they come, which row is its own."""
    return _once(table, ids)[0], ids.argsort(stable=True)


@EXERCISE.wrong
def distinct_ids_for_where(table, ids):
    """where holds the distinct ids; it should say for each id which row is its own."""
    return _once(table, ids)[0], ids.unique()


@EXERCISE.wrong
def sorted_places(table, ids):
    """where is sorted; it should follow the ids as they come."""
    rows, where = _once(table, ids)
    return rows, where.sort()[0]


@EXERCISE.wrong
def put_together(table, ids):
    """that is rows[where] already; return rows and where, with a comma between them."""
    return table[ids]
