"""What moving_rows does in a bare page, beside what test_player.py asks of all pictures."""

import itertools

import pytest
import torch
from playwright.sync_api import expect

from bare_page import (
    answer,
    drawing,
    film,
    press,
    says,
    says_under_pointer,
    stands,
    type_in,
)
from frames import WORDS
from lookup import moving_rows
from test_moving_rows import NAMES, parting

LASTS = [0, 650, 650]  # ms: at the first moment nothing has moved yet
OPENS = "shown"
SAYS = [
    "Moment 1 of 3, step 0: where 6 of 6 rows start.",
    "Moment 2 of 3, step 20: 3 of these 6 rows in a batch since step 0, 3 never seen so far.",
    "Moment 3 of 3, step 1,000: 5 of these 6 rows in a batch since step 20, 1 never seen so far.",
]
# Where the dots are, in the order of the rows.
DOTS = """svg => {
    const dots = [...svg.byKey].filter(([key]) => /^dot\\d+$/.test(key)).sort();
    const at = (node) => ["cx", "cy"].map((name) => Number(node.getAttribute(name)));
    return Object.fromEntries(dots.map(([key, { node }]) => [key, at(node)]));
}"""
# Words that cover a word or a dot, by the boxes in which the browser drew them.
COVERED = """svg => {
    const of = (what) => [...svg.byKey].filter(([key]) => what.test(key))
        .map(([key, { node }]) => ({ key, box: node.getBBox() }));
    const wide = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width;
    const high = (a, b) => a.y + 3 < b.y + b.height - 3 && b.y + 3 < a.y + a.height - 3;
    const words = of(/^(word|cosine)/), all = [...words, ...of(/^dot\\d+$/)];
    return words.flatMap(({ key, box }) => all
        .filter((other) => other.key !== key && wide(box, other.box) && high(box, other.box))
        .map((other) => [key, other.key]));
}"""


def picture(picked=None, **how):
    made = parting(**how)
    made.row = picked
    return made


def is_at(pic, step, phase="shown", playing="false", picked=""):
    """The picture stands at a moment; unless it moves, its dots stand where Python put them."""
    stands(pic, step=step, phase=phase, playing=playing, picked=picked)
    if phase != "moving":
        assert dots(pic) == at_moment(step)
        expect(pic.locator(".count")).to_have_text(f"moment {step + 1} of 3")


def dots(pic):
    return [*pic.locator("svg").evaluate(DOTS).values()]


def at_moment(step):
    now = parting()._drawing.steps[step]
    return [[20 + left, 40 + 300 - up] for left, up in zip(now.x, now.y)]


def scrub(pic, value):
    pic.get_by_role("slider").evaluate(
        "(node, value) => { node.value = value; node.dispatchEvent(new Event('input')); }",
        value,
    )


def test_rows_glide_frame_by_frame_and_a_row_not_written_stays(moving, page):
    press(moving, "next")
    is_at(moving, 1, "moving")
    seen = film(page, moving, LASTS[1], f"svg => Object.values(({DOTS})(svg))")
    is_at(moving, 1)
    assert seen[0] == at_moment(0)
    xs = [x for x, _ in (frame[0] for frame in seen)]
    assert len(set(xs)) >= 15
    assert all(a <= b for a, b in itertools.pairwise(xs)), (
        "straight on, without a bounce"
    )
    for still in (2, 4, 5):
        assert len({tuple(frame[still]) for frame in seen}) == 1


def test_scrubbing_stands_between_two_moments_and_saves_when_let_go(moving, page):
    for value, step in [(1.6, 1), (2.5, 2), (1.5, 1)]:
        scrub(moving, value)
        stands(moving, step=step, phase="shown")
        (x, _), ((before, _), *_), ((after, _), *_) = (
            dots(moving)[0],
            at_moment(step - 1),
            at_moment(step),
        )
        assert before < x < after
        expect(moving.locator("svg")).to_contain_text(
            "step 20 → step 1,000" if step == 2 else "step 0 → step 20"
        )
    assert page.evaluate("saved") == []
    moving.get_by_role("slider").dispatch_event("change")
    assert page.evaluate("saved") == [1]
    scrub(moving, 3)
    assert dots(moving) == [
        [pytest.approx(v, abs=0.01) for v in at] for at in at_moment(2)
    ]
    expect(moving.locator("svg")).not_to_contain_text("→ step")


@pytest.mark.parametrize("where", ["circle[pointer-events]", "text"])
def test_a_click_picks_a_row_and_lets_it_go(pic, page, where):
    before = drawing(pic)
    for row, picked in [(1, 1), (3, 3), (3, "")]:
        pic.locator(f'{where}[data-row="{row}"]').first.click()
        is_at(pic, 0, picked=picked)
    assert page.evaluate("[saved, sent]") == [[1, 3, None], []]
    pic.locator(".title").hover()
    assert drawing(pic) == before


@pytest.mark.parametrize("text", ["blue", " blue ", "1"])
def test_a_typed_row_is_picked_without_the_kernel(pic, page, text):
    press(pic, "next")
    for _ in range(2):  # to type it again does not let it go
        type_in(pic, text)
        is_at(pic, 1, picked=1)
    says(pic, "Moment 2 of 3, step 20. “\u2068blue\u2069”: nearest of these rows are ")
    says(pic, " are “\u2068red\u2069” (0.93), ")
    says(pic, "by cosine over 2 columns; in a batch since step 0.")
    drawn = pic.locator("[stroke='var(--pick)'][fill='none']")
    assert drawn.count() == 2, "its ring and its trail"
    type_in(pic, "")
    is_at(pic, 1)
    says(pic, SAYS[1])
    assert page.evaluate("[saved, sent]") == [[1, 1, 1, None], []]


def test_a_picked_row_stays_picked_while_the_picture_plays(moving, page):
    press(moving, "play")
    page.clock.run_for(LASTS[0] + 250 + 100)
    type_in(moving, "red")
    stands(moving, step=1, playing="true", phase="moving", picked=0)
    page.clock.run_for(9000)
    is_at(moving, 2, picked=0)
    says(moving, "“\u2068red\u2069”: nearest of these rows are")
    trail = "svg => [...svg.byKey.keys()].filter((key) => /^stop/.test(key))"
    assert moving.locator("svg").evaluate(trail) == ["stop0", "stop1"]
    press(moving, "start again")
    is_at(moving, 0, picked=0)
    says(moving, "“\u2068red\u2069”: nearest of these rows are")


def test_the_kernel_picks_too_and_two_views_agree(show, page):
    show(parting(), views=2)
    for row, picked in [(4, "4"), (99, ""), (None, "")]:
        page.evaluate("row => set({ row })", row)
        for view in page.locator(".lookup.picture").all():
            is_at(view, 0, picked=picked)


def test_a_row_that_only_the_kernel_knows(show, page):
    picture = parting(names=["antidisestablishmentarianism", *NAMES[1:]], step=1)
    pic = show(picture, motion="no-preference")
    type_in(pic, picture._table.names[0])
    assert answer(page, picture) == ""
    is_at(pic, 1, picked=0)


@pytest.mark.parametrize("text", ["dog", "9"])
def test_a_refusal_leaves_a_row_picked(show, page, text):
    shown = picture(picked=3, step=1)
    pic = show(shown)
    type_in(pic, text)
    assert text in answer(page, shown)
    is_at(pic, 1, picked=3)


@pytest.mark.parametrize("step", [0, 1, 2])
def test_a_moment_says_how_many_rows_were_written(show, step):
    says(show(picture(step=step)), SAYS[step])


def test_words_are_text_and_stand_apart(show, page):
    tables = torch.randn(3, 40, 6, generator=torch.Generator().manual_seed(0))
    groups = [f"family {row % 4}" for row in range(40)]
    shown = moving_rows(
        tables, names=(WORDS * 6)[:40], groups=groups, hits=[0, 0.4, 1], step=2
    )
    pic = show(shown)
    for row in (None, 0, 5):
        page.evaluate("row => set({ row })", row)
        assert pic.locator("svg").evaluate(COVERED) == []
    expect(pic.locator("svg")).to_contain_text("hits 100 %")
    assert pic.locator("svg text").count() >= 25
    type_in(pic, "<b>cat</b>")
    stands(pic, picked=1)
    assert pic.locator("b, script, img").count() == 0
    assert page.evaluate("window.hacked") is None
    heads = pic.locator("tbody th").all_text_contents()
    assert heads[:4] == [f"{row} {word}" for row, word in enumerate(WORDS[:4])]
    assert heads[4] == "4 <script>hacked = 1</scr…"


def test_the_row_under_the_pointer_is_said(pic):
    said = "3 one: nearest of these rows are two (0.60), <b>blorf</b> (0.45) and blue (0.00)."
    says_under_pointer(pic, {'circle[pointer-events][data-row="3"]': said})
