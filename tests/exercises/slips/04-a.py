"""Wrong answers to 04-a, written before any message was looked at; see test_exercises.py."""


def batch_and_distinct_exchanged(V, D, B, n):
    """as it comes, every id has an entry of its own."""
    entry = 8 + 4 * D
    return 4 * V * D, entry * n, entry * B


def eight_for_all(V, D, B, n):
    """yours would be right if D were twice as large."""
    return 8 * V * D, (8 + 8 * D) * B, (8 + 8 * D) * n


def two_numbers(V, D, B, n):
    """what is there is right, but it is only the first and the third part."""
    return 4 * V * D, (8 + 4 * D) * n


def one_row_number(V, D, B, n):
    """yours would be right if D were 1: is D left out?"""
    return 4 * V * D, (8 + 4) * B, (8 + 4) * n
