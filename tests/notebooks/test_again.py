"""Cells run again: each name means one thing in a notebook, and `again` sees what changes."""

import os
import subprocess
import sys

import nbformat
import pytest

from cell_names import names
from course import MEASURED, NOTEBOOKS, ROOT, code_cells, read

KEPT = """
import collections
import random
import warnings

runs = globals().get("runs", collections.Counter())


def measure():
    return random.random()
"""
TWICE = {
    "grows": "runs['grows'] += 1\nruns['grows']",
    "warns": "if runs['warns']:\n    warnings.warn('red')\nruns['warns'] += 1",
    "fails": "assert not runs['fails']\nruns['fails'] += 1",
    "drawn": "random.random()",
    "timed": "measure()",
    "same": "sum([1, 2])",
}


def read_of_two(notebook):
    """(cell, name) of each name that a cell reads and that two other cells bind differently."""
    cells = [(cell.id, *names(cell.source)) for cell in code_cells(notebook)]
    for cell, _, needed in cells:
        for name in sorted(needed):
            if len(set().union(*(made.get(name, ()) for _, made, _ in cells))) > 1:
                yield cell, name


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_no_cell_reads_a_name_that_two_cells_bind(path):
    assert not list(read_of_two(read(path)))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_cell_seeds_the_generator_from_which_it_draws(path):
    """They are all called g."""
    assert not [
        cell.id for cell in code_cells(read(path)) if "g" in names(cell.source)[1]
    ]


@pytest.mark.parametrize(
    ("cells", "found"),
    [
        (["W = 1", "W", "W = 2"], [1]),
        (["W = 1", "W = 2\nW", "print(W)"], [2]),
        (["W = 1", "W = 2\nW"], []),
        (["V = 1\nW = V", "V = 2\nW = V", "W"], [2]),
        (["ids = [1]", "for ids in []: pass", "def f(): return ids"], [2]),
        (["ids = [1]", "[ids for ids in []]", "ids"], []),
        (["ids = [1]\nf = lambda: ids", "ids = [2]\nids"], [0]),
        (["total = 0", "for i in []: total += i", "total"], [1, 2]),
        (["import os", "import os", "os"], []),
    ],
)
def test_what_two_cells_bind_is_seen(cells, found):
    notebook = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell(text) for text in cells]
    )
    ids = [cell.id for cell in notebook.cells]
    assert [ids.index(cell) for cell, _ in read_of_two(notebook)] == found


@pytest.mark.long
def test_what_changes_when_it_runs_again_is_seen(tmp_path):
    cells = [nbformat.v4.new_code_cell(KEPT, execution_count=1)]
    for name, source in TWICE.items():
        cell = nbformat.v4.new_code_cell(source, id=name, execution_count=1)
        cell.metadata.tags = [MEASURED]
        cells.append(cell)
    notebook = nbformat.v4.new_notebook(cells=cells)
    notebook.metadata = read(NOTEBOOKS[0]).metadata
    nbformat.write(notebook, tmp_path / "toy.ipynb")
    command = [sys.executable, "-m", "pytest", "-n0", "-c", ROOT / ".pytest.ini"]
    command += [
        f"--rootdir={tmp_path}",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:ready",
        tmp_path,
    ]
    again = os.environ | {"AGAIN": "1"}
    ran = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, env=again
    )
    assert f"1 failed, {len(cells)} passed" in ran.stdout, ran.stdout + ran.stderr
    seen = {name for name in TWICE if f"({name}), again: " in ran.stdout}
    assert seen == {"grows", "warns", "fails", "drawn"}, ran.stdout
