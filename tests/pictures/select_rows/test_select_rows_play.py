"""What select_rows does in a bare page, beside what test_player.py asks of all pictures."""

import itertools

import pytest
import torch
from playwright.sync_api import expect

from bare_page import (
    IDS,
    STEP,
    TABLE,
    answer,
    drawing,
    film,
    is_at,
    press,
    says,
    shared,
    type_in,
)
from lookup import select_rows

# Where the first number of the first output is; null if there is none.
LEFT = "svg => svg.querySelector('[data-out=\"0\"]')?.getAttribute('x') ?? null"
FLIGHT = 900  # ms of it in which the id goes to its row, in later steps, too
LATER = FLIGHT + (STEP - FLIGHT) // 2
LASTS = [STEP, LATER, LATER]  # ms of each step
OPENS = "rest"
HEARD = """said => {
    window.heard = [];
    new MutationObserver(() => {
        if (said.getAttribute("aria-live") === "polite") heard.push(said.textContent);
    }).observe(said, { childList: true });
}"""


def picture(**how):
    return select_rows(TABLE, IDS, **how)


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
    is_at(pic, 0, "rest")


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


def test_the_end_of_a_run_is_said_and_nothing_before_it(show, page):
    """What a screen reader hears: each text that the live region takes while it is polite."""
    pic = show(picture(), motion="no-preference")
    pic.get_by_role("status").evaluate(HEARD)
    press(pic, "play")
    page.clock.run_for(4 * STEP)
    is_at(pic, 2)
    (heard,) = page.evaluate("heard")
    assert heard.startswith("Played steps 1 to 3. Step 3 of 3: id 2")
    assert heard.endswith("It reads 20, 21, 22.")
    press(pic, "previous")
    page.clock.run_for(STEP)
    pic.locator("[data-row='3'] >> nth=-1").hover()
    assert len(page.evaluate("heard")) == 2, "the pointer is not heard"


def test_a_copy_moves_frame_by_frame_into_its_slot(show, page):
    pic = show(picture(), motion="no-preference")
    press(pic, "next")
    is_at(pic, 0, "moving")
    seen = [float(x) for x in film(page, pic, STEP, LEFT) if x is not None]
    is_at(pic, 0)
    slot = pic.locator("svg").evaluate(
        "svg => Number(svg.byKey.get('slot0').node.getAttribute('x'))"
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
    page.mouse.move(box["x"] + 2, at[0][1])
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


def test_a_click_on_a_chip_plays_its_step(show, page):
    pic = show(picture(), motion="no-preference")
    for step in (2, 1):
        chip = box(pic, f"chip{step}")
        page.mouse.click(chip["x"] + chip["width"] / 2, chip["y"] + chip["height"] / 2)
        is_at(pic, step, "moving")
        page.clock.run_for(STEP)
        is_at(pic, step)
    assert set(page.evaluate("saved")) == {2, 1}


def test_of_a_long_text_each_chip_has_its_id_and_is_clicked_itself(show, page):
    ids = [1, 4, 2, 0] * 6
    words = ["of", "grandmothers", "##s", "tea"] * 6
    pic = show(select_rows(TABLE, ids, words=words, read=len))
    chips = [box(pic, f"chip{step}") for step in range(24)]
    assert len({chip["y"] for chip in chips}) > 1, "in several lines"
    assert pic.locator(".bar input[type=range]").count() == 1
    for step in (23, 9):
        pic.locator(f"svg text[data-jump='{step}']").last.click()
        is_at(pic, step, row=ids[step])
    assert page.evaluate("saved") == [23, 9]


def test_the_scrub_bar_goes_from_the_chips_to_the_buttons_and_back(show, page):
    lines = {text: (text.split(), [0] * len(text.split())) for text in ("a " * 24, "a")}
    picture = select_rows(TABLE, [1], words=["of"], read=lines.get)
    pic = show(picture)
    for text, where in (("a " * 24, ".bar > [type=range]"), ("a", ".paper > .track")):
        type_in(pic, text)
        assert answer(page, picture) == ""
        slider = pic.locator(where)
        expect(slider).to_be_visible()
        stage = pic.locator(".stage").bounding_box()
        assert slider.bounding_box()["width"] < stage["width"] / 2
        form = "e => getComputedStyle(e).appearance"
        assert slider.evaluate(form) == "none", "a line, wherever it lies"


def box(pic, key):
    """Where on the page a shape of the picture is."""
    find = "(svg, key) => svg.byKey.get(key).node.getBoundingClientRect().toJSON()"
    return pic.locator("svg").evaluate(find, key)


def test_no_word_or_id_is_cut_by_the_chip_that_stands_out(show, page):
    words = ["cat"] * 6 + ["grandmothers"] + ["cat"] * 6
    pic = show(select_rows(torch.randn(99, 8), range(13), words=words))
    wide = box(pic, "chip1")["width"]
    for step, is_wide in ((0, False), (5, False), (6, True), (12, False)):
        page.evaluate("step => set({ step })", step)
        page.clock.run_for(STEP)
        over = box(pic, f"chip{step}")
        assert (over["width"] > 1.2 * wide) == is_wide, step
        for k in {step - 1, step + 1} & {*range(13)}:
            for text in (box(pic, f"chip{k}#"), box(pic, f"chip{k}:")):
                assert text["right"] <= over["left"] or text["left"] >= over["right"]


def test_fold_lines_lead_to_the_names_in_sight(show):
    names = ["a"] * 50_000
    names[40] = "a name that is long"  # of the second step
    table = torch.zeros(len(names), 4)
    pic = show(select_rows(table, [7, 40], names=names, by="lookup"))
    gap = box(pic, "name0")["left"] - box(pic, "fold")["right"]
    assert 4 <= gap <= 40


def test_the_scrub_bar_lies_over_the_chips(show, page):
    pic = show(picture())
    bar = pic.get_by_role("slider").bounding_box()
    first, last = box(pic, "chip0"), box(pic, "chip2")
    assert bar["x"] == pytest.approx(first["x"], abs=4)
    assert bar["x"] + bar["width"] == pytest.approx(last["x"] + last["width"], abs=4)
    assert bar["y"] == pytest.approx(first["y"], abs=2)
    assert bar["height"] == pytest.approx(first["height"], abs=2)


def test_scrubbing_by_keys(pic, page):
    pic.get_by_role("slider").focus()
    page.keyboard.press("End")
    is_at(pic, 2)
    for _ in range(4):
        page.keyboard.press("PageDown")
    is_at(pic, 1)
    expect(pic.get_by_role("slider")).to_have_attribute("aria-valuetext", "step 2 of 3")
    for key, step in [("ArrowUp", 2), ("ArrowDown", 1)]:
        page.keyboard.press(key)
        is_at(pic, step)


def test_the_ways_lead_to_the_same_row_at_different_cost(pic, page):
    press(pic, "next")
    is_at(pic, 0)
    assert cost(pic) == "18 multiplications, 15 of them by 0"
    product = pic.locator("text[data-out]").all_text_contents()
    press(pic, "lookup")
    is_at(pic, 0)
    assert cost(pic) == "this step: 3 numbers read"
    assert pic.locator("text[data-out]").all_text_contents() == product
    expect(pic.locator(".title")).to_have_text("W[ids]")
    expect(pic.get_by_role("button", name="lookup")).to_have_attribute(
        "aria-pressed", "true"
    )
    assert page.evaluate("[state.by, saved]") == ["lookup", ["lookup"]]
    page.evaluate("() => set({ by: 'product' })")
    assert cost(pic) == "18 multiplications, 15 of them by 0"


def cost(pic):
    """What the step has cost, as it stands below the picture."""
    return pic.locator("svg").evaluate("svg => svg.byKey.get('cost').node.textContent")


def infinite(**how):
    """A picture of a table with an infinity in row 5, column 2."""
    table = TABLE.clone()
    table[5, 2] = torch.inf
    return select_rows(table, [4, 5, 1], **how)


def test_a_product_with_an_infinity_is_nan_and_a_lookup_is_not(show):
    pic = show(infinite(step=2))
    out = pic.locator("text[data-out]")
    why = "column 2 is nan, because 0 × ∞ in row 5 is nan"
    assert out.all_text_contents() == [
        "40",
        "41",
        "nan",
        "50",
        "51",
        "∞",
        "10",
        "11",
        "nan",
    ]
    says(pic, f"but {why}. The product reads 10, 11, nan; row 1 reads 10, 11, 12.")
    expect(pic.get_by_role("img")).to_have_accessible_name(
        f"One-hot for index 1 beside the table W (6, 3); only row 1 is ringed; "
        f"the output differs: {why}."
    )
    expect(pic.locator("tfoot td")).to_have_text(["", "10", "11", "nan"])
    expect(pic.locator(".key").first).to_contain_text("nan, not a number")
    press(pic, "lookup")
    assert out.all_text_contents() == [
        "40",
        "41",
        "42",
        "50",
        "51",
        "∞",
        "10",
        "11",
        "12",
    ]
    says(pic, "id 1 picks row 1. 3 numbers read: 10, 11, 12.")
    expect(pic.locator("tfoot td")).to_have_text(["10", "11", "12"])
    expect(pic.locator(".key").first).not_to_contain_text("nan")


def test_a_nan_falls_with_the_products_and_stays_in_the_output(show, page):
    pic = show(infinite(), motion="no-preference")
    text = "svg.byKey.get(`${key},2#`)?.node.textContent ?? null"
    read = f"svg => ['zero5', 'sum', 'copy'].map((key) => {text})"
    press(pic, "next")
    seen = [texts for texts, _ in itertools.groupby(film(page, pic, STEP, read))]
    assert seen == [
        [None, None, None],
        [None, "42", None],
        ["nan", "42", None],
        [None, "nan", None],
        [None, None, "nan"],
    ]


def test_a_far_infinity_comes_from_the_kernel_once_the_way_is_the_product(show, page):
    table = torch.arange(50_003.0).unfold(0, 4, 1).clone()
    table[31_337, 1] = torch.inf
    picture = select_rows(table, [7], by="lookup")
    pic = show(picture)
    press(pic, "next")
    press(pic, "product")
    picture.by = page.evaluate("saved.at(-1)")
    page.evaluate("changes => set(changes)", shared(picture))
    is_at(pic, 0, row=7)
    assert pic.locator("text[data-out]").all_text_contents() == ["7", "nan", "9", "10"]
    says(pic, "200,000 multiplications, 199,996 of them by 0, but column 1 is nan")


def test_the_numbers_can_be_seen_as_a_table(pic):
    button = pic.get_by_role("button", name="Numbers")
    box = pic.locator(".numbers")
    assert box.bounding_box()["height"] <= 1
    button.click()
    expect(button).to_have_attribute("aria-expanded", "true")
    assert box.bounding_box()["height"] > 100
    button.click()
    assert box.bounding_box()["height"] <= 1


def test_below_520_pixels_the_output_stands_below_the_table(show, page):
    pic = show(picture(step=1))

    def tops():
        table, out = (
            pic.locator(place).first.bounding_box()["y"]
            for place in ("text[data-row='5'][data-col]", "text[data-out]")
        )
        return out > table

    assert not tops()
    pic.evaluate("root => { root.style.width = '500px'; }")
    page.wait_for_function(
        "() => document.querySelector('svg').viewBox.baseVal.width < 450"
    )
    assert tops()
    stage = pic.locator(".stage")
    assert stage.evaluate("stage => stage.scrollWidth <= stage.clientWidth")


def test_a_picture_grows_with_the_letters_of_the_page(show, page):
    pic = show(picture())
    before = pic.locator("svg").bounding_box()["width"]
    page.evaluate(
        "() => document.body.style.setProperty('--jp-content-font-size1', '17px')"
    )
    assert pic.locator("svg").bounding_box()["width"] == pytest.approx(
        before * 17 / 14, rel=0.01
    )


def test_a_batch_is_stepped_in_reading_order_and_keeps_the_places_of_its_ids(
    show, page
):
    pic = show(select_rows(TABLE, [[4, 1], [1, 2]]))
    press(pic, "next step")
    for step, row in enumerate([4, 1, 1, 2]):
        is_at(pic, step, row=row)
        product = (
            torch.nn.functional.one_hot(torch.tensor(row), len(TABLE)).float() @ TABLE
        )
        expect(pic.locator("tfoot td")).to_have_text(
            ["", *(f"{value:g}" for value in product.tolist())]
        )
        expect(pic.locator("svg")).to_contain_text(f"{step // 2}, {step % 2}")
        press(pic, "next step")
    expect(pic.locator("svg")).to_contain_text("out (2, 2, 3)")


def test_what_is_under_the_pointer_moves_nothing(pic):
    before = pic.locator("svg").bounding_box()
    pic.locator("text[data-row='3'][data-col='1']").hover()
    expect(pic.locator(".under")).to_have_text("W[3, 1] = 31")
    assert pic.locator("svg").bounding_box() == before
