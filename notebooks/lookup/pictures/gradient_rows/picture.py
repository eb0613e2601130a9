"""The picture of a lookup's backward pass: added up and put into words. draw.js draws it."""

import operator
from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from ...widget import still
from ..kit.inputs import ids_of
from ..kit.number_text import mark, number_text
from ..kit.picture import Drawing, Picture, counted, heading, ids_text, named
from ..kit.steps import (
    Step,
    chips_of,
    find_row,
    places_of,
    row_text,
    rows_beside,
    rows_drawn,
    step_at,
    steps_along,
)
from ..kit.table import Table, cells, incoming_of
from ..kit.wording import joined, listed, nth, width_of

MOST_NUMBERS = 2**59  # of W.grad that NumPy can address; they are never made
# parts of the strip, each as high as a tick; rows touched within one share it
TICKS = 110


def gradient_rows(up, ids, V, *, names=None, words=None, step=0):
    """A picture of an embedding table's gradient: row s of up is added to row `ids[s]` of W.grad.

    Args:
        up: (B, D) or (*ids.shape, D) real numbers, B the number of ids: what arrives at the output
            of the lookup, a row for each id. A tensor on any device, an array or nested lists; read
            once, whole.
        ids: any shape, at least one: row numbers from 0 to V - 1, int64 or int32 as in
            `nn.Embedding`. The first 24 become steps, in reading order; a row that the learner asks
            for is shown at its first visit or, if no step names it, with the sum over all ids.
        V: rows of the table, at least 1. Rows that no id names have a gradient of exactly zero.
        names: the word of each row of the table, V of them.
        words: what each id stands for in the learner's text, one for each id.
        step: the step shown first, from 0.

    Returns:
        A picture. `picture.step` is shared by kernel and browser; setting it moves
        the picture. `picture.row` is the row of W.grad that the step adds to. Sums are made in
        float64, in reading order.

    Raises:
        TypeError: ids that are not int64 or int32; up without real numbers, or up, words or names
            such as `select_rows` refuses; V that is no whole number.
        ValueError: up without one row for each id; no ids; V below 1, or so large that no memory
            could be addressed; words or names of another length.
        IndexError: an id outside 0 to V - 1.
        traitlets.TraitError: a step outside the picture.

    Example:
        >>> picture = gradient_rows([[1, 0], [2, 0.5], [4, -2]], [3, 1, 3], 5)
        >>> picture.step = 2
        >>> picture
        <W.grad: step 3 of 3 adds to row 3 of 5>
    """
    return GradientRows(up, ids, V, names, words, step)


@dataclass(frozen=True, kw_only=True)
class GradientStep(Step):
    """A step that adds what arrives to its row or, beside the path, shows its whole gradient."""

    left: str  # how many rows are untouched after it
    place: str | None = None  # its place in up, where `slot` is a word
    visit: int | None = (
        None  # how often its row has been touched by then; None beside the path
    )
    nth: str | None = None  # the visit as it is said


@dataclass(frozen=True)
class Gradient:
    """What the picture adds up: a table of zeros, what arrives at it, and the ids it arrives by.

    table: `Table` (V, D); incoming (B, columns drawn) float64; ids (B,); touched: the rows that
    they name, in order.
    """

    table: Table
    incoming: np.ndarray
    ids: np.ndarray
    touched: np.ndarray

    def sums(self, row):
        """A row of W.grad before its first visit and after each: (visits + 1, drawn columns)."""
        parts = self.incoming[self.ids == row]
        with np.errstate(
            over="ignore", invalid="ignore"
        ):  # torch adds infinities silently, too
            return np.add.accumulate(
                np.vstack([np.zeros_like(self.incoming[:1]), parts])
            )

    def left(self, touched):
        """How many rows are untouched where so many are touched, in words."""
        return f"{self.table.V - touched:,}"

    def ticks(self):
        """A row of each part of the strip in which rows are touched."""
        if self.table.whole:
            return []
        _, first = np.unique(
            self.touched // max(1, self.table.V // TICKS), return_index=True
        )
        return self.touched[first].tolist()


class GradientRows(Picture):
    """The gradient of a table; made by `gradient_rows`."""

    _draws = Path(__file__).with_name("draw.js")

    def __init__(self, up, ids, V, names, words, step):
        flat, shape = ids_of(ids, _rows(V))
        incoming, D = incoming_of(up, shape)
        table = Table(_zero_table(operator.index(V), D), names)
        self._gradient = Gradient(table, incoming, np.array(flat), np.unique(flat))
        super().__init__(draw(self._gradient, flat, shape, words), step)

    @property
    def row(self):
        """The row of W.grad that the shown step adds to."""
        return self._shown.row

    def _answer(self, content):
        row = self._gradient.table.find(str(content.get("row", content.get("typed"))))
        return find_row(self._drawing, row, lambda: self._with_row(row))

    def _with_row(self, row):
        """The drawing with a row that no step shows beside the path."""
        path = self._drawing.steps[: self.spec["path"]]
        return drawing_of(
            self._gradient, [*path, step_beside(self._gradient, row)], self.spec
        )

    def _body(self):
        """The rows drawn of W.grad after the shown step: (row, visits, texts), if written out."""
        gradient = self._gradient
        spec, steps = self.spec, self._drawing.steps
        beside = self.step >= spec["path"]
        ids = gradient.ids if beside else gradient.ids[: self.step + 1]
        wordy = {step.row for step in steps[spec["path"] :]}
        for row in gradient.table.lens(self.row):
            visits = np.count_nonzero(ids == row)
            if not beside or visits == 0 or is_read(gradient.table, row, wordy):
                total = gradient.sums(row)[visits].tolist()
                yield row, f"{visits:,}", cells(total, self._drawing.scale).texts

    def __repr__(self):
        return row_text("W.grad", "adds to", self.spec, self.step, self.row)

    def to_html(self):
        """W.grad after the shown step, and below it each row of up, for pages without a kernel."""
        spec = self.spec
        headings = spec["rows"]
        head = ["row", "visits", *(f"column {column}" for column in spec["columns"])]
        drawn = list(self._body())
        body = [
            [named(headings[str(row)]), visits, *texts] for row, visits, texts in drawn
        ]
        foot = []
        for step, came in zip(
            self._drawing.steps[: spec["path"]], self._gradient.incoming
        ):
            place = step.place or step.slot
            label = headings[str(step.row)]["label"]
            start = f"up[{place}] to row {label}" if place else f"up to row {label}"
            foot.append([start, "", *cells(came.tolist(), self._drawing.scale).texts])
        untouched = f"{self._shown.left} of {listed(spec['V'], 'row')} untouched"
        outside = self._gradient.table.outside(self.row)
        caption = joined(*spec["shapes"][1:], spec["note"], *outside, untouched)
        picked = [row for row, *_ in drawn].index(self.row)
        return still(caption, head, body, foot, f"{self!r}"[1:-1] + ".", picked=picked)


def draw(gradient, ids, shape, words):
    """The drawing of `gradient_rows`: ids a list, in an array of this shape.

    Raises what `gradient_rows` raises of words.
    """
    table = gradient.table
    path = steps_of_path(gradient, ids, shape, words)
    beside = [step_beside(gradient, row) for row in rows_beside(table, path)]
    fixed = {
        "title": "W.grad = one-hotᵀ × up",
        "sentence": False,
        "asks": table.asks,
        "name": f"gradient of W {table.shape}, {ids_text(ids)}",
        "chips": chips_of(path, shape),
        "counts": f"counts {(table.V,)}",
        "word_width": 8 + max(width_of(step.slot) for step in path),
        "shapes": [
            f"one-hot {(table.V,)}",
            f"W.grad {table.shape}",
            f"up {(*shape, table.D)}",
        ],
        "ticks": gradient.ticks(),
        "path": len(path),
        "ids": len(ids),
    }
    return drawing_of(gradient, [*path, *beside], fixed)


def steps_of_path(gradient, ids, shape, words):
    """The steps along the ids, each with the visit that it is to its row."""
    visits = Counter()
    path = []
    along = steps_along(gradient.table, ids, shape, words)
    for step, place in zip(along, places_of(shape)):
        visits[step.row] += 1
        visit = visits[step.row]
        gradient_step = GradientStep(
            **asdict(step),
            left=gradient.left(len(visits)),
            place=None if place == step.slot else place,
            visit=visit,
            nth=nth(visit),
        )
        path.append(gradient_step)
    return path


def step_beside(gradient, row):
    """The step of a row that no id of the path names: the gradient of all ids."""
    step = step_at(gradient.table, row)
    return GradientStep(**asdict(step), left=gradient.left(len(gradient.touched)))


def drawing_of(gradient, steps, fixed):
    """The drawing of these steps; `fixed` is what the spec holds whatever they are."""
    table = gradient.table
    path, beside = steps[: fixed["path"]], steps[fixed["path"] :]
    arriving = [line.tolist() for line in gradient.incoming[: len(path)]]
    sums = [gradient.sums(step.row)[step.visit].tolist() for step in path]
    totals = {row: gradient.sums(row) for row in rows_drawn(table, beside)}
    # A row without a visit has its start alone, and is known to be zero.
    totals = {row: total for row, total in totals.items() if len(total) > 1}
    ends = [total[-1].tolist() for total in totals.values()]
    others = [value for line in (*arriving, *sums, *ends) for value in line]
    rows = sorted(rows_drawn(table, steps))
    scale = table.scale(rows, others)
    spec = table.spec(rows, scale, others=others)
    most = max((len(total) - 1 for total in totals.values()), default=1)
    wordy = {step.row for step in beside}
    sent = [
        step.sent() | _lines(came, total, scale)
        for step, came, total in zip(path, arriving, sums)
    ]
    own = {
        "rows": {row: heading(drawn) for row, drawn in spec["rows"].items()},
        "note": counted(fixed["path"], fixed["ids"], spec["note"]),
        "steps": [*sent, *(step.sent() for step in beside)],
        "totals": {
            str(row): _total(total, scale, most, is_read(table, row, wordy))
            for row, total in totals.items()
        },
    }
    return Drawing(steps, fixed | spec | own, scale)


def is_read(table, row, wordy):
    """Whether the total of a row is written out."""
    return table.numbered or table.whole or row in wordy


def _total(total, scale, most, wordy):
    """What a row holds after all ids; `most` are the visits of the row with the most."""
    visits = len(total) - 1
    return {
        "visits": f"{visits:,}",
        "count": [mark(visits, most), number_text(visits)],
        "sum": cells(total[-1].tolist(), scale, wordy).line(),
    }


def _lines(arriving, total, scale):
    """What arrives and what its row then holds, for the page; one text where both are the same."""
    arrives = cells(arriving, scale).line()
    holds = cells(total, scale).line()
    return {"in": arrives} if arrives == holds else {"in": arrives, "sum": holds}


def _zero_table(V, D):
    """A table of zeros, which takes no memory. Raises ValueError for more than NumPy addresses."""
    if V * D > MOST_NUMBERS:
        raise ValueError(
            f"V must be at most {MOST_NUMBERS // D:,} for rows of {listed(D, 'number')}, got {V:,}."
        )
    return np.broadcast_to(0.0, (V, D))


def _rows(V):
    """The number of rows that V says. Raises TypeError and ValueError as `gradient_rows` does."""
    try:
        # operator.index would take True for 1, and refuses None.
        rows = operator.index(None if isinstance(V, bool) else V)
    except TypeError:
        raise TypeError(
            f"V must be a whole number, the rows of the table, got {V!r}."
        ) from None
    if rows < 1:
        raise ValueError(f"V must be at least 1, the rows of the table, got {rows:,}.")
    return rows
