"""What neighbours does in a bare page, beside what test_player.py asks of all pictures."""

from playwright.sync_api import expect

from bare_page import (
    answer,
    drawing,
    film,
    press,
    refuses,
    says,
    says_under_pointer,
    stands,
    type_in,
)
from frames import HALVES, WORDS
from lookup import neighbours
from test_neighbours import NAMES, SUM, TABLE, of_real, picture

LASTS = [2540, 1870, 1270]  # ms of each example
OPENS = "rest"
ASKED = ["red", SUM, "monday"]
# Where a shape is.
AT = """(svg, key) => {
    const node = svg.byKey.get(key)?.node;
    return node ? ["cx", "cy"].map((name) => Number(node.getAttribute(name))) : null;
}"""
RINGS = "svg => [...svg.byKey.keys()].filter((key) => key.startsWith('ring'))"


def is_at(pic, step, phase="shown", playing="false", asked=None):
    """The picture stands at an example; unless it moves, its nearest words are lit and told."""
    name = asked or ASKED[step]
    stands(
        pic,
        step=step,
        phase=phase,
        playing=playing,
        asked="" if phase == "rest" else name,
    )
    if phase == "shown":
        says(pic, name)
        assert len(rings(pic)) == 8
        expect(pic.locator("svg")).to_contain_text(f"nearest to {name}")
    here = f"example {step + 1} of 3" if step < 3 else "as typed"
    expect(pic.locator(".count")).to_have_text(here)


def rings(pic):
    """The words around which there is a ring, those lit."""
    return pic.locator("svg").evaluate(RINGS)


def at(pic, key):
    return pic.locator("svg").evaluate(AT, key)


def test_nothing_is_lit_before_the_first_example(pic):
    assert rings(pic) == []
    expect(pic.locator("svg")).to_contain_text("34 words of 40 rows")


def test_a_word_flies_from_its_row_and_then_its_nearest_light_up_one_by_one(
    moving, page
):
    red = at(moving, "dot0")
    press(moving, "next")
    read = f"svg => [({AT})(svg, 'term0'), ({RINGS})(svg).length]"
    places, lit = zip(*film(page, moving, LASTS[0], read))
    is_at(moving, 0)
    on_its_way = [place for place in places if place]
    assert on_its_way[0][1] > red[1]
    assert on_its_way[-1] == red
    heights = [y for _, y in on_its_way]
    assert heights == sorted(heights, reverse=True)
    assert list(lit) == sorted(lit)
    assert {*lit} == {*range(9)}


def test_what_is_typed_is_asked_of_the_kernel_and_played(show, page):
    made = picture()
    pic = show(made)
    type_in(pic, "tuesday")
    assert page.evaluate("sent") == [{"typed": "tuesday"}]
    assert answer(page, made) == ""
    is_at(pic, 3, asked="tuesday")
    says(pic, f"row {NAMES.index('tuesday')} of 40")
    word, cosine = made.nearest[0]
    says(pic, f": {word} {cosine:.2f}, ")
    expect(pic.locator("svg")).to_contain_text(f"{word} {cosine:.2f}")
    type_in(pic, "blue - red + king")
    assert answer(page, made) == ""
    is_at(pic, 3, asked="blue − red + king")
    says(pic, "The three words themselves are left out (blue ")
    assert at(pic, f"term{NAMES.index('blue')}")


def test_an_example_that_is_typed_needs_no_kernel(pic, page):
    for text, step in {"king-man + woman": 1, "red": 0, "monday": 2}.items():
        type_in(pic, text)
        is_at(pic, step)
    assert page.evaluate("sent") == []


def test_a_word_that_is_lacking_is_told_below_the_field(show, page):
    made = picture(step=1)
    pic = show(made)
    before = drawing(pic)
    type_in(pic, "tarts")
    answer(page, made)
    refuses(pic, "it is made of the pieces tar ##ts")
    assert drawing(pic) == before


def test_a_click_on_a_word_asks_for_it(show, page):
    made = picture()
    pic = show(made)
    row = NAMES.index("green")
    pic.locator(f"circle[data-row='{row}']").first.click()
    assert page.evaluate("sent") == [{"row": str(row)}]
    assert answer(page, made) == ""
    is_at(pic, 3, asked="green")
    pic.locator("text[data-row='0']").first.click()
    is_at(pic, 0)


def test_words_that_are_clicked_become_a_sum(show, page):
    made = picture()
    pic = show(made)
    press(pic, "next")
    less = pic.get_by_role("button", name="minus, then a word")
    plus = pic.get_by_role("button", name="plus, then a word")
    field = pic.locator("input[type=text]")

    def click(word):
        # a word that is lit has two circles, and the upper one is clicked
        pic.locator(f"circle[data-row='{NAMES.index(word)}']").last.click()

    less.click()
    expect(field).to_have_value("red \u2212 ")
    click("blue")
    plus.click()
    assert page.evaluate("sent") == []
    click("king")
    text = "red \u2212 blue + king"
    expect(field).to_have_value(text)
    assert page.evaluate("sent") == [{"typed": text}]
    assert answer(page, made) == ""
    is_at(pic, 3, asked=text)
    click("green")  # the sum is whole: this is a word of its own
    assert page.evaluate("sent")[1:] == [{"row": str(NAMES.index("green"))}]


def test_a_long_word_that_is_clicked_goes_whole_into_a_sum(show, page):
    names = [*NAMES[:-1], "telecommunications"]
    made = neighbours(TABLE, names, shown=[*NAMES[:33], names[-1]], asks=["red"])
    pic = show(made)
    press(pic, "next")
    for sign, word in {"minus": "telecommunications", "plus": "king"}.items():
        pic.get_by_role("button", name=f"{sign}, then a word").click()
        pic.locator(f"circle[data-row='{names.index(word)}']").last.click()
    text = "red \u2212 telecommunications + king"
    assert page.evaluate("sent") == [{"typed": text}]
    assert answer(page, made) == ""


def test_the_word_under_the_pointer_is_told(show):
    made = picture(step=2)
    pic = show(made)
    word, cosine = made.nearest[0]
    row = NAMES.index(word)
    says_under_pointer(
        pic,
        {
            f"circle[data-row='{row}'] >> nth=-1": f"{row} {word}: cosine {cosine:.2f}",
            "circle[data-row='10'] >> nth=-1": "10 monday",
        },
    )


def test_the_numbers_hold_the_nearest_and_those_left_out(show):
    made = picture(step=1)
    pic = show(made)
    body = pic.locator("tbody tr").all_text_contents()
    assert len(body) == 8
    word, cosine = made.nearest[0]
    assert body[0].startswith(f"{NAMES.index(word)} {word}{cosine:.2f}")
    assert pic.locator("tfoot th").all_text_contents() == [
        f"left out: {NAMES.index(word)} {word}" for word in ("king", "man", "woman")
    ]


def test_a_narrow_page_holds_it_whole(show, page):
    pic = show(picture(step=1))
    page.set_viewport_size({"width": 390, "height": 800})
    page.wait_for_function("document.querySelector('svg').viewBox.baseVal.width < 350")
    assert pic.locator("svg").bounding_box()["width"] <= 390
    assert len(rings(pic)) == 8


def test_all_of_it_is_seen_at_once_in_a_notebook(show, page):
    """JupyterLab leaves 647 of 768 px to a notebook, and 934 to its outputs; presented, a picture
    is made to fit, see tests/browser/test_in_view.py.
    """
    pic = show(of_real())
    page.set_viewport_size({"width": 950, "height": 768})
    for _ in range(4):
        press(pic, "next")
        box = pic.bounding_box()
        assert box["width"] == 934
        assert box["height"] <= 640
    assert pic.locator("svg").bounding_box()["width"] > 748, "no letter has shrunk"


def test_words_are_text(show, page):
    pic = show(neighbours(HALVES, WORDS, asks=WORDS[:4]))
    press(pic, "next")
    says(pic, "<script>hacked")
    assert pic.locator("b, script, img").count() == 0
    assert page.evaluate("window.hacked") is None
