"""The picture of one-hot times table: checked, chosen and put into words in Python; browser/select_rows.js draws it."""

from ..widget import module, still
from .picture import RowPicture, counted, named
from .table import Table, ids_of
from .wording import room


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


class SelectRows(RowPicture):
    """One-hot times table; made by `select_rows`."""

    _esm = module("select_rows")
    _name, _does = "one-hot × W", "picks"

    def __init__(self, table, ids, words=None, *, read=None, predict=False, step=0):
        self._table, self._read, self._predict = table, read, bool(predict)
        super().__init__(self._spec(ids, words), step)

    def _spec(self, ids, words):
        table = self._table
        ids, shape = ids_of(ids, table.V)
        steps = self._along(ids, shape, words)
        path, steps = len(steps), self._whole(steps)
        return self._drawn(steps, path, len(ids)) | {
            "title": self._name,
            "predict": self._predict,
            "sentence": self._read is not None,
            "asks": self._asks(),
            "word_width": 8
            + max(room(word) for word in ["your row", *(step["slot"] for step in steps)]),
            "shapes": [
                f"one-hot {(table.V,)}",
                f"W {table.shape}",
                f"out {(*shape, table.D)}" + (", a row a step" if path > 1 else ""),
            ],
        }

    def _own(self, row):
        return self._table.step(row) | {"slot": "your row"}

    def _drawn(self, steps, path, ids):
        drawn = {row for s in steps for row in self._lens(s)}
        spec = self._table.spec(sorted(drawn), {step["row"] for step in steps})
        return spec | {
            "note": counted(path, ids, spec["note"]),
            "steps": steps,
            "path": path,
            "ids": ids,
        }

    def _asks(self):
        return "Type a text" if self._read else super()._asks()

    def _answer(self, content):
        if not self._read or "row" in content:
            return super()._answer(content)
        words, ids = self._read(str(content["typed"]))
        if not len(words):
            raise ValueError("There is no word in this text. The picture stays as it is.")
        return self._spec(ids, words), 0

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
        caption = ", ".join(
            filter(None, [*spec["shapes"], spec["note"], *self._table.outside(now)])
        )
        return still(
            f"{spec['title']}: {caption}", head, body, foot, f"{self!r}"[1:-1] + ".", picked=picked
        )
