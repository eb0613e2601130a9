"""What the keys, the buttons and the scrub bar do to every picture, in a bare page of Chromium."""

import re

import pytest
from playwright.sync_api import expect

import test_add_rows_play as adding
import test_gradient_rows_play as gradient
import test_moving_rows_play as moving_rows
import test_select_rows_play as selecting
from bare_page import answer, drawing, press, refuses, says, stays, type_in
from frames import HALVES, WORDS
from lookup import add_rows, gradient_rows, select_rows
from read_picture import assert_accessible
from test_add_rows_frames import TABLES, csr
from test_gradient_rows_frames import FAR, SMALL

PAUSE = 250  # ms between two steps that play
PICTURES = {
    "select_rows": lambda: select_rows(HALVES, [4, 1, 2], names=WORDS, predict=True, step=1),
    "add_rows, whole": lambda: add_rows(*TABLES[0], read=lambda text: None),
    "add_rows, lens": lambda: add_rows(*TABLES[1]),
    "gradient_rows, whole": lambda: gradient_rows(*SMALL, step=3),
    "gradient_rows, lens": lambda: gradient_rows(*FAR, step=3),
    "moving_rows": lambda: moving_rows.picture(step=1),
    "moving_rows, picked": lambda: moving_rows.picture(step=1, picked=1),
}

UNKNOWN = ["<img src=x onerror=hacked=1>", *WORDS[1:5]]
NAMED = {  # with every word of WORDS in sight
    "select_rows": lambda: select_rows(HALVES, [4, 1, 2, 3, 0], names=WORDS, words=UNKNOWN),
    "add_rows": lambda: add_rows(HALVES, csr([range(7), [1]], 7), names=WORDS),
    "gradient_rows": lambda: gradient_rows(*SMALL, names=WORDS, words=UNKNOWN),
}


@pytest.fixture(
    params=[selecting, adding, gradient, moving_rows],
    ids=["select_rows", "add_rows", "gradient_rows", "moving_rows"],
)
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


@pytest.mark.parametrize("where", [".stage", "input[type=range]", "button >> nth=0"])
def test_keys_step_and_start_again(pic, page, kind, where):
    last = len(kind.LASTS) - 1
    pic.locator(where).focus()
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
    assert page.evaluate("saved") == [1, 0, *range(1, last + 1), 0]


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
    expect(pic.get_by_role("img")).not_to_have_attribute("aria-label", re.compile("before the"))


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


@pytest.mark.parametrize("text", ["99999", "-1", "1.5", "cow", "<b>x</b>", "9" * 5000])
def test_a_refusal_leaves_the_picture_as_it_is(show, page, kind, text):
    picture = kind.picture(step=1)
    pic = show(picture)
    before = drawing(pic)
    type_in(pic, text)
    assert page.evaluate("[saved, sent]") == [[], [{"typed": text}]]
    refused = answer(page, picture)
    assert refused
    refuses(pic, refused)
    assert drawing(pic) == before
    assert pic.locator("b").count() == 0
    kind.is_at(pic, 1)


@pytest.mark.parametrize("name", NAMED)
def test_words_are_text(show, page, name):
    picture = NAMED[name]()
    pic = show(picture)
    drawn = pic.locator("svg text").all_text_contents()
    assert {word if len(word) <= 14 else word[:13] + "…" for word in WORDS} <= set(drawn)
    for step in range(picture.spec["path"]):
        page.evaluate("step => set({ step })", step)
        assert pic.locator("b, script, img").count() == 0
    assert page.evaluate("window.hacked") is None


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("name", PICTURES)
def test_axe_finds_nothing(show, page, name, dark):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    pic = show(PICTURES[name](), dark=dark)
    page.clock.resume()
    assert_accessible(page)
    assert asked
    assert all(url.startswith(("blob:", "about:", "data:")) for url in asked)
    paper = pic.evaluate("root => getComputedStyle(root).backgroundColor")
    assert paper == ("rgb(17, 17, 17)" if dark else "rgb(255, 255, 255)")
