"""What a learner asks of a table of words: a word, or three of them as a − b + c."""

import re
from dataclasses import dataclass
from itertools import compress

import numpy as np

from ..kit.inputs import words_of
from ..kit.number_text import MINUS
from ..kit.wording import listed, near_word, quoted, short
from .rows import is_whole_word, pieces_of

SIGN = re.compile("\\s*([-+\u2212\u2013])\\s*")
MOST_SAID = 40  # letters of a word that is typed, in a refusal
MOST_NAMED = 20  # letters of a word that the picture names
MOST_PIECES = 12  # of a word that are said
MOST_LETTERS = 100  # of a word that is taken into pieces
RULE = "Type a word, or three of them as king \u2212 man + woman"


@dataclass(frozen=True)
class Query:
    """The rows asked for, one or three, and the rows nearest to theirs: [(row, cosine)].

    `own`: the cosines of the rows asked for, which are left out.
    """

    name: str
    rows: tuple[int, ...]
    near: list[tuple[int, float]]
    own: list[float]


class Words:
    """The words of a table by row. Raises TypeError and ValueError as `neighbours` does.

    A word is sought in the list itself, in less than 1 ms, as a dict of a large vocabulary would
    take 2 MB for as long as there is a picture.
    """

    def __init__(self, words, V):
        self.words = words_of(words, "words")
        if len(self.words) != V:
            raise ValueError(
                f"words must hold one word for each of the {listed(V, 'row')}, "
                f"got {len(self.words):,}."
            )
        self.whole = np.fromiter(map(is_whole_word, self.words), bool, V)

    def __contains__(self, word):
        return word in self.words

    def rows_of(self, text):
        """The rows that a text asks for: that of a word, or those of a, b and c in a − b + c.

        Raises LookupError if the table has none of it.
        """
        text = text.strip()
        # A word of the table may hold a hyphen itself.
        if not SIGN.search(text) or text in self.words:
            return (self.row_of(text),)
        # The signs are captured, so they stand between the terms.
        first, *others = SIGN.split(text)
        signs, terms = (
            ["+" if sign == "+" else "-" for sign in others[::2]],
            others[1::2],
        )
        if not all([first, *terms]) or sorted(signs) != ["+", "-"]:
            raise LookupError(f"{RULE}; got {quoted(short(text, MOST_SAID))}.")
        less, more = terms if signs[0] == "-" else reversed(terms)
        return tuple(self.row_of(word) for word in (first, less, more))

    def row_of(self, word):
        """The row of a word, if need be in lower case. Raises LookupError if there is none."""
        for spelled in (word, word.lower()):
            if spelled in self.words:
                return self.words.index(spelled)
        raise LookupError(self._lacking(word))

    def _lacking(self, word):
        """A sentence on a word that has no row."""
        if not word:
            return f"{RULE}."
        low = word.lower()
        pieces = pieces_of(low, set(self.words)) if len(low) <= MOST_LETTERS else []
        said = f"{quoted(short(word, MOST_SAID))} has no row of its own"
        if 1 < len(pieces) <= MOST_PIECES:
            said += f": it is made of the pieces {' '.join(pieces)}"
        near = near_word(low, compress(self.words, self.whole))
        return (
            f"{said}; near to it in spelling is {quoted(near)}." if near else f"{said}."
        )

    def name_of(self, rows):
        """What was asked for, as it is written above the map."""
        first, *others = (short(self.words[row], MOST_NAMED) for row in rows)
        return first if not others else f"{first} {MINUS} {others[0]} + {others[1]}"
