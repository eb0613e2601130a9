"""A word stays within its chip, whatever its letters and the page's font."""

import pytest

from frames import HALVES
from lookup import bags, select_rows

WORDS = ["num_embeddings", "m" * 14, "WWWWWW", "mmm", "Шжщюмы" * 2, "illicit", "the"]
# How far each text reaches beyond its box, in px: [[key, px]].
BEYOND = """(svg, [texts, boxes]) => [...svg.byKey]
    .filter(([key, { node }]) => key.match(texts) && node.textContent)
    .map(([key, { node }]) => {
        const box = svg.byKey.get(key.replace(...boxes)).node.getBBox();
        const text = node.getBBox();
        return [key, Math.max(box.x - text.x, text.x + text.width - box.x - box.width)];
    })"""


# How far each word reaches into the offsets at its left or the id at its right, in px: [[key, px]].
BETWEEN = """(svg) => [...svg.byKey]
    .filter(([key, { node }]) => key.startsWith("word") && node.textContent)
    .map(([key, { node }]) => {
        const offsets = svg.byKey.get("offsets:").node.getBBox();
        const id = svg.byKey.get(key.replace("word", "id")).node.getBBox();
        const word = node.getBBox();
        const left = offsets.x + offsets.width - word.x;
        return [key, Math.max(left, word.x + word.width - id.x)];
    })"""
FONTS = ["", "DejaVu Sans", "monospace", "serif"]


def in_font(picture, font):
    svg = picture.locator("svg")
    svg.evaluate("(svg, font) => { svg.style.fontFamily = font; }", font)
    return svg


@pytest.mark.parametrize("font", FONTS)
def test_a_word_stays_within_its_chip(show, font):
    svg = in_font(show(select_rows(HALVES, range(7), words=WORDS)), font)
    found = svg.evaluate(BEYOND, ["^chip.:$", [":", ""]])
    assert len(found) >= 5
    assert all(px <= 0.5 for _, px in found), found


@pytest.mark.parametrize("font", FONTS)
def test_a_word_stays_between_the_offsets_and_its_id(show, font):
    svg = in_font(show(bags(HALVES, range(7), [0, 3, 5], names=WORDS)), font)
    found = svg.evaluate(BETWEEN)
    assert len(found) == 7
    assert all(px <= 0.5 for _, px in found), found
