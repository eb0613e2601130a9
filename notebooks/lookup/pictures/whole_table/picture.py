"""The picture of a whole table: checked, packed and put into words. draw.js draws it.

The page holds every number, so that all that it shows and counts is reckoned there, with a kernel
or without.
"""

import json
from pathlib import Path

import numpy as np
import regex
import traitlets

from ...widget import Widget, still
from ..kit.inputs import two_dimensional, words_of
from ..kit.number_text import cosine_text, hundredths
from ..kit.picture import ids_text, one_of, row_below
from ..kit.wording import joined, listed, quoted, short
from .packing import nearest, packed, parts_of

# What the sentence does to its rows, and what a table of that counts; "sort" does it to the wall.
DOES = {
    "look up": ("looks up", "numbers read"),
    "multiply": ("multiplies the one-hots of", "numbers multiplied"),
    "learn": ("sends a gradient to", "numbers added"),
    "sparse=True": ("sends a sparse gradient to", "numbers kept"),
}
WAYS = (*DOES, "sort")
NEAR = 8  # rows that a sorted wall names
MOST_NUMBERS = 500_000  # a pixel each of some 910 by 550
MOST_COLUMNS = 512
MOST_BYTES = 670_000  # of the numbers and the words as they travel
MOST_WORDS = 10  # of a sentence
FIRST = 5  # words that are taken where no sentence is given
MOST_SAID = 60  # letters of a sentence in a repr
TOKEN = regex.compile(r"[\p{L}\p{M}\p{N}]+(?:'[\p{L}\p{M}\p{N}]+)*|\S")


def whole_table(table, words, sentence=None, *, acts=WAYS, by=None, row=None):
    """A picture of a whole table: every number is a pixel, and a sentence is looked up in it.

    Each word that is typed lights its row, a line of the wall, and a copy of the line flies into a
    drawer. The wall keeps its line. The same sentence can be multiplied, one-hot by one-hot: the
    wall becomes zero row by row, and the page compares what comes out with the rows looked up. It
    can be learned from: the wall is then the gradient of the sum of all numbers looked up, which
    adds 1 to each number of a row for each time that its word is read; and with sparse=True it is
    what torch keeps of that, a row for each word. A row that is dragged to the top sorts the wall.

    The page reckons all of this itself, so that it needs no kernel. It holds each number as one of
    91 levels of its row, from minus the row's largest size to plus it, as a letter each. A cosine
    in the page is one of these levels, and stands with "≈": for trained and for drawn rows of 32
    numbers or more it is less than 0.02 off the table's own. The state of a picture takes some
    620 kB for 7,630 rows of 64, and never more than 700 kB.

    Args:
        table: (V, D) numbers, at most 500,000 of them and 512 in a row: an `nn.Embedding`'s weight,
            a tensor on any device or an array. They are copied: later changes do not show.
        words: the V words by row; of equal ones the first is found.
        sentence: what stands in the field at first. Its words are those of `words`, as they are
            written or in small letters, else what is left when punctuation is taken off. A word
            without a row is named and left out; ten are shown. Without a sentence, the first five
            words of letters.
        acts: what can be done with the sentence, a list of some of "look up", "multiply", "learn",
            "sparse=True" and "sort"; a button for each, if there are several.
        by: what is done with it at first, one of the acts; None for the first of them.
        row: the row by which "sort" sorts; None for that of the last word.

    Returns:
        A picture. `picture.sentence`, `picture.by` and `picture.row` are shared by kernel and
        browser; `picture.ids` are the rows of the sentence.

    Raises:
        TypeError: a table without real numbers, or a sparse one; words that are no list of texts; a
            sentence that is no text; acts that are no list of texts.
        ValueError: a table that is not 2-D, has too many numbers or one that is not finite; words
            of another length, or too long to be sent; no act, another, or one twice.
        traitlets.TraitError: a `by` that is no act of this picture, a row that is not there, or one
            where nothing is sorted.

    Example:
        >>> table = [[0.5, -1.0], [2.0, 0.0], [1.0, 1.0]]
        >>> picture = whole_table(table, ["a", "red", "line"], "a red, red line")
        >>> picture
        <whole table: 3 rows of 2 numbers, “a red, red line” looks up ids 0, 1, 1, 2>
        >>> picture.ids
        [0, 1, 1, 2]
    """
    return WholeTable(table, words, sentence, acts, by, row)


class WholeTable(Widget):
    """A whole table and a sentence; made by `whole_table`."""

    _draws = Path(__file__).with_name("draw.js")
    _looks = Path(__file__).with_name("look.css")

    spec = traitlets.Dict(read_only=True, help="the table as the page holds it").tag(
        sync=True
    )
    sentence = traitlets.Unicode(help="the text in the field").tag(sync=True)
    by = traitlets.Unicode(help="what is done with the sentence").tag(sync=True)
    row = traitlets.Int(
        None, allow_none=True, help="the row by which the wall is sorted"
    ).tag(sync=True)

    def __init__(self, table, words, sentence, acts, by, row):
        acts = _some_ways(acts)
        rows = _finite(table)
        words = _one_for_each(words, len(rows))
        if sentence is None:
            sentence = " ".join([word for word in words if word.isalpha()][:FIRST])
        if not isinstance(sentence, str):
            raise TypeError(f"sentence must be a str, got {type(sentence).__name__}.")
        self._row_of = {word: row for row, word in reversed([*enumerate(words)])}
        self.set_trait("spec", _spec(rows, words, acts))
        first = acts[0] if by is None else by
        super().__init__(sentence=sentence, by=first, row=row)

    @traitlets.validate("by")
    def _is_a_way(self, proposal):
        return one_of(proposal, self.spec["acts"])

    @traitlets.validate("row")
    def _is_there(self, proposal):
        row = row_below(proposal, self.spec["V"])
        if row is not None and "sort" not in self.spec["acts"]:
            raise traitlets.TraitError(
                f"row needs the act 'sort', by which a wall is sorted, got {row:,}."
            )
        return row

    @property
    def ids(self):
        """The row of each word of the sentence that has one, as many as are shown."""
        found = map(self._row_of.get, tokens_of(self.sentence, self._row_of))
        return [row for row in found if row is not None][:MOST_WORDS]

    def __repr__(self):
        size = f"{listed(self.spec['V'], 'row')} of {listed(self.spec['D'], 'number')}"
        return f"<whole table: {joined(size, self._does())}>"

    def _does(self):
        """What is done with the sentence."""
        if self.by == "sort":
            top = self._top
            return "sorted by no row" if top is None else f"sorted by row {top:,}"
        said = quoted(short(self.sentence, MOST_SAID))
        said = said.replace("\u2068", "").replace("\u2069", "")
        verb, _ = DOES[self.by]
        return f"{said} {verb} {ids_text(self.ids) if self.ids else 'no row'}"

    @property
    def _top(self):
        """The row that a sorted wall is sorted by, None where there is none."""
        return self.row if self.row is not None else (self.ids or [None])[-1]

    def to_html(self):
        """What the page shows as a table, for pages without a kernel: the words of the sentence
        with their rows, or the rows nearest to the one at the top.
        """
        V, D = self.spec["V"], self.spec["D"]
        head = ["word", "row", "cosine" if self.by == "sort" else DOES[self.by][1]]
        body = [
            [self.spec["words"][row], f"{row:,}", said] for row, said in self._rows()
        ]
        foot = [["the whole table", f"{listed(V, 'row')} of {D} numbers", ""]]
        return still(self.spec["title"], head, body, foot, f"{self!r}"[1:-1] + ".")

    def _rows(self):
        """(row, what is said of it) of each row that is shown."""
        V, D = self.spec["V"], self.spec["D"]
        if self.by != "sort":
            count = V * D if self.by == "multiply" else D
            return [(row, f"{count:,}") for row in self.ids]
        if self._top is None:
            return []
        near = nearest(self.spec["numbers"], D, self._top, NEAR)
        return [
            (
                row,
                "itself"
                if row == self._top
                else f"≈ {cosine_text(hundredths(cosine))}",
            )
            for row, cosine in near
        ]


def tokens_of(text, known):
    """The words of a text: those between spaces that are known, else what punctuation parts.

    words.js does the same in the page.

    >>> tokens_of("A red, ##s line's", {"red", "a", "##s"})
    ['a', 'red', ',', '##s', "line's"]
    """
    found = []
    for part in text.split():
        spelled = [one for one in (part, part.lower()) if one in known]
        found += spelled[:1] or TOKEN.findall(part.lower())
    return found


def _finite(table):
    """The numbers as they are. Raises as `whole_table` does."""
    array = two_dimensional(table)
    V, D = array.shape
    if V * D > MOST_NUMBERS:
        raise ValueError(
            f"table may have {MOST_NUMBERS:,} numbers here, a pixel each, "
            f"got {V:,} rows of {D:,}."
        )
    if D > MOST_COLUMNS:
        raise ValueError(
            f"a row may have {MOST_COLUMNS} numbers here, as wide as a page, got {D:,}."
        )
    for some, part in parts_of(array):
        odd = np.argwhere(~np.isfinite(part))
        if len(odd):
            row, column = odd[0]
            raise ValueError(
                f"table must hold finite numbers, but row {some.start + row:,} holds "
                f"{part[row, column]} in column {column:,}."
            )
    return array


def _one_for_each(words, V):
    """The words. Raises as `whole_table` does."""
    words = words_of(words, "words")
    if len(words) != V:
        raise ValueError(
            f"words must hold one word for each of the {listed(V, 'row')}, "
            f"got {len(words):,}."
        )
    return words


def _some_ways(acts):
    """The acts as a list. Raises as `whole_table` does."""
    acts = words_of(acts, "acts")
    if not acts or len(set(acts)) < len(acts) or not set(acts) <= set(WAYS):
        raise ValueError(
            f"acts must be some of {joined(*map(repr, WAYS))}, each once, got {acts!r:.90}."
        )
    return acts


def _spec(rows, words, acts):
    """What the page needs: the numbers as letters, and the words."""
    V, D = rows.shape
    numbers, deep = packed(rows)
    takes = len(numbers) + len(json.dumps(words, ensure_ascii=False).encode())
    if takes > MOST_BYTES:
        raise ValueError(
            f"numbers and words may take {MOST_BYTES:,} bytes, got {takes:,}: "
            "pass fewer rows, or shorter words."
        )
    return {
        "title": f"a whole table, {listed(V, 'row')} of {listed(D, 'number')}",
        "V": V,
        "D": D,
        "numbers": numbers,
        "deep": deep,
        "words": words,
        "acts": acts,
        "most": MOST_WORDS,
    }
