"""Charts of what was measured over sizes: times and bytes as lines."""

import math

from .chart import (
    LOOKS,
    PALETTE,
    SIZE,
    Chart,
    apart,
    axes,
    in_bytes,
    log_log,
    looks,
    said,
    whiskers,
)  # fmt: skip
from .inputs import ascending, labelled, measured, named, numbers, positive


def time_lines(sizes, lines, *, x):
    """Times over sizes on two log axes.

    Lines join the medians, and whiskers reach from the fastest to the slowest repeat. A hue is an
    idea, what a label says before its first comma, and a dash a variant of it.

    Args:
        sizes: numbers above 0, ascending, at least two.
        lines: {label: one `Measured` for each size}, one to four; a line may end early if a way is
            too costly.
        x: what the sizes are.

    Raises:
        TypeError: if the lines are no dict, or a time is not a `Measured`.
        ValueError: if there is no line or more than four, if sizes are not ascending and above 0,
            if a line is empty or longer than the sizes, or if a label is too long.

    Example:
        >>> from lookup.measuring.timing import Measured
        >>> fast = Measured((1e-6,), "a CPU", "2.13.0", "2026-01-31")
        >>> slow = Measured((2e-6,), "a CPU", "2.13.0", "2026-01-31")
        >>> time_lines([1, 10], {"lookup": [fast, slow]}, x="V")
        lookup: 1.0 µs (1.0 to 1.0) at 1, 2.0 µs (2.0 to 2.0) at 10
    """
    sizes = _sizes(sizes)
    lines = {label: _times(times, label) for label, times in labelled(lines, len(LOOKS)).items()}
    _check(sizes, lines, "a time")
    medians = {label: [time.median for time in times] for label, times in lines.items()}
    figure, axis = _over_sizes(sizes, lines, x, "time of one call", "s")
    for label, (colour, mark, dash) in looks(lines).items():
        look = {"color": colour, "marker": mark, "ms": 4, "ls": dash, "capsize": 2}
        times = lines[label]
        axis.errorbar(sizes[: len(times)], medians[label], whiskers(times), **look)
    low, high = axis.get_ylim()
    if high < 1.01 * low:  # all times are alike
        axis.set_ylim(low / 3, high * 3)
    _label_ends(axis, sizes, medians)
    caption = said([*lines.values()][-1][0])
    ranges = {label: [(time.low, time.high) for time in times] for label, times in lines.items()}
    return Chart(figure, _text(sizes, lines) + _least(sizes, ranges, "the fastest"), caption)


def byte_lines(sizes, lines, *, x):
    """Bytes over sizes on two log axes, for example the most that a call held at any moment.

    Args:
        sizes: numbers above 0, ascending, at least two.
        lines: {label: the bytes at each size}, one to four; a line may end early if a way does not
            fit.
        x: what the sizes are.

    Raises:
        TypeError: if the lines are no dict, or hold something else than numbers.
        ValueError: if there is no line or more than four, if sizes are not ascending and above 0,
            if a line is empty or longer than the sizes, if bytes are not above 0 and finite, so
            that a log axis has no place for them, or if a label is too long.

    Example:
        >>> byte_lines([1000, 50_000], {"one-hot": [2e6, 97.7e6]}, x="V")
        one-hot: 2.0 MB at 1,000, 97.7 MB at 50,000
    """
    sizes = _sizes(sizes)
    lines = {label: positive(line, label) for label, line in labelled(lines, len(LOOKS)).items()}
    _check(sizes, lines, "the bytes")
    figure, axis = _over_sizes(sizes, lines, x, "bytes", "B")
    for label, (colour, mark, dash) in looks(lines).items():
        counts = lines[label]
        axis.plot(sizes[: len(counts)], counts, color=colour, marker=mark, ms=4, ls=dash)
    _label_ends(axis, sizes, lines)
    written = {label: [in_bytes(count) for count in counts] for label, counts in lines.items()}
    ranges = {label: [(count, count) for count in counts] for label, counts in lines.items()}
    return Chart(figure, _text(sizes, written) + _least(sizes, ranges, "the smallest"))


def curves(xs, lines, *, x, y, spans=None):
    """Numbers along plain axes, as lines with their names at their ends.

    A line that another one covers for long is drawn wider, so that both are seen.

    Args:
        xs: numbers, ascending, at least two.
        lines: {label: one finite number for each of xs}, one to four.
        x: what the xs are.
        y: what the lines are, with their unit if they have one.
        spans: {name: (from, to)}, one to four parts of the x axis, named above; the last is shaded,
            and every second one before it.

    Raises:
        TypeError: if the lines are no dict, or hold something else than numbers.
        ValueError: if there is no line or more than four, if xs are not ascending, if a number is
            not finite, if a line has another length than xs, if a span does not lie within xs, or
            if a label is too long.

    Example:
        >>> curves([0, 1, 2], {"stays": [1, 1, 1], "grows": [1, 2, 4.5]}, x="step", y="way")
        stays: 1 at 0, 1 at 2
        grows: 1 at 0, 4.5 at 2
    """
    xs = ascending(xs, "xs")
    lines = {label: _line(ys, label, len(xs)) for label, ys in labelled(lines, len(LOOKS)).items()}
    spans = _spans(spans, xs) if spans is not None else {}
    figure, (axis,) = axes(1)
    axis.set(xlabel=named(x), ylabel=named(y))
    _shade(axis, spans)
    for (label, (colour, _, dash)), width in zip(looks(lines).items(), _widths(lines)):
        axis.plot(xs, lines[label], color=colour, ls=dash, lw=width)
    _label_ends(axis, xs, lines)
    shown = sorted({0, len(xs) - 1, *(k for k, at in enumerate(xs) if _ends_a_span(at, spans))})
    size = max(abs(value) for ys in lines.values() for value in ys)
    texts = []
    for label, ys in lines.items():
        entries = [f"{_rounded(ys[k], size)} at {xs[k]:,}" for k in shown]
        texts.append(f"{label}: {', '.join(entries)}")
    texts += [f"{name}: {first:,} to {last:,}" for name, (first, last) in spans.items()]
    return Chart(figure, "\n".join(texts))


def _line(ys, label, length):
    line = numbers(ys, label).astype(float)
    if line.shape != (length,):
        raise ValueError(
            f"each line needs a number for each of the {length} xs, got {line.size} for {label!r}."
        )
    return line.tolist()


def _spans(spans, xs):
    for name, ends in labelled(spans, 4).items():
        ends = numbers(ends, name)
        if ends.shape != (2,) or not xs[0] <= ends[0] < ends[1] <= xs[-1]:
            raise ValueError(
                f"a span goes from one place to a later one, within {xs[0]} to {xs[-1]}, "
                f"got {ends.tolist()} for {name!r}."
            )
    return spans


def _ends_a_span(at, spans):
    return any(at in ends for ends in spans.values())


def _shade(axis, spans):
    """Names of parts of the x axis above it; the last part is shaded, and every second before."""
    for k, (name, (first, last)) in enumerate(reversed(spans.items())):
        if k % 2 == 0:
            axis.axvspan(first, last, facecolor=PALETTE["zero"], edgecolor=PALETTE["line"])
        look = {"ha": "center", "va": "bottom", "color": PALETTE["quiet"]}
        axis.text((first + last) / 2, 1.01, name, transform=axis.get_xaxis_transform(), **look)


def _widths(lines):
    """A line's width, more for each later one that lies on it for a quarter of the axis."""
    import numpy as np

    values = np.array([*lines.values()])  # (lines, xs)
    near = 0.01 * np.ptp(values)
    for k, below in enumerate(values):
        hidden = (abs(values[k + 1 :] - below) <= near).mean(axis=1)  # (later lines)
        yield 1.5 + 3 * (hidden >= 0.25).sum()


def _rounded(number, size):
    """Three digits; what is nothing beside `size` is 0."""
    return f"{0 if abs(number) < 1e-6 * size else number:.3g}"


def _over_sizes(sizes, lines, x, y, unit):
    figure, axis = log_log(named(x), y, unit)
    names = [f"{size:,}" for size in sizes]
    room = 64 - max(map(len, lines))  # letters along the axis, beside the lines' names
    margin = 0.5 * len(names[-1]) / (room - len(names[-1]))  # half the last name fits behind it
    letter = (1 + 2 * margin) * math.log(sizes[-1] / sizes[0]) / room
    kept = len(sizes) - 1
    for k in reversed(range(kept)):
        if math.log(sizes[kept] / sizes[k]) < letter * (len(names[k] + names[kept]) / 2 + 1):
            names[k] = ""  # it would run into the next that is written
        else:
            kept = k
    axis.set_xticks(sizes, names)
    axis.margins(x=margin)
    return figure, axis


def _sizes(sizes):
    listed = ascending(sizes, "sizes")
    positive(listed, "sizes")
    return listed


def _times(times, label):
    """The times of a line as a list."""
    listed = [*times] if hasattr(times, "__iter__") else [times]
    return [measured(time, label) for time in listed]


def _check(sizes, lines, what):
    for label, line in lines.items():
        if not 1 <= len(line) <= len(sizes):
            raise ValueError(
                f"a line needs {what} for each of the {len(sizes)} sizes, up to where it ends, "
                f"got {len(line)} for {label!r}."
            )


def _least(sizes, ranges, what):
    """Which line ends lowest at the last size, if that is clear, as a line of text."""
    last = {label: line[-1] for label, line in ranges.items() if len(line) == len(sizes)}
    least = apart(last, largest=False)
    return f"\nAt {sizes[-1]:,}, {least} is {what}." if least else ""


def _text(sizes, lines):
    texts = []
    for label, line in lines.items():
        entries = [f"{entry} at {size:,}" for size, entry in zip(sizes, line)]
        texts.append(f"{label}: {', '.join(entries)}")
    return "\n".join(texts)


def _label_ends(axis, sizes, lines):
    """Each line's name at its last point; where lines end at one size, the names are kept apart."""
    scaled = axis.yaxis.get_transform().transform  # log or as it is
    low, high = map(scaled, axis.get_ylim())
    highest = {}  # {size: where the last name at it stands}, in heights of the axes
    hues = {label: colour for label, (colour, _, _) in looks(lines).items()}
    for label, ys in sorted(lines.items(), key=lambda line: line[1][-1]):
        size = sizes[len(ys) - 1]
        here = (scaled(ys[-1]) - low) / (high - low)
        height = max(here, highest.get(size, -math.inf) + 0.08)
        highest[size] = height
        if size == sizes[-1]:
            axis.text(1.02, height, label, transform=axis.transAxes, va="center", color=hues[label])
        else:
            _label_early_end(axis, label, (size, ys[-1]), height - here, hues[label])


def _label_early_end(axis, label, end, up, colour):
    """A line's name to the right of its end, `up` heights of the axes above it."""
    offset = (7, up * 72 * axis.get_position().height * SIZE[1])  # in points
    ground = {"facecolor": PALETTE["paper"], "linewidth": 0, "pad": 1}
    look = {"va": "center", "color": colour, "bbox": ground}
    axis.annotate(label, end, offset, textcoords="offset points", **look)
