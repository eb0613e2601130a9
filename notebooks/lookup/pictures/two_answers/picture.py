"""What is wanted beside a learner's answer: numbers that differ are ringed. A still, no player."""

import math
from dataclasses import dataclass
from numbers import Real
from pathlib import Path

import numpy as np
import traitlets

from ...widget import Widget, still
from ..kit.inputs import as_floats
from ..kit.number_text import is_rounded, number_text
from ..kit.table import Scale, cells
from ..kit.wording import joined, listed

MOST_ROWS = 12
MOST_COLUMNS = 6  # so that a side is not wider than a phone
SIDES = ("wanted", "yours")


@dataclass(frozen=True)
class Pair:
    """Two tables: what is wanted, and the answer.

    tables: two (rows, columns) arrays. shapes: how they came. at: where the tables lie in arrays of
    more dimensions. line: whether both were vectors. beside: whether places can be compared: unless
    the two have other shapes in both dimensions.
    """

    tables: tuple
    shapes: tuple
    at: tuple = ()
    line: bool = False
    beside: bool = True

    def differs(self, row, column):
        """Whether the two have other numbers at a place, or one of them has none there."""
        numbers = [self.number(side, row, column) for side in (0, 1)]
        if None in numbers:
            # Where only one of them has a number they differ, and where neither has one there is
            # nothing.
            return self.beside and numbers != [None, None]
        return (
            self.beside
            and numbers[0] != numbers[1]
            and not all(map(math.isnan, numbers))
        )

    def number(self, side, row, column):
        rows, columns = self.tables[side].shape
        return (
            float(self.tables[side][row, column])
            if row < rows and column < columns
            else None
        )

    @property
    def size(self):
        """The rows and columns that hold both."""
        return tuple(
            max(sizes) for sizes in zip(*(table.shape for table in self.tables))
        )

    def different(self):
        """(n, 2) places that differ, in reading order."""
        whole = [np.full(self.size, np.nan) for _ in SIDES]
        there = [np.zeros(self.size, dtype=bool) for _ in SIDES]
        for k, table in enumerate(self.tables):
            whole[k][: table.shape[0], : table.shape[1]] = table
            there[k][: table.shape[0], : table.shape[1]] = True
        same = (whole[0] == whole[1]) | (np.isnan(whole[0]) & np.isnan(whole[1]))
        return np.argwhere((there[0] != there[1]) | (there[0] & there[1] & ~same))


def two_answers(wanted, yours, name):
    """A still of what is wanted beside a learner's answer, with rings where numbers differ.

    Args:
        wanted, yours: arrays, tensors or lists of real numbers. Of large ones the part around the
            first difference is drawn, of three and more dimensions the table that holds it.
        name: what they answer, such as "01-a".

    Returns:
        A `TwoAnswers`, or None where there are no two tables of numbers that differ.
    """
    pair = _pair(wanted, yours)
    if pair is None or (pair.beside and len(pair.different()) == 0):
        return None
    return TwoAnswers(_spec(pair, name))


class TwoAnswers(Widget):
    """Shows two tables side by side; made by `two_answers`. As text it is a table of three columns.

    In words a number that differs stands in brackets.
    """

    _draws = Path(__file__).with_name("draw.js")

    spec = traitlets.Dict(read_only=True, help="all that is drawn, made in Python").tag(
        sync=True
    )

    def __init__(self, spec):
        self.set_trait("spec", spec)
        super().__init__()

    def __repr__(self):
        """The table in a terminal."""
        spec = self.spec
        lines = [spec["head"], *spec["body"]]
        widths = [max(map(len, column)) for column in zip(*lines)]
        table = [
            "  ".join(text.ljust(width) for text, width in zip(line, widths)).rstrip()
            for line in lines
        ]
        return "\n".join(
            [joined(spec["title"], spec["note"]), *table, spec["sentence"]]
        )

    def to_html(self):
        """The table for pages without a kernel."""
        spec = self.spec
        caption = joined(spec["title"], spec["note"])
        return still(
            caption, spec["head"], spec["body"], [], spec["sentence"], moves=False
        )


def _pair(wanted, yours):
    """The two as `Pair`, or None if they cannot stand side by side."""
    arrays = [_array(wanted), _array(yours)]
    if any(array is None or array.ndim == 0 for array in arrays) or not any(
        a.size for a in arrays
    ):
        return None
    shapes = tuple(array.shape for array in arrays)
    first, second = (array.ndim for array in arrays)
    if (first, second) == (1, 1):
        return Pair(tuple(array[:, None] for array in arrays), shapes, line=True)
    if (first, second) == (2, 2):
        beside = any(one == other for one, other in zip(*shapes))
        return Pair(tuple(arrays), shapes, beside=beside)
    if {first, second} == {1, 2}:
        return Pair(_vector_and_table(*arrays), shapes, beside=False)
    if shapes[0] != shapes[1]:
        return None
    same = (arrays[0] == arrays[1]) | (np.isnan(arrays[0]) & np.isnan(arrays[1]))
    at = (
        tuple(np.argwhere(~same)[0].tolist()[:-2])
        if not same.all()
        else (0,) * (first - 2)
    )
    return Pair(tuple(array[at] for array in arrays), shapes, at)


def _array(numbers):
    """The numbers as a float64 array, or None if they are no array of real numbers."""
    if isinstance(numbers, list):
        flat = numbers
        # Each member is looked at, for NumPy would read texts such as "1" as numbers.
        while flat and all(isinstance(part, list) for part in flat):
            flat = [number for part in flat for number in part]
        if not all(isinstance(number, Real) for number in flat):
            return None
    elif not hasattr(numbers, "tolist") or "complex" in str(
        getattr(numbers, "dtype", None)
    ):
        return None
    try:
        return as_floats(numbers)
    except (
        ValueError,
        OverflowError,
    ):  # rows of several lengths, numbers beyond every float
        return None


def _vector_and_table(*arrays):
    """A vector lies as the rows of the table beside it, or else stands as its columns."""
    width = next(array.shape[1] for array in arrays if array.ndim == 2)
    return tuple(
        array
        if array.ndim == 2
        else array[None]
        if len(array) == width
        else array[:, None]
        for array in arrays
    )


def _spec(pair, name):
    """What the page needs to draw the part around the first difference."""
    places = pair.different() if pair.beside else np.empty((0, 2), dtype=int)
    first = places[0].tolist() if len(places) else (0, 0)
    rows, columns = (
        _window(place, size, most)
        for place, size, most in zip(first, pair.size, (MOST_ROWS, MOST_COLUMNS))
    )
    values = [
        number
        for side in (0, 1)
        for row in _numbers(pair, side, rows, columns)
        for number in row
    ]
    reach = (
        max((abs(value) for value in values if math.isfinite(value)), default=0) or 1
    )
    scale = Scale(reach, any(value < 0 for value in values))
    return {
        "title": f"{name}: wanted beside yours",
        "note": _note(pair, rows, columns, values),
        "sentence": _sentence(pair, places, first, scale),
        "sides": [_side(pair, side, rows, columns, scale) for side in (0, 1)],
        "labels": [f"{row:,}" for row in rows],
        "columns": [] if pair.line else [f"{column:,}" for column in columns],
        "head": ["place" if pair.line else "row", *SIDES],
        "body": [
            [
                f"{row:,}",
                *(_in_words(pair, side, row, columns, scale) for side in (0, 1)),
            ]
            for row in rows
        ],
    }


def _window(place, size, most):
    """The places drawn around one of them, a range."""
    first = max(0, min(place - most // 2, size - most))
    return range(first, min(first + most, size))


def _numbers(pair, side, rows, columns):
    """The rows of numbers of one side that are drawn; what it has not is left out."""
    height, width = pair.tables[side].shape
    inside = range(columns.start, min(columns.stop, width))
    return [
        [pair.number(side, row, column) for column in inside]
        for row in range(rows.start, min(rows.stop, height))
    ]


def _side(pair, side, rows, columns, scale):
    """One of the two tables as it is drawn; `rings`: [row, column, rows, columns] of each."""
    drawn = _numbers(pair, side, rows, columns)
    shape = ", ".join(f"{size:,}" for size in pair.shapes[side])
    return {
        "name": SIDES[side],
        "shape": f"({shape},)" if len(pair.shapes[side]) == 1 else f"({shape})",
        "width": min(len(columns), max(0, pair.tables[side].shape[1] - columns.start)),
        "rows": [cells(row, scale).line() for row in drawn],
        "rings": _rings(
            [
                [pair.differs(rows[i], columns[j]) for j in range(len(row))]
                for i, row in enumerate(drawn)
            ]
        ),
    }


def _rings(differ):
    """[row, column, rows, columns] of the blocks that differ: runs, joined if they lie alike."""
    rings = []
    for i, row in enumerate(differ):
        for j, n in _runs(row):
            above = next(
                (r for r in rings if r[0] + r[2] == i and (r[1], r[3]) == (j, n)), None
            )
            if above:
                above[2] += 1
            else:
                rings.append([i, j, 1, n])
    return rings


def _runs(row):
    """Yield (first, length) of what is True side by side."""
    start = 0
    for j, differs in enumerate([*row, False]):
        if not differs:
            if j > start:
                yield start, j - start
            start = j + 1


def _in_words(pair, side, row, columns, scale):
    """A row of one side; what differs stands in brackets."""
    texts = []
    for column in columns:
        value = pair.number(side, row, column)
        if value is not None:
            text = number_text(value, scale.signed)
            texts.append(f"[{text}]" if pair.differs(row, column) else text)
    return " ".join(texts)


def _note(pair, rows, columns, values):
    """What the picture leaves out; empty where it shows everything as it is."""
    height, width = pair.size
    where = ", ".join(map(str, pair.at))
    noun = "places" if pair.line else "rows"
    return joined(
        f"the table at [{where}]" if pair.at else "",
        f"{noun} {rows[0]:,} to {rows[-1]:,} of {height:,}"
        if len(rows) < height
        else "",
        f"columns {columns[0]:,} to {columns[-1]:,} of {width:,}"
        if len(columns) < width
        else "",
        "numbers rounded" if any(is_rounded(value) for value in values) else "",
    )


def _sentence(pair, places, first, scale):
    if not pair.beside:
        return "The shapes differ, so no places are compared."
    if pair.shapes[0] != pair.shapes[1]:
        return (
            "The shapes differ. Ringed is what the other lacks there, or has otherwise."
        )
    texts = [number_text(pair.number(side, *first), scale.signed) for side in (0, 1)]
    alike = ", in digits that are not shown" if texts[0] == texts[1] else ""
    where = (
        f"at place {first[0]:,}"
        if pair.line
        else f"in row {first[0]:,}, column {first[1]:,}"
    )
    count = listed(len(places), "number")
    verb = "differs" if len(places) == 1 else "differ, the first"
    return f"{count} {verb} {where}: wanted is {texts[0]}, yours is {texts[1]}{alike}."
