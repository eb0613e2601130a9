"""What a pointer or an arrow key reads in a chart: which numbers, at which places, and the keys."""

import html
import itertools
import json
import math
import random
import re

import pytest
from nbval.plugin import get_sanitize_patterns

from course import ROOT
from lookup.charts.against_bytes import against_bytes
from lookup.charts.areas import areas
from lookup.charts.bars import bars, histograms
from lookup.charts.chart import WIDTH
from lookup.charts.curves import curves
from lookup.charts.lines import byte_lines, time_lines
from lookup.charts.matrix import matrix
from lookup.charts.plane import plane
from lookup.charts.readings import FINE, MOST, SCRIPT
from lookup.charts.rooflines import rooflines
from lookup.charts.spikes import spikes
from lookup.charts.trails import trails
from lookup.measuring.timing import Measurement

CALL = Measurement((1e-6, 2e-6, 3e-6), "a CPU", "2.13.0", "2026-01-31")
COUNT = 2000
LONG = {"grows, 'fast'": [k**0.5 for k in range(COUNT)], "stays": [1.0] * COUNT}
NOISE = [random.Random(0).gauss(0, 1) for _ in range(9000)]
WAVES = [[math.cos((i - j) / 9) for j in range(200)] for i in range(200)]
CHARTS = {
    "curves": lambda: curves(range(COUNT), LONG, x="step", y="way"),
    "time lines": lambda: time_lines(
        [1, 10, 100], {"a": [CALL, None, CALL]}, x="V", beside={"b": {"a": [CALL]}}
    ),
    "byte lines": lambda: byte_lines([1, 10], {"a": [1, 2], "b": [3]}, x="V"),
    "bars": lambda: bars({"one": {"a": 1, "b": None}, "two": {"a": [2, 4]}}, x="hits"),
    "histograms": lambda: histograms({"a": NOISE, "b": NOISE[:99]}, x="weight"),
    "spikes": lambda: spikes({"a": NOISE}, x="word", y="score", mark={4500: "it"}),
    "trails": lambda: trails({"a": [[0, 0], [3, 4]]}, x="x", y="y", goal=[3, 5]),
    "rooflines": lambda: rooflines({"a": (2000, CALL)}, (1000, CALL)),
    "against bytes": lambda: against_bytes({"a": (9, [1, 2])}, x="bytes", y="hits"),
    "areas": lambda: areas({"one-hot": 4e9, "rows": 1e7, "ids": 8}, x="memory"),
    "plane": lambda: plane([50, 800], [1, 8, 64], [[2, 32], [1, None], [0.5, 8]]),
    "matrix": lambda: matrix(WAVES, x="position", y="position"),
}


def read(chart):
    """{label: [(x, y, text), ...]} of a chart, x and y in thousandths of the image."""
    found = re.search(r" data-read='([^']*)'", chart.to_html())
    return {label: places for label, *_, places in json.loads(html.unescape(found[1]))}


@pytest.mark.parametrize("draw", CHARTS.values(), ids=CHARTS)
def test_every_place_lies_in_the_image_and_few_bytes_are_added(draw):
    chart = draw()
    places = [place for line in read(chart).values() for place in line]
    assert 1 <= len(places) <= MOST
    assert all(0 <= x <= FINE and 0 <= y <= FINE for x, y, _ in places)
    page = chart.to_html()
    added = re.findall(r" data-read='[^']*'|<script>.*?</script>", page, re.DOTALL)
    assert sum(map(len, added)) <= 5000


def test_curves_are_read_where_they_are_drawn():
    chart = curves([0, 1, 2], {"a": [0, 5, 10], "b": [10, 5, 0]}, x="step", y="way")
    assert [text for *_, text in read(chart)["a"]] == ["0 at 0", "5 at 1", "10 at 2"]
    (axis,) = chart.figure.axes
    box = axis.get_position()
    low, high = axis.get_ylim()
    for label, values in {"a": [0, 5, 10], "b": [10, 5, 0]}.items():
        for (_, y, _), value in zip(read(chart)[label], values):
            share = box.y0 + (value - low) / (high - low) * box.height
            assert y == pytest.approx(FINE * (1 - share), abs=1)


def test_of_many_places_the_first_and_the_last_stay():
    texts = [text for *_, text in read(CHARTS["curves"]())["stays"]]
    assert len(texts) == MOST // 2
    assert (texts[0], texts[-1]) == ("1 at 0", "1 at 1,999")


def test_gaps_are_not_read_and_ranges_are():
    lines = read(CHARTS["time lines"]())
    assert [text for *_, text in lines["a"]] == [
        "2.0 µs (1.0 to 3.0) at 1",
        "2.0 µs (1.0 to 3.0) at 100",
    ]
    assert [text for *_, text in lines["a, b"]] == ["2.0 µs (1.0 to 3.0) at 1"]


def test_bars_are_read_with_their_headings():
    (line,) = read(CHARTS["bars"]()).values()
    texts = [text for *_, text in line]
    assert texts == ["one, a: 1.0", "one, b: no room", "two, a: 3.0 (2.0 to 4.0)"]


def test_of_spikes_the_marked_and_the_farthest_of_their_neighbours_are_read():
    (line,) = read(CHARTS["spikes"]()).values()
    texts = [text for *_, text in line]
    assert any(text.startswith("it ") and text.endswith(" at 4,500") for text in texts)
    peak = max(range(len(NOISE)), key=lambda k: abs(NOISE[k]))
    assert any(text.endswith(f" at {peak:,}") for text in texts)


def test_histograms_count_all_values_where_every_bin_is_read():
    (line,) = read(histograms({"a": [0, 1, 1, 3]}, x="x")).values()
    counts = [int(text.partition(" ")[0]) for *_, text in line]
    assert counts[0] == counts[-1] == 1


def test_of_a_large_matrix_some_numbers_of_some_rows_are_read():
    lines = read(CHARTS["matrix"]())
    rows = [0, 28, 57, 85, 114, 142, 171, 199]
    assert [*lines] == [f"position {row}" for row in rows]
    for row, places in zip(rows, lines.values()):
        assert [text for *_, text in places] == [
            f"{WAVES[row][column]:.3g} at {column}" for column in rows
        ]


def test_every_cell_of_a_plane_is_read_and_the_largest_batch_stands_on_top():
    lines = read(CHARTS["plane"]())
    assert {label: [text for *_, text in line] for label, line in lines.items()} == {
        "B = 64": ["0.5 at V = 50", "8 at V = 800"],
        "B = 8": ["1 at V = 50", "no room at V = 800"],
        "B = 1": ["2 at V = 50", "32 at V = 800"],
    }
    heights = [y for ((_, y, _), _) in lines.values()]
    assert heights == sorted(heights)


@pytest.fixture
def shown(page):
    """The chart of two crossing lines in a page that counts the keys which leave it."""
    chart = curves([0, 1, 2], {"a": [0, 5, 10], "b": [10, 5, 0.5]}, x="step", y="way")
    page.set_content(f"<div>{chart.to_html()}</div>")
    page.evaluate(
        "() => { window.left = []; onkeydown = ({ key }) => left.push(key); }"
    )
    page.chart = chart
    page.said = page.locator("div > span[style*=float]")
    return page


def test_keys_walk_the_places_and_escape_leaves(shown):
    image = shown.locator("img")
    image.focus()
    heard = []
    keys = "ArrowRight ArrowRight ArrowRight ArrowRight ArrowDown ArrowLeft ArrowUp"
    for key in keys.split():
        shown.keyboard.press(key)
        heard.append(shown.said.text_content())
    assert heard == [
        "a: 0 at 0", "a: 5 at 1", "a: 10 at 2", "a: 10 at 2",
        "b: 0.5 at 2", "b: 5 at 1", "a: 5 at 1",
    ]  # fmt: skip
    assert shown.said.get_attribute("aria-live") == "polite"
    assert shown.evaluate("left") == []
    shown.keyboard.press("Escape")
    assert shown.evaluate("document.activeElement === document.body")
    assert shown.said.text_content() == "point at it, or press ← →"


def test_a_pointer_reads_the_nearest_place_and_a_ring_stands_there(shown):
    image = shown.locator("img")
    box = image.bounding_box()
    for line, places in read(shown.chart).items():
        for x, y, text in places:
            at = box["x"] + x * box["width"] / FINE, box["y"] + y * box["height"] / FINE
            shown.mouse.move(at[0] + 2, at[1] - 1)
            if text != "5 at 1":  # there the lines cross
                assert shown.said.text_content() == f"{line}: {text}"
            ring = shown.locator("div > span > span").bounding_box()
            middle = ring["x"] + ring["width"] / 2, ring["y"] + ring["height"] / 2
            assert math.dist(middle, at) <= 1.5
    shown.mouse.move(0, 0)
    assert shown.locator("div > span > span").is_hidden()


def test_escape_gives_the_keys_to_what_is_around(shown):
    shown.evaluate("() => { document.querySelector('div').tabIndex = 0; }")
    shown.locator("img").focus()
    shown.keyboard.press("Escape")
    assert shown.evaluate("document.activeElement.tagName") == "DIV"


def said(page, x, y):
    """What is read at a place of a chart, in shares of its image."""
    image = page.locator("img").bounding_box()
    page.mouse.move(image["x"] + x * image["width"], image["y"] + y * image["height"])
    return page.locator("div > span[style*=float]").text_content()


def test_anywhere_in_a_cell_of_a_plane_its_number_is_read(page):
    chart = CHARTS["plane"]()
    page.set_content(f"<div>{chart.to_html()}</div>")
    (axis,) = chart.figure.axes
    box = axis.get_position()
    for (row, line), column in itertools.product(
        enumerate(read(chart).items()), (0, 1)
    ):
        label, places = line
        for right, down in itertools.product((0.02, 0.5, 0.98), repeat=2):
            x = box.x0 + box.width * (column + right) / 2
            y = 1 - box.y1 + box.height * (row + down) / 3
            assert said(page, x, y) == f"{label}: {places[column][2]}"


def test_anywhere_in_a_square_and_below_it_its_number_is_read_and_keys_lead_on(page):
    chart = CHARTS["areas"]()
    page.set_content(f"<div>{chart.to_html()}</div>")
    texts = ["one-hot: 4 GB", "rows: 10 MB", "ids: 8 B (under a pixel, drawn as one)"]
    ends = [places[0][:2] for places in read(chart).values()]
    for (x, y), text in zip(ends, texts):
        for down in (y / FINE, 0.9):
            assert said(page, x / FINE, down) == text
    assert said(page, 0.3, 0.5) == texts[0]
    page.mouse.move(0, 0)
    page.locator("img").focus()
    heard = []
    for way in ["Right", "Right", "Down", "Down", "Left", "Up"]:
        page.keyboard.press(f"Arrow{way}")
        heard.append(page.locator("div > span[style*=float]").text_content())
    order = [0, 1, 2, 2, 1, 0]
    assert heard == [texts[k] for k in order]


def test_anywhere_in_a_bar_its_number_is_read(page):
    page.set_content(f"<div>{bars({'a': 1, 'b': 9}, x='hits').to_html()}</div>")
    image = page.locator("img").bounding_box()
    page.mouse.move(image["x"] + 0.2 * WIDTH, image["y"] + 0.55 * image["height"])
    assert page.locator("div > span[style*=float]").text_content() == "b: 9.0"


def test_the_page_keeps_its_height_and_nothing_moves(shown):
    height = "document.documentElement.scrollHeight"
    before = shown.evaluate(height)
    shown.locator("img").hover()
    assert shown.evaluate(height) == before
    bare = re.sub(r"<script>.*</script>", "", shown.chart.to_html(), flags=re.DOTALL)
    shown.set_content(f"<div>{bare}</div>")
    assert shown.evaluate(height) == pytest.approx(before, abs=6)


def test_the_script_names_no_colour_and_brings_no_remark():
    assert "var(" not in SCRIPT
    assert "//" not in SCRIPT
    assert "</" not in SCRIPT


def test_nbval_compares_a_chart_without_what_is_read_in_it():
    chart, bare = CHARTS["curves"](), CHARTS["curves"]()
    page = chart.to_html()
    rules = (ROOT / "tests/unfolded.cfg").read_text(encoding="utf-8")
    for pattern, by in get_sanitize_patterns(rules):
        page = re.sub(pattern, by, page)
    bare.readings = ()
    assert page == bare.to_html()
