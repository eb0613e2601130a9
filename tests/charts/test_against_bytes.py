"""The chart of what ways reach against their bytes: what it says, draws and refuses."""

import pytest
import torch

from lookup import against_bytes
from test_charts import has, pixels

WAYS = {
    "Adam": (384, [0.865, 0.857]),
    "row-wise": (132, [0.864, 0.858]),
    "hashed": (33, [0.845, 0.843]),
    "product": (9, [0.809, 0.80]),
}


def drawn(points=WAYS, **how):
    return against_bytes(points, x="bytes a word", y="documents right", **how)


def test_the_text_says_the_bytes_and_the_mean_with_its_range():
    assert drawn(unit="%").text.splitlines()[0] == (
        "Adam: 384.0 B, 86.1% (85.7% to 86.5%)"
    )
    assert drawn({"one": (2000, 12.345)}).text == "one: 2.0 kB, 12.3"


@pytest.mark.parametrize("reach", [0.0007, 0.004, 0.018, 0.06, 0.4, 1.0])
def test_no_two_heights_have_the_same_percent(reach):
    chart = drawn({"least": (8, 1 - reach), "most": (384, 1.0)}, unit="%")
    (axis,) = chart.figure.axes
    axis.figure.draw_without_rendering()
    names = [name.get_text() for name in axis.get_yticklabels()]
    assert len(names) == len(set(names)) > 1
    for height, name in zip(axis.get_yticks(), names):
        assert float(name.rstrip("%")) / 100 == pytest.approx(height, abs=1e-9)


def test_a_mark_stands_at_its_bytes_and_its_mean():
    (axis,) = drawn(unit="%").figure.axes
    marks = [line.get_xydata()[0] for line in axis.lines if line.get_marker() in "osD^"]
    assert [size for size, _ in marks] == [384, 132, 33, 9]
    assert [mean for _, mean in marks] == pytest.approx([0.861, 0.861, 0.844, 0.8045])
    assert axis.get_xscale() == "log"
    found = pixels(drawn(), most=18_000)
    assert all(has(name, found) for name in ("paper", "ink", "pos", "neg", "touch"))


def test_a_variant_has_the_hue_and_the_shape_of_its_idea_and_is_hollow():
    (axis,) = drawn(
        {"row-wise": (132, 1), "quarter": (33, 1), "row-wise, packed": (20, 1)}
    ).figure.axes
    first, other, variant = (line for line in axis.lines if line.get_marker() in "osD^")
    assert first.get_color() == variant.get_color() != other.get_color()
    assert first.get_marker() == variant.get_marker() != other.get_marker()
    assert (
        first.get_markerfacecolor()
        == first.get_color()
        != variant.get_markerfacecolor()
    )


@pytest.mark.parametrize(
    "points",
    [
        WAYS,
        {f"way number {k}": (100, 0.5) for k in range(8)},
        {f"a long name of way number {k}": (2.0**k, k % 3) for k in range(8)},
    ],
)
def test_labels_lie_apart_and_within(points):
    chart = drawn(points)
    chart.figure.draw_without_rendering()
    (axis,) = chart.figure.axes
    boxes = [text.get_window_extent() for text in axis.texts]
    assert [text.get_text() for text in axis.texts] == [*points]
    edge = chart.figure.bbox
    assert all(edge.x0 <= box.x0 and box.x1 <= edge.x1 for box in boxes)
    assert not any(a.overlaps(b) for k, a in enumerate(boxes) for b in boxes[k + 1 :])
    names = [tick.get_text() for tick in axis.get_xticklabels()]
    assert sum(name.endswith("B") for name in names) >= 1


@pytest.mark.parametrize(
    ("points", "error", "rule"),
    [
        ({"a": 5}, TypeError, "needs its bytes and its numbers, got int for 'a'"),
        ({"a": (1, 2, 3)}, TypeError, "needs its bytes"),
        ({"a": (0, 2)}, ValueError, "above 1e-30 on a log axis, got 0 for 'a'"),
        ({"a": (1, [])}, ValueError, "got none for 'a'"),
        ({"a": (1, torch.ones(2, requires_grad=True))}, TypeError, "takes numbers"),
        ({str(k): (1, 2) for k in range(9)}, ValueError, "one to 8 things, got 9"),
    ],
)
def test_what_cannot_be_drawn_is_refused(points, error, rule):
    with pytest.raises(error, match=rule):
        drawn(points)


def test_another_unit_is_refused():
    with pytest.raises(ValueError, match='unit must be "" or "%"'):
        drawn(unit="B")
