"""What file_pages does in a bare page, beside what test_player.py asks of all pictures."""

from playwright.sync_api import expect

from bare_page import ATTRIBUTE, attribute, drawing, film, press, says, stands, type_in
from frames import WORDS
from lookup import file_pages

READ = {"lookup of 1 id": [4], "lookup of 2 ids": [1, 4], "one-hot @ W": range(8)}
LASTS = [1200, 600, 600]  # ms of each call
OPENS = "rest"
COUNTED = [
    "1 of 8 pages, 4,096 bytes",
    "2 of 8 pages, 8,192 bytes",
    "8 of 8 pages, 32,768 bytes",
]


def picture(picked=None, **how):
    made = file_pages(READ, pages=8, page_bytes=4096, **how)
    made.row = picked
    return made


def is_at(pic, step, phase="shown", playing="false", picked=""):
    """The picture stands at a call; unless it moves, its pages are counted below and in words."""
    stands(pic, step=step, phase=phase, playing=playing, picked=picked)
    if phase == "shown":
        says(pic, f"{[*READ][step]} reads {COUNTED[step]}.")
        expect(pic.locator("svg")).to_contain_text(COUNTED[step])
        assert attribute(pic, "lit", "stroke-opacity") == "1"
        assert attribute(pic, "left", "d") is None
    expect(pic.locator(".count")).to_have_text(f"call {step + 1} of 3")


def under(pic, page, square, text):
    """What is written under the pointer while it is over a square of the wall."""
    box = pic.locator("svg").bounding_box()
    scale = box["width"] / float(pic.locator("svg").get_attribute("viewBox").split()[2])
    x, y, width = (float(attribute(pic, "frame", name)) for name in ("x", "y", "width"))
    side = width / 8
    page.mouse.move(
        box["x"] + scale * (x + (square + 0.5) * side),
        box["y"] + scale * (y + side / 2),
    )
    expect(pic.locator(".under")).to_have_text(text)


def test_no_page_is_lit_before_the_first_call(pic, page):
    expect(pic.locator("svg")).to_contain_text("0 of 8 pages, 0 bytes")
    assert attribute(pic, "lit", "d") is None
    under(pic, page, 4, "page 4")
    press(pic, "next")
    under(pic, page, 4, "page 4 is read")
    under(pic, page, 5, "page 5 is not read")
    under(pic, page, 8, "")


def test_old_pages_go_before_new_ones_come_frame_by_frame(moving, page):
    press(moving, "next")
    page.clock.run_for(LASTS[0] + 50)
    press(moving, "next")
    is_at(moving, 1, "moving")
    strength = f"Number(({ATTRIBUTE})(svg, [key, 'stroke-opacity']))"
    seen = film(
        page, moving, LASTS[1], f"svg => ['left', 'lit'].map((key) => {strength})"
    )
    is_at(moving, 1)
    left, lit = zip(*seen)
    assert (left[0], lit[0]) == (1, 0)
    assert len(set(left)) > 5
    assert len(set(lit)) > 5
    assert list(left) == sorted(left, reverse=True)
    assert list(lit) == sorted(lit)
    assert not any(old and new for old, new in seen)


def test_a_click_on_a_call_below_the_slider_shows_it(pic, page):
    box = pic.get_by_role("slider").bounding_box()
    for step in (2, 1, 0):
        page.mouse.click(
            box["x"] + (step + 0.5) * box["width"] / 3, box["y"] + box["height"] / 2
        )
        is_at(pic, step)
    assert page.evaluate("saved") == [2, 1, 0]


def test_a_typed_page_is_picked_and_stays_picked(pic, page):
    press(pic, "next")
    type_in(pic, "1")
    is_at(pic, 0, picked=1)
    says(pic, "4,096 bytes. Page 1 is not read.")
    press(pic, "next")
    is_at(pic, 1, picked=1)
    says(pic, "8,192 bytes. Page 1 is read.")
    before = drawing(pic)
    type_in(pic, "")
    is_at(pic, 1)
    assert attribute(pic, "ringpick", "x") is None
    type_in(pic, "1")
    assert drawing(pic) == before
    assert page.evaluate("sent") == []


def test_two_views_agree_on_the_page(show, page):
    show(picture(step=1), views=2)
    for row, picked in [(4, "4"), (None, "")]:
        page.evaluate("row => set({ row })", row)
        for view in page.locator(".lookup.picture").all():
            is_at(view, 1, picked=picked)


def test_four_thousand_pages_are_few_shapes(show):
    pic = show(
        file_pages({"all": range(4096), "even": range(0, 4096, 2)}, pages=4096, step=1)
    )
    assert pic.locator("svg > *").count() <= 20


def test_a_narrow_page_has_the_names_of_the_calls_in_two_lines(show, page):
    pic = show(file_pages({f"lookup of {k} ids": [k] for k in range(4)}, pages=8))
    page.set_viewport_size({"width": 360, "height": 700})
    page.wait_for_function("document.querySelector('svg').viewBox.baseVal.width < 350")
    texts = pic.locator("svg text").all_text_contents()
    assert {"lookup", "of 2 ids"} <= {*texts}
    assert pic.locator("svg").bounding_box()["width"] <= 360


def test_words_are_text(show, page):
    pic = show(file_pages({word: [0] for word in WORDS[1:6]}, pages=8, step=0))
    press(pic, "next")
    says(pic, "<b>cat</b> reads 1 of 8 pages")
    assert pic.locator("b, script, img").count() == 0
    assert page.evaluate("window.hacked") is None
