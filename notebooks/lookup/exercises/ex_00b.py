"""00-b: the rows of a table that ids name."""

import torch

from .check import Exercise
from .kit.trials import whole_numbers


def _tables(rng):
    """Tables, with ids that do not ascend, in three of four fewer than rows.

    All ids begin with the largest and end with 0; one table's last row is not among them.
    """
    sizes = ((3, 5, 6, 1), (4, 6, 3, 1), (6, rng.choice([3, 5]), 4, 1), (5, 4, 3, 2))
    return [_table(rng, *one) for one in sizes]


def _table(rng, V, D, B, late):
    ids = [V - late, *rng.choices(range(V - late), k=B - 2), 0]
    return whole_numbers(rng, V, D, below=100), torch.tensor(ids)


def _slow_rows(W, ids):
    return torch.stack([W[i] for i in ids.tolist()])


EXERCISE = Exercise(
    truth=_slow_rows,
    trials=_tables,
    names=("W", "ids"),
)


@EXERCISE.wrong
def first_rows(W, ids):
    """that is the first rows of W; ask for the rows that ids names."""
    return W[: len(ids)]


@EXERCISE.wrong
def rows_in_order_of_id(W, ids):
    """those are rows in order of their id; the order of the sentence is lost."""
    return W[ids.sort()[0]]


@EXERCISE.wrong
def each_row_once(W, ids):
    """those are the rows in order of their id, each once; every id needs its row, in its place."""
    return W[ids.unique()]


@EXERCISE.wrong
def rows_between(W, ids):
    """a slice takes the rows from one id to another; ask for all ids at once: W[ids]."""
    return W[ids[0] : ids[-1]]


@EXERCISE.wrong
def rows_put_at_their_id(W, ids):
    """the id names the row of the answer, too; row b of the answer is for ids[b]."""
    out = torch.zeros(len(ids), W.shape[1])
    for i in ids:
        out[i] = W[i]
    return out


@EXERCISE.wrong
def ids_multiplied(W, ids):
    """the ids themselves are multiplied; only one-hot rows pick rows by a product."""
    return ids @ W


@EXERCISE.wrong
def rows_added_up(W, ids):
    """the rows are added up; keep one row for each id."""
    return W[ids].sum(0)


@EXERCISE.wrong
def mean_row(W, ids):
    """that is the mean of the rows; keep one row for each id."""
    return W[ids].mean(0)


@EXERCISE.wrong
def columns(W, ids):
    """W[:, ids] takes columns; an id is the number of a row."""
    return W[:, ids]


@EXERCISE.wrong
def rows_of_the_transpose(W, ids):
    """the rows of W.T are the columns of W; an id is the number of a row of W."""
    return W.T[ids]


@EXERCISE.wrong
def one_row_too_early(W, ids):
    """each row is the one before; ids count from 0."""
    return W[ids - 1]


@EXERCISE.wrong
def one_row_too_late(W, ids):
    """each row is the one behind; ids count from 0."""
    return W[ids + 1]
