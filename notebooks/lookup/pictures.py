"""The pictures. What they show is checked, chosen and put into words in Python; page/ draws it."""

import itertools

import traitlets

from .shown import listed, room, short
from .table import Table, ids_of
from .widget import Widget, module, still

STEPS = 24  # ids that one picture steps through


def select_rows(table, ids, *, words=None, names=None, read=None, predict=False, step=0):
    """A picture of one-hot times table: step s rings row `ids[s]` and a copy of it travels to the output.

    Args:
        table: (V, D) numbers, V >= 1, D >= 1: a tensor on any device, an array or nested lists. A row is read
            once, when it is first drawn; later changes of the table do not change what the picture shows.
        ids: any shape, at least one: row numbers from 0 to V - 1, int64 or int32 as in `nn.Embedding`.
            The first 24 become steps, in reading order.
        words: what each id stands for in the learner's text, one for each id.
        names: the word of each row, V of them. A word that differs from its row's name is shown as unknown.
        read: a function from a typed text to `(words, ids)`; the learner may then type a text of their own.
        predict: ask the learner for each row before it is shown.
        step: the step shown first, from 0.

    Returns:
        A `Picture`. `picture.step` is the one value that kernel and browser share; setting it moves the picture.
        `picture.row` is the row of the step. What travels depends on the steps and columns shown, never on V.

    Raises:
        TypeError: ids that are not int64 or int32; a table without real numbers, or a sparse one.
        ValueError: a table that is not 2-D or is empty; no ids; words or names of another length.
        IndexError: an id outside 0 to V - 1.
        traitlets.TraitError: a step outside the picture.

    Example:
        >>> picture = select_rows([[0, 1], [10, 11], [20, 21]], [2, 0])
        >>> picture.step = 1
        >>> picture
        <one-hot × W: step 2 of 2 picks row 0 of 3>
    """
    return Picture(Table(table, names), ids, words, read=read, predict=predict, step=step)


class Picture(Widget):
    """Draws `spec`; made by `select_rows`."""

    _esm = module("draw", "controls", "play", "select_rows")

    step = traitlets.Int(0, help="which step is shown; the one value that kernel and browser share").tag(sync=True)
    spec = traitlets.Dict(read_only=True, help="all that is drawn, made in Python").tag(sync=True)

    def __init__(self, table, ids, words=None, *, read=None, predict=False, step=0):
        self._table, self._read, self._predict = table, read, bool(predict)
        self.set_trait("spec", self._spec(ids, words))  # before super: it then travels when the widget opens
        super().__init__(step=step)
        self.on_msg(self._on_typed)

    @property
    def row(self):
        """The row that the shown step picks."""
        return self.spec["steps"][self.step]["row"]

    @traitlets.validate("step")
    def _in_range(self, proposal):
        last = len(self.spec["steps"]) - 1
        if not 0 <= proposal["value"] <= last:
            raise traitlets.TraitError(f"step must be from 0 to {last} for this picture, got {proposal['value']}.")
        return proposal["value"]

    def _spec(self, ids, words):
        table = self._table
        ids, shape = ids_of(ids, table.V)
        if words is not None and len(words) != len(ids):
            raise ValueError(f"words must hold one word for each of the {len(ids):,} ids, got {len(words):,}.")
        places = [", ".join(map(str, place)) for place in itertools.islice(_places(shape), STEPS)]
        steps = [table.step(row) | {"slot": place} for row, place in zip(ids, places)]
        for step, word in zip(steps, () if words is None else words):
            step |= {"word": short(word, 40), "slot": short(word)}
            if table.names is not None and table.names[step["row"]] != word:
                step["unknown"] = True
        path, picked = len(steps), {step["row"] for step in steps}
        if table.whole:  # any row of a small table can be clicked without asking the kernel
            steps += [table.step(row) | {"slot": "your row"} for row in range(table.V) if row not in picked]
        return self._drawn(steps, path, len(ids)) | {
            "title": "one-hot × W",
            "predict": self._predict,
            "sentence": self._read is not None,
            "asks": self._asks(),
            "word_width": 8 + max(room(word) for word in ["your row", *(step["slot"] for step in steps)]),
            "shapes": [
                f"one-hot {(table.V,)}",
                f"W {table.shape}",
                f"out {(*shape, table.D)}" + (", a row a step" if path > 1 else ""),
            ],
        }

    def _drawn(self, steps, path, ids):
        """What the page needs to draw these steps, the first `path` of them for the first of so many `ids`."""
        spec = self._table.spec(steps)
        if ids > path:
            spec["note"] = ", ".join(filter(None, [f"first {path} of {listed(ids, 'id')}", spec["note"]]))
        return spec | {"steps": steps, "path": path, "ids": ids}

    def _asks(self):
        if self._read:
            return "Type a text"
        return "Type a row number" + (" or a word" if self._table.names is not None else "")

    def _on_typed(self, _, content, buffers):
        """Answer {"typed": a text} or {"row": a row clicked} with a new spec, or with the reason why there is none."""
        refused = ""
        try:
            if self._read and "row" not in content:
                words, ids = self._read(str(content["typed"]))
                if not len(words):
                    raise ValueError("There is no word in this text. The picture stays as it is.")
                self._show(self._spec(ids, words), 0)
            else:
                self._show_row(self._table.find(str(content.get("row", content.get("typed")))))
        except Exception as error:  # the learner's own `read` may raise anything; the picture stays as it was
            plain = isinstance(error, (LookupError, TypeError, ValueError)) and error.args
            refused = str(error.args[0]) if plain else repr(error)
        self.send({"refused": refused})

    def _show_row(self, row):
        spec = self.spec
        rows = [step["row"] for step in spec["steps"]]
        if row in rows:
            return self._show(spec, rows.index(row))
        steps = [*spec["steps"][: spec["path"]], self._table.step(row) | {"slot": "your row"}]
        self._show(spec | self._drawn(steps, spec["path"], spec["ids"]), spec["path"])

    def _show(self, spec, step):
        with self.hold_sync():
            self.set_trait("spec", spec)
            self.step = step

    def __repr__(self):
        spec, row = self.spec, self.spec["rows"][str(self.row)]["label"]
        what = f"step {self.step + 1} of {spec['path']} picks" if self.step < spec["path"] else "your row is"
        return f"<{spec['title']}: {what} row {row} of {spec['V']:,}>"

    def to_html(self):
        """The shown step as a plain table, and below it each output row: for readers without a kernel."""
        spec, now = self.spec, self.spec["steps"][self.step]
        head = ["row", "one-hot", *(f"column {c}" for c in spec["columns"])]
        first = now.get("first", 0)
        drawn = [(r, spec["rows"][str(r)]) for r in range(first, first + spec["drawn"])]
        body = [[_named(row), str(int(r == now["row"])), *row["texts"]] for r, row in drawn if "texts" in row]
        foot = []
        for step in spec["steps"][: spec["path"]]:
            row = spec["rows"][str(step["row"])]
            place = f"[{step['slot']}]" if step["slot"] else ""
            foot.append([f"out{place} = W[{row['label']}]", "", *row["texts"]])
        outside = [now[side] for side in ("above", "below") if side in now]
        caption = ", ".join(filter(None, [*spec["shapes"], spec["note"], *outside]))
        return still(f"{spec['title']}: {caption}", head, body, foot, f"{self!r}"[1:-1] + ".")


def _places(shape):
    """The places of an array of this shape in reading order: (0,), (1,) or (0, 0), (0, 1)."""
    return itertools.product(*map(range, shape))


def _named(row):
    return " ".join(filter(None, [row["label"], row.get("full", row.get("name"))]))
