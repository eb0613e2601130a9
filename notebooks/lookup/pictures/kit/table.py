"""A table as pictures see it: read row by row, and of its columns those that are drawn."""

import math
import re
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from .inputs import as_floats, as_list, real_numbers, two_dimensional, words_of
from .number_text import is_rounded, mark, number_text
from .wording import joined, listed, near_word, quoted, short, short_and_full, width_of

MOST_NUMBERED = 12  # rows, where each of their numbers is written out
MOST_ROWS = 60  # rows of a table that is drawn whole
MOST_CELLS = 1000  # cells of a table that is drawn whole
MOST_COLUMNS = 8  # columns, where each of their numbers is written out
HEAD, TAIL = 24, 8  # first and last columns drawn of a table with more than both
BLOCK = 4096  # rows read at a time where all of them are read
# Digits of any script, with commas as in the labels.
ROW_NUMBER = re.compile(r"[-−]?(\d{1,19}|\d{1,3}(,\d{3}){1,6})")


@dataclass(frozen=True)
class Scale:
    """What numbers are drawn against: the largest size, and whether any is negative."""

    reach: float
    signed: bool


@dataclass(frozen=True)
class Cells:
    """A row of numbers as the page draws it: a mark for each, a text for each written out."""

    marks: str
    texts: list[str] = field(default_factory=list)

    def line(self):
        """The row as one text, which takes half of what it takes as a list."""
        return " ".join([self.marks, *self.texts])


@dataclass(frozen=True)
class Term:
    """A number of a table that is infinite or nan, in one of the columns drawn."""

    row: int
    column: int  # which of the columns drawn, from 0
    value: float


class Table:
    """(V, D) numbers of which only the rows shown are ever read, unless `not_finite` is asked for.

    `numbers`: a tensor on any device, an array or nested lists; `names`: None, or a word for each
    row; `lines`: how many rows of a large table are drawn.
    Raises TypeError and ValueError as `select_rows` does.
    """

    def __init__(self, numbers, names=None, *, lines=5):
        self._numbers = two_dimensional(numbers)
        self._rows = {}  # row -> its drawn numbers
        self._row_of = None  # name -> row, made when a name is first looked up
        self.shape = tuple(self._numbers.shape)
        self.V, self.D = self.shape
        self.names = None if names is None else words_of(names, "names")
        if self.names is not None and len(self.names) != self.V:
            raise ValueError(
                f"names must hold one word for each of the {self.V:,} rows, "
                f"got {len(self.names):,}."
            )
        self.asks = "Type a row number" + ("" if names is None else " or a word")
        self.columns = cut(self.D)
        self.whole = self.V <= MOST_ROWS and self.V * len(self.columns) <= MOST_CELLS
        self.drawn = self.V if self.whole else min(lines, self.V)
        self.numbered = self.D <= MOST_COLUMNS and self.drawn <= MOST_NUMBERED
        self.read(
            0
        )  # whatever cannot be read is refused now, not when a learner clicks

    def read(self, row):
        """The drawn columns of a row as floats, kept, so that later changes do not show."""
        if row not in self._rows:
            # Of a wide row only its two ends are made into lists; what lies between is never read.
            values = self._numbers[row]
            parts = (
                [values]
                if len(self.columns) == self.D
                else [values[:HEAD], values[-TAIL:]]
            )
            self._rows[row] = [
                _real(value) for part in parts for value in as_list(part, "table")
            ]
        return self._rows[row]

    @cached_property
    def not_finite(self):
        """The first two `Term`s of each column drawn: whichever row is meant, one is in another.

        A table that is drawn whole is read as it is drawn. Of a larger one these columns of all
        rows are read, once, in blocks, until there are two terms in each; later changes do not
        show.
        """
        found = {column: [] for column in range(len(self.columns))}
        for first, block in self._blocks():
            odd = ~np.isfinite(block)
            for column in np.flatnonzero(odd.any(axis=0)).tolist():
                rows = np.flatnonzero(odd[:, column])[: 2 - len(found[column])].tolist()
                found[column] += [
                    Term(first + row, column, float(block[row, column])) for row in rows
                ]
            if all(len(terms) == 2 for terms in found.values()):
                break
        return [term for terms in found.values() for term in terms]

    def _blocks(self):
        """The columns drawn of all rows as (first row, (rows, columns) floats)."""
        if self.whole:
            yield 0, np.array([self.read(row) for row in range(self.V)])
            return
        for first in range(0, self.V, BLOCK):
            parts = drawn_of(self._numbers[first : first + BLOCK], self.D)
            yield first, np.concatenate([as_floats(part) for part in parts], axis=1)

    def spoilers(self, row, *, all_rows):
        """{column drawn: the `Term` that makes it nan in the product of this row's one-hot}.

        Such a term is in another row, which the one-hot multiplies by 0: in one that is drawn, or
        else, where `all_rows` are to be read, in any. Where the row itself holds nan, nothing is
        spoilt.
        """
        near = [] if self.whole else self._terms_near(row)
        far = self.not_finite if all_rows or self.whole else []
        found = {}
        for term in [*near, *far]:
            if term.row != row and not math.isnan(self.read(row)[term.column]):
                found.setdefault(term.column, term)
        return dict(sorted(found.items()))

    def _terms_near(self, row):
        """The `Term`s in the lens around a row."""
        return [
            Term(other, column, value)
            for other in self.lens(row)
            for column, value in enumerate(self.read(other))
            if not math.isfinite(value)
        ]

    def lens(self, row):
        """The rows drawn around `row`, a range; all of them where the table is drawn whole."""
        first = lens(row, self.V, self.drawn)
        return range(first, first + self.drawn)

    def outside(self, row):
        """How many rows lie above and below the lens around `row`, in words; [] if it is whole."""
        if self.whole:
            return []
        drawn = self.lens(row)
        above = f"⋯ {listed(drawn.start, 'row')} above"
        below = f"⋯ {listed(self.V - drawn.stop, 'row')} below"
        return [above, below]

    def find(self, typed):
        """The row that a learner means by a number or a word.

        Raises LookupError if none; of a word that is not there it names the nearest that is.
        """
        text = typed.strip()
        if not text:
            raise LookupError(f"{self.asks}.")
        # Before the names: a table may have words that are numbers, and then rows win.
        if ROW_NUMBER.fullmatch(text):
            row = int(text.replace("−", "-").replace(",", ""))
            if 0 <= row < self.V:
                return row
            raise LookupError(
                f"There is no row {text}: the table has rows 0 to {self.V - 1:,}."
            )
        rule = f"{quoted(short(text, 40))} is not a row number from 0 to {self.V - 1:,}"
        if self.names is None:
            raise LookupError(f"{rule}.")
        row = self._rows_by_name().get(text)
        if row is not None:
            return row
        near = near_word(text, self.names)
        meant = f" Did you mean {quoted(near)}?" if near else ""
        raise LookupError(f"{rule} or a word of this table.{meant}")

    def _rows_by_name(self):
        """{name: row}; of equal names the first row."""
        if self._row_of is None:
            numbered = list(enumerate(self.names))
            self._row_of = {name: row for row, name in reversed(numbered)}
        return self._row_of

    def scale(self, rows, others=()):
        """The `Scale` of these rows and of other numbers drawn with the same ramp of colours."""
        return scale_of([*(value for row in rows for value in self.read(row)), *others])

    def spec(self, rows, scale, *, wordy=(), others=()):
        """What the page needs to draw `rows` on a scale; its size depends on them, never on V.

        The numbers of the rows in `wordy` are written out, and all of a small table. `others` are
        numbers written beside the table, of which the note is true, too.
        """
        drawn = {}
        for row in rows:
            written = self.numbered or self.whole or row in wordy
            drawn[str(row)] = self._drawn_row(row, scale, written)
        names = [row.get("name", "") for row in drawn.values()]
        values = [value for row in rows for value in self.read(row)]
        return {
            "V": self.V,
            "D": self.D,
            "last": f"{self.V - 1:,}",
            "columns": self.columns,
            "gap": 24 if len(self.columns) < self.D else 0,
            "whole": self.whole,
            "drawn": self.drawn,
            "numbers": self.numbered,
            "rows": drawn,
            "name_width": max(map(width_of, names), default=0),
            "note": self._note([*values, *others]),
        }

    def _drawn_row(self, row, scale, written):
        drawn = cells(self.read(row), scale, written)
        texts = {"texts": drawn.texts} if written else {}
        name = self.names[row] if self.names is not None else ""
        named = short_and_full(name, 40) if name else {}
        return {"label": f"{row:,}", "marks": drawn.marks, **texts, **named}

    def _note(self, values):
        """What the picture leaves out, in words; empty where it shows everything as it is."""
        hidden = self.D - len(self.columns)
        return joined(
            f"{hidden:,} of {self.D:,} columns not drawn" if hidden else "",
            "numbers rounded" if any(is_rounded(value) for value in values) else "",
        )


def scale_of(values):
    """The `Scale` of these numbers."""
    reach = max((abs(value) for value in values if math.isfinite(value)), default=0)
    # The marks divide by it, and all numbers may be 0.
    return Scale(reach or 1, any(value < 0 for value in values))


def cells(values, scale, wordy=True):
    """A row of numbers on a scale, as `Cells`; the texts are left out unless `wordy`."""
    marks = "".join(mark(value, scale.reach) for value in values)
    return Cells(
        marks, [number_text(value, scale.signed) for value in values] if wordy else []
    )


def cut(columns):
    """Which of so many columns are drawn: all up to 32, else the first 24 and the last 8."""
    if columns <= HEAD + TAIL:
        return list(range(columns))
    return [*range(HEAD), *range(columns - TAIL, columns)]


def lens(row, rows, size=5):
    """The first of the `size` neighbouring rows drawn around `row` of a table with `rows` rows."""
    return max(0, min(row - size // 2, rows - size))


def incoming_of(up, shape):
    """What arrives at an output of this shape: (float64 rows in reading order, D).

    Of each row there are the columns that `cut` leaves. All is read once, so that later changes do
    not show. Raises TypeError and ValueError as `gradient_rows` does.
    """
    array = real_numbers(up, "up", "output.grad")
    count = math.prod(shape)
    D = array.shape[-1] if array.shape else 0
    if D == 0 or tuple(array.shape) not in [(count, D), (*shape, D)]:
        shapes = dict.fromkeys([(count,), shape])
        wanted = " or ".join(
            f"({', '.join([*map(str, sizes), 'D'])})" for sizes in shapes
        )
        raise ValueError(
            f"up must have one row for each id, shape {wanted}, got shape {tuple(array.shape)}."
        )
    array = array.reshape(count, D)
    return np.concatenate([_in_blocks(part) for part in drawn_of(array, D)], axis=1), D


def drawn_of(rows, D):
    """The columns drawn of (n, D) rows, in parts."""
    return [rows] if len(cut(D)) == D else [rows[:, :HEAD], rows[:, -TAIL:]]


def _in_blocks(part):
    """Rows of `up` as float64, never all of them as a list."""
    blocks = [part[at : at + BLOCK] for at in range(0, len(part), BLOCK)]
    return np.concatenate(
        [np.asarray(as_list(b, "up"), dtype=np.float64) for b in blocks]
    )


def _real(value):
    try:
        return float(value)
    except (TypeError, ValueError):
        raise TypeError(f"table must hold real numbers, got {value!r}.") from None
