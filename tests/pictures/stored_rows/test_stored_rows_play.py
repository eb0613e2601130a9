"""What stored_rows does in a bare page, beside what test_player.py asks of all pictures."""

import pytest
from playwright.sync_api import expect

from bare_page import (
    ATTRIBUTE,
    answer,
    attribute,
    drawing,
    film,
    press,
    says,
    stands,
    type_in,
)
from lookup import stored_rows
from test_stored_rows import SMALL
from test_stored_rows_frames import NAMES, coo, forms

LASTS = [0, 800, 800]  # ms: at the first form nothing has moved yet
OPENS = "shown"
SAYS = [
    "dense: 8 rows are stored, 3 of them hold numbers, 5 hold nothing but zeros: 128 B.",
    "sparse=True: 6 entries are stored, one for each visit of 3 rows; "
    "the other 5 rows are not stored: 144 B.",
    "coalesced: 3 entries are stored, one for each of 3 rows; "
    "the other 5 rows are not stored: 72 B.",
]


def picture(picked=None, **how):
    made = stored_rows(SMALL, **({"names": NAMES} | how))
    made.row = picked
    return made


def is_at(pic, step, phase="shown", playing="false", picked=""):
    """The picture stands at a form; unless it moves, its bytes and its sentence are those of it."""
    stands(pic, step=step, phase=phase, playing=playing, picked=picked)
    if phase != "moving":
        says(pic, SAYS[step])
        assert attribute(pic, "zeros", "stroke") == (
            "var(--line)" if step == 0 else None
        )
        assert pic.locator("svg").evaluate("svg => svg.byKey.get('size').node.textContent") == (
            "128 B", "144 B", "72 B"
        )[step]  # fmt: skip
        expect(pic.locator(".count")).to_have_text(f"form {step + 1} of 3")


def under(pic, page, square, text):
    """What is written under the pointer while it is over a square of the wall."""
    box = pic.locator("svg").bounding_box()
    scale = box["width"] / float(pic.locator("svg").get_attribute("viewBox").split()[2])
    x, y = (float(attribute(pic, "frame", name)) for name in ("x", "y"))
    side = float(attribute(pic, "lit", "stroke-width"))
    page.mouse.move(
        box["x"] + scale * (x + (square + 0.5) * side),
        box["y"] + scale * (y + side / 2),
    )
    expect(pic.locator(".under")).to_have_text(text)


def test_zeros_fade_and_the_bar_goes_on_frame_by_frame(moving, page):
    press(moving, "next")
    is_at(moving, 1, "moving")
    keys = "[['zeros', 'stroke-opacity'], ['bytes', 'width']]"
    read = f"svg => {keys}.map((key) => Number(({ATTRIBUTE})(svg, key)))"
    fades, widths = zip(*film(page, moving, LASTS[1], read))
    is_at(moving, 1)
    assert fades[0] == 1
    assert fades[-1] == 0
    assert len(set(fades)) > 10
    assert list(fades) == sorted(fades, reverse=True)
    assert list(widths) == sorted(widths), "144 bytes are more than 128"


def test_a_click_on_a_form_below_the_slider_shows_it(pic, page):
    slider = pic.get_by_role("slider")
    box = slider.bounding_box()
    for step in (2, 1, 0):
        page.mouse.click(
            box["x"] + (step + 0.5) * box["width"] / 3, box["y"] + box["height"] / 2
        )
        is_at(pic, step)
    assert page.evaluate("saved") == [2, 1, 0]


def test_the_row_under_the_pointer_is_said_whatever_the_form(pic, page):
    under(pic, page, 4, "row 4 “\u2068cat\u2069”: stored, 3 visits.")
    under(pic, page, 7, "row 7: a row of zeros, stored.")
    pic.locator(".title").hover()
    expect(pic.locator(".under")).to_have_text("")
    press(pic, "next")
    under(
        pic,
        page,
        4,
        "row 4 “\u2068cat\u2069”: stored in 3 entries, one for each visit.",
    )
    under(pic, page, 7, "row 7: not stored.")
    under(pic, page, 8, "")


@pytest.mark.parametrize("text", ["cat", " cat ", "4"])
def test_a_typed_row_is_picked_without_the_kernel_and_stays_picked(pic, page, text):
    type_in(pic, text)
    is_at(pic, 0, picked=4)
    says(pic, "128 B. Row 4 “\u2068cat\u2069”: stored, 3 visits.")
    press(pic, "next")
    is_at(pic, 1, picked=4)
    says(pic, "Row 4 “\u2068cat\u2069”: stored in 3 entries")
    type_in(pic, "")
    is_at(pic, 1)
    assert attribute(pic, "ringpick", "x") is None
    assert page.evaluate("[saved, sent]") == [[4, 1, None], []]


def test_a_word_that_only_the_kernel_knows(show, page):
    shown = picture(step=1)
    pic = show(shown, motion="no-preference")
    type_in(pic, "mat")
    assert answer(page, shown) == ""
    is_at(pic, 1, picked=7)
    says(pic, "144 B. Row 7 “\u2068mat\u2069”: not stored.")


def test_to_learn_of_a_row_does_not_play_the_form_again(show, page):
    shown = picture()
    pic = show(shown, motion="no-preference")
    press(pic, "next")
    page.clock.run_for(LASTS[1] + 50)
    before = drawing(pic)
    shown.step = 1  # as the page has saved it
    type_in(pic, "mat")
    answer(page, shown)
    type_in(pic, "")
    stands(pic, step=1, phase="shown", picked="")
    assert drawing(pic) == before


def test_two_views_agree_on_the_row(show, page):
    show(picture(), views=2)
    for row, picked in [(4, "4"), (7, "7"), (None, "")]:
        page.evaluate("row => set({ row })", row)
        for view in page.locator(".lookup.picture").all():
            is_at(view, 0, picked=picked)


def test_a_wall_of_twenty_thousand_rows_is_few_shapes(show):
    ids = [(k * k) % 22_311 for k in range(1014)]
    pic = show(stored_rows(forms(coo(ids, 22_311)), step=1))
    assert pic.locator("svg > *").count() <= 25
    says(pic, "sparse=True: 1,014 entries are stored, one for each visit of ")


def test_words_are_text(show, page):
    names = [f"<img src=x onerror=hacked={k}>" for k in range(8)]
    shown = stored_rows(SMALL, names=names, step=1)
    shown.row = 4
    pic = show(shown)
    says(pic, "<img src=x onerror=hack")
    assert pic.locator("img").count() == 0
    assert page.evaluate("window.hacked") is None
