"""Exercises of 01 One-hot times matrix."""

import torch
import torch.nn.functional as F

from .check import Exercise, several


def _ids(rng):
    V, B = rng.choice(range(4, 12, 2)), rng.choice(range(4, 12, 2))  # B + 1 ids: never as many as V
    ids = rng.choices(range(V - 1), k=B)  # the last row is never taken: max(ids) + 1 is not V
    return torch.tensor([*ids, ids[0]]), V  # one id repeats


def _sizes(rng):
    return tuple(rng.sample(range(3, 2000, 2), 3))  # odd, so that half of one is no whole number


def _two_results(rng):
    """Pairs of results: the same; of one shape, but other numbers; of the same numbers, but another shape.

    In each pair one could be stretched to the other's shape, so that `==` raises nothing.
    """
    V, D, B = rng.sample(range(3, 9), 3)
    rows = torch.arange(float(V * D)).reshape(V, D)[
        [*rng.sample(range(V), 2), *rng.choices(range(V), k=B)]
    ]
    off = rows.clone()
    off[rng.randrange(len(rows)), rng.randrange(D)] += 1
    row, column = rows[:1].clone(), rows[:, :1].clone()
    other_numbers = [(rows, rows.roll(1, 0)), (rows, off), (rows, rows + V * D)]
    stretched = [(row.repeat(B, 1), row), (column.repeat(1, D), column)]
    as_many = [(row, row[0].clone()), (column, column[None].clone())]
    pairs = [(rows, rows.clone()), *other_numbers, *stretched, *as_many]
    return rng.sample(pairs, len(pairs))


def _one_hot(ids, V):
    return F.one_hot(ids, num_classes=V).float()


def _slow_one_hot(ids, V):
    out = torch.zeros(len(ids), V)
    for b, i in enumerate(ids.tolist()):
        out[b, i] = 1.0
    return out


def _slow_counts(ids, V):
    counts = torch.zeros(V)
    for i in ids.tolist():
        counts[i] += 1
    return counts


def _floating(one_hot):
    """What the text asks for besides, as the matrix is to be multiplied by a table."""
    if one_hot.is_floating_point():
        return ""
    return f"the numbers are right, but their dtype is {one_hot.dtype}: `@ W` needs float32."


def _same(a, b):
    return a.tolist() == b.tolist()


EXERCISES = {
    "a": Exercise(
        truth=_slow_one_hot,
        trials=several(_ids),
        names=("ids", "V"),
        wrong={
            "rows and columns are swapped; one row of the result belongs to one id.": lambda ids, V: (
                _one_hot(ids, V).T
            ),
            "that is one row with all the ones in it; each id needs a row of its own.": lambda ids, V: (
                _one_hot(ids, V).sum(0).clamp(max=1)
            ),
            "the 1 stands one place too far left; ids count from 0.": lambda ids, V: _one_hot(
                (ids - 1) % V, V
            ),
            "the width is taken from the ids; it is V whatever ids the batch holds.": lambda ids, V: (
                _one_hot(ids, int(ids.max()) + 1)
            ),
        },
        also=_floating,
    ),
    "b": Exercise(
        truth=_slow_counts,
        trials=several(_ids),
        names=("ids", "V"),
        wrong={
            "that adds along each one-hot, which holds a single 1; add down the columns.": lambda ids, V: (
                _one_hot(ids, V).sum(1)
            ),
            "that says whether a row is taken; a repeated id must count again.": lambda ids, V: (
                _one_hot(ids, V).amax(0)
            ),
            "those are shares; the counts themselves are wanted.": lambda ids, V: _one_hot(
                ids, V
            ).mean(0),
        },
    ),
    "c": Exercise(
        truth=lambda B, V, D: (B * D / (B * V * D), 4 * B * V / (8 * B)),
        trials=several(_sizes),
        names=("B", "V", "D"),
        wrong={
            "the first part is the share by 0; the share by 1 is wanted.": lambda B, V, D: (
                1 - 1 / V,
                V / 2,
            ),
            "the second part compares how many numbers; a float32 takes 4 bytes, an id 8.": lambda B, V, D: (
                1 / V,
                V,
            ),
            "// drops the half of an odd V; divide with /.": lambda B, V, D: (1 / V, V // 2),
            "the second part is upside down: the one-hot matrix is the larger one.": lambda B, V, D: (
                1 / V,
                2 / V,
            ),
            "the second part is the table; the one-hot matrix is B rows of V.": lambda B, V, D: (
                1 / V,
                V * D / (2 * B),
            ),
        },
    ),
    "d": Exercise(
        truth=_same,
        trials=_two_results,
        names=("a", "b"),
        wrong={
            "equal sums do not make equal places: two rows may have changed places.": lambda a, b: (
                bool(a.sum() == b.sum())
            ),
            "broadcasting stretches one row over all of them; compare the shapes first.": lambda a, b: (
                bool((a == b).all())
            ),
            "one place that agrees is not enough; all of them must.": lambda a, b: bool(
                (a == b).any()
            ),
            "len is the first size only; compare the whole shapes.": lambda a, b: (
                len(a) == len(b) and bool((a == b).all())
            ),
            "as many numbers can lie in another shape; compare the shapes themselves.": lambda a, b: (
                a.flatten().tolist() == b.flatten().tolist()
            ),
            "a shape says nothing about the numbers in it.": lambda a, b: a.shape == b.shape,
        },
    ),
}
