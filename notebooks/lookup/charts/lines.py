"""Charts of what was measured over sizes: times and bytes as lines."""

import math

from .chart import LOOKS, PALETTE, SIZE, Chart, axes, few, log_log, say_where, whiskers, with_bytes


def time_lines(sizes, lines, *, x):
    """Times over sizes on two log axes: the medians as lines, whiskers from the fastest to the slowest repeat.

    Args:
        sizes: numbers above 0, ascending, at least two; x: what they are.
        lines: {label: one `Measured` for each size}, one to four; a line may end early, where a way is too costly.

    Raises:
        ValueError: no line or more than four, sizes that are not ascending and above 0, an empty or a longer line.

    Example:
        >>> from lookup.measuring.timing import Measured
        >>> times = [Measured((median,), "a CPU", "2.13.0", "2026-01-31") for median in (1e-6, 2e-6)]
        >>> time_lines([1, 10], {"lookup": times}, x="V")
        lookup: 1.0 µs (1.0 to 1.0) at 1, 2.0 µs (2.0 to 2.0) at 10
    """
    medians = {
        label: [time.median for time in times]
        for label, times in _checked(sizes, lines, "a time").items()
    }
    figure, axis = _over_sizes(sizes, x, "time of one call", "s")
    for (label, times), (colour, mark) in zip(lines.items(), LOOKS):
        here = sizes[: len(times)], medians[label], whiskers(times)
        axis.errorbar(*here, color=colour, marker=mark, ms=4, capsize=2)
    _label_ends(axis, sizes, medians)
    say_where(figure, next(reversed(lines.values()))[0])
    return Chart(figure, _text(sizes, lines))


def byte_lines(sizes, lines, *, x):
    """Bytes over sizes on two log axes, for example the most that a call held at any moment.

    Args:
        sizes: numbers above 0, ascending, at least two; x: what they are.
        lines: {label: the bytes at each size}, one to four; a line may end early, where a way does not fit.

    Raises:
        ValueError: no line or more than four, sizes that are not ascending and above 0, an empty or a longer line,
            or bytes that are not above 0 and finite: a log axis has no place for them.

    Example:
        >>> byte_lines([1000, 50_000], {"one-hot": [2e6, 97.7e6]}, x="V")
        one-hot: 2.0 MB at 1,000, 97.7 MB at 50,000
    """
    written = {
        label: [with_bytes(label, count) for count in counts] for label, counts in lines.items()
    }
    _checked(sizes, lines, "the bytes")
    figure, axis = _over_sizes(sizes, x, "bytes", "B")
    for counts, (colour, mark) in zip(lines.values(), LOOKS):
        axis.plot(sizes[: len(counts)], counts, color=colour, marker=mark, ms=4)
    _label_ends(axis, sizes, lines)
    return Chart(figure, _text(sizes, written))


def curves(xs, lines, *, x, y):
    """Numbers along plain axes, as lines with their names at their ends.

    Args:
        xs: numbers, ascending, at least two; x: what they are; y: what the lines are, with their unit if they have one.
        lines: {label: one finite number for each of xs}, one to four.

    Raises:
        ValueError: no line or more than four, numbers that are not ascending or not finite, a line of another length.

    Example:
        >>> curves([0, 1, 2], {"stays": [1, 1, 1], "grows": [1, 2, 4.5]}, x="step", y="way")
        stays: 1 at 0, 1 at 2
        grows: 1 at 0, 4.5 at 2
    """
    xs, lines = [*xs], {label: [*ys] for label, ys in few(lines).items()}
    if len(xs) < 2 or xs != sorted(set(xs)) or not all(map(math.isfinite, xs)):
        raise ValueError(f"xs must be two or more finite numbers, ascending, got {xs}.")
    wrong = [
        label
        for label, ys in lines.items()
        if len(ys) != len(xs) or not all(map(math.isfinite, ys))
    ]
    if wrong:
        raise ValueError(
            f"each line needs a finite number for each of the {len(xs)} xs; {wrong[0]!r} has not."
        )
    figure, (axis,) = axes(1)
    axis.set(xlabel=x, ylabel=y)
    for ys, (colour, _) in zip(lines.values(), LOOKS):
        axis.plot(xs, ys, color=colour)
    _label_ends(axis, xs, lines)
    ends = {
        label: f"{ys[0]:.3g} at {xs[0]:,}, {ys[-1]:.3g} at {xs[-1]:,}"
        for label, ys in lines.items()
    }
    return Chart(figure, "\n".join(map("{}: {}".format, ends, ends.values())))


def _over_sizes(sizes, x, y, unit):
    figure, axis = log_log(x, y, unit)
    names = [f"{size:,}" for size in sizes]
    step = (math.log(sizes[-1]) - math.log(sizes[0])) / 140  # half a letter
    for k in range(len(sizes) - 1):
        if math.log(sizes[k + 1] / sizes[k]) < step * (len(names[k] + names[k + 1]) + 2):
            names[k] = ""  # it would run into the next
    axis.set_xticks(sizes, names)
    return figure, axis


def _checked(sizes, lines, what):
    if len(sizes) < 2 or list(sizes) != sorted(set(sizes)) or sizes[0] <= 0:
        raise ValueError(f"sizes must be two or more numbers above 0, ascending, got {sizes}.")
    if any(not 1 <= len(line) <= len(sizes) for line in few(lines).values()):
        raise ValueError(
            f"a line needs {what} for each of the {len(sizes)} sizes, up to where it ends."
        )
    return lines


def _text(sizes, lines):
    texts = [
        ", ".join(f"{entry} at {size:,}" for size, entry in zip(sizes, line))
        for line in lines.values()
    ]
    return "\n".join(map("{}: {}".format, lines, texts))


def _label_ends(axis, sizes, lines):
    """Each line's name at its last point, those at the right edge kept apart."""
    from matplotlib.patheffects import withStroke

    scaled, last = axis.yaxis.get_transform().transform, {}  # log or as it is
    low, high = map(scaled, axis.get_ylim())
    for (label, heights), (colour, _) in sorted(
        zip(lines.items(), LOOKS), key=lambda line: line[0][1][-1]
    ):
        end, here = len(heights), (scaled(heights[-1]) - low) / (high - low)
        last[end] = max(here, last.get(end, -math.inf) + 0.08)
        if end < len(sizes):
            how = {
                "textcoords": "offset points",
                "path_effects": [withStroke(linewidth=3, foreground=PALETTE["paper"])],
            }
            up = (last[end] - here) * 72 * axis.get_position().height * SIZE[1]
            axis.annotate(
                label, (sizes[end - 1], heights[-1]), (7, up), va="center", color=colour, **how
            )
        else:
            axis.text(1.02, last[end], label, transform=axis.transAxes, va="center", color=colour)
