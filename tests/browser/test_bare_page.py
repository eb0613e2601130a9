"""The bare page of tests: what a screen reader hears in it, and whose model is whose."""

from bare_page import IDS, LISTEN, MODEL, TABLE, press, shared, stands
from lookup import select_rows


def test_a_text_that_is_announced_twice_is_heard_twice(page):
    page.set_content("<main><p role=status></p></main>")
    page.locator("main").evaluate(LISTEN)
    said = page.get_by_role("status")
    for text in ("There.", "There.", "", "There."):
        said.evaluate("(node, text) => { node.textContent = text; }", text)
    assert page.evaluate("heard") == ["There."] * 3


def test_a_text_of_several_parts_is_heard_once(page):
    page.set_content("<main><p role=status></p></main>")
    page.locator("main").evaluate(LISTEN)
    page.get_by_role("status").evaluate("node => node.append('Row ', '3')")
    page.get_by_role("status").evaluate(
        "node => { node.append(' is'); node.append(' read'); }"
    )
    assert page.evaluate("heard") == ["Row 3", "Row 3 is read"]


def test_two_pictures_of_a_page_have_a_model_each(show, page):
    first = show(select_rows(TABLE, IDS))
    other = select_rows(TABLE, IDS)
    page.evaluate(MODEL, [other._esm, other._css, shared(other), 1])
    second = page.locator(".lookup.picture").nth(1)
    stands(second, step=0, phase="rest")
    press(first, "next")
    press(first, "next")
    stands(first, step=1, phase="shown")
    stands(second, step=0, phase="rest")
    assert page.evaluate("state.step") == 0
