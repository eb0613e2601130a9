"""The ways of a point through the plane, one for each of several ways to train it."""

import itertools
import math

from .beside import label_marks
from .chart import LOOKS, PALETTE, SIZE, Chart, axes, looks, rounded
from .inputs import labelled, named, numbers
from .readings import Reading

MOST = 100_000  # points of a path
MOST_DOTS = 20  # on a path, beside its ends
GOAL = {"marker": "*", "ms": 13, "color": PALETTE["ink"]}
START = {
    "marker": "o",
    "ms": 9,
    "mfc": PALETTE["paper"],
    "mec": PALETTE["ink"],
    "mew": 1.5,
}


def trails(paths, *, x, y, goal=None):
    """Paths of a point through the plane, on axes with one scale, with a dot every so many steps.

    Where the dots are far apart the point is fast. Of paths that lie on each other the first ones
    are drawn wider.

    Args:
        paths: {label: (T + 1, 2) numbers}, one to four: where the point is before the first step
            and after each; each path has its own T, from 1 to 99,999.
        x, y: what the two numbers are.
        goal: the point where paths should lead, two numbers, drawn as a star.

    Raises:
        TypeError: if the paths are no dict, or they or the goal hold something else than numbers.
        ValueError: if there is no path or more than four, if a path is not of shape (T + 1, 2), if
            the goal is not two numbers, if a number is not finite, or if a label is too long.

    Example:
        >>> paths = {"SGD": [[0, 0], [3, 0]], "Adam": [[0, 0], [3, 3], [3, 4]]}
        >>> trails(paths, x="column 0", y="column 1", goal=[3, 5])
        SGD: from (0, 0) to (3, 0) in 1 step, 5 from the goal
        Adam: from (0, 0) to (3, 4) in 2 steps, 1 from the goal
        the ends are 4 apart
        the goal is (3, 5)
    """
    paths = {
        label: _path(path, label) for label, path in labelled(paths, len(LOOKS)).items()
    }
    goal = None if goal is None else _goal(goal)
    figure, (axis,) = axes(1)
    figure.set_size_inches(SIZE[0], 1.25 * SIZE[1])
    axis.set(xlabel=named(x), ylabel=named(y))
    # The numbers of the axes give way, not the box: a step has one length in every direction.
    axis.set_aspect("equal", adjustable="datalim")
    axis.margins(0.12)
    every = _every(paths)
    for rank, (label, (colour, mark, dash)) in enumerate(looks(paths).items()):
        # The later a path is drawn the thinner it is, so that what lies below it shows on both
        # sides.
        width = 1.3 + 1.6 * (len(paths) - 1 - rank)
        axis.plot(*paths[label].T, color=colour, ls=dash, lw=width)
        axis.plot(
            *paths[label][:-1:every].T, "o", ls="none", ms=2.2 + width, color=colour
        )
        axis.plot(*paths[label][-1], mark, ms=8, color=colour, mec=PALETTE["ink"])
    _label_points(figure, axis, _points(paths, goal), paths)
    dots = f"A dot every {every:,} steps." if every > 1 else "A dot at each step."
    size = _size(paths, goal)
    readings = [
        _reading(axis, label, path, every, size) for label, path in paths.items()
    ]
    text = "\n".join(_texts(paths, goal, size))
    return Chart(figure, text, dots, readings=readings)


def _reading(axis, label, path, every, size):
    """What is read of a path, at its dots and at its end."""
    last = len(path) - 1
    told = [*range(0, last, every), last]

    def text(k):
        return f"{_written(path[told[k]], size)} after {told[k]:,} of {last:,} steps"

    return Reading(axis, label, [tuple(path[step]) for step in told], text)


def _path(path, label):
    points = numbers(path, label).astype(float)
    if points.ndim != 2 or points.shape[1] != 2 or not 2 <= len(points) <= MOST:
        raise ValueError(
            f"a path needs two numbers for each of 2 to {MOST:,} moments, shape (T + 1, 2), "
            f"got shape {points.shape} for {label!r}."
        )
    return points


def _goal(goal):
    point = numbers(goal, "goal").astype(float)
    if point.shape != (2,):
        raise ValueError(f"goal must be two numbers, got shape {point.shape}.")
    return point


def _every(paths):
    """How many steps lie between two dots: 1, 2, 5, 10, 20 …"""
    steps = max(map(len, paths.values())) - 1
    rounds = (lead * 10**power for power in itertools.count() for lead in (1, 2, 5))
    return next(every for every in rounds if steps / every <= MOST_DOTS)


def _points(paths, goal):
    """What is labelled: (label, point, colour, its mark's look, None for a path's end).

    The goal is first, and a start is there once for all paths.
    """
    points = []
    if goal is not None:
        points.append(("goal", goal, PALETTE["ink"], GOAL))
    hues = {label: colour for label, (colour, _, _) in looks(paths).items()}
    points += [(label, path[-1], hues[label], None) for label, path in paths.items()]
    # As keys, equal starts fall together.
    starts = {tuple(path[0]): label for label, path in paths.items()}
    for start, label in starts.items():
        name = "start" if len(starts) == 1 else f"start of {label}"
        points.append((name, start, PALETTE["ink"], START))
    return points


def _label_points(figure, axis, points, paths):
    """Draw the goal and the starts, and write each label where neither a label nor a mark is."""
    for _, point, _, look in points:
        if look:
            axis.plot(*point, **look)
    label_marks(figure, axis, [point[:3] for point in points], _fine(paths))


def _fine(paths):
    """Points along all paths, some hundred of each: (points, 2)."""
    import numpy as np

    fine = []
    for path in paths.values():
        # A path may have two points or 100,000, and labels avoid points: 400 are near enough and
        # few.
        at = np.linspace(0, len(path) - 1, 400)
        fine.append(
            np.stack([np.interp(at, range(len(path)), line) for line in path.T], axis=1)
        )
    return np.concatenate(fine)


def _size(paths, goal):
    """The largest of all numbers, beside which they are rounded."""
    everything = [abs(path).max() for path in paths.values()]
    return max(everything if goal is None else [*everything, abs(goal).max()])


def _texts(paths, goal, size):
    """From where to where each path goes, and how far apart they end."""
    texts = []
    for label, path in paths.items():
        steps = len(path) - 1
        ends = f"from {_written(path[0], size)} to {_written(path[-1], size)}"
        away = "" if goal is None else f", {_far(path[-1], goal, size)} from the goal"
        texts.append(
            f"{label}: {ends} in {steps:,} step{'' if steps == 1 else 's'}{away}"
        )
    if len(paths) == 2:
        texts.append(
            f"the ends are {_far(*(path[-1] for path in paths.values()), size)} apart"
        )
    elif len(paths) > 2:
        pairs = itertools.combinations(paths, 2)
        apart = [
            f"{a} and {b} {_far(paths[a][-1], paths[b][-1], size)}" for a, b in pairs
        ]
        texts.append(f"apart at the end: {', '.join(apart)}")
    if goal is not None:
        texts.append(f"the goal is {_written(goal, size)}")
    return texts


def _written(point, size):
    return f"({', '.join(rounded(number, size) for number in point)})"


def _far(one, other, size):
    return rounded(math.dist(one, other), size)
