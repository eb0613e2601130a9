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


@pytest.mark.parametrize("font", ["", "DejaVu Sans", "monospace", "serif"])
@pytest.mark.parametrize(
    ("picture", "texts", "boxes"),
    [
        (lambda: select_rows(HALVES, range(7), words=WORDS), "^chip.:$", [":", ""]),
        (lambda: bags(HALVES, range(7), [0], names=WORDS), "^word", ["word", "id"]),
    ],
    ids=["chips", "bags"],
)
def test_a_word_stays_within_its_chip(show, picture, texts, boxes, font):
    svg = show(picture()).locator("svg")
    svg.evaluate("(svg, font) => { svg.style.fontFamily = font; }", font)
    found = svg.evaluate(BEYOND, [texts, boxes])
    assert len(found) >= 5
    assert all(px <= 0.5 for _, px in found), found
