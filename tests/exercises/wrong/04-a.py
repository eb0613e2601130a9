"""Wrong answers to 04-a; each docstring is a part of what its author must be told."""


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
    """what is wanted is 4 times yours"""
    return V * D, B * (D + 1), n * (D + 1)


def rows_of_the_batch_dense(V, D, B, n):
    """yours would be right if V were B"""
    return 4 * B * D, B * (8 + 4 * D), n * (8 + 4 * D)


def a_row_number_for_each_number(V, D, B, n):
    """an entry holds one row number"""
    return 4 * V * D, 12 * D * B, 12 * D * n


def without_brackets(V, D, B, n):
    """put the bytes of an entry in brackets"""
    return 4 * V * D, 8 + 4 * D * B, 8 + 4 * D * n


def row_numbers_in_the_dense_one(V, D, B, n):
    """the dense gradient holds no row numbers"""
    return V * (8 + 4 * D), B * (8 + 4 * D), n * (8 + 4 * D)


def row_added_once(V, D, B, n):
    """each entry has a row of D numbers of its own: put the bytes of an entry in brackets."""
    return 4 * V * D, B * 8 + 4 * D, n * 8 + 4 * D


def those_that_go(V, D, B, n):
    """coalesce leaves an entry for each different id, n of them; B - n are those that go."""
    return 4 * V * D, B * (8 + 4 * D), (B - n) * (8 + 4 * D)
