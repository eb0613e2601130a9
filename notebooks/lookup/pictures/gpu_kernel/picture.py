"""A kernel that a learner writes and runs in the page: what it works on, and what must come out.

The page runs it and judges it: draw.js and judge.js.
"""

import base64
import html
import json
from pathlib import Path

import numpy as np
import traitlets

from ...widget import Widget
from ..kit.inputs import as_list, ids_of, two_dimensional

MOST = 2048  # numbers of an array: all of them travel with the picture
LETTERS = 4000  # of the kernel
LEFT = {}  # {what a kernel begins with and works on: its lines as the learner left them}
UNSEEN = "Run the cell to change these lines, and to run them on your GPU."


def gpu_kernel(code, table, ids, up=None):
    """Show a kernel as text that the learner can change, and run it on the GPU of the browser.

    The text is the body of a function in WGSL (https://www.w3.org/TR/WGSL/) that runs once for
    every whole number `i` from 0 on, in groups of 64. Without `up` it shall write the rows that
    `ids` name: it sees `W`, `ids`, `rows` and the sizes `V`, `B`, `D`, and `i` goes up to B * D - 1
    at least. With `up` it shall add the gradient: it sees `ids`, `up` and `G`, which is all zeros
    and takes whole numbers atomically. The page compares what comes out with the rows of the table,
    or the sums, to the bit; then it tries tables of other sizes. The lines, and whether they were
    right, go to Python, and nowhere else. A cell that is run again shows the lines as they were
    left; the button Begin again brings back those of the cell, and so does a restart of Python, so
    whoever wants to keep theirs copies them into the cell.

    Args:
        code: the lines to begin with, up to 4,000 letters; the learner's own replace them.
        table: float32 numbers, (V, D). With `up` only its shape counts.
        ids: int64 or int32, any shape; B of them. At most 2,048 numbers for each array.
        up: whole numbers, (B, D), the incoming gradient, for a kernel that adds.

    Returns:
        A picture. `.right` is None before it ran, then whether all came out right; `.code` is the
        text as the learner left it.

    Raises:
        TypeError: code that is no text; numbers of another kind.
        ValueError: a shape that does not fit; too many numbers or letters.
        IndexError: an id that the table has not. It never reaches the GPU.

    Example:
        >>> W = np.arange(24, dtype=np.float32).reshape(6, 4)
        >>> lines = "if (i < B * D) { rows[i] = W[ids[i / D] * D + i % D]; }"
        >>> kernel = gpu_kernel(lines, W, np.array([2, 3, 1]))
        >>> kernel
        <a kernel for your GPU, 3 ids of a (6, 4) table: not run>
        >>> kernel.right is None
        True
    """
    if not isinstance(code, str):
        raise TypeError(f"code must be a text, got {type(code).__name__}.")
    if len(code) > LETTERS:
        raise ValueError(
            f"code must have at most {LETTERS:,} letters, got {len(code):,}."
        )
    W = np.asarray(as_list(two_dimensional(table), "table"), dtype=np.float32)
    flat, _ = ids_of(ids, len(W))
    if up is None:
        shape = (len(flat), W.shape[1])
        _small(W.size, "table")
        _small(shape[0] * shape[1], "the rows")
        return GpuKernel(code, "rows", [_rows(W, flat), *_drawn_rows()])
    ups = _whole(up, (len(flat), W.shape[1]))
    _small(W.size, "the gradient")
    _small(ups.size, "up")
    return GpuKernel(
        code, "gradient", [_gradient(len(W), flat, ups), *_drawn_gradients()]
    )


class GpuKernel(Widget):
    """A kernel that a learner changes and runs; made by `gpu_kernel`."""

    _draws = Path(__file__).with_name("draw.js")
    _looks = Path(__file__).with_name("look.css")

    spec = traitlets.Dict(
        read_only=True, help="what it works on, and what must come out"
    ).tag(sync=True)
    code = traitlets.Unicode(help="the lines, as the learner left them").tag(sync=True)
    right = traitlets.Bool(
        None, allow_none=True, help="whether all came out right, None before it ran"
    ).tag(sync=True)

    def __init__(self, code, task, cases):
        self.set_trait("spec", {"task": task, "begin": code, "cases": cases})
        self._what = json.dumps(self.spec)
        super().__init__(code=LEFT.get(self._what, code))

    @traitlets.observe("code")
    def _keep(self, change):
        """Keep the lines: without that they were gone with the picture when its cell ran again."""
        LEFT[self._what] = change["new"]

    def __repr__(self):
        own = self.spec["cases"][0]
        told = {None: "not run", True: "right", False: "not right yet"}[self.right]
        V, B, D = own["V"], own["B"], own["D"]
        return f"<a kernel for your GPU, {B} ids of a ({V}, {D}) table: {told}>"

    def to_html(self):
        """The lines to begin with; what they do, only a page with a GPU can show."""
        lines = html.escape(self.spec["begin"])
        return f"<pre>{lines}</pre><p>{UNSEEN}</p>"


def _rows(W, ids, name="own"):
    """A case of a kernel that fetches rows."""
    V, D = W.shape
    ids = np.asarray(ids)
    # WGSL has no whole numbers of 64 bits.
    arrays = {"W": W, "ids": ids.astype("<u4"), "wanted": W[ids]}
    return _case(name, V, len(ids), D, arrays)


def _gradient(V, ids, ups, name="own", spare=False):
    """A case of a kernel that adds: a row of `ups` to row `ids` of zeros.

    spare: whether numbers of no row follow, as some GPUs let a thread without work read only zeros.
    """
    sums = np.zeros((V, ups.shape[1]), dtype=np.int32)
    np.add.at(sums, np.asarray(ids), ups)
    beyond = np.ones(64 if spare else 0, dtype=np.int32)
    arrays = {
        # The spare numbers name row 0: a thread too many that adds them spoils a sum.
        "ids": np.append(ids, 0 * beyond).astype("<u4"),
        "up": np.append(ups, beyond),
        "wanted": sums,
    }
    return _case(name, V, len(ids), ups.shape[1], arrays)


def _case(name, V, B, D, arrays):
    sent = {
        key: base64.b64encode(_little(array)).decode() for key, array in arrays.items()
    }
    return {"name": name, "V": V, "B": B, "D": D, **sent}


def _little(array):
    """The bytes of an array in the order that a browser reads."""
    return np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("<")).tobytes()


def _drawn_rows():
    """Tables of other sizes; in the second ids repeat."""
    draw = np.random.default_rng(0)
    for V, B, D in [(7, 13, 5), (3, 40, 8)]:
        yield _rows(
            draw.random((V, D), dtype=np.float32), draw.integers(V, size=B), "other"
        )


def _drawn_gradients():
    """Tables that part one cause of a wrong sum from another.

    In `full` the threads are as many as the numbers, and no id repeats; in `rest` more threads
    start than there are numbers, and find ones to add; in the others ids repeat, so that threads
    meet.
    """
    draw = np.random.default_rng(0)
    for name, V, B, D in [("full", 16, 16, 4), ("rest", 11, 7, 3)]:
        ids = draw.permutation(V)[:B]
        yield _gradient(V, ids, _drawn_ups(draw, B, D), name, spare=name == "rest")
    for V, B, D in [(3, 64, 1), (2, 32, 2), (5, 100, 6)]:
        ids = draw.integers(V, size=B)
        yield _gradient(V, ids, _drawn_ups(draw, B, D), "again")


def _drawn_ups(draw, B, D):
    return draw.integers(1, 100, size=(B, D), dtype=np.int32)


def _whole(up, shape):
    """The incoming gradient as int32. Raises as `gpu_kernel` does."""
    array = np.asarray(as_list(two_dimensional(up, "up"), "up"), dtype=float)
    if array.shape != shape:
        raise ValueError(
            f"up must have a row for each id, shape {shape}, got {array.shape}."
        )
    odd = array[(array != np.round(array)) | (abs(array) > 2**20)]
    if odd.size:
        raise ValueError(
            f"up must hold whole numbers within ±{2**20:,}, as WGSL adds no others "
            f"atomically, got {odd[0]:g}."
        )
    return array.astype(np.int32)


def _small(numbers, name):
    if numbers > MOST:
        raise ValueError(f"{name} may hold {MOST:,} numbers here, got {numbers:,}.")
