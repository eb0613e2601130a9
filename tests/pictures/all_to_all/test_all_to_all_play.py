"""What all_to_all does in a bare page, beside what test_player.py asks of all pictures."""

import itertools

import pytest
from playwright.sync_api import expect

from bare_page import (
    MIDDLE,
    TEXT,
    film,
    middle,
    press,
    says,
    says_under_pointer,
    stands,
    text,
    type_in,
)
from lookup import all_to_all
from test_all_to_all import IDS, TABLE

LASTS = [2400, 1250, 2100, 2900]  # ms of each step, later ones at twice the pace
OPENS = "rest"
SENT = ["24 B", "24 B", "60 B", "96 B"]
SAYS = [
    "Each id goes to the rank that owns its row",
    "Each owner looks up the rows that it is asked for",
    "The rows go back to who asked",
    "Backward: each gradient goes to the owner of its row",
]


def picture(picked=None, **how):
    made = all_to_all(TABLE, IDS, **how)
    made.row = picked
    return made


def is_at(pic, step, phase="shown", playing="false", picked="", by="contiguous"):
    """The picture stands at a step; unless it moves, what has crossed is counted."""
    stands(pic, step=step, phase=phase, playing=playing, picked=picked, by=by)
    if phase == "shown" and by == "contiguous":
        says(pic, SAYS[step])
        assert text(pic, "sent") == f"crossed the wire so far: {SENT[step]}"
        assert (text(pic, "out0.1,0#") is not None) == (step >= 2)
    expect(pic.locator(".count")).to_have_text(f"step {step + 1} of 4")


@pytest.fixture
def moving(show):
    """A picture that moves."""
    return show(picture(step=1), motion="no-preference")


def of_each(reads, *keys):
    """What a function of the page finds of these shapes, in JavaScript as `film` takes it."""
    return f"svg => {[*keys]}.map((key) => ({reads})(svg, key))"


def test_ids_that_meet_on_the_wire_pass_each_other(moving, page):
    page.evaluate("set({ step: 0 })")
    press(moving, "start again")
    press(moving, "next")
    seen = film(page, moving, LASTS[0], of_each(MIDDLE, "ask0.1", "ask1.1"))
    is_at(moving, 0)
    pairs = [pair for pair in seen if None not in pair]
    right, left = ([one[k][0] for one in pairs] for k in (0, 1))
    assert right == sorted(right)
    assert left == sorted(left, reverse=True)
    assert len(set(right)) > 20
    away = [abs(one[0] - other[0]) + abs(one[1] - other[1]) for one, other in pairs]
    assert min(away) > 20, "they never cover each other"
    asked = [text(moving, key) for key in ("busy0", "busy1")]
    assert asked == ["is asked for 4 rows", "is asked for 2 rows"]


def test_gradients_are_added_one_after_the_other(moving, page):
    page.evaluate("set({ step: 3 })")
    seen = film(page, moving, LASTS[3], of_each(TEXT, "w0,0#", "w7,0#", "w5,0#"))
    is_at(moving, 3)
    zero, seven, five = zip(*seen)
    assert zero.index("1") < seven.index("1") < five.index("1") < zero.index("2"), (
        "rank 0 asks for rows 0 and 7, then rank 1 for 5 and 0"
    )


def test_the_switch_moves_rows_to_other_owners_and_is_shared(pic, page):
    page.evaluate("set({ step: 2 })")
    before = [
        text(pic, f"out{k}.{j},0#") for k, j in itertools.product(range(2), range(3))
    ]
    press(pic, "modulo")
    is_at(pic, 2, by="modulo")
    assert text(pic, "sent") == "crossed the wire so far: 80 B"
    after = [
        text(pic, f"out{k}.{j},0#") for k, j in itertools.product(range(2), range(3))
    ]
    assert after == before == ["", "70", "30", "50", "", "20"]
    assert middle(pic, "index1")[0] > middle(pic, "index6")[0]
    assert page.evaluate("state.by") == "modulo"
    expect(pic.locator(".title")).to_have_text("all-to-all, modulo shards")


def test_the_switch_is_seen_as_rows_that_move(moving, page):
    page.clock.run_for(LASTS[1] + 50)
    press(moving, "modulo")
    seen = film(page, moving, LASTS[1] + 600, of_each(MIDDLE, "index1"))
    seen = [one for (one,) in seen]
    is_at(moving, 1, by="modulo")
    assert len({x for x, _ in seen}) > 10
    assert [x for x, _ in seen] == sorted(x for x, _ in seen)
    page.evaluate("set({ step: 0 })")
    press(moving, "start again")
    assert middle(moving, "index1") == seen[-1], "at rest nothing is on its way"


def test_a_click_on_an_id_or_a_row_picks_it_and_again_lets_go(show, page):
    pic = show(picture(step=1))
    pic.locator("text[data-ask='1.2'][data-at='out']").first.click()
    is_at(pic, 1, picked=2)
    says(pic, "Row 2 lives on rank 0. ids[1][2]: its row is looked up by rank 0.")
    assert middle(pic, "ownedpick") is not None
    assert middle(pic, "way1.2pick") is not None
    pic.locator("text[data-row='0'][data-at='table']").first.click()
    is_at(pic, 1, picked=0)
    says(
        pic,
        "ids[0][0]: its row is looked up by rank 0, at home; ids[1][1]: its row is",
    )
    pic.locator("text[data-row='0'][data-at='table']").first.click()
    is_at(pic, 1)
    assert page.evaluate("[saved, sent]") == [[2, 0, None], []]


def test_a_typed_row_is_picked_without_the_kernel(pic, page):
    press(pic, "next")
    type_in(pic, "6")
    is_at(pic, 0, picked=6)
    says(pic, "Row 6 lives on rank 1; no rank asks for it.")
    type_in(pic, "")
    is_at(pic, 0)
    assert page.evaluate("sent") == []


def test_what_is_under_the_pointer_is_said(show):
    says_under_pointer(
        show(picture(step=2)),
        {
            "text[data-at='table'][data-row='5'][data-col='1']": "W, row 5, column 1 = 51",
            "text[data-ask='0.1']": "ids[0][1] = 7, on rank 1",
            "text[data-ask='0.1'][data-col='2']": "out[0][1], column 2 = 72",
        },
    )


def test_the_table_of_numbers_follows_the_steps(pic, page):
    press(pic, "Numbers")
    expect(pic.locator("tbody tr").nth(1).locator("td").nth(1)).to_have_text(
        "with rank 0"
    )
    page.evaluate("set({ step: 3 })")
    expect(pic.locator("tbody tr").nth(1).locator("td").nth(1)).to_have_text(
        "its gradient is added on rank 1"
    )
    expect(pic.locator("tfoot th").nth(3)).to_have_text("W.grad, row 0")


def test_on_a_narrow_page_the_ledger_stands_below_the_ranks(show, page):
    pic = show(picture(step=3))
    assert middle(pic, "sent")[1] < middle(pic, "busy0")[1]
    page.set_viewport_size({"width": 360, "height": 800})
    page.wait_for_function("document.querySelector('svg').viewBox.baseVal.width < 450")
    assert middle(pic, "sent")[1] > middle(pic, "busy0")[1]
    stage = pic.locator(".stage").evaluate(
        "node => [node.scrollWidth, node.clientWidth]"
    )
    assert stage[0] <= stage[1]


def test_words_are_text(show, page):
    names = [f"<img src=x onerror=hacked={k}>" for k in range(8)]
    pic = show(picture(1, names=names, step=1))
    says(pic, "Row 1 <img src=x onerror=hacked=1> lives on rank 0")
    assert pic.locator("img").count() == 0
    assert page.evaluate("window.hacked") is None
