"""Wrong answers to 04-a, written before any message was looked at; see test_exercises.py."""


def rows_of_four_bytes(V, D, B, n):
    """row numbers are int64, 8 bytes each."""
    return 4 * V * D, B * (4 + 4 * D), n * (4 + 4 * D)


def batch_and_distinct_exchanged(V, D, B, n):
    """as it comes, every id has an entry of its own."""
    entry = 8 + 4 * D
    return 4 * V * D, entry * n, entry * B


def row_number_for_each_number(V, D, B, n):
    """an entry holds one row number, 8 bytes, and D numbers of 4 bytes."""
    return 4 * V * D, 12 * D * B, 12 * D * n


def numbers_only(V, D, B, n):
    """what is wanted is 4 times yours."""
    return V * D, (1 + D) * B, (1 + D) * n


def eight_for_all(V, D, B, n):
    """yours would be right if D were twice as large."""
    return 8 * V * D, (8 + 8 * D) * B, (8 + 8 * D) * n


def precedence(V, D, B, n):
    """every entry has its row number, 8 bytes: put the bytes of an entry in brackets."""
    return 4 * V * D, 8 + 4 * D * B, 8 + 4 * D * n


def dense_of_the_batch(V, D, B, n):
    """yours would be right if V were B."""
    return 4 * B * D, (8 + 4 * D) * B, (8 + 4 * D) * n


def dense_entries(V, D, B, n):
    """the dense gradient holds no row numbers: row i lies at place i."""
    return (8 + 4 * D) * V, (8 + 4 * D) * B, (8 + 4 * D) * n


def two_numbers(V, D, B, n):
    """what is there is right, but it is only the first and the third part."""
    return 4 * V * D, (8 + 4 * D) * n


def one_row_number(V, D, B, n):
    """yours would be right if D were 1: is D left out?"""
    return 4 * V * D, (8 + 4) * B, (8 + 4) * n
