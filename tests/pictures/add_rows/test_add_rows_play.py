"""What add_rows does in a bare page, beside what test_player.py asks of all pictures."""

import itertools

import pytest
from playwright.sync_api import expect
from scipy.sparse import csr_array

from bare_page import (
    TABLE,
    answer,
    copies,
    drawing,
    film,
    press,
    stands,
    stays,
    type_in,
)
from lookup import add_rows
from read_picture import assert_adds

X = csr_array([[1, 0, 2, 0, 0, 0], [0] * 6, [0, 0, 0, 1.5, 0, -1], [1, 1, 1, 1, 1, 1]])
ROWS = ["0 2", "", "3 5", "0 1 2 3 4 5"]
LASTS = [4300, 600, 2650, 3050]  # ms; later steps do all but the flight faster
OPENS = "rest"
SUM = """svg => {
    const line = [...svg.byKey].filter(([key]) => /^sum,\\d+#$/.test(key));
    const texts = line.map(([, { node }]) => node.textContent || "0");
    return [texts, svg.byKey.get("sum#").node.textContent];
}"""
NAMES = ["the", "a", "dog", "ran", "<b>cat</b>", "sat"]


def picture(**how):
    return add_rows(TABLE, X, **how)


def is_at(pic, step, phase="shown", playing="false"):
    """The picture stands at row `step` of X; where that is shown, the sum is the product's row."""
    stands(pic, step=step, rows=ROWS[step], phase=phase, playing=playing)
    if phase == "shown":
        assert_adds(pic, X, TABLE, step)
    if phase == "rest":
        assert pic.locator('[stroke="var(--pick)"]').count() == 0
        assert sum_so_far(pic) == [[], "out[0]"]


def sum_so_far(pic):
    """The numbers on the line of the sum, and what is written behind it."""
    return pic.locator("svg").evaluate(SUM)


def test_the_rows_arrive_one_after_the_other_and_their_sum_grows(moving, page):
    press(moving, "start again")
    press(moving, "play")
    shown = [
        sums for sums, _ in itertools.groupby(film(page, moving, LASTS[0] + 80, SUM))
    ]
    assert shown == [
        [[], "out[0]"],
        [["0", "+1", "+2"], "so far"],
        [["+40", "+43", "+46"], "out[0]"],
    ]


MADE = """svg => [...svg.byKey].flatMap(([key, { node }]) =>
    /^made\\d+,0#$/.test(key) ? [node.textContent || "0"] : [])"""


def test_at_the_end_the_sums_of_all_rows_of_X_stand_there(moving, page):
    press(moving, "start again")
    assert moving.locator("svg").evaluate(MADE) == []
    press(moving, "play")
    page.clock.run_for(sum(LASTS) + 1000)
    stands(moving, step=3, phase="shown", playing="false")
    assert moving.locator("svg").evaluate(MADE) == ["+40", "0", "−5", "+150"]


def test_an_earlier_row_of_X_takes_away_nothing_that_has_come_out(show, page):
    shown = picture(step=3)
    pic = show(shown)
    box = pic.locator("svg text", has_text="X[1]").first.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    is_at(pic, 1)
    assert pic.locator("svg").evaluate(MADE) == ["+40", "0", "−5", "+150"]
    type_in(pic, "0")
    is_at(pic, 0)
    assert pic.locator("svg").evaluate(MADE) == ["+40", "0", "−5", "+150"]
    shown.step = 0
    click_count(pic, page, shown, 1)
    stands(pic, step=0, phase="shown")
    assert pic.locator("svg").evaluate(MADE) == ["+50", "0", "−5", "+150"]
    press(pic, "start again")
    assert pic.locator("svg").evaluate(MADE) == []


def test_a_copy_moves_frame_by_frame_to_its_place(moving, page):
    press(moving, "start again")
    press(moving, "play")
    seen = copies(page, moving, "pick", LASTS[0])
    back = [i for i, (x, after) in enumerate(itertools.pairwise(seen)) if after < x]
    assert len(back) == 2, "row 0 once, row 2 twice, one copy after the other"
    assert min(back[0], back[1] - back[0], len(seen) - back[1]) >= 5


def test_scrubbing_shows_the_sum_so_far_and_saves_when_let_go(moving, page):
    slider = moving.get_by_role("slider")
    for value, texts in [
        (0.8, "0 +1 +2"),
        (2.99, "+45 +46.5 +48"),
        (3.5, "+10 +12 +14"),
    ]:
        slider.evaluate(
            "(node, value) => { node.value = value; node.dispatchEvent(new Event('input')); }",
            value,
        )
        stands(moving, step=int(value), rows=ROWS[int(value)], phase="shown")
        assert sum_so_far(moving) == [texts.split(), "so far"]
    assert page.evaluate("saved") == []
    slider.dispatch_event("change")
    assert page.evaluate("saved") == [3]
    stays(page, moving)


def test_the_sum_so_far_is_not_said_to_be_the_result(moving, page):
    moving.get_by_role("slider").evaluate(
        "node => { node.value = 0.8; node.dispatchEvent(new Event('input')); }"
    )
    x, y = moving.locator("svg").evaluate(
        "svg => (({ x, y }) => [x + 5, y + 5])(svg.byKey.get('sum,1').node.getBoundingClientRect())"
    )
    page.mouse.move(x, y)
    expect(moving.locator(".under")).to_have_text("")


@pytest.mark.parametrize("text", ["3", " 3 ", "003"])
def test_a_typed_row_of_X_is_shown_without_the_kernel(pic, page, text):
    type_in(pic, text)
    is_at(pic, 3)
    assert page.evaluate("[saved, sent]") == [[3], []]


def test_X_may_have_more_rows_than_columns(show, page):
    pic = show(
        add_rows([[1.0], [2.0]], csr_array([[1, 0], [0, 1], [1, 1], [0, 0], [2, 0]]))
    )
    type_in(pic, "4")
    stands(pic, step=4, rows="0")
    assert page.evaluate("[saved, sent]") == [[4], []]


def test_a_refusal_names_the_rows_of_X(show, page):
    shown = picture(step=2)
    pic = show(shown)
    type_in(pic, "٣٣")
    assert answer(page, shown) == "“\u2068٣٣\u2069” is not a row of X from 0 to 3."
    is_at(pic, 2)


SHOWN = """svg => [...svg.querySelectorAll("text[data-count]")].map((node) => node.textContent)"""


def click_count(pic, page, shown, row):
    """Click the count of a row of the table, and let the kernel answer."""
    pic.locator(f"svg text[data-count='{row}']").click()
    assert page.evaluate("sent.at(-1)") == {"row": str(4 + row)}
    assert answer(page, shown) == ""


def test_a_clicked_count_goes_on_by_one_and_leaves_all_else(show, page):
    shown = picture(step=0)
    pic = show(shown)
    press(pic, "next")
    counts = [1, 0, 2, 0, 0, 0]
    for row, count in ((1, 1), (1, 2), (2, 3), (2, 0), (0, 2)):
        click_count(pic, page, shown, row)
        counts[row] = count
        assert pic.locator("svg").evaluate(SHOWN) == [str(c) for c in counts]
        now = csr_array([counts, *X.toarray()[1:].tolist()])
        assert_adds(pic, now, TABLE, 0)
        stands(pic, step=0, phase="shown", playing="false")
    assert X.toarray()[0].tolist() == [1, 0, 2, 0, 0, 0], "X itself stays"
    press(pic, "next")
    is_at(pic, 1)


def test_one_more_copy_comes_to_the_rows_that_lie_there(show, page):
    shown = picture(step=0)
    pic = show(shown, motion="no-preference")
    press(pic, "next")
    page.clock.run_for(LASTS[0] + 100)
    click_count(pic, page, shown, 1)
    stands(pic, phase="moving")
    page.clock.run_for(200)
    terms = (
        "svg => [...svg.byKey.keys()].filter((key) => /^(of|term)\\d(,0)?$/.test(key))"
    )
    seen = pic.locator("svg").evaluate(terms)
    assert {"of0", "of2", "term0,0", "term1,0", "term2,0"} <= set(seen)
    assert "of1" not in seen, "it is on its way"
    assert sum_so_far(pic) == [["+40", "+43", "+46"], "so far"]
    page.clock.run_for(1500)
    assert sum_so_far(pic) == [["+50", "+54", "+58"], "out[0]"]
    for _ in range(2):
        click_count(pic, page, shown, 2)
        page.clock.run_for(1500)
    stands(pic, phase="shown")
    assert sum_so_far(pic) == [["+10", "+12", "+14"], "out[0]"]


def test_a_count_that_becomes_0_is_gone_at_once(show, page):
    shown = picture(step=3)
    pic = show(shown, motion="no-preference")
    for text in ("2 0", "5 0"):
        type_in(pic, text)
        assert answer(page, shown) == ""
        stands(pic, step=3, phase="shown")
    now = csr_array([*X.toarray()[:3].tolist(), [1, 1, 0, 1, 1, 0]])
    assert_adds(pic, now, TABLE, 3)


@pytest.mark.parametrize(
    ("text", "counts"), [("dog 3", [1, 0, 3, 0, 0, 0]), ("0 0", [0, 0, 2, 0, 0, 0])]
)
def test_a_count_can_be_typed(show, page, text, counts):
    shown = picture(names=NAMES)
    pic = show(shown)
    press(pic, "next")
    type_in(pic, text)
    assert answer(page, shown) == ""
    assert pic.locator("svg").evaluate(SHOWN) == [str(c) for c in counts]
    type_in(pic, "cow 2")
    assert answer(page, shown).startswith("“\u2068cow\u2069” is not")
    assert pic.locator("svg").evaluate(SHOWN) == [str(c) for c in counts]


def read(text):
    """The document of a text, as a learner's own function might make it."""
    words = text.split()
    if "boom" in words:
        raise RuntimeError("no model")
    return csr_array([[words.count(name) for name in NAMES]] if words else [[0.0] * 5])


def test_a_typed_text_becomes_a_row_of_X_and_is_played(show, page):
    shown = picture(names=NAMES, read=read, step=2)
    pic = show(shown, motion="no-preference")
    expect(pic.get_by_label("Type a text")).to_be_visible()
    for _ in range(2):  # the same text again is shown again
        type_in(pic, "a dog ran a <b>cat</b>")
        assert page.evaluate("sent.at(-1)") == {"typed": "a dog ran a <b>cat</b>"}
        assert answer(page, shown) == ""
        stands(pic, step=0, rows="1 2 3 4", phase="moving", playing="true")
        page.clock.run_for(6000)
        stands(pic, step=0, rows="1 2 3 4", phase="shown", playing="false")
        assert_adds(pic, read("a dog ran a <b>cat</b>"), TABLE, 0)
        assert pic.locator("b").count() == 0
    assert (shown.step, shown.rows) == (0, [1, 2, 3, 4])


def test_a_remark_on_a_typed_text_is_shown_with_it(show, page):
    shown = picture(read=lambda text: (read("dog dog"), text and f"unknown: {text}"))
    pic = show(shown)
    for text, note in [("<b>x</b>", "unknown: <b>x</b>"), ("", "")]:
        type_in(pic, text)
        assert answer(page, shown) == ""
        expect(pic.locator(".note")).to_have_text(note)
        assert_adds(pic, read("dog dog"), TABLE, 0)
    type_in(pic, "x" * 200)
    assert answer(page, shown) == ""
    assert pic.locator(".note").text_content() == f"unknown: {'x' * 70}…"


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("boom", "RuntimeError('no model')"),
        ("", "X has 5 columns, but the table has 6 rows: a column for each row."),
    ],
)
def test_a_text_that_cannot_be_read_leaves_the_picture_as_it_is(
    show, page, text, refused
):
    shown = picture(read=read, step=2)
    pic, spec = show(shown), shown.spec
    before = drawing(pic)
    type_in(pic, text)
    assert answer(page, shown) == refused
    expect(pic.get_by_role("alert")).to_have_text(f"✗ {refused}")
    assert drawing(pic) == before
    is_at(pic, 2)
    assert shown.spec is spec
