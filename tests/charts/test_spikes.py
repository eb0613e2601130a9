"""Spikes: numbers at many places; what the chart says, draws and refuses."""

import numpy as np
import pytest
import torch
from matplotlib.colors import to_rgba
from matplotlib.patches import FancyArrowPatch

from lookup import spikes
from lookup.charts.chart import PALETTE
from test_charts import has, pixels

SCORES = torch.randn(300, generator=torch.Generator().manual_seed(0)) * 8
SCORES[17] = 71.04
FLAT = SCORES / 1000
MARKS = {17: "the word itself", 203: "the right next word"}


def both(**how):
    return spikes(
        {"Embedding": SCORES, "Linear": FLAT}, x="next word", y="score", **how
    )


def test_the_text_says_from_where_to_where_and_which_is_the_largest():
    embedding, linear = both().text.splitlines()
    assert embedding == "Embedding: 300 values from -20.9 to 71, largest 71 at 17"
    assert linear == "Linear: 300 values from -0.0209 to 0.071, largest 0.071 at 17"


def test_marked_places_are_said_with_their_numbers():
    said = f"the word itself 71 at 17, the right next word {SCORES[203]:.3g} at 203"
    assert both(mark=MARKS).text.splitlines()[0].endswith(f"largest 71 at 17, {said}")


def test_a_place_of_numpy_is_marked_as_any_other():
    assert both(mark={np.int64(17): "here"}).text == both(mark={17: "here"}).text


def test_each_place_has_its_line_from_zero():
    for axis, values in zip(both().figure.axes, (SCORES, FLAT)):
        lines = max((found.get_segments() for found in axis.collections), key=len)
        assert [line[0].tolist() for line in lines] == [
            [place, 0] for place in range(300)
        ]
        assert [line[1][1] for line in lines] == pytest.approx(values.tolist())


def test_both_panels_have_the_same_axes_so_that_the_flat_one_looks_flat():
    upper, lower = both().figure.axes
    assert upper.get_ylim() == lower.get_ylim()
    assert upper.get_xlim() == lower.get_xlim()
    assert upper.get_ylim()[0] < SCORES.min()
    assert upper.get_ylim()[1] > SCORES.max()
    assert (upper.get_xlabel(), lower.get_xlabel()) == ("", "next word")


def test_the_colours_are_those_of_the_course():
    chart = both(mark=MARKS)
    assert all(
        has(name, pixels(chart)) for name in ("paper", "ink", "pos", "neg", "quiet")
    )


@pytest.mark.parametrize("places", [[17, 203], [0, 299], [17, 18, 19, 20]])
def test_labels_lie_within_their_panel_and_apart_from_each_other(places):
    chart = both(mark={place: f"the word at place {place}" for place in places})
    chart.figure.draw_without_rendering()
    for axis in chart.figure.axes:
        boxes = [text.get_window_extent() for text in axis.texts]
        edge = axis.get_window_extent()
        assert len(boxes) == len(places)
        assert all(edge.x0 <= box.x0 and box.x1 <= edge.x1 for box in boxes)
        assert not any(
            a.overlaps(b) for k, a in enumerate(boxes) for b in boxes[k + 1 :]
        )


def test_an_arrow_in_grey_leads_from_the_label_of_a_short_line_to_its_dot():
    upper, lower = both(mark=MARKS).figure.axes
    arrows = [
        [patch for patch in axis.patches if isinstance(patch, FancyArrowPatch)]
        for axis in (upper, lower)
    ]
    assert [len(patches) for patches in arrows] == [1, 2]
    grey = to_rgba(PALETTE["quiet"])
    assert {patch.get_edgecolor() for patches in arrows for patch in patches} == {grey}


@pytest.mark.parametrize("values", [[0, 0, 0], [-1, -2], [1e-9, 2e-9], range(10_000)])
def test_any_numbers_have_their_place(values):
    chart = spikes({"a": values}, x="place", y="value", mark={1: "this"})
    chart.figure.draw_without_rendering()
    (axis,) = chart.figure.axes
    low, high = axis.get_ylim()
    assert low < min(0, *values) <= max(0, *values) < high
    box = axis.texts[0].get_window_extent()
    assert (
        axis.get_window_extent().y0
        <= box.y0
        < box.y1
        <= axis.get_window_extent().y1 + 1
    )


@pytest.mark.parametrize(
    ("values", "rule"),
    [
        ({"a": [1]}, r"1-D sequence of 2 to 10,000 numbers, got shape \(1,\) for 'a'"),
        ({"a": 1}, r"got shape \(\) for 'a'"),
        ({"a": [[1, 2]]}, r"got shape \(1, 2\) for 'a'"),
        ({"a": range(10_001)}, r"got shape \(10001,\) for 'a'"),
        ({"a": [1, 2], "b": [1, 2, 3]}, "the same places, got 2 for 'a', 3 for 'b'"),
        ({key: [1, 2] for key in "abc"}, "one to 2 things, got 3"),
    ],
)
def test_panels_are_one_or_two_of_one_length(values, rule):
    with pytest.raises(ValueError, match=rule):
        spikes(values, x="x", y="y")


@pytest.mark.parametrize(
    ("mark", "error", "rule"),
    [
        ([1], TypeError, r"a dict, \{place: label\}, got list"),
        ({}, ValueError, "one to 4 places, got 0"),
        (dict.fromkeys(range(5), "a"), ValueError, "one to 4 places, got 5"),
        ({300: "a"}, ValueError, "from 0 to 299, got 300"),
        ({-1: "a"}, ValueError, "from 0 to 299, got -1"),
        ({"17": "a"}, TypeError, "a whole number, got '17'"),
        ({True: "a"}, TypeError, "a whole number, got True"),
        ({17: ""}, ValueError, "1 to 40 printable letters"),
        ({17: 3}, TypeError, "a label must be a text"),
    ],
)
def test_marks_name_places_that_there_are(mark, error, rule):
    with pytest.raises(error, match=rule):
        both(mark=mark)
