"""What gradient_rows does in a bare page, beside what test_player.py asks of all pictures."""

import itertools

import pytest
import torch
from playwright.sync_api import expect

from bare_page import answer, copies, drawing, film, press, says, stands, type_in
from lookup import gradient_rows
from read_picture import assert_gradient

IDS = torch.tensor([2, 3, 1, 2])
INCOMING = torch.tensor([[1.0, -0.5, 0], [2, 2, 0.5], [-1, 1, 1], [0.5, -2, 1.5]])
FIRST = 1900  # ms of the first step; later ones do all but the flight faster
ADDS = 2000  # ms of a step that adds to a row visited before
LASTS = [FIRST, 1400, 1400, ADDS]
OPENS = "rest"
NAMES = ["the", "a", "dog", "ran", "<b>cat</b>", "sat"]
SCRUB = (
    "(node, value) => { node.value = value; node.dispatchEvent(new Event('input')); }"
)
# What row 2 of W.grad reads, what stands in it beside that, whether a copy is on its way and a ring
# is there, and what is said of its visits.
ROW = """svg => {
    const has = (key) => svg.byKey.has(key);
    const text = (key) => svg.byKey.get(key)?.node.textContent ?? "0";
    const read = (key) => [0, 1, 2].map((j) => text(`${key},${j}#`));
    const came = has("copy|") || !has("copy,0#") ? "" : read("copy").join(" ");
    const visits = svg.byKey.get("visits2");
    const said = visits ? [visits.node.textContent] : [];
    return [read("w2").join(" "), came, has("copy|"), has("rowtouch"), ...said];
}"""


def picture(**more):
    return gradient_rows(INCOMING, IDS, 6, **more)


def is_at(pic, step, phase="shown", playing="false"):
    """The picture stands at `step`; where it is shown, W.grad is torch's after it."""
    stands(pic, step=step, row=IDS[step].item(), phase=phase, playing=playing)
    if phase == "shown":
        assert_gradient(pic, INCOMING, IDS, 6, step)
    if phase == "rest":
        touched = pic.locator('[fill="var(--touch)"], [stroke="var(--touch)"]')
        assert touched.count() == 0, "nothing is touched yet"
        assert pic.locator("text[data-row][data-col]").count() == 0, (
            "exact zeros are dots"
        )
        assert pic.locator("text[data-in]").count() == 11, "all that arrives is written"


def test_a_picture_opens_with_zeros_and_all_that_arrives(moving):
    is_at(moving, 0, "rest")


def test_both_parts_of_a_sum_stand_before_they_are_one(moving, page):
    page.evaluate("set({ step: 2 })")
    press(moving, "next")
    stands(moving, step=3, phase="moving")
    seen = [row for row, _ in itertools.groupby(film(page, moving, ADDS, ROW))]
    old, came, new = "+1 −0.5 0", "+0.5 −2 +1.5", "+1.5 −2.5 +1.5"
    assert seen == [
        [old, "", False, False, "1 visit"],
        [old, "", True, False, "1 visit"],
        [old, came, False, True, "1 visit"],
        [new, "", False, True, "2nd visit"],
    ]
    is_at(moving, 3)
    says(
        moving,
        "its 2nd visit. In column 0, +1 and +0.5 make +1.5. Row 2 now reads +1.5, −2.5, +1.5;",
    )


def test_a_copy_moves_frame_by_frame_from_the_right_to_its_row(moving, page):
    press(moving, "start again")
    press(moving, "play")
    seen = copies(page, moving, "touch", FIRST)
    assert len(seen) >= 25, "the first step at its full pace"
    assert all(after < x for x, after in itertools.pairwise(seen))


def test_scrubbing_shows_the_sum_before_and_after_and_saves_when_let_go(moving, page):
    slider = moving.get_by_role("slider")
    for value, row in [
        (3.45, ["+1 −0.5 0", "", True, False, "1 visit"]),
        (3.7, ["+1 −0.5 0", "+0.5 −2 +1.5", False, True, "1 visit"]),
        (3.97, ["+1.5 −2.5 +1.5", "", False, True, "2nd visit"]),
    ]:
        slider.evaluate(SCRUB, value)
        stands(moving, step=3, phase="shown")
        assert moving.locator("svg").evaluate(ROW) == row
    assert page.evaluate("saved") == []
    slider.dispatch_event("change")
    assert page.evaluate("saved") == [3]


def test_what_stands_under_the_pointer_is_said_in_the_midst_of_a_step(moving, page):
    moving.get_by_role("slider").evaluate(SCRUB, 3.2)
    moving.locator('text[data-row="2"][data-col="0"]').hover()
    expect(moving.locator(".under")).to_have_text("W.grad[2, 0] = +1")
    moving.get_by_role("slider").evaluate(SCRUB, 3.98)
    page.mouse.move(0, 0)
    moving.locator('text[data-row="2"][data-col="0"]').hover()
    expect(moving.locator(".under")).to_have_text("W.grad[2, 0] = +1.5")


@pytest.mark.parametrize(
    ("text", "step", "row"),
    [("3", 1, 3), (" 1 ", 2, 1), ("ran", 1, 3), ("sat", 6, 5), ("0", 4, 0)],
)
def test_a_typed_row_is_shown_without_the_kernel(show, page, text, step, row):
    pic = show(picture(names=NAMES, step=3))
    type_in(pic, text)
    stands(pic, step=step, row=row, phase="shown")
    assert page.evaluate("[saved, sent]") == [[step], []]
    if step > 3:
        says(pic, f"Your row: no id names row {row}, so its gradient is exactly zero. ")
        says(pic, " 3 of 6 rows are untouched, exactly zero.")
        expect(pic.locator(".count")).to_have_text("your row")
        press(pic, "previous")
        is_at(pic, 3)


@pytest.mark.parametrize(
    ("text", "row", "words"),
    [
        (
            "77",
            77,
            "no id names row 77, so its gradient is exactly zero. 49,997 of 50,000 rows are",
        ),
        (
            "40,000",
            40_000,
            "1 of 29 ids names row 40,000, none of the first 24. Row 40,000 now reads +2, −0.5;",
        ),
    ],
)
def test_a_row_that_only_the_kernel_knows(show, page, text, row, words):
    picture = gradient_rows([[2, -0.5]] * 29, [7] * 24 + [9, 9, 9, 9, 40_000], 50_000)
    pic = show(picture)
    type_in(pic, text)
    assert page.evaluate("sent") == [{"typed": text}]
    assert answer(page, picture) == ""
    stands(pic, step=24, row=row, phase="shown")
    says(pic, f"Your row: {words}")


def test_a_click_on_a_row_shows_it(pic, page):
    pic.locator('circle[data-row="0"]').first.click()
    stands(pic, step=4, row=0, phase="shown")
    pic.locator('text[data-row="3"]').first.click()
    is_at(pic, 1)
    before = drawing(pic)
    pic.locator('text[data-in="1"]').first.click()
    assert drawing(pic) == before
    assert page.evaluate("[saved, sent]") == [[4, 1], []]


def test_a_click_takes_away_nothing_that_is_written(show):
    pic = show(picture(step=3))
    pic.locator('text[data-row="3"]').first.click()
    stands(pic, step=1, row=3, phase="shown")
    assert_gradient(pic, INCOMING, IDS, 6, 3, row=3)
    visits = pic.locator("tbody td:nth-child(2)").all_text_contents()
    assert visits == ["0", "1", "2", "1", "0", "0"]
    says(pic, " its 1st visit. Row 3 now reads +2, +2, +0.5; 3 of 6 rows are still")
    pic.locator('text[data-row="2"]').first.click()
    is_at(pic, 3)  # the visit that made what row 2 holds
    pic.locator('circle[data-row="0"]').first.click()
    stands(pic, step=4, row=0, phase="shown")
    press(pic, "previous")
    is_at(pic, 3)


def test_two_views_keep_the_same_rows(show, page):
    show(picture(step=3), views=2)
    views = page.locator(".lookup.picture").all()

    def both_stand(step, row, written):
        for view in views:
            stands(view, step=step, row=row, phase="shown")
            assert_gradient(view, INCOMING, IDS, 6, written, row=row)

    for view in views:
        view.locator('text[data-row="3"]').first.click()
        both_stand(1, 3, written=3)
        view.locator('text[data-row="1"]').first.click()
        both_stand(2, 1, written=3)
    press(views[0], "previous")
    both_stand(1, 3, written=1)
    page.evaluate("set({ step: 3 })")
    views[1].locator('text[data-row="3"]').first.click()
    both_stand(1, 3, written=3)
    page.evaluate("set({ step: 2 })")  # by the kernel, as picture.step = 2
    both_stand(2, 1, written=2)
