"""What pictures share: steps, spec, and the answer to what a learner types. The page draws them."""

import itertools
from dataclasses import dataclass, fields

import traitlets

from ...files import well_formed
from ...widget import Widget
from .inputs import words_of
from .table import Scale
from .wording import joined, listed, short, width_of

MOST_IDS = 24  # that one picture steps through
NAMED_IDS = 6  # that the name of a picture says
NO_ID = "–"  # on the chip of a step that no id names; chips.js writes the same
MOST_REFUSED = 300  # letters of a refusal


@dataclass(frozen=True)
class Drawing:
    """What a picture shows: its steps as Python knows them, and the spec in which they travel.

    `scale` is what the numbers in the spec are drawn against, where there are any.
    """

    steps: list
    spec: dict
    scale: Scale | None = None


@dataclass(frozen=True)
class Step:
    """A step that shows a row of the table; what it does not have is None."""

    row: int | None  # None where no id says what is shown
    first: int | None = None  # the first row of the lens, where the table is not drawn whole
    slot: str | None = None  # what stands beside its copy: a place or a word
    word: str | None = None
    unknown: bool | None = None  # True for a word that is not the name of its row

    def sent(self):
        """The step as it travels."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in values.items() if value is not None}


class Picture(Widget):
    """Shows a `Drawing`.

    A subclass brings `_draws`, `_answer` for what the page sends, `__repr__` and `to_html`. A spec
    holds `title`, `note`, `steps`, `path` (how many steps play), `asks` (what to type), `sentence`
    (whether a text is typed), and whatever else its draw.js draws. It is made in Python
    and never changed, only replaced.
    """

    step = traitlets.Int(0, help="which step is shown; kernel and browser share it").tag(sync=True)
    spec = traitlets.Dict(read_only=True, help="all that is drawn, made in Python").tag(sync=True)

    def __init__(self, drawing, step):
        self._set(drawing)  # before super: the spec then travels when the widget opens
        super().__init__(step=step)
        self.on_msg(self._on_typed)

    def _set(self, drawing):
        self._drawing = drawing
        self.set_trait("spec", drawing.spec)

    @property
    def _shown(self):
        """The shown step as Python knows it."""
        return self._drawing.steps[self.step]

    def _chips(self, along, shape):
        """The ids of these steps as they are drawn: how wide, in which blocks, of which shape."""
        words = [step.word or "" for step in along]
        labels = [NO_ID if step.row is None else f"{step.row:,}" for step in along]
        return {
            "width": max(width_of(short(text)) for text in [*words, *labels]),
            "words": any(words),
            "block": shape[-1] if len(shape) > 1 else 0,
            "shape": f"ids {shape}",
        }

    @traitlets.validate("step")
    def _in_range(self, proposal):
        last = len(self.spec["steps"]) - 1
        if not 0 <= proposal["value"] <= last:
            raise traitlets.TraitError(
                f"step must be from 0 to {last} for this picture, got {proposal['value']}."
            )
        return proposal["value"]

    def _on_typed(self, _, content, buffers):
        """Answer {"typed": a text} or {"row": a row clicked}: show another step, or refuse.

        `_answer` takes the message and returns (drawing, step). Whatever it raises becomes the
        refusal, and the picture stays as it was: the learner's own `read` may raise anything, call
        sys.exit(), or be stopped, and the page must not wait for good.
        """
        refused = ""
        try:
            drawing, step = self._answer(content)
            with self.hold_sync():
                self._set(drawing)
                self.step = step
        except BaseException as error:
            refused = refusal_of(error)
        self.send({"refused": refused})


class RowPicture(Picture):
    """A picture whose steps each show a row of `_table`: a path along ids, then any row asked for.

    A subclass brings `_name` and `_does`, what the picture is called and what a step does to its
    row; `_own(row)`, the step of a row beside the path; and `_draw(steps, fixed)`, the drawing of
    these steps: `fixed` is what its spec holds whatever the steps are, among it `path`, how many
    of them are along the ids, and `ids`, how many ids there are.
    """

    @property
    def row(self):
        """The row that the shown step is about."""
        return self._shown.row

    def __repr__(self):
        spec = self.spec
        label = spec["rows"][str(self.row)]["label"]
        what = "your row is"
        if self.step < spec["path"]:
            what = f"step {self.step + 1} of {spec['path']} {self._does}"
        return f"<{self._name}: {what} row {label} of {spec['V']:,}>"

    def _at(self, row, **more):
        """The step that shows `row`: in a large table with the lens around it."""
        table = self._table
        return Step(row, first=None if table.whole else table.lens(row).start, **more)

    def _along(self, ids, shape, words, noun="id"):
        """The steps along the first ids, each with its place or its word beside its row."""
        places = places_of(shape)
        if words is None:
            return [self._at(row, slot=place) for row, place in zip(ids, places)]
        words = words_of(words, "words")
        if len(words) != len(ids):
            raise ValueError(
                f"words must hold one word for each of the {listed(len(ids), noun)}, "
                f"got {len(words):,}."
            )
        return [self._at_word(row, word) for row, word, _ in zip(ids, words, places)]

    def _at_word(self, row, word):
        names = self._table.names
        unknown = None not in (names, row) and names[row] != word
        return self._at(row, slot=short(word), word=short(word, 40), unknown=unknown or None)

    def _whole(self, steps):
        """The steps, and for a small table one for each other row, shown without a kernel."""
        rows = range(self._table.V) if self._table.whole else ()
        shown = {step.row for step in steps}
        return steps + [self._own(row) for row in rows if row not in shown]

    def _lenses(self, steps):
        """The rows that these steps draw."""
        return {row for step in steps for row in self._table.lens(step.row)}

    def _asks(self):
        return self._table.asks

    def _answer(self, content):
        return self._with(self._table.find(str(content.get("row", content.get("typed")))))

    def _with(self, row):
        """The drawing and the step that show a row: beside the path if no step is about the row."""
        steps, path = self._drawing.steps, self.spec["path"]
        rows = [step.row for step in steps]
        if row in rows:
            return self._drawing, rows.index(row)
        return self._draw([*steps[:path], self._own(row)], self.spec), path


def refusal_of(error):
    """What an exception says, as a page can be sent it: short, without lone surrogates."""
    if isinstance(error, KeyboardInterrupt):
        return "Stopped before there was an answer. The picture stays as it is."
    try:
        said = well_formed(short(_said_by(error), MOST_REFUSED))
    except BaseException:  # one that raises when it is looked at
        said = ""
    return said if said.strip() else f"{type(error).__name__}, which does not say why."


def _said_by(error):
    """The sentence of an exception, or all of it where it has none, such as KeyError('cow')."""
    has_sentence = isinstance(error, LookupError | TypeError | ValueError)
    if has_sentence and not isinstance(error, KeyError) and len(error.args) == 1:
        return str(error.args[0])
    return repr(error)


def counted(path, ids, note, noun="id"):
    """A note that also says how many ids were left out."""
    return joined(f"first {path} of {listed(ids, noun)}" if ids > path else "", note)


def ids_text(ids):
    """The first ids in words, and how many there are beyond them."""
    said = joined(*(f"{row:,}" for row in ids[:NAMED_IDS]))
    more = len(ids) - NAMED_IDS
    return f"ids {said}" + (f" and {more:,} more" if more > 0 else "")


def named(row):
    """A drawn row as a heading: its number, and its word if it has one."""
    word = row.get("full", row.get("name"))
    return f"{row['label']} {word}" if word else row["label"]


def heading(row):
    """What a drawn row is called, without its numbers."""
    return {key: row[key] for key in ("label", "name", "full") if key in row}


def places_of(shape):
    """The first places in an array of this shape, in reading order: "0", "1" or "0, 0", "0, 1"."""
    places = itertools.product(*map(range, shape))
    return [", ".join(map(str, place)) for place in itertools.islice(places, MOST_IDS)]
