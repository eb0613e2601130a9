"""A table of numbers as a short text, from which a page draws it and compares its rows."""

import numpy as np

# A letter for each level from -45 to 45: what JSON sends as one byte, without "<", which no page
# may hold in a script.
LETTERS = "".join(letter for letter in map(chr, range(32, 127)) if letter not in '"\\<')
LEVELS = 45
LETTERS = LETTERS[: 2 * LEVELS + 1]
UNITS = len(LETTERS) ** 2 - 1  # of a row's unit, which two letters say
DEEPEST = 99.5  # percentile of the sizes from which on a colour is the deepest


def packed(rows):
    """The text of a table, and the size from which on a number's colour is the deepest.

    Args:
        rows: (V, D) finite float64.

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
    sizes = np.abs(rows).max(axis=1)  # (V,)
    most = sizes.max() or 1.0
    units = np.maximum(1, np.rint(UNITS * (sizes / most))).astype(np.int32)
    shares = rows / np.where(sizes > 0, sizes, 1)[:, None]
    levels = np.rint(LEVELS * shares).astype(np.int8)
    lost = (levels == 0) & (rows != 0)
    levels[lost] = np.sign(rows[lost])
    letters = np.frombuffer(LETTERS.encode(), np.uint8)
    two = np.column_stack(divmod(units, len(LETTERS))).astype(np.int8)
    places = np.hstack([two, levels + np.int8(LEVELS)])
    deep = np.percentile(np.abs(levels * units[:, None]), DEEPEST)
    return letters[places].tobytes().decode(), max(1, round(deep))
