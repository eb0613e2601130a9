"""Wrong answers to 01-c; each docstring is a part of what its author must be told."""


def by_one_only(B, V, D):
    """those are the multiplications by 1 only"""
    return B * D, 4 * B * V


def numbers_not_bytes(B, V, D):
    """a float32 takes 4 bytes"""
    return B * V * D, B * V


def the_table(B, V, D):
    """the second part is the table"""
    return B * V * D, 4 * V * D


def integers(B, V, D):
    """int64 takes 8 bytes"""
    return B * V * D, 8 * B * V


def first_only(B, V, D):
    """wanted is a tuple of 2"""
    return B * V * D
