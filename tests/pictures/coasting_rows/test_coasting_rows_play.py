"""What coasting_rows does in a bare page, beside what test_player.py asks of all pictures."""

import itertools

import pytest
from playwright.sync_api import expect

from bare_page import (
    answer,
    film,
    press,
    refuses,
    says,
    says_under_pointer,
    stands,
    type_in,
)
from frames import WORDS
from lookup import coasting_rows
from test_coasting_rows import NAMES, OPTIMISERS, run, runs_of

LASTS = [300, 150, 150, 150]  # ms of each step
OPENS = "rest"
RUNS = {name: run(make, steps=4) for name, make in OPTIMISERS.items()}
# Where the row that is seen once is on the lane of an optimiser, its colour, how far it has come.
ZEBRA = """(svg, k) => {
    const at = (key) => svg.byKey.get(key).node;
    const { fill, cx } = at(`sledge${k}`).attributes;
    return [Number(cx.value), fill.value, at(`way${k}`).textContent];
}"""
ADAM = [*OPTIMISERS].index("Adam")


def picture(**more):
    return coasting_rows(RUNS, **{"names": NAMES} | more)


def is_at(pic, step, phase="shown", playing="false", by="SGD"):
    stands(pic, step=step, phase=phase, playing=playing, by=by)
    if phase == "shown":
        expect(pic.locator("svg")).to_contain_text(f"step {step + 1}")
        says(pic, f"Step {step + 1}, {by}: “\u2068zebra\u2069” has gradient ")
    expect(pic.locator(".count")).to_have_text(f"moment {step + 1} of 4")


def zebra(pic, by="Adam"):
    return pic.locator("svg").evaluate(ZEBRA, [*OPTIMISERS].index(by))


@pytest.fixture
def moving(show):
    """A picture of four steps that moves, under Adam."""
    return show(picture(by="Adam"), motion="no-preference")


def test_without_a_gradient_the_row_glides_on_frame_by_frame(moving, page):
    press(moving, "next")
    page.clock.run_for(LASTS[0] + 50)
    x, *shown = zebra(moving)
    assert shown == ["var(--touch)", "1"]
    press(moving, "next")
    seen = film(page, moving, LASTS[1], f"svg => ({ZEBRA})(svg, {ADAM})[0]")
    assert seen[0] == x
    assert len(set(seen)) >= 6
    assert all(before <= after for before, after in itertools.pairwise(seen))
    assert zebra(moving)[1:] == ["var(--quiet)", "1.67"]


SAID = {
    "SGD": ["var(--paper)", "1"],
    "momentum": ["var(--quiet)", "1.9"],
    "Adam": ["var(--quiet)", "1.67"],
    "AdamW": ["var(--quiet)", "1.68"],
}


def test_each_optimiser_has_a_lane_and_a_button_and_the_step_stays(pic, page):
    press(pic, "next")
    press(pic, "next")
    is_at(pic, 1)
    assert pic.locator(".ways button").all_text_contents() == [*SAID]
    for by, shown in SAID.items():
        assert zebra(pic, by)[1:] == shown
        if by == "Adam":
            pic.locator("svg text[data-way=Adam]").first.click()
        else:
            press(pic, by)
        is_at(pic, 1, by=by)
        expect(pic.locator(f"button[data-way={by}]")).to_have_attribute(
            "aria-pressed", "true"
        )
    assert page.evaluate("[state.by, state.step]") == ["AdamW", 1]
    page.evaluate("set({ by: 'SGD' })")
    is_at(pic, 1)
    assert {by: zebra(pic, by)[1:] for by in SAID} == SAID, "no click moves a row"


def test_the_batches_are_the_scrub_bar(pic):
    bar, box = (
        pic.locator(where).bounding_box()
        for where in (
            "input[aria-label=step]",
            "svg rect[fill='var(--touch)'] >> nth=0",
        )
    )
    assert abs(bar["x"] - box["x"]) < 2
    assert abs(bar["width"] - 4 * box["width"]) < 4


def test_a_typed_step_is_trained_again_in_the_kernel(show, page):
    shown = picture(again=lambda seen: runs_of(seen, steps=4), by="Adam", step=3)
    pic = show(shown)
    before = zebra(pic)
    type_in(pic, "300")
    assert page.evaluate("sent") == [{"typed": "300"}]
    assert answer(page, shown) == ""
    stands(pic, step=3, by="Adam", playing="false", phase="shown")
    says(pic, "Step 303, Adam: ")
    expect(pic.locator("svg")).to_contain_text("distance from before step 300")
    assert float(zebra(pic)[2]) > 2 * float(before[2])
    type_in(pic, "cow")
    refused = answer(page, shown)
    assert "whole number from 1 to 1,000" in refused
    refuses(pic, refused)
    says(pic, "Step 303, Adam: ")


def test_a_step_is_dragged_and_sent_once_it_rests(show, page):
    shown = picture(again=lambda seen: runs_of(seen, steps=4), by="Adam")
    pic = show(shown)
    slider = pic.get_by_role("slider", name="zebra is seen at step")
    expect(slider).to_have_value("1")
    slider.fill("20")
    slider.focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(pic.get_by_role("textbox")).to_have_value("23")
    assert page.evaluate("sent") == []
    page.clock.run_for(300)
    assert page.evaluate("sent") == [{"typed": "23"}]
    stands(pic, step=0, phase="rest")
    assert answer(page, shown) == ""
    says(pic, "Step 23, Adam: ")
    type_in(pic, "7")
    assert answer(page, shown) == ""
    expect(slider).to_have_value("7")
    expect(pic.get_by_role("slider")).to_have_count(2)


def test_a_typed_step_is_shown_without_the_kernel(pic, page):
    type_in(pic, "3")
    is_at(pic, 2)
    assert page.evaluate("[saved, sent]") == [[2], []]


def test_the_lane_under_the_pointer_is_said(show):
    pic = show(picture(step=1))
    said = "Adam, 1 zebra: gradient 0, memory 1.2, moved 0.013, distance 1.67"
    says_under_pointer(
        pic, {'circle[data-lane="2"]': said, 'text[data-lane="2"]': said}
    )


def test_a_narrow_page_has_the_names_above_the_lanes(show, page):
    pic = show(picture(step=1))
    tops = (
        "svg => ['name1', 'sledge1'].map((key) => svg.byKey.get(key).node.getBBox().y)"
    )
    name, lane = pic.locator("svg").evaluate(tops)
    assert abs(name - lane) < 12
    page.set_viewport_size({"width": 400, "height": 700})
    page.wait_for_function("document.querySelector('svg').viewBox.baseVal.width < 450")
    name, lane = pic.locator("svg").evaluate(tops)
    assert lane > name + 14
    assert pic.locator("svg").bounding_box()["width"] <= 400


def test_words_are_text(show, page):
    six = {"<b>Adam</b>": run(OPTIMISERS["Adam"], V=6, steps=4)}
    pic = show(coasting_rows(six, names=WORDS[:6], step=1))
    says(pic, "Step 2, <b>Adam</b>: “\u2068<b>cat</b>\u2069” has gradient 0")
    assert pic.locator("b, script, img").count() == 0
    assert page.evaluate("window.hacked") is None
