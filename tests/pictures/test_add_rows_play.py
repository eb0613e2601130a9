"""What keys, Play, the scrub bar and typing do to CSR rows times table, in a bare page of Chromium without a kernel."""

import itertools

import pytest
from playwright.sync_api import expect
from scipy.sparse import csr_array

from bare_page import TABLE, answer, copies, drawing, press, says, stands, stays, type_in
from lookup import add_rows
from read_picture import assert_adds

X = csr_array([[1, 0, 2, 0, 0, 0], [0] * 6, [0, 0, 0, 1.5, 0, -1], [1, 1, 1, 1, 1, 1]])
ROWS = ["0 2", "", "3 5", "0 1 2 3 4 5"]
LASTS = [1800, 600, 900, 1200]  # ms, later steps at twice the pace
NAMES = ["the", "a", "dog", "ran", "<b>cat</b>", "sat"]


def is_at(pic, step, phase="shown", playing="false"):
    """The picture stands at row `step` of X; where it is shown, it shows that row of the product."""
    stands(pic, step=step, rows=ROWS[step], phase=phase, playing=playing)
    if phase == "shown":
        assert_adds(pic, X, TABLE, step)


def sum_so_far(pic):
    """The numbers on the line of the sum, and what is written behind it."""
    texts = pic.locator("svg").evaluate(
        "svg => [...svg.byKey].filter(([key]) => /^sum,\\d+#$/.test(key)).map(([, { node }]) => node.textContent || '0')"
    )
    return texts, pic.locator("svg").evaluate("svg => svg.byKey.get('sum#').node.textContent")


@pytest.fixture
def pic(show):
    """A picture of four steps that jumps to their ends."""
    return show(add_rows(TABLE, X))


@pytest.fixture
def moving(show):
    """A picture of four steps that moves."""
    return show(add_rows(TABLE, X), motion="no-preference")


@pytest.mark.parametrize("where", [".stage", "input[type=range]"])
def test_keys_step_and_start_again(pic, page, where):
    pic.locator(where).focus()
    for key, step in [
        ("Right", 1),
        ("Left", 0),
        ("Right", 1),
        ("Right", 2),
        ("Right", 3),
        ("Right", 3),
    ]:
        page.keyboard.press(f"Arrow{key}")
        is_at(pic, step)
    page.keyboard.press("Home")
    is_at(pic, 0, "rest")
    assert pic.locator('[stroke="var(--pick)"]').count() == 0
    assert sum_so_far(pic) == ([], "out[0]")
    says(pic, "Ready, step 1 of 4: press Play or the arrow to the right.")
    page.keyboard.press("ArrowRight")
    is_at(pic, 0)
    assert page.evaluate("saved") == [1, 0, 1, 2, 3, 0]


def test_buttons_step(pic, page):
    for name, step in [("next step", 1), ("next step", 2), ("previous step", 1)]:
        press(pic, name)
        is_at(pic, step)
    press(pic, "start again")
    is_at(pic, 0, "rest")
    assert page.evaluate("saved") == [1, 2, 1, 0]


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_play_runs_to_the_end_and_saves_once(show, page, motion):
    pic = show(add_rows(TABLE, X), motion=motion)
    press(pic, "play")
    expect(pic).to_have_attribute("data-playing", "true")
    page.clock.run_for(sum(LASTS) + 4000)
    is_at(pic, 3)
    assert page.evaluate("saved") == [3]


def test_pause_saves_where_it_stands(moving, page):
    press(moving, "play")
    page.clock.run_for(LASTS[0] + 250 + LASTS[1] + 250 + 300)
    press(moving, "pause")
    stands(moving, step=2, playing="false")
    assert page.evaluate("saved") == [2]
    stays(page, moving)
    press(moving, "play")
    page.clock.run_for(sum(LASTS) + 1000)
    is_at(moving, 3)
    assert page.evaluate("saved") == [2, 3]


def test_the_rows_arrive_one_after_the_other_and_their_sum_grows(moving, page):
    press(moving, "start again")
    press(moving, "play")
    shown = []
    for _ in range(LASTS[0] // 20 + 5):
        page.clock.run_for(20)
        shown += [sum_so_far(moving)] if sum_so_far(moving) not in shown else []
    assert shown == [
        ([], "out[0]"),
        (["0", "+1", "+2"], "so far"),
        (["+40", "+43", "+46"], "out[0]"),
    ]


def test_a_copy_moves_frame_by_frame_to_its_place(moving, page):
    press(moving, "start again")
    press(moving, "play")
    seen = copies(page, moving, "pick", LASTS[0], 16)
    back = [i for i, (x, after) in enumerate(itertools.pairwise(seen)) if after < x]
    assert len(back) == 1, "one copy after the other"
    assert min(back[0], len(seen) - back[0]) >= 5


def test_reduced_motion_shows_the_end_at_once(pic, page):
    press(pic, "next")
    press(pic, "next")
    is_at(pic, 2)
    stays(page, pic)


def test_scrubbing_shows_the_sum_so_far_and_saves_when_let_go(moving, page):
    slider = moving.get_by_role("slider")
    for value, texts in [(0.8, "0 +1 +2"), (2.99, "+45 +46.5 +48"), (3.5, "+10 +12 +14")]:
        slider.evaluate(
            "(node, value) => { node.value = value; node.dispatchEvent(new Event('input')); }",
            value,
        )
        stands(moving, step=int(value), rows=ROWS[int(value)], phase="shown")
        assert sum_so_far(moving) == (texts.split(), "so far")
    assert page.evaluate("saved") == []
    slider.dispatch_event("change")
    assert page.evaluate("saved") == [3]
    stays(page, moving)


def test_the_sum_so_far_is_not_said_to_be_the_result(moving, page):
    moving.get_by_role("slider").evaluate(
        "node => { node.value = 0.8; node.dispatchEvent(new Event('input')); }"
    )
    said = moving.get_by_role("status").text_content()
    x, y = moving.locator("svg").evaluate(
        "svg => (({ x, y }) => [x + 5, y + 5])(svg.byKey.get('sum,1').node.getBoundingClientRect())"
    )
    page.mouse.move(x, y)
    expect(moving.get_by_role("status")).to_have_text(said)


@pytest.mark.parametrize("text", ["3", " 3 ", "003"])
def test_a_typed_row_of_X_is_shown_without_the_kernel(pic, page, text):
    type_in(pic, text)
    is_at(pic, 3)
    assert page.evaluate("[saved, sent]") == [[3], []]


def test_X_may_have_more_rows_than_columns(show, page):
    pic = show(add_rows([[1.0], [2.0]], csr_array([[1, 0], [0, 1], [1, 1], [0, 0], [2, 0]])))
    type_in(pic, "4")
    stands(pic, step=4, rows="0")
    assert page.evaluate("[saved, sent]") == [[4], []]


@pytest.mark.parametrize("text", ["4", "-1", "1.5", "", "<b>x</b>", "٣٣", "9" * 5000])
def test_a_refusal_leaves_the_picture_as_it_is(show, page, text):
    picture = add_rows(TABLE, X, step=2)
    pic = show(picture)
    before = drawing(pic)
    type_in(pic, text)
    assert page.evaluate("[saved, sent]") == [[], [{"typed": text}]]
    assert answer(page, picture).endswith("\u2069” is not a row of X from 0 to 3.")
    says(pic, text[:39])
    assert drawing(pic) == before
    assert pic.locator("b").count() == 0
    is_at(pic, 2)


def read(text):
    """The document of a text, as a learner's own function might make it."""
    words = text.split()
    if "boom" in words:
        raise RuntimeError("no model")
    return csr_array([[words.count(name) for name in NAMES]] if words else [[0.0] * 5])


def test_a_typed_text_becomes_a_row_of_X_and_is_played(show, page):
    picture = add_rows(TABLE, X, names=NAMES, read=read, step=2)
    pic = show(picture, motion="no-preference")
    expect(pic.get_by_label("Type a text")).to_be_visible()
    for _ in range(2):  # the same text again is shown again
        type_in(pic, "a dog ran a <b>cat</b>")
        assert page.evaluate("sent.at(-1)") == {"typed": "a dog ran a <b>cat</b>"}
        assert answer(page, picture) == ""
        stands(pic, step=0, rows="1 2 3 4", phase="moving", playing="true")
        page.clock.run_for(5000)
        stands(pic, step=0, rows="1 2 3 4", phase="shown", playing="false")
        assert_adds(pic, read("a dog ran a <b>cat</b>"), TABLE, 0)
        assert pic.locator("b").count() == 0
    assert (picture.step, picture.rows) == (0, [1, 2, 3, 4])


def test_a_remark_on_a_typed_text_is_shown_with_it(show, page):
    picture = add_rows(TABLE, X, read=lambda text: (read("dog dog"), text and f"unknown: {text}"))
    pic = show(picture)
    for text, title in [("<b>x</b>", "CSR row × W (unknown: <b>x</b>)"), ("", "CSR row × W")]:
        type_in(pic, text)
        assert answer(page, picture) == ""
        expect(pic.locator(".title")).to_have_text(title)
        assert_adds(pic, read("dog dog"), TABLE, 0)
    type_in(pic, "x" * 200)
    assert answer(page, picture) == ""
    assert pic.locator(".title").text_content() == f"CSR row × W (unknown: {'x' * 70}…)"


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("boom", "RuntimeError('no model')"),
        ("", "X has 5 columns, but the table has 6 rows: a column for each row."),
    ],
)
def test_a_text_that_cannot_be_read_leaves_the_picture_as_it_is(show, page, text, refused):
    picture = add_rows(TABLE, X, read=read, step=2)
    pic, spec = show(picture), picture.spec
    before = drawing(pic)
    type_in(pic, text)
    assert answer(page, picture) == refused
    says(pic, refused)
    assert drawing(pic) == before
    is_at(pic, 2)
    assert picture.spec is spec
