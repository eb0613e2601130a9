"""A kernel without anywidget: every cell runs, and each picture and question shows its still."""

import pytest
from nbclient import NotebookClient

from course import MEASURED, NOTEBOOKS, ROOT, code_cells, read
from stills import VIEW, unfold

pytestmark = pytest.mark.long

# A kernel reads one sitecustomize.py only, so that the network is not cut here.
STILL = ROOT / "tests/still"
SAID = (
    "This kernel cannot load anywidget, so pictures and questions stand still; every cell and "
    "every check runs. To see them move, run %pip install anywidget in a cell, then restart the "
    "kernel (menu Kernel).\n"
)


@pytest.fixture
def ran(monkeypatch):
    """A function that runs a notebook in a kernel that can import no part of a living picture.

    It raises CellExecutionError if a cell does.
    """
    monkeypatch.setenv("PYTHONPATH", str(STILL))
    folder = {"metadata": {"path": str(ROOT / "notebooks")}}

    def ran(notebook):
        return NotebookClient(notebook, timeout=600, resources=folder).execute()

    return ran


def printed(cell):
    return "".join(out.text for out in cell.outputs if out.output_type == "stream")


def data_of(cell):
    return [output.get("data", {}) for output in cell.outputs]


def stored_stills(cell):
    """The stills that a cell stores: of a question beside its view, of a picture alone.

    Less what promises that they move.
    """
    return [
        unfold(data["text/html"])
        .replace(" Run the cell to see it move.", "")
        .replace(", or run the cell.", ".")
        for data in data_of(cell)
        if VIEW in data or set(data) == {"text/html"}
    ]


def shown(cell):
    """The HTML of what a cell shows that has a text, too."""
    assert not any(VIEW in data for data in data_of(cell))
    return [data["text/html"] for data in data_of(cell) if len(data) == 2]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_every_cell_runs_and_each_picture_and_question_shows_its_still(path, ran):
    before = code_cells(read(path))
    after = code_cells(ran(read(path)))
    assert printed(after[0]) == SAID + printed(before[0])
    for was, now in zip(before, after, strict=True):
        stills = stored_stills(was)
        assert len(shown(now)) >= len(stills), was.id
        if MEASURED not in was.metadata.get("tags", []):
            assert set(stills) <= set(shown(now)), was.id
            assert now is after[0] or printed(now) == printed(was), was.id
