"""One thin line for each of many places, so that a single one that stands out is seen."""

import itertools

from ..whole import is_whole
from .chart import LOOKS, PALETTE, SIZE, Chart, axes, rounded
from .inputs import LETTERS, labelled, named, numbers
from .readings import MOST as MOST_READ
from .readings import Reading

MOST = 10_000  # places: each takes a tenth of a pixel then
MOST_MARKS = 4
# of a panel's height, from which on a label stands beside the tip of its line
HIGH = 0.5
TOP, APART = 0.8, 0.16  # of a panel's height: where other labels stand, from the left


def spikes(values, *, x, y, mark=None):
    """Numbers at many places, as thin upright lines from zero, in one panel or two.

    Both panels have the same axes, so that numbers near zero look flat beside large ones.

    Args:
        values: {heading: numbers}, one or two; each a 1-D sequence of equal length, two places to
            10,000.
        x: what the places are; they are numbered from 0.
        y: what the numbers are, with their unit if they have one.
        mark: {place: label}, one to four places to name in each panel.

    Raises:
        TypeError: if the values or marks are no dict, if values hold something else than numbers,
            or if a marked place is not a whole number.
        ValueError: if there is no panel or more than two, if values are not 1-D, not of equal
            length or not finite, if they have fewer than 2 places or more than 10,000, if a marked
            place is none of them, or if a label is too long.

    Example:
        >>> spikes({"before": [0.5, -1, 64, 2]}, x="next word", y="score", mark={2: "itself"})
        before: 4 values from -1 to 64, largest 64 at 2, itself 64 at 2
    """
    values = {
        label: _sequence(line, label) for label, line in labelled(values, 2).items()
    }
    count = _length(values)
    marks = {} if mark is None else _marks(mark, count)
    figure, panels = axes(len(values))
    figure.set_size_inches(SIZE[0], 0.6 + len(values) * 1.7)
    low, high = _ends(values)
    texts = []
    readings = []
    for axis, (heading, line), (colour, _) in zip(panels, values.items(), LOOKS):
        width = min(4, max(0.5, 250 / count))  # points; the axis has some 400
        axis.hlines(
            0, 0, count - 1, colors=colour, lw=1.2
        )  # numbers near zero stay in sight
        axis.vlines(range(count), 0, line, colors=colour, lw=width)
        axis.set(xlim=(-0.01 * count - 0.5, 1.01 * count - 0.5), ylim=(low, high))
        axis.set(xlabel=named(x) if axis is panels[-1] else "", ylabel=named(y))
        axis.set_title(heading, loc="left", color=colour, size=9, fontweight="bold")
        _label(axis, line, marks)
        texts.append(f"{heading}: {_text(line, marks)}")
        told = _told(line, marks, MOST_READ // len(values))
        readings.append(_reading(axis, heading, line, told, marks))
    return Chart(figure, "\n".join(texts), readings=readings)


def _sequence(values, label):
    line = numbers(values, label).astype(float)
    if line.ndim != 1 or not 2 <= line.size <= MOST:
        raise ValueError(
            f"each panel takes a 1-D sequence of 2 to {MOST:,} numbers, "
            f"got shape {line.shape} for {label!r}."
        )
    return line


def _length(values):
    """How many places there are. Raises ValueError unless there are as many in each panel."""
    lengths = {label: line.size for label, line in values.items()}
    if len(set(lengths.values())) > 1:
        said = ", ".join(f"{size:,} for {label!r}" for label, size in lengths.items())
        raise ValueError(
            f"the panels must have numbers for the same places, got {said}."
        )
    return next(iter(lengths.values()))


def _marks(marks, count):
    """{place: label} of the places to name."""
    if not isinstance(marks, dict):
        raise TypeError(
            f"mark must be a dict, {{place: label}}, got {type(marks).__name__}."
        )
    if not 1 <= len(marks) <= MOST_MARKS:
        raise ValueError(
            f"mark must name one to {MOST_MARKS} places, got {len(marks)}."
        )
    for place, label in marks.items():
        if not is_whole(place):
            raise TypeError(
                f"a marked place must be a whole number, got {place!r:.60}."
            )
        if not 0 <= place < count:
            raise ValueError(
                f"a marked place must be from 0 to {count - 1:,}, got {place:,}."
            )
        named(label, LETTERS, "a label")
    return marks


def _ends(values):
    """The ends of the axis of all panels, with a little room; also where all numbers are 0."""
    low = min(0, *(line.min() for line in values.values()))
    high = max(0, *(line.max() for line in values.values()))
    # matplotlib warns of an axis from 0 to 0, as it would be where all numbers are 0.
    room = 0.08 * (high - low) or 1
    return low - room, high + room


def _label(axis, line, marks):
    """The marked places: a dot on each tip, its label beside it or, for a short line, well above.

    Labels that stand above are put on different heights, the leftmost highest, each with an arrow
    to its dot, so that none looks like a spike.
    """
    from matplotlib.patches import FancyArrowPatch

    low, high = axis.get_ylim()
    short = sorted(place for place in marks if line[place] < low + HIGH * (high - low))
    for place, label in marks.items():
        tip = line[place]
        axis.plot([place], [tip], "o", ms=4, color=PALETTE["ink"])
        up = tip
        if place in short:
            up = low + (TOP - APART * short.index(place)) * (high - low)
            look = {"arrowstyle": "->", "mutation_scale": 8, "color": PALETTE["quiet"]}
            axis.add_patch(
                FancyArrowPatch((place, up), (place, tip), shrinkB=3, **look)
            )
        # To the left of a line on the right: a long label would else have no room, or narrow the
        # axes.
        left = place > 0.6 * len(line)
        offset = (-6 if left else 6, 0)
        ground = {"facecolor": PALETTE["paper"], "linewidth": 0, "pad": 1}
        look = {"ha": "right" if left else "left", "va": "center", "bbox": ground}
        axis.annotate(label, (place, up), offset, textcoords="offset points", **look)


def _told(line, marks, room):
    """The places that are read: the marked ones, and of each part the farthest from zero."""
    # The marked places come on top of the peaks, so their room is kept.
    parts = min(room - len(marks), line.size)
    edges = [line.size * k // parts for k in range(parts + 1)]
    peaks = {
        first + int(abs(line[first:last]).argmax())
        for first, last in itertools.pairwise(edges)
    }
    return sorted(peaks | set(marks))


def _reading(axis, heading, line, told, marks):
    size = abs(line).max()

    def text(k):
        name = f"{marks[told[k]]} " if told[k] in marks else ""
        return f"{name}{_at(line, told[k], size)}"

    places = [(place, line[place]) for place in told]
    return Reading(axis, heading, places, text, base=(None, 0))


def _text(line, marks):
    """What a reader without the image should know of a panel."""
    size = abs(line).max()
    ends = f"from {rounded(line.min(), size)} to {rounded(line.max(), size)}"
    largest = int(line.argmax())
    entries = [f"{line.size:,} values {ends}", f"largest {_at(line, largest, size)}"]
    entries += [f"{label} {_at(line, place, size)}" for place, label in marks.items()]
    return ", ".join(entries)


def _at(line, place, size):
    return f"{rounded(line[place], size)} at {place:,}"
