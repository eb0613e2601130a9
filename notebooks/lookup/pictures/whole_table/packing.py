"""A table of numbers as a short text, from which a page draws it and compares its rows."""

import numpy as np

from ..kit.inputs import as_floats

# A letter for each level from -45 to 45: what JSON sends as one byte, without "<", which no page
# may hold in a script.
LETTERS = "".join(letter for letter in map(chr, range(32, 127)) if letter not in '"\\<')
LEVELS = 45
LETTERS = LETTERS[: 2 * LEVELS + 1]
UNITS = len(LETTERS) ** 2 - 1  # of a row's unit, which two letters say
BLOCK = 64  # rows packed at a time, so that no second table is made on the way
DEEPEST = 99.5  # percentile of the sizes from which on a colour is the deepest


def packed(rows):
    """The text of a table, and the size from which on a number's colour is the deepest.

    Args:
        rows: (V, D) finite numbers, a tensor or an array.

    Returns:
        text: V * (D + 2) of `LETTERS`; for each row two that say its unit, a whole number from 1 to
            8,280, and one for each number, a level from -45 to 45. A number is its level times its
            row's unit, and the largest of a row has the level 45. Level 0 is kept for numbers that
            are exactly 0.
        deep: a whole number, in the same units.

    Example:
        >>> packed(np.array([[1.0, -1.0, 0.0]]))
        ('}}} O', 372600)
    """
    V, D = rows.shape
    most = max(np.abs(part).max() for _, part in parts_of(rows)) or 1.0
    places = np.empty((V, D + 2), np.int8)
    sizes = np.empty((V, D), np.int32)
    for some, part in parts_of(rows):
        places[some], sizes[some] = _some(part, most)
    letters = np.frombuffer(LETTERS.encode(), np.uint8)
    deep = np.percentile(sizes, DEEPEST, overwrite_input=True)
    return letters[places].tobytes().decode(), max(1, round(deep))


def parts_of(rows):
    """(slice, these rows as float64) of all rows, a few at a time."""
    for first in range(0, len(rows), BLOCK):
        some = slice(first, first + BLOCK)
        yield some, as_floats(rows[some])


def _some(rows, most):
    """The places of some rows' letters among all, (n, D + 2), and how large their numbers are."""
    largest = np.abs(rows).max(axis=1)  # (n,)
    units = np.maximum(1, np.rint(UNITS * (largest / most))).astype(np.int32)
    shares = rows / np.where(largest > 0, largest, 1)[:, None]
    levels = np.rint(LEVELS * shares).astype(np.int8)
    lost = (levels == 0) & (rows != 0)
    levels[lost] = np.sign(rows[lost])
    two = np.column_stack(divmod(units, len(LETTERS))).astype(np.int8)
    places = np.hstack([two, levels + np.int8(LEVELS)])
    return places, np.abs(levels * units[:, None])


def nearest(text, D, row, most):
    """The rows nearest to one by cosine, as the page reckons it: the lower of equals first.

    Args:
        text: a table of D columns, as `packed` gives it.
        row: the row itself, which comes first.
        most: how many at most, it among them; rows of zeros are near to none.

    Returns:
        [(row, cosine)]
    """
    places = np.frombuffer(text.encode(), np.uint8).reshape(-1, D + 2)[:, 2:]
    alphabet = np.frombuffer(LETTERS.encode(), np.uint8)
    levels = (np.searchsorted(alphabet, places) - LEVELS).astype(float)
    sizes = np.sqrt((levels**2).sum(axis=1))
    there = (sizes > 0) & (sizes[row] > 0)
    cosines = np.full(len(levels), -2.0)
    np.divide(levels @ levels[row], sizes * sizes[row], out=cosines, where=there)
    cosines[row] = np.inf
    first = np.argsort(-cosines, kind="stable")[:most]
    return [(int(k), float(cosines[k])) for k in first if cosines[k] > -2]
