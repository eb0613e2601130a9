"""How a chart shows itself: its alt text, its size, its dark side, and what a reader may take."""

import html
import io
import re
from html.parser import HTMLParser

import nbformat
import pytest
from nbconvert import HTMLExporter
from PIL import Image

from lookup.charts.bars import bars
from lookup.charts.chart import DARK, INKS, PALETTE, WIDTH, png
from lookup.charts.curves import curves
from lookup.widget import palette

ODD = 'CSR & "<b>"'
CHART = bars({"dense": 660e6, ODD: 7e6}, x="memory of X", unit="B")
SAID = f"memory of X: dense 660.0 MB, {ODD} 7.0 MB; dense is the largest"


def written(colour):
    return "#{:02X}{:02X}{:02X}".format(*colour)


class Found(HTMLParser):
    """The images of a page, as their attributes, and the names of all its elements."""

    def __init__(self, page):
        super().__init__()
        self.images = []
        self.names = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.names.append(tag)
        if tag == "img":
            self.images.append(dict(attrs))


def test_nbconvert_keeps_one_image_with_the_whole_text_as_its_alt():
    data = CHART._repr_mimebundle_()
    assert set(data) == {"text/html", "text/plain"}
    cell = nbformat.v4.new_code_cell(
        outputs=[nbformat.v4.new_output("display_data", data)]
    )
    page, _ = HTMLExporter().from_notebook_node(nbformat.v4.new_notebook(cells=[cell]))
    assert [image["alt"] for image in Found(page).images] == [SAID]
    assert CHART.text == SAID


def test_an_alt_of_several_lines_is_one_sentence_after_the_other():
    chart = curves([0, 1], {"a": [1, 2], "b": [1, 3]}, x="step", y="way")
    (image,) = Found(chart.to_html()).images
    assert image["alt"] == "a: 1 at 0, 2 at 1; b: 1 at 0, 3 at 1"


def test_a_key_or_a_pointer_opens_the_numbers_and_no_label_is_an_element():
    page = CHART.to_html()
    assert set(Found(page).names) == {"style", "img", "details", "summary", "script"}
    assert html.escape(SAID, quote=False) in page.partition("<details>")[2].replace(
        "&quot;", '"'
    )


def test_the_image_has_twice_the_pixels_that_are_shown_and_only_the_palettes_colours():
    (shown,) = Found(CHART.to_html()).images
    image = Image.open(io.BytesIO(png(CHART.figure)))
    assert shown["width"] == str(WIDTH)
    assert image.width == 2 * WIDTH
    found = {written(colour) for _, colour in image.convert("RGB").getcolors()}
    assert {PALETTE["paper"], PALETTE["ink"], PALETTE["pos"]} <= found <= set(INKS)


def test_it_is_as_large_as_the_text_around_it_says():
    (shown,) = Found(CHART.to_html()).images
    em = float(re.search(r"width: ([\d.]+)em", shown["style"])[1])
    assert em * 14 == pytest.approx(WIDTH, abs=0.1)  # JupyterLab's size of text


def dark(colour):
    """What the filter of the dark theme makes of a colour, as Filter Effects 1 says.

    https://www.w3.org/TR/filter-effects-1/#feColorMatrixElement
    """
    share, turn = map(
        float, re.search(r"invert\((.*)\) hue-rotate\((.*)deg\)", DARK).groups()
    )
    assert turn == 180  # whose cosine is -1 and whose sine is 0
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    parts = [share + part * (1 - 2 * share) for part in parts]
    grey = 2 * sum(weight * part for weight, part in zip((0.213, 0.715, 0.072), parts))
    return [min(max(grey - part, 0), 1) for part in parts]


def luminance(parts):
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in parts
    ]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear))


@pytest.mark.parametrize("role", ["ink", "quiet", "pos", "neg", "touch"])
def test_in_the_dark_theme_what_is_written_is_readable_and_keeps_its_hue(role):
    text = luminance(dark(PALETTE[role]))
    for ground in ("paper", "zero"):
        assert (text + 0.05) / (luminance(dark(PALETTE[ground])) + 0.05) >= 4.5
    wanted = [int(palette("dark")[role][k : k + 2], 16) for k in (1, 3, 5)]
    if role in ("pos", "neg"):
        parts = dark(PALETTE[role])
        assert sorted(range(3), key=parts.__getitem__) == sorted(
            range(3), key=wanted.__getitem__
        )


def test_the_dark_paper_is_that_of_the_theme():
    wanted = [int(palette("dark")["paper"][k : k + 2], 16) / 255 for k in (1, 3, 5)]
    assert dark(PALETTE["paper"]) == pytest.approx(wanted, abs=0.002)


@pytest.mark.parametrize(("theme", "media", "seen"), [
    ("true", "screen", PALETTE["paper"]),
    ("false", "screen", palette("dark")["paper"]),
    ("false", "print", PALETTE["paper"]),
])  # fmt: skip
def test_a_browser_shows_one_chart_on_the_themes_paper(page, theme, media, seen):
    page.set_content(f'<body data-jp-theme-light="{theme}">{CHART.to_html()}')
    page.emulate_media(media=media)
    assert page.locator("img").count() == 1
    shot = Image.open(io.BytesIO(page.locator("img").screenshot())).convert("RGB")
    assert written(shot.getpixel((shot.width - 4, 4))) == seen


def test_without_styles_one_light_chart_stays():
    kept = re.sub(
        r"<(style|script)>.*?</\1>| style=\"[^\"]*\"",
        "",
        CHART.to_html(),
        flags=re.DOTALL,
    )
    (image,) = Found(kept).images
    assert image["src"].startswith("data:image/png;base64,")
    assert "hidden" not in kept
