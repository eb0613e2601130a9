"""What product_and_lookup does in a bare page, beside what test_player.py asks of all pictures."""

import itertools

import pytest
import torch
from playwright.sync_api import expect

from bare_page import drawing, film, press, says, stands
from lookup import product_and_lookup

PLACES = 10.0 * torch.arange(6)[:, None] + torch.arange(4)
IDS = [2, 3, 1]
FIRST = 3000  # ms of the first step
FLIGHT = 900  # ms of it in which the id goes to its row, in later steps, too
LATER = FLIGHT + (FIRST - FLIGHT) // 2
LASTS = [FIRST, LATER, LATER]
OPENS = "rest"
TURN = 550  # ms from one row of weights to the next
ENDS = torch.linspace(0, 1, 5)
SLIDE = torch.stack([0 * ENDS, 1 - ENDS, ENDS, 0 * ENDS, 0 * ENDS, 0 * ENDS], dim=1)
# What the counters read, and what comes out of both lanes.
READ = """svg => {
    const text = (key) => svg.byKey.get(key)?.node.textContent ?? "";
    const row = (key) => [0, 1, 2, 3].map((j) => text(`${key},${j}#`)).join(" ").trim();
    const counts = [0, 1, 2].map((i) => Number(text(`linearcount${i}`)));
    const read = Number(text("embeddingcount0"));
    return { counts, read, sum: row("sum"), copy: row("copy"), none: text("none") };
}"""


def picture(**how):
    return product_and_lookup(PLACES, IDS, **how)


def now(pic):
    return pic.locator("svg").evaluate(READ)


def is_at(pic, step, phase="shown", playing="false"):
    """The picture stands at `step`; where it is shown both lanes have given the row of the id."""
    stands(pic, step=step, row=IDS[step], phase=phase, playing=playing)
    if phase == "rest":
        blank = {"counts": [0, 0, 0], "read": 0, "sum": "", "copy": "", "none": ""}
        assert now(pic) == blank
    if phase == "shown":
        row = " ".join(f"{number:g}" for number in PLACES[IDS[step]].tolist())
        done = {"counts": [24, 24, 20], "read": 4, "sum": row, "copy": row, "none": ""}
        assert now(pic) == done


@pytest.fixture
def sliding(show):
    """A picture from word 1 to word 2 that moves."""
    return show(product_and_lookup(PLACES, SLIDE), motion="no-preference")


def test_the_counters_count_while_it_runs_and_the_lookup_is_done_first(moving, page):
    press(moving, "next")
    seen = film(page, moving, FIRST, READ)
    made = [frame["counts"][0] for frame in seen]
    assert made == sorted(made)
    assert len(set(made)) > 15, "number by number"
    assert all(
        zeros <= count for frame in seen for _, count, zeros in [frame["counts"]]
    )
    read = next(k for k, frame in enumerate(seen) if frame["read"] == 4)
    assert made[read] < 6, "four numbers are read before Linear has made six products"
    is_at(moving, 0)


def test_the_sum_is_there_last_of_all(moving, page):
    press(moving, "next")
    page.clock.run_for(2180)
    frame = now(moving)
    assert (frame["counts"], frame["copy"], frame["sum"]) == (
        [24, 24, 20],
        "20 21 22 23",
        "",
    )
    page.clock.run_for(FIRST)
    says(
        moving,
        "20 of them by 0, and gets 20, 21, 22, 23. Embedding reads the 4 numbers of row 2",
    )


def test_between_two_words_the_row_slides_and_the_id_jumps(sliding, page):
    press(sliding, "next")
    page.clock.run_for(FIRST + 50)
    sums, ids = [now(sliding)["sum"]], [now(sliding)["copy"]]
    for _ in range(4):
        press(sliding, "next")
        page.clock.run_for(TURN + 50)
        sums.append(now(sliding)["sum"])
        ids.append(now(sliding)["copy"])
    assert sums == [
        "10 11 12 13", "12.5 13.5 14.5 15.5", "15 16 17 18", "17.5 18.5 19.5 20.5", "20 21 22 23",
    ]  # fmt: skip
    assert ids == ["10 11 12 13", "", "", "", "20 21 22 23"]


def test_a_mixture_has_no_id_and_keeps_the_sum(sliding, page):
    page.evaluate("set({ step: 2 })")
    page.clock.run_for(TURN + 50)
    stands(sliding, step=2, row="none", phase="shown")
    assert now(sliding) == {
        "counts": [24, 24, 16],
        "read": 0,
        "sum": "15 16 17 18",
        "copy": "",
        "none": "No id gives this row.",
    }
    says(
        sliding,
        "mixes half of row 1 and half of row 2: 15, 16, 17, 18. No id gives this row.",
    )


def test_to_drag_the_scrub_bar_never_leaves_the_sum_empty(sliding, page):
    box = sliding.get_by_role("slider").bounding_box()
    y = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 0.25 * box["width"], y)
    page.mouse.down()
    drawings, numbers = [], []
    for share in torch.linspace(0.25, 0.99, 40).tolist():
        page.mouse.move(box["x"] + share * box["width"], y)
        drawings.append(drawing(sliding))
        numbers.append([float(text) for text in now(sliding)["sum"].split(" ")])
    page.mouse.up()
    assert len(set(drawings)) > 20
    assert all(len(line) >= 3 for line in numbers), "at most one number turns"
    assert all(one[0] <= other[0] for one, other in itertools.pairwise(numbers))
    assert numbers[-1] == [20, 21, 22, 23]
    assert page.evaluate("saved") == [4]


def test_a_click_on_a_row_of_either_table_shows_its_id(moving, page):
    for key, row in [("w4,1#", 4), ("w~0,1#", 0)]:
        find = "(svg, key) => svg.byKey.get(key).node.getBoundingClientRect().toJSON()"
        box = moving.locator("svg").evaluate(find, key)
        page.mouse.click(box["x"] + 2, box["y"] + 2)
        page.clock.run_for(FIRST)
        expect(moving).to_have_attribute("data-row", str(row))
        says(moving, f"Your row: the id is {row}. Linear multiplies all 24 numbers")


def test_at_rest_a_mixture_shows_its_weights_and_no_answer(show):
    pic = show(
        product_and_lookup(PLACES, [[0, 0.5, 0.5, 0, 0, 0]]), motion="no-preference"
    )
    stands(pic, step=0, row="none", phase="rest")
    drawn = pic.locator("svg text").all_text_contents()
    assert drawn.count("0.5") == 2
    assert "15" not in drawn
    assert "No id gives this row." not in drawn
