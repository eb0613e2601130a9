"""The picture of one-hot times table: checked, chosen and put into words in Python; page/select_rows.js draws it."""

import itertools

from .picture import Picture, named
from .shown import listed, room, short
from .table import Table, ids_of
from .widget import module, still

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
        A picture. `picture.step` is the one value that kernel and browser share; setting it moves the picture.
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
    return SelectRows(Table(table, names), ids, words, read=read, predict=predict, step=step)


class SelectRows(Picture):
    """One-hot times table; made by `select_rows`."""

    _esm = module("draw", "controls", "play", "select_rows")

    def __init__(self, table, ids, words=None, *, read=None, predict=False, step=0):
        self._table, self._read, self._predict = table, read, bool(predict)
        super().__init__(self._spec(ids, words), step)

    @property
    def row(self):
        """The row that the shown step picks."""
        return self.spec["steps"][self.step]["row"]

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
        drawn = {row for s in steps for row in self._lens(s)}
        spec = self._table.spec(sorted(drawn), {step["row"] for step in steps})
        if ids > path:
            spec["note"] = ", ".join(filter(None, [f"first {path} of {listed(ids, 'id')}", spec["note"]]))
        return spec | {"steps": steps, "path": path, "ids": ids}

    def _lens(self, step):
        """The numbers of the rows that a step draws."""
        first = step.get("first", 0)
        return range(first, first + self._table.drawn)

    def _asks(self):
        if self._read:
            return "Type a text"
        return "Type a row number" + (" or a word" if self._table.names is not None else "")

    def _answer(self, content):
        if not self._read or "row" in content:
            return self._with(self._table.find(str(content.get("row", content.get("typed")))))
        words, ids = self._read(str(content["typed"]))
        if not len(words):
            raise ValueError("There is no word in this text. The picture stays as it is.")
        return self._spec(ids, words), 0

    def _with(self, row):
        """The spec and the step that show a row, beside the path where no step of it picks the row."""
        spec = self.spec
        rows = [step["row"] for step in spec["steps"]]
        if row in rows:
            return spec, rows.index(row)
        steps = [*spec["steps"][: spec["path"]], self._table.step(row) | {"slot": "your row"}]
        return spec | self._drawn(steps, spec["path"], spec["ids"]), spec["path"]

    def __repr__(self):
        spec, row = self.spec, self.spec["rows"][str(self.row)]["label"]
        what = f"step {self.step + 1} of {spec['path']} picks" if self.step < spec["path"] else "your row is"
        return f"<{spec['title']}: {what} row {row} of {spec['V']:,}>"

    def to_html(self):
        """The shown step as a plain table, and below it each output row: for readers without a kernel."""
        spec, now = self.spec, self.spec["steps"][self.step]
        head = ["row", "one-hot", *(f"column {c}" for c in spec["columns"])]
        drawn = [(r, spec["rows"][str(r)]) for r in self._lens(now)]
        drawn = [(r, row) for r, row in drawn if "texts" in row]
        body = [[named(row), str(int(r == now["row"])), *row["texts"]] for r, row in drawn]
        picked = [r for r, _ in drawn].index(now["row"])
        foot = []
        for step in spec["steps"][: spec["path"]]:
            row = spec["rows"][str(step["row"])]
            place = f"[{step['slot']}]" if step["slot"] else ""
            foot.append([f"out{place} = W[{row['label']}]", "", *row["texts"]])
        outside = [now[side] for side in ("above", "below") if side in now]
        caption = ", ".join(filter(None, [*spec["shapes"], spec["note"], *outside]))
        return still(f"{spec['title']}: {caption}", head, body, foot, f"{self!r}"[1:-1] + ".", picked=picked)


def _places(shape):
    """The places of an array of this shape in reading order: (0,), (1,) or (0, 0), (0, 1)."""
    return itertools.product(*map(range, shape))
