"""A chart in a real JupyterLab: whose the keys are, before, in and after it."""

import pytest
from playwright.sync_api import expect

from lab import made
from test_in_lab import KEYS, STATE

pytestmark = pytest.mark.long

CURVES = """
from lookup import curves
curves([0, 1, 2], {"a": [0, 5, 10], "b": [10, 5, 0]}, x="step", y="way")
"""
PLANE = """
from lookup import plane
plane([50, 800], [1, 8, 64], [[2, 32], [1, None], [0.5, 8]])
"""
# What the notebook's own shortcuts would change.
COMMANDS = [
    *"abcdmvxyz1",
    "Shift+Enter",
    "Control+Enter",
    "Shift+M",
    "Home",
    "PageDown",
]

HELD = "image => image.closest('.jp-Cell').contains(document.activeElement)"


@pytest.mark.parametrize(
    ("chart", "read"),
    [(CURVES, "a: 0 at 0"), (PLANE, "B = 64: 0.5 at V = 50")],
    ids=["curves", "plane"],
)
def test_a_charts_keys_are_its_own_until_escape_gives_them_to_its_cell(
    chart, read, notebook
):
    nb = notebook(made([chart, "7"]))
    page = nb.page
    nb.run_all()
    image = page.locator("img.lookup-chart")
    image.focus()
    page.keyboard.press("ArrowRight")
    said = page.locator(".jp-OutputArea-output span[style*=float]")
    expect(said).to_have_text(read)
    before = page.evaluate(STATE)
    for key in [*KEYS, *COMMANDS]:
        page.keyboard.press(key)
    expect(image).to_be_focused()
    assert page.evaluate(STATE) == before
    page.keyboard.press("Escape")
    expect(image).not_to_be_focused()
    expect(said).to_have_text("point at it, or press ← →")
    assert image.evaluate(HELD), "its cell has them"
    page.keyboard.press("b")
    expect(page.locator(".jp-Notebook .jp-Cell")).to_have_count(3)
