"""What step_times does in a bare page, beside what test_player.py asks of all pictures."""

import itertools

import pytest
from playwright.sync_api import expect

from bare_page import film, press, says, says_under_pointer, stands, type_in
from lookup import step_times
from test_step_times import DENSE, PARTS, STEPS, picture

LASTS = [510, 790, 370, 340]  # ms of each part of the first way
OPENS = "rest"
# ms in which another way takes over, at half the pace from the second part on
TAKES_OVER = 1700
# Where the bar to scale ends, how wide the lens is, where the cursor is, and what is counted.
SHOWN = """svg => {
    const at = (key) => svg.byKey.get(key)?.node;
    const end = (node) => Number(node.getAttribute("x")) + Number(node.getAttribute("width"));
    const glass = at("glass");
    const cursor = Number(at("cursor").getAttribute("d").slice(1).split(" ")[0]);
    return [end(at("bar3")), glass ? Number(glass.getAttribute("width")) : 0, cursor,
            at("total").textContent];
}"""


def is_at(pic, step, phase="shown", playing="false", by="dense"):
    stands(pic, step=step, phase=phase, playing=playing, by=by)
    if phase == "shown":
        says(pic, f"{by}: {PARTS[step]} takes ")
    expect(pic.locator(".count")).to_have_text(f"part {step + 1} of 4")


def shown(pic):
    return pic.locator("svg").evaluate(SHOWN)


@pytest.fixture
def moving(show):
    """A picture that moves, at its second part."""
    return show(picture(step=1), motion="no-preference")


def test_sparse_true_makes_the_bar_collapse_and_opens_a_lens(moving, page):
    press(moving, "sparse=True")
    ends, lens, _, totals = zip(*film(page, moving, TAKES_OVER // 2, SHOWN))
    assert ends[0] == pytest.approx(576)
    assert 8 < ends[-1] < 11
    assert all(after <= before for before, after in itertools.pairwise(ends))
    assert len(set(ends)) > 20
    assert (lens[0], lens[-1]) == pytest.approx((0, 568), 1e-4)
    assert {*totals} == {"4 rows, 1.0 kB"}
    page.clock.run_for(1000)
    is_at(moving, 1, by="sparse=True")
    assert shown(moving)[3] == "8 rows, 2.0 kB"
    expect(moving.locator("svg")).to_contain_text("290 times as fast as dense, 28 ms")
    expect(moving.locator("svg")).to_contain_text("enlarged 290 times")


def test_the_bar_grows_again_and_another_part_begins_at_once(moving, page):
    press(moving, "sparse=True")
    page.clock.run_for(3000)
    press(moving, "dense")
    page.clock.run_for(1700)
    is_at(moving, 1)
    assert shown(moving)[:2] == pytest.approx([576, 0])
    press(moving, "sparse=True")
    page.clock.run_for(3000)
    press(moving, "next")
    assert shown(moving)[1] == 568


def test_the_cursor_runs_along_the_bar(show, page):
    pic = show(picture(), motion="no-preference")
    press(pic, "next")
    page.clock.run_for(LASTS[0] + 50)
    press(pic, "next")
    places = [cursor for _, _, cursor, _ in film(page, pic, LASTS[1], SHOWN)]
    assert places == sorted(places)
    assert places[0] < 12
    assert places[-1] == pytest.approx(
        8 + 568 * sum(DENSE.typical[:2]) / sum(DENSE.typical), 1e-4
    )
    assert shown(pic)[3] == "204,804 rows, 52.4 MB"


def test_the_kernel_may_choose_the_way(pic, page):
    press(pic, "next")
    page.evaluate("set({ by: 'sparse=True' })")
    is_at(pic, 0, by="sparse=True")
    expect(pic.locator("[data-way='sparse=True']")).to_have_attribute(
        "aria-pressed", "true"
    )
    press(pic, "dense")
    assert page.evaluate("[state.by, state.step]") == ["dense", 0]


def test_at_the_end_the_whole_step_is_said(show):
    pic = show(picture(step=3, by="sparse=True"))
    says(
        pic,
        "The whole step takes 96 µs and touches 20 rows, 5.1 kB; it is 290 times as fast as ",
    )


@pytest.mark.parametrize("text", ["3", "SGD step"])
def test_a_typed_part_is_shown_without_the_kernel(pic, page, text):
    type_in(pic, text)
    is_at(pic, 2)
    assert page.evaluate("[saved, sent]") == [[2], []]


def test_a_part_is_clicked_in_the_bar_or_in_the_list(pic, page):
    pic.locator("rect[data-row='2']").first.click(position={"x": 3, "y": 3})
    is_at(pic, 2)
    pic.locator("text[data-row='1']").last.click()
    is_at(pic, 1)
    assert page.evaluate("[saved, sent]") == [[2, 1], []]


def test_what_is_under_the_pointer_is_said(show):
    pic = show(picture(step=1))
    says_under_pointer(
        pic,
        {
            "text[data-row='1'] >> nth=0": (
                "backward: 20 ms (20 to 40), 72 %; rows: 204,800 written"
            ),
            "text[data-tensor='1'] >> nth=0": (
                "backward, gradient: rows read 0, written 204,800, held 204,800"
            ),
        },
    )


def test_a_narrow_page_has_the_names_above_the_strips(pic, page):
    tops = (
        "svg => ['strip1:', 'room1'].map((key) => svg.byKey.get(key).node.getBBox().y)"
    )
    name, strip = pic.locator("svg").evaluate(tops)
    assert abs(name - strip) < 8
    page.set_viewport_size({"width": 360, "height": 700})
    page.wait_for_function("document.querySelector('svg').viewBox.baseVal.width < 350")
    name, strip = pic.locator("svg").evaluate(tops)
    assert name < strip - 8
    assert pic.locator("svg").bounding_box()["width"] <= 360


def test_words_are_text(show, page):
    pic = show(
        step_times({"<b>x</b>": DENSE, "<img onerror=x>": STEPS["sparse=True"]}, step=1)
    )
    says(pic, "<b>x</b>: backward takes ")
    assert pic.locator("b, script, img").count() == 0
    assert page.evaluate("window.hacked") is None
