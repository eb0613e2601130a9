"""The picture of how a gradient is stored: counted and put into words. draw.js draws it."""

import base64
import json
import math
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import traitlets

from ...widget import still
from ..kit.picture import Drawing, Picture, row_below
from ..kit.table import Table
from ..kit.wording import bytes_text, joined, listed, short
from .forms import Form, read_forms

MOST_SQUARES = 25_000  # on the wall, of at least 1.6 px
MOST_LISTED = 2000  # rows that hold numbers, of which the page knows each
MOST_BYTES = 22_000  # of what the page knows of rows and squares
MOST_IN_STILL = 12
MOST_SAID = 24  # letters of a word


def stored_rows(gradients, *, names=None, step=0):
    """A picture of how a gradient is stored: a wall of all rows, and a bar of the bytes they take.

    Args:
        gradients: {name: tensor}, 1 to 4 forms of one gradient, on any device: dense, (V, D), or
            COO with whole rows as entries, as `nn.Embedding(sparse=True)` makes it, coalesced or
            not. Each form becomes a step. All are read at once, so later changes do not show.
        names: the word of each row of the table, V of them.
        step: the form shown first, from 0.

    Returns:
        A picture. `picture.step` is the form shown and `picture.row` the row picked, None for none;
        kernel and browser share both. Of a table with more than 25,000 rows a square of the wall
        stands for several. Visits of a row are its entries in the first COO form with repeats.

    Raises:
        TypeError: gradients that are no dict of tensors, or neither dense nor COO, or hold no
            floats; names that are no words.
        ValueError: no form or more than 4; tensors that are not 2-D, empty or of different shapes;
            a COO tensor with entries smaller than rows; forms that differ by more than rounding;
            names of another length.
        traitlets.TraitError: a step or a row outside the picture.

    Example:
        >>> import torch
        >>> table = torch.nn.Embedding(6, 4, sparse=True)
        >>> table(torch.tensor([2, 1, 2])).sum().backward()
        >>> entries = table.weight.grad
        >>> forms = {"dense": entries.to_dense(), "sparse=True": entries}
        >>> picture = stored_rows(forms | {"coalesced": entries.coalesce()}, step=1)
        >>> picture
        <stored rows: form 2 of 3, sparse=True, 2 of 6 rows hold numbers, 72 B>
        >>> picture.bytes
        {'dense': 96, 'sparse=True': 72, 'coalesced': 48}
    """
    return StoredRows(gradients, names, step)


@dataclass(frozen=True)
class Gradient:
    """A gradient of (V, D) as it is drawn: its forms, and the rows that hold numbers."""

    forms: list[Form]
    lit: np.ndarray  # these rows, ascending
    table: Table  # of V rows, which it finds by their names
    D: int

    @property
    def each(self):
        """How many rows a square of the wall stands for."""
        return math.ceil(self.table.V / MOST_SQUARES)

    @cached_property  # it counts all entries, and is asked for each row
    def visited(self):
        """The form that has an entry for each visit of a row, or None."""
        return next((form for form in self.forms if form.repeats), None)

    def squares(self, rows):
        """A bit for each square of the wall, 1 where one of these rows lies, in base 64."""
        bits = np.zeros(math.ceil(self.table.V / self.each), dtype=bool)
        bits[np.asarray(rows, dtype=np.int64) // self.each] = True
        return base64.b64encode(np.packbits(bits)).decode()

    def name(self, row):
        """The word of a row as it is said, "" without names."""
        return (
            "" if self.table.names is None else short(self.table.names[row], MOST_SAID)
        )


class StoredRows(Picture):
    """How a gradient is stored; made by `stored_rows`."""

    _draws = Path(__file__).with_name("draw.js")

    row = traitlets.Int(
        None, allow_none=True, help="the row picked; None for none"
    ).tag(sync=True)

    def __init__(self, gradients, names, step):
        forms, lit = read_forms(gradients)
        V, D = next(iter(gradients.values())).shape
        table = Table(np.broadcast_to(0.0, (V, 1)), names)  # finds rows by their names
        self._gradient = Gradient(forms, lit, table, D)
        super().__init__(draw(self._gradient), step)
        self.observe(self._tell_of_row, "row")

    @traitlets.validate("row")
    def _is_there(self, proposal):
        return row_below(proposal, self._gradient.table.V)

    @property
    def bytes(self):
        """{form: the bytes that its tensor takes}, with the indices of a COO."""
        return {form.name: form.bytes for form in self._drawing.steps}

    def _tell_of_row(self, change):
        """Let the page know what it may not know of the row picked."""
        row, gradient = change["new"], self._gradient
        forms, visited = gradient.forms, gradient.visited
        asked = None
        if row is not None:
            asked = {
                "row": row,
                "name": gradient.name(row),
                "lit": row in gradient.lit,
                "visits": visited.count(row) if visited else None,
                "stored": [form.count(row) > 0 for form in forms],
            }
        self._set(Drawing(forms, self.spec | {"asked": asked}))

    def _answer(self, content):
        """Pick the row that a typed text means, where the page did not know it."""
        text = str(content.get("typed", content.get("row"))).strip()
        self.row = self._gradient.table.find(text) if text else None
        return self._drawing, self.step

    def __repr__(self):
        V, form = self._gradient.table.V, self._shown
        which = f"form {self.step + 1} of {self.spec['path']}, {form.name}"
        held = f"{len(self._gradient.lit):,} of {listed(V, 'row')} hold numbers"
        return f"<stored rows: {which}, {held}, {bytes_text(form.bytes)}>"

    def to_html(self):
        """The forms beside each other as a plain table, for pages without a kernel.

        Above them stand the first rows that hold numbers, and the row picked.
        """
        forms = self._drawing.steps
        visits = [] if self._gradient.visited is None else ["visits"]
        head = ["row", *visits, *(form.name for form in forms)]
        rows = sorted({*self._gradient.lit[:MOST_IN_STILL].tolist(), *self._picked()})
        body = [self._line(row, forms) for row in rows]
        empty = ["" for _ in visits]
        foot = [
            ["rows stored", *empty, *(f"{form.stored:,}" for form in forms)],
            [
                "entries",
                *empty,
                *("" if form.dense else f"{form.entries:,}" for form in forms),
            ],
            ["memory", *empty, *(bytes_text(form.bytes) for form in forms)],
        ]
        left = len(self._gradient.lit) - MOST_IN_STILL
        more = f"{listed(left, 'more row')} with numbers not listed" if left > 0 else ""
        caption = joined(f"{self.spec['title']}: shape {self.spec['shape']}", more)
        picked = rows.index(self.row) if self.row is not None else None
        return still(caption, head, body, foot, f"{self!r}"[1:-1] + ".", picked=picked)

    def _picked(self):
        return [] if self.row is None else [self.row]

    def _line(self, row, forms):
        """A row in each form, for the still."""
        visited = self._gradient.visited
        visits = [] if visited is None else [f"{visited.count(row):,}"]
        label = f"{row:,} {self._gradient.name(row)}".strip()
        return [label, *visits, *(self._in_words(row, form) for form in forms)]

    def _in_words(self, row, form):
        if form.dense:
            return "stored" if row in self._gradient.lit else "zeros, stored"
        count = form.count(row)
        if count == 0:
            return "not stored"
        return "1 entry" if count == 1 else f"{count:,} entries"


def draw(gradient):
    """The drawing of `stored_rows`: of a `Gradient`."""
    V, D = gradient.table.V, gradient.D
    forms = gradient.forms
    steps = [_sent(gradient, form) for form in forms]
    lit = gradient.squares(gradient.lit)
    maps = len(lit) + sum(len(step["zeros"]) for step in steps)
    spec = {
        "title": "how a gradient is stored",
        "name": f"gradient of {listed(V, 'row')}, stored in {listed(len(forms), 'form')}",
        "note": "",
        "V": V,
        "shape": f"({V:,}, {D:,})",
        "each": gradient.each,
        "lit": lit,
        "count": len(gradient.lit),
        "known": _known(gradient, MOST_BYTES - maps)
        if len(gradient.lit) <= MOST_LISTED
        else None,
        "asked": None,
        "steps": steps,
        "path": len(steps),
        "sentence": False,
        "asks": gradient.table.asks,
    }
    return Drawing(forms, spec)


def _sent(gradient, form):
    """A form as it travels."""
    zeros = [] if form.dense else np.setdiff1d(form.rows, gradient.lit)
    held = (
        len(gradient.lit)
        if form.dense
        else form.counts[np.isin(form.rows, gradient.lit)].sum()
    )
    return {
        "name": form.name,
        "dense": form.dense,
        "stored": form.stored,
        "entries": form.entries,
        "per": _per(gradient, form),
        "bytes": form.bytes,
        "held": round(form.bytes * int(held) / form.entries) if form.entries else 0,
        "text": bytes_text(form.bytes),
        "zeros": gradient.squares(zeros) if len(zeros) else "",
    }


def _per(gradient, form):
    """What an entry is there for: a visit or a row; "" where that is not known."""
    if form is gradient.visited:
        return "visit"
    return "" if form.dense or form.repeats else "row"


def _known(gradient, room):
    """What the page knows of each row that holds numbers, in so many bytes; None if of none.

    Where there is no room for all names, the first rows have theirs.
    """
    rows = gradient.lit.tolist()
    # From row to row, as gaps have fewer digits than the numbers of late rows.
    gaps = np.diff(gradient.lit, prepend=0).tolist()
    known = {"rows": " ".join(map(str, gaps)), "visits": None, "names": None}
    if gradient.visited:
        known["visits"] = " ".join(str(gradient.visited.count(row)) for row in rows)
    left = room - _size(known)
    if left < 0:
        return None
    if gradient.table.names is not None:
        names = [gradient.name(row) for row in rows]
        ends = np.cumsum([_size(name) + len(", ") for name in names])
        known["names"] = names[: np.searchsorted(ends, left)]
    return known


def _size(value):
    """The bytes of a value as it is sent."""
    return len(json.dumps(value, ensure_ascii=False).encode())
