"""A table and its ids as the pictures see them: checked at the door, read row by row, put into words."""

import math
import re

import numpy as np

from .wording import cut, is_rounded, lens, listed, mark, number_text, quoted, room, short

SMALL, TALL, CELLS = 12, 60, 1000  # most rows with numbers, rows drawn whole, cells drawn whole
WIDE = 8  # most columns with numbers
BLOCK = 4096  # rows that are read at a time where all of them are
ROW_NUMBER = re.compile(
    r"[-−]?(\d{1,19}|\d{1,3}(,\d{3}){1,6})"
)  # digits of any script, commas as in the labels


class Table:
    """(V, D) numbers of which only the rows shown are ever read.

    `numbers`: a tensor on any device, an array or nested lists; `names`: None or one word for each row; `lines`: how
    many rows of a large table are drawn.
    Raises TypeError, ValueError as `select_rows` says.
    """

    def __init__(self, numbers, names=None, *, lines=5):
        self._numbers, self._rows, self._ids = _two_dimensional(numbers), {}, None
        self._scale = (
            1,
            False,
        )  # the largest size and whether there are negative numbers in what is drawn
        self.shape = tuple(self._numbers.shape)
        self.V, self.D = self.shape
        if names is not None and len(names) != self.V:
            raise ValueError(
                f"names must hold one word for each of the {self.V:,} rows, got {len(names):,}."
            )
        self.names = names
        self.columns = cut(self.D)
        self.whole = self.V <= TALL and self.V * len(self.columns) <= CELLS
        self.drawn = self.V if self.whole else min(lines, self.V)
        self.numbered = self.D <= WIDE and self.drawn <= SMALL
        self.read(0)  # whatever cannot be read is refused now, not when a learner clicks

    def read(self, row):
        """The drawn columns of a row as floats, kept so that a picture shows one moment of the table."""
        if row not in self._rows:
            values = self._numbers[row]
            parts = [values] if len(self.columns) == self.D else [values[:24], values[-8:]]
            self._rows[row] = [_real(value) for part in parts for value in _as_list(part, "table")]
        return self._rows[row]

    def step(self, row):
        """The step that picks `row`: for a large table with the first row of the lens around it."""
        return {"row": row} if self.whole else {"row": row, "first": lens(row, self.V, self.drawn)}

    def outside(self, step):
        """What lies above and below the rows that a step draws, in words; nothing for a table drawn whole."""
        if self.whole:
            return []
        above, below = step["first"], self.V - step["first"] - self.drawn
        return [f"⋯ {listed(above, 'row')} above", f"⋯ {listed(below, 'row')} below"]

    def find(self, typed):
        """The row that a learner means by a number or a word. Raises LookupError with the rule."""
        text = typed.strip()
        if ROW_NUMBER.fullmatch(text):
            row = int(text.replace("−", "-").replace(",", ""))
            if 0 <= row < self.V:
                return row
            raise LookupError(f"There is no row {text}: the table has rows 0 to {self.V - 1:,}.")
        if self.names is not None:
            self._ids = self._ids or {
                name: row for row, name in reversed(list(enumerate(self.names)))
            }
            if text in self._ids:
                return self._ids[text]
        word = " or a word of this table" if self.names is not None else ""
        raise LookupError(
            f"{quoted(short(text, 40))} is not a row number from 0 to {self.V - 1:,}{word}."
        )

    def spec(self, rows, wordy=(), *, sums=(), beside=()):
        """What the page needs to draw `rows`; its size depends on them, never on V.

        The numbers of the rows in `wordy` are written out, and all of a small table. `sums` are numbers beyond the
        table's own that the same ramp of colours must reach; those `beside` are only written.
        """
        values = [v for r in rows for v in self.read(r)]
        reach = max((abs(v) for v in [*values, *sums] if math.isfinite(v)), default=0) or 1
        self._scale = reach, any(v < 0 for v in [*values, *sums])
        drawn = {}
        for r in rows:
            name = self.names[r] if self.names is not None else ""
            drawn[str(r)] = {"label": f"{r:,}"} | self.cells(
                self.read(r), self.numbered or self.whole or r in wordy
            )
            if name:
                drawn[str(r)] |= {"name": short(name)} | (
                    {"full": short(name, 40)} if short(name) != name else {}
                )
        return {
            "V": self.V,
            "last": f"{self.V - 1:,}",
            "columns": self.columns,
            "gap": 24 if len(self.columns) < self.D else 0,
            "whole": self.whole,
            "drawn": self.drawn,
            "numbers": self.numbered,
            "rows": drawn,
            "name_width": max((room(d.get("name", "")) for d in drawn.values()), default=0),
            "note": self._note([*values, *sums, *beside]),
        }

    def cells(self, values, wordy=True):
        """A row of numbers as the page draws it, on the scale of the last `spec`: marks, and texts if `wordy`."""
        reach, signed = self._scale
        texts = {"texts": [number_text(v, signed) for v in values]} if wordy else {}
        return {"marks": "".join(mark(v, reach) for v in values)} | texts

    def _note(self, values):
        """What the picture leaves out, in words; empty where it shows everything as it is."""
        hidden = self.D - len(self.columns)
        notes = [f"{hidden:,} of {self.D:,} columns not drawn"] if hidden else []
        if any(is_rounded(v) for v in values):
            notes.append("numbers rounded")
        return ", ".join(notes)


def ids_of(ids, V):
    """Ids of any shape as (list of ints in reading order, shape). Raises as `select_rows` says."""
    array = ids if hasattr(ids, "tolist") else _array("ids", ids)
    shape = tuple(array.shape)
    if 0 in shape:
        raise ValueError(f"ids is empty (shape {shape}): a picture needs at least one id.")
    if str(array.dtype).removeprefix("torch.") not in ("int64", "int32"):
        raise TypeError(f"ids must be int64 or int32, as in nn.Embedding, got {array.dtype}.")
    flat = np.asarray(_as_list(array, "ids"), dtype=np.int64).reshape(-1)
    bad = flat[(flat < 0) | (flat >= V)]
    if bad.size:
        raise IndexError(
            f"ids contains {bad[0]}, but the table has {V:,} rows: use 0 to {V - 1:,}."
        )
    return flat.tolist(), shape


def incoming_of(up, shape):
    """What arrives at an output of this shape, as (float64 rows in reading order, D): of each row what `cut` leaves.

    Read once, so that a picture shows one moment of it. Raises TypeError, ValueError as `gradient_rows` says.
    """
    array, count = _real_numbers(up, "up", "output.grad"), math.prod(shape)
    D = array.shape[-1] if array.shape else 0
    if D == 0 or tuple(array.shape) not in [(count, D), (*shape, D)]:
        wanted = " or ".join(
            f"({', '.join([*map(str, s), 'D'])})" for s in dict.fromkeys([(count,), shape])
        )
        raise ValueError(
            f"up must have one row for each id, shape {wanted}, got shape {tuple(array.shape)}."
        )
    array = array.reshape(count, D)
    parts = [array] if len(cut(D)) == D else [array[:, :24], array[:, -8:]]
    blocks = [[part[at : at + BLOCK] for at in range(0, count, BLOCK)] for part in parts]
    columns = [
        np.concatenate([np.asarray(_as_list(b, "up"), dtype=np.float64) for b in part])
        for part in blocks
    ]
    return np.concatenate(columns, axis=1), D


def _two_dimensional(numbers):
    array = _real_numbers(numbers, "table", "embedding.weight")
    shape = tuple(array.shape)
    if len(shape) != 2:
        raise ValueError(f"table must have 2 dimensions (rows, columns), got shape {shape}.")
    if 0 in shape:
        raise ValueError(f"table must have at least one row and one column, got shape {shape}.")
    return array


def _real_numbers(numbers, name, such):
    """The numbers as a dense tensor or array. Raises TypeError where they are none; `such` is an example of some."""
    if (
        hasattr(numbers, "toarray")
        or str(getattr(numbers, "layout", "torch.strided")) != "torch.strided"
    ):
        raise TypeError(
            f"{name} must be dense, got a sparse {type(numbers).__name__}: pass its to_dense() or toarray()."
        )
    array = numbers if hasattr(numbers, "tolist") else _array(name, numbers)
    # numpy's kinds of objects, texts, bytes, dates and complex numbers; torch has only the last
    if getattr(array.dtype, "kind", None) in tuple("OUSmMc") or "complex" in str(array.dtype):
        raise TypeError(
            f"{name} must hold real numbers, such as {such}, got {type(numbers).__name__}."
        )
    return array


def _array(name, numbers):
    try:
        return np.asarray(numbers)
    except ValueError as error:
        raise ValueError(f"{name} must have rows of equal length: {error}") from None


def _as_list(part, name):
    try:
        return part.tolist()
    except (RuntimeError, NotImplementedError) as error:
        raise ValueError(f"the numbers of {name} cannot be read: {error}") from None


def _real(value):
    try:
        return float(value)
    except (TypeError, ValueError):
        raise TypeError(f"table must hold real numbers, got {value!r}.") from None
