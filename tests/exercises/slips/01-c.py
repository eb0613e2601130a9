"""Wrong answers to 01-c, written before any message was looked at; see test_exercises.py."""


def places(a, b):
    """yours says for each place whether it is so; .all() makes one answer of them."""
    return a == b


def as_many_numbers(a, b):
    """as many numbers in another shape pass for equal; compare the shapes themselves."""
    return a.numel() == b.numel() and bool((a == b).all())


def near_enough(a, b):
    """numbers that differ a little pass for equal"""
    return a.shape == b.shape and bool((a - b).abs().max() < 1e-5)


def or_for_and(a, b):
    """one of the two is enough for your test, by its or; shapes and numbers must both agree."""
    return a.shape == b.shape or bool((a == b).all())


def as_sets(a, b):
    """whenever yours is wrong, it says True where False is wanted."""
    return a.shape == b.shape and set(a.flatten().tolist()) == set(b.flatten().tolist())


def rows_in_an_if(a, b):
    """if, and, not and bool(...) need one True or False; .all() or .any() makes one of many."""
    if a.shape != b.shape:
        return False
    for x, y in zip(a, b):  # noqa: SIM110
        if x != y:
            return False
    return True


def equal_signs(a, b):
    """numbers that differ a little pass for equal; every number must agree exactly."""
    return str(a) == str(b)


def rows_zipped(a, b):
    """zip stops at the end of the shorter one; compare the shapes first."""
    return all(x.tolist() == y.tolist() for x, y in zip(a, b))


def shape_called(a, b):
    """A shape is no function: leave out the brackets behind .shape."""
    return a.shape() == b.shape() and bool((a == b).all())


def text_true(a, b):
    """yours is a piece of text; True and False stand without quotes."""
    if a.shape == b.shape and (a == b).all():
        return "True"
    return "False"


def only_if_same(a, b):
    """Your function returns None: is a return missing?"""
    if a.shape == b.shape and (a == b).all():
        return True


def first_row(a, b):
    """only the first rows are compared; all of them must agree."""
    return a.shape == b.shape and a[0].tolist() == b[0].tolist()
