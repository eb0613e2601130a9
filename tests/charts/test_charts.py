"""The charts: what they show as text, in which colours, and what they refuse."""

import io
import re
import subprocess
import sys
from itertools import pairwise

import pytest
import torch
from matplotlib import rc_context
from PIL import Image

from course import LOOKUP
from lookup.charts.bars import bars, histograms
from lookup.charts.chart import PALETTE, png
from lookup.charts.curves import curves
from lookup.charts.lines import byte_lines, time_lines
from lookup.charts.rooflines import rooflines
from lookup.measuring.timing import Measurement

TIMES = [
    Measurement(
        (k * 1e-6, k * 2e-6, k * 3e-6), "a CPU, 1 thread", "2.13.0", "2026-01-31"
    )
    for k in (1, 2, 50)
]
LINES = {"product": TIMES, "lookup": TIMES[:1] * 3, "copy": TIMES[:1] * 3}
BYTES = {
    "one-hot": [2e6, 97.7e6],
    "Embedding": [256e3, 12.8e6, 256e6],
    "sparse=True": [132e3] * 3,
}


# What a pointer reads, whose own limit test_readings.py holds.
READ = re.compile(r" data-read='[^']*'|<script>.*</script>", re.DOTALL)


def pixels(chart, most=15_000):
    data = chart._repr_mimebundle_()
    assert data["text/plain"] == repr(chart) == chart.text
    assert len(READ.sub("", data["text/html"])) <= most, "a notebook stores it"
    image = Image.open(io.BytesIO(png(chart.figure, chart.inks))).convert("RGB")
    return {colour for _, colour in image.getcolors(1 << 20)}


def has(name, found):
    wanted = tuple(bytes.fromhex(PALETTE[name][1:]))
    return wanted in found


def test_the_palette_is_the_light_one_of_the_pictures():
    css = (LOOKUP / "look.css").read_text(encoding="utf-8")
    assert PALETTE["pos"] in css
    assert PALETTE["paper"].upper() == "#FFFFFF"


def test_histograms_take_tensors_of_any_shape():
    groups = {"wide": torch.arange(6.0).reshape(2, 3), "narrow": [[0.5], [0.25]]}
    chart = histograms(groups, x="weight")
    assert chart.text.splitlines() == [
        "wide: 6 values from 0.00 to 5.00, std 1.87",
        "narrow: 2 values from 0.25 to 0.50, std 0.18",
    ]
    found = pixels(chart)
    assert all(has(name, found) for name in ("paper", "ink", "pos", "neg"))


def test_time_lines_show_medians_and_where():
    chart = time_lines([4, 64, 4096], LINES, x="V")
    assert chart.text.startswith(
        "product: 2.0 µs (1.0 to 3.0) at 4, 4.0 µs (2.0 to 6.0) at 64, 100 µs (50 to 150) at 4,096"
    )
    found = pixels(
        chart, most=9_500
    )  # with shades between its colours it would be 12,000
    assert all(has(name, found) for name in ("paper", "ink", "pos", "neg", "touch"))
    assert chart.caption == f"Median and whole range of 3 repeats; {TIMES[0].where}."


def test_labels_of_lines_that_end_together_stand_apart():
    (axis,) = time_lines([4, 64, 4096], LINES, x="V").figure.axes
    heights = sorted(text.get_position()[1] for text in axis.texts)
    assert min(b - a for a, b in pairwise(heights)) >= 0.0799


def test_labels_of_lines_that_end_early_together_stand_apart():
    lines = {"one": [9, 100], "other": [9, 101], "long": [9, 9, 9]}
    figure = byte_lines([4, 64, 4096], lines, x="V").figure
    figure.draw_without_rendering()
    (axis,) = figure.axes
    boxes = {text.get_text(): text.get_window_extent() for text in axis.texts}
    assert not boxes["one"].overlaps(boxes["other"])


def test_byte_lines_show_bytes():
    chart = byte_lines([1000, 50_000, 1_000_000], BYTES, x="rows of the table V")
    assert chart.text.startswith(
        "one-hot: 2.0 MB at 1,000, 97.7 MB at 50,000; not measured at 1,000,000\n"
        "Embedding: 256.0 kB at 1,000, 12.8 MB"
    )
    assert all(
        has(name, pixels(chart)) for name in ("paper", "ink", "pos", "neg", "touch")
    )
    (axis,) = chart.figure.axes
    assert (axis.get_xscale(), axis.get_yscale()) == ("log", "log")
    assert axis.get_ylabel() == "bytes (log)"


def test_sizes_that_lie_close_together_are_not_written_over_each_other():
    (axis,) = byte_lines(
        [1000, 50_000, 60_000, 1_000_000], {"a": [1, 2, 3, 4]}, x="V"
    ).figure.axes
    names = [tick.get_text() for tick in axis.get_xticklabels()]
    assert names == ["1,000", "\n50,000", "60,000", "1,000,000"]


ROW = 256 * 64 * 4 * 2  # bytes that a lookup of 256 rows of 64 reads and writes
NAMES = [
    "Linear on one-hot",
    "Embedding",
    "sparse=True",
    "EmbeddingBag",
    "sparse bag",
    "CSR @ W",
    "dense step",
    "step",
]
COPY = (51.2e6, TIMES[2])


def test_rooflines_say_how_many_times_a_copys_time_each_call_takes():
    chart = rooflines({"lookup": (ROW, TIMES[0]), "product": (1024e5, TIMES[2])}, COPY)
    pace = 100e-6 / 51.2e6
    ratio = 2e-6 / (ROW * pace)
    assert chart.text.splitlines() == [
        f"lookup: 131.1 kB in 2.0 µs (1.0 to 3.0), {ratio:.1f} times the copy's time",
        "product: 102.4 MB in 100 µs (50 to 150), 0.50 times the copy's time",
        "a copy: 512.0 GB/s",
    ]
    assert all(has(name, pixels(chart)) for name in ("paper", "ink", "pos", "quiet"))
    (axis,) = chart.figure.axes
    line = axis.lines[0].get_xydata()
    assert all(time == pytest.approx(size * pace) for size, time in line)
    assert line[0][0] < ROW < 1024e5 < line[-1][0]
    assert chart.caption.endswith("torch 2.13.0, 2026-01-31.")


SPREADS = {
    "side by side": lambda k: (ROW, 3e-6 * 1.1**k),
    "along the line": lambda k: (ROW * (k + 1), 4e-6 * (k + 1)),
    "over decades": lambda k: (ROW * 10**k, 1e-7 * 5**k),
    "far below the line": lambda k: (COPY[0] * 10**k, 1e-6),
}


@pytest.mark.long
@pytest.mark.parametrize("spread", SPREADS.values(), ids=SPREADS)
@pytest.mark.parametrize("number", [1, 4, 8])
def test_labels_of_points_are_legible_and_cover_no_point(spread, number):
    points = {}
    for k, name in enumerate(NAMES[:number]):
        size, time = spread(k)
        points[name] = (
            size,
            Measurement(
                (time / 1.2, time, time * 1.2), "a CPU", "2.13.0", "2026-01-31"
            ),
        )
    chart = rooflines(points, COPY)
    pixels(chart, most=18_000)
    chart.figure.draw_without_rendering()  # as `pixels` has saved it with other dots an inch
    (axis,) = chart.figure.axes
    legend = axis.get_legend()
    labels = [text.get_text().partition(",")[0] for text in legend.get_texts()]
    slowest_first = sorted(points, key=lambda name: -points[name][1].median)
    assert [
        label for label in labels if not label.startswith("a copy")
    ] == slowest_first
    rows = [text.get_window_extent() for text in legend.get_texts()]
    assert all(below.y1 <= above.y0 for above, below in pairwise(rows))
    edge = axis.get_window_extent().padded(1)
    assert all(edge.contains(*corner) for row in rows for corner in row.corners())
    for size, time in [*points.values(), COPY]:
        for y in (time.low, time.median, time.high):
            place = axis.transData.transform((size, y))
            assert not any(row.contains(*place) for row in rows)


def test_no_two_points_have_marks_that_only_colour_tells_apart():
    points = {name: (ROW, TIMES[0]) for name in NAMES}
    (axis,) = rooflines(points, COPY).figure.axes
    handles, labels = axis.get_legend_handles_labels()
    hollow = [handle.get_markerfacecolor() == PALETTE["paper"] for handle in handles]
    looks = {(handle.get_marker(), empty) for handle, empty in zip(handles, hollow)}
    assert len(looks) == len(labels) == len(NAMES) + 1


@pytest.mark.parametrize(
    ("points", "copy", "rule"),
    [
        ({}, COPY, "one to 8 things, got 0"),
        (dict.fromkeys("abcdefghi", COPY), COPY, "one to 8 things, got 9"),
        ({"a": (0, TIMES[0])}, COPY, "above 1e-30 on a log axis, got 0 for 'a'"),
        ({"a": (float("nan"), TIMES[0])}, COPY, "got nan for 'a'"),
        ({"a": COPY}, (-1, TIMES[0]), "got -1 for 'the copy'"),
        ({"a": COPY}, (0, TIMES[0]), "got 0 for 'the copy'"),
    ],
)
def test_rooflines_refuse(points, copy, rule):
    with pytest.raises(ValueError, match=rule):
        rooflines(points, copy)


@pytest.mark.parametrize(
    ("sizes", "lines", "rule"),
    [
        ([1, 2], {}, "one to 4 things, got 0"),
        ([1, 2], {c: [1] for c in "abcde"}, "one to 4 things, got 5"),
        ([2, 1], {"a": [1]}, r"ascending, got list \[2, 1\]"),
        ([1, 2], {"a": []}, "the bytes for each of the 2 sizes"),
        ([1, 2], {"a": [1, 2, 3]}, "the bytes for each"),
        ([1, 2], {"a": [1, 0]}, "got 0 for 'a'"),
        ([1, 2], {"a": [float("inf")]}, "got inf for 'a'"),
    ],
)
def test_byte_lines_refuse(sizes, lines, rule):
    with pytest.raises(ValueError, match=rule):
        byte_lines(sizes, lines, x="V")


def test_bars_show_one_number_or_the_mean_and_range_of_several():
    chart = bars(
        {"dense": 660e6, "CSR": torch.tensor([7e6, 8e6])}, x="memory", unit="B"
    )
    assert chart.text == (
        "memory: dense 660.0 MB, CSR 7.5 MB (7.0 MB to 8.0 MB); dense is the largest"
    )
    assert all(has(name, pixels(chart)) for name in ("paper", "ink", "pos"))
    assert bars({"bag": 0.877}, x="accuracy", unit="%").text == "accuracy: bag 87.7%"
    (axis,) = chart.figure.axes
    assert [bar.get_width() for bar in axis.patches] == [660e6, 7.5e6]


@pytest.mark.parametrize(
    "groups",
    [
        {},
        {str(k): 1 for k in range(9)},
        {"a": []},
        {"a": -1},
        {"a": [1, float("nan")]},
        {"a": float("inf")},
    ],
)
def test_bars_refuse(groups):
    with pytest.raises(
        ValueError, match=r"one to 8|at least one number|must be finite"
    ):
        bars(groups, x="memory")


@pytest.mark.parametrize(
    "groups",
    [
        {},
        {str(k): [1, 2] for k in range(5)},
        {"one": [1]},
        {"odd": [1, float("nan")]},
        {"odd": [1, float("inf")]},
    ],
)
def test_histograms_refuse(groups):
    with pytest.raises(ValueError, match=r"one to 4|two values|must be finite"):
        histograms(groups, x="weight")


@pytest.mark.parametrize(
    ("sizes", "lines"),
    [
        ([4, 64, 4096], {}),
        ([4], {"a": TIMES[:1]}),
        ([0, 1, 2], {"a": TIMES}),
        ([4, 4, 8], {"a": TIMES}),
        ([8, 4, 2], {"a": TIMES}),
        ([1, 2], {"a": TIMES}),
        ([1, 2, 3], {"a": []}),
        ([1, 2, 3], {str(k): TIMES for k in range(5)}),
    ],
)
def test_time_lines_refuse(sizes, lines):
    with pytest.raises(
        ValueError, match=r"sizes must|a time for each|a chart shows|a log axis"
    ):
        time_lines(sizes, lines, x="V")


def test_matplotlib_is_loaded_only_for_a_chart():
    code = "import lookup, sys; assert 'matplotlib' not in sys.modules and 'PIL' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], cwd=LOOKUP.parent, check=True)


def test_a_learner_s_own_way_to_save_figures_changes_no_chart():
    def image():
        chart = curves([0, 1, 2], {"a": [1, 2, 3]}, x="step", y="loss")
        return Image.open(io.BytesIO(png(chart.figure))).tobytes()

    before = image()
    with rc_context({"savefig.format": "svg", "savefig.bbox": "tight"}):
        assert image() == before
