"""The picture of one-hot times table: multiplied, chosen and put into words. draw.js draws it."""

from pathlib import Path

import traitlets

from ...widget import still
from ..kit.inputs import ids_of, two_of, words_of
from ..kit.number_text import number_text
from ..kit.picture import Drawing, Picture, counted, ids_text, named
from ..kit.steps import (
    chips_of,
    row_text,
    rows_drawn,
    step_at,
    steps_along,
)
from ..kit.table import Table, cells
from ..kit.wording import joined, width_of

TITLES = {"product": "one-hot × W", "lookup": "W[ids]"}
NAMED_COLUMNS = 3  # that a sentence names
MOST_BESIDE = 48  # rows beside the path of a table that is not drawn whole


def select_rows(
    table,
    ids,
    *,
    words=None,
    names=None,
    read=None,
    predict=False,
    by="product",
    step=0,
):
    """A picture of rows picked by ids: in step s row `ids[s]` of the table becomes an output row.

    Args:
        table: (V, D) numbers, V >= 1, D >= 1: a tensor on any device, an array or nested lists. A
            row is read once, when it is first drawn; later changes of that row do not show. A
            product meets all rows: the first time one is shown, the columns drawn of a table that
            is not drawn whole are read once, in blocks, for numbers that are infinite or nan.
        ids: any shape, at least one: row numbers from 0 to V - 1, int64 or int32 as in
            `nn.Embedding`. The first 24 become steps, in reading order.
        words: what each id stands for in the learner's text, one for each id.
        names: the word of each row, V of them. A word that differs from its row's name is shown as
            unknown.
        read: a function from a typed text to `(words, ids)`; the learner may then type a text of
            their own. Whatever it raises is said below the picture, which stays as it is.
        predict: ask the learner for each row before it is shown.
        by: how the row is found, "product" (a one-hot times the table) or "lookup" (the id says
            which row is read). The learner may switch from one to the other. The product is that of
            IEEE floats: 0 × ∞ is nan, and so is the sum of its column, whatever else is in it.
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
        >>> import torch
        >>> W = 10.0 * torch.arange(6)[:, None] + torch.arange(4)
        >>> select_rows(W, torch.tensor([4, 5, 1]))
        <one-hot × W: step 1 of 3 picks row 4 of 6>
        >>> W_inf = W.clone()
        >>> W_inf[5, 2] = torch.inf
        >>> picture = select_rows(W_inf, torch.tensor([4, 5, 1]))
        >>> picture  # doctest: +NORMALIZE_WHITESPACE
        <one-hot × W: step 1 of 3 picks row 4 of 6, but column 2 is nan,
         because 0 × ∞ in row 5 is nan>
        >>> picture.by = "lookup"
        >>> picture
        <W[ids]: step 1 of 3 picks row 4 of 6>
    """
    return SelectRows(
        Table(table, names), ids, words, read=read, predict=predict, by=by, step=step
    )


class SelectRows(Picture):
    """One-hot times table; made by `select_rows`."""

    _draws = Path(__file__).with_name("draw.js")

    by = traitlets.Enum(
        list(TITLES),
        "product",
        help="how the row is found: by a product, or by a lookup",
    ).tag(sync=True)

    def __init__(
        self, table, ids, words=None, *, read=None, predict=False, by="product", step=0
    ):
        self.by = by  # refused before anything is drawn
        self._table = table
        self._read = read
        drawing = draw(
            table, ids, words, by=by, reads=read is not None, predict=bool(predict)
        )
        super().__init__(drawing, step)
        self.observe(self._on_by, "by")

    @property
    def row(self):
        """The row that the shown step is about."""
        return self._shown.row

    def _on_by(self, change):
        drawing = self._drawing
        self._set(drawing_of(self._table, drawing.steps, drawing.spec, change.new))

    def _answer(self, content):
        if self._read and "row" not in content:
            return self._read_text(str(content["typed"])), 0
        row = self._table.find(str(content.get("row", content.get("typed"))))
        beside = [step.row for step in self._drawing.steps[self.spec["path"] :]]
        if row not in beside:
            drawing = self._with_row(row)
            return drawing, len(drawing.steps) - 1
        return self._drawing, self.spec["path"] + beside.index(row)

    def _read_text(self, text):
        """The drawing of the words and ids that the learner's `read` makes of a text."""
        words, ids = two_of(self._read(text), "words and ids")
        if not words_of(words, "words"):
            raise ValueError(
                "There is no word in this text. The picture stays as it is."
            )
        predict = self.spec["predict"]
        return draw(self._table, ids, words, by=self.by, reads=True, predict=predict)

    def _with_row(self, row):
        """The drawing with one row more beside the path; of many there the oldest goes."""
        path = self.spec["path"]
        along, beside = self._drawing.steps[:path], self._drawing.steps[path:]
        steps = [*along, *beside[1 - MOST_BESIDE :], your_step(self._table, row)]
        return drawing_of(self._table, steps, self.spec, self.by)

    def _spoilers(self, row):
        return spoilers_of(self._table, row, self.by)

    def __repr__(self):
        said = row_text(TITLES[self.by], "picks", self.spec, self.step, self.row)
        spoilers = self._spoilers(self.row)
        return (
            f"{said[:-1]}, but {why_nan(spoilers, self._table)}>" if spoilers else said
        )

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
            spoilers = self._spoilers(step.row)
            made = cells(
                product_of(self._table.read(step.row), spoilers), self._drawing.scale
            )
            sign = "≠" if spoilers else "="
            foot.append(
                [
                    f"out{place} {sign} W[{row['label']}]",
                    *([""] * by_product),
                    *made.texts,
                ]
            )
        shapes = spec["shapes"] if by_product else spec["shapes"][1:]
        caption = joined(*shapes, spec["note"], *self._table.outside(self.row))
        sentence = f"{self!r}"[1:-1] + "."
        return still(
            f"{TITLES[self.by]}: {caption}",
            head,
            body,
            foot,
            sentence,
            picked=read.index(self.row),
        )


def draw(table, ids, words, *, by, reads, predict):
    """The drawing of `select_rows`.

    table: a `Table`; ids, words, by, predict: as `select_rows` takes them; reads: whether the
    learner may type a text. Raises what `select_rows` raises of ids and words.
    """
    ids, shape = ids_of(ids, table.V)
    along = steps_along(table, ids, shape, words)
    beside = [your_step(table, row) for row in rows_beside(table, along)]
    slots = ["your row", *(step.slot for step in along)]
    fixed = {
        "title": TITLES["product"],
        "name": f"rows of W {table.shape}, {ids_text(ids)}",
        "chips": chips_of(along, shape),
        "predict": predict,
        "sentence": reads,
        "asks": "Type a text" if reads else table.asks,
        "word_width": 8 + max(map(width_of, slots)),
        "shapes": [
            f"one-hot {(table.V,)}",
            f"W {table.shape}",
            f"out {(*shape, table.D)}",
        ],
        "path": len(along),
        "ids": len(ids),
    }
    return drawing_of(table, [*along, *beside], fixed, by)


def your_step(table, row):
    """The step of a row that the learner asks for."""
    return step_at(table, row, slot="your row")


def rows_beside(table, along):
    """The rows that a page without a kernel can add: of a small table all, of another its steps'.

    One that is on the path comes once more, for what it has given there stays.
    """
    return range(table.V) if table.whole else sorted({step.row for step in along})


def drawing_of(table, steps, fixed, by):
    """The drawing of these steps; `fixed` is what the spec holds whatever they are."""
    rows = sorted(rows_drawn(table, steps))
    scale = table.scale(rows)
    spec = table.spec(rows, scale, wordy={step.row for step in steps})
    own = {
        "note": counted(fixed["path"], fixed["ids"], spec["note"]),
        "steps": [step.sent() for step in steps],
        "spoilt": spoilt_products(table, steps, by),
    }
    return Drawing(steps, fixed | spec | own, scale)


def spoilers_of(table, row, by):
    """What makes columns of the output nan that are not nan in the row: of a lookup nothing."""
    return table.spoilers(row, all_rows=True) if by == "product" else {}


def spoilt_products(table, steps, by):
    """The products that are not their rows, as they travel, each with the steps that make it.

    While steps are done by lookup, there is no need to read all rows for them.
    """
    made = {}
    for number, step in enumerate(steps):
        spoilers = table.spoilers(step.row, all_rows=by == "product")
        if spoilers:
            said = spoilt_marks(spoilers, table, step.row), why_nan(spoilers, table)
            made.setdefault(said, []).append(number)
    return [
        {"sum": marks, "why": why, "steps": made[marks, why]} for marks, why in made
    ]


def product_of(row, spoilers):
    """The row times 1, and other rows times 0, added up: floats.

    Of another row a 0 is left wherever its number is finite.
    """
    return [
        value + 0.0 * spoilers[column].value if column in spoilers else value
        for column, value in enumerate(row)
    ]


def spoilt_marks(spoilers, table, row):
    """A character for each column drawn of a product: "=" as in the row, else nan, "?" because of a
    row that is drawn as well, "<" because of one above those drawn, ">" of one below.
    """
    drawn = table.lens(row)
    marks = ["="] * len(table.columns)
    for column, term in spoilers.items():
        marks[column] = "?" if term.row in drawn else "<" if term.row < row else ">"
    return "".join(marks)


def why_nan(spoilers, table):
    """Which columns of a product are nan, and why."""
    terms = list(spoilers.values())
    term = f"0 × {number_text(terms[0].value)} in row {terms[0].row:,}"
    alike = {(term.row, number_text(term.value)) for term in terms}
    cause = f"{term} is nan" if len(alike) == 1 else f"of products such as {term}"
    return f"{columns_text(list(spoilers), table)} nan, because {cause}"


def columns_text(drawn, table):
    """Some of the columns drawn, with the verb that follows them: "columns 1 and 2 are"."""
    names = [f"{table.columns[column]:,}" for column in drawn]
    among = f"{len(table.columns)} columns" + (
        "" if len(table.columns) == table.D else " drawn"
    )
    if len(names) == 1:
        return f"column {names[0]} is"
    if len(names) == len(table.columns):
        return f"all {among} are"
    if len(names) <= NAMED_COLUMNS:
        return f"columns {', '.join(names[:-1])} and {names[-1]} are"
    return f"{len(names)} of {among} are"
