"""The picture of rows on the move: checked, mapped and put into words. draw.js draws it."""

import numbers
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import traitlets

from ...widget import still
from ..kit.number_text import cosine_text, hundredths
from ..kit.picture import Drawing, Picture, named
from ..kit.wording import axis_names, listed, quoted, short, short_and_full
from .snapshots import grouped, map_of, named_since, read_snapshots, shares_of

WIDTH, HEIGHT = 640, 300  # px within which the dots move
MOST_SAID = 24  # letters of a long word that are said
FIRST = "A"  # the letter of the first row drawn, where letters stand for rows
ONE = "#"  # the letter of a cosine of 1; the next one stands for 0.99
# Marks of a row: named since the snapshot before, named earlier, not named so far.
WRITTEN, SEEN, NEVER = "t", "s", "n"
IN_WORDS = {WRITTEN: "yes", SEEN: "no", NEVER: "never seen"}


def moving_rows(
    tables,
    ids=None,
    *,
    names=None,
    batches=None,
    steps=None,
    groups=None,
    hits=None,
    step=0,
):
    """A picture of rows while they are trained: a map on which words drift and gather.

    Args:
        tables: S moments, 2 to 24, of a (V, D) table: a sequence of tensors on any device, arrays
            or nested lists, or one (S, V, D) of them. Each becomes a step; of each only the rows
            drawn are read, once. Each needs memory of its own: `W.clone()`, not `W`.
        ids: which rows are drawn, 2 to 40 different row numbers, int64 or int32. All, if the table
            has at most 40.
        names: the word of each row of the table, V of them.
        batches: for each moment the ids of the batch, or a list of batches, since the moment
            before; for the first moment none. Rows named since then are marked, rows not named so
            far as never seen. An optimiser may move others, too.
        steps: what each moment is called, S training steps or words; 0 to S - 1 by default.
        groups: a shape for each family of rows: one name for each row drawn, in the order of ids,
            or {word: name}; at most 4 different names. The key names them.
        hits: S numbers from 0 to 1, a score of each moment, such as the share of pairs found: a
            curve below the map.
        step: the moment shown first, from 0.

    Returns:
        A picture. `picture.step` is the moment shown and `picture.row` the row picked, None for
        none; kernel and browser share both, and setting one moves the picture. The map is a PCA of
        the drawn rows at the last moment, in float64; its two axes and its scale are kept for all
        moments. Nearest rows are those among the drawn ones, found in all D columns.

    Raises:
        TypeError: a table without real numbers, or a sparse one; ids that are not int64 or int32;
            groups that are no texts; hits that are no numbers.
        ValueError: fewer than 2 or more than 24 moments; tables that are not 2-D or of different
            shapes, or that share their memory; numbers that are not finite in a row drawn; fewer
            than 2, more than 40 or repeated ids; names, batches, steps, groups or hits of another
            length; a batch for the first moment; more than 4 groups; hits outside 0 to 1.
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
    return MovingRows(tables, ids, names, batches, steps, groups, hits, step)


@dataclass(frozen=True)
class Snapshot:
    """The rows drawn, in the order of their ids, at one moment of the training."""

    name: str
    x: list[int]
    y: list[int]
    near: list[
        dict[int, float]
    ]  # for each row the places of those nearest to it, their cosines
    marks: str | None  # a letter for each row; None without batches

    def sent(self):
        """The snapshot as it travels: map_places.js reads it."""
        # Each row takes as many letters, so that the page can cut the text without a sign between
        # them.
        width = max(map(len, self.near))
        marks = {} if self.marks is None else {"marks": self.marks}
        return {
            "name": self.name,
            "x": "".join(map(_two_letters, self.x)),
            "y": "".join(map(_two_letters, self.y)),
            "near": "".join(_near_letters(near).ljust(2 * width) for near in self.near),
            **marks,
        }


class MovingRows(Picture):
    """Rows on the move; made by `moving_rows`."""

    _draws = Path(__file__).with_name("draw.js")

    row = traitlets.Int(
        None, allow_none=True, help="the row picked; None for none"
    ).tag(sync=True)

    def __init__(self, tables, ids, names, batches, steps, groups, hits, step):
        moments, self._ids, self._table = read_snapshots(tables, ids, names)
        count = len(tables)
        if steps is not None and len(steps) != count:
            raise ValueError(
                f"steps must name each of the {count} moments, got {len(steps):,}."
            )
        called = [_called(step) for step in (range(count) if steps is None else steps)]
        written = named_since(batches, self._ids, self._table.V, count)
        called_by = self._table.names
        words = (
            self._ids if called_by is None else [called_by[row] for row in self._ids]
        )
        families = grouped(groups, words)
        hits = shares_of(hits, count)
        drawing = draw(self._table, self._ids, moments, called, written, families, hits)
        super().__init__(drawing, step)

    @traitlets.validate("row")
    def _is_drawn(self, proposal):
        if proposal["value"] not in (None, *self._ids):
            raise traitlets.TraitError(
                f"row must be one of the rows drawn, or None, got {proposal['value']}."
            )
        return proposal["value"]

    @property
    def nearest(self):
        """The rows nearest to the picked one, the nearest first; None if no row is picked."""
        if self.row is None:
            return None
        return [self._ids[at] for at in self._shown.near[self._ids.index(self.row)]]

    def _answer(self, content):
        """Pick the row that a typed text means, where the page did not know it."""
        text = str(content.get("typed", content.get("row"))).strip()
        row = self._table.find(text) if text else None
        if row not in (None, *self._ids):
            few = ", ".join(quoted(_word(heading)) for heading in self.spec["rows"][:3])
            raise LookupError(
                f"Row {row:,} is not on this map. It shows {self.spec['of']}: {few} and so on."
            )
        self.row = row
        return self._drawing, self.step

    def __repr__(self):
        spec = self.spec
        moment = f"moment {self.step + 1} of {spec['path']}"
        return f"<{spec['title']}: {moment}, {self._shown.name}, {spec['of']}>"

    def to_html(self):
        """The rows at the shown moment as a plain table, for pages without a kernel.

        Unless a row is picked, it says who was near at first and who is at last.
        """
        spec, now = self.spec, self._shown
        near_at = {
            "nearest at first": self._drawing.steps[0],
            "at last": self._drawing.steps[-1],
        }
        if self.row is not None:
            near_at = {"nearest rows": now}
        head = ["row", "x", "y", *(["in a batch"] if spec["marked"] else []), *near_at]
        body = []
        for at, row in enumerate(spec["rows"]):
            written = [IN_WORDS[now.marks[at]]] if spec["marked"] else []
            near = [self._in_words(moment.near[at]) for moment in near_at.values()]
            body.append([named(row), str(now.x[at]), str(now.y[at]), *written, *near])
        picked = None if self.row is None else self._ids.index(self.row)
        caption = f"{spec['title']}: {spec['note']}"
        return still(caption, head, body, [], f"{self!r}"[1:-1] + ".", picked=picked)

    def _in_words(self, near):
        """The rows near to one, each with its cosine."""
        rows = self.spec["rows"]
        return ", ".join(
            f"{_word(rows[at])} {cosine_text(hundredths(cosine))}"
            for at, cosine in near.items()
        )


def draw(table, ids, moments, called, written, families, hits):
    """The drawing of `moving_rows`: of these ids at the moments, `called` so.

    table: a `Table`; the rest as the functions of snapshots.py give it.
    """
    places, near, shares = map_of(moments, WIDTH, HEIGHT)
    marks = [None] * len(called) if written is None else _marks(written, len(ids))
    snapshots = [
        Snapshot(name, *at.T.tolist(), *others)
        for name, at, *others in zip(called, places, near, marks)
    ]
    V, D = table.shape
    groups, group_of = families
    whole = f"{100 * sum(shares):.0f} % of its variance"
    spec = {
        "title": "rows on the move",
        "name": f"map of {len(ids)} of {listed(V, 'row')} at {len(snapshots)} moments",
        "note": f"PCA of these rows at the last moment, {whole} then; axes and scale stay",
        "axes": axis_names(shares),
        "of": f"{len(ids)} of {listed(V, 'row')}",
        "columns": listed(D, "column"),
        "map": [WIDTH, HEIGHT],
        "marked": written is not None,
        "groups": groups,
        "hits": hits,
        "rows": [
            _heading(table, row) | ({} if group_of is None else {"group": group_of[at]})
            for at, row in enumerate(ids)
        ],
        "steps": [snapshot.sent() for snapshot in snapshots],
        "path": len(snapshots),
        "sentence": False,
        "asks": "Type a row number" + (" or a word" if table.names is not None else ""),
    }
    return Drawing(snapshots, spec)


def _heading(table, row):
    """What a row is called: its number, and its word if it has one."""
    label = f"{row:,}"
    word = str(table.names[row]) if table.names is not None else ""
    heading = {"row": row, "label": label}
    return {**heading, **short_and_full(word, MOST_SAID)} if word else heading


def _two_letters(pixels):
    """A place of at most three digits in base 36."""
    return np.base_repr(pixels, 36).rjust(2, "0")


def _near_letters(near):
    """Of each row near to one a letter for its place and one for its cosine, 1 first."""
    letters = [(ord(FIRST) + at, ord(ONE) + 100 - hundredths(near[at])) for at in near]
    return "".join(chr(code) for pair in letters for code in pair)


def _called(name):
    """What a snapshot is called: a number is a training step."""
    return (
        f"step {int(name):,}"
        if isinstance(name, numbers.Integral)
        else short(str(name))
    )


def _word(heading):
    """The word of a row, its number if it has none."""
    return heading.get("name", heading["label"])


def _marks(written, count):
    """For each snapshot the marks of `count` rows, a letter each."""
    marks = []
    seen = set()
    for since in written:
        seen |= since
        marks.append("".join(_mark(at, since, seen) for at in range(count)))
    return marks


def _mark(at, since, seen):
    if at in since:
        return WRITTEN
    return SEEN if at in seen else NEVER
