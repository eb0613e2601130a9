"""The picture of CSR rows times table: checked, weighed and put into words in Python; page/add_rows.js draws it."""

import itertools
import math
from dataclasses import dataclass

from .csr import checked_csr
from .picture import Picture, named
from .shown import listed, mark, number_text, quoted, room, short
from .table import Table
from .widget import module, still

STEPS = 12  # rows of X that one picture steps through
ENTRIES = 8  # stored entries of a row of X that are drawn
MOST = 300  # stored entries of a row of X that are added up
ARRAY = 14  # numbers up to which indptr, indices and data are drawn whole


def add_rows(table, X, *, names=None, read=None, step=0):
    """A picture of CSR rows times table: step r rings the rows that row r of X names, weighs them and adds them up.

    Args:
        table: (V, D) numbers, as in `select_rows`.
        X: (B, V) CSR: a `csr_array`, a `csr_matrix` or a sparse CSR tensor. A row of X is a document, a stored
            entry says how often (`data`) it takes which row (`indices`) of the table. The first 12 rows become steps;
            of each the first 8 stored entries are drawn and all are added.
        names: the word of each row of the table, V of them.
        read: a function from a typed text to such an X; the learner may then type a text of their own.
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
    """A row of X: its stored entries start at `start`; `rows` and `weights` hold them, `terms` the weighed rows."""

    start: int
    rows: list[int]
    weights: list[float]
    terms: list[list[float]]

    def sums(self, columns):
        """The sum before any entry, after the first, and so on: one line of `columns` numbers more than entries."""
        lines = [[0.0] * columns]
        for term in self.terms:
            lines.append([a + b for a, b in zip(lines[-1], term, strict=True)])
        return lines


class AddRows(Picture):
    """CSR rows times table; made by `add_rows`."""

    _esm = module("draw", "controls", "play", "add_rows")

    def __init__(self, table, X, read, step):
        self._table, self._read = table, read
        super().__init__(self._spec(X), step)

    @property
    def rows(self):
        """The rows of the table that the shown row of X names, in stored order."""
        return self.spec["steps"][self.step]["rows"]

    def _spec(self, X):
        table, parts = self._table, checked_csr(X, self._table.V)
        bags, documents = _bags(table, *parts), X.shape[0]
        shown = range(table.V) if table.whole else sorted({row for bag in bags for row in bag.rows[:ENTRIES]})
        sums = {v for bag in bags for line in (*bag.terms, *bag.sums(len(table.columns))) for v in line}
        spec = table.spec(shown, sums=sums)
        most = max((abs(w) for bag in bags for w in bag.weights if math.isfinite(w)), default=0) or 1
        steps = [self._step(bag, most) for bag in bags]
        first = f"first {len(bags)} of {listed(documents, 'row')} of X" if documents > len(bags) else ""
        weights = [entry["weight"] for step in steps for entry in step["entries"]]
        return spec | {
            "title": "CSR row × W",
            "note": ", ".join(filter(None, [first, spec["note"]])),
            "shapes": [f"X {(documents, table.V)}", f"W {table.shape}", f"out {(documents, table.D)}"],
            "arrays": [list(map(number_text, part.tolist())) for part in parts] if _few(parts) else [],
            "steps": steps,
            "path": len(steps),
            "drawn": max(len(step["drawn"]) for step in steps),
            "lines": max(1, *(len(step["entries"]) + bool(step["more"]) for step in steps)),
            "weight_width": max(map(room, weights), default=0),
            "sentence": self._read is not None,
            "asks": "Type a text" if self._read else "Type a row number of X",
        }

    def _step(self, bag, most):
        """What the page draws of a bag; `most` is the largest weight, on which the ramp of the counts ends."""
        table, sums = self._table, bag.sums(len(self._table.columns))
        drawn = list(range(table.V)) if table.whole else sorted(set(bag.rows[:ENTRIES]))
        entries = [{"row": r, "weight": number_text(w)} for r, w in zip(bag.rows[:ENTRIES], bag.weights)]
        for entry, term, total in zip(entries, bag.terms, sums[1:]):
            entry |= {"term": table.cells(term, table.numbered), "sum": table.cells(total, table.numbered)}
        counts = dict.fromkeys((r for r in drawn if r in set(bag.rows)), 0.0)
        for r, w in zip(bag.rows, bag.weights):
            counts |= {r: counts[r] + w} if r in counts else {}
        ends = [-1, *drawn, table.V]
        hidden = [b - a - 1 for a, b in itertools.pairwise(ends)]
        return {
            "start": bag.start,
            "bounds": [f"{bag.start:,}", f"{bag.start + len(bag.rows):,}"],
            "rows": bag.rows,
            "entries": entries,
            "more": len(bag.rows) - len(entries),
            "zero": table.cells(sums[0], table.numbered),
            "out": table.cells(sums[-1]),
            "counts": {str(r): [mark(w, most), number_text(w)] for r, w in counts.items()},
            "drawn": drawn,
            "gaps": [f"⋯ {listed(rows, 'row')}" if rows else "" for rows in hidden],
        }

    def _answer(self, content):
        typed = str(content.get("typed", content.get("row")))
        if self._read and "typed" in content:
            return self._spec(self._read(typed)), 0
        last = self.spec["path"] - 1
        if not (typed.strip().isdecimal() and int(typed) <= last):
            raise LookupError(f"{quoted(short(typed.strip(), 40))} is not a row of X from 0 to {last}.")
        return self.spec, int(typed)

    def __repr__(self):
        spec, step = self.spec, self.spec["steps"][self.step]
        terms = [f"{e['weight']} × row {spec['rows'][str(e['row'])]['label']}" for e in step["entries"]]
        more = [f"{step['more']} more"] if step["more"] else []
        what = " + ".join([*terms, *more]) or "empty"
        return f"<{spec['title']}: row {self.step} of {spec['path']} is {what}>"

    def to_html(self):
        """The weighed rows of the shown step, and below them each row of the result: for readers without a kernel."""
        spec, now = self.spec, self.spec["steps"][self.step]
        head = ["row", *(f"column {c}" for c in spec["columns"])]
        blank = [""] * len(spec["columns"])
        body = []
        for entry in now["entries"]:
            row = named(spec["rows"][str(entry["row"])])
            body.append([f"{entry['weight']} × row {row}", *entry["term"].get("texts", blank)])
        foot = [[f"out[{r}]", *step["out"]["texts"]] for r, step in enumerate(spec["steps"])]
        caption = ", ".join(filter(None, [*spec["shapes"], spec["note"]]))
        return still(f"{spec['title']}: {caption}", head, body, foot, f"{self!r}"[1:-1] + ".")


def _bags(table, indptr, indices, data):
    """The first rows of X, weighed. Raises ValueError where one has too many entries."""
    bounds = indptr[: STEPS + 1].tolist()
    for at, (start, end) in enumerate(itertools.pairwise(bounds)):
        if end - start > MOST:
            raise ValueError(f"row {at} of X has {end - start:,} stored entries; a picture adds up to {MOST:,}.")
    bags = []
    for start, end in itertools.pairwise(bounds):
        rows, weights = indices[start:end].tolist(), [float(w) for w in data[start:end].tolist()]
        terms = [[w * v for v in table.read(r)] for r, w in zip(rows, weights)]
        bags.append(Bag(start, rows, weights, terms))
    return bags


def _few(parts):
    return all(len(part) <= ARRAY for part in parts)
