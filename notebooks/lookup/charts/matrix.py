"""A square of numbers as coloured cells, so that stripes and blocks in it are seen."""

import math

from .chart import PALETTE, SIZE, Chart, axes, rounded
from .inputs import named, numbers
from .readings import MOST as READ
from .readings import Reading, some
from .tints import SHADED, TINTS

MOST = 200  # rows: each cell takes some three pixels then
HEIGHT = 4.2  # inches
STEPS = (0.2, 0.4, 0.6)  # from where on, on either side of 0, a colour is stronger
BOUNDS = (-1, *(-step for step in reversed(STEPS)), *STEPS, 1)
COLOURS = [*reversed(TINTS["neg"]), PALETTE["zero"], *TINTS["pos"]]
ROOM = 1e-5  # a cosine may be rounded beyond 1


def matrix(values, *, x, y):
    """Numbers from -1 to 1, as cosines are, as a square of coloured cells, row 0 on top.

    A number within 0.2 of zero is pale, one above is blue and one below is orange, the stronger the
    farther.

    Args:
        values: (n, n) numbers, n from 2 to 200.
        x, y: what the columns and the rows are.

    Raises:
        TypeError: if something else than numbers is given, or x or y is no text.
        ValueError: if the values are no square of 2 to 200 rows, or one is beyond -1 or 1.

    Example:
        >>> matrix([[1, 0.5], [0.5, 1]], x="position", y="position")
        2 rows of 2 numbers; off the diagonal from 0.5 to 0.5
    """
    square = numbers(values, "the matrix").astype(float)
    if square.ndim != 2 or not 2 <= len(square) == square.shape[1] <= MOST:
        raise ValueError(
            f"a matrix must be a square of 2 to {MOST} rows, got shape {square.shape}."
        )
    beyond = square[abs(square) > 1 + ROOM]
    if beyond.size:
        raise ValueError(f"a number must be from -1 to 1, got {beyond[0]:g}.")
    figure, (axis,) = axes(1)
    figure.set_size_inches(SIZE[0], HEIGHT)
    _draw(figure, axis, square.clip(-1, 1))
    axis.set(xlabel=named(x), ylabel=named(y))
    readings = _readings(axis, square, y)
    return Chart(figure, _text(square), inks=SHADED, readings=readings)


def _draw(figure, axis, square):
    from matplotlib.colors import BoundaryNorm, ListedColormap

    # Steps and no ramp: `png` allows 16 colours, and a step is told from its neighbour.
    norm = BoundaryNorm(BOUNDS, len(COLOURS))
    look = {"cmap": ListedColormap(COLOURS), "norm": norm, "interpolation": "nearest"}
    image = axis.imshow(square, **look)
    bar = figure.colorbar(image, ax=axis, ticks=BOUNDS, spacing="proportional")
    bar.ax.tick_params(length=0)


def _readings(axis, square, y):
    """As many rows, evenly, as numbers of a row are read."""
    columns = range(len(square))
    readings = []
    # A root of rows, and each is then granted a root of places: READ in all.
    for row in some(columns, math.isqrt(READ)):
        entries = [
            f"{rounded(number, 1)} at {k}" for k, number in enumerate(square[row])
        ]
        places = [(column, row) for column in columns]
        readings.append(Reading(axis, f"{y} {row}", places, entries.__getitem__))
    return readings


def _text(square):
    """What a reader without the image should know."""
    import numpy as np

    n = len(square)
    off = square[~np.eye(n, dtype=bool)]
    low, high = (rounded(end, 1) for end in (off.min(), off.max()))
    return f"{n} rows of {n} numbers; off the diagonal from {low} to {high}"
