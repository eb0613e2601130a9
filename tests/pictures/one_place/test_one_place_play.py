"""What one_place does in a bare page, beside what test_player.py asks of all pictures."""

from playwright.sync_api import expect

from bare_page import (
    MIDDLE,
    drawing,
    film,
    middle,
    press,
    says,
    says_under_pointer,
    stands,
    text,
    type_in,
)
from frames import WORDS
from lookup import one_place
from test_one_place import IDS, NAMES, OUT, TABLE

PLACES = [1, 4, 7, 3]  # red, blue, dog, the
MIDDLES = ["red", "blue", "dog", "the"]
LASTS = [5800, 2900, 2900, 2900]  # ms of each place, by CBOW
OPENS = "rest"


def picture(**how):
    return one_place(
        TABLE, OUT, IDS, PLACES, [4, 6], **({"reach": 1, "names": NAMES} | how)
    )


def is_at(pic, step, phase="shown", playing="false", by="CBOW"):
    row = NAMES.index(MIDDLES[step])
    stands(pic, step=step, row=row, by=by, phase=phase, playing=playing)
    if phase == "shown":
        says(pic, f"Place {step + 1} of 4, {by}: ")
        before, after = picture().spec["steps"][step][by]["loss"]
        assert text(pic, "loss") == f"loss {before} → {after}"
    if phase == "rest":
        assert text(pic, "loss") is None
    expect(pic.locator(".count")).to_have_text(f"place {step + 1} of 4")


def test_rows_are_averaged_scored_and_moved_in_this_order(moving, page):
    keys = ["read0:", "mean:", "zero:", "role0", "written0touch"]
    before = [text(moving, key) is not None for key in keys]
    assert before == [True] + 4 * [False]
    press(moving, "next")
    seen = film(
        page,
        moving,
        LASTS[0],
        f"svg => {keys}.map((key) => svg.byKey.has(key))",
    )
    first = [
        next(k for k, frame in enumerate(seen) if frame[at]) for at in range(len(keys))
    ]
    assert first == sorted(set(first)), "one after the other"
    is_at(moving, 0)


def test_a_hidden_word_is_a_gap_until_it_is_known(moving, page):
    assert text(moving, "slot1:") == "?"
    press(moving, "next")
    page.clock.run_for(LASTS[0])
    assert text(moving, "slot1:") == "red"


def test_a_word_glides_to_its_end_frame_by_frame(moving, page):
    press(moving, "next")
    seen = film(page, moving, LASTS[0], f"svg => ({MIDDLE})(svg, 'token0')[0]")
    step = seen[len(seen) * 2 // 3 :]
    ways = [x for at, x in enumerate(step) if at == 0 or x != step[at - 1]]
    assert len(ways) > 15
    assert ways == sorted(ways), "the right answer goes to the right"


def test_the_two_tasks_have_a_button_each_and_the_place_stays(pic, page):
    page.evaluate("set({ step: 1 })")
    is_at(pic, 1)
    assert pic.locator(".ways button").all_text_contents() == ["CBOW", "skip-gram"]
    says(
        pic, "the same mean pulls both “\u2068red\u2069” and “\u2068blue\u2069” in out."
    )
    press(pic, "skip-gram")
    is_at(pic, 1, by="skip-gram")
    expect(pic.locator("[data-way='skip-gram']")).to_have_attribute(
        "aria-pressed", "true"
    )
    expect(pic.locator(".title")).to_have_text("one place of a text, skip-gram")
    says(
        pic,
        "the same rows of out pull both “\u2068red\u2069” and “\u2068blue\u2069” in table.",
    )
    assert page.evaluate("[state.by, state.step]") == ["skip-gram", 1]
    page.evaluate("set({ by: 'CBOW' })")
    is_at(pic, 1)


def test_a_typed_word_turns_to_its_place_without_the_kernel(pic, page):
    for typed, step in (("dog", 2), ("2", 1), (" the ", 3)):
        type_in(pic, typed)
        is_at(pic, step)
    assert page.evaluate("[saved, sent]") == [[2, 1, 3], []]


def test_a_click_on_a_word_takes_the_place_there_without_the_kernel(pic, page):
    for word, step in (("dog", 2), ("red", 0)):
        pic.locator("svg text[data-jump]").get_by_text(word, exact=True).first.click()
        is_at(pic, step)
    pic.locator("svg text[data-jump='4']").click()
    says(pic, "Your place, CBOW: ")
    expect(pic.locator(".count")).to_have_text("your place")
    assert page.evaluate("[saved, sent]") == [[2, 0, 4], []]
    press(pic, "previous")  # back to the last place of the path that had been shown
    is_at(pic, 2)


def test_under_the_pointer_stands_what_is_there(show, page):
    shown = picture(step=1)
    pic = show(shown)
    score, after, strength = (
        shown.spec["steps"][1]["CBOW"]["answers"].split(";")[0].split(" ")
    )
    says_under_pointer(
        pic,
        {
            "text[data-table='0']": "table, row 0 the",
            "text[data-word='2']": "id 2 blue",
            "text[data-answer='0']": f"blue: score {score}, target 1, pull {strength}, "
            f"after the step {after}",
        },
    )


def test_a_narrow_page_has_room_for_it(show, page):
    pic = show(picture(step=1))
    page.set_viewport_size({"width": 400, "height": 800})
    page.wait_for_function("document.querySelector('svg').viewBox.baseVal.width < 450")
    assert text(pic, "role0") == "hidden"
    assert middle(pic, "mean:")[1] > middle(pic, "read1:")[1]
    assert pic.locator("svg").bounding_box()["width"] <= 400


def test_the_scores_stand_in_the_table_of_numbers(pic, page):
    press(pic, "Numbers")
    assert pic.locator("tfoot tr").count() == 0
    press(pic, "next")
    expect(pic.locator("tfoot th")).to_have_text("loss")
    expect(pic.locator("tbody tr").nth(2).locator("td").first).to_have_text(
        "right answer, target 1"
    )


def test_words_are_text(show, page):
    shown = one_place(
        TABLE, OUT, range(7), [3, 1, 4], [0], reach=3, names=WORDS, step=1
    )
    pic = show(shown)
    says(pic, "“\u2068<b>cat</b>\u2069” is hidden")
    before = drawing(pic)
    assert "&lt;b&gt;cat" in before
    assert pic.locator("b, script, img").count() == 0
    assert page.evaluate("window.hacked") is None
