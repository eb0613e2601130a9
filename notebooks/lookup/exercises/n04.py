"""Exercises of 04 Which rows learn."""

import torch

from .check import Exercise, several
from .trials import three_sizes, whole_numbers


def _entries(rng):
    """Ids with repeats, the first one repeated last, and a row of values for each."""
    V, D, B = three_sizes(rng, 3, 7)
    ids = [V - 1, *rng.choices(range(V), k=B - 2), V - 1]
    return torch.tensor(ids), whole_numbers(rng, B, D, below=100)  # squares are exact, too


def _sizes_and_rows(rng):
    V, D, B = three_sizes(rng, 20, 3000)
    return V, D, B, rng.randint(2, min(V, B) - 1)


def _step(rng):
    """W, ids, up and a step size of halves, so that every step is exact."""
    ids, up = _entries(rng)
    V = int(ids.max()) + rng.randint(2, 4)
    return whole_numbers(rng, V, up.shape[1]), ids, up, rng.choice([0.5, 0.25, 2.0])


def _batches(rng):
    """V and three batches, each with a row that no other names; row V - 1 is in none.

    64 comes first: a set gives it back first, and small numbers in order, as if it sorted.
    """
    V = rng.randint(66, 90)
    first, second, last, again = rng.sample(range(1, 64), 4)
    return V, [[64, first, again], rng.sample([again, second], 2), [64, last, 64]]


def _runs(rng):
    """Batches, V and the optimizer's name, three times for each optimizer."""
    runs = []
    for name in 3 * ["SGD", "Adam", "AdamW", "SparseAdam"]:
        V, batches = _batches(rng)
        runs.append((batches, V, name))
    return runs


def _bytes(V, D, B, n):
    return 4 * V * D, (8 + 4 * D) * B, (8 + 4 * D) * n


def without_row_numbers(V, D, B, n):
    """an entry of a COO gradient also holds its row number, 8 bytes."""
    return 4 * V * D, 4 * D * B, 4 * D * n


def short_row_numbers(V, D, B, n):
    """row numbers are int64, 8 bytes each."""
    return 4 * V * D, (4 + 4 * D) * B, (4 + 4 * D) * n


def dense_rows_of_the_batch(V, D, B, n):
    """the dense gradient has V rows, whatever the batch."""
    return 4 * n * D, (8 + 4 * D) * B, (8 + 4 * D) * n


def coalesced_as_it_comes(V, D, B, n):
    """as it comes, every id has an entry of its own."""
    return 4 * V * D, (8 + 4 * D) * n, (8 + 4 * D) * n


def row_number_for_each_number(V, D, B, n):
    """an entry holds one row number, 8 bytes, and D numbers of 4 bytes."""
    return 4 * V * D, (8 + 4) * D * B, (8 + 4) * D * n


def brackets_forgotten(V, D, B, n):
    """every entry has its row number, 8 bytes: put the bytes of an entry in brackets."""
    return 4 * V * D, 8 + 4 * D * B, 8 + 4 * D * n


def one_row_for_all(V, D, B, n):
    """each entry has a row of D numbers of its own: put the bytes of an entry in brackets."""
    return 4 * V * D, 8 * B + 4 * D, 8 * n + 4 * D


def entries_that_go(V, D, B, n):
    """coalesce leaves an entry for each different id, n of them; B - n are those that go."""
    return 4 * V * D, (8 + 4 * D) * B, (8 + 4 * D) * (B - n)


def row_numbers_of_zeros(V, D, B, n):
    """the dense gradient holds no row numbers: row i lies at place i."""
    return (8 + 4 * D) * V, (8 + 4 * D) * B, (8 + 4 * D) * n


def _slow_step(W, ids, up, lr):
    out = W.clone()
    for i, row in zip(ids.tolist(), up):
        out[i] -= lr * row
    return out


def one_visit_a_row(W, ids, up, lr):
    """of two visits to one row only one counts; both must be subtracted."""
    out = W.clone()
    out[ids] -= lr * up
    return out


def up_the_slope(W, ids, up, lr):
    """that goes up the slope; a step is subtracted."""
    return W.index_add(0, ids, up, alpha=lr)


def step_for_row(W, ids, up, lr):
    """a row is replaced by its step; subtract the step from it."""
    out = W.clone()
    out[ids] = -lr * up
    return out


def without_lr(W, ids, up, lr):
    """lr is forgotten."""
    return W.index_add(0, ids, up, alpha=-1.0)


def mean_of_the_visits(W, ids, up, lr):
    """of several visits to one row the mean is subtracted; subtract them all."""
    visits = torch.zeros(len(W)).index_add(0, ids, torch.ones(len(ids)))
    sums = torch.zeros_like(W).index_add(0, ids, up)
    return W - lr * sums / visits.clamp(min=1)[:, None]


def nothing_subtracted(W, ids, up, lr):
    """nothing moves: W came back as it was."""
    return W.clone()


def rows_of_the_batch(W, ids, up, lr):
    """only the rows of the batch came back; return the whole table."""
    return W[ids] - lr * up


def _moving(batches, V, name, *, remembers=("Adam",), decays=("AdamW",)):
    """The rows that the last step moves.

    remembers: the optimizers that go on moving a row named earlier; decays: those that move all V.
    """
    if name in decays:
        return list(range(V))
    named = batches if name in remembers else batches[-1:]
    return sorted({i for batch in named for i in batch})


def adam_forgets(batches, V, name):
    """Adam's means outlive a batch: rows named earlier move on."""
    return _moving(batches, V, name, remembers=())


def sparse_adam_remembers(batches, V, name):
    """SparseAdam leaves a row and its means alone until it is named again."""
    return _moving(batches, V, name, remembers=("Adam", "SparseAdam"))


def adam_forgets_early_batches(batches, V, name):
    """Adam's means outlive any number of batches; yours forgets the early ones."""
    return _moving(batches[-2:], V, name)


def adamw_decays_nothing(batches, V, name):
    """AdamW decays all weights, also those of rows never named."""
    return _moving(batches, V, name, remembers=("Adam", "AdamW"), decays=())


def sgd_remembers(batches, V, name):
    """SGD remembers nothing: a row with gradient zero stays."""
    return _moving(batches, V, name, remembers=("SGD", "Adam"))


EXERCISES = {
    "a": Exercise(
        truth=_bytes,
        trials=several(_sizes_and_rows),
        names=("V", "D", "B", "n"),
        wrong=[
            without_row_numbers,
            short_row_numbers,
            dense_rows_of_the_batch,
            coalesced_as_it_comes,
            row_number_for_each_number,
            brackets_forgotten,
            one_row_for_all,
            entries_that_go,
            row_numbers_of_zeros,
        ],
        parts=("the dense gradient", "the list as it comes", "the list after coalesce"),
    ),
    "b": Exercise(
        truth=_slow_step,
        trials=several(_step),
        names=("W", "ids", "up", "lr"),
        wrong=[
            one_visit_a_row,
            up_the_slope,
            step_for_row,
            without_lr,
            mean_of_the_visits,
            nothing_subtracted,
            rows_of_the_batch,
        ],
    ),
    "c": Exercise(
        truth=_moving,
        trials=_runs,
        names=("batches", "V", "name"),
        wrong=[
            adam_forgets,
            sparse_adam_remembers,
            adam_forgets_early_batches,
            adamw_decays_nothing,
            sgd_remembers,
        ],
    ),
}
