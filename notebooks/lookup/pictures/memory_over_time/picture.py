"""The picture of memory over the time of training steps: checked, thinned, put into words."""

import math
import re
from pathlib import Path

import numpy as np
import traitlets

from ...whole import whole_number
from ...widget import still
from ..kit.picture import Drawing, Picture, one_of
from ..kit.wording import bytes_text, listed, quoted, short
from .runs import KINDS, read_runs

MOST_NUMBERS = 5000  # that travel: of all kinds, moments, phases and runs
MOST_MOMENTS = 24  # of a phase
FINEST = 9999  # of how many units the highest moment is drawn


def memory_over_time(runs, *, table, layers=None, by=None, step=0):
    """A picture of what training steps hold over their time, beyond the table that they train.

    What is taken in a phase "forward" is drawn as activations, in a "backward" as gradients, in a
    "step" as the optimiser's states, until it is given back. The learner chooses the way in which
    the steps are done, and drags the number of layers. Each phase is as wide as any other. Where it
    has more moments than can be drawn, the highest of some neighbours stands for them: no peak is
    lost.

    Args:
        runs: {(way, layers): what `held_over_time` returned}: 1 to 4 ways, each by its name, with 1
            to 8 evenly spaced numbers of layers from 0 to 1000, every way with every number. All
            runs have as many phases, 1 to 8, and begin with a fresh table, whose first gradient is
            still to come.
        table: the bytes of the table, the unit of what is drawn.
        layers: the number of layers shown first; None for the smallest.
        by: the way shown first, by its name; None for the first one.
        step: the phase shown first, from 0.

    Returns:
        A picture. Kernel and browser share `picture.step`, the phase, `picture.by`, the way, and
        `picture.row`, the number of layers; setting one moves the picture.

    Raises:
        TypeError: runs that are no dict of what `held_over_time` returns, by (way, layers); a table
            or layers that are no whole number.
        ValueError: too many ways, numbers of layers or phases; names that are too long or not
            printable; layers that are not evenly spaced; a run that is missing, has fewer phases
            than another or gives back what is older than it; a table of no bytes.
        traitlets.TraitError: a step outside the picture; `by` or `layers` of no run.

    Example:
        >>> import torch
        >>> def measured(layers):
        ...     W = torch.ones(1000, 8, requires_grad=True)
        ...     def call():
        ...         phase("forward")
        ...         h = W[:100]
        ...         for _ in range(layers):
        ...             h = h.sin()
        ...         phase("backward")
        ...         h.sum().backward()
        ...     return held_over_time(call)
        >>> runs = {("dense", layers): measured(layers) for layers in (0, 5)}
        >>> memory_over_time(runs, table=32_000, layers=5, step=1)
        <memory over time: dense, 5 layers, phase 2 of 2, backward>
    """
    return MemoryOverTime(runs, table, layers, by, step)


class MemoryOverTime(Picture):
    """Memory over time; made by `memory_over_time`."""

    _draws = Path(__file__).with_name("draw.js")

    by = traitlets.Unicode(help="the way in which the steps are done").tag(sync=True)
    row = traitlets.Int(help="the number of layers").tag(sync=True)

    def __init__(self, runs, table, layers, by, step):
        self._runs, self._layers = read_runs(runs)
        table = whole_number(table, "table")
        if table < 1:
            raise ValueError(f"table must have at least 1 byte, got {table:,}.")
        self._table = table
        super().__init__(draw(self._runs, self._layers, table), step)
        self.by = self.spec["ways"][0] if by is None else by
        self.row = self._layers[0] if layers is None else layers

    @traitlets.validate("by")
    def _is_a_way(self, proposal):
        return one_of(proposal, self.spec["ways"])

    @traitlets.validate("row")
    def _was_measured(self, proposal):
        if proposal["value"] not in self._layers:
            raise traitlets.TraitError(
                f"layers must be one of {self._measured()}, got {proposal['value']}."
            )
        return proposal["value"]

    def _measured(self):
        return ", ".join(map(str, self._layers))

    def _answer(self, content):
        """Refuse what the page does not know, or show it."""
        text = str(content.get("typed", content.get("row"))).strip()
        number = int(text) if re.fullmatch(r"[0-9]{1,4}", text) else -1
        if number not in self._layers:
            raise LookupError(
                f"Type a number of layers that was measured, {self._measured()}; "
                f"got {quoted(short(text, 40))}."
            )
        self.row = number
        return self._drawing, self.step

    def _phases(self):
        return self._runs[self.by][self.row]

    def __repr__(self):
        phases = self._phases()
        which = f"phase {self.step + 1} of {len(phases)}, {phases[self.step].name}"
        return f"<memory over time: {self.by}, {listed(self.row, 'layer')}, {which}>"

    def to_html(self):
        """The peaks of all runs as a plain table, for pages without a kernel."""
        head = ["way", *(listed(size, "layer") for size in self._layers)]
        body = [
            [way, *(f"{self._peak(way, size):.2f}" for size in self._layers)]
            for way in self._runs
        ]
        caption = f"{self.spec['title']}: peak beyond the table of {self.spec['text']}, in tables"
        picked = self.spec["ways"].index(self.by)
        return still(caption, head, body, [], f"{self!r}"[1:-1] + ".", picked=picked)

    def _peak(self, way, layers):
        """In tables."""
        return max(phase.held.max() for phase in self._runs[way][layers]) / self._table


def draw(runs, layers, table):
    """The drawing of `memory_over_time`.

    runs, layers: as `read_runs` gives them; table: its bytes.
    """
    every = [phases for sizes in runs.values() for phases in sizes.values()]
    phases = [phase for one in every for phase in one]
    shown = np.flatnonzero(
        np.any([phase.bytes.any(axis=0) for phase in phases], axis=0)
    )
    most = max(int(phase.held.max()) for phase in phases)
    unit = max(1, math.ceil(most / FINEST))
    moments = _room(phases, max(1, len(shown)))
    names = list(dict.fromkeys(phase.name for phase in phases))
    path = len(every[0])
    low, *others = layers
    spec = {
        "title": "memory over time",
        "name": f"memory over {listed(path, 'phase')} of training steps",
        "note": "in the order of events, each phase as wide as any other",
        "table": table,
        "text": bytes_text(table),
        "unit": unit,
        "top": most / table,
        "kinds": [KINDS[kind] for kind in shown],
        "ways": list(runs),
        "layers": layers,
        "names": names,
        "runs": {
            way: [_sent(one, names, shown, unit, moments) for one in sizes.values()]
            for way, sizes in runs.items()
        },
        "range": {"low": low, "high": others[-1], "apart": others[0] - low}
        if others
        else None,
        "steps": list(range(path)),
        "path": path,
        "sentence": False,
        "asks": "layers",
    }
    return Drawing(spec["steps"], spec)


def _room(phases, kinds):
    """How many moments of each phase can travel."""
    for most in range(MOST_MOMENTS, 3, -1):
        if kinds * sum(min(most, len(phase.bytes)) for phase in phases) <= MOST_NUMBERS:
            return most
    # The first, the last, and the highest between: fewer would lose a peak.
    return 3


def _sent(phases, names, shown, unit, moments):
    """A run as it travels: which of `names` its phases have, and units of each kind in each."""
    thinned = [_thinned(phase, moments)[:, shown] / unit for phase in phases]
    return {
        "phases": [names.index(phase.name) for phase in phases],
        "peak": int(max(phase.held.max() for phase in phases)),
        "held": [
            [" ".join(f"{units:.0f}" for units in kind) for kind in phase.T]
            for phase in thinned
        ],
    }


def _thinned(phase, most):
    """(M, 5): at most so many moments: the first, the last, and of neighbours between the highest.

    The first is the last of the phase before: what is given back late in a phase stays until then.
    """
    if len(phase.bytes) <= most:
        return phase.bytes
    parts = np.array_split(phase.bytes[1:-1], most - 2)
    kept = [part[part.sum(axis=1).argmax()] for part in parts]
    return np.stack([phase.bytes[0], *kept, phase.bytes[-1]])
