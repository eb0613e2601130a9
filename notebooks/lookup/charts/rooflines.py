"""The chart of times beside that of a copy of as many bytes."""

from .chart import LOOKS, PALETTE, SIZE, Chart, log_log, say_where, whiskers, with_bytes

STEPS = (
    0,
    1,
    -1,
    2,
    -2,
    3,
    -3,
    4,
    -4,
    5,
    -5,
)  # lines that a label may stand above its point, the best first


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
        >>> from lookup.measuring.timing import Measured
        >>> call, copy = (Measured((median,), "a CPU", "2.13.0", "2026-01-31") for median in (3e-5, 1e-5))
        >>> rooflines({"lookup": (2000, call)}, (1000, copy))
        lookup: 2.0 kB in 30 µs (30 to 30), 1.5 times the copy's time
        a copy: 100.0 MB/s
    """
    from matplotlib.ticker import EngFormatter

    if not 1 <= len(points) <= 8:
        raise ValueError(f"the chart shows one to 8 points, got {len(points)}.")
    written = {
        label: with_bytes(label, size) for label, (size, _) in [*points.items(), ("the copy", copy)]
    }
    pace = copy[1].median / copy[0]  # seconds a byte
    ratios = {label: _ratio(time.median / (size * pace)) for label, (size, time) in points.items()}
    speed = f"a copy: {with_bytes('the copy', 1 / pace)}/s"
    figure, axis = log_log(x, "time of one call", "s")
    figure.set_size_inches(SIZE[0], 1.15 * SIZE[1])
    axis.xaxis.set_major_formatter(EngFormatter("B"))
    say_where(figure, copy[1])
    drawn = {f"{label}, {ratios[label]}×": point for label, point in points.items()} | {speed: copy}
    _label(axis, drawn, _draw(axis, drawn, pace))
    told = [
        f"{label}: {written[label]} in {time}, {ratios[label]} times"
        for label, (_, time) in points.items()
    ]
    return Chart(
        figure, "\n".join([*(f"{text} the copy's time" for text in told), speed]), colours=24
    )


def _draw(axis, points, pace):
    """Each point with its whiskers, the copy last, and the line of how long a copy takes; points along that line."""
    *calls, _ = points.values()
    sizes = [size for size, _ in points.values()]
    low, high = min(sizes) / 10, max(sizes) * 10
    along = [low * (high / low) ** (step / 99) for step in range(100)]
    axis.plot(along, [size * pace for size in along], color=PALETTE["quiet"], lw=1)
    for size, time in points.values():
        colour = LOOKS[0][0] if (size, time) in calls else PALETTE["quiet"]
        axis.errorbar(
            [size], [time.median], whiskers([time]), color=colour, marker="o", ms=5, capsize=2
        )
    return [(size, size * pace) for size in along]


def _label(axis, points, line):
    """Each point's label where it covers no other label and no point, and best not the line, as near as it can."""
    from matplotlib.patheffects import withStroke
    from matplotlib.text import Text

    axis.figure.draw_without_rendering()  # which settles where on the paper a point is
    place, inside, scale = (
        axis.transData.transform,
        axis.get_window_extent().extents,
        72 / axis.figure.dpi,
    )
    marks = [place([(size, time.low), (size, time.high)]) for size, time in points.values()]
    taken = [(x - 5, low - 3, x + 5, high + 3, 10) for (x, low), (_, high) in marks]
    taken += [(*_box(*place(point), 3, 3), 0.1) for point in line]
    for label, (size, time) in sorted(points.items(), key=lambda point: point[1][1].median):
        here = (size, time.median)
        thread = {
            "arrowstyle": "-",
            "color": PALETTE["quiet"],
            "lw": 0.5,
            "shrinkA": 0,
            "shrinkB": 3,
        }
        look = {
            "color": PALETTE["ink"],
            "size": 9,
            "ha": "center",
            "va": "center",
            "in_layout": False,
        }
        look["path_effects"] = [withStroke(linewidth=3, foreground=PALETTE["paper"])]
        text = axis.annotate(
            label, here, (0, 0), textcoords="offset points", arrowprops=thread, **look
        )
        width, height = Text.get_window_extent(text).size  # without the thread
        offsets = [
            (side * (width / 2 + 6 + 8 * abs(up)), 1.1 * height * up)
            for up in STEPS
            for side in (1, -1)
        ]
        boxes = [_box(*(place(here) + offset), width, height) for offset in offsets]
        costs = [_overlaps(box, taken, inside) + 0.1 * k for k, box in enumerate(boxes)]
        best = costs.index(min(costs))
        text.set_position([scale * distance for distance in offsets[best]])
        text.arrow_patch.set_visible(bool(offsets[best][1]))
        taken.append((*boxes[best], 10))


def _box(x, y, width, height):
    return x - width / 2, y - height / 2, x + width / 2, y + height / 2


def _overlaps(box, taken, inside):
    """How much this box covers of those that are there, by their weight; most of all it must lie within the axes."""
    left, low, right, high = box
    outside = left < inside[0] or low < inside[1] or right > inside[2] or high > inside[3]
    covered = [
        weight for a, b, c, d, weight in taken if left < c and a < right and low < d and b < high
    ]
    return 1000 * outside + sum(covered)


def _ratio(number):
    return (
        f"{number:,.0f}" if number >= 100 else f"{number:.1f}" if number >= 1 else f"{number:.2f}"
    )
