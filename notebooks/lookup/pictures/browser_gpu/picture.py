"""The learner's own GPU, measured by the page that shows it. The page does all: draw.js and others.

The kernel says what to measure, and keeps what came of it.
"""

import html
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import traitlets

from ...repeats import Repeats
from ...whole import is_whole
from ...widget import Widget
from ..kit.wording import joined

SIZES = [50 * 8**k for k in range(6)]  # as Race has them: 50 to 1,638,400
BATCHES = [16, 4096]  # ids; the first is small enough for one-hots of every table
COLUMNS = 64
WAYS = {
    "forward": ["one-hot @ W", "Embedding"],
    "SGD": ["one-hot @ W", "Embedding", "Embedding, sparse"],
    "Adam": ["one-hot @ W", "Embedding", "Embedding, sparse"],
}
UNSEEN = "Here a living page shows the GPU of your browser, and measures it when you press Measure."


def browser_gpu(sizes=None):
    """Show the GPU that the learner's browser lends, and let the learner measure it.

    The page opens with the name of the GPU as the browser gives it, or with one sentence on why
    there is none. Its button Measure times the forward pass and the whole training step of tables
    of 64 float32 columns, by SGD and by Adam, for 16 and for 4,096 ids; the one-hot product for 16
    alone. Its button clock then shows what the page's clock says of a step when it is handed over
    and when it is done, the first time and later, of a lookup alone and among many, and of the same
    ids again and ids in turn. All of it runs in the page, by WebGPU
    (https://www.w3.org/TR/webgpu/). The GPU gets all calls of a piece of work beforehand, so that
    these are its own times, without Python's. The figures and the browser's name go to the kernel,
    and nowhere else.

    Tables and ids are the page's own, as 400 MB should not have to travel there. Before anything
    is timed the page proves its kernels: rows and the gradient of ones to the bit, where ids repeat
    and where a table is so tall that its threads need a second dimension, too; and a first step of
    each optimiser within 0.0001 of its formula.

    Args:
        sizes: rows of the tables, ascending; 50, 400, 3,200 ... 1,638,400 if nothing is said. What
            would take more than 2**30 bytes, more than the GPU lends, or, judged by a smaller
            table, more than 0.1 s at a time is left out, and the numbers say why.

    Returns:
        A picture. `.measured` is what was found, None before anybody has pressed Measure;
        `.times(of, ids)` gives it to `time_lines`.

    Raises:
        TypeError: sizes that are no list of whole numbers.
        ValueError: fewer than two sizes or more than 8, sizes below 1, or not ascending.

    Example:
        >>> gpu = browser_gpu()
        >>> gpu
        <your browser's GPU: not measured>
        >>> gpu.times("forward", ids=16) is None
        True
    """
    return BrowserGpu(_checked(SIZES if sizes is None else sizes))


@dataclass(frozen=True)
class BrowserTime(Repeats):
    """Seconds of one call in each of several repeats, as a page measured them, and where.

    `times`: seconds; `where`: text, the GPU, whose clock it was, and the date.
    """

    where: str


class BrowserGpu(Widget):
    """The GPU of the browser; made by `browser_gpu`."""

    _draws = Path(__file__).with_name("draw.js")
    _looks = Path(__file__).with_name("look.css")

    spec = traitlets.Dict(read_only=True, help="what the page shall measure").tag(
        sync=True
    )
    measured = traitlets.Dict(
        default_value=None, allow_none=True, help="what the page has found, or None"
    ).tag(sync=True)

    def __init__(self, sizes, measured=None):
        """Of a GPU that was measured elsewhere the page draws what was found, and asks for none."""
        plan = {"sizes": sizes, "batches": BATCHES, "columns": COLUMNS}
        plan["recorded"] = measured is not None
        self.set_trait(
            "spec", plan
        )  # before super: it then travels as the widget opens
        super().__init__(measured=measured)

    def __repr__(self):
        found = self.measured
        told = (
            f"{found['gpu']}, {len(found['times'])} times" if found else "not measured"
        )
        return f"<your browser's GPU: {told}>"

    def to_html(self):
        """A sentence: what a page shows is that page's own GPU."""
        return f"<p>{html.escape(UNSEEN)} Run the cell to see it.</p>"

    @property
    def name(self):
        """The GPU's name as the browser tells it, None before it was measured."""
        return self.measured and self.measured["gpu"]

    def times(self, of, ids, sizes=None):
        """What was measured, for `time_lines`: {way: a time or None for each size}.

        Args:
            of: "forward", "SGD" or "Adam": a forward pass, or a whole step.
            ids: how many ids a batch has, 16 or 4,096.
            sizes: of which tables; those of the picture if nothing is said.

        Returns:
            A dict, without ways of which nothing was measured; None before anybody has pressed
            Measure, and where there is nothing.

        Raises:
            ValueError: of something, or of a number of ids, that is not measured.

        Example:
            >>> gpu = browser_gpu([50, 400])
            >>> gpu.measured = {"gpu": "a GPU", "clock": "the GPU's own", "date": "2026-01-31",
            ...     "times": [{"of": "SGD", "way": "Embedding", "ids": 16, "rows": 50,
            ...                "seconds": [2e-5, 3e-5, 4e-5]}]}
            >>> [time and time.median for time in gpu.times("SGD", ids=16)["Embedding"]]
            [3e-05, None]
        """
        if of not in WAYS:
            raise ValueError(f"of must be one of {joined(*WAYS)}, got {of!r}.")
        if ids not in BATCHES:
            raise ValueError(f"ids must be 16 or 4096, got {ids!r}.")
        if not self.measured:
            return None
        found = {
            (one["way"], one["rows"]): BrowserTime(tuple(one["seconds"]), self._where)
            for one in self.measured["times"]
            if one["of"] == of and one["ids"] == ids and "seconds" in one
        }
        sizes = self.spec["sizes"] if sizes is None else sizes
        lines = {way: [found.get((way, rows)) for rows in sizes] for way in WAYS[of]}
        return {way: line for way, line in lines.items() if any(line)} or None

    @property
    def _where(self):
        found = self.measured
        return f"{found['gpu']} by WebGPU, {found['clock']} clock, {found['date']}"


def _checked(sizes):
    """The sizes as a list. Raises as `browser_gpu` does."""
    if not isinstance(sizes, list | tuple) or not all(map(is_whole, sizes)):
        raise TypeError(
            f"sizes must be a list of whole numbers, the rows of tables, got {sizes!r:.60}."
        )
    if not 2 <= len(sizes) <= 8:
        raise ValueError(f"sizes must hold 2 to 8 numbers of rows, got {len(sizes)}.")
    if sizes[0] < 1 or any(after <= before for before, after in pairwise(sizes)):
        raise ValueError(f"sizes must be ascending, from 1 on, got {list(sizes)}.")
    return [int(size) for size in sizes]
