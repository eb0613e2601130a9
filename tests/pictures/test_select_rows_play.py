"""What select_rows does in a bare page, beside what test_player.py asks of all pictures."""

import pytest
import torch
from playwright.sync_api import expect

from bare_page import IDS, STEP, TABLE, drawing, is_at, press
from lookup import select_rows

# Where the first of some shapes is; nowhere if there is none.
LEFT = "nodes => nodes.slice(0, 1).map((node) => Number(node.getAttribute('x')))"
LASTS = [STEP, STEP // 2, STEP // 2]  # ms of each step


def picture(**how):
    return select_rows(TABLE, IDS, **how)


@pytest.fixture
def pic(show):
    """A picture of three steps."""
    return show(picture())


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


@pytest.mark.parametrize("start", ["space", "button"])
def test_play_at_the_end_starts_again_and_says_nothing_meanwhile(show, page, start):
    pic = show(picture(step=2))
    pic.locator(".stage").focus()
    if start == "space":
        page.keyboard.press("Space")
    else:
        press(pic, "play")
    expect(pic).to_have_attribute("data-playing", "true")
    expect(pic.get_by_role("status")).to_have_attribute("aria-live", "off")
    page.clock.run_for(4 * STEP)
    is_at(pic, 2)
    assert page.evaluate("saved") == [2]
    expect(pic.get_by_role("button", name="play")).to_have_text("Play")
    expect(pic.get_by_role("status")).to_have_attribute("aria-live", "polite")


def test_a_copy_moves_frame_by_frame_into_its_slot(show, page):
    pic = show(picture(), motion="no-preference")
    press(pic, "next")
    is_at(pic, 1, "moving")
    seen = []
    for _ in range(STEP // 2 // 16 + 2):
        page.clock.run_for(16)
        seen += pic.locator('svg [data-out="1"]').evaluate_all(LEFT)
    is_at(pic, 1)
    slot = pic.locator("svg").evaluate(
        "svg => Number(svg.byKey.get('slot1').node.getAttribute('x'))"
    )
    assert len(set(seen)) >= 5
    assert seen == sorted(seen)
    assert seen[-1] == pytest.approx(slot)


@pytest.mark.parametrize(
    ("key", "start", "phase"), [("ArrowRight", 2, "shown"), ("ArrowLeft", 0, "rest")]
)
def test_at_either_end_a_key_does_not_stop_halfway(show, page, key, start, phase):
    pic = show(picture(step=1), motion="no-preference")
    page.evaluate("step => set({ step })", start)
    page.clock.run_for(400)
    is_at(pic, start, "moving")
    pic.locator(".stage").press(key)
    is_at(pic, start, phase)
    assert (pic.locator(f'[data-out="{start}"]').count() > 0) == (phase == "shown")


def test_scrubbing_moves_the_picture_and_saves_when_let_go(show, page):
    pic = show(picture(), motion="no-preference")
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
