"""The picture of an all-to-all: ids to the owners, rows back, gradients out; put into words."""

from pathlib import Path

import traitlets

from ...widget import still
from ..kit.number_text import is_rounded
from ..kit.picture import Drawing, Picture, named, row_below
from ..kit.table import cells, scale_of
from ..kit.wording import bytes_text, joined, listed, short_and_full, width_of
from .inputs import gradients_of_ranks, ids_of_ranks, small_table
from .shards import CONTIGUOUS, OWNERS, away, boxes_of, owners_of, shards_of, sums_of

MOST_COLUMNS = 4  # that are drawn
STEPS = ["send ids", "look up", "send rows back", "add gradients"]
SENT = {"ids": 0, "rows": 2, "gradients": 3}  # what crosses the wire, and in which step
ID_BYTES, NUMBER_BYTES = 8, 4  # of an int64 and of a float32


def all_to_all(table, ids, *, up=None, names=None, by=CONTIGUOUS, step=0):
    """A picture of a lookup in a table whose rows live on several ranks: the row-sharded embedding.

    Ranks stand side by side, each with ids of its own and with its part of the table. Every id
    goes to the rank that owns its row, along a wire if that is another one; the owner looks the
    row up, and it goes back to its place beside the id that asked. The gradients go the way of
    the ids, and are added on the owners. The learner switches between two rules of who owns a
    row, on which the rows change places, and picks a row to see all the way of every id that
    asks for it.

    Args:
        table: (V, D) numbers, as in `select_rows`, with V from 1 to 24. The first 4 columns are
            drawn.
        ids: for each of 2 to 4 ranks, in order, its row numbers, int64 or int32, up to 8 of them;
            a rank may have none.
        up: for each rank what arrives at its output, (number of its ids, D) numbers; None for
            ones, the gradient of `out.sum()`.
        names: the word of each row of the table, V of them.
        by: who owns a row at first: "contiguous", rank `row // ceil(V / n)` of n, or "modulo", rank
            `row % n`.
        step: the step shown first, from 0 to 3: ids, lookup, rows, gradients.

    Returns:
        A picture. Kernel and browser share `picture.step`, `picture.by` and `picture.row`, the row
        of the table that is picked, None for none; setting one moves the picture. `picture.boxes`
        are the ids by rank and owner, before they are sent. `picture.sent` is how many bytes have
        crossed the wire after the shown step, {"ids": ..., "rows": ..., "gradients": ...}: 8 for
        an id, 4 D for a row or a gradient. Before all this ranks tell each other how many ids are
        to come; these numbers are neither drawn nor counted. Sums are made in float64, rank by
        rank.

    Raises:
        TypeError, ValueError, IndexError: as `select_rows` does for table, ids and names.
        TypeError: ids or up that are no list with one entry for each rank.
        ValueError: a table of more than 24 rows; fewer than 2 ranks or more than 4; no id at all,
            more than 8 on a rank, or ids that are not one line; up of another shape.
        traitlets.TraitError: a step or a row outside the picture; `by` other than the two.

    Example:
        >>> W = [[0, 1], [10, 11], [20, 21], [30, 31]]
        >>> picture = all_to_all(W, [[0, 3], [3, 2, 1]], step=2)
        >>> picture
        <all-to-all: 2 ranks, contiguous, step 3 of 4, send rows back, 32 B sent>
        >>> picture.boxes, picture.sent
        ([[[0], [3]], [[1], [3, 2]]], {'ids': 16, 'rows': 16, 'gradients': 0})
        >>> picture.by = "modulo"
        >>> picture.boxes
        [[[0], [3]], [[2], [3, 1]]]
    """
    table = small_table(table, names)
    ids = ids_of_ranks(ids, table.V)
    return AllToAll(table, ids, gradients_of_ranks(up, ids, table.D), by, step)


class AllToAll(Picture):
    """A lookup in a sharded table; made by `all_to_all`."""

    _draws = Path(__file__).with_name("draw.js")

    by = traitlets.Enum(OWNERS, CONTIGUOUS, help="who owns a row").tag(sync=True)
    row = traitlets.Int(
        None, allow_none=True, help="the row picked; None for none"
    ).tag(sync=True)

    def __init__(self, table, ids, up, by, step):
        self._table = table
        self._ids = ids
        self._owners = {way: owners_of(table.V, len(ids), way) for way in OWNERS}
        self._boxes = {
            way: boxes_of(ids, owners) for way, owners in self._owners.items()
        }
        super().__init__(draw(table, ids, up, self._owners, self._boxes), step)
        self.by = by

    @traitlets.validate("row")
    def _is_there(self, proposal):
        return row_below(proposal, self._table.V)

    @property
    def boxes(self):
        """The ids that rank s has for rank d, at [s][d]."""
        return [
            [[asked[place] for place in box] for box in row]
            for asked, row in zip(self._ids, self._boxes[self.by], strict=True)
        ]

    @property
    def sent(self):
        """{what: how many bytes of it have crossed the wire after the shown step}."""
        crossing, each = away(self._boxes[self.by]), bytes_of_one(self._table.D)
        return {
            what: crossing * each[what] * (self.step >= at) for what, at in SENT.items()
        }

    def _answer(self, content):
        """Pick the row that a typed text means; an empty text lets go of it."""
        text = str(content.get("typed", content.get("row"))).strip()
        self.row = self._table.find(text) if text else None
        return self._drawing, self.step

    def __repr__(self):
        at, path = self.step + 1, self.spec["path"]
        ranks = listed(len(self._ids), "rank")
        sent = bytes_text(sum(self.sent.values()))
        return f"<all-to-all: {ranks}, {self.by}, step {at} of {path}, {self._shown}, {sent} sent>"

    def to_html(self):
        """Each id with its owner and its row, and the gradients, as a plain table."""
        spec, owners = self.spec, self._owners[self.by]
        head = ["id", "owner", "crosses the wire"]
        head += [f"column {column}" for column in spec["columns"]]
        rows = spec["rows"]
        body = []
        for rank, asked in enumerate(self._ids):
            for place, row in enumerate(asked):
                drawn = rows[str(row)]
                crosses = "no" if owners[row] == rank else "yes"
                heading = f"ids[{rank}][{place}] = {named(drawn)}"
                body.append(
                    [heading, f"rank {owners[row]}", crosses, *_texts(drawn["cells"])]
                )
        totals = {
            row: line
            for asked, lines in zip(self._ids, spec["sums"], strict=True)
            for row, line in zip(asked, lines, strict=True)
        }
        foot = [
            [
                f"W.grad, row {named(rows[str(row)])}",
                f"rank {owners[row]}",
                "",
                *_texts(line),
            ]
            for row, line in sorted(totals.items())
        ]
        caption = joined(f"{spec['title']}: {self.by}", spec["note"])
        return still(caption, head, body, foot, f"{self!r}"[1:-1] + ".")


def draw(table, ids, up, owners_by, boxes_by):
    """The drawing of `all_to_all`.

    table: a `Table`; ids, up: the ids and the gradients of each rank; owners_by, boxes_by: for each
    way to share the table, who owns each row, and which places of `ids` s has for d at [s][d].
    """
    n = len(ids)
    columns = range(min(table.D, MOST_COLUMNS))
    weights = [
        [table.read(row)[column] for column in columns] for row in range(table.V)
    ]
    up = [line[:, list(columns)].tolist() for line in up]
    sums = sums_of(ids, up)
    lines = [row for part in (up, sums) for line in part for row in line]
    of_weights, of_gradients = _lines(weights), _lines(lines)
    rows = [
        _heading(table, row) | {"cells": of_weights(line)}
        for row, line in enumerate(weights)
    ]
    spec = {
        "ids": ids,
        "V": table.V,
        "D": table.D,
        "columns": list(columns),
        "rows": {str(row): line for row, line in enumerate(rows)},
        "name_width": max(width_of(row.get("name", "")) for row in rows),
        "up": [[of_gradients(row) for row in line] for line in up],
        "sums": [[of_gradients(row) for row in line] for line in sums],
        "zero": of_gradients([0.0] * len(columns)),
        "ways": OWNERS,
        "shards": {way: shards_of(owners, n) for way, owners in owners_by.items()},
        "sent": {
            way: _sent_by(way_boxes, ids, table.D)
            for way, way_boxes in boxes_by.items()
        },
        "steps": [{"name": name} for name in STEPS],
        "path": len(STEPS),
    }
    return Drawing(STEPS, spec | _words(table, ids, [*weights, *lines]))


def bytes_of_one(D):
    """{what: the bytes of one}, of rows of D columns."""
    row = NUMBER_BYTES * D
    return {"ids": ID_BYTES, "rows": row, "gradients": row}


def _heading(table, row):
    names = table.names
    name = names[row] if names is not None else ""
    return {"label": f"{row}", **(short_and_full(name, 40) if name else {})}


def _sent_by(boxes, ids, D):
    """How many ids cross the wire, and the bytes: of one each, and of all up to there."""
    count, total, found = away(boxes), 0, []
    for what, each in bytes_of_one(D).items():
        total += count * each
        found.append(
            {"what": what, "each": bytes_text(each), "so_far": bytes_text(total)}
        )
    return {"count": count, "of": sum(map(len, ids)), "parts": found}


def _words(table, ids, lines):
    """What a spec says beside its numbers."""
    n = len(ids)
    hidden = table.D - MOST_COLUMNS
    rounded = any(is_rounded(value) for line in lines for value in line)
    what = f"{listed(sum(map(len, ids)), 'id')} on {listed(n, 'rank')}"
    return {
        "title": "all-to-all",
        "name": f"all-to-all: {what}, which share W {table.shape}",
        "note": joined(
            f"W {table.shape} on {listed(n, 'rank')}",
            f"{hidden:,} of {table.D:,} columns not drawn" if hidden > 0 else "",
            "numbers rounded" if rounded else "",
        ),
        "sentence": False,
        "asks": table.asks,
    }


def _lines(rows):
    """What writes rows of numbers as they travel, on the scale of these rows."""
    values = [value for row in rows for value in row]
    scale = scale_of(values)
    return lambda row: cells(row, scale).line()


def _texts(line):
    """The numbers of a row that travels, one text for each column."""
    return line.split(" ")[1:]
