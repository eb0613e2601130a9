"""What calls_in_time does in a bare page, beside what test_player.py asks of all pictures."""

import itertools

from playwright.sync_api import expect

from bare_page import (
    ATTRIBUTE,
    attribute,
    film,
    press,
    says,
    says_under_pointer,
    stands,
    type_in,
)
from lookup import calls_in_time
from test_calls_in_time import THREAD

LASTS = [1600, 1700, 800]  # ms of each stage
OPENS = "rest"
SAYS = [
    "after 61 µs all 4 calls had returned, and it stops.",
    "When the last call returned, 0 of 4 calls were done.",
    "a stopwatch that waits shows 338 times as much.",
]


def picture(picked=None, **how):
    made = calls_in_time(THREAD, **how)
    made.row = picked
    return made


def is_at(pic, step, phase="shown", playing="false", picked=""):
    """The picture stands at a stage; unless it moves, it shows what belongs to it, and no more."""
    stands(pic, step=step, phase=phase, playing=playing, picked=picked)
    if phase == "shown":
        says(pic, SAYS[step])
        there = [
            attribute(pic, key, "x") is not None for key in ("call3", "work3", "wait")
        ]
        assert there == [True, step >= 1, step >= 2]
    expect(pic.locator(".count")).to_have_text(f"stage {step + 1} of 3")


def width_of(pic, key):
    return float(attribute(pic, key, "width") or 0)


def widths(page, pic, lasts, keys):
    """How wide some bars are in each frame of a stage."""
    read = f"svg => {keys}.map((key) => Number(({ATTRIBUTE})(svg, [key, 'width'])))"
    return film(page, pic, lasts, read)


def test_time_runs_evenly_while_calls_are_made(moving, page):
    press(moving, "next")
    seen = [width for (width,) in widths(page, moving, LASTS[0], ["call0"])]
    grown = [after - before for before, after in itertools.pairwise(seen) if before > 2]
    grown = [step for step in grown if step > 0]
    assert len(grown) > 20
    assert max(grown[:-1]) < 1.2 * min(grown[:-1])
    is_at(moving, 0)


def test_the_scale_becomes_that_of_the_whole_then_the_work_goes_on(moving, page):
    press(moving, "next")
    page.clock.run_for(LASTS[0] + 50)
    press(moving, "next")
    calls, first, last = zip(
        *widths(page, moving, LASTS[1], ["call0", "work0", "work3"])
    )
    is_at(moving, 1)
    assert list(calls) == sorted(calls, reverse=True)
    assert calls[-1] == 1.5
    assert list(first) == sorted(first)
    assert first.index(next(filter(None, first))) > 30, "the scale first"
    assert last.index(next(filter(None, last))) > 70, "one after the other"


def test_the_slider_drags_the_time(moving):
    slider = moving.get_by_role("slider")
    slider.focus()
    wide = []
    for value in ("0.25", "0.5", "0.75"):
        slider.evaluate(
            "(node, value) => { node.value = value; node.dispatchEvent(new Event('input')); }",
            value,
        )
        bars = [width_of(moving, f"call{k}") for k in range(4)]
        wide.append(bars)
        now = float(attribute(moving, "now", "d").split()[0][1:])
        end = float(attribute(moving, "lane0|", "x")) + float(value) * 540 / 1.03
        assert abs(now - end) < 1
    assert [sum(width > 0 for width in bars) for bars in wide] == [1, 2, 3]


def test_a_click_on_a_bar_picks_its_call_and_again_lets_go(show, page):
    pic = show(picture(step=2))
    bar = pic.locator('text[data-row="1"]')
    bar.click()
    is_at(pic, 2, picked=1)
    says(
        pic,
        "as much. Call 2: called at 20 µs, returned at 34 µs, worked on from 5.2 ms to 10.2 ms.",
    )
    assert attribute(pic, "at1pick", "x") is not None
    bar.click()
    is_at(pic, 2)
    assert page.evaluate("[saved, sent]") == [[1, None], []]


def test_a_typed_call_is_picked(pic, page):
    press(pic, "next")
    type_in(pic, "4")
    is_at(pic, 0, picked=3)
    says(pic, "Call 4: called at 48 µs, returned at 61 µs.")
    type_in(pic, "")
    is_at(pic, 0)
    assert page.evaluate("sent") == []


def test_what_is_under_the_pointer_is_said(show):
    third = (
        "call 3: called at 35 µs, returned at 47 µs, worked on from 10.3 ms to 15.4 ms"
    )
    wait = "wait: from 61 µs to 20.6 ms"
    said = {"rect[data-wait]": wait, 'text[data-row="2"]': third}
    says_under_pointer(show(picture(step=2)), said)


def test_a_narrow_page_has_the_names_of_lanes_above_and_below(show, page):
    pic = show(picture(step=2))
    page.set_viewport_size({"width": 360, "height": 700})
    page.wait_for_function("document.querySelector('svg').viewBox.baseVal.width < 350")
    tops = [
        float(attribute(pic, key, "y"))
        for key in ("lane0", "lane0|", "lane1|", "lane1")
    ]
    assert tops == sorted(tops)
    assert pic.locator("svg").bounding_box()["width"] <= 360


def test_words_are_text(show, page):
    names = [f"<img src=x onerror=hacked={k}>" for k in range(4)]
    pic = show(picture(1, names=names, step=1))
    says(pic, "Call 2 <img src=x onerror=hacked=1>: called at 20 µs")
    assert pic.locator("img").count() == 0
    assert page.evaluate("window.hacked") is None
