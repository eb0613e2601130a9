"""What bags does in a bare page, beside what test_player.py asks of all pictures."""

import itertools

import pytest
from playwright.sync_api import expect

from bare_page import (
    TEXT,
    answer,
    film,
    press,
    refuses,
    says,
    stands,
    stays,
    text,
    type_in,
)
from lookup import bags
from test_bags import COUNTS, FORGOTTEN, IDS, NAMES, OFFSETS, RIGHT, W

ROWS = ["0 2", "2 3", "0 1 2", ""]
# ms, later steps at twice the pace; only the third bag has a count that its row waits for
LASTS = [2100, 1050, 1550, 350]
OPENS = "rest"
DOCUMENTS = ["cats eat", "eat fish", "<b>both</b>", ""]
WITHOUT = "without them"
# The lines of the output as far as they are filled; the text of a key such as "term2.0,1#".
OUT = """svg => {
    const lines = {};
    for (const [key, { node }] of svg.byKey) {
        const place = key.match(/^out(\\d+),(\\d+)#$/);
        if (place) (lines[place[1]] ??= [])[place[2]] = node.textContent || "0";
    }
    return Object.values(lines).map((line) => line.map(Number));
}"""


def picture(*, counted=True, **how):
    shown = bags(
        W, IDS, OFFSETS, counts=COUNTS, names=NAMES, documents=DOCUMENTS, **how
    )
    shown.counted = counted
    return shown


def out(pic):
    return pic.locator("svg").evaluate(OUT)


def is_at(pic, step, phase="shown", playing="false", wanted=RIGHT):
    """The picture stands at a bag; where that is shown, its line and those before are filled."""
    stands(pic, step=step, rows=ROWS[step], phase=phase, playing=playing)
    if phase in ("shown", "rest"):
        assert out(pic) == wanted[: step + (phase == "shown")]


def test_a_row_is_weighted_and_then_the_rows_fall_together(moving, page):
    page.evaluate("set({ step: 2 })")
    read = f"svg => [({TEXT})(svg, 'term2.2,1#'), svg.byKey.has('fallpick'), ({OUT})(svg).length]"
    seen = film(page, moving, LASTS[2], read)
    first = [next(k for k, frame in enumerate(seen) if found(frame)) for found in (
        lambda frame: frame[0] == "21",
        lambda frame: frame[0] == "42",
        lambda frame: frame[1],
        lambda frame: frame[2] == 3,
    )]  # fmt: skip
    assert first == sorted(first)
    assert len(set(first)) == 4
    is_at(moving, 2)


def test_the_falling_rows_move_frame_by_frame(moving, page):
    press(moving, "next")
    tops = "svg => Number(svg.byKey.get('fallpick')?.node.getAttribute('height') ?? 0)"
    fall = [high for high in film(page, moving, LASTS[0], tops) if high]
    assert len(set(fall)) >= 10
    assert all(before >= after for before, after in itertools.pairwise(fall))


def test_a_click_goes_on_to_a_bag_and_leaves_what_is_filled(pic, page):
    for selector, bag in [
        ('text[data-row="1"][data-entry="0"]', 1),
        ('text[data-row="2"][data-count="1"]', 2),
        ('rect[data-row="3"][stroke-dasharray]', 3),
    ]:
        pic.locator(selector).first.click()
        is_at(pic, bag)
    assert page.evaluate("[saved, sent]") == [[1, 2, 3], []]
    for key in ("id0.1#", "slot1:", "term1.0,1#"):
        pic.locator("svg").evaluate(
            "(svg, key) => svg.byKey.get(key).node.dispatchEvent("
            "new MouseEvent('click', { bubbles: true }))",
            key,
        )
        is_at(pic, 3)
    assert page.evaluate("[saved, sent]") == [[1, 2, 3], []]


def drag(pic, page, fence, to):
    """Drag an offset over the id at a key, and let it go."""
    box = pic.locator(f"rect[data-fence='{fence}'][rx]").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    id_at = "(svg, key) => svg.byKey.get(key).node.getBoundingClientRect().bottom"
    page.mouse.move(x, pic.locator("svg").evaluate(id_at, to), steps=5)


def test_an_offset_is_dragged_and_the_sums_follow_before_it_is_let_go(pic, page):
    page.evaluate("set({ step: 3 })")
    drag(pic, page, 2, "id2.1")
    moved = [0, 2, 6, 7]
    wanted = [RIGHT[0], [60, 64, 68, 72, 76], [40, 42, 44, 46, 48], RIGHT[3]]
    assert page.evaluate("[state.offsets, saved]") == [moved, []]
    is_at(pic, 3, wanted=wanted)
    assert text(pic, "offset2") == "6"
    page.mouse.up()
    assert page.evaluate("saved") == [moved]
    is_at(pic, 3, wanted=wanted)


def test_an_offset_that_is_dragged_stops_at_its_neighbours(pic, page):
    drag(pic, page, 1, "id2.2")
    page.mouse.up()
    assert page.evaluate("state.offsets") == [0, 4, 4, 7]
    drag(pic, page, 2, "id0.1")
    page.mouse.up()
    assert page.evaluate("state.offsets") == [0, 4, 4, 7]
    stands(pic, step=1)


def carry(pic, page, id_at, over):
    """Take the id at a key by the mouse, and carry it just beyond an offset."""
    box = pic.locator("svg").evaluate(
        "(svg, key) => svg.byKey.get(key).node.getBoundingClientRect().toJSON()", id_at
    )
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    fence = pic.locator(f"rect[data-fence='{over}'][rx]").bounding_box()
    edge = fence["y"] + fence["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, edge + (4 if edge > y else -4), steps=5)


def test_an_id_that_is_carried_over_an_offset_changes_bags(pic, page):
    page.evaluate("set({ step: 3 })")
    carry(pic, page, "id1.1", 2)
    assert page.evaluate("[state.offsets, saved]") == [[0, 2, 3, 7], []]
    page.mouse.up()
    assert page.evaluate("saved") == [[0, 2, 3, 7]]
    carry(pic, page, "id2.0", 2)
    page.mouse.up()
    assert page.evaluate("state.offsets") == [0, 2, 4, 7], "and back"
    carry(pic, page, "id2.2", 3)
    page.mouse.up()
    assert page.evaluate("state.offsets") == [0, 2, 4, 6], "into an empty bag"
    carry(pic, page, "id0.0", 1)
    page.mouse.up()
    assert page.evaluate("state.offsets") == [0, 0, 4, 6], "and those between"
    stands(pic, step=3)


def test_an_id_that_is_not_carried_over_an_offset_is_clicked(pic, page):
    pic.locator(".number[data-of='2'][data-entry='0']").first.click()
    stands(pic, step=2)
    page.mouse.move(0, 0)
    assert page.evaluate("state.offsets") == [0, 2, 4, 7]


def test_the_bags_beside_an_offset_that_moves_are_filled_at_once(moving, page):
    drag(moving, page, 2, "id2.0")
    stands(moving, step=2, phase="shown")
    assert out(moving)[:3] == [RIGHT[0], [50, 53, 56, 59, 62], [50, 53, 56, 59, 62]]
    page.mouse.up()
    stays(page, moving)


def test_the_keyboard_moves_an_offset_and_does_not_step(pic, page):
    fence = pic.get_by_role("spinbutton", name="offset of bag 2")
    fence.focus()
    for key, offset in [
        ("ArrowDown", 3),
        ("ArrowRight", 4),
        ("ArrowDown", 4),
        ("ArrowUp", 3),
    ]:
        page.keyboard.press(key)
        assert page.evaluate("state.offsets[1]") == offset
    expect(fence).to_have_attribute("aria-valuetext", "3, between bags of 3 and 1 ids")
    assert out(pic) == [[40, 43, 46, 49, 52], [30, 31, 32, 33, 34]]
    assert page.evaluate("[state.step, bubbled]") == [1, []]
    box, pill = (
        fence.bounding_box(),
        pic.locator("rect[data-fence='1'][rx]").bounding_box(),
    )
    assert box == pytest.approx(pill, abs=2)


def test_moved_offsets_stay_moved_when_the_picture_is_played_again(moving, page):
    page.evaluate("set({ offsets: [0, 2, 2, 7] })")
    press(moving, "start again")
    press(moving, "play")
    page.clock.run_for(2 * sum(LASTS) + 2000)
    is_at_end = [RIGHT[0], [0] * 5, [100, 106, 112, 118, 124], [0] * 5]
    assert out(moving) == is_at_end
    page.evaluate("set({ offsets: [0, 2, 4, 7] })")
    assert out(moving) == RIGHT
    stands(moving, phase="shown", step=3)


def test_offsets_that_cannot_be_moved_have_no_slider(show):
    long_bag = bags(W, [0] * 9, [0, 4], names=NAMES)
    assert show(long_bag).locator(".fence, [data-fence]").count() == 0


def test_the_switch_shows_what_is_forgotten_and_is_shared(pic, page):
    press(pic, "next")
    for _ in range(3):
        press(pic, "next")
    is_at(pic, 3)
    pic.locator(f"[data-way='{WITHOUT}']").click()
    is_at(pic, 3, wanted=FORGOTTEN)
    assert page.evaluate("state.by") == WITHOUT
    expect(pic.locator(f"[data-way='{WITHOUT}']")).to_have_attribute(
        "aria-pressed", "true"
    )
    says(pic, "Bag 4 of 4 is empty: the last offset, 7, is where the ids end")
    page.evaluate("set({ step: 2 })")
    says(
        pic,
        "without counts row 0 + row 1 + row 2 = 30, 33, 36, 39, 42. With them out[2] = 50,",
    )
    page.evaluate("set({ by: 'with counts' })")
    is_at(pic, 2)
    says(pic, ": 1 × row 0 + 1 × row 1 + 2 × row 2 = 50, 54, 58, 62, 66.")


def test_the_switch_plays_the_bag_again(moving, page):
    page.evaluate("set({ step: 2 })")
    page.clock.run_for(LASTS[2] + 50)
    is_at(moving, 2)
    moving.locator(f"[data-way='{WITHOUT}']").click()
    stands(moving, phase="moving", step=2)
    assert len(out(moving)) == 2
    page.clock.run_for(LASTS[2])
    is_at(moving, 2, wanted=FORGOTTEN)
    assert text(moving, "right2,0") == "50"
    stays(page, moving)


def test_scrubbing_shows_a_bag_half_way_and_saves_when_let_go(moving, page):
    slider = moving.get_by_role("slider")
    slider.evaluate(
        "node => { node.value = 2.6; node.dispatchEvent(new Event('input')); }",
    )
    stands(moving, step=2, rows=ROWS[2], phase="shown")
    assert len(out(moving)) == 2
    assert text(moving, "term2.2,1#") == "42"
    assert page.evaluate("saved") == []
    slider.dispatch_event("change")
    assert page.evaluate("saved") == [2]


@pytest.mark.parametrize(
    ("typed", "bag"), [("3", 2), (" 4 ", 3), ("002", 1), ("eat fish", 1)]
)
def test_a_typed_bag_is_shown_without_the_kernel(pic, page, typed, bag):
    type_in(pic, typed)
    is_at(pic, bag)
    assert page.evaluate("[saved, sent]") == [[bag], []]


def test_a_refusal_names_the_bags(show, page):
    shown = picture(step=2)
    pic = show(shown)
    type_in(pic, "5")
    refused = answer(page, shown)
    assert refused == "“\u20685\u2069” is not a bag from 1 to 4 or the name of one."
    refuses(pic, refused)
    is_at(pic, 2)


def test_documents_are_text(pic, page):
    texts = pic.locator("svg text").all_text_contents()
    assert {"cats eat", "<b>both</b>", "bag 4"} <= set(texts)
    type_in(pic, "<b>both</b>")
    is_at(pic, 2)
    says(pic, "Bag 3 of 4, “\u2068<b>both</b>\u2069”, lies between offsets 4 and 7")
    assert pic.locator("b").count() == 0


def test_on_a_narrow_page_each_sum_stands_below_its_rows(show, page):
    pic = show(picture(step=2))
    page.set_viewport_size({"width": 360, "height": 800})
    page.wait_for_function("document.querySelector('svg').viewBox.baseVal.width < 450")
    is_at(pic, 2)
    place = "(svg, key) => { const { x, y } = svg.byKey.get(key).node.getBBox(); return [x, y]; }"
    [row, low], [out_x, out_y] = (
        pic.locator("svg").evaluate(place, key) for key in ("term1.1,0", "out1,0")
    )
    assert out_x == row
    assert low < out_y < low + 40
    stage = pic.locator(".stage").evaluate(
        "node => [node.scrollWidth, node.clientWidth]"
    )
    assert stage[0] <= stage[1]
