"""The bytes that a call holds over its time, phase by phase, and in which phase they were taken."""

import contextlib
import itertools
from collections import defaultdict
from dataclasses import dataclass

import torch

from .allocations import changes_in, mark_phase, swept
from .device import name_of_device
from .memory import alone, asked_for, begin, device_to_count_on

START = "start"  # the phase before the first that a call names
OLDER = "older"  # what was taken before the call
MOST_LETTERS = 20
_hearing = []  # who is to hear of a phase: nobody, or the recording that runs


@dataclass(frozen=True)
class Phase:
    """A part of a call: its `name`, and bytes held beyond what was held before the call.

    `held`: at each moment at which they changed, from the first, before anything is done, to the
    last. `taken`: {phase in which they were taken: bytes at each of these moments}, which sum to
    `held`; "older" are those from before the call, below 0 once they are given back. On CUDA `held`
    is what stood there at first, the most, and at last, and `taken` is empty: it is not known.
    """

    name: str
    held: tuple
    taken: dict

    @property
    def peak(self):
        """The most bytes at any moment of this phase."""
        return max(self.held)


@dataclass(frozen=True)
class MemoryTimeline:
    """What a call held over its time: its `phases` in order, and the `device` that counted.

    Example:
        >>> MemoryTimeline((Phase("forward", (0, 4000, 0), {}),), "some CPU, 1 thread").peak
        4000
    """

    phases: tuple
    device: str

    @property
    def peak(self):
        """The most bytes at any moment, at least 0: `measure_memory` finds the same."""
        return max(phase.peak for phase in self.phases)

    @property
    def kept(self):
        """The bytes that stay when the call is over."""
        return self.phases[-1].held[-1]


def phase(name):
    """Say within a call that a part of it begins, for `held_over_time`; without it, do nothing.

    Args:
        name: what the part is called, 1 to 20 printable letters, such as "forward". The pictures
            take what is taken in a "forward" for activations, in a "backward" for gradients, and in
            a "step" for the optimiser's states.

    Raises:
        TypeError: if the name is no str.
        ValueError: if it is empty, too long or not printable, or is "start" or "older".

    Example:
        >>> phase("forward")
    """
    if not isinstance(name, str):
        raise TypeError(f"the name of a phase must be a str, got {name!r:.60}.")
    if not 1 <= len(name) <= MOST_LETTERS or not name.isprintable():
        raise ValueError(
            f"the name of a phase must have 1 to {MOST_LETTERS} printable letters, "
            f"got {name!r:.60}."
        )
    if name in (START, OLDER):
        raise ValueError(
            f"the name of a phase must not be {START!r} or {OLDER!r}, got {name!r}."
        )
    for hear in _hearing:
        hear(name)


def held_over_time(call, *inputs, device=None):
    """The bytes that one `call(*inputs)` holds over its time, by the phases that it names.

    Counted as by `measure_memory`, with the same peak. On the CPU each block is known by the phase
    in which it was taken; on CUDA each phase has its most and its last bytes, no more.

    Args:
        call: a function that says `phase("forward")` and the like where its parts begin. What it
            does before the first belongs to a phase "start", left out if no bytes change in it.
        inputs: what it is called with.
        device: where it works if no input says so: a torch.device, or a name as in `pick_device`.

    Returns:
        A `MemoryTimeline`.

    Raises:
        TypeError: if `call` is not callable.
        ValueError: if the device is not here, or is neither a CPU nor CUDA; if the call names no
            phase.
        RuntimeError: if another call is being measured, or the card's allocator does not count.

    Example:
        >>> def call():
        ...     phase("forward")
        ...     rows = torch.zeros(10)
        ...     phase("backward")
        ...     gradient = torch.zeros_like(rows)
        ...     del rows
        ...     return gradient
        >>> for part in held_over_time(call).phases:
        ...     print(part.name, part.held, part.taken)
        forward (0, 40) {'forward': (0, 40)}
        backward (40, 80, 40, 0) {'forward': (40, 40, 0, 0), 'backward': (0, 40, 40, 0)}
    """
    device = device_to_count_on("held_over_time", call, inputs, device)
    count = _on_cuda if device.type == "cuda" else _on_cpu
    with alone("held_over_time"):
        phases = count(device, lambda: call(*inputs))
    if phases[0].name == START and not any(phases[0].held):
        phases = phases[1:]
    if not phases or phases[-1].name == START:
        raise ValueError(
            'the call must name its phases, such as phase("forward"), got none.'
        )
    return MemoryTimeline(tuple(phases), name_of_device(device))


@contextlib.contextmanager
def _heard_by(hear):
    _hearing.append(hear)
    try:
        yield
    finally:
        _hearing.remove(hear)


def _on_cpu(_, call):
    with _heard_by(mark_phase):
        changes = changes_in(call)
    taken_in = {None: OLDER}  # {block: the phase in which it was taken}
    sums = defaultdict(int)
    name, moments, phases = START, [{}], []
    for change in changes:
        if change.phase is not None:
            phases.append(_phase_of(name, moments))
            name, moments = change.phase, [dict(sums)]
            continue
        if change.size > 0:
            # A block at the place of one given back takes over its entry.
            taken_in[change.block] = name
        sums[taken_in[change.block]] += change.size
        moments.append(dict(sums))
    return [*phases, _phase_of(name, moments)]


def _phase_of(name, moments):
    """A phase from what was held at each of its moments, {phase in which it was taken: bytes}."""
    names = [
        kind for kind in moments[-1] if any(moment.get(kind) for moment in moments)
    ]
    taken = {kind: tuple(moment.get(kind, 0) for moment in moments) for kind in names}
    held = tuple(sum(moment.values()) for moment in moments)
    return Phase(name, held, taken)


def _on_cuda(device, call):
    before = begin(device)
    readings = [
        (START, before, before)
    ]  # the phase that begins, and what the last one held

    def read(name):
        now, most = asked_for(device)
        readings.append((name, most, now))
        # So that the next reading's most is that of its own phase.
        torch.cuda.reset_peak_memory_stats(device)

    with _heard_by(read), swept():
        call()
    torch.cuda.synchronize(device)
    read(None)
    return [
        Phase(name, (first - before, most - before, last - before), {})
        for (name, _, first), (_, most, last) in itertools.pairwise(readings)
    ]
