"""What bags does in a bare page, beside what test_player.py asks of all pictures."""

import itertools

import pytest
from playwright.sync_api import expect

from bare_page import answer, copies, film, press, refuses, says, stands, stays, type_in
from lookup import bags
from test_bags import COUNTS, FORGOTTEN, IDS, NAMES, OFFSETS, RIGHT, W

ROWS = ["0 2", "2 3", "0 1 2", ""]
LASTS = [
    3700,
    1850,
    1850,
    300,
]  # ms, later steps at twice the pace; an empty bag takes little time
OPENS = "rest"
DOCUMENTS = ["cats eat", "eat fish", "<b>both</b>", ""]
WITHOUT = "without them"
# The lines of the output as far as they are filled; the text of a key such as "term0,1#".
OUT = """svg => {
    const lines = {};
    for (const [key, { node }] of svg.byKey) {
        const place = key.match(/^out(\\d+),(\\d+)#$/);
        if (place) (lines[place[1]] ??= [])[place[2]] = node.textContent || "0";
    }
    return Object.values(lines).map((line) => line.map(Number));
}"""
TEXT = "(svg, key) => svg.byKey.get(key)?.node.textContent ?? ''"


def picture(*, counted=True, **how):
    shown = bags(
        W, IDS, OFFSETS, counts=COUNTS, names=NAMES, documents=DOCUMENTS, **how
    )
    shown.counted = counted
    return shown


def out(pic):
    return pic.locator("svg").evaluate(OUT)


def text(pic, key):
    return pic.locator("svg").evaluate(TEXT, key)


def is_at(pic, step, phase="shown", playing="false", wanted=RIGHT):
    """The picture stands at a bag; where that is shown, its line and those before are filled."""
    stands(pic, step=step, rows=ROWS[step], phase=phase, playing=playing)
    if phase in ("shown", "rest"):
        assert out(pic) == wanted[: step + (phase == "shown")]


@pytest.fixture
def pic(show):
    """A picture of four bags that jumps to their ends."""
    return show(picture())


@pytest.fixture
def moving(show):
    """A picture of four bags that moves."""
    return show(picture(), motion="no-preference")


def test_rows_are_lined_up_weighted_and_then_fall_together(moving, page):
    page.evaluate("set({ step: 2 })")
    read = (
        f"svg => [({TEXT})(svg, 'term2,1#'), ({TEXT})(svg, 'of2'), ({OUT})(svg).length]"
    )
    seen = film(page, moving, LASTS[2], read)
    first = [next(k for k, frame in enumerate(seen) if found(frame)) for found in (
        lambda frame: frame[0] == "21",
        lambda frame: frame[1] == "row 2",
        lambda frame: frame[0] == "42",
        lambda frame: frame[1] == "2 × row 2",
        lambda frame: frame[2] == 3,
    )]  # fmt: skip
    assert first == sorted(first)
    assert len(set(first)) == 5
    is_at(moving, 2)


def test_copies_and_the_falling_rows_move_frame_by_frame(moving, page):
    press(moving, "next")
    tops = "svg => Number(svg.byKey.get('fallpick')?.node.getAttribute('height') ?? 0)"
    fall = [high for high in film(page, moving, LASTS[0], tops) if high]
    assert len(set(fall)) >= 10
    assert all(before >= after for before, after in itertools.pairwise(fall))


def test_a_copy_goes_from_the_table_to_its_line(moving, page):
    press(moving, "next")
    seen = copies(page, moving, "1pick", LASTS[0])
    assert len(set(seen)) >= 10
    assert seen == sorted(seen)


def test_a_click_on_a_bag_shows_it(pic, page):
    for selector, bag in [
        ('text[data-bag="2"]', 2),
        ('text[data-row="1"][data-entry="0"]', 1),
        ('rect[data-bag="3"][stroke-dasharray]', 3),
        ('text[data-row="2"][data-count="1"]', 2),
    ]:
        pic.locator(selector).first.click()
        is_at(pic, bag)
    assert page.evaluate("[saved, sent]") == [[2, 1, 3, 2], []]


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
    assert text(moving, "term2,1#") == "21"
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


def test_a_narrow_page_has_no_table_and_the_rows_come_from_their_ids(show, page):
    pic = show(picture(step=2))
    page.set_viewport_size({"width": 360, "height": 800})
    page.wait_for_function("document.querySelector('svg').viewBox.baseVal.width < 450")
    assert text(pic, "index3") == ""
    assert text(pic, "W") == "rows of W (4, 5)"
    is_at(pic, 2)
    stage = pic.locator(".stage").evaluate(
        "node => [node.scrollWidth, node.clientWidth]"
    )
    assert stage[0] <= stage[1]
    tops = "svg => ['frame2', 'frame3'].map((key) => svg.byKey.get(key)?.node.getBBox().width)"
    assert any(pic.locator("svg").evaluate(tops))
