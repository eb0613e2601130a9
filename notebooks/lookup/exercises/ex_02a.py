"""02-a: the columns of Linear's weight that ids name, as rows."""

import torch

from .check import Exercise
from .kit.lookups import slow_rows
from .kit.trials import three_sizes, whole_numbers


def _linear(rng, spare):
    """The weight (D, V) of a linear layer, and ids, the largest first: a column but no row.

    spare: how many columns lie from the largest id on.
    """
    sizes = three_sizes(rng, 3, 7)
    # Wider than it is high, however D came out: the largest id then names a column and no row.
    V = max(sizes) + 2
    _, D, B = sizes
    ids = [V - spare, *rng.choices(range(V - spare), k=B - 1)]
    return whole_numbers(rng, D, V), torch.tensor(ids)


def _slow_columns(weight, ids):
    return slow_rows(weight.T, ids)


EXERCISE = Exercise(
    truth=_slow_columns,
    trials=lambda rng: [_linear(rng, spare) for spare in (1, 2, 1, 2, 1)],
    names=("weight", "ids"),
)


@EXERCISE.wrong
def lying_on_their_side(weight, ids):
    """those are the right numbers lying on their side; one row for each id."""
    return weight[:, ids]


@EXERCISE.wrong
def reshaped(weight, ids):
    """the numbers run on from column to column; turn the columns, do not reshape."""
    return weight[:, ids].reshape(len(ids), -1)


@EXERCISE.wrong
def whole_table(weight, ids):
    """that is all V rows; take those that ids names."""
    return weight.T


@EXERCISE.wrong
def one_row_less(weight, ids):
    """the places are one too small; ids count from 0."""
    return weight.T[ids - 1]
