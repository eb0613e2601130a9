"""What a reader tells apart: a hue for each idea, a dash for each variant, spans, long numbers."""

from itertools import pairwise

import pytest

from lookup.charts.bars import bars
from lookup.charts.chart import PALETTE, apart, looks
from lookup.charts.curves import curves
from lookup.charts.lines import byte_lines, time_lines
from lookup.measuring.timing import Measurement

RACE = ["product, B = 1", "lookup, B = 1", "product, B = 256", "lookup, B = 256"]


def measured(*seconds):
    return Measurement(seconds, "a CPU", "2.13.0", "2026-01-31")


def test_an_idea_has_one_hue_and_mark_and_its_variants_other_dashes():
    pos, neg = (PALETTE["pos"], "o"), (PALETTE["neg"], "s")
    assert [*looks(RACE).values()] == [
        (*pos, "-"),
        (*neg, "-"),
        (*pos, "--"),
        (*neg, "--"),
    ]
    family = ["SGD", "SGD, momentum", "SGD, weight decay", "Adam"]
    dashes = [(*pos, "-"), (*pos, "--"), (*pos, ":"), (*neg, "-")]
    assert [*looks(family).items()] == [*zip(family, dashes)]


@pytest.mark.parametrize("draw", [
    lambda: time_lines([1, 2], {label: [measured(1e-6)] * 2 for label in RACE}, x="V"),
    lambda: byte_lines([1, 2], {label: [1, 2] for label in RACE}, x="V"),
    lambda: curves([1, 2], {label: [k, k] for k, label in enumerate(RACE)}, x="V", y="way"),
])  # fmt: skip
def test_lines_and_their_names_are_drawn_so(draw):
    figure = draw().figure
    (axis,) = figure.axes
    pieces = [(line.get_color(), line.get_linestyle()) for line in figure.artists]
    assert sorted(pieces) == sorted(look[::2] for look in looks(RACE).values())
    drawn = [(line.get_color(), line.get_linestyle()) for line in axis.lines]
    drawn = [look for look in drawn if look[1] != "None"]  # caps of whiskers
    assert drawn == [(colour, dash) for colour, _, dash in looks(RACE).values()]
    names = {text.get_text(): text.get_color() for text in axis.texts}
    assert names == {label: colour for label, (colour, _, _) in looks(RACE).items()}


def test_bars_without_headings_have_one_hue():
    (axis,) = bars(
        {"backward": 1, "step, dense": 2, "step, sparse": 3}, x="time"
    ).figure.axes
    faces = {bar.get_facecolor() for bar in axis.patches}
    assert len(faces) == 1


def test_bars_in_groups_stand_below_their_headings_and_a_variant_is_hollow():
    part = {"random, frozen": 1, "random, trained": 2, "CBOW, frozen": 3}
    chart = bars(
        {"50 labels": part, "3,200 labels": {"CBOW, frozen": [4, 6]}}, x="hits"
    )
    assert chart.text.splitlines() == [
        "hits, 50 labels: random, frozen 1.0, random, trained 2.0, CBOW, frozen 3.0; "
        "CBOW, frozen is the largest",
        "hits, 3,200 labels: CBOW, frozen 5.0 (4.0 to 6.0)",
    ]
    (axis,) = chart.figure.axes
    names = [name.get_text() for name in axis.get_yticklabels()]
    assert names == ["50 labels", *part, "3,200 labels", "CBOW, frozen"]
    bold = [
        name.get_text()
        for name in axis.get_yticklabels()
        if name.get_weight() == "bold"
    ]
    assert bold == ["50 labels", "3,200 labels"]
    hollow = [bar.get_facecolor()[3] == 0 for bar in axis.patches]
    assert hollow == [False, True, False, False]
    edges = [bar.get_edgecolor() for bar in axis.patches]
    assert edges[0] == edges[1] != edges[2] == edges[3]
    places = [*axis.get_yticks()]
    assert places == sorted(places)
    heights = [bar.get_y() + bar.get_height() / 2 for bar in axis.patches]
    assert heights == pytest.approx([places[1], places[2], places[3], places[5]])


@pytest.mark.parametrize("label", ["a", "Linear, one-hot, D = 64", "n" * 30])
@pytest.mark.parametrize("count", [2, 5, 7])
def test_long_sizes_stay_within_the_axis_and_apart(label, count):
    sizes = [50 * 8**k for k in range(count)]  # to 13,107,200
    figure = byte_lines(sizes, {label: sizes}, x="V").figure
    figure.draw_without_rendering()
    (axis,) = figure.axes
    written = [name for name in axis.get_xticklabels() if name.get_text()]
    assert written[-1].get_text() == f"{sizes[-1]:,}"
    assert written[-1].get_window_extent().x1 <= axis.get_window_extent().x1
    for lower in (False, True):
        line = [name for name in written if name.get_text().startswith("\n") == lower]
        boxes = [name.get_window_extent() for name in line]
        assert all(left.x1 < right.x0 for left, right in pairwise(boxes))


def test_only_a_clear_winner_is_named():
    assert apart({"a": (1, 2), "b": (3, 4)}, largest=True) == "b"
    assert apart({"a": (1, 2), "b": (3, 4)}, largest=False) == "a"
    assert apart({"a": (1, 3), "b": (3, 4)}, largest=True) is None
    assert apart({"a": (1, 2)}, largest=True) is None
    times = {"slow": [measured(1.0)] * 2, "fast": [measured(2.0), measured(0.1, 0.5)]}
    assert time_lines([1, 2], times, x="V").text.endswith(
        "\nAt 2, fast is the fastest."
    )
    times["slow"][1] = measured(0.4)
    assert "fastest" not in time_lines([1, 2], times, x="V").text
    assert byte_lines(
        [1, 2], {"a": [1, 2], "b": [1, 3], "c": [0.1]}, x="V"
    ).text.endswith("\nAt 2, a is the smallest.")
