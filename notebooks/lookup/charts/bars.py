"""Charts of how values are spread and how they compare: histograms and bars."""

import math
from dataclasses import dataclass
from typing import Any

from .chart import LOOKS, NO_ROOM, PALETTE, SIZE, Chart, apart, axes, looks
from .inputs import labelled, named, numbers, shares
from .readings import Reading


@dataclass(frozen=True)
class Bar:
    """A bar: how far from the top, its label, its numbers, none if it had no room, its colours."""

    place: float
    heading: str
    label: str
    values: Any
    face: str
    edge: str


def histograms(groups, *, x):
    """How values are spread: a panel for each group, all over the same x axis.

    Args:
        groups: {label: values}, one to four; at least two finite values, of any shape, as lists, an
            array or a CPU tensor.
        x: what the values are, with their unit if they have one.

    Raises:
        TypeError: if the groups are no dict, or a group holds something else than numbers.
        ValueError: if there is no group or more than four, if a group has fewer than two values, if
            one is not finite, or if a label is too long.

    Example:
        >>> histograms({"coins": [0, 1, 1, 0]}, x="heads")
        coins: 4 values from 0.00 to 1.00, std 0.58
    """
    groups = {
        label: numbers(values, label).astype(float).ravel()
        for label, values in labelled(groups, len(LOOKS)).items()
    }
    for label, values in groups.items():
        if len(values) < 2:
            raise ValueError(
                f"each group needs two values or more, got {[*values]} for {label!r}."
            )
    named(x)
    figure, panels = axes(len(groups))
    texts = []
    readings = []
    for axis, (label, values), (colour, _) in zip(panels, groups.items(), LOOKS):
        # Divided by n - 1, as torch's own `std` does: a cell that prints it beside the chart
        # agrees.
        deviation = f"std {values.std(ddof=1):.2f}"
        look = {"color": colour, "histtype": "stepfilled"}
        counts, edges, _ = axis.hist(values, bins=80, **look)
        readings.append(_reading(axis, label, counts, edges))
        axis.text(
            0,
            1,
            f"{label}\n{deviation}",
            transform=axis.transAxes,
            va="top",
            color=colour,
        )
        axis.set(yticks=[], xlabel=x if axis is panels[-1] else "")
        axis.spines["left"].set_visible(False)
        ends = f"from {values.min():.2f} to {values.max():.2f}"
        texts.append(f"{label}: {len(values):,} values {ends}, {deviation}")
    return Chart(figure, "\n".join(texts), readings=readings)


def _reading(axis, label, counts, edges):
    """How many values each bin of a panel holds."""
    places = [*zip((edges[:-1] + edges[1:]) / 2, counts)]

    def text(k):
        return f"{counts[k]:,.0f} from {edges[k]:.3g} to {edges[k + 1]:.3g}"

    return Reading(axis, label, places, text, base=(None, 0))


def bars(groups, *, x, unit=""):
    """Numbers side by side from zero, as bars, in one group or in several with headings.

    Of several numbers with one label the bar is the mean, with whiskers over their whole range. In
    groups with headings a hue is an idea, what a label says before its first comma, and a variant
    of it is hollow.

    Args:
        groups: {label: a number, or several}, or {heading: {label: ...}} with at most four headings
            and four labels; one to eight bars, all numbers finite and not negative. A label with
            None instead has no bar but the words "no room".
        x: what the numbers are.
        unit: written behind each number with its prefix, "B" as in 7.4 MB; "%" takes shares from 0
            to 1.

    Raises:
        TypeError: if the groups are no dict, or hold something else than numbers.
        ValueError: if there is no bar or more than eight, a label without numbers, a number that is
            negative, not finite or, with "%", no share, None alone, or a label that is too long.

    Example:
        >>> bars({"dense": 4e6, "CSR": [2000, 4000]}, x="memory", unit="B")
        memory: dense 4.0 MB, CSR 3.0 kB (2.0 kB to 4.0 kB); dense is the largest
        >>> bars({"dense": None, "CSR": 2000}, x="memory", unit="B")
        memory: dense no room, CSR 2.0 kB
    """
    from matplotlib.ticker import EngFormatter

    percent = unit == "%"
    groups = _checked(groups, shares if percent else numbers)
    written = "{:.1%}".format if percent else EngFormatter(unit, 1)
    figure, (axis,) = axes(1)
    placed = _draw(axis, groups, written)
    # Inches: 0.7 for the axis below and its name, 0.4 for a bar, however many there are.
    figure.set_size_inches(SIZE[0], 0.7 + 0.4 * (axis.get_yticks()[-1] + 1))
    axis.set(xlabel=named(x))
    marks = EngFormatter(unit)
    if percent:
        marks = "{x:.0%}"
    elif not unit and axis.get_xlim()[1] < 1000:
        marks = "{x:g}"  # 0.5, and not 500 m
    axis.xaxis.set_major_formatter(marks)
    texts = []
    for heading, part in groups.items():
        title = f"{x}, {heading}" if heading else x
        texts.append(f"{title}: {_text(part, written)}")
    places = [(_mean(bar.values), bar.place) for bar in placed]
    names = [", ".join(filter(None, (bar.heading, bar.label))) for bar in placed]

    def text(k):
        return f"{names[k]}: {_said(placed[k].values, written)}"

    readings = [Reading(axis, "", places, text, base=(0, None))]
    return Chart(figure, "\n".join(texts), readings=readings)


def _checked(groups, read):
    """{heading: {label: its numbers}}; without headings there is one, of no letters."""
    nested = isinstance(groups, dict) and any(
        isinstance(part, dict) for part in groups.values()
    )
    parts = labelled(groups, 4) if nested else {"": groups}
    checked = {
        heading: {
            label: _values(values, label, read)
            for label, values in labelled(part, 8).items()
        }
        for heading, part in parts.items()
    }
    if nested:
        # A label looks the same under every heading, and there are four looks.
        labelled(_all_labels(checked), 4)
    count = sum(map(len, checked.values()))
    if count > 8:
        raise ValueError(f"a chart shows one to 8 things, got {count}.")
    if not any(values.size for part in checked.values() for values in part.values()):
        raise ValueError("a chart needs a bar that was measured, got None alone.")
    return checked


def _values(values, label, read):
    """An array of the numbers of a bar; of none, if there was no room for it."""
    if values is None:
        return numbers([], label)
    values = read(values, label).astype(float).ravel()
    if not values.size or values.min() < 0:
        wrong = f"{values.min():g}" if values.size else "none"
        raise ValueError(
            f"each bar needs at least one number, none of them negative, got {wrong} for {label!r}."
        )
    return values


def _draw(axis, groups, written):
    """Bars from the top down, each with its number, and headings between them in bold.

    Returns the bars.
    """
    headings, placed = _placed(groups)
    means = [_mean(bar.values) for bar in placed]
    look = {
        "color": [bar.face for bar in placed],
        "edgecolor": [bar.edge for bar in placed],
        "linewidth": [1.5 if bar.values.size else 0 for bar in placed],
        **_whiskers([bar.values for bar in placed]),
    }
    axis.barh([bar.place for bar in placed], means, 0.6, **look)
    texts = [
        written(mean) if bar.values.size else NO_ROOM
        for bar, mean in zip(placed, means)
    ]
    axis.bar_label(axis.containers[-1], texts, padding=6, size=9, color=PALETTE["ink"])
    # The number to the right of the longest bar needs room, the more the longer it is.
    axis.margins(x=max(0.15, 0.025 * max(map(len, texts))))
    # By place, for the last tick tells how high the figure must be.
    names = sorted([*headings, *((bar.place, bar.label) for bar in placed)])
    axis.set_yticks(*zip(*names))
    axis.tick_params(axis="y", length=0)
    for tick, name in zip(axis.get_yticklabels(), names):
        tick.set_fontweight("bold" if name in headings else "normal")
    # From large to small: the first bar stands at the top.
    axis.set_ylim(placed[-1].place + 0.5, -0.5)
    return placed


def _mean(values):
    """How far a bar reaches."""
    return values.mean() if values.size else 0


def _placed(groups):
    """The headings, each (place, text), and the bars, from the top down."""
    found = {} if "" in groups else looks(_all_labels(groups))
    headings = []
    placed = []
    place = 0
    for heading, part in groups.items():
        if heading:
            headings.append((place, heading))
            # A line of text needs less height than a bar.
            place += 0.8
        for label, values in part.items():
            hue, _, dash = found[label] if heading else (*LOOKS[0], "-")
            face = hue if dash == "-" else "none"
            placed.append(Bar(place, heading, label, values, face, hue))
            place += 1
        place += 0.3  # sets groups apart
    return headings, placed


def _all_labels(groups):
    return {label: heading for heading, part in groups.items() for label in part}


def _text(part, written):
    entries = [f"{label} {_said(values, written)}" for label, values in part.items()]
    ranges = {label: (v.min(), v.max()) for label, v in part.items() if v.size}
    largest = apart(ranges, largest=True) if ranges else None
    return ", ".join(entries) + (f"; {largest} is the largest" if largest else "")


def _said(values, written):
    """The number of a bar, with its range where it has one."""
    if not values.size:
        return NO_ROOM
    ends = f" ({written(values.min())} to {written(values.max())})"
    return f"{written(values.mean())}{ends if values.size > 1 else ''}"


def _whiskers(values):
    """What `barh` needs for whiskers, or nothing if each bar is a single number."""
    if all(several.size <= 1 for several in values):
        return {}
    ends = [
        (several.mean() - several.min(), several.max() - several.mean())
        if several.size > 1
        # matplotlib draws no whisker for nan; a None it refuses.
        else (math.nan, math.nan)
        for several in values
    ]
    return {"xerr": [*zip(*ends)], "ecolor": PALETTE["ink"], "capsize": 3}
