"""Fresh copies: a learner's work stays, a teacher's changes arrive, a notebook can be reset.

These are promises of git and nbgitpuller, on which notebooks/teaching.md relies. They are held when
the pin of nbgitpuller moves: `python -m pytest tests/bench/fresh_copies.py`. Not a part of the
usual run; takes about a minute.
"""

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import warnings
from types import SimpleNamespace

import nbformat
import pytest
from nbclient import NotebookClient

from conftest import lacking
from course import ROOT, code_cells, git, read

BOOK = "notebooks/01_one_hot_times_matrix.ipynb"
DELETED = "notebooks/02_embedding_lookup.ipynb"
NEW = "notebooks/07_beyond_one_machine.ipynb"
OWN = "# mine: rows of W"
# As teaching.md has it; no learner's file is overwritten, as `ln` refuses a name that is taken.
RESET = "ln {0} {1} && git fetch && git checkout origin/HEAD -- {0}"


def click(copies):
    """Do what the link on a JupyterHub does: clone, or bring up to date."""
    pull = ["nbgitpuller.pull", copies.remote.as_uri(), "main", str(copies.mine)]
    command = [sys.executable, "-m", *pull]
    ran = subprocess.run(command, cwd=copies.mine.parent, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def edit(path, change):
    """Change a notebook as JupyterLab would save it."""
    book = read(path)
    change(book)
    nbformat.write(book, path)
    return book


def release(copies, message):
    """Publish what the teacher changed."""
    git(copies.teacher, "add", "-A")
    git(copies.teacher, "commit", "-qm", message)
    git(copies.teacher, "push", "-q", "origin", "main")


@pytest.fixture
def copies(tmp_path):
    """A course in a bare repository, `remote`, a `teacher`'s checkout, a learner's copy, `mine`."""
    if not shutil.which("git"):
        lacking("no git: fresh copies of the course are made by it")
    if not importlib.util.find_spec("nbgitpuller"):
        lacking("no nbgitpuller: install tests/requirements.txt to run these tests")
    copies = SimpleNamespace(
        remote=tmp_path / "course.git", teacher=tmp_path / "teacher", mine=tmp_path / "my course"
    )
    git(tmp_path, "init", "-q", "--bare", copies.remote)
    git(tmp_path, "init", "-q", copies.teacher)
    git(copies.teacher, "remote", "add", "origin", copies.remote.as_uri())
    (copies.teacher / "notebooks").mkdir()
    for name in (BOOK, DELETED, ".gitignore"):
        shutil.copy(ROOT / name, copies.teacher / name)
    release(copies, "Begin")
    click(copies)
    return copies


def run_a_cell(book):
    """Edit a cell, run it, and add one, as a learner does."""
    cell = code_cells(book)[3]
    cell.source += f"\n{OWN}"
    cell.execution_count = 40
    cell.outputs = [nbformat.v4.new_output("stream", text="my numbers\n")]
    book.cells.append(nbformat.v4.new_code_cell(OWN, id="my-own-cell"))


def renew(book):
    """Change the learner's cell and one far from it, and add one where the learner added one."""
    code_cells(book)[3].source += "\n# the teacher's"
    code_cells(book)[3].outputs = []
    code_cells(book)[12].source += "\n# renewed"
    book.cells.append(nbformat.v4.new_markdown_cell("New at the end.", id="new-at-the-end"))


def sources(path):
    book = read(path)
    nbformat.validate(book)
    assert len({cell.id for cell in book.cells}) == len(book.cells)
    return [cell.source for cell in code_cells(book)]


def test_a_learners_edits_stay_and_the_teachers_changes_arrive(copies):
    edit(copies.mine / BOOK, run_a_cell)
    (copies.mine / DELETED).unlink()
    (copies.mine / NEW).write_text("my own seventh")
    (copies.mine / "notebooks/notes.txt").write_text("mine")
    edit(copies.teacher / BOOK, renew)
    edit(copies.teacher / DELETED, renew)
    shutil.copy(ROOT / DELETED, copies.teacher / NEW)
    release(copies, "Renew a cell and add a notebook")
    for _ in range(2):  # clicked again nothing changes
        click(copies)
        mine = sources(copies.mine / BOOK)
        assert mine[3].endswith(OWN)
        assert mine[-1] == OWN
        assert mine[12].endswith("# renewed")
        assert code_cells(read(copies.mine / BOOK))[3].outputs[0].text == "my numbers\n"
        for name in (DELETED, NEW):
            assert (copies.mine / name).read_bytes() == (copies.teacher / name).read_bytes()
        (kept,) = (copies.mine / "notebooks").glob("07_beyond_one_machine__*.ipynb")
        assert kept.read_text() == "my own seventh"
        assert (copies.mine / "notebooks/notes.txt").read_text() == "mine"


def cut(book):
    del book.cells[book.cells.index(code_cells(book)[3])]


def insert(text):
    """Add a cell behind the one that the learner changed."""
    return lambda book: book.cells.insert(
        book.cells.index(code_cells(book)[3]) + 1,
        nbformat.v4.new_markdown_cell(text, id=f"id-{len(text)}"),
    )


def clear(book):
    for cell in code_cells(book):
        cell.outputs, cell.execution_count = [], None


def follow(book):
    """Change the cell behind the one that the learner changed."""
    code_cells(book)[4].source += "\n# next"


@pytest.mark.parametrize(
    "theirs", [renew, cut, insert("The teacher's."), clear, follow], ids=lambda f: f.__name__
)
@pytest.mark.parametrize(
    "mine", [run_a_cell, cut, insert("Mine."), clear], ids=lambda f: f.__name__
)
def test_whatever_meets_an_update_is_never_stopped_and_the_notebook_opens(copies, mine, theirs):
    saved = edit(copies.mine / BOOK, mine)
    edit(copies.teacher / BOOK, theirs)
    shutil.copy(ROOT / DELETED, copies.teacher / NEW)
    release(copies, "Renew")
    click(copies)
    assert (copies.mine / NEW).is_file()
    found = sources(copies.mine / BOOK)
    assert [source for source in found if OWN in source] == [
        c.source for c in code_cells(saved) if OWN in c.source
    ]


@pytest.mark.parametrize("clicked_before", [False, True])
def test_a_notebook_renamed_is_kept_and_the_next_click_brings_a_fresh_one(copies, clicked_before):
    """In JupyterLab: rename it, click the link again."""
    edit(copies.mine / BOOK, run_a_cell)
    if clicked_before:  # which makes the learner's edits a commit
        edit(copies.teacher / DELETED, renew)
        release(copies, "Renew another")
        click(copies)
    mine = copies.mine / "notebooks/my_01.ipynb"
    (copies.mine / BOOK).rename(mine)
    edited = mine.read_bytes()
    click(copies)
    assert mine.read_bytes() == edited
    assert (copies.mine / BOOK).read_bytes() == (copies.teacher / BOOK).read_bytes()


@pytest.mark.skipif(os.name == "nt", reason="the line is one for bash")
@pytest.mark.parametrize("how", ["edited", "staged", "committed"])
def test_on_ones_own_machine_one_line_keeps_a_copy_and_brings_a_fresh_one(copies, how):
    own = copies.mine.parent / "own clone"
    git(own.parent, "clone", "-q", copies.remote.as_uri(), own)
    edit(own / BOOK, run_a_cell)
    if how != "edited":
        git(own, "add", "-A")
    if how == "committed":
        git(own, "commit", "-qm", "Mine")
    edited, mine = (own / BOOK).read_bytes(), "notebooks/my_01.ipynb"
    line = RESET.format(BOOK, mine)
    assert f"\n{line}\n" in (ROOT / "notebooks/teaching.md").read_text(encoding="utf-8")
    subprocess.run(["bash", "-c", line], cwd=own, check=True, capture_output=True)
    assert (own / mine).read_bytes() == edited
    assert (own / BOOK).read_bytes() == (copies.teacher / BOOK).read_bytes()
    edit(own / BOOK, renew)
    second = (own / BOOK).read_bytes()
    assert subprocess.run(["bash", "-c", line], cwd=own, capture_output=True).returncode, (
        "the name is taken"
    )
    assert ((own / mine).read_bytes(), (own / BOOK).read_bytes()) == (edited, second)


def test_a_notebook_of_an_older_release_opens_and_says_what_is_off(tmp_path):
    book = json.loads((ROOT / "notebooks/00_start_here.ipynb").read_text(encoding="utf-8"))
    book["nbformat_minor"] = 2
    book["metadata"]["kernelspec"]["name"] = "one-row"
    for cell in book["cells"]:
        del cell["id"]
        cell["source"] = "".join(cell["source"]).replace('check("00-c"', 'check("00-z"')
    book["cells"].append({**nbformat.v4.new_code_cell("from lookup import old_picture")})
    old = tmp_path / "old.ipynb"
    old.write_text(json.dumps(book), encoding="utf-8")
    with warnings.catch_warnings(action="ignore"):  # of cells without ids
        opened = nbformat.read(old, as_version=4)
    how = {
        "allow_errors": True,
        "kernel_name": "python3",
        "resources": {"metadata": {"path": str(ROOT / "notebooks")}},
    }
    NotebookClient(opened, timeout=60, **how).execute()
    outputs = [output for cell in code_cells(opened) for output in cell.outputs]
    first, second = (output.evalue for output in outputs if output.output_type == "error")
    assert first == "there is no exercise '00-z'; notebook 00 has 00-a, 00-b, 00-c."
    assert second.startswith("cannot import name 'old_picture' from 'lookup'")
