"""The picture of Linear beside Embedding: multiplied and put into words. draw.js draws it."""

import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ...widget import still
from ..kit.inputs import as_list, ids_of, real_numbers
from ..kit.number_text import MINUS, is_rounded, number_text
from ..kit.picture import Drawing, Picture, counted, ids_text, named
from ..kit.steps import (
    Step,
    chips_of,
    find_row,
    row_text,
    rows_beside,
    step_at,
    steps_along,
)
from ..kit.table import MOST_COLUMNS, MOST_NUMBERED, Scale, Table, cells
from ..kit.wording import joined, listed

MOST_PRODUCTS = 1000  # of weights that travel: each step brings V × D of them
NAME = "Linear and Embedding"
# px at least of the text of a chip of weights: a track that is easily dragged
CHIP = 26


def product_and_lookup(W, inputs, *, names=None, words=None, step=0):
    """A picture of one input in two lanes: Linear multiplies with all of W, Embedding reads a row.

    Args:
        W: (V, D) real numbers, at most 12 × 8, so that each is read: a tensor on any device, an
            array or nested lists. Read once; later changes do not show.
        inputs: ids (B,), int64 or int32, from 0 to V - 1: Linear gets their one-hots. Or weights
            (B, V), floating: each row is what Linear gets, a one-hot or a mixture of rows, for
            which there is no id. The first 24 become steps, of weights for a W of more than
            41 numbers fewer: 10 for 12 × 8.
        names: the word of each row, V of them.
        words: what each input stands for in the learner's text, one for each.
        step: the step shown first, from 0.

    Returns:
        A picture. `picture.step` is shared by kernel and browser; setting it moves the picture.
        `picture.row` is the row that the lookup reads, None for a mixture. Products and sums are
        made in the dtype of W, so that 0 × ∞ is nan; whole numbers are multiplied in float64.

    Raises:
        TypeError: inputs that are neither int64, int32 nor floating; W, names or words such as
            `select_rows` refuses.
        ValueError: W of more than 12 rows or 8 columns; ids that are not 1-D, weights that are not
            (B, V) or not finite; no inputs; words or names of another length.
        IndexError: an id outside 0 to V - 1.
        traitlets.TraitError: a step outside the picture.

    Example:
        >>> picture = product_and_lookup([[0, 1], [10, 11], [20, 21]], [[0, 1.0, 0], [0, 0.5, 0.5]])
        >>> picture
        <Linear and Embedding: step 1 of 2 is about row 1 of 3>
        >>> picture.step = 1
        >>> picture
        <Linear and Embedding: step 2 of 2 mixes 2 of 3 rows, which no id says>
    """
    return ProductAndLookup(Table(W, names), W, inputs, words, step)


@dataclass(frozen=True)
class Lane:
    """What Linear does in a step, in floats: v (V,), products (V, D), total (D,)."""

    v: list
    products: list
    total: list


@dataclass(frozen=True)
class LaneStep:
    """A step that shows a row, and what Linear does in it."""

    step: Step
    lane: Lane

    @property
    def row(self):
        """The row that the lookup reads, None for a mixture."""
        return self.step.row


class ProductAndLookup(Picture):
    """Linear beside Embedding; made by `product_and_lookup`."""

    _draws = Path(__file__).with_name("draw.js")

    def __init__(self, table, W, inputs, words, step):
        if table.V > MOST_NUMBERED or table.D > MOST_COLUMNS:
            raise ValueError(
                f"W must have at most {MOST_NUMBERED} rows and {MOST_COLUMNS} columns, "
                f"got shape {table.shape}: select_rows draws larger tables."
            )
        self._table = table
        super().__init__(draw(table, W, inputs, words), step)

    @property
    def row(self):
        """The row that the lookup reads, None for a mixture."""
        return self._shown.row

    def _answer(self, content):
        row = self._table.find(str(content.get("row", content.get("typed"))))
        return find_row(self._drawing, row)

    @property
    def _tells(self):
        """The first step that mixes rows, where there is one, else the last."""
        steps = range(self.spec["path"])
        mixes = (k for k in steps if self._drawing.steps[k].row is None)
        return next(mixes, steps[-1])

    def __repr__(self):
        spec = self.spec
        if self.row is not None:
            return row_text(NAME, "is about", spec, self.step, self.row)
        count = sum(weight != 0 for weight in self._shown.lane.v)
        mixes = f"mixes {count} of {listed(spec['V'], 'row')}, which no id says"
        return f"<{NAME}: step {self.step + 1} of {spec['path']} {mixes}>"

    def to_html(self):
        """v and W of the shown step, then what both lanes give, for pages without a kernel."""
        spec, lane, row = self.spec, self._shown.lane, self.row
        head = ["row", "v", *(f"column {column}" for column in spec["columns"])]
        body = [
            [named(drawn), weight_text(weight), *drawn["texts"]]
            for drawn, weight in zip(spec["rows"].values(), lane.v)
        ]
        total = cells(lane.total, self._drawing.scale).texts
        none = ["no id gives this row", *[""] * (spec["D"] - 1)]
        looked_up = none if row is None else spec["rows"][str(row)]["texts"]
        foot = [["Linear, v @ W", "", *total], ["Embedding, W[id]", "", *looked_up]]
        caption = joined(f"{NAME}: W {self._table.shape}", spec["note"])
        return still(caption, head, body, foot, f"{self!r}"[1:-1] + ".", picked=row)


def draw(table, W, inputs, words):
    """The drawing of `product_and_lookup`; table is a `Table` of W. Raises what it raises."""
    weights, mixed = weights_of(inputs, table.V)
    ids = [id_in(v) for v in weights]
    noun = "input" if mixed else "id"
    along = steps_along(table, ids, (len(ids),), words, noun)
    along = along[: MOST_PRODUCTS // (table.V * table.D)] if mixed else along
    rows = rows_beside(table, along)
    beside = [step_at(table, row, slot="your row") for row in rows]
    lanes = lanes_of(
        [*weights[: len(along)], *(one_hot(row, table.V) for row in rows)], W
    )
    steps = [LaneStep(*both) for both in zip([*along, *beside], lanes)]
    made = [
        value
        for lane in lanes
        for line in [*lane.products, lane.total]
        for value in line
    ]
    cut = [w for lane in lanes for w in lane.v if is_rounded(w) and not is_whole(w)]
    scale = table.scale(range(table.V), made)
    spec = table.spec(range(table.V), scale, others=[*made, *cut])
    own = {
        "title": NAME,
        "name": f"{NAME}, W {table.shape}, {asked_of(ids, mixed)}",
        "mixed": mixed,
        "chips": share_chips(along, len(ids), table.V)
        if mixed
        else chips_of(along, (len(ids),)),
        "sentence": False,
        "predict": False,
        "asks": table.asks,
        "shapes": [f"v {(table.V,)}", f"W {table.shape}", f"products {table.shape}"],
        "path": len(along),
        "ids": len(ids),
        "noun": noun,
        "note": counted(len(along), len(ids), spec["note"], noun),
        "steps": [sent(step, table, scale) for step in steps],
    }
    return Drawing(steps, spec | own, scale)


def share_chips(along, count, V):
    """The chips of weights as they are drawn: at least as wide as is easily dragged."""
    chips = chips_of(along, (count,))
    return chips | {"shape": f"shares {(count, V)}", "width": max(chips["width"], CHIP)}


def sent(lane_step, table, scale):
    """A step as it travels; rows of products that are all exactly 0 need not."""
    step, lane = lane_step.step, lane_step.lane
    ramp = Scale(max(1, *map(abs, lane.v)), signed=False)
    products = {
        str(row): cells(line, scale).line()
        for row, line in enumerate(lane.products)
        if any(value != 0 for value in line)
    }
    made = {
        "v": " ".join([cells(lane.v, ramp).marks, *map(weight_text, lane.v)]),
        "products": products,
        "sum": cells(lane.total, scale).line(),
    }
    if step.row is None:
        return step.sent() | made
    return step.sent() | made | {"same": is_same(lane.total, table.read(step.row))}


def weights_of(inputs, V):
    """What Linear gets in each step, (B, V) floats, and whether it was given as weights.

    Raises TypeError, ValueError and IndexError as `product_and_lookup` does.
    """
    array = real_numbers(inputs, "inputs", "ids or weights")
    shape = tuple(array.shape)
    if "float" not in str(array.dtype):
        return one_hots(array, shape, V), False
    if len(shape) != 2 or shape[1] != V or shape[0] == 0:
        raise ValueError(
            f"weights must have shape (B, {V}), a row for each step with a weight for each row "
            f"of W, got shape {shape}."
        )
    weights = as_list(array, "inputs")
    odd = [weight for line in weights for weight in line if not math.isfinite(weight)]
    if odd:
        raise ValueError(f"weights must be finite numbers, got {odd[0]}.")
    return weights, True


def one_hots(ids, shape, V):
    """The one-hot of each id."""
    if len(shape) == 2 and shape[1] == V:
        raise ValueError(
            f"ids must have shape (B,), got shape {shape}: if these are one-hots, "
            "pass them as floating numbers."
        )
    if len(shape) != 1:
        raise ValueError(f"ids must have shape (B,), got shape {shape}.")
    rows, _ = ids_of(ids, V)
    return [one_hot(row, V) for row in rows]


def one_hot(row, V):
    return [float(k == row) for k in range(V)]


def id_in(v):
    """The id of which v is the one-hot, or None."""
    rows = [row for row, weight in enumerate(v) if weight != 0]
    return rows[0] if len(rows) == 1 and v[rows[0]] == 1 else None


def lanes_of(weights, W):
    """A `Lane` for each (V,) weights, multiplied and added up as W's own library and dtype do."""
    W = floating(W)
    # new_tensor gives W's own dtype and device.
    v = (
        W.new_tensor(weights)
        if hasattr(W, "new_tensor")
        else np.asarray(weights, W.dtype)
    )
    with np.errstate(
        over="ignore", invalid="ignore"
    ):  # torch makes infinities silently, too
        products, totals = v[:, :, None] * W, v @ W
    return [
        Lane(*parts) for parts in zip(v.tolist(), products.tolist(), totals.tolist())
    ]


def floating(W):
    """W as it can be multiplied with weights: a tensor or an array of floating numbers."""
    W = W.detach() if hasattr(W, "detach") else np.asarray(W)
    return W if "float" in str(W.dtype) else np.asarray(W.tolist(), np.float64)


def is_same(total, row):
    """Whether two rows are equal, number for number; nan is where nan is."""
    return bool(np.array_equal(total, row, equal_nan=True))


def is_whole(weight):
    """Whether three decimals say all of a weight."""
    return float(f"{weight:.3f}") == weight


def weight_text(weight):
    """A weight with up to three decimals: a slider's 0.875 is not rounded."""
    if not is_whole(weight):
        return number_text(weight)
    # + 0.0 makes 0.0 of -0.0, which would be written with its sign.
    return f"{weight + 0.0:.3f}".rstrip("0").rstrip(".").replace("-", MINUS)


def asked_of(ids, mixed):
    """What the lanes are asked for, in words."""
    return listed(len(ids), "input") if mixed else ids_text(ids)
