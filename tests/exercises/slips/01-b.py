"""Wrong answers to 01-b, written before any message was looked at; see test_exercises.py."""


def share_of_the_batch(B, V, D):
    """yours would be right if V were B."""
    return 1 / B, V / 2


def as_words(B, V, D):
    """yours is one piece of text."""
    return f"{1 / V}, {V / 2}"


def wrong_name(B, V, D):
    """There is nothing of the name v. Has the cell that makes it been run?"""
    return 1 / v, V / 2  # noqa: F821
