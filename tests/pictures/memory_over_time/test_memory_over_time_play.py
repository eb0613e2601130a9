"""What memory_over_time does in a bare page, beside what test_player.py asks of all pictures."""

import itertools
import re

import pytest
from playwright.sync_api import expect

from bare_page import (
    ATTRIBUTE,
    TEXT,
    answer,
    attribute,
    film,
    press,
    refuses,
    says,
    stands,
    text,
    type_in,
)
from test_memory_over_time import measured_runs, run_of
from test_memory_over_time import picture as made

LASTS = [900, *[450] * 7]  # ms of each phase
OPENS = "rest"
NAMES = {"early": ["zero_grad", "forward", "backward", "step"]}
NAMES["late"] = ["forward", "zero_grad", "backward", "step"]


def picture(**how):
    return made(**{"layers": 20} | how)


def is_at(pic, step, phase="shown", playing="false", by="early", layers=20):
    """The picture stands at a phase; if it is complete, its sentence is that of the phase."""
    stands(pic, step=step, phase=phase, playing=playing, by=by, layers=layers)
    if phase == "shown":
        name = NAMES[by.split(",")[0]][step % 4]
        says(pic, f"Training step {step // 4 + 1}, {name}: ")
        assert text(pic, "now").startswith(f"training step {step // 4 + 1}, {name}: ")
    expect(pic.locator(".count")).to_have_text(f"phase {step + 1} of 8")


def test_what_is_to_come_is_uncovered_frame_by_frame(moving, page):
    press(moving, "next")
    page.clock.run_for(LASTS[0] + 50)
    is_at(moving, 0)
    press(moving, "next")
    is_at(moving, 1, "moving")
    read = (
        f"svg => [Number(({ATTRIBUTE})(svg, ['cover', 'x'])), ({TEXT})(svg, 'peak:')]"
    )
    seen, most = zip(*film(page, moving, LASTS[1], read))
    assert list(seen) == sorted(seen)
    assert len(set(seen)) > 10
    numbers = [float(words.split()[-2]) for words in most if words]
    assert all(before <= after for before, after in itertools.pairwise(numbers))
    is_at(moving, 1)


def test_a_way_is_chosen_and_the_phase_stays(pic, page):
    for step in range(8):
        press(pic, "next")
        is_at(pic, step)
    assert (
        text(pic, "peak:")
        == f"peak {measured_runs()['early', 20].peak / 64_000:.2f} tables"
    )
    found = {}
    for way in ("late", "late, sparse=True", "early, sparse=True", "early"):
        pic.locator(f"[data-way='{way}']").click()
        is_at(pic, 7, by=way)
        found[way] = float(text(pic, "peak:").split()[1])
    assert found["late"] - found["early"] == pytest.approx(1, abs=0.15)
    assert found["late, sparse=True"] == pytest.approx(
        found["early, sparse=True"], abs=0.06
    )
    assert page.evaluate("[state.by, state.step]") == ["early", 7]
    peaks = "; ".join(
        f"{way} {run.peak / 64_000:.2f}"
        for (way, n), run in measured_runs().items()
        if n == 20
    )
    says(pic, f"Peaks with 20 layers, in tables: {peaks}.")


def test_the_number_of_layers_is_dragged_without_the_kernel(pic, page):
    press(pic, "next")
    press(pic, "next")
    is_at(pic, 1)
    slider = pic.get_by_role("slider", name="layers")
    expect(slider).to_have_value("20")
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(pic.get_by_role("textbox")).to_have_value("40")
    page.clock.run_for(300)
    is_at(pic, 1, layers=40)
    assert text(pic, "when") == "early, 40 layers"
    page.keyboard.press("ArrowRight")
    page.clock.run_for(300)
    is_at(pic, 1, layers=40)
    assert page.evaluate("[state.row, sent]") == [40, []]
    page.evaluate("set({ row: 0 })")
    is_at(pic, 1, layers=0)
    expect(slider).to_have_value("0")
    expect(pic.get_by_role("textbox")).to_have_value("0")


def test_a_narrow_page_keeps_the_number_of_layers(pic, page):
    type_in(pic, "40")
    page.set_viewport_size({"width": 360, "height": 800})
    expect(pic.locator("svg")).to_have_attribute("viewBox", re.compile("^0 0 312 "))
    expect(pic.get_by_role("slider", name="layers")).to_have_value("40")
    stands(pic, layers=40)
    page.set_viewport_size({"width": 1366, "height": 768})


def test_typed_layers_are_shown_if_they_were_measured(show, page):
    shown = picture(step=1)
    pic = show(shown)
    type_in(pic, " 40 ")
    is_at(pic, 1, layers=40)
    assert page.evaluate("[saved, sent]") == [[40], []]
    shown.row = 40  # as the kernel has heard
    type_in(pic, "7")
    assert page.evaluate("sent") == [{"typed": "7"}]
    refused = answer(page, shown)
    assert refused.startswith(
        "Type a number of layers that was measured, 0, 20, 40; got "
    )
    refuses(pic, refused)
    is_at(pic, 1, layers=40)


def test_the_moment_under_the_pointer_is_said_if_it_has_been(pic, page):
    press(pic, "next")
    press(pic, "next")
    box = pic.locator("svg").bounding_box()
    scale = box["width"] / float(pic.locator("svg").get_attribute("viewBox").split()[2])
    y = float(attribute(pic, "table", "y"))
    for step, words in ((1, "step 1, forward: 1.0"), (2, "")):
        x = float(attribute(pic, f"phase{step}", "x")) + 69
        page.mouse.move(box["x"] + scale * x, box["y"] + scale * (y - 4))
        if words:
            expect(pic.locator(".under")).to_contain_text(words)
            expect(pic.locator(".under")).to_contain_text("tables, 1.0")
        else:
            expect(pic.locator(".under")).to_have_text("")


def test_without_another_number_of_layers_there_is_no_slider(show):
    run = run_of(("forward", (0, 9), {"forward": (0, 9)}))
    pic = show(made({("one", 3): run}, table=9))
    expect(pic.get_by_role("slider")).to_have_count(1)
