"""What is written along lines: their names at their ends, and the sizes on a log axis below."""

import math

from .chart import PALETTE, SIZE

# Where names begin, in widths of the axes: beside them, and after a piece of their line.
BESIDE = 1.02
PIECE = (BESIDE, 1.075)
AFTER_PIECE = 1.085


def label_ends(axis, xs, lines, found):
    """Each line's name at its last point; where lines end at one place, the names are kept apart.

    Where some lines are dashed, a piece of its line stands before each name at the right edge.

    lines: {label: a number or None for each of xs}; a line of nothing but None has no name.
    found: what `looks` says of the lines.
    """
    scaled = axis.yaxis.get_transform().transform  # log or as it is
    low, high = map(scaled, axis.get_ylim())
    highest = {}  # {x: where the last name at it stands}, in heights of the axes
    dashed = any(dash != "-" for _, _, dash in found.values())
    ends = {
        label: _last(xs, ys)
        for label, ys in lines.items()
        if any(y is not None for y in ys)
    }
    for label, (x, y) in sorted(ends.items(), key=lambda end: end[1][1]):
        here = (scaled(y) - low) / (high - low)
        colour, _, dash = found[label]
        # 0.08 of the axes' height is a line of text; from the lowest end up, each name pushes the
        # next.
        height = max(here, highest.get(x, -math.inf) + 0.08)
        highest[x] = height
        if x == xs[-1]:
            if dashed:
                _draw_piece(axis, height, colour, dash)
            axis.text(
                AFTER_PIECE if dashed else BESIDE,
                height,
                label,
                transform=axis.transAxes,
                va="center",
                color=colour,
            )
        else:
            _label_early_end(axis, label, (x, y), height - here, colour)


def write_shares(axis):
    """Write shares from 0 to 1 as percents, whole ones if the steps between them are."""
    from matplotlib.ticker import MaxNLocator

    def percent(share, _):
        first, second, *_ = axis.get_yticks()
        # Rounded, as a step such as 0.3 - 0.2 lies a hair beside 0.1; two digits less, as a percent
        # is a hundredth.
        decimals = max(0, math.ceil(round(-math.log10(second - first), 6)) - 2)
        return f"{share:.{decimals}%}"

    axis.yaxis.set_major_locator(MaxNLocator(steps=[1, 2, 5, 10]))
    axis.yaxis.set_major_formatter(percent)


def write_sizes(axis, sizes, labels):
    """Each size on the x axis, a log one; one that would run into the next stands lower.

    It is left out where it would run into one that stands lower, too.

    labels: those that will stand at the ends of lines and take room from the axis.
    """
    names = [f"{size:,}" for size in sizes]
    # An axis of 64 letters, less the longest of the names that stand to its right.
    room = 64 - max(map(len, labels))  # letters along the axis
    margin = (
        0.5 * len(names[-1]) / (room - len(names[-1]))
    )  # half the last name fits behind it
    letter = (1 + 2 * margin) * math.log(sizes[-1] / sizes[0]) / room
    nearest = {"": len(sizes) - 1, "\n": None}  # to the right: on the line, below it
    # From the right, so that the largest size, where the lines end, keeps its name.
    for k in reversed(range(len(sizes) - 1)):
        name, names[k] = names[k], ""
        for down, right in nearest.items():
            if right is None or math.log(sizes[right] / sizes[k]) >= letter * (
                (len(name) + len(names[right].strip())) / 2 + 1
            ):
                names[k] = down + name
                nearest[down] = k
                break
    axis.set_xticks(sizes, names)
    axis.margins(x=margin)


def _draw_piece(axis, height, colour, dash):
    """A piece of a line, right of the axes at a height of theirs; none of the axes' own lines."""
    from matplotlib.lines import Line2D

    look = {"color": colour, "ls": dash, "transform": axis.transAxes}
    axis.figure.add_artist(Line2D(PIECE, (height, height), **look))


def _last(xs, ys):
    """The last point that is there."""
    return [(x, y) for x, y in zip(xs, ys) if y is not None][-1]


def _label_early_end(axis, label, end, up, colour):
    """A line's name to the right of its end, `up` heights of the axes above it."""
    offset = (7, up * 72 * axis.get_position().height * SIZE[1])  # in points
    # On a ground of its own, for other lines may run on below it.
    ground = {"facecolor": PALETTE["paper"], "linewidth": 0, "pad": 1}
    look = {"va": "center", "color": colour, "bbox": ground}
    axis.annotate(label, end, offset, textcoords="offset points", **look)
