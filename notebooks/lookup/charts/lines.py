"""Charts of what was measured over sizes: times and bytes as lines."""

import math

from .chart import LOOKS, PALETTE, SIZE, Chart, axes, few, log_log, say_where, whiskers, with_bytes


def time_lines(sizes, lines, *, x):
    """Times over sizes on two log axes.

    Lines join the medians, and whiskers reach from the fastest to the slowest repeat.

    Args:
        sizes: numbers above 0, ascending, at least two.
        lines: {label: one `Measured` for each size}, one to four; a line may end early if a way is
            too costly.
        x: what the sizes are.

    Raises:
        ValueError: if there is no line or more than four, if sizes are not ascending and above 0,
            or if a line is empty or longer than the sizes.

    Example:
        >>> from lookup.measuring.timing import Measured
        >>> fast = Measured((1e-6,), "a CPU", "2.13.0", "2026-01-31")
        >>> slow = Measured((2e-6,), "a CPU", "2.13.0", "2026-01-31")
        >>> time_lines([1, 10], {"lookup": [fast, slow]}, x="V")
        lookup: 1.0 µs (1.0 to 1.0) at 1, 2.0 µs (2.0 to 2.0) at 10
    """
    _check(sizes, lines, "a time")
    medians = {label: [time.median for time in times] for label, times in lines.items()}
    figure, axis = _over_sizes(sizes, x, "time of one call", "s")
    for (label, times), (colour, mark) in zip(lines.items(), LOOKS):
        here = sizes[: len(times)]
        spread = whiskers(times)
        axis.errorbar(here, medians[label], spread, color=colour, marker=mark, ms=4, capsize=2)
    _label_ends(axis, sizes, medians)
    say_where(figure, [*lines.values()][-1][0])
    return Chart(figure, _text(sizes, lines))


def byte_lines(sizes, lines, *, x):
    """Bytes over sizes on two log axes, for example the most that a call held at any moment.

    Args:
        sizes: numbers above 0, ascending, at least two.
        lines: {label: the bytes at each size}, one to four; a line may end early if a way does not
            fit.
        x: what the sizes are.

    Raises:
        ValueError: if there is no line or more than four, if sizes are not ascending and above 0,
            if a line is empty or longer than the sizes, or if bytes are not above 0 and finite,
            so that a log axis has no place for them.

    Example:
        >>> byte_lines([1000, 50_000], {"one-hot": [2e6, 97.7e6]}, x="V")
        one-hot: 2.0 MB at 1,000, 97.7 MB at 50,000
    """
    written = {
        label: [with_bytes(label, count) for count in counts] for label, counts in lines.items()
    }
    _check(sizes, lines, "the bytes")
    figure, axis = _over_sizes(sizes, x, "bytes", "B")
    for counts, (colour, mark) in zip(lines.values(), LOOKS):
        axis.plot(sizes[: len(counts)], counts, color=colour, marker=mark, ms=4)
    _label_ends(axis, sizes, lines)
    return Chart(figure, _text(sizes, written))


def curves(xs, lines, *, x, y):
    """Numbers along plain axes, as lines with their names at their ends.

    Args:
        xs: numbers, ascending, at least two.
        lines: {label: one finite number for each of xs}, one to four.
        x: what the xs are.
        y: what the lines are, with their unit if they have one.

    Raises:
        ValueError: if there is no line or more than four, if xs are not ascending, if a number is
            not finite, or if a line has another length than xs.

    Example:
        >>> curves([0, 1, 2], {"stays": [1, 1, 1], "grows": [1, 2, 4.5]}, x="step", y="way")
        stays: 1 at 0, 1 at 2
        grows: 1 at 0, 4.5 at 2
    """
    xs = [*xs]
    lines = {label: [*ys] for label, ys in few(lines).items()}
    if len(xs) < 2 or xs != sorted(set(xs)) or not all(map(math.isfinite, xs)):
        raise ValueError(f"xs must be two or more finite numbers, ascending, got {xs}.")
    for label, ys in lines.items():
        if len(ys) != len(xs) or not all(map(math.isfinite, ys)):
            raise ValueError(
                f"each line needs a finite number for each of the {len(xs)} xs; {label!r} has not."
            )
    figure, (axis,) = axes(1)
    axis.set(xlabel=x, ylabel=y)
    for ys, (colour, _) in zip(lines.values(), LOOKS):
        axis.plot(xs, ys, color=colour)
    _label_ends(axis, xs, lines)
    texts = []
    for label, ys in lines.items():
        ends = f"{ys[0]:.3g} at {xs[0]:,}, {ys[-1]:.3g} at {xs[-1]:,}"
        texts.append(f"{label}: {ends}")
    return Chart(figure, "\n".join(texts))


def _over_sizes(sizes, x, y, unit):
    figure, axis = log_log(x, y, unit)
    names = [f"{size:,}" for size in sizes]
    step = (math.log(sizes[-1]) - math.log(sizes[0])) / 140  # half a letter
    for k in range(len(sizes) - 1):
        if math.log(sizes[k + 1] / sizes[k]) < step * (len(names[k] + names[k + 1]) + 2):
            names[k] = ""  # it would run into the next
    axis.set_xticks(sizes, names)
    return figure, axis


def _check(sizes, lines, what):
    if len(sizes) < 2 or list(sizes) != sorted(set(sizes)) or sizes[0] <= 0:
        raise ValueError(f"sizes must be two or more numbers above 0, ascending, got {sizes}.")
    if any(not 1 <= len(line) <= len(sizes) for line in few(lines).values()):
        raise ValueError(
            f"a line needs {what} for each of the {len(sizes)} sizes, up to where it ends."
        )


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
    coloured = [(label, ys, colour) for (label, ys), (colour, _) in zip(lines.items(), LOOKS)]
    for label, ys, colour in sorted(coloured, key=lambda line: line[1][-1]):
        size = sizes[len(ys) - 1]
        here = (scaled(ys[-1]) - low) / (high - low)
        height = max(here, highest.get(size, -math.inf) + 0.08)
        highest[size] = height
        if size == sizes[-1]:
            axis.text(1.02, height, label, transform=axis.transAxes, va="center", color=colour)
        else:
            _label_early_end(axis, label, (size, ys[-1]), height - here, colour)


def _label_early_end(axis, label, end, up, colour):
    """A line's name to the right of its end, `up` heights of the axes above it."""
    from matplotlib.patheffects import withStroke

    offset = (7, up * 72 * axis.get_position().height * SIZE[1])  # in points
    halo = [withStroke(linewidth=3, foreground=PALETTE["paper"])]
    look = {"va": "center", "color": colour, "path_effects": halo}
    axis.annotate(label, end, offset, textcoords="offset points", **look)
