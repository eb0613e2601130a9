"""Measured runs of training steps, checked, as numbers of bytes for each phase and moment."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ...whole import whole_number
from ..kit.inputs import check_name
from ..kit.wording import listed, quoted

MOST_WAYS = 4
MOST_SIZES = 8
MOST_LAYERS = 1000
MOST_PHASES = 8
MOST_LETTERS = 20  # of the name of a way or a phase
# What is taken in a phase of this name; what is taken in any other is "other".
KIND_OF = {"forward": "activations", "backward": "gradients", "step": "states"}
KINDS = (*KIND_OF.values(), "other", "held")  # "held" where only the sum is known


@dataclass(frozen=True)
class PhaseBytes:
    """A phase of a run: its name, and the bytes of each of KINDS at each moment, (M, 5)."""

    name: str
    bytes: np.ndarray

    @property
    def held(self):
        """The bytes of all kinds together, (M,)."""
        return self.bytes.sum(axis=1)


def read_runs(runs):
    """({way: {layers: [PhaseBytes]}}, layers in order). Raises as `memory_over_time` does."""
    _check(runs)
    ways = list(dict.fromkeys(way for way, _ in runs))
    layers = sorted({int(size) for _, size in runs})
    if len(ways) > MOST_WAYS:
        raise ValueError(f"there must be at most {MOST_WAYS} ways, got {len(ways)}.")
    _check_layers(layers)
    for way in ways:
        check_name(way, "a way", MOST_LETTERS)
        for size in layers:
            if (way, size) not in runs:
                raise ValueError(
                    f"runs must hold every way with every number of layers, "
                    f"but {quoted(way)} has none of {listed(size, 'layer')}."
                )
    read = {
        way: {size: _read(runs[way, size], way, size) for size in layers}
        for way in ways
    }
    counts = {len(phases) for sizes in read.values() for phases in sizes.values()}
    if len(counts) > 1:
        raise ValueError(
            f"runs must all have as many phases, got {' and '.join(map(str, sorted(counts)))}."
        )
    return read, layers


def _check(runs):
    if not isinstance(runs, Mapping):
        raise TypeError(
            f"runs must be {{(way, layers): what held_over_time returns}}, "
            f"got {type(runs).__name__}."
        )
    if not runs:
        raise ValueError("runs must hold at least one run, got none.")
    for key in runs:
        if not (isinstance(key, tuple) and len(key) == 2 and isinstance(key[0], str)):
            raise TypeError(f"the key of a run must be (way, layers), got {key!r:.60}.")
        whole_number(key[1], "layers")


def _check_layers(layers):
    if not 0 <= layers[0] <= layers[-1] <= MOST_LAYERS:
        raise ValueError(
            f"layers must be from 0 to {MOST_LAYERS:,}, got {layers[0]:,} to {layers[-1]:,}."
        )
    if len(layers) > MOST_SIZES:
        raise ValueError(
            f"there must be at most {MOST_SIZES} numbers of layers, got {len(layers)}."
        )
    if len(set(np.diff(layers).tolist())) > 1:
        raise ValueError(
            f"layers must be evenly spaced, as a slider runs over them, such as 0, 25, 50; "
            f"got {', '.join(map(str, layers))}."
        )


def _read(run, way, layers):
    name = f"{quoted(way)} with {listed(layers, 'layer')}"
    if not hasattr(run, "phases"):
        raise TypeError(
            f"a run must be what held_over_time returns, but {name} is of {type(run)}."
        )
    phases = list(run.phases)
    if not 1 <= len(phases) <= MOST_PHASES:
        raise ValueError(
            f"a run must have 1 to {MOST_PHASES} phases, but {name} has {len(phases)}."
        )
    for phase in phases:
        check_name(phase.name, "a phase", MOST_LETTERS)
    read = [PhaseBytes(phase.name, _bytes_of(phase)) for phase in phases]
    if any((phase.bytes < 0).any() for phase in read):
        raise ValueError(
            f"a run must not give back what is older than it, but {name} does: "
            "measure each with a fresh table."
        )
    return read


def _bytes_of(phase):
    """(M, 5): what each kind holds at each moment."""
    found = np.zeros((len(phase.held), len(KINDS)), dtype=np.int64)
    if not phase.taken:
        found[:, KINDS.index("held")] = phase.held
    for taken_in, held in phase.taken.items():
        found[:, KINDS.index(KIND_OF.get(taken_in, "other"))] += held
    return found
