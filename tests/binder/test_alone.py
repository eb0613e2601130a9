"""A notebook that lies alone, as on Colab, fetches the course, or says in one sentence why not."""

import os
import re
import shutil

import nbformat
import pytest
from nbclient import NotebookClient

import links
from course import LOOKUP, NOTEBOOKS, ROOT, code_cells, git, read

ALONE = ("ImportError", "Open this notebook within the course's folder.")
needs_git = pytest.mark.skipif(
    not shutil.which("git"), reason="no git, which fetches the course"
)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_every_notebook_fetches_the_course_in_the_same_way(path):
    first, *others = code_cells(read(path))
    begin = "if not find_spec("
    wanted = (
        code_cells(read(NOTEBOOKS[0]))[0]
        .source.partition(begin)[2]
        .partition("\n\n")[0]
    )
    assert f"{begin}{wanted}\n\n" in first.source
    assert not any("git clone" in cell.source for cell in others)
    assert b"spring-2.0 https" in links.with_source(
        path.read_bytes(), "a", "b", "spring-2.0"
    )


def fetched(setup):
    """(branch, address) of what a filled-in first cell fetches."""
    return re.search(r"git clone -qb (\S+) (\S+) course", setup).groups()


def run_alone(folder, shelf, address, *sources):
    """The outputs of cells run in an empty folder, as on Colab.

    git takes the folder `shelf` in place of the address.
    """
    folder.mkdir()
    notebook = nbformat.v4.new_notebook(
        cells=[*map(nbformat.v4.new_code_cell, sources)]
    )
    instead = {
        "COUNT": "1",
        "KEY_0": f"url.{shelf.as_uri()}.insteadOf",
        "VALUE_0": address,
    }
    environment = {
        **os.environ,
        **{f"GIT_CONFIG_{name}": value for name, value in instead.items()},
    }
    # Where it is set, a kernel does not show what its programs print.
    environment.pop("PYTEST_CURRENT_TEST")
    resources = {"metadata": {"path": str(folder)}}
    client = NotebookClient(
        notebook, timeout=600, allow_errors=True, resources=resources
    )
    client.execute(env=environment)
    return [cell.outputs for cell in notebook.cells]


def set_up(content):
    """The source of a notebook file's first code cell."""
    return code_cells(nbformat.reads(content.decode(), as_version=4))[0].source


@pytest.fixture
def setup():
    """A notebook's first code cell as `--write` leaves it."""
    content = NOTEBOOKS[0].read_bytes()
    return set_up(
        links.with_source(content, "a-school", "one-row.at-a-time", "spring-2.0")
    )


@pytest.mark.long
@needs_git
def test_a_notebook_that_lies_alone_fetches_the_course_once_and_goes_there(
    tmp_path, setup
):
    shelf, alone = tmp_path / "shelf", tmp_path / "content"
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(LOOKUP, shelf / "notebooks/lookup", ignore=ignored)
    shutil.copy(ROOT / "requirements.txt", shelf)
    git(shelf, "init", "-q")
    git(shelf, "add", "-A")
    git(shelf, "commit", "-qm", "Begin")
    git(shelf, "branch", "-M", fetched(setup)[0])
    first, again, (where,) = run_alone(
        alone,
        shelf,
        fetched(setup)[1],
        setup,
        setup,
        "print(os.getcwd(), find_spec('lookup').origin)",
    )
    assert (first, again) == ([], []), "git is silent, and asked once"
    course = alone / "course/notebooks"
    assert where.text.split() == [str(course), str(course / "lookup/__init__.py")]


@pytest.mark.long
@needs_git
def test_a_course_that_cannot_be_fetched_is_said_in_one_sentence(tmp_path, setup):
    address = fetched(setup)[1]
    ((printed, error),) = run_alone(
        tmp_path / "content", tmp_path / "nowhere", address, setup
    )
    assert printed.text.startswith("fatal: ")
    assert (error.ename, error.evalue) == ALONE


def test_a_notebook_that_nothing_has_filled_in_fetches_nothing_and_says_one_sentence(
    tmp_path,
):
    empty = set_up(links.FETCH.sub(links.UNFILLED, NOTEBOOKS[0].read_bytes()))
    assert "OWNER" not in empty
    ((error,),) = run_alone(
        tmp_path / "content", tmp_path, "https://github.com/", empty
    )
    assert (error.ename, error.evalue) == ALONE
