"""Wrong answers to 01-b, written before any message was looked at; see test_exercises.py."""


def as_percent(B, V, D):
    """yours is 100 times what is wanted."""
    return 100 / V, V / 2


def parts_exchanged(B, V, D):
    """the parts are right, but in another order."""
    return V / 2, 1 / V


def precedence(B, V, D):
    """yours is B * B times what is wanted."""
    return 1 / V, 4 * B * V / 8 * B


def share_of_the_batch(B, V, D):
    """yours would be right if V were B."""
    return 1 / B, V / 2


def ids_of_four_bytes(B, V, D):
    """the second number compares how many numbers; a float32 takes 4 bytes, an id 8."""
    return 1 / V, 4 * B * V / (4 * B)


def both_rounded(B, V, D):
    """// drops the half of an odd V; divide with /."""
    return round(1 / V, 2), V // 2


def ones_per_product(B, V, D):
    """what is wanted is D times yours."""
    return B / (B * V * D), V / 2


def one_number(B, V, D):
    """yours is the first part alone; return all of them, with commas between them."""
    return 1 / V


def as_words(B, V, D):
    """yours is one piece of text."""
    return f"{1 / V}, {V / 2}"


def wrong_name(B, V, D):
    """There is nothing of the name v. Has the cell that makes it been run?"""
    return 1 / v, V / 2  # noqa: F821


def bits(B, V, D):
    """yours is 8 times what is wanted."""
    return 1 / V, 32 * V / 8
