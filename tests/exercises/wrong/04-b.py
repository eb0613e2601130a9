"""Wrong answers to 04-b; each docstring is a part of what its author must be told."""


def rows_only(V, D, B, n):
    """also holds its row number"""
    return 4 * V * D, 4 * B * D, 4 * n * D


def short_numbers(V, D, B, n):
    """row numbers are int64"""
    return 4 * V * D, B * 4 * (D + 1), n * 4 * (D + 1)


def few_rows(V, D, B, n):
    """the dense gradient has V rows"""
    return 4 * n * D, B * (8 + 4 * D), n * (8 + 4 * D)


def always_coalesced(V, D, B, n):
    """every id has an entry of its own"""
    return 4 * V * D, n * (8 + 4 * D), n * (8 + 4 * D)


def numbers(V, D, B, n):
    """in part 0"""
    return V * D, B * (D + 1), n * (D + 1)
