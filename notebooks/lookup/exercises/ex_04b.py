"""04-b: one step of SGD, of the rows that ids name."""

import torch

from .check import Exercise, several
from .kit.trials import three_sizes, whole_numbers


def _entries(rng):
    """Ids with repeats, the first one repeated last, and a row of values for each."""
    V, D, B = three_sizes(rng, 3, 7)
    ids = [V - 1, *rng.choices(range(V), k=B - 2), V - 1]
    return torch.tensor(ids), whole_numbers(
        rng, B, D, below=100
    )  # squares are exact, too


def _step(rng):
    """W, ids, up and a step size of halves, so that every step is exact."""
    ids, up = _entries(rng)
    V = int(ids.max()) + rng.randint(2, 4)
    return whole_numbers(rng, V, up.shape[1]), ids, up, rng.choice([0.5, 0.25, 2.0])


def _slow_step(W, ids, up, lr):
    out = W.clone()
    for i, row in zip(ids.tolist(), up):
        out[i] -= lr * row
    return out


EXERCISE = Exercise(
    truth=_slow_step,
    trials=several(_step),
    names=("W", "ids", "up", "lr"),
)


@EXERCISE.wrong
def one_visit_a_row(W, ids, up, lr):
    """of two visits to one row only one counts; both must be subtracted."""
    out = W.clone()
    out[ids] -= lr * up
    return out


@EXERCISE.wrong
def up_the_slope(W, ids, up, lr):
    """that goes up the slope; a step is subtracted."""
    return W.index_add(0, ids, up, alpha=lr)


@EXERCISE.wrong
def step_for_row(W, ids, up, lr):
    """a row is replaced by its step; subtract the step from it."""
    out = W.clone()
    out[ids] = -lr * up
    return out


@EXERCISE.wrong
def without_lr(W, ids, up, lr):
    """lr is forgotten."""
    return W.index_add(0, ids, up, alpha=-1.0)


@EXERCISE.wrong
def mean_of_the_visits(W, ids, up, lr):
    """of several visits to one row the mean is subtracted; subtract them all."""
    visits = torch.zeros(len(W)).index_add(0, ids, torch.ones(len(ids)))
    sums = torch.zeros_like(W).index_add(0, ids, up)
    return W - lr * sums / visits.clamp(min=1)[:, None]


@EXERCISE.wrong
def nothing_subtracted(W, ids, up, lr):
    """nothing moves: W came back as it was."""
    return W.clone()


@EXERCISE.wrong
def rows_of_the_batch(W, ids, up, lr):
    """only the rows of the batch came back; return the whole table."""
    return W[ids] - lr * up
