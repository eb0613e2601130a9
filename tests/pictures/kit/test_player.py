"""What the keys, the buttons and the scrub bar do to every picture, in a bare page of Chromium."""

import re

import pytest
from playwright.sync_api import expect

import test_add_rows_play as adding
import test_all_to_all_play as all_to_all
import test_bags_play as bags_play
import test_calls_in_time_play as calls_in_time
import test_coasting_rows_play as coasting
import test_file_pages_play as file_pages
import test_gradient_rows_play as gradient
import test_memory_over_time_play as memory
import test_moving_rows_play as moving_rows
import test_neighbours_play as neighbours
import test_one_place_play as one_place_play
import test_product_and_lookup_play as lanes
import test_select_rows_play as selecting
import test_step_times_play as step_times
import test_stored_rows_play as stored_rows
from bare_page import answer, drawing, press, refuses, says, stays, type_in
from frames import HALVES, WORDS
from lookup import (
    add_rows,
    bags,
    gradient_rows,
    one_place,
    product_and_lookup,
    select_rows,
)
from read_picture import assert_accessible
from test_add_rows_frames import TABLES, csr
from test_gradient_rows_frames import FAR, SMALL

PAUSE = 250  # ms between two steps that play
PICTURES = {
    "select_rows": lambda: select_rows(
        HALVES, [4, 1, 2], names=WORDS, predict=True, step=1
    ),
    "select_rows, infinite": lambda: selecting.infinite(step=2),
    "add_rows, whole": lambda: add_rows(*TABLES[0], read=lambda text: None),
    "add_rows, lens": lambda: add_rows(*TABLES[1]),
    "all_to_all": lambda: all_to_all.picture(step=1),
    "all_to_all, picked": lambda: all_to_all.picture(step=3, by="modulo", picked=0),
    "bags": lambda: bags_play.picture(step=2),
    "bags, without counts": lambda: bags_play.picture(step=2, counted=False),
    "bags, strip": lambda: bags(
        TABLES[1][0], [7, 31_337, 7], [0, 2, 3], mode="mean", step=2
    ),
    "gradient_rows, whole": lambda: gradient_rows(*SMALL, step=3),
    "gradient_rows, lens": lambda: gradient_rows(*FAR, step=3),
    "calls_in_time": lambda: calls_in_time.picture(step=1),
    "calls_in_time, picked": lambda: calls_in_time.picture(step=2, picked=1),
    "coasting_rows": lambda: coasting.picture(step=1, by="AdamW"),
    "coasting_rows, again": lambda: coasting.picture(again=lambda seen: None),
    "memory_over_time": lambda: memory.picture(step=3),
    "memory_over_time, met": lambda: memory.picture(step=7, by="late"),
    "file_pages": lambda: file_pages.picture(step=1),
    "file_pages, picked": lambda: file_pages.picture(step=1, picked=4),
    "moving_rows": lambda: moving_rows.picture(step=1),
    "moving_rows, picked": lambda: moving_rows.picture(step=1, picked=1),
    "neighbours": lambda: neighbours.picture(step=0),
    "neighbours, sum": lambda: neighbours.picture(step=1),
    "one_place": lambda: one_place_play.picture(step=1),
    "one_place, skip-gram": lambda: one_place_play.picture(step=2, by="skip-gram"),
    "one_place, no map": lambda: one_place(
        HALVES, HALVES, range(7), [2, 3], [5], step=1
    ),
    "product_and_lookup": lambda: lanes.picture(step=1),
    "product_and_lookup, mixed": lambda: product_and_lookup(
        lanes.PLACES, lanes.SLIDE, step=2
    ),
    "step_times": lambda: step_times.picture(step=1),
    "step_times, sparse": lambda: step_times.picture(step=2, by="sparse=True"),
    "stored_rows": lambda: stored_rows.picture(),
    "stored_rows, picked": lambda: stored_rows.picture(step=1, picked=4),
}

UNKNOWN = ["<img src=x onerror=hacked=1>", *WORDS[1:5]]
NAMED = {  # with every word of WORDS in sight
    "select_rows": lambda: select_rows(
        HALVES, [4, 1, 2, 3, 0], names=WORDS, words=UNKNOWN
    ),
    "add_rows": lambda: add_rows(HALVES, csr([range(7), [1]], 7), names=WORDS),
    "bags": lambda: bags(HALVES, range(7), [0, 3, 3, 5], names=WORDS),
    "gradient_rows": lambda: gradient_rows(*SMALL, names=WORDS, words=UNKNOWN),
    "one_place": lambda: one_place(
        HALVES[:, :2], HALVES[:, :2], range(7), [3, 2, 4], [0], reach=3, names=WORDS
    ),
    "product_and_lookup": lambda: product_and_lookup(
        HALVES, [4, 1, 2, 3, 0], names=WORDS, words=UNKNOWN
    ),
}


KINDS = {
    "select_rows": selecting,
    "add_rows": adding,
    "all_to_all": all_to_all,
    "bags": bags_play,
    "gradient_rows": gradient,
    "moving_rows": moving_rows,
    "neighbours": neighbours,
    "one_place": one_place_play,
    "product_and_lookup": lanes,
    "calls_in_time": calls_in_time,
    "coasting_rows": coasting,
    "file_pages": file_pages,
    "step_times": step_times,
    "stored_rows": stored_rows,
    "memory_over_time": memory,
}


# Those that differ most in how they open, move and are pressed; the others have their turn with
# -m long, except in the tests of `every_kind`.
BY_DEFAULT = ("select_rows", "moving_rows")
every_kind = pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS, indirect=True)


def others_long(by_default, **cases):
    """Cases for parametrize, of which all but those that run by default are long."""
    return [
        pytest.param(
            case, id=name, marks=[] if name in by_default else [pytest.mark.long]
        )
        for name, case in cases.items()
    ]


@pytest.fixture(params=others_long(BY_DEFAULT, **KINDS))
def kind(request):
    """The tests of one picture: `picture`, `is_at`, and what it OPENS as.

    LASTS are the ms of each step of its path, 0 where it opens with its first step complete.
    """
    return request.param


@pytest.fixture
def pic(show, kind):
    """A picture that jumps to the ends of its steps."""
    return show(kind.picture())


@pytest.fixture
def moving(show, kind):
    """A picture that moves."""
    return show(kind.picture(), motion="no-preference")


# How far down the first button and the lower edge of a picture are at each step.
EDGES = """root => {
    const from = root.getBoundingClientRect().top;
    const press = (name) => root.querySelector(`[data-action="${name}"]`).click();
    const look = () => [".bar", ".refused + .held"].map(
        (part) => Math.round(root.querySelector(part).getBoundingClientRect().bottom - from));
    press("reset");
    const edges = [look()];
    for (let step = 0; step <= root.querySelector("input[type=range]").max; step++) {
        press("next");
        edges.push(look());
    }
    return edges;
}"""


@pytest.mark.long
@every_kind
def test_no_step_moves_a_button_or_the_text_below(pic):
    first, *others = pic.evaluate(EDGES)
    assert all(edges == first for edges in others)


# How far down the first button is in each frame from now on.
WATCH = """root => {
    window.tops = [];
    const look = () => {
        const from = root.getBoundingClientRect().top;
        tops.push(Math.round(root.querySelector(".bar").getBoundingClientRect().top - from));
        requestAnimationFrame(look);
    };
    look();
}"""


def test_no_button_moves_while_a_picture_plays(moving, page, kind):
    moving.evaluate(WATCH)
    press(moving, "play")
    page.clock.run_for(sum(kind.LASTS) + 4000)
    kind.is_at(moving, len(kind.LASTS) - 1)
    tops = page.evaluate("tops")
    assert len(tops) > 50
    assert len(set(tops)) == 1


@every_kind
def test_keys_step_and_start_again(pic, page, kind):
    last = len(kind.LASTS) - 1
    pic.locator(".stage").focus()
    onward = [*range(1, last + 1), last]
    for step in range(0 if kind.OPENS == "rest" else 1, 2):
        page.keyboard.press("ArrowRight")
        kind.is_at(pic, step)
    page.keyboard.press("ArrowLeft")
    kind.is_at(pic, 0)
    for step in onward:
        page.keyboard.press("ArrowRight")
        kind.is_at(pic, step)
    page.keyboard.press("Home")
    kind.is_at(pic, 0, kind.OPENS)
    if kind.OPENS == "rest":
        says(pic, f" 1 of {last + 1}: press Play or the arrow to the right.")
        page.keyboard.press("ArrowRight")
        kind.is_at(pic, 0)
    for where in ("input[aria-label=step]", "button >> nth=0"):
        pic.locator(where).focus()
        for key, step in {"ArrowRight": 1, "ArrowLeft": 0}.items():
            page.keyboard.press(key)
            kind.is_at(pic, step)
    assert page.evaluate("saved") == [1, 0, *range(1, last + 1), 0, 1, 0, 1, 0]


def test_buttons_step_and_start_again(pic, page, kind):
    steps = [("next step", 1), ("next step", 2), ("previous step", 1)]
    if kind.OPENS == "rest":
        steps.insert(0, ("next step", 0))
    for name, step in steps:
        press(pic, re.compile(name.replace("step", "(step|moment)")))
        kind.is_at(pic, step)
    expect(pic.locator(".count")).to_contain_text(f" 2 of {len(kind.LASTS)}")
    press(pic, "start again")
    kind.is_at(pic, 0, kind.OPENS)
    assert page.evaluate("saved") == [1, 2, 1, 0]


def test_a_picture_at_rest_tells_nobody_what_is_to_come(pic, kind):
    if kind.OPENS != "rest":
        pytest.skip("its first step has nothing to come")
    name = kind.picture().spec["name"]
    expect(pic).to_have_attribute("aria-label", name)
    expect(pic.get_by_role("img")).to_have_attribute(
        "aria-label", f"{name}, before the first step."
    )
    assert pic.locator("tfoot tr:has(th:text-matches('^out'))").count() == 0
    press(pic, "next")
    expect(pic.get_by_role("img")).not_to_have_attribute(
        "aria-label", re.compile("before the")
    )


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_play_runs_to_the_end_and_saves_once(show, page, kind, motion):
    last = len(kind.LASTS) - 1
    pic = show(kind.picture(), motion=motion)
    press(pic, "play")
    expect(pic).to_have_attribute("data-playing", "true")
    page.clock.run_for(sum(kind.LASTS) + 4000)
    kind.is_at(pic, last)
    assert page.evaluate("saved") == [last]


def test_pause_saves_where_it_stands(moving, page, kind):
    last = len(kind.LASTS) - 1
    rests = kind.OPENS == "rest"
    press(moving, "play")
    kind.is_at(moving, 0 if rests else 1, "moving", playing="true")
    page.clock.run_for(kind.LASTS[0] + PAUSE + 100 if rests else 100)
    press(moving, "pause")
    expect(moving).to_have_attribute("data-step", "1")
    expect(moving).to_have_attribute("data-playing", "false")
    assert page.evaluate("saved") == [1]
    stays(page, moving)
    press(moving, "play")
    page.clock.run_for(sum(kind.LASTS) + 4000)
    kind.is_at(moving, last)
    assert page.evaluate("saved") == [1, last]


def test_reduced_motion_shows_the_end_at_once(pic, page, kind):
    for step in range(0 if kind.OPENS == "rest" else 1, len(kind.LASTS)):
        press(pic, "next")
        kind.is_at(pic, step)
        stays(page, pic)


def test_a_refusal_leaves_the_picture_as_it_is(show, page, kind):
    picture = kind.picture(step=1)
    pic = show(picture)
    before = drawing(pic)
    for text in ("99999", "-1", "1.5", "cow", "<b>x</b>", "9" * 5000):
        page.evaluate("sent.length = 0")
        type_in(pic, text)
        assert page.evaluate("[saved, sent]") == [[], [{"typed": text}]]
        refused = answer(page, picture)
        assert refused, text
        refuses(pic, refused)
        assert drawing(pic) == before, text
        assert pic.locator("b").count() == 0
        kind.is_at(pic, 1)


@pytest.mark.parametrize("name", NAMED)
def test_words_are_text(show, page, name):
    picture = NAMED[name]()
    pic = show(picture)
    drawn = pic.locator("svg text").all_text_contents()
    for word in WORDS:
        cut = [text[:-1] for text in drawn if text.endswith("…") and len(text) > 3]
        assert word in drawn or any(word.startswith(text) for text in cut), word
    for step in range(picture.spec["path"]):
        page.evaluate("step => set({ step })", step)
        assert pic.locator("b, script, img").count() == 0
    assert page.evaluate("window.hacked") is None


@pytest.mark.parametrize("draw", others_long(BY_DEFAULT, **PICTURES))
def test_axe_finds_nothing_in_either_theme(show, page, draw):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    pic = show(draw())
    page.clock.resume()
    paper = "root => getComputedStyle(root).backgroundColor"
    assert pic.evaluate(paper) == "rgb(255, 255, 255)"
    assert_accessible(page)
    page.evaluate("document.body.dataset.jpThemeLight = 'false'")
    assert pic.evaluate(paper) == "rgb(17, 17, 17)"
    assert_accessible(page, ["color-contrast"])
    assert asked
    assert all(url.startswith(("blob:", "about:", "data:")) for url in asked)
