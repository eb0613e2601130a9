"""The chart of times beside that of a copy of as many bytes."""

import itertools

from .charts import LOOKS, PALETTE, SIZE, Chart
from .lines import log_log, say_where, whiskers, with_bytes

SIDES = [(1, 0), (-1, 0), (1, -1), (-1, -1), (1, 1), (-1, 1), (0, -1), (0, 1)]  # of a point, the best for a label first
AWAY = (6, 16, 28, 42, 58)  # pixels from it, the best first


def rooflines(points, copy, *, x="bytes that must move"):
    """How near calls come to the time of a copy of as many bytes: the memory-bound roofline turned over, log-log.

    The line is the speed of the copy. A call comes below it where its bytes stay in a cache and the copy's did not.

    Args:
        points: {label: (bytes that the call must read and write at the least, its `Measured`)}, one to eight.
        copy: (bytes that a copy read and wrote, its `Measured`).
        x: what the bytes are.

    Raises:
        ValueError: no point or more than eight, or bytes that are not above 0 and finite.

    Example:
        >>> from lookup.measure import Measured
        >>> call, copy = (Measured((median,), "a CPU", "2.13.0", "2026-01-31") for median in (3e-5, 1e-5))
        >>> rooflines({"lookup": (2000, call)}, (1000, copy))
        lookup: 2.0 kB in 30 µs (30 to 30), 1.5 times the copy's time
        a copy: 100.0 MB/s
    """
    from matplotlib.ticker import EngFormatter

    if not 1 <= len(points) <= 8:
        raise ValueError(f"the chart shows one to 8 points, got {len(points)}.")
    written = {label: with_bytes(label, size) for label, (size, _) in [*points.items(), ("the copy", copy)]}
    pace = copy[1].median / copy[0]  # seconds a byte
    ratios = {label: _ratio(time.median / (size * pace)) for label, (size, time) in points.items()}
    speed = f"a copy: {with_bytes('the copy', 1 / pace)}/s"
    figure, axis = log_log(x, "time of one call", "s")
    figure.set_size_inches(SIZE[0], 1.3 * SIZE[1])
    axis.xaxis.set_major_formatter(EngFormatter("B"))
    say_where(figure, copy[1])
    drawn = {f"{label}, {ratios[label]}×": point for label, point in points.items()} | {speed: copy}
    colours = [LOOKS[0][0]] * len(points) + [PALETTE["quiet"]]
    for (size, time), colour in zip(drawn.values(), colours):
        axis.errorbar([size], [time.median], whiskers([time]), color=colour, marker="o", ms=5, capsize=2)
    line = _line(axis, [size for size, _ in drawn.values()], pace)
    _label(axis, {label: (size, time.median) for label, (size, time) in drawn.items()}, colours, line)
    told = [f"{label}: {written[label]} in {time}, {ratios[label]} times" for label, (_, time) in points.items()]
    return Chart(figure, "\n".join([*(f"{text} the copy's time" for text in told), speed]))


def _line(axis, sizes, pace):
    """Draw how long a copy of so many bytes takes; points along the line."""
    low, high = min(sizes) / 3, max(sizes) * 3
    along = [low * (high / low) ** (step / 99) for step in range(100)]
    axis.plot(along, [size * pace for size in along], color=PALETTE["quiet"], lw=1)
    return [(size, size * pace) for size in along]


def _label(axis, points, colours, line):
    """Each point's label where it covers no other label, no point and not the line, as near to the point as it can."""
    axis.figure.draw_without_rendering()  # which settles where on the paper a point is
    place, inside = axis.transData.transform, axis.get_window_extent().extents
    taken = [_box(*place(point), 12, 12) for point in points.values()] + [_box(*place(point), 3, 3) for point in line]
    for (label, point), colour in zip(points.items(), colours):
        thread = {"arrowstyle": "-", "color": PALETTE["line"], "shrinkA": 0, "shrinkB": 4}
        how = {"textcoords": "offset pixels", "ha": "center", "va": "center", "arrowprops": thread, "in_layout": False}
        text = axis.annotate(label, point, (0, 0), color=colour, **how)
        size = text.get_window_extent().size
        offsets = [[a * (b / 2 + away) for a, b in zip(side, size)] for away, side in itertools.product(AWAY, SIDES)]
        boxes = [_box(*(place(point) + offset), *size) for offset in offsets]
        best = min(range(len(boxes)), key=lambda k: _overlaps(boxes[k], taken, inside))
        text.set_position(offsets[best])
        taken.append(boxes[best])


def _box(x, y, width, height):
    return x - width / 2, y - height / 2, x + width / 2, y + height / 2


def _overlaps(box, taken, inside):
    """How many boxes this one touches; most of all it must lie within the axes."""
    outside = any(a < b for a, b in zip(box[:2], inside[:2])) or any(a > b for a, b in zip(box[2:], inside[2:]))
    touched = sum(box[0] < b[2] and b[0] < box[2] and box[1] < b[3] and b[1] < box[3] for b in taken)
    return 1000 * outside + touched


def _ratio(number):
    return f"{number:,.0f}" if number >= 100 else f"{number:.1f}" if number >= 1 else f"{number:.2f}"
