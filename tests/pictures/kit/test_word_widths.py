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

# How far each word of a bag stands from the offsets at its left and from its id, in px.
BESIDE = """svg => [...svg.byKey].filter(([key]) => /^word/.test(key)).map(([key, { node }]) => {
    const [pill, id] = ["pill0", key.replace("word", "id")]
        .map((other) => svg.byKey.get(other).node.getBBox());
    const { x, width } = node.getBBox();
    return [x - pill.x - pill.width, id.x - x - width];
})"""


@pytest.mark.parametrize("font", ["", "DejaVu Sans", "monospace", "serif"])
def test_a_word_stays_within_its_chip(show, font):
    svg = show(select_rows(HALVES, range(7), words=WORDS)).locator("svg")
    svg.evaluate("(svg, font) => { svg.style.fontFamily = font; }", font)
    found = svg.evaluate(BEYOND, ["^chip.:$", [":", ""]])
    assert len(found) >= 5
    assert all(px <= 0.5 for _, px in found), found


@pytest.mark.parametrize("font", ["", "DejaVu Sans", "monospace", "serif"])
def test_a_word_stays_between_the_offsets_and_its_id(show, font):
    svg = show(bags(HALVES, range(7), [0], names=WORDS)).locator("svg")
    svg.evaluate("(svg, font) => { svg.style.fontFamily = font; }", font)
    found = svg.evaluate(BESIDE)
    assert len(found) == 7
    assert all(left > 0 and right > 0 for left, right in found), found
