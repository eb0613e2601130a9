"""A plan's deck as a teacher presents it: by keys and pointer, with the speaker's view."""

import re

import pytest
from playwright.sync_api import expect

import decks
import plan_deck
from conftest import lacking
from lesson_decks import ALIVE, LESSONS, SENTENCES, STORED, open_deck, present

HERE = "[Reveal.getIndices().h, Reveal.getCurrentSlide().id]"
FRAGMENTS = """new Set(
    [...Reveal.getCurrentSlide().querySelectorAll(".fragment")].map((e) => e.dataset.fragmentIndex),
).size"""  # presses of a key that show all of a slide
PICTURE = "section.present .lookup.picture"
STATE = "(e) => `${e.dataset.phase} ${e.dataset.step} ${e.innerText}`"


@pytest.fixture(params=LESSONS, scope="module")
def lesson(request):
    """Each of the plans."""
    return LESSONS[request.param]


@pytest.fixture(scope="module")
def cells(lesson):
    """The cells of the plan's notebooks, alive."""
    decks.find_spec(decks.REVEAL) or lacking("no reveal.js to test the slides with")
    return plan_deck.cells_of(lesson)


@pytest.mark.long
def test_a_browser_that_cannot_unpack_a_deck_says_so(browser, tmp_path):
    decks.find_spec(decks.REVEAL) or lacking("no reveal.js to test the slides with")
    path = tmp_path / "deck.html"
    deck = plan_deck.deck_of(LESSONS["45"], STORED, decks.deck_assets)
    path.write_text(deck, encoding="utf-8")
    page = open_deck(browser, path, "delete window.DecompressionStream")
    said = page.locator("body").inner_text()
    assert said.startswith("These slides need a browser of 2023 or newer.")
    page.context.close()


@pytest.mark.long
def test_a_sentence_of_the_room_is_sorted_by_on_the_slide(
    browser, lesson, cells, tmp_path
):
    page = present(browser, lesson, cells, tmp_path)
    place = [slide.what for slide in lesson.slides].index("everyday-wall")
    page.evaluate("(n) => Reveal.slide(n)", place)
    wall = page.locator("section.present .whole")
    for sentence, near in SENTENCES.items():
        last = sentence.split()[-1]
        wall.get_by_role("textbox").fill(sentence)
        wall.get_by_role("textbox").press("Enter")
        says = re.compile(f"Nearest to “.?{last}.?” by cosine: {near} ≈")
        wall.locator(".say", has_text=says).wait_for(timeout=60_000)
    assert page.evaluate("Reveal.getIndices().h") == place
    assert not page.problems
    page.context.close()


@pytest.mark.long
def test_the_keys_walk_through_a_deck_and_a_picture_takes_and_gives_back_its_own(
    browser, lesson, cells, tmp_path
):
    page = present(browser, lesson, cells, tmp_path)
    stepped = 0
    for place, slide in enumerate(lesson.slides):
        assert page.evaluate(HERE) == [place, slide.anchor]
        page.wait_for_function(
            "!Reveal.getCurrentSlide().querySelector('.alive > .still')"
        )
        if page.locator(f"{PICTURE} .stage[tabindex]").count():
            stepped += 1
            steps_by_its_own_keys(page, [place, slide.anchor])
        for _ in range(page.evaluate(FRAGMENTS)):
            page.keyboard.press("ArrowRight")
            assert page.evaluate(HERE) == [place, slide.anchor], "it first shows all"
        page.keyboard.press("ArrowRight")
    assert stepped == ALIVE[lesson.name]
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("Reveal.getProgress()") < 1
    assert not page.problems
    page.context.close()


def steps_by_its_own_keys(page, here):
    """Focus the slide's picture by Tab, and step it; Escape then gives the arrows back."""
    for _ in range(40):
        if page.evaluate("document.activeElement.matches('.lookup.picture .stage')"):
            break
        page.keyboard.press("Tab")
    picture = page.locator(PICTURE)
    before = picture.evaluate(STATE)
    page.keyboard.press("ArrowRight")
    moved = f"(before) => ({STATE})(document.querySelector('{PICTURE}')) !== before"
    page.wait_for_function(moved, arg=before)
    assert page.evaluate(HERE) == here, "the slide stays"
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement === document.body")


@pytest.mark.long
@pytest.mark.parametrize("lesson", ["180"], indirect=True)
def test_a_pointer_meets_what_it_points_at_however_large_a_slide_is(
    browser, lesson, cells, tmp_path
):
    page = present(browser, lesson, cells, tmp_path, size=(1920, 1080))
    shown = [slide.what for slide in lesson.slides]
    picture = page.locator(PICTURE)

    def stands(what):
        page.evaluate("(n) => Reveal.slide(n)", shown.index(what))
        while page.evaluate("Reveal.availableFragments().next"):
            page.keyboard.press("ArrowRight")
        expect(picture.locator("svg, canvas").first).to_be_visible()

    def says(text):
        expect(picture.locator(".say")).to_contain_text(re.compile(text))

    stands("01-12")
    picture.locator("text[data-row='1'][data-col='1']").click()
    says("you said row 1, but id 5 means row 5")
    stands("families")
    picture.locator("text[data-row]", has_text="red").click()
    says("“.?red.?”: nearest of these rows")
    stands("everyday-wall")
    picture.get_by_role("button", name="Play").click()
    says("Nearest to “.?morning.?” by cosine: evening")
    stands("bags")
    drag(page, picture.locator("rect[data-fence='2'][rx]"), to="id2.0")
    offset = "(svg) => svg.byKey.get('offset2').node.textContent"
    assert picture.locator("svg").evaluate(offset) == "5"
    assert page.evaluate("Reveal.getIndices().h") == shown.index("bags")
    assert not page.problems
    page.context.close()


def drag(page, thing, to):
    """Drag a thing of a picture down over the id that has the key `to`."""
    box = thing.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    below = "(e, key) => e.ownerSVGElement.byKey.get(key).node.getBoundingClientRect().bottom"
    lower = thing.evaluate(below, to)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, lower, steps=5)
    page.mouse.up()


@pytest.mark.long
def test_the_line_in_a_pictures_track_goes_to_its_end(browser, tmp_path):
    decks.find_spec(decks.REVEAL) or lacking("no reveal.js to test the slides with")
    lesson = LESSONS["45"]
    cells = plan_deck.cells_of(lesson)
    page = present(browser, lesson, cells, tmp_path)
    place = [slide.what for slide in lesson.slides].index("map")
    page.evaluate("(n) => Reveal.slide(n)", place)
    picture = page.locator("section.present .picture")
    bar, paper = picture.locator("input.track"), picture.locator(".paper")
    share = bar.bounding_box()["width"] / paper.bounding_box()["width"]
    assert share > 0.95
    assert not page.problems
    page.context.close()


@pytest.mark.long
def test_the_speakers_view_of_a_plan_has_its_words_and_its_pace(browser, tmp_path):
    """At the last slide, on a clock that stands: a click on it sets it to the slide's beginning."""
    decks.find_spec(decks.REVEAL) or lacking("no reveal.js to test the slides with")
    lesson = LESSONS["45"]
    page = present(browser, lesson, STORED, tmp_path)
    page.context.clock.set_fixed_time("2026-11-29T10:00:00")
    last = lesson.parts[-2]
    page.evaluate("(n) => Reveal.slide(n)", lesson.slides.index(last.slides[0]))
    with page.context.expect_page() as opening:
        page.keyboard.press("s")
    notes = opening.value
    said = " ".join(last.slides[0].say.split())
    notes.locator(".speaker-controls-notes .value", has_text=said).wait_for()
    timer = notes.locator(".speaker-controls-time")
    timer.click()
    begins = f"{last.start // 60:02}:{last.start % 60:02}:00"
    expect(timer.locator(".timer")).to_have_text(re.compile(begins))
    pace = timer.locator(".pacing")
    expect(pace).not_to_have_class(re.compile("behind"))
    page.context.clock.set_fixed_time("2026-11-29T10:10:00")
    expect(pace).to_have_class(re.compile("behind"))
    assert not page.problems
    page.context.close()
