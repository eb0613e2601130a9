"""What charts refuse at the door, and how they say it: the rule, the value, and whose it is."""

import warnings

import pytest
import torch

from lookup.charts.against_bytes import against_bytes
from lookup.charts.areas import areas
from lookup.charts.bars import bars, histograms
from lookup.charts.curves import curves
from lookup.charts.lines import byte_lines, time_lines
from lookup.charts.rooflines import rooflines
from lookup.charts.spikes import spikes
from lookup.charts.trails import trails
from lookup.measuring.timing import Measurement

TIME = Measurement((1e-6,), r"a CPU $\bad{$", "2.13.0", "2026-01-31")
GRAD = torch.ones(2, requires_grad=True)
MANY = [1.0, 2.0]

DRAW = {
    "against_bytes": lambda thing: against_bytes(thing, x="x", y="y"),
    "areas": lambda thing: areas(thing, x="x"),
    "bars": lambda thing: bars(thing, x="x"),
    "histograms": lambda thing: histograms(thing, x="x"),
    "time_lines": lambda thing: time_lines([1, 2], thing, x="x"),
    "byte_lines": lambda thing: byte_lines([1, 2], thing, x="x"),
    "curves": lambda thing: curves([1, 2], thing, x="x", y="y"),
    "rooflines": lambda thing: rooflines(thing, (1, TIME)),
    "spikes": lambda thing: spikes(thing, x="x", y="y"),
    "trails": lambda thing: trails(thing, x="x", y="y"),
}
RIGHT = {name: [1, 2] for name in DRAW} | {
    "time_lines": [TIME, TIME],
    "rooflines": (1, TIME),
}
RIGHT |= {"trails": [[1, 2], [3, 4]], "areas": 1, "against_bytes": (1, 2)}
OF_NUMBERS = ["areas", "bars", "histograms", "byte_lines", "curves", "spikes", "trails"]


def numbers_with(name, number):
    """What a chart of numbers takes, with this number among them."""
    if name == "areas":
        return number
    return [[1, number], [1, 1]] if name == "trails" else [1, number]


@pytest.mark.parametrize("name", DRAW)
def test_any_chart_takes_a_dict(name):
    with pytest.raises(
        TypeError, match=r"takes a dict, \{label: \.\.\.\}, got list \["
    ):
        DRAW[name]([RIGHT[name]])


@pytest.mark.parametrize("name", DRAW)
@pytest.mark.parametrize(
    ("label", "error", "rule"),
    [
        ("a" * 500, ValueError, "1 to 40 printable letters, got 500: str 'aaa"),
        ("a\nb", ValueError, "printable letters"),
        ("", ValueError, "1 to 40 printable letters, got 0"),
        (5, TypeError, "a label must be a text, got int 5"),
    ],
)
def test_a_label_can_stand_in_a_chart(name, label, error, rule):
    with pytest.raises(error, match=rule):
        DRAW[name]({label: RIGHT[name]})


@pytest.mark.parametrize("name", DRAW)
@pytest.mark.parametrize("label", [r"$\bad{$", "n" * 40])
def test_odd_labels_are_drawn_without_a_warning(name, label):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        chart = DRAW[name]({label: RIGHT[name]})
        chart.to_html()
    assert label in chart.text
    assert all(axis.get_window_extent().width > 100 for axis in chart.figure.axes)


@pytest.mark.parametrize("name", OF_NUMBERS)
@pytest.mark.parametrize(
    "wrong", [GRAD, "12", [[None], 1], 1j, {"a": {1}}, [[1], [1, 2]]]
)
def test_what_is_no_number_is_refused(name, wrong):
    with pytest.raises(
        TypeError, match=r"takes numbers: .*`\.detach\(\)`.*, got .* for 'a'"
    ):
        DRAW[name]({"a": wrong})


@pytest.mark.parametrize("name", OF_NUMBERS)
@pytest.mark.parametrize("wrong", [1e308, -1e308, float("nan"), float("inf"), 10**40])
def test_what_no_axis_holds_is_refused(name, wrong):
    with pytest.raises(ValueError, match=r"finite and within ±1e\+30, got .* for 'a'"):
        DRAW[name]({"a": numbers_with(name, wrong)})


@pytest.mark.parametrize("name", OF_NUMBERS)
def test_the_largest_numbers_are_drawn_without_a_warning(name):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        DRAW[name]({"a": numbers_with(name, 1e30)}).to_html()


def test_a_number_too_long_to_be_shown_is_cut():
    with pytest.raises(TypeError) as refused:
        bars({"a": 10**400}, x="x")
    assert len(str(refused.value)) < 300


@pytest.mark.parametrize("times", [[1.0, 2.0], 1.0, [TIME, 1.0], [None, 1.0], None])
def test_times_are_measured(times):
    with pytest.raises(TypeError, match=r"must be a `Measurement`, .* got .* for 'a'"):
        time_lines([1, 2], {"a": times}, x="x")


@pytest.mark.parametrize("seconds", [1e-200, 1e200])
def test_a_time_has_a_place_on_a_log_axis(seconds):
    time = Measurement((seconds,), "a CPU", "2.13.0", "2026-01-31")
    for draw in (
        lambda: time_lines([1, 2], {"a": [TIME, time]}, x="x"),
        lambda: rooflines({"a": (1, time)}, (1, TIME)),
        lambda: rooflines({"a": (1, TIME)}, (1, time)),
    ):
        with pytest.raises(ValueError, match=r"a number must be .* got 1e[-+]200 for"):
            draw()


def test_times_that_are_all_alike_are_drawn_without_a_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        chart = time_lines(torch.tensor([1, 2]), {"a": iter([TIME, TIME])}, x="x")
        chart.to_html()
    low, high = chart.figure.axes[0].get_ylim()
    assert low < 0.9e-6 < 1.1e-6 < high


@pytest.mark.parametrize("ys", [[2, 8], [3, 3.2], [3, 3.001], [1, 1.001], [9.9, 10.1]])
@pytest.mark.parametrize("draw", [time_lines, byte_lines])
def test_numbers_within_one_power_of_ten_have_a_tick_to_be_read_by(draw, ys):
    line = ys
    if draw is time_lines:
        line = [Measurement((1e-6 * y,), "a CPU", "2.13.0", "2026-01-31") for y in ys]
    figure = draw([1, 2], {"a": line}, x="x").figure
    figure.draw_without_rendering()
    (axis,) = figure.axes
    low, high = axis.get_ylim()
    assert any(low <= tick <= high for tick in axis.get_yticks())
    assert high > 1.01 * low


@pytest.mark.parametrize("point", [1.0, (1,), (1, 2.0), (GRAD, TIME), (0, TIME)])
def test_a_point_has_bytes_and_a_time(point):
    with pytest.raises((TypeError, ValueError), match="for 'a'"):
        rooflines({"a": point}, (1, TIME))


@pytest.mark.parametrize(
    "sizes", [5, None, [1, 1e308], [5e-324, 1], GRAD, "12", [[1, 2]]]
)
@pytest.mark.parametrize("draw", [
    lambda sizes: time_lines(sizes, {"a": [TIME, TIME]}, x="x"),
    lambda sizes: byte_lines(sizes, {"a": [1, 2]}, x="x"),
])  # fmt: skip
def test_sizes_are_numbers_above_0(sizes, draw):
    with pytest.raises((TypeError, ValueError), match="sizes"):
        draw(sizes)


@pytest.mark.parametrize("x", ["", "x" * 81, "a\tb", None, 3])
def test_an_axis_has_a_short_name(x):
    for draw in (
        lambda: against_bytes({"a": (1, 2)}, x=x, y="y"),
        lambda: against_bytes({"a": (1, 2)}, x="x", y=x),
        lambda: areas({"a": 1}, x=x),
        lambda: bars({"a": 1}, x=x),
        lambda: histograms({"a": [1, 2]}, x=x),
        lambda: time_lines([1, 2], {"a": [TIME, TIME]}, x=x),
        lambda: byte_lines([1, 2], {"a": [1, 2]}, x=x),
        lambda: curves([1, 2], {"a": [1, 2]}, x="x", y=x),
        lambda: rooflines({"a": (1, TIME)}, (1, TIME), x=x),
        lambda: spikes({"a": [1, 2]}, x=x, y="y"),
        lambda: spikes({"a": [1, 2]}, x="x", y=x),
        lambda: trails({"a": [[1, 2], [3, 4]]}, x=x, y="y"),
        lambda: trails({"a": [[1, 2], [3, 4]]}, x="x", y=x),
    ):
        with pytest.raises((TypeError, ValueError), match="what an axis shows must"):
            draw()


@pytest.mark.parametrize(
    ("spans", "error", "rule"),
    [
        ({"s": (0, 5)}, ValueError, r"within 0 to 2, got \[0, 5\] for 's'"),
        ({"s": (1, 1)}, ValueError, r"got \[1, 1\] for 's'"),
        ({"s": 1}, ValueError, "got 1 for 's'"),
        ({"s": "ab"}, TypeError, "takes numbers"),
        ([(0, 1)], TypeError, "takes a dict"),
        ({}, ValueError, "one to 4 things, got 0"),
    ],
)
def test_spans_lie_within_the_axis(spans, error, rule):
    with pytest.raises(error, match=rule):
        curves([0, 1, 2], {"a": [1, 2, 3]}, x="x", y="y", spans=spans)


@pytest.mark.parametrize(
    ("groups", "rule"),
    [
        ({"a": {"b": 1}, "c": 3}, "takes a dict"),
        ({"a": {}}, "one to 8 things, got 0"),
        ({"a": dict.fromkeys("bcdef", 1)}, "one to 4 things, got 5"),
        ({k: dict.fromkeys("bcde", 1) for k in "xyz"}, "one to 8 things, got 12"),
        ({k: {"b": 1} for k in "abcde"}, "one to 4 things, got 5"),
        ({"a": {"b": -1}}, "none of them negative, got -1 for 'b'"),
    ],
)
def test_groups_of_bars_are_few(groups, rule):
    with pytest.raises((TypeError, ValueError), match=rule):
        bars(groups, x="x")


@pytest.mark.parametrize("percents", [87, [0.1, 87], -0.1])
def test_percents_are_refused_where_shares_are_taken(percents):
    how = {"x": "x", "unit": "%"}
    for draw in (
        lambda: bars({"a": percents}, **how),
        lambda: curves([1, 2], {"a": percents}, y="y", **how),
        lambda: against_bytes({"a": (8, percents)}, y="y", **how),
    ):
        with pytest.raises(
            ValueError, match=r"a share must be from 0 to 1, got (87|-0.1) for 'a'"
        ):
            draw()


def test_a_sum_of_shares_may_be_rounded():
    assert bars({"a": 1.0000001}, x="x", unit="%").text == "x: a 100.0%"
