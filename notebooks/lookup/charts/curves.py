"""Charts of numbers along an axis, as lines: how a loss falls, how a wave runs on."""

from .chart import LOOKS, PALETTE, Chart, axes, in_unit, looks
from .ends import label_ends, write_shares, write_sizes
from .inputs import ascending, labelled, named, numbers, positive, reader
from .readings import Reading

ASIDE = 0.01  # of the axis, from one line's whiskers to the next line's


def curves(xs, lines, *, x, y, spans=None, log=False, unit=""):
    """Numbers along an axis, as lines with their names at their ends.

    Where a line lies on an earlier one for long it is drawn in stripes, so that both are seen. Of
    several numbers for each of xs, as one for each seed, the line joins the means, and whiskers,
    set a little apart, reach over their whole range.

    Args:
        xs: numbers, ascending, at least two.
        lines: {label: one finite number for each of xs, or several, (len(xs), repeats)}, one to
            four.
        x: what the xs are.
        y: what the lines are, with their unit if they have one.
        spans: {name: (from, to)}, one to four parts of the x axis, named above; the last is shaded,
            and every second one before it.
        log: whether the x axis is logarithmic; then each of xs is above 0, and named.
        unit: "%" takes shares from 0 to 1, as `bars` does, or "" for the numbers as they are.

    Raises:
        TypeError: if the lines are no dict, or hold something else than numbers.
        ValueError: if there is no line or more than four, if xs are not ascending, or not above 0
            on a log axis, if a number is not finite, or with "%" no share, if a line has another
            length than xs, if a span does not lie within xs, if a label is too long, or the unit
            another.

    Example:
        >>> curves([0, 1, 2], {"stays": [1, 1, 1], "grows": [1, 2, 4.5]}, x="step", y="way")
        stays: 1 at 0, 1 at 2
        grows: 1 at 0, 4.5 at 2
        >>> frozen = [[0.72, 0.70, 0.74], [0.78, 0.77, 0.79]]  # three seeds at each
        >>> trained = [[0.60, 0.58, 0.65], [0.80, 0.79, 0.81]]
        >>> lines = {"CBOW, frozen": frozen, "CBOW, trained": trained}
        >>> curves([50, 400], lines, x="labels", y="accuracy", log=True, unit="%")
        CBOW, frozen: 72.0% (70.0% to 74.0%) at 50, 78.0% (77.0% to 79.0%) at 400
        CBOW, trained: 61.0% (58.0% to 65.0%) at 50, 80.0% (79.0% to 81.0%) at 400
    """
    xs = ascending(xs, "xs")
    read = reader(unit)
    lines = {
        label: _line(read(ys, label), label, len(xs))
        for label, ys in labelled(lines, len(LOOKS)).items()
    }
    spans = _spans(spans, xs) if spans is not None else {}
    figure, (axis,) = axes(1)
    axis.set(xlabel=named(x), ylabel=named(y))
    if log:
        positive(xs, "xs")
        axis.set(xscale="log", xlabel=f"{x} (log)")
        axis.minorticks_off()
        write_sizes(axis, xs, lines)
    if unit:
        write_shares(axis)
    _shade(axis, spans)
    found = looks(lines)
    _draw(axis, xs, lines, found)
    means = {label: ys.mean(axis=1).tolist() for label, ys in lines.items()}
    label_ends(axis, xs, means, found)
    size = max(abs(ys).max() for ys in lines.values())
    readings = []
    for k, (label, ys) in enumerate(lines.items()):
        at = _beside(axis, xs, _aside(k, lines)) if ys.shape[1] > 1 else xs
        places = [*zip(at, means[label])]
        readings.append(Reading(axis, label, places, _entry(xs, ys, unit, size)))
    texts = _texts(xs, lines, spans, unit, size)
    return Chart(figure, "\n".join(texts), readings=readings)


def _line(ys, label, length):
    """The numbers of a line as an array (length, repeats) of floats."""
    line = ys.astype(float)
    if line.ndim not in (1, 2) or len(line) != length or not line.size:
        raise ValueError(
            f"each line needs a number, or several, for each of the {length} xs, "
            f"got shape {line.shape} for {label!r}."
        )
    return line.reshape(length, -1)


def _draw(axis, xs, lines, found):
    """Each line, as `looks` says, through its means; where it covers others, in stripes."""
    drawn = zip(found.items(), _stripes(lines))
    for k, ((label, (colour, mark, dash)), (apart, upon, below)) in enumerate(drawn):
        means = lines[label].mean(axis=1)
        if lines[label].shape[1] > 1:
            places = _beside(axis, xs, _aside(k, lines))
            ends = [means - lines[label].min(axis=1), lines[label].max(axis=1) - means]
            look = {"color": colour, "ls": dash, "marker": mark, "ms": 4, "capsize": 2}
            axis.errorbar(places, means, ends, **look)
            continue
        axis.plot(xs, apart, color=colour, ls=dash)
        if below:
            # A gap as long as a dash for each line below: where three coincide, all three are seen.
            axis.plot(
                xs, upon, color=colour, ls=(0, (6, 6 * below)), dash_capstyle="butt"
            )


def _aside(k, lines):
    """By which share of the axis the marks of the k-th line stand beside their places."""
    return ASIDE * (k - (len(lines) - 1) / 2)


def _beside(axis, xs, share):
    """The xs, all moved by a share of the axis."""
    scale = axis.xaxis.get_transform()  # log or as it is
    scaled = scale.transform(xs)
    # In the axis' own scale: on a log axis an equal step aside is a factor.
    return scale.inverted().transform(scaled + share * (scaled[-1] - scaled[0]))


def _stripes(lines):
    """Of each line its numbers apart from earlier ones, those upon them, and upon how many.

    A line is upon another where both are within a hundredth of all numbers' range, if that is for a
    quarter of the axis. Elsewhere there is nan.
    """
    import numpy as np

    values = np.array([ys.mean(axis=1) for ys in lines.values()])  # (lines, xs)
    near = 0.01 * np.ptp(values)
    for k, ys in enumerate(values):
        meets = abs(values[:k] - ys) <= near  # (earlier lines, xs)
        # Lines that only cross meet, too, but for a moment: striping them would only confuse.
        meets = meets[meets.mean(axis=1) >= 0.25]
        upon = meets.any(axis=0)
        # A place is left out only between two others that are upon a line: the ends stay, so that
        # the line is joined to its stripes.
        inside = upon & np.append(upon[1:], True) & np.append(True, upon[:-1])
        yield np.where(inside, np.nan, ys), np.where(upon, ys, np.nan), len(meets)


def _entry(xs, ys, unit, size):
    """A function of k: what a line is at the k-th of xs, with its range where it has one."""

    def entry(k):
        found = ys[k].mean(), ys[k].min(), ys[k].max()
        mean, least, most = (in_unit(number, unit, size) for number in found)
        reach = f" ({least} to {most})" if ys.shape[1] > 1 else ""
        return f"{mean}{reach} at {xs[k]:,}"

    return entry


def _texts(xs, lines, spans, unit, size):
    """Each line at its ends and at those of spans, or with its ranges at each of xs."""
    ends = {0, len(xs) - 1, *(k for k, at in enumerate(xs) if _ends_a_span(at, spans))}
    texts = []
    for label, ys in lines.items():
        told = range(len(xs)) if ys.shape[1] > 1 else sorted(ends)
        entries = map(_entry(xs, ys, unit, size), told)
        texts.append(f"{label}: {', '.join(entries)}")
    return texts + [
        f"{name}: {first:,} to {last:,}" for name, (first, last) in spans.items()
    ]


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
    # Backwards, for the last is to be shaded whatever their number.
    for k, (name, (first, last)) in enumerate(reversed(spans.items())):
        if k % 2 == 0:
            axis.axvspan(
                first, last, facecolor=PALETTE["zero"], edgecolor=PALETTE["line"]
            )
        look = {"ha": "center", "va": "bottom", "color": PALETTE["quiet"]}
        axis.text(
            (first + last) / 2, 1.01, name, transform=axis.get_xaxis_transform(), **look
        )
