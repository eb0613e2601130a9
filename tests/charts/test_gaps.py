"""What was not measured: a gap or an end in a line, words for a bar; runs of other devices."""

import math

import pytest
from matplotlib.collections import LineCollection

from lookup.charts.bars import bars
from lookup.charts.chart import PALETTE
from lookup.charts.lines import byte_lines, time_lines
from lookup.measuring.timing import Measurement

SIZES = [4, 64, 4096]
DEVICE = "some GPU"


def at(seconds, device="a CPU, 1 thread"):
    return Measurement(
        (0.5 * seconds, seconds, 2 * seconds), device, "2.13.0", "2026-01-31"
    )


def drawn(line):
    """What is drawn of a line: its y, with None where it has a gap."""
    return [None if math.isnan(y) else y for y in line.get_ydata()]


def curves_of(axis):
    """The lines through sizes, without caps of whiskers."""
    return [line for line in axis.lines if line.get_linestyle() != "None"]


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ([at(1e-6), None, at(3e-6)], "1.0 µs (0.5 to 2.0) at 4, 3.0 µs (1.5 to 6.0) at 4,096; "
         "not measured at 64"),
        ([None, at(1e-6), None], "1.0 µs (0.5 to 2.0) at 64; not measured at 4, 4,096"),
        ([at(1e-6)], "1.0 µs (0.5 to 2.0) at 4; not measured at 64, 4,096"),
        ((None, None, None), "not measured at 4, 64, 4,096"),
    ],
)  # fmt: skip
def test_a_time_that_was_not_measured_leaves_a_gap_and_is_said(line, text):
    chart = time_lines(SIZES, {"dense": line, "sparse": [at(1e-6)] * 3}, x="V")
    assert chart.text.splitlines()[0] == f"dense: {text}"
    (axis,) = chart.figure.axes
    wanted = [time and time.median for time in [*line, None, None][:3]]
    assert drawn(curves_of(axis)[0]) == wanted
    whiskers = next(
        part for part in axis.collections if isinstance(part, LineCollection)
    )
    assert sum(map(len, whiskers.get_segments())) == 2 * (3 - wanted.count(None)), (
        "ends of each"
    )


def test_a_line_has_its_name_at_the_last_size_that_was_measured():
    line = [at(1e-6), at(2e-6), None]
    (axis,) = time_lines(
        SIZES, {"dense": line, "sparse": [at(1e-6)] * 3}, x="V"
    ).figure.axes
    ends = {text.get_text(): getattr(text, "xy", None) for text in axis.texts}
    assert ends == {"dense": (64, 2e-6), "sparse": None}
    (axis,) = time_lines(
        SIZES, {"dense": [None], "sparse": [at(1e-6)] * 3}, x="V"
    ).figure.axes
    assert [text.get_text() for text in axis.texts] == ["sparse"]


def test_of_lines_with_gaps_only_those_that_reach_the_last_size_are_compared():
    lines = {"a": [1, 2, None], "b": [1, None, 9], "c": [1, 2, 20]}
    assert byte_lines(SIZES, lines, x="V").text.endswith(
        "\nAt 4,096, b is the smallest."
    )
    assert "smallest" not in byte_lines(SIZES, {"a": [1], "b": [2, 3]}, x="V").text


def test_bytes_may_have_gaps():
    chart = byte_lines(SIZES, {"dense": [1e3, None, 3e3], "none": [None]}, x="V")
    assert chart.text.splitlines()[:2] == [
        "dense: 1.0 kB at 4, 3.0 kB at 4,096; not measured at 64",
        "none: not measured at 4, 64, 4,096",
    ]
    assert [drawn(line) for line in chart.figure.axes[0].lines] == [
        [1e3, None, 3e3],
        [None] * 3,
    ]


@pytest.mark.parametrize("draw", [
    lambda: time_lines(SIZES, {"a": [None] * 3, "b": [None]}, x="V"),
    lambda: byte_lines(SIZES, {"a": [None] * 3}, x="V"),
    lambda: bars({"a": None, "b": None}, x="memory"),
    lambda: bars({"one": {"a": None}, "two": {"a": None}}, x="memory"),
])  # fmt: skip
def test_something_was_measured(draw):
    with pytest.raises(ValueError, match="was measured, got None alone"):
        draw()


def test_a_bar_that_had_no_room_has_words_in_its_place():
    chart = bars({"dense": None, "CSR": [2000, 4000], "ids": 800}, x="memory", unit="B")
    assert chart.text == (
        "memory: dense no room, CSR 3.0 kB (2.0 kB to 4.0 kB), ids 800.0 B; CSR is the largest"
    )
    (axis,) = chart.figure.axes
    assert [text.get_text() for text in axis.texts] == ["no room", "3.0 kB", "800.0 B"]
    bare = axis.patches[0]
    assert (bare.get_width(), bare.get_linewidth()) == (0, 0)
    headed = bars({"1 row": {"a": None}, "2 rows": {"a": 2}}, x="memory")
    assert headed.text == "memory, 1 row: a no room\nmemory, 2 rows: a 2.0"


def test_runs_recorded_elsewhere_stand_beside_ones_own():
    lines = {"dense": [at(1e-3)], "dense, fused": [at(2e-3)] * 3}
    others = {label: [None, at(1e-6, DEVICE), at(2e-6, DEVICE)] for label in lines}
    chart = time_lines(SIZES, lines, x="V", beside={DEVICE: others})
    own, more = chart.caption.split(". Thin lines")
    assert own.endswith("a CPU, 1 thread, torch 2.13.0, 2026-01-31")
    assert more == " with ×: some GPU, torch 2.13.0, 2026-01-31."
    assert chart.text.splitlines()[-2] == (
        "dense, some GPU: 1.0 µs (0.5 to 2.0) at 64, 2.0 µs (1.0 to 4.0) at 4,096; "
        "not measured at 4"
    )
    (axis,) = chart.figure.axes
    *mine, plain, fused, _ = curves_of(axis)
    assert drawn(plain) == drawn(fused) == [None, 1e-6, 2e-6]
    assert plain.get_color() == fused.get_color() == PALETTE["pos"]
    assert [line.get_linestyle() for line in (plain, fused)] == ["-", "--"]
    assert plain.get_linewidth() < min(line.get_linewidth() for line in mine)
    assert [text.get_text() for text in axis.get_legend().get_texts()] == [DEVICE]


@pytest.mark.parametrize(
    ("beside", "error", "rule"),
    [
        ({DEVICE: {"CSR": [at(1)]}}, ValueError, "among dense, got 'CSR'"),
        ({DEVICE: {"dense": [None]}}, ValueError, "got None alone"),
        ({DEVICE: [at(1)]}, TypeError, "takes a dict"),
        ([at(1)], TypeError, "takes a dict"),
        (
            {name: {"dense": [at(1)]} for name in "abcd"},
            ValueError,
            "one to 3 things, got 4",
        ),
        ({DEVICE: {"dense": [1.0]}}, TypeError, "must be a `Measurement`"),
    ],
)
def test_what_stands_beside_is_of_the_same_kind(beside, error, rule):
    with pytest.raises(error, match=rule):
        time_lines(SIZES, {"dense": [at(1)] * 3}, x="V", beside=beside)
