"""Numbers as squares whose areas are to scale, so that a dot beside a poster looks like one."""

from dataclasses import dataclass
from textwrap import wrap

from .chart import LOOKS, PALETTE, SIZE, WIDTH, Chart, axes
from .inputs import labelled, named, numbers
from .readings import Reading

MOST = 5
# Lengths are pixels as shown, 100 to an inch.
TALLEST = 230
EDGE, GAP = 12, 18  # around all squares, and between two
LABEL = 24  # from the squares down to their labels
LINE = 15  # of a label
LETTERS = (18, 15, 12, 9, 7, 5)  # in a line of a label: the first that is not too wide
SEEN = 4  # from which side on a square is found without a ring
RING = 7  # its radius
TOO_SMALL = ("under a pixel,", "drawn as one")


@dataclass(frozen=True)
class Square:
    """A number to scale: its side, its left edge, the lines of its label, the last its number."""

    side: float
    left: float
    lines: list


def areas(held, *, x, unit="B"):
    """Numbers as squares side by side, the largest first, whose areas are to scale.

    A square smaller than a pixel is drawn as one, and its label says so; a ring helps the eye to
    find a small one.

    Args:
        held: {label: a number}, one to five, each above 0.
        x: what the numbers are.
        unit: written behind each number with its prefix, "B" as in 7.4 MB.

    Raises:
        TypeError: if `held` is no dict, or holds something else than numbers.
        ValueError: if there is no square or more than five, a number that is not above 0 or not
            finite, several numbers for a label, or a label that is too long.

    Example:
        >>> areas({"ids": 80_000, "one-hot": 40e6}, x="memory")
        areas of memory: one-hot 40 MB, ids 80 kB; one-hot is 500 times ids
    """
    held = {
        label: _number(value, label) for label, value in labelled(held, MOST).items()
    }
    held = dict(sorted(held.items(), key=lambda item: item[1], reverse=True))
    named(x)
    figure, (axis,) = axes(1)
    # A unit of the axis is to be a pixel as shown; the constrained layout would move the axis.
    figure.set_layout_engine("none")
    axis.set(position=(0, 0, 1, 1), xlim=(0, WIDTH))
    axis.axis("off")
    squares = _squares(axis, held, unit)
    low = min([_draw(axis, square) for square in squares])
    axis.text(WIDTH / 2, low - LINE / 2, f"{x}, areas to scale", ha="center", va="top")
    # Labels hang below the squares, and how far they reach is known once they are drawn.
    bottom = low - 2 * LINE
    top = max(square.side for square in squares) + EDGE
    axis.set_ylim(bottom, top)
    # Height and width at one scale, so that a square stays one.
    figure.set_size_inches(SIZE[0], SIZE[0] * (top - bottom) / WIDTH)
    readings = [
        _reading(axis, label, square, bottom) for label, square in zip(held, squares)
    ]
    return Chart(figure, f"areas of {x}: {_text(held, squares)}", readings=readings)


def _number(value, label):
    array = numbers(value, label).astype(float).ravel()
    if array.size != 1 or array[0] <= 0:
        got = f"{array.size:,} numbers" if array.size != 1 else f"{array[0]:g}"
        raise ValueError(
            f"each area needs one number above 0, got {got} for {label!r}."
        )
    return array[0]


def _squares(axis, held, unit):
    """The squares, as large as there is room for all of them and their labels, in the middle."""
    from matplotlib.ticker import EngFormatter

    written = EngFormatter(unit)
    gaps = (len(held) - 1) * GAP
    room = WIDTH - 2 * EDGE - gaps
    largest = max(held.values())
    shares = [(number / largest) ** 0.5 for number in held.values()]
    labels = [
        [*_wrapped(axis, label, room / len(held)), written(float(f"{number:.3g}"))]
        for label, number in held.items()
    ]
    texts = [
        max(
            _width(axis, line)
            for line in [*lines, *(TOO_SMALL if share * TALLEST < SEEN else ())]
        )
        for lines, share in zip(labels, shares)
    ]

    def columns(side):
        return [max(side * share, text) for share, text in zip(shares, texts)]

    # The largest side for which all fits: columns grow with it, so the search goes downwards.
    side = next(
        (side for side in range(TALLEST, 1, -1) if sum(columns(side)) <= room), 1
    )
    left = (WIDTH - sum(columns(side)) - gaps) / 2
    squares = []
    for share, column, lines in zip(shares, columns(side), labels):
        # On a whole pixel, where its edge is drawn.
        squares.append(Square(side * share, round(left), lines))
        left += column + GAP
    return squares


def _wrapped(axis, label, room):
    """A label in as few lines as have room, each of at least a few letters."""
    for letters in LETTERS:
        lines = wrap(label, letters) or [label]
        if max(_width(axis, line) for line in lines) <= room:
            break
    return lines


def _width(axis, line):
    # Written and taken away again, for only the drawn text knows how wide its letters are. The
    # figure's own 100 dots an inch make this the pixels of WIDTH.
    text = axis.text(0, 0, line, parse_math=False)
    width = text.get_window_extent().width
    text.remove()
    return width


def _place(square):
    """The left edge of a square as drawn, and its side."""
    return square.left + RING * (square.side < SEEN), max(1, square.side)


def _draw(axis, square):
    """A square upon the line of all, its label below it. Returns how low the label reaches."""
    from matplotlib.patches import Circle, Rectangle

    x, side = _place(square)
    quiet = PALETTE["quiet"]
    if square.side < SEEN:
        middle, height = x + side / 2, side / 2
        ring = Circle(
            (middle, height), RING, edgecolor=quiet, facecolor="none", linewidth=0.8
        )
        axis.add_patch(ring)
        # From the ring down to 4 pixels above the label, so that the two are seen to belong
        # together.
        axis.plot([middle] * 2, [height - RING, 4 - LABEL], color=quiet, linewidth=0.8)
    axis.add_patch(Rectangle((x, 0), side, side, facecolor=LOOKS[0][0], linewidth=0))
    *name, number = [(line, {}) for line in square.lines]
    bold = (number[0], {"fontweight": "bold"})
    note = [(line, {"color": quiet}) for line in TOO_SMALL] if square.side < 1 else []
    y = -LABEL
    for line, look in [*name, bold, *note]:
        axis.text(square.left, y, line, va="top", parse_math=False, **look)
        y -= LINE
    return y


def _reading(axis, label, square, bottom):
    """A square with all that is below it, to its upper right corner."""
    x, side = _place(square)
    place = (x + side, side)
    return Reading(axis, label, [place], lambda k: _said(square), base=(x, bottom))


def _said(square):
    note = f" ({' '.join(TOO_SMALL)})" if square.side < 1 else ""
    return f"{square.lines[-1]}{note}"


def _text(held, squares):
    entries = [f"{label} {_said(square)}" for label, square in zip(held, squares)]
    # Twice, so that a square alone is both the largest and the smallest.
    largest, *_, smallest = [*held, *held]
    times = float(f"{held[largest] / held[smallest]:.3g}")
    compared = f"; {largest} is {times:,.12g} times {smallest}" if times > 1 else ""
    return ", ".join(entries) + compared
