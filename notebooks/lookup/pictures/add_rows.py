"""The picture of CSR rows times table: checked, weighed and put into words in Python; browser/add_rows.js draws it."""

import itertools
import math
from dataclasses import dataclass

from ..widget import module, still
from .csr import checked_csr
from .picture import Picture, heading, line_of, named
from .table import Table
from .wording import listed, mark, number_text, quoted, room, short

STEPS = 6  # rows of X that one picture steps through: what is sent grows with them
ENTRIES = 8  # stored entries of a row of X that are drawn
MOST = 300  # stored entries of a row of X that are added up
ARRAY = 14  # numbers up to which indptr, indices and data are drawn whole


def add_rows(table, X, *, names=None, read=None, step=0):
    """A picture of CSR rows times table: step r rings the rows that row r of X names, weighs them and adds them up.

    Args:
        table: (V, D) numbers, as in `select_rows`.
        X: (B, V) CSR: a `csr_array`, a `csr_matrix` or a sparse CSR tensor. A row of X is a document, a stored
            entry says how often (`data`) it takes which row (`indices`) of the table. The first 6 rows become steps;
            of each the first 8 stored entries are drawn and all are added.
        names: the word of each row of the table, V of them.
        read: a function from a typed text to such an X, or to (X, a remark that is shown with it); the learner may
            then type a text of their own.
        step: the step shown first, from 0.

    Returns:
        A picture. `picture.step` is the row of X shown, shared by kernel and browser; setting it moves the picture.
        `picture.rows` are the rows of the table that it names, in stored order. Sums are made in float64, in that order.

    Raises:
        TypeError, ValueError, IndexError: as `select_rows` of the table; as `checked_csr` of X.
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
    return AddRows(Table(table, names, lines=ENTRIES), X, read, step)


@dataclass
class Bag:
    """A row of X: its entries start at `start`; `terms` are the weighed rows, `sums` the sums before and after each."""

    start: int
    rows: list[int]
    weights: list[float]
    terms: list[list[float]]
    sums: list[list[float]]

    def counts(self, whole):
        """How often it takes each row of the table, in the table's order: all its rows if `whole`, else those drawn."""
        counts = dict.fromkeys(sorted(self.rows if whole else self.rows[:ENTRIES]), 0.0)
        for row, weight in zip(self.rows, self.weights, strict=True):
            if row in counts:
                counts[row] += weight
        return counts

    def lines(self):
        """What is drawn of its numbers: the weighed rows, the sums after all but the last of these, the whole sum."""
        terms = self.terms[:ENTRIES]
        return terms, self.sums[1 : len(terms)], self.sums[-1:]


class AddRows(Picture):
    """CSR rows times table; made by `add_rows`."""

    _esm = module("add_rows")

    def __init__(self, table, X, read, step):
        self._table, self._read = table, read
        super().__init__(self._spec(X), step)

    @property
    def rows(self):
        """The rows of the table that the shown row of X names, in stored order."""
        return self.spec["steps"][self.step]["rows"]

    def _spec(self, X, remark=""):
        table, parts = self._table, checked_csr(X, self._table.V)
        bags, documents = _bags(table, *parts), X.shape[0]
        drawn = (
            range(table.V)
            if table.whole
            else sorted({row for bag in bags for row in bag.rows[:ENTRIES]})
        )
        lines = [line for bag in bags for part in bag.lines() for line in part]
        weights = [w for bag in bags for w in bag.weights[:ENTRIES]]
        counts = [n for bag in bags for n in bag.counts(table.whole).values()]
        most = max((abs(n) for n in counts if math.isfinite(n)), default=0) or 1
        arrays = (
            parts if all(len(part) <= ARRAY for part in parts) else [part[:0] for part in parts]
        )
        sums, beside = [v for line in lines for v in line], [*weights, *counts, *arrays[2].tolist()]
        spec = table.spec(drawn, sums=sums, beside=beside)
        first = (
            f"first {len(bags)} of {listed(documents, 'row')} of X" if documents > len(bags) else ""
        )
        return spec | {
            "title": "CSR row × W",
            "note": ", ".join(filter(None, [short(str(remark), 80), first, spec["note"]])),
            "shapes": [
                f"X {(documents, table.V)}",
                f"W {table.shape}",
                f"out {(documents, table.D)}",
            ],
            "arrays": _texts(*arrays) if len(arrays[0]) else [],
            "rows": {r: {"cells": line_of(row)} | heading(row) for r, row in spec["rows"].items()},
            "steps": [self._step(bag, most) for bag in bags],
            "path": len(bags),
            "drawn": table.V if table.whole else max(len(bag.counts(False)) for bag in bags),
            "lines": max(min(len(bag.rows), ENTRIES + 1) for bag in bags) or 1,
            "weight_width": max((room(number_text(n)) for n in weights), default=0),
            "count_width": max((room(number_text(n)) for n in counts), default=0),
            "sentence": self._read is not None,
            "asks": "Type a text" if self._read else "Type a row number of X",
        }

    def _step(self, bag, most):
        """What the page draws of a bag; `most` is the largest count, on which their ramp of colours ends."""
        table, counts = self._table, bag.counts(self._table.whole)
        terms, sums, (out,) = bag.lines()
        hidden = [b - a - 1 for a, b in itertools.pairwise([-1, *counts, table.V])]
        return {
            "start": bag.start,
            "bounds": [f"{bag.start:,}", f"{bag.start + len(bag.rows):,}"],
            "rows": bag.rows,
            "weights": [number_text(w) for w in bag.weights[:ENTRIES]],
            "more": len(bag.rows) - len(terms),
            "terms": [line_of(table.cells(term, table.numbered)) for term in terms],
            "sums": [line_of(table.cells(total, table.numbered)) for total in sums],
            "out": line_of(table.cells(out)),
            "counts": {str(r): [mark(n, most), number_text(n)] for r, n in counts.items()},
            "gaps": []
            if table.whole
            else [f"⋯ {listed(rows, 'row')}" if rows else "" for rows in hidden],
        }

    def _answer(self, content):
        typed = str(content.get("typed", content.get("row"))).strip()
        if self._read and "typed" in content:
            made = self._read(str(content["typed"]))
            return self._spec(*(made if isinstance(made, tuple) else (made,))), 0
        last = self.spec["path"] - 1
        if not (typed.isdecimal() and len(typed) < 10 and int(typed) <= last):
            raise LookupError(f"{quoted(short(typed, 40))} is not a row of X from 0 to {last}.")
        return self.spec, int(typed)

    def _terms(self):
        """The drawn entries of the shown step: [(weight, row of the spec, numbers of the weighed row)]."""
        step, rows = self.spec["steps"][self.step], self.spec["rows"]
        drawn = zip(step["weights"], step["rows"], step["terms"])
        return [(weight, rows[str(row)], line.split(" ")[1:]) for weight, row, line in drawn]

    def __repr__(self):
        spec, more = self.spec, self.spec["steps"][self.step]["more"]
        terms = [f"{weight} × row {row['label']}" for weight, row, _ in self._terms()]
        what = " + ".join([*terms, *([f"{more} more"] if more else [])]) or "empty"
        return f"<{spec['title']}: row {self.step} of {spec['path']} is {what}>"

    def to_html(self):
        """The weighed rows of the shown step, and below them each row of the result: for readers without a kernel."""
        spec = self.spec
        head = ["row", *(f"column {c}" for c in spec["columns"])]
        blank = [""] * len(spec["columns"])
        body = [
            [f"{weight} × row {named(row)}", *(texts or blank)]
            for weight, row, texts in self._terms()
        ]
        foot = [[f"out[{r}]", *step["out"].split(" ")[1:]] for r, step in enumerate(spec["steps"])]
        caption = ", ".join(filter(None, [*spec["shapes"], spec["note"]]))
        return still(f"{spec['title']}: {caption}", head, body, foot, f"{self!r}"[1:-1] + ".")


def _bags(table, indptr, indices, data):
    """The first rows of X, weighed and added up. Raises ValueError where one has too many entries."""
    bounds = indptr[: STEPS + 1].tolist()
    for at, (start, end) in enumerate(itertools.pairwise(bounds)):
        if end - start > MOST:
            raise ValueError(
                f"row {at} of X has {end - start:,} stored entries; a picture adds up to {MOST:,}."
            )
    bags = []
    for start, end in itertools.pairwise(bounds):
        rows, weights = indices[start:end].tolist(), [float(w) for w in data[start:end].tolist()]
        terms = [[w * v for v in table.read(r)] for r, w in zip(rows, weights)]
        sums = itertools.accumulate(terms, _plus, initial=[0.0] * len(table.columns))
        bags.append(Bag(start, rows, weights, terms, list(sums)))
    return bags


def _plus(line, other):
    return [a + b for a, b in zip(line, other, strict=True)]


def _texts(indptr, indices, data):
    """The three arrays as they are written: places and row numbers as the labels write them, data as numbers."""
    return [[f"{v:,}" for v in part.tolist()] for part in (indptr, indices)] + [
        [*map(number_text, data.tolist())]
    ]
