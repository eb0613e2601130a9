"""What `one_place` takes, checked: two tables, a text, the places in it."""

import math
from dataclasses import dataclass

import numpy as np

from ...whole import whole_number
from ..kit.inputs import as_floats, as_list, ids_of, two_dimensional, words_of
from ..kit.wording import short, short_and_full

MOST_PLACES = 12
MOST_AROUND = 54  # words around all places together
MOST_REACH = 5
MOST_DRAWN = 5
MOST_WINDOWS = 24  # places, and other words that can be clicked
MOST_SAID = 24  # letters of a long word that are said


class Tables:
    """Two tables of one shape, of which single rows are read, and the words of their rows."""

    def __init__(self, table, out, names):
        self._numbers = {
            "table": two_dimensional(table, "table"),
            "out": two_dimensional(out, "out"),
        }
        self.V, self.D = shape = tuple(self._numbers["table"].shape)
        if tuple(self._numbers["out"].shape) != shape:
            raise ValueError(
                f"out must have the shape of table, {shape}, "
                f"got shape {tuple(self._numbers['out'].shape)}."
            )
        self.has_names = names is not None
        self._names = words_of(names, "names") if self.has_names else None
        if self._names is not None and len(self._names) != self.V:
            raise ValueError(
                f"names must hold one word for each of the {self.V:,} rows, "
                f"got {len(self._names):,}."
            )

    def read(self, name, rows):
        """{row: its (D,) numbers in float64} of one of the tables."""
        numbers = self._numbers[name]
        as_list(numbers[0], name)  # refuses what cannot be read
        # as_floats may give the table's own memory, which goes on being trained.
        found = {row: as_floats(numbers[row]).copy() for row in rows}
        for row, values in found.items():
            if not np.isfinite(values).all():
                bad = values[~np.isfinite(values)][0]
                raise ValueError(
                    f"{name} must hold finite numbers, but row {row:,} holds {bad}."
                )
        return found

    def word(self, row):
        """The word of a row, "" without names."""
        return "" if self._names is None else self._names[row]

    def heading(self, row):
        """What a row is called: its number, and its word if it has one."""
        word = self.word(row)
        return {
            "label": f"{row:,}",
            **(short_and_full(word, MOST_SAID) if word else {}),
        }


@dataclass(frozen=True)
class Window:
    """A place of the text: its word, the words around it, and None where there is no word."""

    place: int
    row: int
    slots: list[int | None]  # reach to the left, the word itself, reach to the right
    word: str  # "" without names

    @property
    def around(self):
        middle = len(self.slots) // 2
        return [
            row for at, row in enumerate(self.slots) if row is not None and at != middle
        ]

    def sent(self):
        """The place as it travels."""
        word = {"word": self.word} if self.word else {}
        return {"row": self.row, "place": self.place, "slots": self.slots, **word}


def windows_of(ids, places, tables, *, reach, padding_idx):
    """The `Window` around each place of a text. Raises as `one_place` does."""
    text, shape = ids_of(ids, tables.V)
    if len(shape) != 1:
        raise ValueError(
            f"ids must have 1 dimension, the words of a text, got shape {shape}."
        )
    found, _ = ids_of(places, len(text), "places", "the text", "word")
    reach = _whole_number(reach, "reach", 1, MOST_REACH)
    most = min(MOST_PLACES, MOST_AROUND // (2 * reach))
    if len(found) > most:
        raise ValueError(
            f"places must hold at most {most} where reach is {reach}, got {len(found):,}."
        )
    padding = None
    if padding_idx is not None:
        padding = _whole_number(padding_idx, "padding_idx", 0, tables.V - 1)
    return [_window_of(text, place, reach, padding, tables.word) for place in found]


def windows_beside(windows, ids, tables, *, reach, padding_idx):
    """A `Window` around each other word that stands around one of these places, in text order.

    Words around which there is none are left out, and those beyond `MOST_WINDOWS`.
    """
    text, _ = ids_of(ids, tables.V)
    near = {
        window.place + k - reach
        for window in windows
        for k, row in enumerate(window.slots)
        if row is not None
    }
    others = sorted(near - {window.place for window in windows})
    found = (_around(text, place, reach, padding_idx, tables.word) for place in others)
    kept = [window for window in found if window.around]
    return kept[: MOST_WINDOWS - len(windows)]


def drawn_of(drawn, V):
    """The row numbers of the drawn words. Raises as `one_place` does."""
    found, _ = ids_of(drawn, V, "drawn")
    if len(found) > MOST_DRAWN:
        raise ValueError(f"drawn must hold at most {MOST_DRAWN}, got {len(found):,}.")
    return found


def rate_of(lr):
    """The learning rate as a float. Raises as `one_place` does."""
    try:
        rate = float(lr)
    except (TypeError, ValueError):
        raise TypeError(f"lr must be a number, got {lr!r:.60}.") from None
    if not 0 < rate < math.inf:
        raise ValueError(f"lr must be above 0 and finite, got {rate}.")
    return rate


def _whole_number(value, name, low, high):
    value = whole_number(value, name)
    if not low <= value <= high:
        raise ValueError(f"{name} must be from {low} to {high:,}, got {value:,}.")
    return value


def _around(text, place, reach, padding, word_of):
    """The `Window` around a place of the text, which may hold nothing."""
    slots = [
        text[at] if 0 <= at < len(text) and text[at] != padding else None
        for at in range(place - reach, place + reach + 1)
    ]
    return Window(place, text[place], slots, short(word_of(text[place]), 40))


def _window_of(text, place, reach, padding, word_of):
    """The `Window` around a place that can be turned to. Raises ValueError for one that cannot."""
    window = _around(text, place, reach, padding, word_of)
    if text[place] == padding:
        raise ValueError(
            f"places contains {place:,}, where the text holds padding, no word."
        )
    if not window.around:
        raise ValueError(
            f"places contains {place:,}, around which the text holds no word."
        )
    return window
