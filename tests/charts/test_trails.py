"""Trails: paths through the plane; what the chart says, draws and refuses."""

import math

import numpy as np
import pytest
import torch

from lookup import trails
from lookup.charts.chart import PALETTE
from test_charts import has, pixels

TURN = torch.linspace(0, 3, 101)
ADAM = torch.stack([TURN.cos(), TURN.sin()], dim=1)
SPARSE = torch.stack([TURN.cos(), 0.5 * TURN.sin()], dim=1)
PATHS = {"Adam": ADAM, "SparseAdam": SPARSE}


def drawn(paths=PATHS, **how):
    return trails(paths, x="column 0", y="column 1", **how)


def lines_of(axis, colour):
    """The line of a path, and its dots."""
    own = [line for line in axis.lines if line.get_color() == PALETTE[colour]]
    return own[0], own[1]


def test_the_text_says_start_end_and_how_far_apart_the_ends_are():
    far = math.dist(ADAM[-1], SPARSE[-1])
    assert drawn().text.splitlines() == [
        "Adam: from (1, 0) to (-0.99, 0.141) in 100 steps",
        "SparseAdam: from (1, 0) to (-0.99, 0.0706) in 100 steps",
        f"the ends are {far:.3g} apart",
    ]


def test_with_a_goal_it_says_how_far_each_path_ends_from_it():
    lines = drawn(goal=torch.tensor([-1.0, 0.0])).text.splitlines()
    away = math.dist(ADAM[-1], (-1, 0))
    assert lines[0].endswith(f"in 100 steps, {away:.3g} from the goal")
    assert lines[-1] == "the goal is (-1, 0)"


def test_of_three_paths_each_two_ends_are_compared():
    text = drawn(PATHS | {"SGD": [[1, 0], [0, 0]]}).text
    assert "SGD: from (1, 0) to (0, 0) in 1 step\n" in text
    last = text.splitlines()[-1]
    assert last.startswith(
        "apart at the end: Adam and SparseAdam 0.0706, Adam and SGD 1, "
    )
    assert "apart" not in drawn({"Adam": ADAM}).text


def test_each_path_is_drawn_in_its_colour_with_its_dots():
    chart = drawn(goal=(-1, 0.5))
    (axis,) = chart.figure.axes
    for path, colour in [(ADAM, "pos"), (SPARSE, "neg")]:
        line, dots = lines_of(axis, colour)
        assert np.allclose(line.get_xydata(), path)
        assert np.allclose(dots.get_xydata(), path[:-1:5])
    assert chart.caption == "A dot every 5 steps."
    found = pixels(chart, most=18_000)
    assert all(has(name, found) for name in ("paper", "ink", "pos", "neg"))
    upper, lower = lines_of(axis, "neg")[0], lines_of(axis, "pos")[0]
    assert lower.get_linewidth() > upper.get_linewidth() + 1, (
        "where they lie on each other"
    )


def test_a_path_may_be_called_as_the_goal_or_a_start_is():
    stars = [
        line.get_marker()
        for line in drawn({"goal": ADAM, "start": SPARSE}).figure.axes[0].lines
    ]
    assert stars.count("*") == 0
    assert stars.count("o") == 4, "the dots and ends of two paths"


@pytest.mark.parametrize(
    ("steps", "caption"),
    [
        (1, "A dot at each step."),
        (20, "A dot at each step."),
        (21, "A dot every 2 steps."),
        (1000, "A dot every 50 steps."),
        (99_999, "A dot every 5,000 steps."),
    ],
)
def test_dots_are_few_and_their_distance_is_said(steps, caption):
    chart = drawn({"a": torch.zeros(steps + 1, 2) + torch.arange(steps + 1)[:, None]})
    assert chart.caption == caption
    dots = lines_of(chart.figure.axes[0], "pos")[1]
    assert len(dots.get_xdata()) <= 20


@pytest.mark.parametrize("stretch", [(1, 1), (1, 50), (50, 1)])
def test_both_axes_have_one_scale(stretch):
    chart = drawn({"Adam": ADAM * torch.tensor(stretch)})
    chart.figure.draw_without_rendering()
    (axis,) = chart.figure.axes
    (left, low), (right, high) = (
        axis.transData.transform(point) for point in [(0, 0), (1, 1)]
    )
    assert right - left == pytest.approx(high - low, rel=0.01)


ENDS = {
    "apart": PATHS,
    "close": {
        "Adam": ADAM,
        "SparseAdam": ADAM + torch.linspace(0, 0.001, 101)[:, None],
    },
    "equal": {
        "Adam": ADAM,
        "SparseAdam": ADAM,
        "SGD with momentum": ADAM,
        "Adagrad": ADAM,
    },
    "starts apart": {"Adam": ADAM, "SparseAdam": -ADAM},
    "nowhere": {"Adam": torch.zeros(3, 2)},
}


@pytest.mark.parametrize("name", ENDS)
def test_labels_lie_apart_and_within(name):
    chart = drawn(ENDS[name], goal=(-1, 0.2))
    chart.figure.draw_without_rendering()
    (axis,) = chart.figure.axes
    boxes = {text.get_text(): text.get_window_extent() for text in axis.texts}
    starts = (
        ["start of Adam", "start of SparseAdam"]
        if name == "starts apart"
        else ["start"]
    )
    assert set(boxes) == {"goal", *ENDS[name], *starts}
    edge = chart.figure.bbox
    assert all(edge.x0 <= box.x0 and box.x1 <= edge.x1 for box in boxes.values())
    listed = [*boxes.values()]
    assert not any(a.overlaps(b) for k, a in enumerate(listed) for b in listed[k + 1 :])


@pytest.mark.parametrize("name", ["apart", "close", "starts apart"])
def test_no_label_lies_on_a_path(name):
    chart = drawn(ENDS[name], goal=(-1, 0.2))
    chart.figure.draw_without_rendering()
    (axis,) = chart.figure.axes
    ways = [line.get_xydata() for line in axis.lines if len(line.get_xydata()) == 101]
    assert len(ways) == 2
    for text in axis.texts:
        box = text.get_window_extent()
        for x, y in axis.transData.transform(np.concatenate(ways)):
            assert not box.contains(x, y), text.get_text()


@pytest.mark.parametrize(
    "path", [[[1, 2]], [1, 2], [[1, 2, 3]] * 2, torch.zeros(3, 2, 2)]
)
def test_a_path_has_two_numbers_for_each_moment(path):
    with pytest.raises(ValueError, match=r"shape \(T \+ 1, 2\), got shape .* for 'a'"):
        drawn({"a": path})
    with pytest.raises(ValueError, match=r"2 to 100,000 moments"):
        drawn({"a": torch.zeros(100_001, 2)})


@pytest.mark.parametrize(
    ("goal", "error"),
    [([1], ValueError), (1, ValueError), ("12", TypeError), ([1, 1e40], ValueError)],
)
def test_a_goal_is_two_numbers(goal, error):
    with pytest.raises(error, match="goal"):
        drawn(goal=goal)
