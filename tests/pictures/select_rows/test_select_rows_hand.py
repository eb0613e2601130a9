"""What ids and rows' numbers do in the hand: mouse, finger, pen and keys, in a bare page."""

import contextlib

import pytest
from playwright.sync_api import expect

from bare_page import IDS, STEP, TABLE, draw, drawing, film, is_at, press, says
from conftest import new_context
from lookup import select_rows

FOUND = (STEP - 900) // 2 + 100  # ms that a later step takes once its id is at its row
PLACE = """(svg, key) => {
    const { x, y, width, height } = svg.byKey.get(key).node.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
}"""
TEXTS = """svg => [...svg.querySelectorAll("text[data-out]")].map((node) => node.textContent)"""
TOP = "svg => Number(svg.byKey.get('w0,1').node.getAttribute('y'))"
TAG = "svg => svg.byKey.get('tag')?.node.getAttribute('y') ?? null"


def picture(**how):
    return select_rows(TABLE, IDS, **how)


@pytest.fixture
def pic(show):
    """A picture of the ids 4, 1, 2 that moves, at its second step: two rows have come out."""
    return show(picture(step=1), motion="no-preference")


def middle(pic, key):
    """Where on the page a shape is."""
    return pic.locator("svg").evaluate(PLACE, key)


def beside(place, right, down):
    return place[0] + right, place[1] + down


def out(pic):
    """The numbers of the output, row by row."""
    texts = pic.locator("svg").evaluate(TEXTS)
    return [" ".join(texts[k : k + 3]) for k in range(0, len(texts), 3)]


def row(number):
    return " ".join(f"{value:g}" for value in TABLE[number].tolist())


def take(page, place, right=0, down=12):
    """Press the mouse there, and move it as far as makes it a drag."""
    page.mouse.move(*place)
    page.mouse.down()
    page.mouse.move(*beside(place, right, down), steps=3)


def test_an_id_that_is_dragged_to_its_row_is_looked_up_under_the_pointer(pic, page):
    take(page, middle(pic, "chip0"))
    page.mouse.move(*middle(pic, "w2,1"), steps=4)
    assert middle(pic, "heldpick")[1] == pytest.approx(middle(pic, "w4,1")[1], abs=2)
    is_at(pic, 1)
    page.mouse.move(*middle(pic, "w4,1"), steps=2)
    is_at(pic, 0, "moving")
    page.clock.run_for(STEP + 100)
    is_at(pic, 0)
    assert out(pic) == [row(4), row(1)]
    page.mouse.move(*middle(pic, "w0,1"))
    page.mouse.up()
    is_at(pic, 0)
    assert page.evaluate("saved") == [0]


def test_an_id_that_is_let_go_of_over_the_table_flies_to_its_row_from_there(pic, page):
    take(page, middle(pic, "chip2"))
    page.mouse.move(*middle(pic, "w0,1"), steps=3)
    page.mouse.up()
    is_at(pic, 2, "moving")
    heights = [float(y) for y in film(page, pic, STEP, TAG) if y is not None]
    top = pic.locator("svg").evaluate(TOP)
    assert heights[0] == pytest.approx(top, abs=10), "not from its chip"
    assert heights == sorted(heights), "down, from row 0 to row 2"
    assert len(set(heights)) > 40, "frame by frame, for as long as from its chip"
    is_at(pic, 2)
    assert out(pic) == [row(4), row(1), row(2)]


@pytest.mark.parametrize("end", ["beside the table", "Escape"])
def test_an_id_that_comes_to_no_row_goes_back(pic, page, end):
    before = drawing(pic)
    take(page, middle(pic, "chip0"))
    page.mouse.move(*middle(pic, "w1,1"), steps=3)
    assert drawing(pic) != before
    if end == "Escape":
        pic.locator(".stage").press("Escape")
        assert drawing(pic) == before
        page.mouse.move(*middle(pic, "w4,1"), steps=3)
    else:
        page.mouse.move(*beside(middle(pic, "slot0"), 10, 0), steps=3)
    page.mouse.up()
    assert drawing(pic) == before
    is_at(pic, 1)
    assert page.evaluate("[saved, sent]") == [[], []]


def test_a_rows_number_that_is_dragged_to_the_ids_comes_behind_them(pic, page):
    take(page, middle(pic, "index5"), down=-12)
    page.mouse.move(*beside(middle(pic, "chip2"), 50, 0), steps=4)
    assert out(pic) == [row(4), row(1)]
    page.mouse.up()
    is_at(pic, 3 + 5, "moving", row=5)
    page.clock.run_for(STEP + 100)
    is_at(pic, 3 + 5, row=5)
    assert out(pic) == [row(4), row(1), row(5)]
    assert middle(pic, "own")[0] > middle(pic, "chip2")[0]
    assert page.evaluate("saved") == [8]
    take(page, middle(pic, "index0"), right=12, down=0)
    page.mouse.up()
    is_at(pic, 3 + 5, row=5)


def test_along_the_ids_a_drag_scrubs_and_one_that_leaves_them_takes_the_id(pic, page):
    start = middle(pic, "chip0")
    take(page, start, right=12, down=0)
    page.mouse.move(*middle(pic, "chip2"), steps=4)
    is_at(pic, 2)
    page.mouse.move(*middle(pic, "w0,1"), steps=4)
    is_at(pic, 1)
    assert out(pic) == [row(4), row(1)], "as before the hand moved"
    page.mouse.move(*middle(pic, "w4,1"), steps=8)
    page.mouse.up()
    page.clock.run_for(FOUND)
    page.clock.run_for(STEP + 100)
    is_at(pic, 0)
    assert out(pic) == [row(4), row(1)]


def test_a_click_destroys_nothing_that_has_come_out(pic, page):
    def click(key):
        page.mouse.click(*middle(pic, key))
        page.clock.run_for(STEP + 100)
        return out(pic)

    assert click("chip0") == [row(4), row(1)]
    assert click("w3,1") == [row(4), row(1), row(3)]
    assert click("w1,1") == [row(4), row(1), row(3), row(1)], "also if it is there"
    assert click("chip2") == [row(4), row(1), row(2), row(3), row(1)]
    press(pic, "previous")
    page.clock.run_for(STEP + 100)
    assert out(pic) == [row(4), row(1)], "the step before is the step before"


def test_back_from_rows_that_were_asked_for_leads_through_them_to_the_ids(pic, page):
    for number in (3, 5):
        page.mouse.click(*middle(pic, f"w{number},1"))
        page.clock.run_for(STEP + 100)
    for step, rows in [(6, [4, 1, 3]), (1, [4, 1])]:
        press(pic, "previous")
        page.clock.run_for(STEP + 100)
        is_at(pic, step, row=rows[-1])
        assert out(pic) == [row(number) for number in rows]


def test_the_keys_choose_a_row_and_put_its_number_behind_the_ids(pic, page):
    stage = pic.locator(".stage")
    stage.focus()
    for key in ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp"]:
        page.keyboard.press(key)
    says(pic, "Row 3: Enter puts its number behind the ids, Escape goes back.")
    assert middle(pic, "guesspick")[1] == pytest.approx(middle(pic, "w3,1")[1], abs=2)
    page.keyboard.press("Escape")
    assert pic.locator("[stroke-dasharray='6 5']").count() == 0
    expect(stage).to_be_focused()
    for key in ["ArrowDown", "ArrowDown", "Enter"]:
        page.keyboard.press(key)
    page.clock.run_for(STEP + 100)
    is_at(pic, 3 + 3, row=3)
    assert out(pic) == [row(4), row(1), row(3)]


def test_enter_looks_an_id_up_once_more(pic, page):
    pic.locator(".stage").focus()
    page.keyboard.press("Enter")
    is_at(pic, 1, "moving")
    page.clock.run_for(STEP + 100)
    is_at(pic, 1)
    assert out(pic) == [row(4), row(1)]


def test_where_a_guess_is_wanted_the_row_below_the_id_is_the_guess(show, page):
    pic = show(picture(predict=True), motion="no-preference")
    take(page, middle(pic, "chip0"))
    page.mouse.move(*middle(pic, "w4,1"), steps=4)
    is_at(pic, 0, "asked")
    page.mouse.move(*middle(pic, "w5,1"), steps=2)
    assert middle(pic, "heldpick")[1] == pytest.approx(middle(pic, "w5,1")[1], abs=2)
    page.mouse.up()
    page.clock.run_for(STEP + 100)
    is_at(pic, 0)
    says(pic, "you said row 5, but id 4 means row 4;")
    press(pic, "next")
    is_at(pic, 1, "asked")
    pic.locator(".stage").focus()
    page.keyboard.press("ArrowDown")
    says(pic, "Row 0: Enter says that it comes out")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.clock.run_for(STEP + 100)
    says(pic, "as you said, id 1")


@pytest.mark.parametrize("where", [".stage", "button", "input[type=text]", "input"])
def test_escape_gives_the_keys_to_what_is_around_the_picture(pic, page, where):
    page.evaluate("document.querySelector('main').tabIndex = -1")
    pic.locator(where).first.focus()
    page.keyboard.press("Escape")
    expect(page.locator("main")).to_be_focused()
    page.keyboard.press("b")
    assert page.evaluate("bubbled") == ["b"]
    is_at(pic, 1)


@contextlib.contextmanager
def touched(browser):
    """A picture on a screen that is touched, lower than what it shows, and its page."""
    options = {"has_touch": True, "viewport": {"width": 900, "height": 420}}
    with contextlib.closing(new_context(browser, **options)) as context:
        page = context.new_page()
        pic = draw(page, picture(), motion="no-preference")
        page.clock.resume()
        page.evaluate("document.body.style.paddingBottom = '2000px'")
        yield pic, page


def stroke(page, start, *places, kind="touch"):
    """A finger, or a pen, goes from place to place; it is not lifted."""
    session = page.context.new_cdp_session(page)

    def send(name, place):
        x, y = place
        if kind == "touch":
            name = {"down": "touchStart", "move": "touchMove"}[name]
            points = [{"x": x, "y": y}]
            session.send(
                "Input.dispatchTouchEvent", {"type": name, "touchPoints": points}
            )
        else:
            name = {"down": "mousePressed", "move": "mouseMoved"}[name]
            pen = {"pointerType": "pen", "button": "left", "buttons": 1}
            session.send(
                "Input.dispatchMouseEvent", {"type": name, "x": x, "y": y, **pen}
            )

    send("down", start)
    for place in places:
        for part in range(1, 6):
            send(
                "move",
                [a + (b - a) * part / 5 for a, b in zip(start, place, strict=True)],
            )
        start = place


@pytest.mark.long
@pytest.mark.parametrize("kind", ["touch", "pen"])
def test_a_finger_and_a_pen_drag_an_id_and_the_page_stays_where_it_is(browser, kind):
    with touched(browser) as (pic, page):
        chip, target = middle(pic, "chip0"), middle(pic, "w4,1")
        lifted = 30 if kind == "touch" else 0  # so that the finger does not hide it
        stroke(page, chip, beside(target, 0, lifted), kind=kind)
        expect(pic).to_have_attribute("data-phase", "shown")
        assert out(pic) == [row(4)]
        assert page.evaluate("scrollY") == 0


def test_elsewhere_a_finger_scrolls_the_page(browser):
    with touched(browser) as (pic, page):
        start = middle(pic, "w4,1")
        stroke(page, start, beside(start, 0, -120))
        page.wait_for_function("scrollY > 50")
        is_at(pic, 0, "rest")
