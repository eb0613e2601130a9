"""The picture of words and their places in a vocabulary: checked and counted. draw.js draws it."""

from pathlib import Path

import numpy as np

from ...vocabulary import UNKNOWN, Vocabulary
from ...widget import still
from ..kit.inputs import words_of
from ..kit.picture import Drawing, Picture, counted
from ..kit.steps import MOST_IDS, Step, chips_of
from ..kit.wording import joined, listed, quoted, short

FIRST = 100  # places of which the page knows all, and beyond them
FURTHER = 200  # more, evenly far apart on a logarithmic axis


def word_places(vocabulary, words, *, read=None, step=0):
    """A picture of a vocabulary as a ribbon, on which each word of a text drops into its place.

    The ribbon begins with the most frequent word; its axis, the ids, and the height above it, how
    often a word occurs, are logarithmic. A word that is not in the vocabulary drops into place 0.

    Args:
        vocabulary: what `read_vocabulary` gives, or anything else with `words`, V of them with
            "<unk>" first and at least one more, and `counts`, V whole numbers that never rise from
            place 1 on.
        words: the words of a text, in order, at least one. The first 24 become steps.
        read: a function from a typed text to its words, such as `tokens`, or to `(words, ids)` as
            `select_rows` takes it, of which the words count. Without one a text is cut at its
            spaces. Whatever it raises is said below the picture, which stays as it is.
        step: the step shown first, from 0.

    Returns:
        A picture. Kernel and browser share `picture.step`; `picture.row` is the id of its word.
        What travels hardly depends on V: of the vocabulary the page knows some 300 places.

    Raises:
        TypeError: a vocabulary without words or counts; counts that are no whole numbers; words
            that are no list, no tuple and no array of str; a `read` that is no function.
        ValueError: no words; a vocabulary of "<unk>" alone, or of words that come twice; counts
            below 1 or that rise from place 1 on, or that are not one for each word.
        traitlets.TraitError: a step outside the picture.

    Example:
        >>> from lookup.vocabulary import Vocabulary
        >>> vocabulary = Vocabulary(("<unk>", "the", "cat"), (1, 9, 4))
        >>> word_places(vocabulary, ["the", "cat", "blorf"], step=1)
        <word places: word 2 of 3, “cat” has id 2 of 3>
    """
    return WordPlaces(vocabulary, words, read, step)


class WordPlaces(Picture):
    """Words and their places in a vocabulary; made by `word_places`."""

    _draws = Path(__file__).with_name("draw.js")

    def __init__(self, vocabulary, words, read, step):
        if not (read is None or callable(read)):
            raise TypeError(
                f"read must be a function from a text to its words, got {read!r:.60}."
            )
        self._vocabulary = _checked(vocabulary)
        self._once = sum(count == 1 for count in self._vocabulary.counts[1:])
        self._read = read or str.split
        super().__init__(self._drawing_of(words_of(words, "words")), step)

    @property
    def row(self):
        """The id of the word of the shown step."""
        return self._shown.row

    def _drawing_of(self, words):
        if not words:
            raise ValueError("words is empty: a picture needs at least one word.")
        vocabulary = self._vocabulary
        V, counts = len(vocabulary), vocabulary.counts
        steps = [self._step_of(word) for word in words[:MOST_IDS]]
        rows = sorted({step.row for step in steps})
        places = _places(V, {*rows, V - self._once})
        spec = {
            "title": "where words stand in the vocabulary",
            "name": f"vocabulary of {listed(V, 'word')} as a ribbon, "
            f"and the places of {listed(len(steps), 'word')}",
            "note": counted(len(steps), len(words), "", "word"),
            "V": V,
            "once": self._once,
            "places": {
                "rows": places,
                "counts": [counts[row] for row in places],
                "words": [short(vocabulary.words[row]) for row in places],
            },
            "rows": {
                str(row): {"label": f"{row:,}", "count": counts[row]} for row in rows
            },
            "chips": chips_of(steps, (len(words),)),
            "steps": [step.sent() for step in steps],
            "path": len(steps),
            "sentence": True,
            "asks": "Type a text",
        }
        return Drawing(steps, spec)

    def _step_of(self, word):
        known = word in self._vocabulary
        row = self._vocabulary[word]
        return Step(
            row, slot=short(word), word=short(word, 40), unknown=None if known else True
        )

    def _answer(self, content):
        made = self._read(content["typed"])
        if isinstance(made, tuple) and len(made) == 2 and not isinstance(made[0], str):
            made, _ = made  # as `select_rows` has it read
        words = words_of(made, "what read returns")
        if not words:
            raise ValueError(
                "There is no word in this text. The picture stays as it is."
            )
        return self._drawing_of(words), 0

    def __repr__(self):
        step = self._shown
        which = f"word {self.step + 1} of {self.spec['path']}"
        has = "is unknown, so it has" if step.unknown else "has"
        return f"<word places: {which}, “{step.word}” {has} id {step.row:,} of {self.spec['V']:,}>"

    def to_html(self):
        """The words with their ids as a plain table, for pages without a kernel.

        Below them stand the words at round places of the ribbon.
        """
        spec = self.spec
        body = [
            [f"{place} {step.word}", f"{step.row:,}", self._occurs(step)]
            for place, step in enumerate(self._drawing.steps, 1)
        ]
        tens = [
            10**power for power in range(len(str(spec["V"]))) if 10**power < spec["V"]
        ]
        words, counts = self._vocabulary.words, self._vocabulary.counts
        foot = [
            [f"on the ribbon: {short(words[row])}", f"{row:,}", _times(counts[row])]
            for row in tens
        ]
        caption = joined(
            f"{spec['title']}: {listed(spec['V'], 'word')}",
            "the most frequent first",
            f"{spec['once']:,} of them seen once" if spec["once"] else "",
            spec["note"],
        )
        head = ["word", "id", "occurs"]
        return still(
            caption, head, body, foot, f"{self!r}"[1:-1] + ".", picked=self.step
        )

    def _occurs(self, step):
        if step.unknown:
            return "not in the vocabulary"
        return (
            _times(self._vocabulary.counts[step.row])
            if step.row
            else "for unknown words"
        )


def _times(count):
    return "once" if count == 1 else f"{count:,} times"


def _places(V, rows):
    """The ids of which the page knows word and count: the first ones, round ones, and `rows`."""
    far = np.geomspace(1, V - 1, FURTHER).round().astype(int).tolist()
    tens = [10**power for power in range(len(str(V)))]
    known = {
        *range(FIRST),
        *far,
        *tens,
        *[2 * ten for ten in tens],
        *[5 * ten for ten in tens],
    }
    return sorted(row for row in known | rows if 0 < row < V)


def _checked(vocabulary):
    """The vocabulary, of well-formed words and plain counts, sorted by how often they occur."""
    words, counts = (getattr(vocabulary, name, None) for name in ("words", "counts"))
    if words is None or counts is None:
        raise TypeError(
            "vocabulary must have words and counts, as that of read_vocabulary() has, "
            f"got {type(vocabulary).__name__}."
        )
    words = words_of(words, "vocabulary.words")
    checked = Vocabulary(tuple(words), _whole_numbers(counts))
    if len(checked) < 2:
        raise ValueError(
            f"vocabulary must have a word beside {quoted(UNKNOWN)}, got none."
        )
    array = np.asarray(checked.counts[1:])
    rising = np.flatnonzero(np.diff(array) > 0)
    if rising.size:
        row = int(rising[0]) + 1
        raise ValueError(
            "vocabulary.counts must not rise from place 1 on, as the ribbon begins with the most "
            f"frequent word, got {checked.counts[row]:,} at {row:,} "
            f"and {checked.counts[row + 1]:,} at {row + 1:,}."
        )
    if array[-1] < 1:
        row = int(np.flatnonzero(array < 1)[0]) + 1
        raise ValueError(
            "vocabulary.counts must be at least 1 from place 1 on, "
            f"got {array[row - 1]} at {row:,}."
        )
    return checked


def _whole_numbers(counts):
    try:
        array = np.asarray(counts)
    except (TypeError, ValueError, RuntimeError):
        array = np.empty(0, object)
    if array.ndim != 1 or array.dtype.kind not in "iu":
        raise TypeError(
            f"vocabulary.counts must be a list of whole numbers, got {type(counts).__name__} "
            f"{counts!r:.60}."
        )
    return tuple(array.tolist())
