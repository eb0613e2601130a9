"""The picture of CSR rows times table: checked, weighted and put into words. draw.js draws it."""

import itertools
import math
import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ...files import well_formed
from ...widget import still
from ..kit.inputs import two_of
from ..kit.number_text import mark, number_text
from ..kit.picture import Drawing, Picture, named
from ..kit.table import Table, cells
from ..kit.weighted_sum import DRAWN, MOST_ADDED, WeightedSum, row_line
from ..kit.wording import joined, listed, quoted, short, width_of
from .csr import checked_csr

MOST_STEPS = 6  # rows of X that one picture steps through: what is sent grows with them
COUNTS = (1, 2, 3, 4)  # weights for which so many copies of a row are sent
MOST_WRITTEN = 14  # numbers up to which indptr, indices and data are drawn, each whole


def add_rows(table, X, *, names=None, read=None, step=0):
    """A picture of CSR rows times table: step r adds up the rows that row r of X names.

    The learner clicks a count, which then goes on by 1, after 3 back to 0, or types a row of the
    table and its count; the kernel answers with the row of X and the sum that are then right. X
    itself stays as it is.

    Args:
        table: (V, D) numbers, as in `select_rows`.
        X: (B, V) CSR: a `csr_array`, a `csr_matrix` or a sparse CSR tensor. A row of X is a
            document; a stored entry says how often (`data`) it takes which row (`indices`) of the
            table. The first 6 rows become steps; of each the first 8 stored entries are drawn and
            all are added, each times its weight.
        names: the word of each row of the table, V of them.
        read: a function from a typed text to such an X, or to (X, a remark that is shown with it);
            the learner may then type a text of their own. Whatever it raises is said below the
            picture, which stays as it is.
        step: the step shown first, from 0.

    Returns:
        A picture. `picture.step` is the row of X shown, shared by kernel and browser; setting it
        moves the picture. `picture.rows` are the rows of the table that it names, in stored order.
        Sums are made in float64, in that order.

    Raises:
        TypeError, ValueError, IndexError: as `select_rows` does for the table and names, and
            `checked_csr` for X.
        ValueError: a row of X with more than 300 stored entries.
        traitlets.TraitError: a step outside the picture.

    Example:
        >>> from scipy.sparse import csr_array
        >>> picture = add_rows([[0, 1], [10, 11], [20, 21]], csr_array([[0, 1, 2], [0, 0, 0]]))
        >>> picture
        <CSR row × W: row 0 of 2 is 1 × row 1 + 2 × row 2>
        >>> picture.step = 1
        >>> picture
        <CSR row × W: row 1 of 2 is empty>
    """
    return AddRows(Table(table, names, lines=DRAWN), X, read, step)


@dataclass(frozen=True)
class Bag(WeightedSum):
    """A row of X: its entries start at `start`."""

    start: int

    def counts(self, whole):
        """{row: how often it is taken}, by row number: all rows if `whole`, else those drawn."""
        counts = dict.fromkeys(sorted(self.rows if whole else self.rows[:DRAWN]), 0.0)
        for row, weight in zip(self.rows, self.weights, strict=True):
            if row in counts:
                counts[row] += weight
        return counts

    def lines(self):
        """What is drawn of it: the terms, the sums after all but the last one, the whole sum."""
        terms = self.terms[:DRAWN]
        return terms, self.sums[1 : len(terms)], self.sums[-1]


class AddRows(Picture):
    """CSR rows times table; made by `add_rows`."""

    _draws = Path(__file__).with_name("draw.js")

    def __init__(self, table, X, read, step):
        self._table = table
        self._read = read
        # The three arrays of X, later with the counts that the learner has changed.
        self._parts = checked_csr(X, table.V)
        self._remark = ""
        drawing = draw(table, self._parts, self._remark, reads=read is not None)
        super().__init__(drawing, step)

    @property
    def rows(self):
        """The rows of the table that the shown row of X names, in stored order."""
        return list(self._shown.rows)

    def _answer(self, content):
        typed = str(content.get("typed", content.get("row"))).strip()
        if self._read and "typed" in content:
            made = self._read(str(content["typed"]))
            alone = hasattr(made, "shape")
            X, remark = (made, "") if alone else two_of(made, "X, or X and a remark")
            if not isinstance(remark, str):
                raise TypeError(
                    f"the remark that read returns must be a str, got {remark!r:.60}."
                )
            return self._with_parts(checked_csr(X, self._table.V), remark), 0
        if not typed:
            raise LookupError(f"{asks_of(self._table)}.")
        if "row" in content:
            return self._with_count(int(typed) - self.spec["path"])
        if counted := re.fullmatch(r"(.*\S)\s+([0-9])", typed):
            return self._with_count(self._table.find(counted[1]), int(counted[2]))
        last = self.spec["path"] - 1
        if not (typed.isdecimal() and len(typed) < 10 and int(typed) <= last):
            raise LookupError(
                f"{quoted(short(typed, 40))} is not a row of X from 0 to {last}."
            )
        return self._drawing, int(typed)

    def _with_parts(self, parts, remark):
        """The drawing of another X, which stays; where it cannot be drawn, the one before does."""
        drawing = draw(self._table, parts, remark, reads=self._read is not None)
        # Kept once it is drawn: what is refused leaves the picture and X as they were.
        self._parts, self._remark = parts, remark
        return drawing

    def _with_count(self, row, count=None):
        """The drawing in which the shown row of X takes `row` so often, or once more; the step."""
        at, bag = self.step, self._shown
        if not 0 <= row < self._table.V:
            raise LookupError(f"Row {row:,} is not one of the table.")
        before = sum(
            weight for named, weight in zip(bag.rows, bag.weights) if named == row
        )
        if count is None:
            count = before + 1 if before in (0, 1, 2) else 0
        parts = with_count(self._parts, at, row, count)
        drawing = self._with_parts(parts, self._remark)
        rows = drawing.steps[at].rows[:DRAWN]
        one_more = count == before + 1 and row in rows
        drawing.spec["steps"][at]["edited"] = {
            "at": rows.index(row) if one_more else -1,
            "was": cells(bag.sums[-1], drawing.scale).line(),
        }
        return drawing, at

    def _entries(self):
        """The drawn entries of the shown step: (weight, row of the spec, numbers of the term)."""
        bag, rows = self._shown, self.spec["rows"]
        for weight, row, term in zip(bag.weights[:DRAWN], bag.rows, bag.terms):
            yield number_text(weight), rows[str(row)], term

    @property
    def _tells(self):
        """The step that adds most rows: the last row of X may be empty."""
        steps = self._drawing.steps[: self.spec["path"]]
        return max(range(len(steps)), key=lambda step: len(steps[step].rows))

    def __repr__(self):
        spec = self.spec
        terms = [f"{weight} × row {row['label']}" for weight, row, _ in self._entries()]
        more = len(self._shown.rows) - len(terms)
        if more:
            terms.append(f"{more} more")
        what = " + ".join(terms) or "empty"
        return f"<{spec['title']}: row {self.step} of {spec['path']} is {what}>"

    def to_html(self):
        """The terms of the shown step, and below them each row of the result, without a kernel."""
        spec, scale = self.spec, self._drawing.scale
        head = ["row", *(f"column {column}" for column in spec["columns"])]
        blank = [""] * len(spec["columns"])
        body = []
        for weight, row, term in self._entries():
            texts = cells(term, scale).texts if self._table.numbered else blank
            body.append([f"{weight} × row {named(row)}", *texts])
        foot = [
            [f"out[{at}]", *cells(bag.sums[-1], scale).texts]
            for at, bag in enumerate(self._drawing.steps)
        ]
        caption = joined(*spec["shapes"], spec["note"])
        return still(
            f"{spec['title']}: {caption}", head, body, foot, f"{self!r}"[1:-1] + "."
        )


def draw(table, parts, remark, *, reads):
    """The drawing of `add_rows`.

    table: a `Table`; parts: the three arrays of X as `checked_csr` gives them; remark: what stands
    in the note; reads: whether the learner may type a text. Raises ValueError if a row of X has
    too many entries.
    """
    documents = len(parts[0]) - 1
    bags = _bags(table, *parts)
    entries = [row for bag in bags for row in bag.rows[:DRAWN]]
    weights = [weight for bag in bags for weight in bag.weights[:DRAWN]]
    counts = [count for bag in bags for count in bag.counts(table.whole).values()]
    most = max((abs(count) for count in counts if math.isfinite(count)), default=0) or 1
    arrays = parts if all(len(part) <= MOST_WRITTEN for part in parts) else None
    rows = range(table.V) if table.whole else sorted(set(entries))
    sums = [value for bag in bags for value in _numbers(bag)]
    scale = table.scale(rows, sums)
    written = [*weights, *counts, *(arrays[2].tolist() if arrays else [])]
    spec = table.spec(rows, scale, others=[*sums, *written])
    left_out = documents > len(bags)
    first = f"first {len(bags)} of {listed(documents, 'row')} of X" if left_out else ""
    shapes = [
        f"X {(documents, table.V)}",
        f"W {table.shape}",
        f"out {(documents, table.D)}",
    ]
    own = {
        "title": "CSR row × W",
        "name": f"CSR rows of {' × '.join(shapes[:2])}",
        "note": joined(short(well_formed(remark), 80), first, spec["note"]),
        "shapes": shapes,
        "arrays": _texts(*arrays) if arrays else [],
        "rows": {row: row_line(drawn) for row, drawn in spec["rows"].items()},
        "steps": [_sent(table, bag, scale, most) for bag in bags],
        "path": len(bags),
        "drawn": table.V
        if table.whole
        else max(len(bag.counts(False)) for bag in bags),
        "count_width": _width(counts),
        "sentence": reads,
        "asks": "Type a text" if reads else asks_of(table),
    }
    return Drawing(bags, spec | own, scale)


def asks_of(table):
    """What the learner is asked to type where no text is read."""
    names = table.names
    row = short(names[0], 8) if names else "0"
    return f"Type a row of X, or a count: {row} 2"


def with_count(parts, at, row, count):
    """The three arrays of a CSR matrix in which row `at` holds `count` for column `row` alone.

    A count of 0 is not stored. The other entries of the row keep their order; a new one comes
    before the first with a larger column.

    >>> indptr, indices, data = np.array([0, 2]), np.array([0, 2]), np.array([1, 1])
    >>> [part.tolist() for part in with_count((indptr, indices, data), 0, 1, 2)]
    [[0, 3], [0, 1, 2], [1, 2, 1]]
    >>> [part.tolist() for part in with_count((indptr, indices, data), 0, 2, 0)]
    [[0, 1], [0], [1]]
    """
    indptr, indices, data = parts
    start, end = indptr[at], indptr[at + 1]
    same = start + np.flatnonzero(indices[start:end] == row)
    larger = start + np.flatnonzero(indices[start:end] > row)
    place = next(iter([*same, *larger]), end)
    indices, data = np.delete(indices, same), np.delete(data, same)
    if count:
        indices, data = np.insert(indices, place, row), np.insert(data, place, count)
    # np.delete and np.insert copy by themselves; X is the learner's, and stays as it is.
    indptr = indptr.copy()
    indptr[at + 1 :] += (1 if count else 0) - len(same)
    return indptr, indices, data


def _sent(table, bag, scale, most):
    """A bag as it travels; `most` is the largest count, at which their ramp of colours ends."""
    counts = bag.counts(table.whole)
    terms, sums, out = bag.lines()
    hidden = [
        below - above - 1 for above, below in itertools.pairwise([-1, *counts, table.V])
    ]
    gaps = [f"⋯ {listed(rows, 'row')}" if rows else "" for rows in hidden]
    return {
        "start": bag.start,
        "bounds": [f"{bag.start:,}", f"{bag.start + len(bag.rows):,}"],
        "rows": bag.rows,
        "weights": [number_text(weight) for weight in bag.weights[:DRAWN]],
        "copies": [_copies(weight, table.numbered) for weight in bag.weights[:DRAWN]],
        "more": len(bag.rows) - len(terms),
        "terms": [cells(term, scale, table.numbered).line() for term in terms],
        "sums": [cells(total, scale, table.numbered).line() for total in sums],
        "out": cells(out, scale).line(),
        "counts": {
            str(row): [mark(n, most), number_text(n)] for row, n in counts.items()
        },
        "gaps": [] if table.whole else gaps,
    }


def _bags(table, indptr, indices, data):
    """The first rows of X, weighted and added up. Raises ValueError if one has too many entries."""
    bounds = indptr[: MOST_STEPS + 1].tolist()
    for at, (start, end) in enumerate(itertools.pairwise(bounds)):
        if end - start > MOST_ADDED:
            raise ValueError(
                f"row {at} of X has {end - start:,} stored entries; "
                f"a picture adds up to {MOST_ADDED:,}."
            )
    bags = []
    for start, end in itertools.pairwise(bounds):
        rows = indices[start:end].tolist()
        weights = [float(weight) for weight in data[start:end].tolist()]
        bags.append(Bag.of(table, rows, weights, start=start))
    return bags


def _numbers(bag):
    """All numbers that are drawn of a bag."""
    terms, sums, out = bag.lines()
    return [value for line in (*terms, *sums, out) for value in line]


def _copies(weight, numbered):
    """How many copies of a row are sent for a weight; 0 for one copy that is weighed on its way.

    Several copies are sent where their numbers can be read.
    """
    return int(weight) if weight in (COUNTS if numbered else COUNTS[:1]) else 0


def _width(numbers):
    """The pixels that the longest of these numbers takes, roughly; 0 if there is none."""
    return max((width_of(number_text(number)) for number in numbers), default=0)


def _texts(indptr, indices, data):
    """The three arrays as they are written: places and row numbers as on the labels, then data."""
    places = [[f"{place:,}" for place in part.tolist()] for part in (indptr, indices)]
    return [*places, [number_text(value) for value in data.tolist()]]
