"""Wrong answers to 01-c; each docstring is a part of what its author must be told."""


def by_zero(B, V, D):
    """the first part is the share by 0"""
    return (V - 1) / V, V / 2


def numbers_not_bytes(B, V, D):
    """compares how many numbers"""
    return 1 / V, V


def upside_down(B, V, D):
    """the second part is upside down"""
    return 1 / V, 8 * B / (4 * B * V)


def the_table(B, V, D):
    """the second part is the table"""
    return 1 / V, 4 * V * D / (8 * B)


def first_only(B, V, D):
    """wanted is a tuple of 2"""
    return 1 / V


def half_dropped(B, V, D):
    """// drops the half of an odd V"""
    return 1 / V, V // 2
