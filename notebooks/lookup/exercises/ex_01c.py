"""01-c: whether two results are the same, and tests that only seem to find out."""

import torch

from .check import Exercise


def _two_results(rng):
    """Pairs of results: equal; of one shape but other numbers; of another shape, but for one pair
    with equal numbers.

    In each pair one could be stretched to the other's shape, so that `==` raises nothing. No number
    is whole, as torch prints whole ones with all their digits.
    """
    V, D = rng.sample(range(4, 7), 2)
    ids = rng.sample(range(V), 2)
    rows = torch.arange(1.5, 1 + V * D).reshape(V, D)[[*ids, ids[0]]]
    above, below = rows.clone(), rows.clone()
    above[0, rng.randrange(D)] += 0.25
    below[rng.randrange(1, 3), rng.randrange(D)] += 0.25
    place = rng.randrange(3), rng.randrange(D)
    near = rows.clone()
    near[place] = rows[place].nextafter(torch.tensor(torch.inf))
    row = rows[:1].clone()
    column = rows[:, :1].clone()
    pairs = [
        *((rows, rows.clone()), (row, row.clone()), (rows[0], row[0].clone())),
        *(
            (rows, above),
            (rows, below),
            (rows, near),
            (rows, rows + V * D),
            (rows, -rows),
        ),
        *((rows, rows.roll(1, 0)), (rows, rows.roll(1, 1))),
        *(
            (row.repeat(3, 1), row),
            (column, column.repeat(1, D)),
            (row.repeat(3, 1), -row),
        ),
        *((row, row[0].clone()), (column, column[None].clone())),
    ]
    return rng.sample(pairs, len(pairs))


def _same(a, b):
    return a.tolist() == b.tolist()


def _in_order(a):
    return a.flatten().sort().values


EXERCISE = Exercise(
    truth=_same,
    trials=_two_results,
    names=("a", "b"),
    special={
        "the two are the same": lambda a, b: _same(a, b),
        "the shapes differ": lambda a, b: a.shape != b.shape,
        "a row or a column is stretched": lambda a, b: a.numel() != b.numel(),
        "as many numbers lie in another shape": lambda a, b: (
            a.numel() == b.numel() and a.shape != b.shape
        ),
        "one number differs": lambda a, b: (
            a.shape == b.shape and int((a != b).sum()) == 1
        ),
        "two numbers differ very little": lambda a, b: (
            close_of_one_shape(a, b) and not _same(a, b)
        ),
        "the same numbers stand in other places": lambda a, b: (
            a.shape == b.shape and not _same(a, b) and _same(_in_order(a), _in_order(b))
        ),
        "the signs differ": lambda a, b: a.shape == b.shape and _same(a, -b),
    },
)


@EXERCISE.wrong
def equal_sums(a, b):
    """results with equal sums pass for equal, whatever places and shapes the numbers have."""
    return bool(a.sum() == b.sum())


@EXERCISE.wrong
def differences_that_cancel(a, b):
    """differences above and below 0 cancel in a sum; and shapes are not compared."""
    return bool((a - b).sum() == 0)


@EXERCISE.wrong
def equal_when_stretched(a, b):
    """one row passes for many, as broadcasting stretches it; compare the shapes first."""
    return bool((a == b).all())


@EXERCISE.wrong
def close_when_stretched(a, b):
    """numbers that differ a little pass for equal, and so does one row for many."""
    return torch.allclose(a, b)


@EXERCISE.wrong
def close_of_one_shape(a, b):
    """numbers that differ a little pass for equal; every number must agree exactly."""
    return a.shape == b.shape and torch.allclose(a, b)


@EXERCISE.wrong
def equal_somewhere(a, b):
    """one place that agrees is enough for your test; all of them must agree."""
    return bool((a == b).any())


@EXERCISE.wrong
def equal_somewhere_in_one_shape(a, b):
    """in one shape, one place that agrees is enough for your test; all of them must agree."""
    return a.shape == b.shape and bool((a == b).any())


@EXERCISE.wrong
def equal_sums_of_one_shape(a, b):
    """in one shape, equal sums are enough for your test; numbers may have changed places."""
    return a.shape == b.shape and bool(a.sum() == b.sum())


@EXERCISE.wrong
def equal_with_equal_len(a, b):
    """shapes whose first sizes agree pass for equal, as by len; compare the whole shapes."""
    return len(a) == len(b) and bool((a == b).all())


@EXERCISE.wrong
def equal_with_equal_width(a, b):
    """shapes whose last sizes agree pass for equal; compare the whole shapes."""
    return a.shape[-1] == b.shape[-1] and bool((a == b).all())


@EXERCISE.wrong
def equal_with_equal_ndim(a, b):
    """shapes of as many dimensions pass for equal; compare the whole shapes."""
    return a.ndim == b.ndim and bool((a == b).all())


@EXERCISE.wrong
def equal_when_flat(a, b):
    """as many numbers in another shape pass for equal; compare the shapes themselves."""
    return a.flatten().tolist() == b.flatten().tolist()


@EXERCISE.wrong
def equal_shapes(a, b):
    """all results of one shape pass for equal; a shape says nothing about the numbers in it."""
    return a.shape == b.shape


@EXERCISE.wrong
def everything(a, b):
    """all that is compared passes for equal; shapes and numbers must both agree."""
    return True


@EXERCISE.wrong
def equal_as_far_as_both_go(a, b):
    """zip stops at the end of the shorter one; compare the shapes first."""
    return all(x.tolist() == y.tolist() for x, y in zip(a, b))


@EXERCISE.wrong
def equal_first_rows(a, b):
    """only the first rows are compared; all of them must agree."""
    return a.shape == b.shape and a[0].tolist() == b[0].tolist()


@EXERCISE.wrong
def one_object(a, b):
    """`is` asks whether both are one object; two tensors may hold the same numbers."""
    return a is b


@EXERCISE.wrong
def equal_verdicts(a, b):
    """== between two verdicts says True where both are False; join them by and."""
    return bool((a.shape == b.shape) == (a == b).all())


@EXERCISE.wrong
def shapes_or_numbers(a, b):
    """one of the two is enough for your test, by its or; shapes and numbers must both agree."""
    return a.shape == b.shape or bool((a == b).all())
