"""The picture of queued calls in time: checked, put into words. draw.js draws it.

When they return and when their work is done is measured: `queued_calls` tells.
"""

from pathlib import Path

import traitlets

from ...units import time_text
from ...widget import still
from ..kit.inputs import number_of, words_of
from ..kit.picture import Drawing, Picture, named, row_below
from ..kit.wording import joined, listed, short_and_full, width_of

MOST_CALLS = 8
MOST_SAID = 40  # letters of the name of a call
PARTS = ("called", "returned", "began", "done")
STAGES = ("without waiting", "the work", "the wait")
STAND_IN = "a helper thread stands in for the GPU"


def calls_in_time(queued, *, names=None, step=0):
    """A picture of calls that return before they are done: a lane of Python, a lane of the worker.

    First there is what a stopwatch sees that does not wait, then the work, then the wait. All is
    drawn to scale, the first stage in a larger one; what is shorter than a pixel is drawn as one.

    Args:
        queued: what `queued_calls` returned, of 1 to 8 calls.
        names: what each call is called, one text each.
        step: the stage shown first, 0 to 2.

    Returns:
        A picture. `picture.step` is the stage shown and `picture.row` the call picked, from 0, None
        for none; kernel and browser share both.

    Raises:
        TypeError: queued that is not what `queued_calls` returns; names that are no texts.
        ValueError: more than 8 calls; names of another number; calls that took no time at all.
        traitlets.TraitError: a step or a call outside the picture.

    Example:
        >>> two = QueuedCalls((0, 2e-5), (1e-5, 3e-5), (1e-5, 4e-3), (4e-3, 8e-3), 8.1e-3,
        ...                   gpu=True, device="some GPU")
        >>> calls_in_time(two)
        <calls in time: 2 calls, returned after 30 µs, done after 8 ms, waited for until 8.1 ms>
    """
    return CallsInTime(queued, names, step)


class CallsInTime(Picture):
    """Calls that return before they are done; made by `calls_in_time`."""

    _draws = Path(__file__).with_name("draw.js")

    row = traitlets.Int(
        None, allow_none=True, help="the call picked; None for none"
    ).tag(sync=True)

    def __init__(self, queued, names, step):
        _check(queued)
        count = len(queued.called)
        names = (
            ["" for _ in queued.called] if names is None else words_of(names, "names")
        )
        if len(names) != count:
            raise ValueError(
                f"names must hold one text for each of the {listed(count, 'call')}, "
                f"got {len(names):,}."
            )
        worker = "the GPU" if queued.gpu else "a helper thread"
        spec = {
            "title": "calls in time",
            "name": f"{listed(count, 'call')} queued one after the other, and the wait",
            "note": joined("" if queued.gpu else STAND_IN, queued.device),
            "worker": worker,
            "lanes": ["Python", worker if queued.gpu else "helper thread"],
            "calls": [
                {"label": f"{k + 1:,}", **_name(name)}
                | {part: _sent(getattr(queued, part)[k]) for part in PARTS}
                for k, name in enumerate(names)
            ],
            "waited": _sent(queued.waited),
            "steps": [{"name": name} for name in STAGES],
            "path": len(STAGES),
            "sentence": False,
            "asks": "Type the number of a call",
        }
        spec["lane_width"] = max(map(width_of, spec["lanes"]))
        super().__init__(Drawing(list(STAGES), spec), step)

    @traitlets.validate("row")
    def _is_there(self, proposal):
        return row_below(proposal, len(self.spec["calls"]), "a call ")

    def _answer(self, content):
        """Pick the call whose number, from 1, is typed; an empty text lets go of it."""
        text = str(content.get("typed", content.get("row"))).strip()
        self.row = (
            number_of(text, "call", 1, len(self.spec["calls"])) - 1 if text else None
        )
        return self._drawing, self.step

    def __repr__(self):
        calls = self.spec["calls"]
        returned, done = (time_text(calls[-1][part]) for part in ("returned", "done"))
        waited = time_text(self.spec["waited"])
        ends = (
            f"returned after {returned}, done after {done}, waited for until {waited}"
        )
        return f"<{self.spec['title']}: {listed(len(calls), 'call')}, {ends}>"

    def to_html(self):
        """The times of all calls as a plain table, for pages without a kernel."""
        spec = self.spec
        calls = spec["calls"]
        head = ["call", "called", "returned", "work began", "work done"]
        body = [
            [named(call), *(time_text(call[part]) for part in PARTS)] for call in calls
        ]
        ends = time_text(calls[-1]["returned"]), time_text(spec["waited"])
        foot = [["the wait", *ends, "", ""]]
        caption = joined(f"{spec['title']}, since the first call", spec["note"])
        return still(
            caption, head, body, foot, f"{self!r}"[1:-1] + ".", picked=self.row
        )


def _name(name):
    return short_and_full(name, MOST_SAID) if name else {}


def _sent(seconds):
    """A time as it travels: to a nanosecond."""
    return round(float(seconds), 9)


def _check(queued):
    if not all(hasattr(queued, part) for part in (*PARTS, "waited", "gpu", "device")):
        raise TypeError(
            f"queued must be what queued_calls returns, got {type(queued).__name__}."
        )
    if len(queued.called) > MOST_CALLS:
        raise ValueError(
            f"queued must hold 1 to {MOST_CALLS} calls, got {len(queued.called):,}."
        )
    if not queued.returned[-1] > 0:
        raise ValueError(
            f"the last call must return after 0 s, got {queued.returned[-1]:g} s."
        )
