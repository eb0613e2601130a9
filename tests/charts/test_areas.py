"""Squares whose areas are to scale: what the chart says, draws and refuses."""

import io
from itertools import pairwise

import numpy as np
import pytest
import torch
from matplotlib import rc_context
from matplotlib.patches import Circle, Rectangle
from PIL import Image

from lookup import areas
from lookup.charts.chart import PALETTE, WIDTH, png
from test_charts import has, pixels

HELD = {
    "one-hot, float32": 40_000_000,
    "table W": 120_000_000,
    "rows": 120_000,
    "ids": 800,
}
ODD = {
    "a long name of something that is held": 1e9,
    "n" * 40: 5e8,
    "W" * 40: 3e8,
    r"$\bad{$": 1e3,
    "ids": 8,
}


def squares(chart):
    """The squares from the left to the right, in pixels as shown."""
    (axis,) = chart.figure.axes
    return sorted(
        (p for p in axis.patches if isinstance(p, Rectangle)), key=Rectangle.get_x
    )


def rings(chart):
    return [
        patch for patch in chart.figure.axes[0].patches if isinstance(patch, Circle)
    ]


def test_the_text_says_each_number_the_largest_first_and_how_many_times_the_smallest_it_is():
    assert areas(HELD, x="bytes").text == (
        "areas of bytes: table W 120 MB, one-hot, float32 40 MB, rows 120 kB, "
        "ids 800 B (under a pixel, drawn as one); table W is 150,000 times ids"
    )
    assert areas({"b": 2.5, "a": 3.0}, x="x", unit="").text == (
        "areas of x: a 3, b 2.5; a is 1.2 times b"
    )
    assert areas({"x": 5_711_616}, x="held").text == "areas of held: x 5.71 MB"
    assert areas({"a": 2, "b": 2}, x="held").text == "areas of held: a 2 B, b 2 B"


def test_a_number_may_be_of_any_kind_that_is_one():
    kinds = {"a": np.int64(9), "b": torch.tensor([4.0]), "c": [1]}
    assert areas(kinds, x="x").text.startswith("areas of x: a 9 B, b 4 B, c 1 B;")


def test_areas_are_to_scale_and_stand_on_one_line():
    found = squares(areas(HELD, x="bytes"))
    assert all(square.get_width() == square.get_height() for square in found)
    assert {square.get_y() for square in found} == {0}
    largest, *others = [square.get_width() ** 2 for square in found]
    wanted = sorted(HELD.values(), reverse=True)
    ratios = [number / wanted[0] for number in wanted[1:-1]]
    assert [area / largest for area in others[:-1]] == pytest.approx(ratios)
    assert found[-1].get_width() == 1, "smaller than a pixel, drawn as one"
    for one, other in pairwise(found):
        assert one.get_x() + one.get_width() + 10 < other.get_x()


def test_a_pixel_as_shown_is_a_hundredth_of_an_inch_in_either_direction():
    chart = areas(HELD, x="bytes")
    (axis,) = chart.figure.axes
    chart.figure.draw_without_rendering()
    origin, one = axis.transData.transform([(0, 0), (1, 1)])
    assert (one - origin).tolist() == pytest.approx([chart.figure.dpi / 100] * 2)
    assert axis.get_xlim() == (0, WIDTH)


def test_a_learner_s_own_dots_an_inch_move_no_square_and_cut_no_word():
    held = {"one-hot matrix of many": 40e6, "and a third one here": 5e6, "ids": 80e3}

    def drawn():
        (axis,) = areas(held, x="memory").figure.axes
        sides = [patch.get_width() for patch in axis.patches]
        return sides, [text.get_text() for text in axis.texts]

    before = drawn()
    with rc_context({"figure.dpi": 300}):
        assert drawn() == before


def test_a_small_square_has_a_ring_that_stands_around_it_and_a_line_to_its_label():
    chart = areas(HELD, x="bytes")
    (ring,) = rings(chart)
    dot = squares(chart)[-1]
    middle = [dot.get_x() + 0.5, 0.5]
    assert [*ring.center] == pytest.approx(middle)
    (axis,) = chart.figure.axes
    (line,) = axis.lines
    assert {*line.get_xdata()} == {middle[0]}
    label = next(text for text in axis.texts if text.get_text() == "ids")
    low, high = sorted(line.get_ydata())
    assert (
        label.get_position()[1]
        < low
        < high
        == pytest.approx(ring.center[1] - ring.radius)
    )
    assert not rings(areas({"a": 100, "b": 1}, x="x"))


def test_the_dot_is_seen():
    chart = areas({"poster": 1e12, "dot": 1}, x="x")
    image = np.asarray(Image.open(io.BytesIO(png(chart.figure))).convert("RGB"))
    blue = [*bytes.fromhex(PALETTE["pos"][1:])]
    columns = np.flatnonzero((image == blue).all(axis=2).any(axis=0))
    gap = int(np.diff(columns).argmax())
    assert 1 <= columns.size - gap - 1 <= 3, (
        "the dot, at two pixels of the image to one as shown"
    )


def test_the_colours_are_those_of_the_course():
    found = pixels(areas(HELD, x="bytes"))
    assert all(has(name, found) for name in ("paper", "ink", "pos", "quiet"))


@pytest.mark.parametrize(
    "held",
    [
        HELD,
        ODD,
        {"a": 1},
        {"a": 40e6, "b": 800},
        dict.fromkeys("abcde", 7),
        {"n" * 40: 3, "b": 2},
    ],
)
def test_nothing_covers_anything_or_leaves_the_figure(held):
    chart = areas(held, x="memory")
    figure = chart.figure
    figure.draw_without_rendering()
    (axis,) = figure.axes
    texts = [text.get_window_extent() for text in axis.texts]
    drawn = [patch.get_window_extent() for patch in axis.patches]
    width, height = figure.get_size_inches() * figure.dpi
    for box in [*texts, *drawn]:
        assert -0.5 <= box.x0 < box.x1 <= width + 0.5
        assert -0.5 <= box.y0 < box.y1 <= height + 0.5
    for k, one in enumerate(texts):
        assert not any(one.overlaps(other) for other in [*texts[k + 1 :], *drawn])
    assert max(patch.get_width() for patch in squares(chart)) >= 100
    said = "".join(text.get_text() for text in axis.texts).replace(" ", "")
    assert all(label.replace(" ", "") in said for label in held)


@pytest.mark.parametrize(
    ("held", "rule"),
    [
        ({}, "one to 5 things, got 0"),
        (dict.fromkeys("abcdef", 1), "one to 5 things, got 6"),
        ({"a": 0}, "one number above 0, got 0 for 'a'"),
        ({"a": 1, "b": -2}, "one number above 0, got -2 for 'b'"),
        ({"a": [1, 2]}, "one number above 0, got 2 numbers for 'a'"),
        ({"a": []}, "one number above 0, got 0 numbers for 'a'"),
    ],
)
def test_squares_are_few_and_each_is_one_number_above_0(held, rule):
    with pytest.raises(ValueError, match=rule):
        areas(held, x="memory")
