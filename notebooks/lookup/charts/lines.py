"""Charts of what was measured over sizes: times and bytes as lines."""

import math

from .chart import (
    LOOKS,
    PALETTE,
    Chart,
    apart,
    in_bytes,
    log_log,
    looks,
    said,
    whiskers,
)  # fmt: skip
from .ends import label_ends, write_sizes
from .inputs import ascending_above_0, labelled, measured, named, positive, with_gaps
from .readings import Reading

ELSEWHERE = {"×": "x", "+": "+", "|": "|"}  # the marks of other devices


def time_lines(sizes, lines, *, x, y="time of one call", beside=None):
    """Times over sizes on two log axes.

    Lines join the medians, and whiskers reach from the fastest to the slowest repeat. A hue is an
    idea, what a label says before its first comma, and a dash a variant of it. A size that was not
    measured, for example as it had no room, leaves a gap, and the text says so.

    Args:
        sizes: numbers above 0, ascending, at least two.
        lines: {label: a `Measurement` or None for each size}, one to four; a line may end early if
            a way is too costly.
        x: what the sizes are.
        y: what took the times.
        beside: {device: lines}, one to three: what was recorded elsewhere, in thin lines of the
            same hues and dashes; their labels are among those of `lines`.

    Raises:
        TypeError: if the lines are no dict, or a time is not a `Measurement`.
        ValueError: if there is no line or more than four, if sizes are not ascending and above 0,
            if a line is empty or longer than the sizes, if nothing was measured, if a label is too
            long, or if one beside is not among those of the lines.

    Example:
        >>> from lookup.measuring.timing import Measurement
        >>> fast = Measurement((1e-6,), "a CPU", "2.13.0", "2026-01-31")
        >>> slow = Measurement((2e-6,), "a CPU", "2.13.0", "2026-01-31")
        >>> time_lines([1, 10, 99], {"lookup": [fast, slow, None]}, x="V", beside={
        ...     "another CPU": {"lookup": [slow, slow]},
        ... })
        lookup: 1.0 µs at 1, 2.0 µs at 10; not measured at 99
        lookup, another CPU: 2.0 µs at 1, 2.0 µs at 10; not measured at 99
    """
    sizes = ascending_above_0(sizes, "sizes")
    lines = _checked(sizes, lines, _times, "a time")
    beside = _beside(sizes, lines, {} if beside is None else beside)
    medians = _medians(lines)
    figure, axis = _over_sizes(sizes, lines, x, y, "s")
    found = looks(lines)
    for label, (colour, mark, dash) in found.items():
        look = {"color": colour, "marker": mark, "ms": 4, "ls": dash, "capsize": 2}
        axis.errorbar(sizes, _drawn(medians[label]), whiskers(lines[label]), **look)
    _draw_beside(axis, sizes, found, beside)
    _hold_a_tick(axis)
    label_ends(axis, sizes, medians, found)
    ranges = {
        label: [time and (time.low, time.high) for time in times]
        for label, times in lines.items()
    }
    texts = [_text(sizes, lines) + _least(sizes, ranges, "the fastest")]
    captions = [said(*_all(lines))]
    readings = _readings(axis, sizes, medians, lines)
    for (device, others), mark in zip(beside.items(), ELSEWHERE):
        others = {f"{label}, {device}": line for label, line in others.items()}
        texts.append(_text(sizes, others))
        readings += _readings(axis, sizes, _medians(others), others)
        captions.append(f"Thin lines with {mark}: {_all(others)[0].where}.")
    return Chart(figure, "\n".join(texts), " ".join(captions), readings=readings)


def byte_lines(sizes, lines, *, x, y="bytes"):
    """Bytes over sizes on two log axes, for example the most that a call held at any moment.

    Args:
        sizes: numbers above 0, ascending, at least two.
        lines: {label: the bytes, or None, at each size}, one to four; a line may end early if a way
            does not fit. A size without bytes leaves a gap, and the text says so.
        x: what the sizes are.
        y: what the bytes are.

    Raises:
        TypeError: if the lines are no dict, or hold something else than numbers.
        ValueError: if there is no line or more than four, if sizes are not ascending and above 0,
            if a line is empty or longer than the sizes, if nothing was measured, if bytes are not
            above 0 and finite, so that a log axis has no place for them, or if a label is too long.

    Example:
        >>> byte_lines([1000, 50_000], {"one-hot": [2e6, 97.7e6], "ids": [800, None]}, x="V")
        one-hot: 2.0 MB at 1,000, 97.7 MB at 50,000
        ids: 800.0 B at 1,000; not measured at 50,000
    """
    sizes = ascending_above_0(sizes, "sizes")
    lines = _checked(sizes, lines, positive, "the bytes")
    figure, axis = _over_sizes(sizes, lines, x, y, "B")
    found = looks(lines)
    for label, (colour, mark, dash) in found.items():
        axis.plot(sizes, _drawn(lines[label]), color=colour, marker=mark, ms=4, ls=dash)
    _hold_a_tick(axis)
    label_ends(axis, sizes, lines, found)
    written = {
        label: [count and in_bytes(count) for count in line]
        for label, line in lines.items()
    }
    ranges = {
        label: [count and (count, count) for count in line]
        for label, line in lines.items()
    }
    text = _text(sizes, written) + _least(sizes, ranges, "the smallest")
    return Chart(figure, text, readings=_readings(axis, sizes, lines, written))


def _readings(axis, sizes, lines, written):
    """What is read of each line, at each size where it has an entry."""

    def said_of(entries):
        return lambda k: f"{entries[k]} at {sizes[k]:,}"

    return [
        Reading(axis, label, [*zip(sizes, line)], said_of(written[label]))
        for label, line in lines.items()
    ]


def _times(times, label):
    """The times of a line as a list."""
    listed = [*times] if hasattr(times, "__iter__") else [times]
    return [measured(time, label) for time in listed]


def _checked(sizes, lines, read, what):
    """The lines as `read` reads them, each with a value or None for each size."""
    read_lines = {}
    for label, line in labelled(lines, len(LOOKS)).items():
        line = with_gaps(line, label, read)
        if not 1 <= len(line) <= len(sizes):
            raise ValueError(
                f"a line needs {what} for each of the {len(sizes)} sizes, up to where it ends, "
                f"got {len(line)} for {label!r}."
            )
        # What ends early is filled up, so that all that follows may count on a value for each size.
        read_lines[label] = line + [None] * (len(sizes) - len(line))
    if not any(value for line in read_lines.values() for value in line):
        raise ValueError("a chart needs a size that was measured, got None alone.")
    return read_lines


def _beside(sizes, lines, beside):
    """The lines of other devices, checked as one's own."""
    # `labelled` refuses an empty dict, and none beside is what most charts have.
    if beside != {}:
        labelled(beside, len(ELSEWHERE))
    checked = {}
    for device, others in beside.items():
        checked[device] = _checked(sizes, others, _times, "a time")
        unknown = [label for label in others if label not in lines]
        if unknown:
            raise ValueError(
                f"a line of {device} must have its like among {', '.join(lines)}, "
                f"got {unknown[0]!r}."
            )
    return checked


def _draw_beside(axis, sizes, found, beside):
    """Thin lines below the others, without whiskers, and a key that says whose they are.

    found: what `looks` says of the others.
    """
    keys = []
    for (device, others), mark in zip(beside.items(), ELSEWHERE.values()):
        thin = {"lw": 0.8, "marker": mark, "ms": 5, "mew": 0.8, "zorder": 1}
        for label, line in _medians(others).items():
            colour, _, dash = found[label]
            axis.plot(sizes, _drawn(line), color=colour, ls=dash, **thin)
        # Drawn nowhere: it gives the key its mark on a thin line, in ink, as each hue has that
        # mark.
        keys += axis.plot([], [], color=PALETTE["ink"], label=device, **thin)
    if keys:
        axis.legend(handles=keys, frameon=False, labelcolor=PALETTE["ink"], fontsize=9)


def _medians(lines):
    return {
        label: [time and time.median for time in times]
        for label, times in lines.items()
    }


def _drawn(line):
    """The line as matplotlib draws it, with nan where it is to have a gap."""
    return [math.nan if value is None else value for value in line]


def _all(lines):
    """All times of some lines, of which there is at least one."""
    return [time for line in lines.values() for time in line if time]


def _over_sizes(sizes, lines, x, y, unit):
    figure, axis = log_log(named(x), named(y), unit)
    write_sizes(axis, sizes, lines)
    return figure, axis


def _hold_a_tick(axis):
    """Widen the y axis where its numbers are all alike, and where no tick would stand at it."""
    low, high = axis.get_ylim()
    if high < 1.01 * low:
        low, high = low / 3, high * 3
    # Ticks stand at powers of ten: an axis between two neighbouring ones would have none.
    ends = math.floor(math.log10(low)), math.ceil(math.log10(high))
    if ends[1] - ends[0] == 1:
        low, high = (10.0**end for end in ends)
    axis.set_ylim(low, high)


def _least(sizes, ranges, what):
    """Which line ends lowest at the last size, if that is clear, as a line of text."""
    last = {label: line[-1] for label, line in ranges.items() if line[-1]}
    least = apart(last, largest=False) if last else None
    return f"\nAt {sizes[-1]:,}, {least} is {what}." if least else ""


def _text(sizes, lines):
    """Each line's entries, and at which sizes it has none."""
    texts = []
    for label, line in lines.items():
        entries = [f"{entry} at {size:,}" for size, entry in zip(sizes, line) if entry]
        missing = [f"{size:,}" for size, entry in zip(sizes, line) if not entry]
        gaps = [f"not measured at {', '.join(missing)}"] if missing else []
        texts.append(
            f"{label}: {'; '.join([*filter(None, [', '.join(entries)]), *gaps])}"
        )
    return "\n".join(texts)
