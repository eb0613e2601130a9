"""The picture of one-hot times table: checked, chosen and put into words. browser/ draws it."""

import traitlets

from ..widget import still
from .inputs import ids_of, two_of, words_of
from .picture import Drawing, RowPicture, counted, ids_text, named
from .table import Table
from .wording import joined, width_of

TITLES = {"product": "one-hot × W", "lookup": "W[ids]"}


def select_rows(
    table, ids, *, words=None, names=None, read=None, predict=False, by="product", step=0
):
    """A picture of rows picked by ids: in step s row `ids[s]` of the table becomes an output row.

    Args:
        table: (V, D) numbers, V >= 1, D >= 1: a tensor on any device, an array or nested lists. A
            row is read once, when it is first drawn; later changes of that row do not show.
        ids: any shape, at least one: row numbers from 0 to V - 1, int64 or int32 as in
            `nn.Embedding`. The first 24 become steps, in reading order.
        words: what each id stands for in the learner's text, one for each id.
        names: the word of each row, V of them. A word that differs from its row's name is shown as
            unknown.
        read: a function from a typed text to `(words, ids)`; the learner may then type a text of
            their own. Whatever it raises is said below the picture, which stays as it is.
        predict: ask the learner for each row before it is shown.
        by: how the row is found, "product" (a one-hot times the table) or "lookup" (the id says
            which row is read). The learner may switch from one to the other.
        step: the step shown first, from 0.

    Returns:
        A picture. Kernel and browser share `picture.step` and `picture.by`; setting one moves the
        picture. `picture.row` is the row of the step. What travels depends on the steps and columns
        shown, never on V.
        Thousands of steps set from Python in a loop exceed Jupyter's IOPub limit, which drops the
        last ones, so that the page stays behind the kernel: pause between steps.

    Raises:
        TypeError: ids that are not int64 or int32; a table without real numbers, or one that is
            sparse, nested, masked, quantized or an np.matrix; words or names that are no list, no
            tuple and no array of str.
        ValueError: a table that is not 2-D or is empty; no ids; words or names of another length.
        IndexError: an id outside 0 to V - 1.
        traitlets.TraitError: a step outside the picture; `by` neither "product" nor "lookup".

    Example:
        >>> picture = select_rows([[0, 1], [10, 11], [20, 21]], [2, 0])
        >>> picture.step = 1
        >>> picture
        <one-hot × W: step 2 of 2 picks row 0 of 3>
    """
    return SelectRows(Table(table, names), ids, words, read=read, predict=predict, by=by, step=step)


class SelectRows(RowPicture):
    """One-hot times table; made by `select_rows`."""

    _draws = "select_rows"
    _does = "picks"

    by = traitlets.Enum(
        list(TITLES), "product", help="how the row is found: by a product, or by a lookup"
    ).tag(sync=True)

    def __init__(self, table, ids, words=None, *, read=None, predict=False, by="product", step=0):
        self._table = table
        self._read = read
        self._predict = bool(predict)
        super().__init__(self._drawing_of(ids, words), step)
        self.by = by

    @property
    def _name(self):
        return TITLES[self.by]

    def _drawing_of(self, ids, words):
        table = self._table
        ids, shape = ids_of(ids, table.V)
        along = self._along(ids, shape, words)
        steps = self._whole(along)
        beside = ["your row", *(step.slot for step in steps)]
        fixed = {
            "title": TITLES["product"],
            "name": f"rows of W {table.shape}, {ids_text(ids)}",
            "chips": self._chips(along, shape),
            "predict": self._predict,
            "sentence": self._read is not None,
            "asks": self._asks(),
            "word_width": 8 + max(map(width_of, beside)),
            "shapes": [
                f"one-hot {(table.V,)}",
                f"W {table.shape}",
                f"out {(*shape, table.D)}",
            ],
            "path": len(along),
            "ids": len(ids),
        }
        return self._draw(steps, fixed)

    def _own(self, row):
        return self._at(row, slot="your row")

    def _draw(self, steps, fixed):
        table = self._table
        rows = sorted(self._lenses(steps))
        scale = table.scale(rows)
        spec = table.spec(rows, scale, wordy={step.row for step in steps})
        own = {
            "note": counted(fixed["path"], fixed["ids"], spec["note"]),
            "steps": [step.sent() for step in steps],
        }
        return Drawing(steps, fixed | spec | own, scale)

    def _asks(self):
        return "Type a text" if self._read else super()._asks()

    def _answer(self, content):
        if not self._read or "row" in content:
            return super()._answer(content)
        words, ids = two_of(self._read(str(content["typed"])), "words and ids")
        if not words_of(words, "words"):
            raise ValueError("There is no word in this text. The picture stays as it is.")
        return self._drawing_of(ids, words), 0

    def to_html(self):
        """The shown step as a plain table, then each output row, for pages without a kernel."""
        spec = self.spec
        by_product = self.by == "product"
        one_hot = ["one-hot"] if by_product else []
        head = ["row", *one_hot, *(f"column {column}" for column in spec["columns"])]
        drawn = {row: spec["rows"][str(row)] for row in self._table.lens(self.row)}
        read = [row for row in drawn if "texts" in drawn[row]]
        body = []
        for row in read:
            entry = ["1" if row == self.row else "0"] if by_product else []
            body.append([named(drawn[row]), *entry, *drawn[row]["texts"]])
        foot = []
        for step in self._drawing.steps[: spec["path"]]:
            row = spec["rows"][str(step.row)]
            place = f"[{step.slot}]" if step.slot else ""
            foot.append([f"out{place} = W[{row['label']}]", *([""] * by_product), *row["texts"]])
        shapes = spec["shapes"] if by_product else spec["shapes"][1:]
        caption = joined(*shapes, spec["note"], *self._table.outside(self.row))
        sentence = f"{self!r}"[1:-1] + "."
        return still(
            f"{self._name}: {caption}", head, body, foot, sentence, picked=read.index(self.row)
        )
