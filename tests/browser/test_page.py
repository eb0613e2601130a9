"""The page as a composition: how long its lines are, and what parts its exercises."""

import contextlib

import pytest

from course import NOTEBOOKS
from letters import LETTERS

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def opened(lab):
    """Notebook 04, opened and not run."""
    book = next(path for path in NOTEBOOKS if path.name.startswith("04_"))
    with contextlib.closing(lab.open(book)) as notebook:
        yield notebook.page


@pytest.mark.parametrize("size", [(1366, 768), (1920, 1080)])
def test_prose_has_65_to_85_letters_a_line(opened, size):
    before = opened.viewport_size
    opened.set_viewport_size(dict(zip(("width", "height"), size)))
    opened.wait_for_timeout(500)
    found = sorted(opened.evaluate(LETTERS))
    opened.set_viewport_size(before)
    assert len(found) > 20
    assert 65 <= found[len(found) // 2] <= 85
    assert found[-1] <= 90


def test_a_line_parts_an_exercise_from_the_solution_before_it(opened):
    lines = opened.locator(".jp-RenderedMarkdown details + p").evaluate_all(
        "all => all.filter(p => /^04-[bc] /.test(p.textContent))"
        ".map(p => getComputedStyle(p).borderTopStyle)"
    )
    assert lines == ["solid", "solid"]
