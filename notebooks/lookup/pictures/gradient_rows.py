"""The picture of a lookup's backward pass: added up and put into words in Python; browser/gradient_rows.js draws it."""

import operator

import numpy as np

from ..widget import module, still
from .picture import RowPicture, counted, heading, line_of, named, places_of
from .table import Table, ids_of, incoming_of
from .wording import listed, mark, nth, number_text, room

OWN = "onehot.sum(0)"  # what stands beside the gradient of all ids: how often each row is named
TICKS = 110  # parts of the strip, as high as a tick: rows touched within one of them share it


def gradient_rows(up, ids, V, *, names=None, words=None, step=0):
    """A picture of the gradient of an embedding table: a copy of row s of up is added to row `ids[s]` of W.grad.

    Args:
        up: (B, D) or (*ids.shape, D) real numbers, B the number of ids: what arrives at the output of the lookup, a
            row for each id. A tensor on any device, an array or nested lists; read once, whole.
        ids: any shape, at least one: row numbers from 0 to V - 1, int64 or int32 as in `nn.Embedding`.
            The first 24 become steps, in reading order; a row that the learner asks for shows the sum over all ids.
        V: rows of the table, at least 1. Rows that no id names have a gradient of exactly zero.
        names: the word of each row of the table, V of them.
        words: what each id stands for in the learner's text, one for each id.
        step: the step shown first, from 0.

    Returns:
        A picture. `picture.step` is the one value that kernel and browser share; setting it moves the picture.
        `picture.row` is the row of W.grad that the step adds to. Sums are made in float64, in reading order.

    Raises:
        TypeError: ids that are not int64 or int32; up without real numbers, or sparse; V that is no whole number.
        ValueError: up without one row for each id; no ids; V below 1; words or names of another length.
        IndexError: an id outside 0 to V - 1.
        traitlets.TraitError: a step outside the picture.

    Example:
        >>> picture = gradient_rows([[1, 0], [2, 0.5], [4, -2]], [3, 1, 3], 5)
        >>> picture.step = 2
        >>> picture
        <W.grad: step 3 of 3 adds to row 3 of 5>
    """
    return GradientRows(up, ids, V, names, words, step)


class GradientRows(RowPicture):
    """The gradient of a table; made by `gradient_rows`."""

    _esm = module("gradient_rows")
    _name, _does = "W.grad", "adds to"

    def __init__(self, up, ids, V, names, words, step):
        flat, shape = ids_of(ids, _rows(V))
        self._incoming, D = incoming_of(up, shape)
        self._table = Table(np.broadcast_to(0.0, (operator.index(V), D)), names)
        self._ids = np.array(flat)
        self._touched = np.unique(self._ids)
        super().__init__(self._spec(flat, shape, words), step)

    def _spec(self, ids, shape, words):
        table, steps, visits = self._table, self._along(ids, shape, words), {}
        for step, place in zip(steps, places_of(shape)):
            row = step["row"]
            visits[row] = visits.get(row, 0) + 1
            step |= {"visit": nth(visits[row]), "left": self._zeros(len(visits))}
            step |= {"place": place} if place != step["slot"] else {}
        hot = {0: ["onehot", ""], 1: ["onehot.T[:, ", "]"]}.get(len(shape), ["onehot[", "]"])
        return self._drawn(self._whole(steps), len(steps), len(ids)) | {
            "title": "W.grad = one-hotᵀ × up",
            "sentence": False,
            "asks": self._asks(),
            "hot": [*hot, OWN],
            "word_width": 8 + max(room(step["slot"]) for step in steps),
            "shapes": [
                max(OWN, hot[0] + place + hot[1], key=len),
                f"W.grad {table.shape}",
                f"up {(*shape, table.D)}",
            ],
            "ticks": self._ticks(),
        }

    def _own(self, row):
        """The step of a row that no id of the path names: the gradient of all ids."""
        return self._table.step(row) | {"left": self._zeros(len(self._touched))}

    def _drawn(self, steps, path, ids):
        table = self._table
        arriving = [self._incoming[t].tolist() for t in range(path)]
        sums = [self._sums(step["row"])[int(step["visit"][:-2])].tolist() for step in steps[:path]]
        own, rows = (
            {step["row"] for step in steps[path:]},
            {row for step in steps for row in self._lens(step)},
        )
        totals = {
            row: self._sums(row)
            for row in {row for step in steps[path:] for row in self._lens(step)}
        }
        times = {row: len(total) - 1 for row, total in totals.items()}
        totals = {row: total[-1].tolist() for row, total in totals.items()}
        numbers = [
            v for part in (arriving, sums, totals.values()) for values in part for v in values
        ]
        spec, most = table.spec(sorted(rows), sums=numbers), max(times.values(), default=0) or 1
        return spec | {
            "rows": {r: heading(row) for r, row in spec["rows"].items()},
            "note": counted(path, ids, spec["note"]),
            "steps": [step | self._lines(*pair) for step, pair in zip(steps, zip(arriving, sums))]
            + steps[path:],
            "totals": {
                str(row): {"visits": f"{n:,}", "count": [mark(n, most), number_text(n)]}
                | {
                    "sum": line_of(
                        table.cells(totals[row], table.numbered or table.whole or row in own)
                    )
                }
                for row, n in times.items()
                if n
            },
            "path": path,
            "ids": ids,
        }

    def _lines(self, arriving, total):
        """What arrives and what the row then holds, as the page draws them; one text where both are the same."""
        lines = {
            "in": line_of(self._table.cells(arriving)),
            "sum": line_of(self._table.cells(total)),
        }
        return lines if lines["in"] != lines["sum"] else {"in": lines["in"]}

    def _sums(self, row):
        """Row `row` of W.grad before its first visit and after each: (visits + 1, drawn columns)."""
        parts = self._incoming[self._ids == row]
        with np.errstate(
            over="ignore", invalid="ignore"
        ):  # as torch, which adds infinities without a word
            return np.add.accumulate(np.vstack([np.zeros_like(self._incoming[:1]), parts]))

    def _zeros(self, touched):
        return f"{self._table.V - touched:,}"

    def _ticks(self):
        """A row of each part of the strip in which rows are touched."""
        if self._table.whole:
            return []
        _, first = np.unique(self._touched // max(1, self._table.V // TICKS), return_index=True)
        return self._touched[first].tolist()

    def _written(self, row):
        """(visits, texts) of a row of W.grad after the shown step; no texts where none are sent."""
        spec, zeros = self.spec, ["0"] * len(self.spec["columns"])
        if self.step >= spec["path"]:
            total = spec["totals"].get(str(row))
            return (total["visits"], total["sum"].split(" ")[1:]) if total else ("0", zeros)
        for step in spec["steps"][self.step :: -1]:
            if step["row"] == row:
                return step["visit"][:-2], step.get("sum", step["in"]).split(" ")[1:]
        return "0", zeros

    def to_html(self):
        """The rows of W.grad after the shown step, and below them each row of up: for readers without a kernel."""
        spec, now = self.spec, self.spec["steps"][self.step]
        head = ["row", "visits", *(f"column {c}" for c in spec["columns"])]
        drawn = [(row, *self._written(row)) for row in self._lens(now)]
        drawn = [(row, visits, texts) for row, visits, texts in drawn if texts]
        body = [[named(spec["rows"][str(row)]), visits, *texts] for row, visits, texts in drawn]
        picked = [row for row, *_ in drawn].index(now["row"])
        foot = []
        for step in spec["steps"][: spec["path"]]:
            place = step.get("place", step["slot"])
            place = f"[{place}]" if place else ""
            label = spec["rows"][str(step["row"])]["label"]
            foot.append([f"up{place} to row {label}", "", *step["in"].split(" ")[1:]])
        untouched = f"{now['left']} of {listed(spec['V'], 'row')} untouched"
        caption = ", ".join(
            filter(None, [*spec["shapes"][1:], spec["note"], *self._table.outside(now), untouched])
        )
        return still(caption, head, body, foot, f"{self!r}"[1:-1] + ".", picked=picked)


def _rows(V):
    """The number of rows that V says. Raises TypeError, ValueError as `gradient_rows` says."""
    try:
        rows = operator.index(V)
    except TypeError:
        raise TypeError(f"V must be a whole number, the rows of the table, got {V!r}.") from None
    if rows < 1:
        raise ValueError(f"V must be at least 1, the rows of the table, got {rows:,}.")
    return rows
