"""What every picture shares: its steps, its spec, and the answer to what a learner types. page/ draws it."""

import traitlets

from .widget import Widget


class Picture(Widget):
    """Draws `spec`; a subclass brings `_esm`, `_answer` for what the page sends, `__repr__` and `to_html`.

    A spec holds `title`, `note`, `steps`, `path` (the steps that play), `asks` (what to type) and `sentence` (whether
    a text is typed), and whatever else its module of page/ draws. It is made in Python and never changed, only replaced.
    """

    step = traitlets.Int(0, help="which step is shown; the one value that kernel and browser share").tag(sync=True)
    spec = traitlets.Dict(read_only=True, help="all that is drawn, made in Python").tag(sync=True)

    def __init__(self, spec, step):
        self.set_trait("spec", spec)  # before super: it then travels when the widget opens
        super().__init__(step=step)
        self.on_msg(self._on_typed)

    @traitlets.validate("step")
    def _in_range(self, proposal):
        last = len(self.spec["steps"]) - 1
        if not 0 <= proposal["value"] <= last:
            raise traitlets.TraitError(f"step must be from 0 to {last} for this picture, got {proposal['value']}.")
        return proposal["value"]

    def _on_typed(self, _, content, buffers):
        """Answer {"typed": a text} or {"row": a row clicked} with a new spec or step, or with why there is none."""
        refused = ""
        try:
            self._show(*self._answer(content))
        except Exception as error:  # the learner's own `read` may raise anything; the picture stays as it was
            plain = isinstance(error, (LookupError, TypeError, ValueError)) and error.args
            refused = str(error.args[0]) if plain else repr(error)
        self.send({"refused": refused})

    def _show(self, spec, step):
        with self.hold_sync():
            self.set_trait("spec", spec)
            self.step = step


def named(row):
    """A drawn row as a heading: its number, and its word if it has one."""
    return " ".join(filter(None, [row["label"], row.get("full", row.get("name"))]))
