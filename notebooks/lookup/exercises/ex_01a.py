"""01-a: the one-hots of some ids."""

import torch
import torch.nn.functional as F

from .check import Exercise


def _ids(rng):
    """Ids and V: ids with and without repeats, with and without V - 1, fewer and more than V.

    The largest id comes first, and there are never V of them.
    """
    kinds = (
        (3, 0, 5, 0),
        (3, 0, 6, 1),
        (3, 1, 6, 0),
        (3, 1, 5, 1),
        (3, 2, 4, 1),
        (2, 3, 4, 0),
    )
    return [_some_ids(rng, *kind) for kind in kinds]


def _some_ids(rng, distinct, again, V, with_last):
    """So many distinct ids, of which the first and then any come again; and V."""
    first, *others = sorted(rng.sample(range(V - 1), distinct), reverse=True)
    ids = [V - 1 if with_last else first, *rng.sample(others, len(others))]
    repeats = [ids[0], *rng.choices(ids, k=again)]
    return torch.tensor(ids + repeats[:again]), V


def _slow_one_hot(ids, V):
    out = torch.zeros(len(ids), V)
    for b, i in enumerate(ids.tolist()):
        out[b, i] = 1.0
    return out


def _float32(one_hot):
    """What the text asks for besides, as the matrix is to be multiplied by a table."""
    if one_hot.dtype is torch.float32:
        return ""
    return f"the numbers are right, but their dtype is {one_hot.dtype}: `@ W` needs float32."


EXERCISE = Exercise(
    truth=_slow_one_hot,
    trials=_ids,
    names=("ids", "V"),
    also=_float32,
    special={
        "an id comes twice": lambda ids, V: len(ids.unique()) < len(ids),
        "V - 1 is among the ids": lambda ids, V: bool((ids == V - 1).any()),
        "V - 1 is not among the ids": lambda ids, V: not (ids == V - 1).any(),
        "there are more ids than V": lambda ids, V: len(ids) > V,
        "there are fewer ids than V": lambda ids, V: len(ids) < V,
    },
)


def _one_hot(ids, V):
    return F.one_hot(ids, num_classes=V).float()


@EXERCISE.wrong
def columns_for_rows(ids, V):
    """rows and columns are swapped; one row of the result belongs to one id."""
    return _one_hot(ids, V).T


@EXERCISE.wrong
def all_ones_in_one_row(ids, V):
    """that is one row with all the ones in it; each id needs a row of its own."""
    return _one_hot(ids, V).sum(0).clamp(max=1)


@EXERCISE.wrong
def ones_in_every_row(ids, V):
    """every row holds the ones of all ids; row b should hold the one of ids[b] only."""
    return all_ones_in_one_row(ids, V).repeat(len(ids), 1)


@EXERCISE.wrong
def rows_of_ones(ids, V):
    """out[ids] takes whole rows of the result; the 1 of row b stands in column ids[b]."""
    out = torch.zeros(len(ids), V)
    out[ids] = 1
    return out


@EXERCISE.wrong
def ones_on_the_diagonal(ids, V):
    """the ones stand on the diagonal, whatever the ids are; the 1 of row b is in column ids[b]."""
    return torch.eye(len(ids), V)


@EXERCISE.wrong
def first_rows_of_the_identity(ids, V):
    """those are the first rows of torch.eye(V); torch.eye(V)[ids] takes those of the ids."""
    return torch.eye(V)[: len(ids)]


@EXERCISE.wrong
def row_and_column_named_by_the_id(ids, V):
    """the id names the row, too; it is the column, and the row is the place among the ids."""
    out = torch.zeros(len(ids), V)
    for i in ids:
        out[i, i] = 1
    return out


@EXERCISE.wrong
def id_in_place_of_one(ids, V):
    """the id itself is written where a 1 is wanted."""
    return _one_hot(ids, V) * ids[:, None]


@EXERCISE.wrong
def one_place_left(ids, V):
    """the 1 stands one place too far left; ids count from 0."""
    return _one_hot((ids - 1) % V, V)


@EXERCISE.wrong
def as_wide_as_the_ids(ids, V):
    """the width is taken from the ids; it is V whatever ids the batch holds."""
    return _one_hot(ids, int(ids.max()) + 1)
