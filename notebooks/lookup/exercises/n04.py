"""Exercises of 04 Which rows learn."""

import torch

from .check import Exercise, several


def _entries(rng):
    """Ids with repeats, the first one repeated last, and whole numbers, so that every sum is exact."""
    V, D, B = rng.sample(range(4, 10), 3)
    ids = [V - 1, *rng.choices(range(V), k=B - 2), V - 1]
    values = rng.sample(range(1, 100), B * D)
    return torch.tensor(ids), torch.tensor(values, dtype=torch.float32).reshape(B, D)


def _slow_coalesce(ids, values):
    rows = sorted(set(ids.tolist()))
    sums = torch.zeros(len(rows), values.shape[1])
    for i, value in zip(ids.tolist(), values):
        sums[rows.index(i)] += value
    return torch.tensor(rows), sums


def _in_order(ids, values):
    """Coalesced, but in the order of the first visits."""
    order = list(dict.fromkeys(ids.tolist()))
    rows, sums = _slow_coalesce(ids, values)
    places = [rows.tolist().index(i) for i in order]
    return rows[places], sums[places]


def _last(ids, values):
    rows, sums = _slow_coalesce(ids, values)
    for i, value in zip(ids.tolist(), values):
        sums[rows.tolist().index(i)] = value
    return rows, sums


def _mean(ids, values):
    rows, sums = _slow_coalesce(ids, values)
    visits = (ids[:, None] == rows).sum(0)
    return rows, sums / visits[:, None]


def _sizes(rng):
    V, D, B = rng.sample(range(20, 3000), 3)
    return V, D, B, rng.randint(2, min(V, B) - 1)


def _bytes(V, D, B, n):
    return 4 * V * D, (8 + 4 * D) * B, (8 + 4 * D) * n


def _step(rng):
    ids, up = _entries(rng)
    V = int(ids.max()) + rng.randint(2, 4)
    W = torch.tensor(rng.sample(range(1000), V * up.shape[1]), dtype=torch.float32)
    return W.reshape(V, -1), ids, up, rng.choice([0.5, 0.25, 2.0])  # halves: every step is exact


def _slow_step(W, ids, up, lr):
    out = W.clone()
    for i, row in zip(ids.tolist(), up):
        out[i] -= lr * row
    return out


def _one_visit(W, ids, up, lr):
    out = W.clone()
    out[ids] -= lr * up
    return out


def _batches(rng):
    """Each batch names a row that no other does; row V - 1 is in none.

    64 comes first: a set gives it back first, and small numbers in order, as if it sorted.
    """
    V = rng.randint(66, 90)
    first, second, last, again = rng.sample(range(1, 64), 4)
    return V, [[64, first, again], rng.sample([again, second], 2), [64, last, 64]]


def _runs(rng):
    """Four runs, one with each optimiser."""
    for name in ("SGD", "Adam", "AdamW", "SparseAdam"):
        V, batches = _batches(rng)
        yield batches, V, name


def _moving(batches, V, name, *, remembers=("Adam",), decays=("AdamW",)):
    if name in decays:
        return list(range(V))
    named = batches if name in remembers else batches[-1:]
    return sorted({i for batch in named for i in batch})


EXERCISES = {
    "a": Exercise(
        truth=_slow_coalesce,
        trials=several(_entries),
        names=("ids", "values"),
        wrong={
            "an id that comes twice still has two entries; add its rows up.": lambda ids, values: (
                ids.sort().values,
                values[ids.sort(stable=True).indices],
            ),
            "of an id that comes twice the last row was kept; add its rows up.": _last,
            "those are means; a gradient adds up.": _mean,
            "the ids stand in the order of their first visit; sort them.": _in_order,
        },
    ),
    "b": Exercise(
        truth=_bytes,
        trials=several(_sizes),
        names=("V", "D", "B", "n"),
        wrong={
            "an entry of a COO gradient also holds its row number, 8 bytes.": lambda V, D, B, n: (
                4 * V * D,
                4 * D * B,
                4 * D * n,
            ),
            "row numbers are int64, 8 bytes each.": lambda V, D, B, n: (
                4 * V * D,
                (4 + 4 * D) * B,
                (4 + 4 * D) * n,
            ),
            "the dense gradient has V rows, whatever the batch.": lambda V, D, B, n: (
                4 * n * D,
                *_bytes(V, D, B, n)[1:],
            ),
            "as it comes, every id has an entry of its own.": lambda V, D, B, n: (
                4 * V * D,
                (8 + 4 * D) * n,
                (8 + 4 * D) * n,
            ),
        },
    ),
    "c": Exercise(
        truth=_slow_step,
        trials=several(_step),
        names=("W", "ids", "up", "lr"),
        wrong={
            "of two visits to one row only one counts; both must be subtracted.": _one_visit,
            "that goes up the slope; a step is subtracted.": lambda W, ids, up, lr: W.index_add(
                0, ids, up, alpha=lr
            ),
            "lr is forgotten.": lambda W, ids, up, lr: W.index_add(0, ids, up, alpha=-1.0),
            "only the rows of the batch came back; return the whole table.": lambda W, ids, up, lr: (
                W[ids] - lr * up
            ),
        },
    ),
    "d": Exercise(
        truth=_moving,
        trials=lambda rng: [run for _ in range(3) for run in _runs(rng)],
        names=("batches", "V", "name"),
        wrong={
            "Adam's means outlive a batch: rows named earlier move on.": lambda b, V, name: _moving(
                b, V, name, remembers=()
            ),
            "SparseAdam leaves a row and its means alone until it is named again.": lambda b, V, name: (
                _moving(b, V, name, remembers=("Adam", "SparseAdam"))
            ),
            "Adam's means outlive any number of batches; yours forgets the early ones.": lambda b, V, name: (
                _moving(b[-2:] if name == "Adam" else b, V, name)
            ),
            "AdamW decays all weights, also those of rows never named.": lambda b, V, name: _moving(
                b, V, name, remembers=("Adam", "AdamW"), decays=()
            ),
            "SGD remembers nothing: a row with gradient zero stays.": lambda b, V, name: _moving(
                b, V, name, remembers=("SGD", "Adam")
            ),
        },
    ),
    "e": Exercise(
        truth=lambda ids, values: (_slow_coalesce(ids, values)[1] ** 2).sum().item(),
        trials=several(_entries),
        names=("ids", "values"),
        wrong={
            "the visits to one row were squared one by one; add them up first.": lambda ids, values: (
                (values**2).sum().item()
            ),
            "that is the norm; its square was asked for.": lambda ids, values: (
                _slow_coalesce(ids, values)[1].norm().item()
            ),
            "each row has a norm of its own here; add their squares.": lambda ids, values: (
                _slow_coalesce(ids, values)[1] ** 2
            ).sum(1),
        },
    ),
}
