"""What typing a row or a text, clicking a row and predicting do, in a bare page of Chromium."""

import pytest
import torch
from playwright.sync_api import expect

from bare_page import (
    IDS,
    STEP,
    TABLE,
    answer,
    drawing,
    is_at,
    press,
    refuses,
    says,
    type_in,
)
from lookup import select_rows

NAMES = ["the", "a", "dog", "ran", "cat", "sat"]
LONG = torch.arange(50_003.0).unfold(0, 4, 1)  # row 7 reads 7, 8, 9, 10
SILENT = "No answer yet: the kernel is busy or has stopped. The picture stays as it is."


@pytest.fixture
def pic(show):
    """A picture of three steps."""
    return show(select_rows(TABLE, IDS))


@pytest.mark.parametrize("text", ["3", " 3 ", "ran"])
def test_a_typed_row_in_the_spec_is_shown_without_the_kernel(show, page, text):
    pic = show(select_rows(TABLE, IDS, names=NAMES))
    type_in(pic, text)
    is_at(pic, 6, row=3)
    says(pic, "Your row: id 3, so the 1 stands beside row 3;")
    says(pic, "It reads 30, 31, 32.")
    expect(pic.locator(".count")).to_have_text("your row")
    assert page.evaluate("[saved, sent]") == [[6], []]
    press(pic, "previous")
    is_at(pic, 0, "rest")


def test_what_the_page_does_not_know_is_sent_once(pic, page):
    before = drawing(pic)
    for text in ["99", "6", "-1", "1e3", "١", "", "<b>x</b>", "٣" * 1000]:
        type_in(pic, text)
        assert page.evaluate("[saved, sent.splice(0)]") == [[], [{"typed": text}]]
        is_at(pic, 0, "rest")
        assert drawing(pic) == before


def test_a_refusal_is_said_as_text(show, page):
    picture = select_rows(TABLE, IDS)
    pic = show(picture)
    before = drawing(pic)
    type_in(pic, "<b>x</b>")
    assert answer(page, picture)
    refuses(pic, "✗ “\u2068<b>x</b>\u2069” is not a row number from 0 to 5.")
    page.clock.run_for(9000)
    refuses(pic, "is not a row number")
    assert pic.locator("b").count() == 0
    assert drawing(pic) == before
    press(pic, "next")
    refuses(pic, "")


def test_a_silent_kernel_is_mentioned(pic, page):
    before = drawing(pic)
    said = pic.get_by_role("status").text_content()
    type_in(pic, "99")
    page.clock.run_for(3900)
    expect(pic.get_by_role("alert")).to_have_text("")
    page.clock.run_for(200)
    expect(pic.get_by_role("alert")).to_have_text(f"✗ {SILENT}")
    expect(pic.get_by_role("status")).to_have_text(said)
    assert drawing(pic) == before
    press(pic, "next")
    is_at(pic, 0)


def test_a_kernel_that_cannot_be_reached_is_mentioned(pic, page):
    page.evaluate("() => { sent.push = () => { throw new Error('closed'); }; }")
    type_in(pic, "99")
    refuses(pic, "No answer: the kernel has stopped or was restarted.")


@pytest.mark.parametrize("how", ["type", "click"])
def test_a_row_that_only_the_kernel_has(show, page, how):
    picture = select_rows(LONG, [7, 31_000])
    pic = show(picture)
    row = 40_000 if how == "type" else 8
    type_in(pic, "40,000") if how == "type" else pic.locator(
        'text[data-row="8"][data-col="1"]'
    ).click()
    is_at(pic, 0, "rest", row=7)
    assert answer(page, picture) == ""
    is_at(pic, 4, row=row)
    says(pic, f"Your row: id {row:,}, so the 1 stands beside row {row:,};")
    assert (picture.step, picture.row) == (4, row)


def test_a_click_on_a_row_shows_it(pic, page):
    pic.locator('text[data-row="5"][data-col="1"]').click()
    is_at(pic, 8, row=5)
    pic.locator('text[data-row="2"]').first.click()
    is_at(pic, 5, row=2)
    assert page.evaluate("[saved, sent]") == [[8, 5], []]


def test_a_click_beside_all_rows_answers_no_question(show, page):
    pic = show(select_rows(TABLE, IDS, predict=True))
    is_at(pic, 0, "asked")
    pic.click(position={"x": 2, "y": 2})
    is_at(pic, 0, "asked")


@pytest.fixture
def sentence():
    """A picture whose learner may type a text, over a table too large to be drawn whole."""
    return select_rows(
        LONG,
        [7, 8],
        words=["x", "y"],
        read=lambda text: (text.split(), [*map(int, text.split())]),
    )


def test_a_typed_text_is_played_from_its_first_word(show, page, sentence):
    pic = show(sentence, motion="no-preference")
    for _ in range(2):  # the same text again is shown again
        press(pic, "play")
        type_in(pic, "9 40000 3")
        assert page.evaluate("sent.at(-1)") == {"typed": "9 40000 3"}
        assert answer(page, sentence) == ""
        is_at(pic, 0, "moving", row=9, playing="true")
        page.clock.run_for(4 * STEP)
        is_at(pic, 2, row=3)
        says(pic, "“\u20683\u2069” has id 3, so the 1 stands beside row 3;")
        sentence.step = page.evaluate("saved.at(-1)")


def test_a_click_beside_a_sentence_is_no_text(show, page, sentence):
    pic = show(sentence)
    pic.locator('text[data-row="9"][data-col="1"]').click()
    assert answer(page, sentence) == ""
    is_at(pic, 4, row=9)
    assert (sentence.spec["path"], sentence.row) == (2, 9)


HOW = {
    "click": lambda pic, row: pic.locator(
        f'text[data-row="{row}"][data-col="1"]'
    ).click(),
    "number": lambda pic, row: type_in(pic, str(row)),
    "word": lambda pic, row: type_in(pic, NAMES[row]),
}


@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize("row", [4, 5], ids=["right", "wrong"])
def test_a_prediction(show, page, how, row):
    pic = show(select_rows(TABLE, IDS, names=NAMES, predict=True))
    is_at(pic, 0, "asked")
    says(pic, "Which row comes out?")
    assert pic.locator('rect[stroke="var(--pick)"]').count() == 0
    assert pic.locator("tfoot tr").count() == 0
    HOW[how](pic, row)
    is_at(pic, 0)
    says(pic, "as you said, " if row == 4 else "you said row 5, but id 4 means row 4; ")
    assert pic.locator("[stroke-dasharray='6 5']").count() == (0 if row == 4 else 2)
    assert page.evaluate("[saved, sent]") == [[], []]
    press(pic, "play")  # a run ends at a question
    is_at(pic, 1, "asked")
    assert page.evaluate("saved") == [1]
    press(pic, "skip the guess")
    is_at(pic, 1)
    says(pic, "Step 2 of 3: id 1")
    press(pic, "start again")
    is_at(pic, 0, "asked")
