"""The plans, the cells that they show and their decks in a browser, for the tests of these."""

import decks
import plan_deck
import plan_own
from conftest import new_context, new_page
from course import CORE, read
from plan import PLANS, read_plan

MOST = {"45": 25, "90": 40, "180": 75}  # slides
LESSONS = {name: read_plan(PLANS / f"{name}.toml") for name in MOST}
BOOKS = {path.name[:2]: (path, read(path)) for path in CORE}
STORED = {cell.id: cell for _, book in BOOKS.values() for cell in book.cells}
SENTENCES = {
    plan_own.SENTENCE: "evening",
    "my dog is older than my brother": "sister",
    "we play football on saturday": "friday",
    "it will rain tomorrow": "yesterday",
    "the quick brown fox jumps over the lazy dog": "dogs",
}
ALIVE = {"45": 4, "90": 4, "180": 10}  # pictures


def open_deck(browser, path, before="", size=(1366, 768)):
    """A deck from the disk in a page of its own, offline."""
    context = new_context(browser, viewport=dict(zip(("width", "height"), size)))
    context.set_offline(True)
    page = new_page(context)
    page.add_init_script(before)
    page.goto(path.as_uri())
    return page


def present(browser, lesson, cells, folder, **how):
    """The page of a lesson's deck, ready at its first slide."""
    path = folder / "deck.html"
    path.write_text(
        plan_deck.deck_of(lesson, cells, decks.deck_assets), encoding="utf-8"
    )
    page = open_deck(browser, path, **how)
    page.wait_for_function("window.Reveal?.isReady()")
    return page
