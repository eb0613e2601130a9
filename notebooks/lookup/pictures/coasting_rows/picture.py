"""The picture of rows that coast: checked, measured and put into words. draw.js draws it."""

import math
import re
from dataclasses import dataclass
from pathlib import Path

import traitlets

from ...whole import whole_number
from ...widget import still
from ..kit.inputs import words_of
from ..kit.picture import Drawing, Picture, named, one_of
from ..kit.wording import joined, listed, quoted, short, short_and_full, width_of
from .runs import MOST_SEEN, coasting_row, read_runs

MOST_SENT = 900  # numbers of one quantity, of all rows, steps and optimisers
MOST_SAID = 24  # letters of a long word that are said
LEAST = 1e-4  # a smaller number is written as ≈0


def coasting_rows(runs, *, names, seen=1, again=None, by=None, step=0):
    """A picture of a row of a small table that one batch alone pushes, and of what it does then.

    Each optimiser has a lane, on which the row glides by its distance from where it was just before
    step `seen`. An arrow behind the row is its gradient, one ahead of it what the optimiser
    remembers of past gradients. The learner drags through the batches, and clicks a lane to hear
    of all rows under its optimiser. All are norms over the columns. The unit of a distance is what
    the row that is seen once moved in its first step, at the `seen` of this call: another step that
    the learner types leaves the unit as it is, so that distances compare.

    Args:
        runs: {name of an optimiser: what `follow` returned}, 1 to 6 of them, all of T steps of a
            table of 1 to 6 rows. One row must have a gradient at step `seen` and none later. At
            most 900 numbers of a kind are shown: with 5 optimisers and 3 rows, 60 steps.
        names: the word of each row.
        seen: the training step, 1 to 1000, that is shown first. What was before is not shown.
        again: a function from another `seen` to the runs in which the row is seen at that step, of
            the same names; the learner may then drag or type the step. Whatever it raises is said
            below the picture, which stays as it is.
        by: the optimiser that is picked first, by its name; None for the first one.
        step: the step shown first, 0 for training step `seen`.

    Returns:
        A picture. Kernel and browser share `picture.step` and `picture.by`; setting one moves the
        picture.

    Raises:
        TypeError: runs that are no dict of what `follow` returns, or hold no real numbers; names
            that are no texts; `seen` that is no whole number.
        ValueError: fewer than 1 or more than 6 runs or rows; shapes that do not fit; numbers that
            are not finite; no step after `seen`; no row that is seen at `seen` alone, or one that
            does not move then; names of another length; `seen` outside 1 to 1000.
        traitlets.TraitError: a step outside the picture; `by` that is no name of a run.

    Example:
        >>> import torch
        >>> emb = torch.nn.Embedding.from_pretrained(torch.zeros(2, 1), freeze=False)
        >>> def train_on(ids, emb, optimiser):
        ...     optimiser.zero_grad()
        ...     emb(torch.tensor(ids)).sum().backward()
        ...     optimiser.step()
        >>> adam = torch.optim.Adam(emb.parameters())
        >>> runs = {"Adam": follow(emb, adam, [[0, 1], [0], [0]], train_on)}
        >>> coasting_rows(runs, names=["the", "zebra"], step=1)
        <rows that coast: Adam, step 2, 2 rows>
    """
    return CoastingRows(runs, names, seen, again, by, step)


@dataclass(frozen=True)
class Base:
    """What stays of the picture, at whichever step the row is seen."""

    names: list[str]
    unit_of: int  # the step at which the row was seen when the picture was made
    units: dict[str, float]  # {name of a run: how far the row moved then}
    again: bool  # whether the learner may choose another step


class CoastingRows(Picture):
    """Rows that coast; made by `coasting_rows`."""

    _draws = Path(__file__).with_name("draw.js")

    by = traitlets.Unicode(help="the optimiser that is shown").tag(sync=True)

    def __init__(self, runs, names, seen, again, by, step):
        names = words_of(names, "names")
        seen = whole_number(seen, "seen")
        self._again = again
        shown, coasting = _read(runs, names, seen)
        units = {name: run.moved[0, coasting] for name, run in shown.items()}
        self._base = Base(names, seen, units, again is not None)
        super().__init__(draw(self._base, shown, coasting, seen), step)
        self.by = self.spec["ways"][0] if by is None else by

    @traitlets.validate("by")
    def _is_a_way(self, proposal):
        return one_of(proposal, self.spec["ways"])

    def _answer(self, content):
        text = str(content.get("typed", content.get("row"))).strip()
        number = (
            int(text.replace(",", ""))
            if re.fullmatch(r"[0-9]{1,3}(,?[0-9]{3})?", text)
            else 0
        )
        if self._again is None:
            return self._drawing, self._step_at(number, text)
        if not 1 <= number <= MOST_SEEN:
            raise ValueError(
                f"Type a whole number from 1 to {MOST_SEEN:,}, the step at which "
                f"{quoted(short(self._base.names[self.spec['coasting']]))} is seen; "
                f"got {quoted(short(text, 40))}."
            )
        runs = self._again(number)
        if not isinstance(runs, dict) or list(runs) != self.spec["ways"]:
            raise ValueError(
                f"again must return runs of {', '.join(self.spec['ways'])}, got {runs!r:.60}."
            )
        drawing = draw(self._base, *_read(runs, self._base.names, number), number)
        return drawing, min(self.step, drawing.spec["path"] - 1)

    def _step_at(self, number, text):
        steps = self._drawing.steps
        if number not in steps:
            raise LookupError(
                f"Type a step from {steps[0]:,} to {steps[-1]:,}; got {quoted(short(text, 40))}."
            )
        return steps.index(number)

    def __repr__(self):
        rows = listed(len(self._base.names), "row")
        return f"<{self.spec['title']}: {self.by}, step {self._shown:,}, {rows}>"

    def to_html(self):
        """The rows after the shown step as a plain table, for pages without a kernel."""
        spec, run = self.spec, self.spec["runs"][self.by]
        digits = {"gradient": 2, "memory": 2, "moved": 2, "way": 3}
        head = ["row", "gradient", "memory", "moved in this step", "distance"]
        body = [
            [named(row)]
            + [
                size_text(float(run[part][at].split()[self.step]), digits[part])
                for part in digits
            ]
            for at, row in enumerate(spec["rows"])
        ]
        caption = joined(
            f"{spec['title']}: {spec['axis'][0]}", spec["axis"][1], spec["note"]
        )
        sentence = f"{self!r}"[1:-1] + "."
        return still(caption, head, body, [], sentence, picked=spec["coasting"])


def _read(runs, names, seen):
    """The runs as they are shown, and the row that is seen at that step alone.

    Raises TypeError and ValueError as `coasting_rows` does.
    """
    shown = read_runs(runs, seen)
    _, V = next(iter(shown.values())).moved.shape
    if len(names) != V:
        raise ValueError(
            f"names must hold one word for each of the {listed(V, 'row')}, "
            f"got {len(names):,}."
        )
    return shown, coasting_row(shown, names, seen)


def draw(base, shown, coasting, seen):
    """The drawing of `coasting_rows`: of what stays, and of what was read for the step `seen`.

    base: a `Base`; shown, coasting: the runs, and the row that is seen once, as `_read` gives them.
    """
    steps, V = next(iter(shown.values())).moved.shape
    path = min(steps, MOST_SENT // (V * len(shown)))
    sent = {name: _sent(run, path, base.units[name]) for name, run in shown.items()}
    furthest = [max(map(float, run["way"][coasting].split())) for run in sent.values()]
    spec = {
        "name": f"{listed(V, 'row')} in {listed(path, 'step')} of {', '.join(sent)}",
        "note": f"first {path} of {listed(steps, 'step')}" if path < steps else "",
        "reach": max(2, *map(math.ceil, furthest)),
        "coasting": coasting,
        "ways": list(sent),
        "runs": sent,
        "steps": list(range(seen, seen + path)),
        "path": path,
    }
    spec["ticks"] = _ticks(spec["reach"])
    return Drawing(
        spec["steps"], spec | _words(base, short(base.names[coasting]), seen)
    )


def _words(base, coasting, seen):
    """What a spec says of the rows; `coasting` is the word of the one that is seen once."""
    if_seen = f", if seen at step {base.unit_of:,}" if base.again else ""
    axis = [
        f"distance from before step {seen:,}",
        f"unit: the first step of {coasting}{if_seen}",
    ]
    return {
        "title": "rows that coast",
        "axis": axis,
        "axis_width": max(map(width_of, axis)),
        "rows": [
            {"label": f"{row:,}", **short_and_full(name, MOST_SAID)}
            for row, name in enumerate(base.names)
        ],
        "sentence": False,
        "range": {"low": 1, "high": MOST_SEEN, "now": seen} if base.again else None,
        "asks": f"{coasting} is seen at step" if base.again else "Type a step number",
    }


def size_text(value, digits=2):
    """A size, at least 0, in so many digits, "≈0" below 0.0001; as words.js.

    >>> size_text(0.01337), size_text(1234.0), size_text(0), size_text(2e-9), size_text(1234567)
    ('0.013', '1,200', '0', '≈0', '1.2e6')
    """
    if 0 < value < LEAST:
        return "≈0"
    if value >= 99_950:
        return f"{value:.{digits - 1}e}".replace("e+0", "e").replace("e+", "e")
    return f"{float(f'{value:.{digits}g}'):,.6f}".rstrip("0").rstrip(".")


def _sent(run, path, unit):
    """A run as it travels: for each row its numbers, step by step; `way` is its distance."""
    return {
        "gradient": _texts(run.gradient[:path], 3),
        "memory": _texts(run.memory[:path], 3),
        "moved": _texts(run.moved[:path], 2),
        "way": _texts(run.distance[:path] / unit, 3),
    }


def _texts(part, digits):
    """The numbers of each row as one text, V texts of (S, V); of small ones a single digit."""
    return [
        " ".join(f"{value:.{1 if value < LEAST else digits}g}" for value in row)
        for row in part.T
    ]


def _ticks(reach):
    """Two to four round numbers from 0 to `reach`, which is 2 or more."""
    size = 10 ** math.floor(math.log10(reach))
    # Half of 1 is 0 in whole numbers, and no step.
    step = next(k for k in (size // 2, size, 2 * size, 5 * size) if k and reach < 4 * k)
    return list(range(0, reach + 1, step))
