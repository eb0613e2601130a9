"""What pictures share: their steps, their spec, and the answer to what a learner types. browser/ draws them."""

import itertools

import traitlets

from ..widget import Widget
from .wording import listed, short

STEPS = 24  # ids that one picture steps through


class Picture(Widget):
    """Draws `spec`; a subclass brings `_esm`, `_answer` for what the page sends, `__repr__` and `to_html`.

    A spec holds `title`, `note`, `steps`, `path` (the steps that play), `asks` (what to type) and `sentence` (whether
    a text is typed), and whatever else its module of browser/ draws. It is made in Python and never changed, only replaced.
    """

    step = traitlets.Int(
        0, help="which step is shown; the one value that kernel and browser share"
    ).tag(sync=True)
    spec = traitlets.Dict(read_only=True, help="all that is drawn, made in Python").tag(sync=True)

    def __init__(self, spec, step):
        self.set_trait("spec", spec)  # before super: it then travels when the widget opens
        super().__init__(step=step)
        self.on_msg(self._on_typed)

    @traitlets.validate("step")
    def _in_range(self, proposal):
        last = len(self.spec["steps"]) - 1
        if not 0 <= proposal["value"] <= last:
            raise traitlets.TraitError(
                f"step must be from 0 to {last} for this picture, got {proposal['value']}."
            )
        return proposal["value"]

    def _on_typed(self, _, content, buffers):
        """Answer {"typed": a text} or {"row": a row clicked} with a new spec or step, or with why there is none."""
        refused = ""
        try:
            self._show(*self._answer(content))
        except (
            Exception
        ) as error:  # the learner's own `read` may raise anything; the picture stays as it was
            plain = isinstance(error, (LookupError, TypeError, ValueError)) and error.args
            refused = str(error.args[0]) if plain else repr(error)
        self.send({"refused": refused})

    def _show(self, spec, step):
        with self.hold_sync():
            self.set_trait("spec", spec)
            self.step = step


class RowPicture(Picture):
    """A picture whose steps each show a row of `_table`: a path along the ids, then any row that was asked for.

    A subclass brings `_name` and `_does`, what the picture is called and what a step does to its row; `_own(row)`, the
    step of a row beside the path; and `_drawn(steps, path, ids)`, the spec that draws these steps, the first `path` of
    them for the first of so many `ids`.
    """

    @property
    def row(self):
        """The row that the shown step is about."""
        return self.spec["steps"][self.step]["row"]

    def __repr__(self):
        spec, row = self.spec, self.spec["rows"][str(self.row)]["label"]
        what = (
            f"step {self.step + 1} of {spec['path']} {self._does}"
            if self.step < spec["path"]
            else "your row is"
        )
        return f"<{self._name}: {what} row {row} of {spec['V']:,}>"

    def _along(self, ids, shape, words):
        """The steps along the first of the ids, each with what stands beside its row: its place or its word."""
        table = self._table
        if words is not None and len(words) != len(ids):
            raise ValueError(
                f"words must hold one word for each of the {len(ids):,} ids, got {len(words):,}."
            )
        steps = [table.step(row) | {"slot": place} for row, place in zip(ids, places_of(shape))]
        for step, word in zip(steps, () if words is None else words):
            step |= {"word": short(word, 40), "slot": short(word)}
            if table.names is not None and table.names[step["row"]] != word:
                step["unknown"] = True
        return steps

    def _whole(self, steps):
        """The steps, and for a small table one for each row that has none: it is then shown without asking the kernel."""
        rows = range(self._table.V) if self._table.whole else ()
        shown = {step["row"] for step in steps}
        return steps + [self._own(row) for row in rows if row not in shown]

    def _lens(self, step):
        """The numbers of the rows that a step draws."""
        first = step.get("first", 0)
        return range(first, first + self._table.drawn)

    def _asks(self):
        return "Type a row number" + (" or a word" if self._table.names is not None else "")

    def _answer(self, content):
        return self._with(self._table.find(str(content.get("row", content.get("typed")))))

    def _with(self, row):
        """The spec and the step that show a row, beside the path where no step of it is about the row."""
        spec = self.spec
        rows = [step["row"] for step in spec["steps"]]
        if row in rows:
            return spec, rows.index(row)
        steps = [*spec["steps"][: spec["path"]], self._own(row)]
        return spec | self._drawn(steps, spec["path"], spec["ids"]), spec["path"]


def counted(path, ids, note):
    """A note that also says how many ids were left out."""
    return ", ".join(
        filter(None, [f"first {path} of {listed(ids, 'id')}" if ids > path else "", note])
    )


def named(row):
    """A drawn row as a heading: its number, and its word if it has one."""
    return " ".join(filter(None, [row["label"], row.get("full", row.get("name"))]))


def heading(row):
    """What a drawn row is called, without its numbers."""
    return {key: row[key] for key in ("label", "name", "full") if key in row}


def line_of(cells):
    """A row of numbers as one text, its marks and then its texts: half of what it takes as a list."""
    return " ".join([cells["marks"], *cells.get("texts", [])])


def places_of(shape):
    """The first places of an array of this shape in reading order: "0", "1" or "0, 0", "0, 1"."""
    places = itertools.product(*map(range, shape))
    return [", ".join(map(str, place)) for place in itertools.islice(places, STEPS)]
