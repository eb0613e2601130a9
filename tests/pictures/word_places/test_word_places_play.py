"""What word_places does in a bare page, beside what test_player.py asks of all pictures."""

import itertools

import pytest
from playwright.sync_api import expect

from bare_page import answer, drawing, film, press, says, stands, type_in
from lookup import word_places
from test_picture import RHYME, of_the_rhyme

LASTS = [1350, 675, 675, 675]  # ms of each step
OPENS = "rest"
TEXT = ["the", "zebra", "cat", "the"]
SAYS = [
    "“\u2068the\u2069” is number 1 of 7: it occurs 3 times.",
    "“\u2068zebra\u2069” is not in the vocabulary, so it gets number 0, <unk>.",
    "“\u2068cat\u2069” is number 3 of 7: it occurs once.",
    "“\u2068the\u2069” is number 1 of 7, as before: it occurs 3 times.",
]
IDS = [1, 0, 3, 1]
# The text of a shape and where its tag is; null where it is not there.
TAG = """(svg, key) => {
    const box = svg.byKey.get(key)?.node.getBBox();
    return box && [svg.byKey.get(`${key}#`).node.textContent, box.x + box.width / 2, box.y];
}"""


def picture(**how):
    return word_places(RHYME, TEXT, **{"read": of_the_rhyme} | how)


def is_at(pic, step, phase="shown", playing="false"):
    """The picture stands at a word; where it is shown its number stands at its place."""
    stands(pic, step=step, row=IDS[step], phase=phase, playing=playing)
    expect(pic.locator(".count")).to_have_text(f"word {step + 1} of 4")
    if phase == "shown":
        says(pic, SAYS[step])
        assert tag(pic, "id")[0] == str(IDS[step])


def tag(pic, key):
    """The text and the place of a tag; None if there is none."""
    return pic.locator("svg").evaluate(TAG, key)


def chip(pic, step):
    """The id below a word of the text."""
    return pic.locator("svg").evaluate(
        "(svg, key) => svg.byKey.get(key).node.textContent", f"chip{step}#"
    )


@pytest.fixture
def pic(show):
    """A picture of four words that jumps to the ends of its steps."""
    return show(picture())


@pytest.fixture
def moving(show):
    """A picture of four words that moves."""
    return show(picture(), motion="no-preference")


def test_a_word_falls_and_its_number_rises_frame_by_frame(moving, page):
    press(moving, "next")
    is_at(moving, 0, "moving")
    tags = f"...['fall', 'copy'].map((key) => ({TAG})(svg, key) ?? null)"
    read = f"svg => [{tags}, svg.byKey.get('chip0#').node.textContent]"
    falls, rises, ids = zip(*film(page, moving, LASTS[0], read))
    is_at(moving, 0)
    down = [place for place in falls if place]
    up = [place for place in rises if place]
    assert {text for text, _, _ in down} == {"the"}
    assert {text for text, _, _ in up} == {"1"}
    assert len(down) > 30
    assert len(up) > 20
    assert all(one[2] < other[2] for one, other in itertools.pairwise(down))
    assert all(one[2] > other[2] for one, other in itertools.pairwise(up))
    assert down[0][2] < tag(moving, "id")[2] - 100
    assert "".join(ids).strip("–") == "1" * ids.count("1"), "none, then its id"
    assert chip(moving, 0) == "1"


def test_an_unknown_word_falls_into_the_box(pic):
    press(pic, "next")
    x = tag(pic, "id")[1]
    press(pic, "next")
    is_at(pic, 1)
    assert tag(pic, "id")[1] < x
    assert [chip(pic, step) for step in range(4)] == ["1", "0", "–", "–"]
    assert (
        pic.locator("svg").evaluate("svg => svg.byKey.get('pile0').node.textContent")
        == "zebra"
    )
    assert pic.locator("svg").evaluate("svg => svg.byKey.has('hatch1')")


def test_words_that_have_landed_stay_marked(pic):
    marked = "svg => [...svg.byKey.keys()].filter((key) => /^dot\\d/.test(key))"
    seen = []
    for _ in range(4):
        press(pic, "next")
        seen.append(pic.locator("svg").evaluate(marked))
    assert seen == [[], ["dot1"], ["dot1"], ["dot3"]]


def test_a_typed_text_is_read_by_the_kernel_and_played(show, page):
    shown = picture(step=2)
    pic = show(shown, motion="no-preference")
    for _ in range(2):  # the same text again is played again
        type_in(pic, "the emu sat")
        assert page.evaluate("sent.at(-1)") == {"typed": "the emu sat"}
        assert answer(page, shown) == ""
        stands(pic, step=0, row=1, phase="moving", playing="true")
        page.clock.run_for(sum(LASTS) + 2000)
        stands(pic, step=2, row=2, phase="shown", playing="false")
        says(
            pic,
            "Played words 1 to 3. “\u2068sat\u2069” is number 2 of 7: it occurs 2 times.",
        )
        expect(pic.locator(".count")).to_have_text("word 3 of 3")
        shown.step = page.evaluate("saved.at(-1)")


def test_the_word_under_the_pointer_is_said(pic, page):
    box = pic.locator("svg").bounding_box()
    scale = box["width"] / float(pic.locator("svg").get_attribute("viewBox").split()[2])
    places = pic.locator("svg").evaluate(
        "svg => ['ribbon', 'box'].map((key) => {"
        "const { x, y, width, height } = svg.byKey.get(key).node.getBBox();"
        "return [x + width - 2, x + 2, y + height / 2]; })"
    )
    (end, start, y), (_, box_start, _) = places
    before = drawing(pic)
    for x, said in [
        (start, "id 1, “\u2068the\u2069”: occurs 3 times"),
        (end, "id 6, “\u2068on\u2069”: occurs once"),
        (box_start, "id 0, <unk>: every word that is not in the vocabulary"),
    ]:
        page.mouse.move(box["x"] + scale * x, box["y"] + scale * y)
        expect(pic.locator(".under")).to_have_text(said)
    pic.locator(".title").hover()
    expect(pic.locator(".under")).to_have_text("")
    assert drawing(pic) == before


def test_the_table_has_the_words_so_far(pic):
    assert pic.locator("tbody tr").count() == 0
    press(pic, "next")
    press(pic, "next")
    lines = pic.locator("tbody tr").all_inner_texts()
    assert [line.split("\t") for line in lines] == [
        ["1 the", "1", "3 times"],
        ["2 zebra", "0", "not in the vocabulary"],
    ]
    assert pic.locator("tfoot tr").all_inner_texts() == [
        "on the ribbon: the\t1\t3 times"
    ]


def test_a_narrow_page_keeps_the_whole_ribbon_in_sight(show, page):
    pic = show(picture(step=2))
    page.set_viewport_size({"width": 360, "height": 800})
    page.wait_for_function("document.querySelector('svg').viewBox.baseVal.width < 330")
    box = pic.locator("svg").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360


def test_words_are_text(show, page):
    pic = show(word_places(RHYME, ["<img", "<b>cat</b>", "<script>hacked=1</script>"]))
    for step in range(3):
        page.evaluate("step => set({ step })", step)
        assert pic.locator("b, img, script").count() == 0
    says(pic, "“\u2068<script>hacked=1</script>\u2069” is not in the vocabulary")
    assert page.evaluate("window.hacked") is None
