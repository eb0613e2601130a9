"""The plane of table size and batch size, with a border where `sparse=True` begins to pay."""

import itertools
import math

from .chart import NO_ROOM, PALETTE, SIZE, Chart, axes
from .inputs import ascending_above_0, named, positive, with_gaps
from .readings import Reading
from .tints import SHADED, TINTS, ink_on

PAYS, PAYS_NOT = "sparse=True pays", "it costs"
NARROWEST = 1 / 7  # of an axis, so that a cell has room for its number
LEVEL = 1.5  # as far as this from 1, either way, the two are about as fast
STEPS = (LEVEL, 3, 30)  # how many times as long, from which on a colour is stronger
CELL = 0.55  # inches, its height
BELOW = 0.16  # of a cell, from its lower edge, where a ring says that it is read
CAPTION = (
    "Each number: the dense step's time as a multiple of the time with sparse=True. "
    f"Grey: neither is {LEVEL} times as fast."
)


def plane(
    Vs, Bs, ratios, *, x="rows of the table V", y="ids in a batch B", theory=None
):
    """How many times as long as with `sparse=True` a dense step took, for each V and B, as cells.

    A cell from 1.5 on is blue, one below 1/1.5 orange, the stronger the farther from 1, and one
    between is grey, for such times move from run to run; a line, between the middles of the cells,
    is the border where both took as long. A cell without room is hatched.

    Args:
        Vs: the sizes of the table, two or more, ascending, on a log axis.
        Bs: the sizes of the batch, likewise.
        ratios: (len(Bs), len(Vs)), time of the dense step / time of the sparse one, above 0, or
            None where one of them was not measured.
        x, y: what Vs and Bs are.
        theory: for each of Vs the B at which both should take as long, drawn as a broken line.

    Raises:
        TypeError: if something else than numbers is given.
        ValueError: if sizes are not ascending and above 0, or so near each other that a cell would
            be narrower than a seventh of its axis; if ratios are of another shape, not above 0 and
            finite, or None alone; if theory has another length than Vs.

    Example:
        >>> plane([50, 800], [1, 64], [[2, 32], [0.5, None]], theory=[40, 640])
        sparse=True pays, a ratio of 1.5 or more, in 2 of 3 cells; it costs in 1
        B = 1: 2 at V = 50, 32 at V = 800
        B = 64: 0.5 at V = 50, no room at V = 800
        equally fast: B = 8 at V = 50
        by theory: B = 40 at V = 50, B = 640 at V = 800
    """
    Vs, Bs = _sizes(Vs, "Vs"), _sizes(Bs, "Bs")
    cells = _cells(Vs, Bs, ratios)
    theory = None if theory is None else _theory(theory, Vs)
    figure, (axis,) = axes(1)
    figure.set_size_inches(SIZE[0], 0.9 + CELL * len(Bs))
    for name, sizes, what in ((axis.xaxis, Vs, x), (axis.yaxis, Bs, y)):
        name.set_ticks(
            [math.log(size) for size in sizes], [f"{size:,}" for size in sizes]
        )
        name.set_label_text(f"{named(what)} (log)")
    axis.tick_params(length=0)
    _draw_cells(axis, Vs, Bs, cells)
    _draw_borders(axis, Vs, Bs, cells, theory)
    axis.set(xlim=(_edges(Vs)[0], _edges(Vs)[-1]), ylim=(_edges(Bs)[0], _edges(Bs)[-1]))
    text = "\n".join(_texts(Vs, Bs, cells, theory))
    return Chart(figure, text, CAPTION, SHADED, _readings(axis, Vs, Bs, cells))


def _sizes(sizes, what):
    listed = ascending_above_0(sizes, what)
    edges = _edges(listed)
    narrowest = min(b - a for a, b in itertools.pairwise(edges)) / (
        edges[-1] - edges[0]
    )
    # A little less, for seven even sizes give a seventh but for rounding.
    if narrowest < 0.999 * NARROWEST:
        raise ValueError(
            f"{what} must lie apart, so that each takes a seventh of a log axis or more, "
            f"got {listed}."
        )
    return listed


def _edges(sizes):
    """Where the cells end, in logarithms: half way between two sizes."""
    logs = [math.log(size) for size in sizes]
    inner = [(a + b) / 2 for a, b in itertools.pairwise(logs)]
    # The outer cells reach as far beyond their middle as towards their neighbour.
    return [2 * logs[0] - inner[0], *inner, 2 * logs[-1] - inner[-1]]


def _cells(Vs, Bs, ratios):
    """{(B, V): ratio or None}"""
    rows = [*ratios] if hasattr(ratios, "__iter__") else [ratios]
    if len(rows) != len(Bs):
        raise ValueError(
            f"ratios need a row for each of the {len(Bs)} Bs, got {len(rows)}."
        )
    cells = {}
    for B, row in zip(Bs, rows):
        row = with_gaps(row, f"B = {B:,}", positive)
        if len(row) != len(Vs):
            raise ValueError(
                f"a row needs a ratio for each of the {len(Vs)} Vs, got {len(row)} at B = {B:,}."
            )
        cells |= {(B, V): ratio for V, ratio in zip(Vs, row)}
    if not any(cells.values()):
        raise ValueError("a chart needs a cell that was measured, got None alone.")
    return cells


def _theory(theory, Vs):
    listed = positive(theory, "theory")
    if len(listed) != len(Vs):
        raise ValueError(
            f"theory needs a B for each of the {len(Vs)} Vs, got {len(listed)}."
        )
    return listed


def _draw_cells(axis, Vs, Bs, cells):
    """Each cell in its colour with its number; the farthest on each side says which side it is."""
    from matplotlib.patches import Rectangle

    there = {place: ratio for place, ratio in cells.items() if ratio}
    words = {}
    for place, word in (
        (max(there, key=there.get), PAYS),
        (min(there, key=there.get), PAYS_NOT),
    ):
        if _side(there[place]) == word:
            # In two lines, as a cell may be a seventh of the axis wide.
            words[place] = "\n" + "\n".join(word.rsplit(" ", 1))
    across = dict(zip(Vs, itertools.pairwise(_edges(Vs))))
    up = dict(zip(Bs, itertools.pairwise(_edges(Bs))))
    for (B, V), ratio in cells.items():
        (left, right), (low, high) = across[V], up[B]
        look = _look(ratio)
        axis.add_patch(Rectangle((left, low), right - left, high - low, lw=0.8, **look))
        ground = {"facecolor": look["facecolor"], "linewidth": 0, "pad": 1}
        said = NO_ROOM if ratio is None else _written(ratio) + words.get((B, V), "")
        axis.text(
            math.log(V), math.log(B), said, ha="center", va="center", size=8, linespacing=1.05,
            color=ink_on(look["facecolor"]), bbox=ground, zorder=3,
        )  # fmt: skip


def _side(ratio):
    """What sparse=True does where the ratio is this; None where the two are about as fast."""
    if ratio >= LEVEL:
        return PAYS
    return PAYS_NOT if ratio <= 1 / LEVEL else None


def _look(ratio):
    """A cell's colour, the stronger the farther its ratio is from 1, or hatching without one."""
    if ratio is None:
        return {
            "facecolor": PALETTE["paper"],
            "edgecolor": PALETTE["line"],
            "hatch": "||",
        }
    strength = sum(max(ratio, 1 / ratio) >= step for step in STEPS)
    colours = [PALETTE["zero"], *TINTS["pos" if ratio > 1 else "neg"]]
    return {"facecolor": colours[strength], "edgecolor": PALETTE["paper"]}


def _draw_borders(axis, Vs, Bs, cells, theory):
    """The border of ratio 1, and that of theory, cased in paper, with their names above."""
    import numpy as np

    logs = np.array(
        [[np.log(cells[B, V] or np.nan) for V in Vs] for B in Bs]
    )  # (Bs, Vs)
    # As at the last middles up to the ends, so that no border runs where none was measured.
    ahead = np.pad(logs, 1, mode="edge")
    keys = []
    for width, colour in ((5, PALETTE["paper"]), (2.2, PALETTE["ink"])):
        if np.nanmin(logs) < 0 < np.nanmax(logs):
            axis.contour(
                *(_padded(sizes) for sizes in (Vs, Bs)), ahead, levels=[0],
                colors=colour, linewidths=width,
            )  # fmt: skip
            # The second of these, in ink, takes the first's place: the key shows the line without
            # casing.
            keys = axis.plot([], [], color=colour, lw=width, label="equally fast")
    if theory:
        line = [np.log(Vs), np.log(theory)]
        axis.plot(*line, color=PALETTE["paper"], lw=3.5)
        keys += axis.plot(
            *line, color=PALETTE["ink"], lw=1.2, ls="--", label="by theory"
        )
    if keys:
        place = {
            "loc": "lower left",
            "bbox_to_anchor": (0, 1),
            "ncols": 2,
            "borderaxespad": 0,
        }
        axis.legend(
            handles=keys, frameon=False, labelcolor=PALETTE["ink"], fontsize=9, **place
        )


def _padded(sizes):
    """The middles of the cells, with one more at each end, in logarithms."""
    logs = [math.log(size) for size in sizes]
    return [2 * logs[0] - logs[1], *logs, 2 * logs[-1] - logs[-2]]


def _readings(axis, Vs, Bs, cells):
    """Each row of cells, the upmost first; a ring stands below a cell's number."""
    readings = []
    for B, (low, high) in reversed([*zip(Bs, itertools.pairwise(_edges(Bs)))]):
        inset = BELOW * (high - low)
        places = [(math.log(V), low + inset) for V in Vs]
        entries = [_entry(cells[B, V], V) for V in Vs]
        label = f"B = {B:,}"
        base = (None, high - inset)
        readings.append(Reading(axis, label, places, entries.__getitem__, base))
    return readings


def _entry(ratio, V):
    return f"{_written(ratio) if ratio else NO_ROOM} at V = {V:,}"


def _texts(Vs, Bs, cells, theory):
    """How many cells lie on which side, the ratios of each B, and where the border runs."""
    there = [ratio for ratio in cells.values() if ratio]
    sides = [_side(ratio) for ratio in there]
    pays = f"{PAYS}, a ratio of {LEVEL} or more, in {sides.count(PAYS)} of {len(there)} cells"
    costs = sides.count(PAYS_NOT)
    texts = [f"{pays}; {PAYS_NOT} in {costs}" if costs else pays]
    for B in Bs:
        entries = [_entry(cells[B, V], V) for V in Vs]
        texts.append(f"B = {B:,}: {', '.join(entries)}")
    border = [(B, V) for V in Vs for B in _crossings(V, Bs, cells)]
    for name, line in (("equally fast", border), ("by theory", zip(theory or [], Vs))):
        entries = [f"B = {_written(B)} at V = {V:,}" for B, V in line]
        texts += [f"{name}: {', '.join(entries)}"] if entries else []
    return texts


def _crossings(V, Bs, cells):
    """Each B at which the ratio passes 1, between two that were measured."""
    for low, high in itertools.pairwise(Bs):
        one, other = cells[low, V], cells[high, V]
        if one and other and (one > 1) != (other > 1):
            # A straight line between logarithms, as `contour` draws the border on these axes.
            share = math.log(one) / (math.log(one) - math.log(other))
            yield low * (high / low) ** share


def _written(number):
    """Two digits."""
    return f"{float(f'{number:.2g}'):,.12g}"
