"""Curves: lines along an axis, with spans, in stripes where they meet, with whiskers over seeds."""

import numpy as np
import pytest
import torch

from lookup.charts.curves import curves
from test_charts import has, pixels

RIGHT = {
    "random, trained": [[0.6, 0.59, 0.64], [0.7, 0.69, 0.71], [0.85, 0.84, 0.86]],
    "CBOW, frozen": torch.tensor(
        [[0.72, 0.70, 0.74], [0.75, 0.74, 0.76], [0.8, 0.8, 0.8]]
    ),
}


def test_curves_show_where_they_begin_and_end():
    lines = {
        "stays": [1, 1, 1],
        "grows": torch.tensor([1.0, 2, 4.5]),
        "falls": [1, 0.5, -0.123456],
    }
    chart = curves(range(3), lines, x="step", y="way")
    assert chart.text.splitlines() == [
        "stays: 1 at 0, 1 at 2",
        "grows: 1 at 0, 4.5 at 2",
        "falls: 1 at 0, -0.123 at 2",
    ]
    found = pixels(chart)
    assert all(has(name, found) for name in ("paper", "ink", "pos", "neg", "touch"))
    labels = {
        text.get_text(): text.get_position()[1] for text in chart.figure.axes[0].texts
    }
    assert labels["grows"] > labels["stays"] > labels["falls"]


@pytest.mark.parametrize(
    ("xs", "lines", "rule"),
    [
        ([0, 1], {}, "one to 4 things, got 0"),
        ([0, 1], {name: [1, 2] for name in "abcde"}, "one to 4 things, got 5"),
        ([0], {"a": [1]}, "two or more numbers, ascending, got list .0."),
        ([1, 0], {"a": [1, 2]}, "ascending, got list .1, 0."),
        ([0, float("inf")], {"a": [1, 2]}, "finite"),
        (
            [0, 1],
            {"a": [1, 2], "b": [1]},
            r"each of the 2 xs, got shape \(1,\) for 'b'",
        ),
        (
            [0, 1],
            {"a": [1, float("nan")]},
            "must be finite and within .*, got nan for 'a'",
        ),
    ],
)
def test_curves_refuse(xs, lines, rule):
    with pytest.raises(ValueError, match=rule):
        curves(xs, lines, x="step", y="way")


def test_spans_are_named_and_the_last_is_shaded():
    spans = {"seen": (0, 2), "never seen": (2, 4)}
    lines = {"a": [1, 2, 3, 1e-12, -5]}
    chart = curves(range(5), lines, x="position", y="wave", spans=spans)
    assert chart.text.splitlines() == [
        "a: 1 at 0, 3 at 2, -5 at 4", "seen: 0 to 2", "never seen: 2 to 4"
    ]  # fmt: skip
    (axis,) = chart.figure.axes
    (shaded,) = axis.patches
    assert (shaded.get_x(), shaded.get_width()) == (2, 2)
    chart.figure.draw_without_rendering()
    names = {text.get_text(): text for text in axis.texts}
    top = axis.get_window_extent().y1
    for name, (first, last) in spans.items():
        box = names[name].get_window_extent()
        middle = axis.transData.transform(((first + last) / 2, 0))[0]
        assert (box.x0 + box.x1) / 2 == pytest.approx(middle, abs=1)
        assert box.y0 >= top


def test_what_is_nothing_beside_the_others_is_zero():
    chart = curves([0, 1], {"a": [-2.75e-8, 1]}, x="x", y="y")
    assert chart.text == "a: 0 at 0, 1 at 1"


def seeds(lines=RIGHT, **how):
    return curves([50, 400, 3200], lines, x="labels", y="accuracy", **how)


def test_of_several_numbers_the_mean_is_drawn_with_whiskers_over_their_range():
    chart = seeds(log=True, unit="%")
    assert chart.text.splitlines() == [
        "random, trained: 61.0% (59.0% to 64.0%) at 50, 70.0% (69.0% to 71.0%) at 400, "
        "85.0% (84.0% to 86.0%) at 3,200",
        "CBOW, frozen: 72.0% (70.0% to 74.0%) at 50, 75.0% (74.0% to 76.0%) at 400, "
        "80.0% (80.0% to 80.0%) at 3,200",
    ]
    (axis,) = chart.figure.axes
    for label, collection in zip(RIGHT, axis.collections):
        wanted = [[min(ys), max(ys)] for ys in np.asarray(RIGHT[label]).tolist()]
        reach = [segment[:, 1].tolist() for segment in collection.get_segments()]
        assert np.allclose(reach, wanted)
    found = pixels(chart)
    assert all(has(name, found) for name in ("paper", "ink", "pos", "neg"))


def test_whiskers_at_one_place_stand_a_little_apart():
    for log in (True, False):
        (axis,) = seeds(
            dict.fromkeys("abcd", RIGHT["CBOW, frozen"]), log=log
        ).figure.axes
        axis.figure.draw_without_rendering()
        segments = [part.get_segments()[0] for part in axis.collections]
        places = [axis.transData.transform(segment)[0][0] for segment in segments]
        gaps = np.diff(places) * 100 / axis.figure.dpi  # pixels as shown
        assert all((gaps > 3) & (gaps < 8))


def test_on_a_log_axis_each_x_is_written_and_equal_factors_are_equally_far():
    (axis,) = seeds(log=True, unit="%").figure.axes
    assert axis.get_xscale() == "log"
    assert axis.get_xlabel() == "labels (log)"
    assert [name.get_text() for name in axis.get_xticklabels()] == [
        "50",
        "400",
        "3,200",
    ]
    axis.figure.draw_without_rendering()
    assert all(name.get_text().endswith("%") for name in axis.get_yticklabels())


def test_a_line_with_seeds_may_stand_beside_one_without():
    text = seeds(
        {"learned": RIGHT["CBOW, frozen"], "guessed": [0.25] * 3}, unit="%"
    ).text
    assert text.endswith("\nguessed: 25.0% at 50, 25.0% at 3,200")


def test_a_line_that_lies_on_another_for_long_is_striped_there():
    xs = np.arange(100)
    first = xs % 7
    second = np.where(xs < 50, first, first + 1)
    third = np.where(xs < 10, first, first + 9)
    lines = {"first": first, "second": second, "third": third}
    (axis,) = curves(xs, lines, x="x", y="y").figure.axes
    plain, apart, upon, other = axis.lines
    assert (plain.get_ydata() == first).all()
    assert (other.get_ydata() == third).all(), "a tenth of the axis is not long"
    assert np.isnan(apart.get_ydata()[:49]).all()
    assert (apart.get_ydata()[50:] == second[50:]).all()
    assert (upon.get_ydata()[:50] == second[:50]).all()
    assert np.isnan(upon.get_ydata()[50:]).all()
    assert upon.is_dashed()
    assert {line.get_linewidth() for line in axis.lines} == {plain.get_linewidth()}


def test_three_lines_upon_each_other_are_all_seen():
    found = pixels(curves(range(100), dict.fromkeys("abc", range(100)), x="x", y="y"))
    assert all(has(name, found) for name in ("pos", "neg", "touch"))


@pytest.mark.parametrize(
    ("xs", "line", "how", "rule"),
    [
        ([0, 1], [1, 2], {"log": True}, "above 1e-30 on a log axis, got 0 for 'xs'"),
        ([1, 2], [1, 2], {"unit": "B"}, 'unit must be "" or "%", got \'B\''),
        ([1, 2], [[1, 2]], {}, r"each of the 2 xs, got shape \(1, 2\) for 'a'"),
        ([1, 2], [[], []], {}, r"got shape \(2, 0\) for 'a'"),
        ([1, 2], [[[1]], [[2]]], {}, r"got shape \(2, 1, 1\) for 'a'"),
        ([1, 2], 1, {}, r"got shape \(\) for 'a'"),
    ],
)
def test_curves_refuse_what_has_no_place(xs, line, how, rule):
    with pytest.raises(ValueError, match=rule):
        curves(xs, {"a": line}, x="x", y="y", **how)
