"""Steps that each show a row of a table: along ids, and beside them any other row."""

import itertools
from dataclasses import dataclass, fields

from .inputs import words_of
from .wording import listed, short, width_of

MOST_IDS = 24  # that one picture steps through
NO_ID = "–"  # on the chip of a step that no id names; chips.js writes the same


@dataclass(frozen=True)
class Step:
    """A step that shows a row of the table; what it does not have is None."""

    row: int | None  # None where no id says what is shown
    first: int | None = (
        None  # the first row of the lens, where the table is not drawn whole
    )
    slot: str | None = None  # what stands beside its copy: a place or a word
    word: str | None = None
    unknown: bool | None = None  # True for a word that is not the name of its row

    def sent(self):
        """The step as it travels."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in values.items() if value is not None}


def step_at(table, row, **more):
    """The step that shows `row`: in a large table with the lens around it."""
    return Step(row, first=None if table.whole else table.lens(row).start, **more)


def steps_along(table, ids, shape, words, noun="id"):
    """The steps along the first ids, each with its place or its word beside its row.

    Raises ValueError for words of another number than the ids, TypeError as `words_of` does.
    """
    places = places_of(shape)
    if words is None:
        return [step_at(table, row, slot=place) for row, place in zip(ids, places)]
    words = words_of(words, "words")
    if len(words) != len(ids):
        raise ValueError(
            f"words must hold one word for each of the {listed(len(ids), noun)}, "
            f"got {len(words):,}."
        )
    # The shortest of the three ends the zip: there are places for MOST_IDS alone.
    return [_step_of_word(table, row, word) for row, word, _ in zip(ids, words, places)]


def _step_of_word(table, row, word):
    unknown = None not in (table.names, row) and table.names[row] != word
    return step_at(
        table, row, slot=short(word), word=short(word, 40), unknown=unknown or None
    )


def rows_beside(table, steps):
    """The rows of a small table that no step shows: a page without a kernel can show them, too."""
    shown = {step.row for step in steps}
    return [row for row in range(table.V) if row not in shown] if table.whole else []


def rows_drawn(table, steps):
    """The rows that these steps draw."""
    return {row for step in steps for row in table.lens(step.row)}


def find_row(drawing, row, draw_beside=None):
    """The drawing that shows a row, and its step.

    `draw_beside()` draws a row that no step shows, as the step after the path; where all rows are
    shown there is no need of it.
    """
    rows = [step.row for step in drawing.steps]
    if row in rows:
        return drawing, rows.index(row)
    return draw_beside(), drawing.spec["path"]


def row_text(name, does, spec, step, row):
    """What a picture of a row is called in words: `does` is what a step of its path does."""
    label = spec["rows"][str(row)]["label"]
    if step >= spec["path"]:
        return f"<{name}: your row is row {label} of {spec['V']:,}>"
    return f"<{name}: step {step + 1} of {spec['path']} {does} row {label} of {spec['V']:,}>"


def chips_of(steps, shape):
    """The ids of these steps as they are drawn: how wide, in which blocks, of which shape."""
    words = [step.word or "" for step in steps]
    labels = [NO_ID if step.row is None else f"{step.row:,}" for step in steps]
    return {
        "width": max(width_of(short(text)) for text in [*words, *labels]),
        "words": any(words),
        "block": shape[-1] if len(shape) > 1 else 0,
        "shape": f"ids {shape}",
    }


def places_of(shape):
    """The first places in an array of this shape, in reading order: "0", "1" or "0, 0", "0, 1"."""
    places = itertools.product(*map(range, shape))
    return [", ".join(map(str, place)) for place in itertools.islice(places, MOST_IDS)]
