"""One training step done in several ways, as `time_step` timed it: checked, counted, in words."""

from collections.abc import Mapping

import numpy as np

from ...units import seconds_text
from ..kit.inputs import check_name
from ..kit.wording import bytes_text, joined, listed, quoted, short

MOST_WAYS = 4
MOST_LETTERS = 20  # of the name of a way
MOST_SAID = 18  # of that of a part or a tensor
MOST_PARTS = 6
MOST_TENSORS = 6
TIMED = {"V", "row_bytes", "ids", "parts", "time", "typical"}  # what a TimedStep has


def checked_ways(steps):
    """{name: TimedStep}, all of one table and the same ids. Raises as `step_times` does."""
    if not isinstance(steps, Mapping):
        raise TypeError(
            f"steps must be {{name: what time_step returns}}, got {type(steps).__name__}."
        )
    if not 1 <= len(steps) <= MOST_WAYS:
        raise ValueError(f"steps must hold 1 to {MOST_WAYS} ways, got {len(steps):,}.")
    for name, step in steps.items():
        _check_way(name, step)
    first = next(iter(steps.values()))
    for name, step in steps.items():
        if (step.V, step.row_bytes, step.ids) != (first.V, first.row_bytes, first.ids):
            raise ValueError(
                "steps must be of tables of one size, with the same ids, "
                f"but {quoted(name)} is of another."
            )
        if len(step.parts) != len(first.parts):
            raise ValueError(
                f"steps must have as many parts, got {len(first.parts)} and {len(step.parts)}."
            )
    return dict(steps)


def _check_way(name, step):
    check_name(name, "a way", MOST_LETTERS)
    if TIMED - {*dir(step)}:
        raise TypeError(
            f"a way must be what time_step returns, but {quoted(name)} is a {type(step).__name__}."
        )
    if not 1 <= len(step.parts) <= MOST_PARTS:
        raise ValueError(
            f"a step must have 1 to {MOST_PARTS} parts, but {quoted(name)} has {len(step.parts):,}."
        )


def tensors_of(steps):
    """The names of all tensors that a part reads, writes or leaves held, in order."""
    names = {}
    for step in steps.values():
        for part in step.parts:
            names |= dict.fromkeys([*part.held, *part.read, *part.written])
    return list(names)[:MOST_TENSORS]


def sent_way(step, longest, tensors):
    """A way as it travels; `longest`: seconds of the longest of all, `tensors`: what they touch.

    `read`, `written` and `held` are rows of each tensor, in order.
    """
    whole = sum(step.typical)
    rows = np.cumsum([part.rows for part in step.parts]).tolist()
    parts = [
        {
            "name": short(part.name, MOST_SAID),
            "share": round(seconds / whole, 6),
            "text": seconds_text(seconds),
            "percent": percent(seconds / whole),
            "range": str(part.time),
            "does": _does(part, step, before),
            "moved": moved_text(part),
            "read": [part.read.get(name, 0) for name in tensors],
            "written": [part.written.get(name, 0) for name in tensors],
            "held": [part.held.get(name, 0) for name in tensors],
            "rows": total,
            "bytes": bytes_text(total * step.row_bytes),
        }
        for part, before, seconds, total in zip(
            step.parts, (None, *step.parts), step.typical, rows
        )
    ]
    gain = longest / whole
    return {
        "parts": parts,
        "share": round(whole / longest, 8),
        "text": seconds_text(whole),
        "times": times_text(gain) if gain > 1 else "",
    }


def times_text(ratio):
    """A ratio, at least 1, in two digits.

    >>> times_text(286.4), times_text(1.04), times_text(1234)
    ('290', '1.0', '1,200')
    """
    rounded = float(f"{ratio:.2g}")
    return f"{rounded:,.0f}" if rounded >= 10 else f"{rounded:.1f}"


def percent(share):
    """A share of the whole in words.

    >>> percent(0.731), percent(0.004)
    ('73 %', 'under 1 %')
    """
    return f"{share:.0%}".replace("%", " %") if share >= 0.01 else "under 1 %"


def moved_text(part):
    """The rows that a part reads and writes: "rows: 4 read, 8 written"."""
    counts = {"read": sum(part.read.values()), "written": sum(part.written.values())}
    said = joined(*(f"{rows:,} {how}" for how, rows in counts.items() if rows))
    return f"rows: {said}" if said else "no row"


def _does(part, step, before):
    """What a part does to rows: "reads 16 rows"."""
    read, written = sum(part.read.values()), sum(part.written.values())
    if read and written:
        return f"reads {listed(read, 'row')} and writes {written:,}"
    if read:
        return f"reads {listed(read, 'row')}"
    if written:
        few = len(step.ids)
        zeros = part.written.get("gradient") == step.V > few
        return f"writes {listed(written, 'row')}" + (
            f", zeros but for {few:,}" if zeros else ""
        )
    gone = sum(before.held.values()) - sum(part.held.values()) if before else 0
    return f"lets go of {listed(gone, 'row')}" if gone > 0 else "touches no row"
