"""The chart of times beside that of a copy of as many bytes."""

from .chart import LOOKS, PALETTE, SIZE, Chart, in_bytes, log_log, said, whiskers
from .inputs import labelled, measured, named, positive
from .readings import Reading

FULL = [{"color": colour, "marker": mark} for colour, mark in LOOKS]
HOLLOW = [{**look, "markerfacecolor": PALETTE["paper"]} for look in FULL]
MARKS = [*FULL, *HOLLOW]  # one for each point; no two are alike in shape and filling
COPY_MARK = {"color": PALETTE["quiet"], "marker": "X"}


def rooflines(points, copy, *, x="bytes that must move"):
    """How near calls come to the time of a copy of as many bytes, on two log axes.

    This is the memory-bound roofline turned over: the line is the speed of the copy. A call comes
    below it if its bytes stay in a cache and the copy's did not.

    Args:
        points: {label: (bytes that the call must read and write at the least, its `Measurement`)},
            one to eight.
        copy: (bytes that a copy read and wrote, its `Measurement`).
        x: what the bytes are.

    Raises:
        TypeError: if the points are no dict, or one is not bytes and a `Measurement`.
        ValueError: if there are no points or more than eight, if bytes are not above 0 and finite,
            or if a label is too long.

    Example:
        >>> from lookup.measuring.timing import Measurement
        >>> call = Measurement((3e-5,), "a CPU", "2.13.0", "2026-01-31")
        >>> copy = Measurement((1e-5,), "a CPU", "2.13.0", "2026-01-31")
        >>> rooflines({"lookup": (2000, call)}, (1000, copy))
        lookup: 2.0 kB in 30 µs, 1.5 times the copy's time
        a copy: 100.0 MB/s
    """
    copy = _point(copy, "the copy")
    # Its bytes are of reading and writing together, as those of the points are.
    pace = copy[1].median / copy[0]  # seconds a byte
    speed = f"a copy: {in_bytes(1 / pace)}/s"
    texts = []
    drawn = []
    for (label, point), mark in zip(labelled(points, len(MARKS)).items(), MARKS):
        size, time = point = _point(point, label)
        ratio = _ratio(time.median / (size * pace))
        texts.append(
            f"{label}: {in_bytes(size)} in {time}, {ratio} times the copy's time"
        )
        drawn.append((f"{label}, {ratio}×", point, mark))
    drawn.append((speed, copy, COPY_MARK))
    texts.append(speed)
    figure = _figure(drawn, pace, named(x))
    places = [(size, time.median) for _, (size, time), _ in drawn]
    readings = [Reading(figure.axes[0], "", places, texts.__getitem__)]
    return Chart(figure, "\n".join(texts), said(copy[1]), readings=readings)


def _point(point, label):
    """Its bytes and its time."""
    if not isinstance(point, tuple | list) or len(point) != 2:
        raise TypeError(
            f"a point needs its bytes and its `Measurement`, "
            f"got {type(point).__name__} for {label!r}."
        )
    (size,) = positive([point[0]], label)
    return size, measured(point[1], label)


def _figure(drawn, pace, x):
    """The line of how long a copy takes, and each point with its whiskers and its label.

    drawn: (label, (bytes, `Measurement`), how to draw the mark) of each point.
    """
    from matplotlib.ticker import EngFormatter

    figure, axis = log_log(x, "time of one call", "s")
    figure.set_size_inches(SIZE[0], 1.15 * SIZE[1])
    axis.xaxis.set_major_formatter(EngFormatter("B"))
    sizes = [size for _, (size, _), _ in drawn]
    # Ten times beyond the points, for the line is to run through them and not begin at one.
    ends = [min(sizes) / 10, max(sizes) * 10]
    axis.plot(ends, [size * pace for size in ends], color=PALETTE["quiet"], lw=1)
    # The legend lists what is drawn first on top, as the slowest stands in the chart.
    slowest_first = sorted(drawn, key=lambda point: -point[1][1].median)
    for label, (size, time), mark in slowest_first:
        spread = whiskers([time])
        axis.errorbar(
            [size], [time.median], spread, fmt="none", ecolor=mark["color"], capsize=2
        )
        axis.plot([size], [time.median], ls="none", ms=5, label=label, **mark)
    axis.legend(frameon=False, labelcolor=PALETTE["ink"], handletextpad=0.2, fontsize=9)
    return figure


def _ratio(number):
    if number >= 100:
        return f"{number:,.0f}"
    if number >= 1:
        return f"{number:.1f}"
    return f"{number:.2f}"
