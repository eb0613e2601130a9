"""Labels beside marks, each where it covers no other label, no mark, and least of a line."""

LETTER, LINE = 6.2, 12  # points that a letter and a line of a label take
SIDE = 8  # points between a mark and its label
# Where a label may stand, seen from its mark: the nearest places first.
AROUND = [
    (SIDE * side, up) for up in (0, 12, -12, 24, -24, 36, -36) for side in (1, -1)
]


def label_marks(figure, axis, marks, ways):
    """Write a label beside each mark.

    marks: (label, point, colour) of each, the point in the numbers of the axes; ways: points that
    labels should not cover, (points, 2) in the same numbers.
    """
    figure.draw_without_rendering()  # axes take their limits now
    # All boxes are in points, as offsets and letters are; the transforms give the figure's dots.
    per_point = 72 / figure.dpi
    places = [axis.transData.transform(point) * per_point for _, point, _ in marks]
    # Half a mark, with a little air, to each side.
    taken = [(left - 6, up - 6, left + 6, up + 6) for left, up in places]
    ways = axis.transData.transform(ways) * per_point
    edge = axis.get_window_extent()
    inside = [side * per_point for side in (edge.x0, edge.y0, edge.x1, edge.y1)]
    for (label, point, colour), place in zip(marks, places):
        offset, box = _free(label, place, taken, ways, inside)
        taken.append(box)
        look = {
            "ha": "left" if offset[0] > 0 else "right",
            "va": "center",
            "color": colour,
            "fontweight": "bold",
        }
        axis.annotate(label, point, offset, textcoords="offset points", **look)


def _free(label, place, taken, ways, inside):
    """The offset, with its box, at which a label covers no mark and no label, and least of a way.

    taken: boxes of marks and labels; ways: (points, 2); inside: the box of the axes.
    """

    def cost(candidate):
        _, box = candidate
        out = box[0] < inside[0] or box[2] > inside[2]
        within = (ways > box[:2]) & (ways < box[2:])  # (points, 2)
        return out + sum(_meet(box, other) for other in taken), within.all(axis=1).sum()

    # Of places that cost the same `min` takes the first, which is the nearest.
    return min(_boxes(label, place), key=cost)


def _boxes(label, place):
    """Each offset at which a label may stand, with the box it then takes."""
    wide = LETTER * len(label)
    for right, up in AROUND:
        left = place[0] + right - (wide if right < 0 else 0)
        low = place[1] + up - LINE / 2
        yield (right, up), (left, low, left + wide, low + LINE)


def _meet(one, other):
    apart = (
        one[2] <= other[0]
        or other[2] <= one[0]
        or one[3] <= other[1]
        or other[3] <= one[1]
    )
    return not apart
