"""Rows and scores of `one_place` as they travel: as lines of cells, on a map, as texts."""

import numpy as np

from ..kit.number_text import MINUS, is_rounded
from ..kit.table import Scale, cells

MOST_WRITTEN = 4  # columns, where the numbers of a row are written out
FINE = 1000  # parts of a side of the map
ARROWS = 3  # times the way of a step that its arrow is long


def score_text(value):
    """A number in three decimals at most, "≈0" for what rounds to 0.

    >>> score_text(0.5), score_text(-0.12345), score_text(0.0001), score_text(0), score_text(12.345)
    ('0.5', '−0.123', '≈0', '0', '12.35')
    """
    size = abs(value)
    if size >= 99_999.5:
        text = f"{size:.0e}".replace("e+0", "e").replace("e+", "e")
    else:
        text = f"{size:.{3 if size < 10 else 2 if size < 100 else 0}f}"
        text = text.rstrip("0").rstrip(".") if "." in text else text
    if text == "0":
        return "≈0" if value else "0"
    return (MINUS if value < 0 else "") + text


class Lines:
    """Rows of numbers as they travel, on one scale."""

    def __init__(self, columns, rows):
        self.columns = columns
        values = np.stack(rows)[:, columns]
        self._scale = Scale(float(abs(values).max()) or 1, bool((values < 0).any()))
        self.written = len(columns) <= MOST_WRITTEN
        self.rounded = self.written and any(map(is_rounded, values.ravel().tolist()))

    def line(self, row):
        return cells(row[self.columns].tolist(), self._scale, self.written).line()


class Map:
    """Where rows of two numbers lie, before and after each step, on one square map.

    There is room for arrows that are `ARROWS` times as long as the way of a row.
    """

    def __init__(self, table, out, pulls):
        self._table, self._out = table, out
        points = [np.zeros(2), *table.values(), *out.values()]
        for each in pulls:
            moved = (
                (before[row], after)
                for before, ends in ((table, each.table), (out, each.out))
                for row, after in ends.items()
            )
            points += [each.mean, each.mean_after]
            points += [start + ARROWS * (end - start) for start, end in moved]
        points = np.stack(points)
        self._low, high = points.min(axis=0), points.max(axis=0)
        self._size = float((high - self._low).max()) or 1.0
        self._low = (self._low + high - self._size) / 2

    def _at(self, point):
        return np.rint((point - self._low) / self._size * FINE).astype(int).tolist()

    def _all_at(self, rows):
        return {str(row): self._at(point) for row, point in rows.items()}

    def spec(self):
        """The places of the rows before any step, and that of the origin."""
        return {
            "arrows": ARROWS,
            "zero": self._at(np.zeros(2)),
            "table": self._all_at(self._table),
            "out": self._all_at(self._out),
        }

    def ends(self, pull):
        """Where the rows that a step moves come to lie, and the mean of those read."""
        return {
            "mean": self._at(pull.mean),
            "table": self._all_at(pull.table),
            "out": self._all_at(pull.out),
        }
