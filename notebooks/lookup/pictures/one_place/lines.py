"""Rows and scores of `one_place` as they travel: as lines of cells, as texts."""

import numpy as np

from ..kit.number_text import MINUS, is_rounded
from ..kit.table import Scale, cells

MOST_WRITTEN = 4  # columns, where the numbers of a row are written out


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
