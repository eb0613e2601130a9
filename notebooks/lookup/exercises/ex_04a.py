"""04-a: the bytes of a gradient: dense, as a list, and after coalesce."""

from .check import Exercise, several
from .kit.trials import three_sizes


def _sizes_and_rows(rng):
    V, D, B = three_sizes(rng, 20, 3000)
    return V, D, B, rng.randint(2, min(V, B) - 1)


def _bytes(V, D, B, n):
    return 4 * V * D, (8 + 4 * D) * B, (8 + 4 * D) * n


EXERCISE = Exercise(
    truth=_bytes,
    trials=several(_sizes_and_rows),
    names=("V", "D", "B", "n"),
    parts=("the dense gradient", "the list as it comes", "the list after coalesce"),
)


@EXERCISE.wrong
def without_row_numbers(V, D, B, n):
    """an entry of a COO gradient also holds its row number, 8 bytes."""
    return 4 * V * D, 4 * D * B, 4 * D * n


@EXERCISE.wrong
def short_row_numbers(V, D, B, n):
    """row numbers are int64, 8 bytes each."""
    return 4 * V * D, (4 + 4 * D) * B, (4 + 4 * D) * n


@EXERCISE.wrong
def dense_rows_of_the_batch(V, D, B, n):
    """the dense gradient has V rows, whatever the batch."""
    return 4 * n * D, (8 + 4 * D) * B, (8 + 4 * D) * n


@EXERCISE.wrong
def coalesced_as_it_comes(V, D, B, n):
    """as it comes, every id has an entry of its own."""
    return 4 * V * D, (8 + 4 * D) * n, (8 + 4 * D) * n


@EXERCISE.wrong
def row_number_for_each_number(V, D, B, n):
    """an entry holds one row number, 8 bytes, and D numbers of 4 bytes."""
    return 4 * V * D, (8 + 4) * D * B, (8 + 4) * D * n


@EXERCISE.wrong
def brackets_forgotten(V, D, B, n):
    """every entry has its row number, 8 bytes: put the bytes of an entry in brackets."""
    return 4 * V * D, 8 + 4 * D * B, 8 + 4 * D * n


@EXERCISE.wrong
def one_row_for_all(V, D, B, n):
    """each entry has a row of D numbers of its own: put the bytes of an entry in brackets."""
    return 4 * V * D, 8 * B + 4 * D, 8 * n + 4 * D


@EXERCISE.wrong
def entries_that_go(V, D, B, n):
    """coalesce leaves an entry for each different id, n of them; B - n are those that go."""
    return 4 * V * D, (8 + 4 * D) * B, (8 + 4 * D) * (B - n)


@EXERCISE.wrong
def row_numbers_of_zeros(V, D, B, n):
    """the dense gradient holds no row numbers: row i lies at place i."""
    return (8 + 4 * D) * V, (8 + 4 * D) * B, (8 + 4 * D) * n
