"""The picture of rows on the move: checked, mapped and put into words in Python; browser/moving_rows.js draws it."""

import numbers

import traitlets

from ..widget import module, still
from .picture import Picture, named
from .snapshots import map_of, named_since, nearest, read_moments
from .wording import listed, quoted, room, short

WIDTH, HEIGHT = 640, 360  # px within which the dots move
FULL = 24  # letters of a long word that are said
FIRST = "0"  # the letter of the first row drawn, where letters stand for rows
WRITTEN, SEEN, NEVER = (
    "tsn"  # marks of a row: named since the moment before; named earlier; not named so far
)


def moving_rows(tables, ids=None, *, names=None, batches=None, steps=None, step=0):
    """A picture of rows while they are trained: a 2-D map on which words drift and gather, a step for each kept moment.

    Args:
        tables: S moments, 2 to 24, of a (V, D) table: a sequence of tensors on any device, arrays or nested lists, or
            one (S, V, D) of them. Of each only the rows drawn are read, once.
        ids: which rows are drawn, 2 to 40 different row numbers, int64 or int32. All, if the table has at most 40.
        names: the word of each row of the table, V of them.
        batches: for each moment the ids of the batch, or a list of batches, since the moment before; for the first
            moment none. Rows named since then are marked as written, rows not named so far as never seen.
        steps: what each moment is called, S of them: training steps or words. By default 0 to S - 1.
        step: the moment shown first, from 0.

    Returns:
        A picture. `picture.step` is the moment shown and `picture.row` the row picked, None for none; kernel and
        browser share both, and setting one moves the picture. The map is a PCA of the drawn rows at the last moment,
        in float64; its two axes and its scale are kept for all moments. Nearest rows are found in all D columns.

    Raises:
        TypeError: a table without real numbers, or a sparse one; ids that are not int64 or int32.
        ValueError: fewer than 2 or more than 24 moments; tables that are not 2-D or of different shapes; numbers
            that are not finite in a row drawn; fewer than 2, more than 40 or repeated ids; names, batches or steps
            of another length; a batch before the first moment.
        IndexError: an id outside 0 to V - 1.
        traitlets.TraitError: a step outside the picture; a row that is not drawn.

    Example:
        >>> apart = [[[0, 1], [1, 0], [0.5, 0.5]], [[0, 3], [3, 0], [3, 1]]]
        >>> picture = moving_rows(apart, names=["red", "cat", "dog"], steps=[0, 100], step=1)
        >>> picture
        <rows on the move: moment 2 of 2, step 100, 3 of 3 rows>
        >>> picture.row = 2
        >>> picture.nearest
        [1, 0]
    """
    return MovingRows(tables, ids, names, batches, steps, step)


class MovingRows(Picture):
    """Rows on the move; made by `moving_rows`."""

    _esm = module("moving_rows")

    row = traitlets.Int(None, allow_none=True, help="the row picked; None for none").tag(sync=True)

    def __init__(self, tables, ids, names, batches, steps, step):
        moments, self._ids, self._table = read_moments(tables, ids, names)
        super().__init__(
            self._spec(
                moments, named_since(batches, self._ids, self._table.V, len(moments)), steps
            ),
            step,
        )

    @traitlets.validate("row")
    def _is_drawn(self, proposal):
        if proposal["value"] not in (None, *self._ids):
            raise traitlets.TraitError(
                f"row must be one of the rows drawn, or None, got {proposal['value']}."
            )
        return proposal["value"]

    @property
    def nearest(self):
        """The rows nearest to the picked one at the shown moment, the nearest first; None if no row is picked."""
        return (
            None
            if self.row is None
            else [self._ids[at] for at in self._near(self._ids.index(self.row))]
        )

    def _near(self, at):
        """The places of the rows nearest to the one at place `at` of those drawn."""
        return [
            ord(letter) - ord(FIRST)
            for letter in self.spec["steps"][self.step]["near"].split(" ")[at]
        ]

    def _spec(self, moments, written, steps):
        V, D = self._table.shape
        if steps is not None and len(steps) != len(moments):
            raise ValueError(
                f"steps must name each of the {len(moments)} moments, got {len(steps):,}."
            )
        called = [_called(name) for name in (range(len(moments)) if steps is None else steps)]
        places, shares = map_of(moments, WIDTH, HEIGHT)
        return {
            "title": "rows on the move",
            "note": f"PCA of the last moment, {100 * sum(shares):.0f} % of its variance; the same axes and scale throughout",
            "axes": [
                f"axis {k}, {100 * share:.0f} % of the variance"
                for k, share in enumerate(shares, 1)
                if share > 0
            ],
            "of": f"{len(self._ids)} of {listed(V, 'row')}",
            "columns": listed(D, "column"),
            "map": [WIDTH, HEIGHT],
            "marked": written is not None,
            "rows": [self._row(row) for row in self._ids],
            "steps": [
                _step(*now) for now in zip(called, places, moments, _marks(written, moments))
            ],
            "path": len(called),
            "sentence": False,
            "asks": "Type a row number" + (" or a word" if self._table.names is not None else ""),
        }

    def _row(self, row):
        """What a row is called: its number, and its word if it has one."""
        label, word = (
            f"{row:,}",
            str(self._table.names[row]) if self._table.names is not None else "",
        )
        heading = {"row": row, "label": label, "width": room(short(word or label))}
        if word:
            heading |= {"name": short(word)} | (
                {"full": short(word, FULL)} if short(word) != word else {}
            )
        return heading

    def _answer(self, content):
        """Pick the row that a typed text means, where the page did not know it."""
        text = str(content.get("typed", content.get("row"))).strip()
        row = self._table.find(text) if text else None
        if row not in (None, *self._ids):
            few = ", ".join(
                quoted(heading.get("name", heading["label"])) for heading in self.spec["rows"][:3]
            )
            raise LookupError(
                f"Row {row:,} is not on this map. It shows {self.spec['of']}: {few} and so on."
            )
        self.row = row
        return self.spec, self.step

    def __repr__(self):
        spec = self.spec
        return f"<{spec['title']}: moment {self.step + 1} of {spec['path']}, {spec['steps'][self.step]['name']}, {spec['of']}>"

    def to_html(self):
        """The rows at the shown moment as a plain table, for readers without a kernel."""
        spec, now = self.spec, self.spec["steps"][self.step]
        head = ["row", "x", "y", *(["written"] if spec["marked"] else []), "nearest rows"]
        x, y = now["x"].split(" "), now["y"].split(" ")
        body = []
        for at, row in enumerate(spec["rows"]):
            mark = (
                [{WRITTEN: "yes", SEEN: "no", NEVER: "never seen"}[now["marks"][at]]]
                if spec["marked"]
                else []
            )
            near = (spec["rows"][other] for other in self._near(at))
            body.append(
                [
                    named(row),
                    x[at],
                    y[at],
                    *mark,
                    ", ".join(row.get("name", row["label"]) for row in near),
                ]
            )
        picked = None if self.row is None else self._ids.index(self.row)
        return still(
            f"{spec['title']}: {spec['note']}",
            head,
            body,
            [],
            f"{self!r}"[1:-1] + ".",
            picked=picked,
        )


def _called(name):
    """What a moment is called: a number is a training step."""
    return f"step {int(name):,}" if isinstance(name, numbers.Integral) else short(str(name))


def _step(name, places, rows, marks):
    """A moment as it travels: numbers as one text, the nearest rows as a letter each."""
    x, y = (" ".join(map(str, axis)) for axis in places.T.tolist())
    near = " ".join("".join(chr(ord(FIRST) + at) for at in line) for line in nearest(rows))
    return {"name": name, "x": x, "y": y, "near": near} | marks


def _marks(written, moments):
    """For each moment the marks of the rows, a letter each; nothing without batches."""
    if written is None:
        return [{} for _ in moments]
    marks, seen = [], set()
    for since in written:
        seen |= since
        letters = (
            WRITTEN if at in since else SEEN if at in seen else NEVER
            for at in range(moments.shape[1])
        )
        marks.append({"marks": "".join(letters)})
    return marks
