"""What pictures share: steps, spec, and the answer to what a learner types. The page draws them."""

from contextlib import contextmanager
from dataclasses import dataclass

import traitlets

from ...files import well_formed
from ...widget import Widget
from .table import Scale
from .wording import joined, listed, short

NAMED_IDS = 6  # that the name of a picture says
MOST_REFUSED = 300  # letters of a refusal


@dataclass(frozen=True)
class Drawing:
    """What a picture shows: its steps as Python knows them, and the spec in which they travel.

    `scale` is what the numbers in the spec are drawn against, where there are any.
    """

    steps: list
    spec: dict
    scale: Scale | None = None


class Picture(Widget):
    """Shows a `Drawing`.

    A subclass brings `_draws`, `_answer` for what the page sends, `__repr__` and `to_html`. A spec
    holds `title`, `note`, `steps`, `path` (how many steps play), `asks` (what to type), `sentence`
    (whether a text is typed), and whatever else its draw.js draws. It is made in Python
    and never changed, only replaced.
    """

    step = traitlets.Int(
        0, help="which step is shown; kernel and browser share it"
    ).tag(sync=True)
    spec = traitlets.Dict(read_only=True, help="all that is drawn, made in Python").tag(
        sync=True
    )

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

    @property
    def _tells(self):
        """The step that tells most, of which the still is while none was chosen: the last one."""
        return self.spec["path"] - 1

    def _stored(self):
        step = self.step or self._tells
        with self._as_of(step):
            html = self.to_html()
        return {"text/plain": repr(self), "text/html": html}, {
            "text/html": {"step": step}
        }

    @contextmanager
    def _as_of(self, step):
        """Be at another step inside. No page and no observer hears of it."""
        values, shown = self._trait_values, self.step
        values["step"] = step
        try:
            yield
        finally:
            values["step"] = shown

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
            # In one message: else the page would draw the new spec at the old step in between.
            with self.hold_sync():
                self._set(drawing)
                self.step = step
        except BaseException as error:
            refused = refusal_of(error)
        self.send({"refused": refused})


def one_of(proposal, names):
    """The name that traitlets proposes for `by`. Raises TraitError unless it is one of these."""
    if proposal["value"] not in names:
        said = ", ".join(map(repr, names))
        raise traitlets.TraitError(
            f"by must be one of {said}, got {proposal['value']!r:.60}."
        )
    return proposal["value"]


def row_below(proposal, count, kind=""):
    """The row that traitlets proposes, or None for none. Raises TraitError from `count` on.

    kind: what such a row is, as in "a page ".
    """
    row = proposal["value"]
    if row is not None and not 0 <= row < count:
        raise traitlets.TraitError(
            f"row must be {kind}from 0 to {count - 1:,}, or None, got {row:,}."
        )
    return row


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
