"""The picture of a word and its nearest rows: checked, mapped and put into words. draw.js draws."""

import base64
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import traitlets

from ...widget import still
from ..kit.inputs import number_of, words_of
from ..kit.number_text import cosine_text, hundredths
from ..kit.picture import Drawing, Picture
from ..kit.wording import axis_names, joined, listed, quoted, short
from .everyday import EVERYDAY
from .query import MOST_NAMED, RULE, Query, Words
from .rows import Map, Rows, map_of

NEAREST = 8
MOST_SHOWN = 240  # words of the map
MOST_ASKS = 5  # examples
FEWEST = 12  # words of every day, below which the map shows the table's first words
STEPS = 2**15 - 1  # of a cosine from 0 to 1, as it travels
ASKS = "red", "monday", "king - man + woman", "paris - france + germany"


def neighbours(table, words, shown=None, *, asks=None, step=0, small=False):
    """A picture of the rows nearest to that of a word, on a map of words of every day.

    A word that is typed flies from its row to its place on the map, and its eight nearest words
    light up with their cosines; those that the map does not show fly in, too. "king - man + woman"
    asks for the words nearest to the sum of rows. A click on a word of the map asks for it; after
    the button − or + it becomes the next word of a sum. A page without a kernel answers for the
    words of the map alone: its nearest words are the nearest of these.

    Args:
        table: (V, D) numbers: an `nn.Embedding`'s weight, a tensor on any device or an array. They
            are copied once, as float32, so that later changes do not show. A frozen parameter of
            float32 on the CPU, such as `read_real_table` gives, is read where it lies: once it has
            changed, the picture answers nothing more, and says so.
        words: the V words by row. Pieces ("##s"), marks ("[PAD]") and punctuation may be asked
            for, but are never a nearest word.
        shown: the words of the map, 2 to 240. Without them some 200 of every day that the table
            has, or, if it has few of these, its first 200 whole words.
        asks: 1 to 5 examples, each a word or "a - b + c", which become steps, so that a page
            without a kernel can play them. Without them up to four that the table has.
        step: the example shown first, from 0.
        small: whether the map is small and its axes go unnamed, so that on a slide its letters are
            large; it has room for some 40 words.

    Returns:
        A picture. `picture.step` is what is shown, which kernel and browser share;
        `picture.nearest` its nearest words with their cosines. All cosines are of rows less the
        mean of all rows, over all D columns; the words asked for are left out. The axes of the map
        are the two directions in which the shown rows differ most (by their SVD).

    Raises:
        TypeError: a table without real numbers, or a sparse one; words, shown or asks that are no
            lists of texts.
        ValueError: a table that is not 2-D or has a number that is not finite; words of another
            length; shown or asks that are too few or too many, that the table does not have, or
            that stand twice in shown.
        traitlets.TraitError: a step outside the picture.

    Example:
        >>> table = [[2, 1, 0], [2, 0, 1], [0, 2, 0], [0, 0, 2]]
        >>> picture = neighbours(table, ["king", "queen", "man", "woman"], asks=["king"])
        >>> picture
        <neighbours: example 1 of 1, “king” is row 0 of 4, the nearest is “queen” (0.38)>
        >>> [word for word, cosine in picture.nearest]
        ['queen', 'man', 'woman']
    """
    return Neighbours(table, words, shown, asks, step, small)


@dataclass(frozen=True)
class Base:
    """What stays of the picture, whatever is asked for: the rows drawn, the map, the spec."""

    drawn: list[int]
    plane: Map
    spec: dict


class Neighbours(Picture):
    """A word and its nearest rows; made by `neighbours`."""

    _draws = Path(__file__).with_name("draw.js")
    _looks = Path(__file__).with_name("look.css")

    between = traitlets.Dict(
        read_only=True, help="how the words of the map lie to one another"
    ).tag(sync=True)

    def __init__(self, table, words, shown, asks, step, small):
        self._rows = Rows(table)
        self._words = Words(words, self._rows.V)
        self._rows.open(self._words.whole)
        drawn = _drawn(self._words, shown)
        self._path = [self._asked(rows) for rows in _examples(self._words, asks, drawn)]
        self._base = base_of(self._rows, drawn, self._path, small)
        self.set_trait("between", between_of(self._rows, drawn))
        drawing = draw(self._rows, self._words, self._base, self._path)
        super().__init__(drawing, step)

    @property
    def row(self):
        """The row of the word asked for; None where a sum was."""
        rows = self._shown.rows
        return rows[0] if len(rows) == 1 else None

    @property
    def nearest(self):
        """The nearest words with their cosines, the nearest first."""
        return [(self._words.words[row], cosine) for row, cosine in self._shown.near]

    def _asked(self, rows):
        """What is nearest to a row, or to the sum of three."""
        found = self._rows.nearest(self._rows.point(rows), NEAREST, rows)
        return Query(self._words.name_of(rows), rows, *found)

    def _answer(self, content):
        """Show what a text asks for, or the word clicked: as an example, or beside them."""
        if "row" in content:
            rows = (number_of(str(content["row"]), "row", 0, self._rows.V - 1),)
        elif isinstance(content.get("typed"), str):
            rows = self._words.rows_of(content["typed"])
        else:
            raise LookupError(f"{RULE}.")
        for at, asked in enumerate(self._drawing.steps):
            if asked.rows == rows:
                return self._drawing, at
        steps = [*self._path, self._asked(rows)]
        drawing = draw(self._rows, self._words, self._base, steps)
        return drawing, len(self._path)

    @property
    def _tells(self):
        """The first example, of which the text beside the picture speaks."""
        return 0

    def __repr__(self):
        path, now = len(self._path), self._shown
        which = f"example {self.step + 1} of {path}" if self.step < path else "as typed"
        said = f"“{now.name}”"
        if self.row is not None:
            said += f" is row {self.row:,} of {self._rows.V:,}"
        near = "no word is near"
        if now.near:
            (row, cosine), *_ = now.near
            word = short(self._words.words[row], MOST_NAMED)
            near = f"the nearest is “{word}” ({cosine_text(hundredths(cosine))})"
        return f"<neighbours: {joined(which, said, near)}>"

    def to_html(self):
        """The examples with their nearest words as a plain table, for pages without a kernel."""
        body = [
            [
                self._heading(asked),
                self._in_words(asked.near),
                self._in_words(zip(asked.rows, asked.own))
                if asked.rows[1:]
                else "itself",
            ]
            for asked in self._drawing.steps
        ]
        caption = f"{self.spec['title']}: cosines of rows less their mean"
        head = ["asked", "nearest words", "left out"]
        return still(caption, head, body, [], f"{self!r}"[1:-1] + ".", picked=self.step)

    def _heading(self, asked):
        return f"{asked.rows[0]:,} {asked.name}" if not asked.rows[1:] else asked.name

    def _in_words(self, near):
        """Rows by their words, each with its cosine."""
        words = self._words.words
        return ", ".join(
            f"{short(words[row], MOST_NAMED)} {cosine_text(hundredths(cosine))}"
            for row, cosine in near
        )


def draw(rows, words, base, steps):
    """The drawing of `neighbours`: all that is drawn of these steps.

    rows: `Rows`; words: `Words`; base: what stays; steps: each a `Query`.
    """
    more = dict.fromkeys(row for asked in steps for row in _named(asked))
    shown = [*dict.fromkeys([*base.drawn, *more])]
    place = {row: k for k, row in enumerate(shown)}
    places, beyond = base.plane.places(rows.at(shown))
    sums, _ = base.plane.places(np.stack([rows.point(step.rows) for step in steps]))
    spec = base.spec | {
        "words": [short(words.words[row], MOST_NAMED) for row in shown],
        "rows": shown,
        "x": places[:, 0].tolist(),
        "y": places[:, 1].tolist(),
        "beyond": np.flatnonzero(beyond).tolist(),
        "steps": [
            {
                "name": asked.name,
                "terms": [place[row] for row in asked.rows],
                "own": [hundredths(cosine) for cosine in asked.own],
                "near": [place[row] for row, _ in asked.near],
                "cosines": [hundredths(cosine) for _, cosine in asked.near],
                "at": at.tolist(),
            }
            for asked, at in zip(steps, sums)
        ],
    }
    return Drawing(steps, spec)


def base_of(rows, drawn, path, small):
    """The `Base`: the map of the rows drawn, with room for the examples; what of the spec stays."""
    named = {row for asked in path for row in _named(asked)}
    points = [rows.point(asked.rows) for asked in path]
    others = np.vstack([rows.at(sorted(named)), *points])
    plane = map_of(rows.at(drawn), others)
    V, D = rows.V, rows.D
    part = f"{100 * sum(plane.shares):.0f} % of the variance of its words"
    spec = {
        "title": "the neighbours of a word",
        "name": f"map of {listed(len(drawn), 'word')} and the neighbours of a word",
        "note": f"the map shows {part}; a cosine takes {_all(D)}",
        "axes": axis_names(plane.shares),
        "V": V,
        "whole": rows.whole,
        "drawn": len(drawn),
        "path": len(path),
        "sentence": False,
        "asks": "A word, or a − b + c",
    }
    if small:
        spec |= {"small": True, "axes": []}
    return Base(drawn, plane, spec)


def between_of(rows, drawn):
    """What a page without a kernel reckons with, of the words of the map.

    `lengths` of their rows, `cosines` of each with those before it as base64 of int16, in
    steps of 1 / 32,767, and `aside`, the places of those that are never a nearest word.
    """
    lengths, cosines = rows.between(drawn)
    # Two bytes each, the low one first, as every browser reads them.
    steps = np.rint(STEPS * cosines).astype("<i2")
    return {
        "lengths": [float(f"{length:.6g}") for length in lengths],
        "cosines": base64.b64encode(steps.tobytes()).decode(),
        "aside": [k for k, row in enumerate(drawn) if not rows.is_open(row)],
    }


def _all(columns):
    return "the one column" if columns == 1 else f"all {columns:,} columns"


def _named(asked):
    """The rows that a step draws."""
    return [*asked.rows, *(row for row, _ in asked.near)]


def _drawn(words, shown):
    """The rows of the map. Raises TypeError and ValueError as `neighbours` does."""
    if shown is None:
        drawn = [words.row_of(word) for word in EVERYDAY if word in words]
        if len(drawn) >= FEWEST:
            return drawn
        whole = [row for row, is_whole in enumerate(words.whole) if is_whole]
        return whole[: len(EVERYDAY)] or list(
            range(min(len(words.words), len(EVERYDAY)))
        )
    shown = words_of(shown, "shown")
    if not 2 <= len(shown) <= MOST_SHOWN:
        raise ValueError(
            f"shown must hold 2 to {MOST_SHOWN} words, got {len(shown):,}."
        )
    for at, word in enumerate(shown):
        if word not in words:
            rule = "shown must hold words of the table"
            raise ValueError(f"{rule}, got {quoted(short(word, MOST_NAMED))}.")
        if word in shown[:at]:
            rule = "shown must hold each word once"
            raise ValueError(f"{rule}, got {quoted(short(word, MOST_NAMED))} twice.")
    return [words.row_of(word) for word in shown]


def _examples(words, asks, drawn):
    """The rows of each example. Raises TypeError and ValueError as `neighbours` does."""
    if asks is None:
        return [*filter(None, (_rows_in(words, text) for text in ASKS))] or [
            (drawn[0],)
        ]
    asks = words_of(asks, "asks")
    if not 1 <= len(asks) <= MOST_ASKS:
        raise ValueError(
            f"asks must hold 1 to {MOST_ASKS} examples, got {len(asks):,}."
        )
    return [_rows_in(words, text, "asks") for text in asks]


def _rows_in(words, text, name=None):
    """The rows that a text asks for; None, or with a name ValueError, if the table lacks one."""
    try:
        return words.rows_of(text)
    except LookupError as error:
        if name is None:
            return None
        raise ValueError(f"{name} must hold words of the table: {error}") from None
