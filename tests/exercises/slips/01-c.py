"""Wrong answers to 01-c, written before any message was looked at; see test_exercises.py."""


def or_for_and(a, b):
    """one of the two is enough for your test, by its or; shapes and numbers must both agree."""
    return a.shape == b.shape or bool((a == b).all())


def rows_zipped(a, b):
    """zip stops at the end of the shorter one; compare the shapes first."""
    return all(x.tolist() == y.tolist() for x, y in zip(a, b))


def shape_called(a, b):
    """A shape is no function: leave out the brackets behind .shape."""
    return a.shape() == b.shape() and bool((a == b).all())


def first_row(a, b):
    """only the first rows are compared; all of them must agree."""
    return a.shape == b.shape and a[0].tolist() == b[0].tolist()
