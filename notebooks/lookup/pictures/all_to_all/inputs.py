"""What the ranks of an all-to-all are handed, checked at the door: a table, ids, gradients."""

from collections.abc import Iterator, Mapping, Set

import numpy as np

from ..kit.inputs import as_floats, ids_of, real_numbers
from ..kit.table import Table
from ..kit.wording import listed

FEWEST, MOST = 2, 4  # ranks
MOST_ROWS = 24  # of the table
MOST_IDS = 8  # of a rank


def small_table(numbers, names):
    """The `Table`, of up to 24 rows. Raises as `all_to_all` does."""
    table = Table(numbers, names)
    if table.V > MOST_ROWS:
        raise ValueError(
            f"table must have up to {MOST_ROWS} rows, all of which are drawn, got {table.V:,}."
        )
    return table


def ids_of_ranks(ids, V):
    """The ids of each rank, a list of ints each. Raises as `all_to_all` does."""
    lines = _one_each(ids, "ids", "the ids of each rank, such as [[0, 7], [5]]")
    if not FEWEST <= len(lines) <= MOST:
        raise ValueError(
            f"ids must hold the ids of {FEWEST} to {MOST} ranks, got {listed(len(lines), 'rank')}."
        )
    found = [_line_of(line, V, f"ids[{rank}]") for rank, line in enumerate(lines)]
    if not any(found):
        raise ValueError("ids must hold at least one id, but no rank has one.")
    return found


def gradients_of_ranks(up, ids, D):
    """What arrives at the output of each rank, a float64 array each; ones for None.

    Raises as `all_to_all` does.
    """
    if up is None:
        return [np.ones((len(line), D)) for line in ids]
    lines = _one_each(up, "up", "the gradients of each rank's output")
    if len(lines) != len(ids):
        raise ValueError(
            f"up must hold the gradients of {listed(len(ids), 'rank')}, as ids does, "
            f"got {len(lines):,}."
        )
    return [
        _gradients_of(line, (len(asked), D), f"up[{rank}]")
        for rank, (line, asked) in enumerate(zip(lines, ids, strict=True))
    ]


def _one_each(values, name, wanted):
    """One thing for each rank, as a list."""
    rule = f"{name} must be a list of {wanted}, got {type(values).__name__}."
    if isinstance(values, str | Iterator | Mapping | Set):
        raise TypeError(rule)
    try:
        return list(values)
    except TypeError:
        raise TypeError(rule) from None


def _line_of(ids, V, name):
    """The ids of one rank, of which there may be none."""
    array = real_numbers(ids, name, "[0, 7]")
    if tuple(array.shape) == (0,):
        return []
    found, shape = ids_of(array, V, name)
    if len(shape) != 1:
        raise ValueError(f"{name} must be one line of ids, got shape {shape}.")
    if len(found) > MOST_IDS:
        raise ValueError(f"{name} must hold up to {MOST_IDS} ids, got {len(found):,}.")
    return found


def _gradients_of(numbers, shape, name):
    """What arrives at one rank's output, which has this shape."""
    array = real_numbers(numbers, name, "output.grad")
    if 0 in shape and 0 in array.shape:
        return np.zeros(shape)
    if tuple(array.shape) != shape:
        raise ValueError(
            f"{name} must have one row for each id of that rank, shape {shape}, "
            f"got shape {tuple(array.shape)}."
        )
    return as_floats(array)
