"""What keys, buttons, Play and the scrub bar do, in a bare page of Chromium without a kernel."""

import pytest
import torch
from playwright.sync_api import expect

from bare_page import IDS, STEP, TABLE, drawing, is_at, press, says, stays
from lookup import select_rows


@pytest.fixture
def pic(show):
    """A picture of three steps."""
    return show(select_rows(TABLE, IDS))


@pytest.mark.parametrize("where", [".stage", "input[type=range]", "button >> nth=0"])
def test_keys_step_and_start_again(pic, page, where):
    pic.locator(where).focus()
    for key, step in {"ArrowRight": 1, "ArrowLeft": 0}.items():
        page.keyboard.press(key)
        is_at(pic, step)
    for step in [1, 2, 2]:
        page.keyboard.press("ArrowRight")
        is_at(pic, step)
    page.keyboard.press("Home")
    is_at(pic, 0, "rest")
    says(pic, "Ready, step 1 of 3: press Play or the arrow to the right.")
    page.keyboard.press("ArrowRight")
    is_at(pic, 0)
    assert page.evaluate("saved") == [1, 0, 1, 2, 0]


def test_keys_with_a_modifier_are_not_the_pictures(pic, page):
    pic.locator(".stage").focus()
    for key in [
        "Control+ArrowRight",
        "Alt+ArrowRight",
        "Meta+Home",
        "Control+Space",
        "ArrowUp",
        "x",
    ]:
        page.keyboard.press(key)
    is_at(pic, 0)


def test_buttons_step_and_start_again(pic, page):
    for name, step in [("next step", 1), ("next step", 2), ("previous step", 1)]:
        press(pic, name)
        is_at(pic, step)
    expect(pic.locator(".count")).to_have_text("step 2 of 3")
    press(pic, "start again")
    is_at(pic, 0, "rest")
    assert page.evaluate("saved") == [1, 2, 1, 0]


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
@pytest.mark.parametrize("start", ["Home, Space", "button"])
def test_play_runs_to_the_end_and_saves_once(show, page, motion, start):
    pic = show(select_rows(TABLE, IDS, step=2), motion=motion)
    pic.locator(".stage").focus()
    if "Home" in start:
        page.keyboard.press("Home")
        is_at(pic, 0, "rest")
    saved = page.evaluate("saved.length")
    page.keyboard.press("Space") if "Space" in start else press(pic, "play")
    expect(pic).to_have_attribute("data-playing", "true")
    expect(pic.get_by_role("status")).to_have_attribute("aria-live", "off")
    page.clock.run_for(4 * STEP)
    is_at(pic, 2)
    assert page.evaluate("saved")[saved:] == [2]
    expect(pic.get_by_role("button", name="play")).to_have_text("Play")
    expect(pic.get_by_role("status")).to_have_attribute("aria-live", "polite")


def test_pause_saves_where_it_stands(show, page):
    pic = show(select_rows(TABLE, IDS), motion="no-preference")
    press(pic, "play")
    is_at(pic, 0, "moving", playing="true")
    page.clock.run_for(STEP + 400)
    press(pic, "pause")
    is_at(pic, 1)
    assert page.evaluate("saved") == [1]
    stays(page, pic)
    press(pic, "play")
    page.clock.run_for(4 * STEP)
    is_at(pic, 2)
    assert page.evaluate("saved") == [1, 2]


def test_a_copy_moves_frame_by_frame_into_its_slot(show, page):
    pic = show(select_rows(TABLE, IDS), motion="no-preference")
    press(pic, "next")
    is_at(pic, 1, "moving")
    seen = []
    for _ in range(STEP // 2 // 16 + 2):
        page.clock.run_for(16)
        seen += pic.locator("svg").evaluate(
            "svg => [...svg.querySelectorAll('[data-out=\"1\"]')].slice(0, 1).map((n) => Number(n.getAttribute('x')))"
        )
    is_at(pic, 1)
    slot = pic.locator("svg").evaluate(
        "svg => Number(svg.byKey.get('slot1').node.getAttribute('x'))"
    )
    assert len(set(seen)) >= 5
    assert seen == sorted(seen)
    assert seen[-1] == pytest.approx(slot)


def test_reduced_motion_shows_the_end_at_once(pic, page):
    press(pic, "next")
    is_at(pic, 1)
    stays(page, pic)


@pytest.mark.parametrize(
    ("key", "start", "phase"), [("ArrowRight", 2, "shown"), ("ArrowLeft", 0, "rest")]
)
def test_at_either_end_a_key_does_not_stop_halfway(show, page, key, start, phase):
    pic = show(select_rows(TABLE, IDS, step=1), motion="no-preference")
    page.evaluate("step => set({ step })", start)
    page.clock.run_for(400)
    is_at(pic, start, "moving")
    pic.locator(".stage").press(key)
    is_at(pic, start, phase)
    assert (pic.locator(f'[data-out="{start}"]').count() > 0) == (phase == "shown")


def test_scrubbing_moves_the_picture_and_saves_when_let_go(show, page):
    pic = show(select_rows(TABLE, IDS), motion="no-preference")
    box = pic.get_by_role("slider").bounding_box()
    at = [
        (box["x"] + box["width"] * share, box["y"] + box["height"] / 2)
        for share in (0.1, 0.5, 0.6, 0.9)
    ]
    page.mouse.move(*at[0])
    page.mouse.down()
    drawings = set()
    for place, step in zip(at, [0, 1, 1, 2]):
        page.mouse.move(*place)
        is_at(pic, step)
        drawings.add(drawing(pic))
    assert len(drawings) == 4
    assert page.evaluate("saved") == []
    page.mouse.up()
    assert page.evaluate("saved") == [2]
    page.clock.run_for(9000)
    assert drawing(pic) in drawings


def test_scrubbing_by_keys(pic, page):
    pic.get_by_role("slider").focus()
    page.keyboard.press("End")
    is_at(pic, 2)
    for _ in range(4):
        page.keyboard.press("PageDown")
    is_at(pic, 1)
    expect(pic.get_by_role("slider")).to_have_attribute("aria-valuetext", "step 2 of 3")


def test_a_batch_is_stepped_in_reading_order_and_keeps_the_places_of_its_ids(show, page):
    pic = show(select_rows(TABLE, [[4, 1], [1, 2]]))
    for step, row in enumerate([4, 1, 1, 2]):
        is_at(pic, step, row=row)
        product = torch.nn.functional.one_hot(torch.tensor(row), len(TABLE)).float() @ TABLE
        expect(pic.locator("tfoot td")).to_have_text(
            ["", *(f"{value:g}" for value in product.tolist())]
        )
        expect(pic.locator("svg")).to_contain_text(f"{step // 2}, {step % 2}")
        press(pic, "next step")
    expect(pic.locator("svg")).to_contain_text("out (2, 2, 3), a row a step")
