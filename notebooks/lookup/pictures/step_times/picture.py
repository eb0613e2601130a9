"""The picture of a training step's parts, drawn to scale: counted, in words. draw.js draws it."""

import math
from pathlib import Path

import traitlets

from ...units import unit_for
from ...widget import still
from ..kit.picture import Drawing, Picture, one_of
from ..kit.wording import joined, listed, quoted, short, width_of
from .ways import MOST_SAID, checked_ways, sent_way, tensors_of

MOST_CELLS = 1000  # of a strip: one shows a row, or several of a longer table
MOST_TICKS = 5


def step_times(steps, *, by=None, step=0):
    """A picture of one training step as a timeline to scale, and below it the rows it touches.

    The bar of each way has the length of its time, all at the scale of the longest. One that is
    too short to be seen is shown enlarged below, as by a lens, with the factor. The learner
    chooses the way, and steps through its parts: below, each tensor of V rows is a strip, lit
    above where the part reads it, and below where it writes.

    Args:
        steps: {name of a way: what `time_step` returned}, 1 to 4 ways to train tables of one size
            with the same ids, such as with and without `sparse=True`. Of the repeats that step is
            drawn whose whole is the median.
        by: the way shown first, by its name; None for the first one.
        step: the part shown first, from 0.

    Returns:
        A picture. Kernel and browser share `picture.step`, the part, and `picture.by`; setting one
        moves the picture. `picture.seconds` are those of each way, as they are drawn.

    Raises:
        TypeError: steps that are no dict of what `time_step` returns.
        ValueError: fewer than 1 or more than 4 ways; tables of different sizes, or other ids; a
            name longer than 20 letters.
        traitlets.TraitError: a step outside the picture; `by` that is no name of a way.

    Example:
        >>> import torch
        >>> ids = torch.tensor([7, 500])
        >>> def timed(sparse):
        ...     emb = torch.nn.Embedding(1000, 8, sparse=sparse)
        ...     return time_step(emb, torch.optim.SGD(emb.parameters(), lr=0.01), ids)
        >>> step_times({"dense": timed(False), "sparse=True": timed(True)}, step=1)
        <one training step: dense, part 2 of 4, backward writes 1,000 rows, zeros but for 2>
    """
    return StepTimes(steps, by, step)


class StepTimes(Picture):
    """A training step to scale; made by `step_times`."""

    _draws = Path(__file__).with_name("draw.js")

    by = traitlets.Unicode(help="the way in which the step is done").tag(sync=True)

    def __init__(self, steps, by, step):
        self._ways = checked_ways(steps)
        super().__init__(draw(self._ways), step)
        self.by = self.spec["ways"][0] if by is None else by

    @traitlets.validate("by")
    def _is_a_way(self, proposal):
        return one_of(proposal, self.spec["ways"])

    @property
    def seconds(self):
        """{way: the seconds of the step that is drawn}."""
        return _seconds(self._ways)

    def _answer(self, content):
        """Show the part that a typed text means: its number, from 1 on, or its name."""
        text = str(content.get("typed", content.get("row"))).strip()
        names = [part["name"] for part in self.spec["runs"][self.by]["parts"]]
        known = {f"{k + 1}": k for k in range(len(names))} | {
            n: k for k, n in enumerate(names)
        }
        if text not in known:
            raise LookupError(
                f"Type a number from 1 to {len(names)} or a part, {', '.join(names)}; "
                f"got {quoted(short(text, 40))}."
            )
        return self._drawing, known[text]

    @property
    def _tells(self):
        """The part that takes longest."""
        parts = self.spec["runs"][self.by]["parts"]
        return max(self.spec["steps"], key=lambda part: parts[part]["share"])

    def __repr__(self):
        run = self.spec["runs"][self.by]
        part = run["parts"][self.step]
        where = f"part {self.step + 1} of {self.spec['path']}"
        return f"<one training step: {self.by}, {where}, {part['name']} {part['does']}>"

    def to_html(self):
        """The parts of the way shown as a plain table, for pages without a kernel."""
        spec = self.spec
        head = ["part", *(f"{name}: time" for name in spec["ways"])]
        head += [f"{name}: rows" for name in spec["ways"]]
        runs = spec["runs"].values()
        body = [
            [
                spec["runs"][self.by]["parts"][k]["name"],
                *(run["parts"][k]["text"] for run in runs),
                *(run["parts"][k]["moved"] for run in runs),
            ]
            for k in spec["steps"]
        ]
        foot = [
            [
                "the whole step",
                *(run["text"] for run in runs),
                *(
                    f"{run['parts'][-1]['rows']:,} rows, {run['parts'][-1]['bytes']}"
                    for run in runs
                ),
            ]
        ]
        caption = joined(spec["name"], spec["note"])
        return still(
            caption, head, body, foot, f"{self!r}"[1:-1] + ".", picked=self.step
        )


def draw(ways):
    """The drawing of `step_times`; ways: as `checked_ways` gives them."""
    first = next(iter(ways.values()))
    V, ids = first.V, first.ids
    seconds = _seconds(ways)
    longest = max(seconds, key=seconds.get)
    tensors = tensors_of(ways)
    runs = {
        name: sent_way(step, seconds[longest], tensors) for name, step in ways.items()
    }
    labels = ["ids", *(short(name, MOST_SAID) for name in tensors)]
    path = len(first.parts)
    spec = {
        "title": "one training step, to scale",
        "name": f"one training step of a table of {listed(V, 'row')}, {listed(len(ids), 'id')}",
        "note": _note(first),
        "V": V,
        "ids": len(ids),
        "cells": _cells(V, ids),
        "labels": labels,
        "label_width": max(map(width_of, labels)),
        "part_width": max(
            width_of(part["name"]) for run in runs.values() for part in run["parts"]
        ),
        "longest": longest,
        "ticks": _ticks(seconds[longest]),
        "ways": list(runs),
        "runs": runs,
        "steps": list(range(path)),
        "path": path,
        "asks": "Type a part",
        "sentence": False,
    }
    return Drawing(spec["steps"], spec)


def _seconds(ways):
    """{way: the seconds of the step that is drawn}."""
    return {name: sum(step.typical) for name, step in ways.items()}


def _note(step):
    repeats = len(step.time.times)
    which = f"the median of {repeats} steps" if repeats > 1 else ""
    return joined(which, short(step.time.where, 80))


def _cells(V, ids):
    """A strip of V rows, cell by cell: "1" where there is an id, else "0"."""
    count = min(V, MOST_CELLS)
    # Multiplied first: `row // V` would be 0.
    lit = {row * count // V for row in ids}
    return "".join("01"[cell in lit] for cell in range(count))


def _ticks(longest):
    """Round times from 0 to `longest` seconds: [share of it, text], the last with its unit."""
    unit, size = unit_for(longest)
    whole = longest / size
    power = 10 ** math.floor(math.log10(whole / MOST_TICKS))
    apart = next(k * power for k in (1, 2, 5, 10) if whole / (k * power) <= MOST_TICKS)
    last = math.floor(whole / apart)
    texts = [f"{k * apart:g}" for k in range(last)] + [f"{last * apart:g} {unit}"]
    return [[round(k * apart / whole, 6), text] for k, text in enumerate(texts)]
