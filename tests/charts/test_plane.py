"""The plane of table size and batch size: cells, borders, the text, and what is refused."""

import itertools
import math

import numpy as np
import pytest
import torch
from matplotlib.colors import to_hex
from matplotlib.contour import ContourSet

from lookup import plane
from lookup.charts.chart import PALETTE
from lookup.charts.tints import SHADED, TINTS, contrast, ink_on
from test_charts import has, pixels
from test_display import dark, luminance

VS, BS = [50, 400, 3200, 25_600, 204_800], [1, 8, 64, 512, 4096]
RATIOS = [[0.5 * V / B for V in VS] for B in BS]
NONE = [[None if V > 10_000 and B > 100 else 0.5 * V / B for V in VS] for B in BS]
THEORY = [4 * V * 64 / (8 + 4 * 64) for V in VS]


def drawn(ratios=RATIOS, **how):
    chart = plane(VS, BS, ratios, **how)
    chart.figure.draw_without_rendering()
    return chart, chart.figure.axes[0]


def borders(axis):
    """The lines where both took as long, in V and B."""
    last = [part for part in axis.collections if isinstance(part, ContourSet)][-1:]
    return [np.exp(line) for part in last for line in part.allsegs[0]]


def test_the_text_says_each_ratio_and_where_the_borders_run():
    chart, _ = drawn(NONE, theory=THEORY)
    assert chart.text.splitlines() == [
        "sparse=True pays, a ratio of 1.5 or more, in 15 of 21 cells; it costs in 6",
        "B = 1: 25 at V = 50, 200 at V = 400, 1,600 at V = 3,200, 13,000 at V = 25,600, "
        "100,000 at V = 204,800",
        "B = 8: 3.1 at V = 50, 25 at V = 400, 200 at V = 3,200, 1,600 at V = 25,600, "
        "13,000 at V = 204,800",
        "B = 64: 0.39 at V = 50, 3.1 at V = 400, 25 at V = 3,200, 200 at V = 25,600, "
        "1,600 at V = 204,800",
        "B = 512: 0.049 at V = 50, 0.39 at V = 400, 3.1 at V = 3,200, no room at V = 25,600, "
        "no room at V = 204,800",
        "B = 4,096: 0.0061 at V = 50, 0.049 at V = 400, 0.39 at V = 3,200, no room at V = 25,600, "
        "no room at V = 204,800",
        "equally fast: B = 25 at V = 50, B = 200 at V = 400, B = 1,600 at V = 3,200",
        "by theory: B = 48 at V = 50, B = 390 at V = 400, B = 3,100 at V = 3,200, "
        "B = 25,000 at V = 25,600, B = 200,000 at V = 204,800",
    ]
    assert "dense" in chart.caption


@pytest.mark.parametrize(
    "ratios", [RATIOS, NONE, torch.tensor(RATIOS), np.array(RATIOS)]
)
def test_the_border_runs_where_both_took_as_long(ratios):
    _, axis = drawn(ratios)
    (line,) = borders(axis)
    first, *ahead = line[line[:, 0].argsort()]
    measured = np.array([place for place in ahead if place[1] < 1.01 * BS[-1]])
    assert measured[:, 1] == pytest.approx(0.5 * measured[:, 0])
    assert first == pytest.approx([50 / 8, 25]), "straight on to the end of the axis"
    assert len(measured) >= 5


def test_no_border_runs_beyond_what_was_measured():
    """A column that rises from 0.2 to 0.8 would reach 1 above its last cell."""
    _, axis = drawn([[0.3, 0.2, 0.3, 0.3, 2.6]] * 4 + [[0.6, 0.8, 0.6, 0.5, 2.9]])
    (line,) = borders(axis)
    assert line[:, 0].min() > 25_600


@pytest.mark.parametrize("factor", [1e9, 1e-9, 2 * 4096])
def test_a_plane_that_lies_on_one_side_has_no_border(factor):
    chart, axis = drawn([[factor * ratio for ratio in row] for row in RATIOS])
    assert not borders(axis)
    assert axis.get_legend() is None
    assert "equally fast" not in chart.text


def test_the_line_of_theory_is_broken_and_both_are_named():
    _, axis = drawn(theory=THEORY)
    casing, line = axis.lines[-2:]
    assert np.exp(line.get_ydata()) == pytest.approx(THEORY)
    assert line.get_linestyle() == "--"
    assert casing.get_color() == PALETTE["paper"]
    assert [text.get_text() for text in axis.get_legend().get_texts()] == [
        "equally fast",
        "by theory",
    ]


def test_each_cell_has_its_number_and_the_farthest_say_which_side_they_are():
    _, axis = drawn(NONE)
    said = [text.get_text() for text in axis.texts]
    assert len(said) == len(VS) * len(BS) == len(axis.patches)
    assert said[:5] == ["25", "200", "1,600", "13,000", "100,000\nsparse=True\npays"]
    assert said[-5:] == ["0.0061\nit\ncosts", "0.049", "0.39", "no room", "no room"]
    bare = [patch for patch in axis.patches if patch.get_hatch()]
    assert len(bare) == said.count("no room") == 4


@pytest.mark.parametrize(
    ("ratio", "side", "step"),
    [
        (1 / 900, "neg", 2), (1 / 20, "neg", 1), (1 / 1.6, "neg", 0), (1 / 1.4, None, 0),
        (1, None, 0), (1.4, None, 0), (1.5, "pos", 0), (20, "pos", 1), (900, "pos", 2),
    ],
)  # fmt: skip
def test_a_colour_says_the_side_and_how_far(ratio, side, step):
    axis = plane([1, 9], [1, 9], [[ratio, 1], [1, 1]]).figure.axes[0]
    wanted = TINTS[side][step] if side else PALETTE["zero"]
    assert to_hex(axis.patches[0].get_facecolor()).upper() == wanted


def test_of_two_equal_extremes_of_one_nothing_is_said():
    chart = plane([1, 9], [1, 9], [[1, 1], [1, 1]])
    assert [text.get_text() for text in chart.figure.axes[0].texts] == ["1"] * 4
    assert chart.text.startswith(
        "sparse=True pays, a ratio of 1.5 or more, in 0 of 4 cells\n"
    )


@pytest.mark.parametrize("ground", [PALETTE["zero"], *TINTS["pos"], *TINTS["neg"]])
def test_a_number_is_readable_on_its_cell_in_both_themes(ground):
    ink = ink_on(ground)
    assert contrast(ink, ground) >= 4.5
    low, high = sorted(luminance(dark(colour)) for colour in (ink, ground))
    assert (high + 0.05) / (low + 0.05) >= 4.5


def test_the_image_is_small_and_in_the_courses_colours():
    assert len(SHADED) <= 16, "four bits a pixel"
    found = pixels(plane(VS, BS, NONE, theory=THEORY), most=20_000)
    assert all(has(name, found) for name in ("paper", "ink", "pos", "neg", "line"))
    assert {tuple(bytes.fromhex(ink[1:])) for ink in SHADED} >= found


@pytest.mark.parametrize("count", [2, 5, 7])
def test_no_text_leaves_its_cell_or_the_figure(count):
    sizes = [10 * 8**k for k in range(count)]
    chart = plane(
        sizes, sizes, [[None if V == B else 1e3 * V / B for V in sizes] for B in sizes]
    )
    chart.figure.draw_without_rendering()
    (axis,) = chart.figure.axes
    cells = [patch.get_window_extent() for patch in axis.patches]
    for text, cell in zip(axis.texts, cells):
        box = text.get_window_extent()
        assert cell.x0 - 5 <= box.x0 < box.x1 <= cell.x1 + 5
        assert cell.y0 <= box.y0 < box.y1 <= cell.y1
    names = [name.get_window_extent() for name in axis.get_xticklabels()]
    assert all(left.x1 < right.x0 for left, right in itertools.pairwise(names))
    assert chart.figure.bbox.contains(*cells[-1].corners()[-1])


@pytest.mark.parametrize(
    ("Vs", "Bs", "ratios", "how", "error", "rule"),
    [
        ([1], [1, 2], [[1], [1]], {}, ValueError, "Vs must be two or more"),
        (
            [2, 1],
            [1, 2],
            [[1, 1]] * 2,
            {},
            ValueError,
            "Vs must be two or more numbers, ascending",
        ),
        ([1, 2], [0, 2], [[1, 1]] * 2, {}, ValueError, "got 0 for 'Bs'"),
        ([1, 2], [1, 2], [[1, 1]], {}, ValueError, "a row for each of the 2 Bs, got 1"),
        (
            [1, 2],
            [1, 2],
            [[1, 1], [1]],
            {},
            ValueError,
            "each of the 2 Vs, got 1 at B = 2",
        ),
        ([1, 2], [1, 2], 1, {}, ValueError, "a row for each of the 2 Bs, got 1"),
        ([1, 2], [1, 2], [[1, 0], [1, 1]], {}, ValueError, "got 0 for 'B = 1'"),
        (
            [1, 2],
            [1, 2],
            [[1, math.nan], [1, 1]],
            {},
            ValueError,
            "got nan for 'B = 1'",
        ),
        ([1, 2], [1, 2], [["1", 1], [1, 1]], {}, TypeError, "takes numbers"),
        ([1, 2], [1, 2], [[None] * 2] * 2, {}, ValueError, "got None alone"),
        (
            [1, 2],
            [1, 2],
            [[1, 1]] * 2,
            {"theory": [1]},
            ValueError,
            "each of the 2 Vs, got 1",
        ),
        ([1, 2], [1, 2], [[1, 1]] * 2, {"x": ""}, ValueError, "what an axis shows"),
        (
            [1, 2, 10**6],
            [1, 2],
            [[1] * 3] * 2,
            {},
            ValueError,
            "a seventh of a log axis",
        ),
        (range(1, 9), [1, 2], [[1] * 8] * 2, {}, ValueError, r"got \[1, 2, 3"),
    ],
)
def test_a_plane_refuses(Vs, Bs, ratios, how, error, rule):
    with pytest.raises(error, match=rule):
        plane(Vs, Bs, ratios, **how)
