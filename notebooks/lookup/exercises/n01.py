"""Exercises of 01 One-hot times matrix."""

import torch
import torch.nn.functional as F

from .check import Exercise, several
from .trials import three_sizes


def _ids(rng):
    """Ids, the first one repeated last, and V, which is neither their number nor max(ids) + 1."""
    V = rng.choice(range(4, 12, 2))
    B = rng.choice(range(4, 12, 2))
    ids = rng.choices(range(V - 1), k=B)
    return torch.tensor([*ids, ids[0]]), V


def _odd_sizes(rng):
    """B, V and D, all odd, so that half of one is no whole number."""
    return three_sizes(rng, 3, 2000, step=2)


def _two_results(rng):
    """Pairs of results: equal; of one shape but other numbers; of equal numbers but another shape.

    In each pair one could be stretched to the other's shape, so that `==` raises nothing.
    """
    V, D, B = three_sizes(rng, 3, 9)
    ids = [*rng.sample(range(V), 2), *rng.choices(range(V), k=B)]
    rows = torch.arange(float(V * D)).reshape(V, D)[ids]
    off = rows.clone()
    off[rng.randrange(len(rows)), rng.randrange(D)] += 1
    row = rows[:1].clone()
    column = rows[:, :1].clone()
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


def _float32(one_hot):
    """What the text asks for besides, as the matrix is to be multiplied by a table."""
    if one_hot.dtype is torch.float32:
        return ""
    return f"the numbers are right, but their dtype is {one_hot.dtype}: `@ W` needs float32."


def columns_for_rows(ids, V):
    """rows and columns are swapped; one row of the result belongs to one id."""
    return _one_hot(ids, V).T


def all_ones_in_one_row(ids, V):
    """that is one row with all the ones in it; each id needs a row of its own."""
    return _one_hot(ids, V).sum(0).clamp(max=1)


def one_place_left(ids, V):
    """the 1 stands one place too far left; ids count from 0."""
    return _one_hot((ids - 1) % V, V)


def as_wide_as_the_ids(ids, V):
    """the width is taken from the ids; it is V whatever ids the batch holds."""
    return _one_hot(ids, int(ids.max()) + 1)


def _slow_counts(ids, V):
    counts = torch.zeros(V)
    for i in ids.tolist():
        counts[i] += 1
    return counts


def sums_of_rows(ids, V):
    """that adds along each one-hot, which holds a single 1; add down the columns."""
    return _one_hot(ids, V).sum(1)


def taken_or_not(ids, V):
    """that says whether a row is taken; a repeated id must count again."""
    return _one_hot(ids, V).amax(0)


def shares(ids, V):
    """those are shares; the counts themselves are wanted."""
    return _one_hot(ids, V).mean(0)


def _waste(B, V, D):
    return B * D / (B * V * D), 4 * B * V / (8 * B)


def share_by_zero(B, V, D):
    """the first part is the share by 0; the share by 1 is wanted."""
    return 1 - 1 / V, V / 2


def numbers_for_bytes(B, V, D):
    """the second part compares how many numbers; a float32 takes 4 bytes, an id 8."""
    return 1 / V, V


def whole_half(B, V, D):
    """// drops the half of an odd V; divide with /."""
    return 1 / V, V // 2


def upside_down(B, V, D):
    """the second part is upside down: the one-hot matrix is the larger one."""
    return 1 / V, 2 / V


def table_for_one_hot(B, V, D):
    """the second part is the table; the one-hot matrix is B rows of V."""
    return 1 / V, V * D / (2 * B)


def _same(a, b):
    return a.tolist() == b.tolist()


def equal_sums(a, b):
    """equal sums do not make equal places: two rows may have changed places."""
    return bool(a.sum() == b.sum())


def equal_when_stretched(a, b):
    """broadcasting stretches one row over all of them; compare the shapes first."""
    return bool((a == b).all())


def equal_somewhere(a, b):
    """one place that agrees is not enough; all of them must."""
    return bool((a == b).any())


def equal_with_equal_len(a, b):
    """len is the first size only; compare the whole shapes."""
    return len(a) == len(b) and bool((a == b).all())


def equal_when_flat(a, b):
    """as many numbers can lie in another shape; compare the shapes themselves."""
    return a.flatten().tolist() == b.flatten().tolist()


def equal_shapes(a, b):
    """a shape says nothing about the numbers in it."""
    return a.shape == b.shape


EXERCISES = {
    "a": Exercise(
        truth=_slow_one_hot,
        trials=several(_ids),
        names=("ids", "V"),
        wrong=[columns_for_rows, all_ones_in_one_row, one_place_left, as_wide_as_the_ids],
        also=_float32,
    ),
    "b": Exercise(
        truth=_slow_counts,
        trials=several(_ids),
        names=("ids", "V"),
        wrong=[sums_of_rows, taken_or_not, shares],
    ),
    "c": Exercise(
        truth=_waste,
        trials=several(_odd_sizes),
        names=("B", "V", "D"),
        wrong=[share_by_zero, numbers_for_bytes, whole_half, upside_down, table_for_one_hot],
    ),
    "d": Exercise(
        truth=_same,
        trials=_two_results,
        names=("a", "b"),
        wrong=[
            equal_sums,
            equal_when_stretched,
            equal_somewhere,
            equal_with_equal_len,
            equal_when_flat,
            equal_shapes,
        ],
    ),
}
