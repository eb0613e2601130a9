"""Wrong answers to 01-c; each docstring is a part of what its author must be told."""

import torch


def sums(a, b):
    """results with equal sums pass for equal, whatever places and shapes the numbers have."""
    return bool(a.sum() == b.sum())


def broadcasting(a, b):
    """one row passes for many, as broadcasting stretches it; compare the shapes first."""
    return bool((a == b).all())


def shapes(a, b):
    """all results of one shape pass for equal; a shape says nothing about the numbers in it."""
    return a.shape == b.shape


def tolerant(a, b):
    """whenever yours is wrong, it says True where False is wanted."""
    return a.shape == b.shape and torch.allclose(a, b, atol=2)


def always(a, b):
    """your function never looks at a."""
    return True


def one_place(a, b):
    """one place that agrees is enough for your test; all of them must agree."""
    return bool((a == b).any())


def one_place_of_one_shape(a, b):
    """in one shape, one place that agrees is enough for your test; all of them must agree."""
    return a.shape == b.shape and bool((a == b).any())


def as_long(a, b):
    """shapes whose first sizes agree pass for equal, as by len; compare the whole shapes."""
    return len(a) == len(b) and bool((a == b).all())


def as_many(a, b):
    """as many numbers in another shape pass for equal; compare the shapes themselves."""
    return a.numel() == b.numel() and bool((a.flatten() == b.flatten()).all())


def place_by_place(a, b):
    """yours says for each place whether it is so; .all() makes one answer of them."""
    return a.shape == b.shape and (a == b)


def all_for_any(a, b):
    """whenever yours is wrong, it says True where False is wanted."""
    if a.shape != b.shape:
        return False
    for i in range(len(a)):
        if (a[i] != b[i]).all():
            return False
    return True


def if_of_a_tensor(a, b):
    """if, and, not and bool(...) need one True or False; .all() or .any() makes one of many."""
    if a == b:
        return True
    return False


def close_enough(a, b):
    """numbers that differ a little pass for equal; every number must agree exactly."""
    return a.shape == b.shape and torch.allclose(a, b)


def len_and_all(a, b):
    """shapes whose first sizes agree pass for equal, as by len; compare the whole shapes."""
    return len(a) == len(b) and (a == b).all().item()


def differences(a, b):
    """one row passes for many, as broadcasting stretches it; compare the shapes first."""
    return (a - b).abs().sum() == 0


def printed_alike(a, b):
    """numbers that differ a little pass for equal; every number must agree exactly."""
    return str(a) == str(b)


def equal_sums(a, b):
    """in one shape, equal sums are enough for your test; numbers may have changed places."""
    return a.shape == b.shape and a.sum() == b.sum()


def the_same_object(a, b):
    """`is` asks whether both are one object; two tensors may hold the same numbers."""
    return a is b


def none_for_other_shapes(a, b):
    """the shapes differ."""
    if a.shape == b.shape:
        return (a == b).all()


def raises(a, b):
    """the shapes differ."""
    assert a.shape == b.shape
    return bool((a == b).all())


def close(a, b):
    """numbers that differ a little pass for equal, and so does one row for many."""
    return bool(((a - b).abs() < 1e-3).all())


def ndims(a, b):
    """shapes of as many dimensions pass for equal; compare the whole shapes."""
    return a.dim() == b.dim() and bool((a == b).all())


def rows_zip(a, b):
    """shapes of as many dimensions pass for equal; compare the whole shapes."""
    for x, y in zip(a, b):
        if not bool((x == y).all()):
            return False
    return True


def text(a, b):
    """yours is a piece of text; True and False stand without quotes."""
    return "True" if a.shape == b.shape and bool((a == b).all()) else "False"


def max_only(a, b):
    """wanted is False"""
    return a.shape == b.shape and bool(a.max() == b.max())


def only_shape_of_one(a, b):
    """shapes whose last sizes agree pass for equal; compare the whole shapes."""
    return a.shape[-1] == b.shape[-1] and bool((a == b).all())


def elementwise_list(a, b):
    """yours holds several answers; all(...) makes one of them."""
    return [x == y for x, y in zip(a, b)]


def eq_tensor(a, b):
    """in one shape, one place that agrees is enough for your test; all of them must agree."""
    return a.shape == b.shape and torch.eq(a, b).any().item()


def numel(a, b):
    """as many numbers in another shape pass for equal; compare the shapes themselves."""
    return a.numel() == b.numel() and bool((a == b).all())


def norm(a, b):
    """wanted is False"""
    return bool(a.norm() == b.norm())


def inverted(a, b):
    """yours always says the opposite of what is wanted."""
    return a.shape != b.shape or bool((a != b).any())


def shape_only(a, b):
    """all results of one shape pass for equal; a shape says nothing about the numbers in it."""
    return a.size() == b.size()


def allclose(a, b):
    """numbers that differ a little pass for equal, and so does one row for many."""
    return torch.allclose(a, b)


def sums_again(a, b):
    """in one shape, equal sums are enough for your test; numbers may have changed places."""
    return a.shape == b.shape and bool(a.sum() == b.sum())


def one_place_alone(a, b):
    """one place that agrees is enough for your test; all of them must agree."""
    return (a == b).any()


def loop_first(a, b):
    """a return stands in the loop, which so ends in its first pass."""
    if a.shape != b.shape:
        return False
    for x, y in zip(a.flatten(), b.flatten()):
        if x != y:
            return False
        return True


def is_equal_list(a, b):
    """if, and, not and bool(...) need one True or False; .all() or .any() makes one of many."""
    return list(a) == list(b)


def flatten_zip(a, b):
    """shapes whose last sizes agree pass for equal; compare the whole shapes."""
    return all(x == y for x, y in zip(a.flatten(), b.flatten()))


def same_len_list(a, b):
    """wanted is False"""
    return len(a) == len(b)


def diff_sum(a, b):
    """differences above and below 0 cancel in a sum; and shapes are not compared."""
    return bool((a - b).sum() == 0)


def not_any_equal(a, b):
    """wanted is True"""
    return a.shape == b.shape and not (a == b).any()


def verdicts_compared(a, b):
    """== between two verdicts says True where both are False; join them by and."""
    return (a.shape == b.shape) == (a == b).all()


def dtypes_compared(a, b):
    """all that is compared passes for equal; shapes and numbers must both agree."""
    return a.dtype == b.dtype
