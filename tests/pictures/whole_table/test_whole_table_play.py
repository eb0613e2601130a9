"""What the whole table does in a bare page: typed in, played, sorted, read by keys."""

import math
import re

import pytest
import torch
from playwright.sync_api import expect

from bare_page import press, says, stands
from frames import HALVES, G
from lookup import whole_table
from lookup.pictures.whole_table.picture import WAYS
from read_picture import assert_accessible
from test_whole_table import unpacked
from without_browser import lines

V, D = 500, 24  # many columns, and rows that a pointer finds
TABLE = torch.randn(V, D, generator=G)
TABLE[9] = 2 * TABLE[5]  # near to it
NAMES = [f"w{row}" for row in range(V)]
for at, word in {0: "the", 5: "red", 9: "blue", 300: "line"}.items():
    NAMES[at] = word
TEXT = "the red line, the blue one"
IDS = [0, 5, 300, 0, 9]
END = 12_000  # ms in which every act ends
# All colours of the wall, line by line.
PIXELS = """wall => {
    const { width, height } = wall;
    const { data } = wall.getContext("2d").getImageData(0, 0, width, height);
    return [width, [...new Uint32Array(data.buffer)]];
}"""
CELLS = "rows => rows.map((row) => [...row.cells].map((cell) => cell.textContent))"
# While the wall is wiped.
SO_FAR = re.compile(r"Multiplied ([\d,]+) times, ([\d,]+) of them by 0 …")
# As the browser draws what look.css says of a number.
RAMP = """(root, shares) => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
    const context = canvas.getContext("2d", { willReadFrequently: true });
    const style = getComputedStyle(root);
    return shares.map((share) => {
        const end = style.getPropertyValue(share > 0 ? "--pos" : "--neg");
        const percent = Math.round(100 * Math.abs(share));
        const zero = style.getPropertyValue("--zero");
        context.fillStyle = share
            ? `color-mix(in oklab, ${end} ${percent}%, ${zero})`
            : style.getPropertyValue("--line");
        context.fillRect(0, 0, 1, 1);
        return new Uint32Array(context.getImageData(0, 0, 1, 1).data.buffer)[0];
    });
}"""
# What the canvas above the wall shows of a box, in px of the page: whether anything is drawn.
DRAWN = """(above, [x, y, w, h]) => {
    const ratio = devicePixelRatio;
    const box = [x + 6, y + 6, w, h].map((px) => Math.round(px * ratio));
    const { data } = above.getContext("2d").getImageData(...box);
    return data.some((byte, i) => i % 4 === 3 && byte > 0);
}"""


def picture(text=TEXT, **how):
    return whole_table(TABLE, NAMES, text, **how)


def is_at(pic, phase="shown", words=5, by="look up"):
    stands(pic, phase=phase, words=words, by=by)


def field(pic):
    return pic.get_by_role("textbox")


def words(pic):
    return pic.locator(".drawer .word").all_inner_texts()


def wall_of(pic):
    """How many rows a column of the wall has, and how many px a number takes."""
    wall = pic.locator("canvas").first
    w, h, width = wall.evaluate("wall => [wall.width, wall.height, wall.clientWidth]")
    assert width == w * (width // w), "a whole number of the screen's pixels"
    return wall, h, width / w


def pixels(pic):
    """The colours of each place of the wall, number by number."""
    wide, found = wall_of(pic)[0].evaluate(PIXELS)
    h = len(found) // wide
    corners = (place % h * wide + place // h * (D + 1) for place in range(V))
    return [found[at : at + D] for at in corners]


def centre_of(pic, place):
    """Where the middle of a place of the wall is in the page."""
    wall, h, u = wall_of(pic)
    box = wall.bounding_box()
    x, y = (place // h * (D + 1) + D / 2) * u, (place % h + 0.5) * u
    return box["x"] + x, box["y"] + y


def test_it_opens_at_rest_with_the_table_and_nothing_else(pic):
    is_at(pic, "rest", 0)
    says(pic, "Each pixel is a number. Press Play, or type.")
    expect(pic.get_by_role("img")).to_have_attribute(
        "aria-label",
        "Wall of 12,000 numbers, a pixel each, 500 rows of 24; nothing is looked up yet.",
    )
    expect(pic.locator(".drawer")).to_be_hidden()
    expect(field(pic)).to_have_value(TEXT)


@pytest.mark.parametrize("dark", [False, True])
def test_each_pixel_has_the_colour_of_its_number(show, dark):
    made = picture()
    pic = show(made, dark=dark)
    deep = made.spec["deep"]
    shown = pixels(pic)
    for row in (0, 1, 99, 499):
        shares = [share_of(number / deep) for number in unpacked(made.spec)[row]]
        assert shown[row] == pic.evaluate(RAMP, shares)


def share_of(share):
    """The share of the ramp, in steps of a fiftieth, rounded away from 0."""
    return math.copysign(min(50, math.ceil(50 * abs(share))) / 50, share)


def test_play_looks_the_sentence_up_and_the_wall_keeps_its_lines(pic, page):
    before = pixels(pic)
    press(pic, "Play")
    is_at(pic)
    assert words(pic) == ["the", "red", "line", "the", "blue"]
    assert pic.locator(".beside").all_inner_texts() == ["0", "5", "300", "0", "9"]
    says(pic, "Read 120 of 12,000 numbers, multiplied none. “\u2068,\u2069”, ")
    assert pixels(pic) == before


def test_a_word_is_looked_up_when_it_is_finished_and_without_enter(pic, page):
    field(pic).fill("")
    is_at(pic, "rest", 0)
    for letters, looked_up in [("re", []), ("red", []), ("red ", ["red"])]:
        field(pic).fill(letters)
        assert words(pic) == looked_up
    field(pic).press_sequentially("red zebra li")
    assert words(pic) == ["red", "red"]
    says(pic, "“\u2068zebra\u2069” has no row.")
    field(pic).press_sequentially("ne")
    field(pic).press("Enter")
    assert words(pic) == ["red", "red", "line"]
    assert page.evaluate("state.sentence") == "red red zebra line"
    assert page.evaluate("saved.at(-1)") == "red red zebra line", (
        "the kernel hears of it"
    )


def test_a_word_that_stands_twice_is_one_mark_and_two_stripes(pic):
    field(pic).fill("the the ")
    _, _, u = wall_of(pic)
    above = pic.locator("canvas.above")
    assert len(words(pic)) == 2
    assert above.evaluate(DRAWN, [0, -4, D * u, 2])
    says(pic, "Read 48 of 12,000 numbers")
    expect(pic.get_by_role("img")).to_have_attribute(
        "aria-label", re.compile("1 row lit, and a copy for each of 2 words")
    )


@pytest.mark.parametrize("by", ["look up", "multiply", "learn"])
def test_the_ring_of_a_row_leaves_the_line_of_the_next_one_in_sight(show, by):
    pic = show(picture("red w6 w7 ", by=by))
    press(pic, "Play")
    _, _, u = wall_of(pic)
    above = pic.locator("canvas.above")
    assert above.evaluate(DRAWN, [0, 5 * u - 4, D * u, 2])
    for row in (5, 6, 7):
        assert not above.evaluate(DRAWN, [0, row * u, D * u, u])


def test_a_copy_lifts_off_its_line_grows_and_lies_down(moving, page):
    press(moving, "Play")
    is_at(moving, "moving")
    expect(moving.get_by_role("status")).to_have_attribute("aria-live", "off")
    seen = []
    above = moving.locator("canvas.above")
    box = moving.locator(".drawer li").first.bounding_box()
    paper = moving.locator(".paper").bounding_box()
    end = [box["x"] - paper["x"] + 150, box["y"] - paper["y"] + 10, 200, 4]
    for _ in range(30):
        page.clock.run_for(100)
        seen.append(above.evaluate(DRAWN, end))
    assert seen[0] is False
    assert seen[-1] is True
    page.clock.run_for(END)
    is_at(moving)
    expect(moving.get_by_role("status")).to_have_attribute("aria-live", "polite")


def test_pause_holds_and_play_goes_on(moving, page):
    press(moving, "Play")
    page.clock.run_for(700)
    press(moving, "Pause")
    is_at(moving, "shown")
    before = moving.locator("canvas.above").evaluate("canvas => canvas.toDataURL()")
    page.clock.run_for(5000)
    assert before == moving.locator("canvas.above").evaluate("c => c.toDataURL()")
    press(moving, "Play")
    page.clock.run_for(END)
    assert before != moving.locator("canvas.above").evaluate("c => c.toDataURL()")


def test_start_again_leaves_the_text_and_shows_the_table(pic):
    press(pic, "Play")
    press(pic, "learn")
    press(pic, "start again")
    is_at(pic, "rest", 0, "learn")
    expect(field(pic)).to_have_value(TEXT)
    assert len({*pixels(pic)[1]}) > 5, "the table, and no gradient"


def test_multiply_wipes_the_wall_while_the_counter_runs(moving, page):
    own = pixels(moving)[300]
    press(moving, "Play")
    page.clock.run_for(END)
    press(moving, "multiply")
    counts = []
    for _ in range(6):
        page.clock.run_for(400)
        expect(moving.get_by_role("status")).to_have_text(SO_FAR)
        found = SO_FAR.match(moving.get_by_role("status").text_content())
        counts.append(int(found[1].replace(",", "")))
        wiped = counts[-1] // (5 * D)
        assert [len({*row}) > 1 for row in pixels(moving)[wiped - 1 : wiped + 1]] == [
            False,
            True,
        ]
    assert counts == sorted({*counts})
    page.clock.run_for(END)
    says(moving, "Multiplied 60,000 times, 59,880 of them by 0. The same rows come")
    says(moving, "out: 120 of 120 numbers equal.")
    shown = pixels(moving)
    assert shown[300] == own
    kept = [row for row in range(V) if len({*shown[row]}) > 1]
    assert kept == sorted({*IDS})


def test_learn_is_a_wall_of_zeros_and_sparse_lets_it_fall(pic):
    press(pic, "Play")
    press(pic, "learn")
    says(pic, "Gradient of the sum of what was looked up: 11,904 of 12,000 numbers")
    says(pic, "exactly 0, 48,000 bytes.")
    shown = pixels(pic)
    zero, once, twice = (shown[row][0] for row in (1, 5, 0))
    assert [zero, once, twice] == pic.evaluate(RAMP, [0, 0.5, 1])
    key = pic.locator(".key").inner_text().split("\n")
    assert key == ["gradient above 0", "a row that is written", "exactly 0"]
    press(pic, "sparse=True")
    says(pic, "torch keeps 5 rows and their ids: 520 bytes instead of 48,000.")
    shown = pixels(pic)
    assert shown[1][0] != zero
    assert [shown[row][0] for row in (5, 0)] == [once, twice]


def test_a_stripe_that_is_pressed_sorts_the_wall(pic, page):
    press(pic, "Play")
    before = pixels(pic)
    red, blue = before[5], before[9]
    pic.locator(".drawer button").nth(1).press("Enter")
    is_at(pic, by="sort")
    assert words(pic)[:2] == ["red", "blue"]
    assert pic.locator(".beside").all_inner_texts()[:2] == ["itself", "≈ 1.00"]
    says(pic, "Nearest to “\u2068red\u2069” by cosine: blue ≈ 1.00, ")
    assert pixels(pic)[:2] == [red, blue]
    assert page.evaluate("[state.by, state.row]") == ["sort", 5]
    press(pic, "look up")
    assert pixels(pic) == before


def test_a_stripe_that_is_dragged_to_the_wall_sorts_it(pic, page):
    press(pic, "Play")
    held = pic.locator(".drawer button").nth(2).bounding_box()
    page.mouse.move(held["x"] + 200, held["y"] + 12)
    page.mouse.down()
    x, y = centre_of(pic, 0)
    page.mouse.move(x + 40, y + 40)
    page.mouse.up()
    is_at(pic, by="sort")
    assert words(pic)[0] == "line"
    assert page.evaluate("state.row") == 300


def test_a_stripe_let_go_in_the_drawer_does_nothing(pic, page):
    press(pic, "Play")
    held = pic.locator(".drawer button").nth(2).bounding_box()
    page.mouse.move(held["x"] + 200, held["y"] + 12)
    page.mouse.down()
    page.mouse.move(held["x"] + 180, held["y"] + 40)
    page.mouse.up()
    is_at(pic, by="look up")
    assert page.evaluate("state.row") is None


def test_a_pointer_names_the_row_below_it_and_a_click_looks_it_up(pic, page):
    status = pic.get_by_role("status").text_content()
    for row in (0, 300, 499):
        page.mouse.move(*centre_of(pic, row))
        expect(pic.locator(".under")).to_have_text(f"row {row}: {NAMES[row]}")
    assert pic.get_by_role("status").text_content() == status
    field(pic).fill("red")
    page.mouse.click(*centre_of(pic, 300))
    assert words(pic) == ["red", "line"]
    expect(field(pic)).to_have_value("red line ")


def test_keys_walk_over_the_wall_and_say_the_row_once_they_rest(pic, page):
    _, h, _ = wall_of(pic)
    pic.locator(".stage").focus()
    walk = [
        ("ArrowDown", 0), ("ArrowDown", 1), ("ArrowRight", 1 + h), ("ArrowUp", h),
        ("ArrowLeft", 0), ("ArrowUp", 0), ("PageDown", 50), ("End", 499),
        ("ArrowDown", 499), ("Home", 0),
    ]  # fmt: skip
    for key, row in walk:
        page.keyboard.press(key)
        expect(pic.locator(".under")).to_have_text(f"row {row}: {NAMES[row]}")
    says(pic, "Each pixel is a number.")
    page.clock.run_for(300)
    says(pic, "row 0: the")
    for _ in range(5):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert words(pic)[-1] == "red"
    page.keyboard.press(" ")
    assert page.evaluate("bubbled") == []


def test_python_and_other_views_move_the_picture(show, page):
    show(picture("red "), views=2)
    page.evaluate("set({ sentence: 'red line' })")
    for view in page.locator(".lookup.picture").all():
        is_at(view, words=2)
    page.evaluate("set({ by: 'learn' })")
    for view in page.locator(".lookup.picture").all():
        is_at(view, words=2, by="learn")
    page.evaluate("set({ row: 9 })")
    for view in page.locator(".lookup.picture").all():
        is_at(view, words=2, by="sort")
        assert words(view)[0] == "blue"


def test_a_sorted_wall_from_python_opens_sorted(show):
    pic = show(picture(by="sort", row=5))
    assert words(pic)[:2] == ["red", "blue"]
    press(pic, "look up")
    assert words(pic) == []


@pytest.mark.long
@pytest.mark.parametrize("by", WAYS)
def test_axe_finds_nothing_in_either_theme(show, page, by):
    pic = show(picture(by=by))
    page.clock.resume()
    press(pic, "Play")
    press(pic, "Numbers")
    assert_accessible(page)
    before = pixels(pic)
    page.evaluate("document.body.dataset.jpThemeLight = 'false'")
    assert_accessible(page, ["color-contrast"])
    assert pixels(pic) != before, "the wall has the colours of the page"


def test_only_the_acts_that_are_offered_have_a_button(show, page):
    pic = show(picture(acts=["learn", "sparse=True"]))
    ways = pic.locator(".ways button")
    expect(ways).to_have_text(["learn", "sparse=True"])
    press(pic, "Play")
    is_at(pic, by="learn")
    press(pic, "sparse=True")
    is_at(pic, by="sparse=True")


def test_a_single_act_needs_no_button_and_without_sort_no_stripe_is_one(show, page):
    pic = show(picture(acts=["look up"]))
    press(pic, "Play")
    assert words(pic) == ["the", "red", "line", "the", "blue"]
    assert pic.locator(".ways button, .drawer button").count() == 0
    pic.locator(".drawer li").nth(1).click()
    is_at(pic)
    assert field(pic).input_value() == TEXT, "no row below the drawer is taken"
    page.clock.resume()  # which axe waits for
    assert_accessible(page)


def test_a_stripe_has_room_for_each_number_of_its_row(show):
    wide = torch.randn(40, 384, generator=G)
    pic = show(whole_table(wide, NAMES[:40], "the w2"))
    press(pic, "Play")
    drawer = pic.locator(".drawer").bounding_box()
    assert drawer["width"] >= 384 + 148


def test_the_numbers_are_a_table(pic):
    press(pic, "Play")
    press(pic, "Numbers")
    head = ["word", "row", "numbers read"]
    assert pic.locator("thead th").all_inner_texts() == head
    assert pic.locator("tbody tr").nth(2).inner_text().split() == ["line", "300", "24"]
    press(pic, "sort")
    assert pic.locator("thead th").all_inner_texts()[2] == "cosine"


@pytest.mark.parametrize("by", WAYS)
def test_a_page_without_a_kernel_has_the_table_of_one_with_it(show, by):
    made = picture(by=by)
    pic = show(made)
    press(pic, "Play")
    press(pic, "Numbers")
    still = made.to_html()
    for part in ("thead", "tbody", "tfoot"):
        shown = pic.locator(f"{part} tr").evaluate_all(CELLS)
        assert lines(still, part) == shown


def test_escape_drops_what_the_keys_mean_and_then_leaves(pic, page):
    pic.locator(".stage").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Escape")
    expect(pic.locator(".stage")).to_be_focused()
    page.keyboard.press("Escape")
    expect(pic.locator(".stage")).not_to_be_focused()


def test_a_small_table_has_large_numbers(show):
    pic = show(whole_table(HALVES, NAMES[:7], "red"))
    wall = pic.locator("canvas").first
    size = wall.evaluate("wall => [wall.width, wall.height, wall.clientWidth]")
    assert size == [5, 7, 120]
    press(pic, "Play")
    drawer, box = pic.locator(".drawer").bounding_box(), wall.bounding_box()
    assert drawer["x"] > box["x"] + box["width"]
    assert drawer["y"] == box["y"]


def test_words_are_text(show, page):
    odd = [
        "<b>cat</b>",
        "<script>hacked=1</script>",
        '"&',
        "<img/src=x>",
        "a",
        "b",
        "c",
    ]
    pic = show(whole_table(HALVES, odd, f"{' '.join(odd[:4])} <i>dog</i>"))
    press(pic, "Play")
    assert words(pic) == odd[:4]
    press(pic, "sort")
    assert pic.locator("b, script, img:not(canvas), i").count() == 0
    assert page.evaluate("window.hacked") is None
