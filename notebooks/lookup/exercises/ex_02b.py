"""02-b: the rows of ids of any shape."""

import torch

from .check import Exercise
from .kit.lookups import slow_rows
from .kit.trials import ids_below, three_sizes, whole_numbers


def _any_shape(rng):
    """A table and ids, in four shapes of ids."""
    V, D, B = three_sizes(rng, 3, 7)
    shapes = [(B,), (2, B), (B, 1, 2), (2, 2, B)]
    return [(whole_numbers(rng, V, D), ids_below(rng, V, *shape)) for shape in shapes]


EXERCISE = Exercise(
    truth=slow_rows,
    trials=_any_shape,
    names=("W", "ids"),
)


@EXERCISE.wrong
def rows_in_one_line(W, ids):
    """the rows are right, but in one line; fold them back to the places of their ids."""
    return W[ids.flatten()]


@EXERCISE.wrong
def neighbours_added_up(W, ids):
    """the rows that stand together are added up; keep one row for each id."""
    return slow_rows(W, ids).sum(-2)


@EXERCISE.wrong
def first_rows(W, ids):
    """the first rows of W came out; ids says which."""
    return W[torch.arange(ids.numel()) % len(W)].reshape(*ids.shape, -1)
