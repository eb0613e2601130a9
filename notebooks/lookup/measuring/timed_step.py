"""One training step of a table, timed part by part, with the rows that each part touches."""

import itertools
import statistics
from dataclasses import dataclass

import torch

from .clocks import wake
from .timing import Measurement, clock, measured_here
from .trajectory import check_training

WARM_UPS = 3  # steps before the clock runs: the optimiser makes its tables in the first


@dataclass(frozen=True)
class Part:
    """A part of a training step: the rows it reads and writes, and those that are held after it.

    `time`: the seconds it took in each repeat. `read`, `written`, `held`: {"table", "gradient", or
    what the optimiser calls a table of its own: rows}. A row is counted once however often it is
    passed over, so these are the fewest that the part can do with.
    """

    name: str
    time: Measurement
    read: dict[str, int]
    written: dict[str, int]
    held: dict[str, int]

    @property
    def rows(self):
        """Rows read and rows written, together."""
        return sum(self.read.values()) + sum(self.written.values())


@dataclass(frozen=True)
class TimedStep:
    """A training step of a (V, D) table as `time_step` found it.

    `ids`: the distinct ones, in order, of the first step; `row_bytes`: of a row of the table. Time
    k of each part was taken in the same step k, so no part is ever longer than its whole.
    """

    V: int
    row_bytes: int
    ids: tuple[int, ...]
    parts: tuple[Part, ...]

    @property
    def time(self):
        """What the whole step took in each repeat, a `Measurement`."""
        first = self.parts[0].time
        whole = tuple(
            map(sum, zip(*(part.time.times for part in self.parts), strict=True))
        )
        return Measurement(whole, first.device, first.torch, first.date)

    @property
    def typical(self):
        """Seconds of each part in one of the steps: that whose whole is the median of all."""
        whole = self.time.times
        # The lower of two in the middle, as their mean would be no step that was measured.
        at = whole.index(statistics.median_low(whole))
        return tuple(part.time.times[at] for part in self.parts)

    def __str__(self):
        lines = [(part.name, part.time, part.rows) for part in self.parts]
        lines.append(("the whole step", self.time, sum(rows for _, _, rows in lines)))
        return "\n".join(
            f"{name:16} {time!s:25} {rows:>12,} rows" for name, time, rows in lines
        )


def time_step(emb, optimiser, ids, *, up=None, repeats=15):
    """Time one training step of a table, with marks between its parts.

    A step is forward, backward, the optimiser's step, and `zero_grad`, which lets the gradient go.
    Each step takes other rows: the ids are moved on along the table, so that a cache does not hold
    what a step asks for. At every mark the device is waited for, as a step in earnest would not: on
    a GPU, parts shorter than some 20 µs show the wait more than the work.

    Args:
        emb: an `nn.Embedding` (V, D), on any device. It is trained a little, `repeats` + 3 steps.
        optimiser: a torch optimiser that trains `emb.weight`.
        ids: a tensor of ids, of any shape, on the device of the table; at least one.
        up: what a loss sends back to the rows, shape (*ids.shape, D); ones if None.
        repeats: how many steps to time, at least 1.

    Returns:
        A `TimedStep`; printed, it shows the time and the rows of each part.

    Raises:
        TypeError: emb is no nn.Embedding; optimiser is no torch optimiser; ids are no tensor.
        ValueError: the optimiser does not train `emb.weight`; there are no ids or no repeats.
        Whatever the step itself raises: IndexError of an id outside the table, RuntimeError of an
        optimiser that takes no sparse gradient, or of too little memory.

    Example:
        >>> emb = torch.nn.Embedding(1000, 8)
        >>> sgd = torch.optim.SGD(emb.parameters(), lr=0.01)
        >>> step = time_step(emb, sgd, torch.tensor([7, 7, 500]))
        >>> [(part.name, part.rows) for part in step.parts]
        [('forward', 2), ('backward', 1000), ('SGD step', 3000), ('zero_grad', 0)]
        >>> step.ids
        (7, 500)
    """
    check_training(emb, optimiser)
    if not isinstance(ids, torch.Tensor):
        raise TypeError(f"ids must be a tensor, got {type(ids).__name__}.")
    if ids.numel() == 0 or repeats < 1:
        raise ValueError(
            f"there must be at least 1 id and 1 repeat, got {ids.numel()} and {repeats}."
        )
    optimiser.zero_grad()
    up = torch.ones_like(emb(ids).detach()) if up is None else up
    wake(emb.weight.device)
    batches = _moved_on(ids, len(emb.weight), WARM_UPS + repeats)
    steps = [_step(emb, optimiser, batch, up) for batch in batches][WARM_UPS:]
    laps, (touched, *_) = zip(*steps)
    names = "forward", "backward", f"{type(optimiser).__name__} step", "zero_grad"
    parts = tuple(
        Part(name, measured_here(times, emb.weight.device), *rows)
        for name, times, rows in zip(names, zip(*laps), touched, strict=True)
    )
    W = emb.weight
    distinct = tuple(ids.unique().tolist())
    return TimedStep(len(W), W[0].nbytes, distinct, parts)


def _moved_on(ids, V, times):
    """The ids, and then as many different rows further and further along a table of V rows."""
    yield ids  # as they are, so that one outside the table is refused
    for k in range(1, times):
        yield (ids + k * max(1, V // times)) % V


def _step(emb, optimiser, ids, up):
    """The seconds of each part of a step, and what each one touches."""
    device = emb.weight.device
    marks = [clock(device)]
    rows = emb(ids)
    marks.append(clock(device))
    rows.backward(up)
    marks.append(clock(device))
    optimiser.step()
    marks.append(clock(device))
    touched = _touched(emb.weight, optimiser, ids)
    # The clock is read anew: `_touched` above has to see the gradient, and is no part of the step.
    begin = clock(device)
    optimiser.zero_grad()
    end = clock(device)
    laps = [after - before for before, after in itertools.pairwise(marks)]
    return (*laps, end - begin), touched


def _touched(W, optimiser, ids):
    """(read, written, held) of each part, {name of a tensor: rows}, after the optimiser's step."""
    few = len(ids.unique())
    state = optimiser.state.get(W, {})
    own = {
        name: _stored(kept)
        for name, kept in state.items()
        if isinstance(kept, torch.Tensor) and kept.shape == W.shape
    }
    kept = {"table": len(W)} | own
    gradient = {"gradient": _stored(W.grad)}
    swept = dict.fromkeys(kept, few) if W.grad.is_sparse else kept
    return (
        ({"table": few}, {}, kept),
        ({}, gradient, kept | gradient),
        (gradient | swept, swept, kept | gradient),
        ({}, {}, kept),
    )


def _stored(tensor):
    """How many rows a tensor stores: of a COO one for each entry."""
    return tensor._nnz() if tensor.is_sparse else len(tensor)
