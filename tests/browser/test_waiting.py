"""What the course stores waits in JupyterLab until a cell has run, and nothing of it is lost."""

import contextlib
import shutil

import pytest
from playwright.sync_api import expect

from course import NOTEBOOKS, ROOT, code_cells, git, read
from lab import Notebook
from waiting_outputs import PLACE, RAN, SHOWN, VIEW, WORD

pytestmark = pytest.mark.long
FIRST = NOTEBOOKS[0]
STORED = code_cells(read(FIRST))
SELECT = """index => {
    const { content } = jupyterapp.shell.currentWidget;
    content.deselectAll();
    content.activeCellIndex = content.widgets.findIndex(({ model }) => model.id === index);
}"""


@pytest.fixture
def course(lab):
    """The course's folder under git, as a learner has cloned it."""
    folder = lab.course.parent
    shutil.copy(FIRST, lab.course)  # other tests may have run it
    shutil.copy(ROOT / ".gitignore", folder)
    git(folder, "init")
    git(folder, "add", "--all")
    git(folder, "commit", "--message=course")
    yield folder
    (lab.course / SHOWN).unlink(missing_ok=True)
    shutil.rmtree(folder / ".git")


@pytest.fixture
def first(lab, course):
    """A function that opens notebook 00 of that folder in JupyterLab."""
    lab.desk.problems.clear()
    with contextlib.ExitStack() as stack:
        yield lambda: stack.enter_context(
            contextlib.closing(Notebook(lab.desk, lab, FIRST.name))
        )


def save(nb):
    """Save, even what nobody has changed, and wait for the answer."""
    with nb.page.expect_response(lambda answer: answer.request.method == "PUT"):
        nb.command("docmanager:save")


def changed(course):
    """The files that git sees as changed."""
    return git(course, "diff", "--name-only").split()


def run(nb, cell):
    """Run one cell, by its id."""
    nb.page.evaluate(SELECT, cell)
    nb.command("notebook:run-cell")


def code(nb):
    return [cell for cell in nb.cells() if cell["type"] == "code"]


def test_outputs_wait_until_their_cell_has_run(first, course, lab):
    nb = first()
    assert [cell["outputs"] for cell in code(nb)] == [
        [PLACE] if cell.outputs else [] for cell in STORED
    ]
    expect(nb.page.locator(".jp-OutputArea-output").first).to_have_text(WORD)
    assert not nb.is_changed()
    save(nb)
    assert changed(course) == []

    run(nb, STORED[0].id)
    save(nb)
    kept = code_cells(read(lab.course / FIRST.name))
    assert kept[0].metadata[RAN]
    assert kept[1:] == STORED[1:]
    assert changed(course) == [f"notebooks/{FIRST.name}"]

    nb.run_all()
    ran = code(nb)
    assert [bool(cell["outputs"]) for cell in ran] == [
        bool(cell.outputs) for cell in STORED
    ]
    widgets = sum(VIEW in str(cell["outputs"]) for cell in ran)
    expect(nb.page.locator(".lookup")).to_have_count(widgets)
    save(nb)
    assert all(cell.metadata[RAN] for cell in code_cells(read(lab.course / FIRST.name)))
    assert not nb.page.problems


def test_one_file_shows_them_at_once(first, course, lab):
    (lab.course / SHOWN).touch()
    nb = first()
    shown = code(nb)
    assert [bool(cell["outputs"]) for cell in shown] == [
        bool(cell.outputs) for cell in STORED
    ]
    assert VIEW not in str(shown), "no kernel has made the widgets: their stills stand"
    expect(nb.page.get_by_text("Reply to 1").first).to_be_visible()
    assert nb.page.get_by_text("Error displaying widget").count() == 0
    assert not nb.is_changed()
    save(nb)
    assert changed(course) == []
    assert not nb.page.problems
