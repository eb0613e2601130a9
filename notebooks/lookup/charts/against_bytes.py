"""The chart of what ways cost in bytes beside what they reach."""

import math

from .beside import label_marks
from .chart import LOOKS, PALETTE, SIZE, Chart, axes, in_bytes, in_unit
from .ends import write_shares
from .inputs import labelled, named, positive, reader
from .readings import Reading

MOST = 8


def against_bytes(points, *, x, y, unit=""):
    """What each of several ways reaches, against its bytes on a log axis, with its name beside it.

    Of several numbers, as one for each seed, the mark is the mean, and whiskers reach over the
    whole range. A hue and a shape are an idea, what a label says before its first comma, and a
    variant of it is hollow; from the fifth idea on they come again.

    Args:
        points: {label: (bytes, a finite number or several)}, one to eight.
        x: what the bytes are.
        y: what the numbers are, with their unit if they have one.
        unit: "%" takes shares from 0 to 1, as `bars` does, or "" for the numbers as they are.

    Raises:
        TypeError: if the points are no dict, one is not bytes and numbers, or a name is no text.
        ValueError: if there are no points or more than eight, if bytes are not above 0 and finite,
            a number is not finite, or with "%" no share, a label is too long, or the unit another.

    Example:
        >>> points = {"whole": (384, [0.86, 0.88]), "shared": (33, 0.84)}
        >>> against_bytes(points, x="bytes a word", y="right", unit="%")
        whole: 384.0 B, 87.0% (86.0% to 88.0%)
        shared: 33.0 B, 84.0%
    """
    read = reader(unit)
    points = {
        label: _point(point, label, read)
        for label, point in labelled(points, MOST).items()
    }
    figure = _figure(points, named(x), named(y), unit)
    texts = [*_texts(points, unit)]
    places = [(size, found.mean()) for size, found in points.values()]
    readings = [Reading(figure.axes[0], "", places, texts.__getitem__)]
    return Chart(figure, "\n".join(texts), readings=readings)


def _point(point, label, read):
    """Its bytes and an array of its numbers."""
    if not isinstance(point, tuple | list) or len(point) != 2:
        raise TypeError(
            f"a point needs its bytes and its numbers, got {type(point).__name__} for {label!r}."
        )
    found = read(point[1], label).astype(float).ravel()
    if not found.size:
        raise ValueError(f"a point needs a number or several, got none for {label!r}.")
    (size,) = positive([point[0]], label)
    return size, found


def _figure(points, x, y, unit):
    """A mark for each way, whiskers over its range, and its name where there is room."""
    from matplotlib.ticker import EngFormatter

    figure, (axis,) = axes(1)
    figure.set_size_inches(SIZE[0], 1.15 * SIZE[1])
    axis.set(xscale="log", xlabel=f"{x} (log)", ylabel=y)
    axis.xaxis.set_major_formatter(EngFormatter("B"))
    axis.minorticks_off()
    # More than matplotlib's 0.05: names stand above and below their marks, too.
    axis.margins(y=0.12)
    axis.set_xlim(*_ends([size for size, _ in points.values()]))
    if unit:
        write_shares(axis)
    marks = []
    ways = []
    ideas = []
    for label, (size, found) in points.items():
        idea = label.partition(",")[0]
        first = idea not in ideas
        ideas += [idea] * first
        colour, mark = LOOKS[ideas.index(idea) % len(LOOKS)]
        mean = found.mean()
        ends = [[mean - found.min()], [found.max() - mean]]
        look = {"ls": "none", "ms": 6, "capsize": 2, "color": colour, "marker": mark}
        if not first:
            look["markerfacecolor"] = PALETTE["paper"]
        axis.errorbar([size], [mean], ends, **look)
        marks.append((label, (size, mean), colour))
        # A name must not hide how far a whisker reaches; `label_marks` knows points alone, no
        # lines.
        ways += [(size, end) for end in (found.min(), found.max())]
    label_marks(figure, axis, marks, ways)
    return figure


def _ends(sizes):
    """From where to where a log axis goes: with room on both sides, and over a power of ten."""
    low, high = math.log10(min(sizes)), math.log10(max(sizes))
    beyond = max(0.12 * (high - low), (1 - (high - low)) / 2)
    return 10 ** (low - beyond), 10 ** (high + beyond)


def _texts(points, unit):
    """Each way's bytes and what it reaches."""
    # Beside the largest number of the chart, what is nearly nothing is written as 0.
    size = max(abs(found).max() for _, found in points.values())
    for label, (count, found) in points.items():
        ends = found.mean(), found.min(), found.max()
        mean, least, most = (in_unit(number, unit, size) for number in ends)
        reach = f" ({least} to {most})" if len(found) > 1 else ""
        yield f"{label}: {in_bytes(count)}, {mean}{reach}"
