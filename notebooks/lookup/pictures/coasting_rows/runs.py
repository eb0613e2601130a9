"""Runs of one small table under several optimisers, checked, as numbers for each row and step."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ..kit.inputs import as_list, check_name, real_numbers
from ..kit.wording import listed, quoted, short

MOST_RUNS = 6
MOST_ROWS = 6
MOST_LETTERS = 20  # of the name of a run
MOST_SEEN = 1000  # the latest step from which on a run is shown
PARTS = ("rows", "gradients", "memory")


@dataclass(frozen=True)
class Run:
    """What became of V rows in S steps: norms over the columns, each (S, V).

    `gradient` and `memory` of each row after the step, `moved` in the step, and its `distance` from
    where it was before the first of these steps.
    """

    gradient: np.ndarray
    memory: np.ndarray
    moved: np.ndarray
    distance: np.ndarray


def read_runs(runs, seen):
    """{name: Run} of the steps from step `seen` on. Raises as `coasting_rows` does."""
    _check(runs)
    if not 1 <= seen <= MOST_SEEN:
        raise ValueError(f"seen must be from 1 to {MOST_SEEN:,}, got {seen:,}.")
    shape = _shape_of_all(runs)
    steps = shape[0] - 1
    if steps <= seen:
        raise ValueError(
            f"runs must go on after step {seen:,}, in which the row is seen, "
            f"got {listed(steps, 'step')}."
        )
    return {name: _read(run, name, seen) for name, run in runs.items()}


def coasting_row(runs, names, seen):
    """The first row that has a gradient at first and none later: the one that may coast.

    Raises ValueError if there is none, or if it does not move at first, as its first step is the
    unit of all distances.
    """
    gradient = next(iter(runs.values())).gradient
    once = (gradient[0] > 0) & ~gradient[1:].any(axis=0)
    if not once.any():
        raise ValueError(
            f"runs must have a row with a gradient at step {seen:,} and none later, got none."
        )
    row = int(once.argmax())
    for name, run in runs.items():
        if run.moved[0, row] == 0:
            raise ValueError(
                f"{quoted(short(names[row]))} must move at step {seen:,}, as its first step is the "
                f"unit of all distances, but under {quoted(name)} it does not."
            )
    return row


def _check(runs):
    if not isinstance(runs, Mapping):
        raise TypeError(
            f"runs must be {{name: what follow returns}}, got {type(runs).__name__}."
        )
    if not 1 <= len(runs) <= MOST_RUNS:
        raise ValueError(
            f"runs must hold 1 to {MOST_RUNS} optimisers, got {len(runs):,}."
        )
    for name, run in runs.items():
        check_name(name, "a run", MOST_LETTERS)
        if not all(hasattr(run, part) for part in PARTS):
            raise TypeError(
                f"a run must be what follow returns, with rows, gradients and memory, "
                f"but {quoted(name)} is a {type(run).__name__}."
            )


def _shape_of_all(runs):
    """The shape (T + 1, V, D) of the rows of every run."""
    first = None
    for name, run in runs.items():
        rows, *others = (tuple(np.shape(getattr(run, part))) for part in PARTS)
        if len(rows) != 3 or 0 in rows or others != [(rows[0] - 1, *rows[1:])] * 2:
            raise ValueError(
                f"a run must have rows of shape (T + 1, V, D) and gradients and memory of shape "
                f"(T, V, D), but {quoted(name)} has {rows}, {others[0]} and {others[1]}."
            )
        first = first or rows
        if rows != first:
            raise ValueError(f"runs must have one shape, got {first} and {rows}.")
    if first[1] > MOST_ROWS:
        raise ValueError(f"runs must be of 1 to {MOST_ROWS} rows, got {first[1]:,}.")
    return first


def _read(run, name, seen):
    rows, gradients, memory = (
        _numbers(getattr(run, part)[seen - 1 :], f"{part} of {quoted(name)}")
        for part in PARTS
    )
    return Run(
        gradient=_norms(gradients, name),
        memory=_norms(memory, name),
        moved=_norms(np.diff(rows, axis=0), name),
        distance=_norms(rows[1:] - rows[0], name),
    )


def _numbers(part, name):
    return np.asarray(
        as_list(real_numbers(part, name, "those of follow"), name), dtype=float
    )


def _norms(array, name):
    """(S, V) of (S, V, D)."""
    norms = np.linalg.norm(array, axis=2)
    if not np.isfinite(norms).all():
        bad = norms[~np.isfinite(norms)][0]
        raise ValueError(
            f"a run must hold finite numbers, but {quoted(name)} reaches {bad}."
        )
    return norms
