"""The gate itself: strict nbval fails each cell whose stored number was changed, and no other."""

import os
import re
import subprocess
import sys
from xml.etree import ElementTree

import nbformat
import pytest

from course import MEASURED, NOTEBOOKS, ROOT, code_cells, read

DIGIT = re.compile(r"\d(?!.*\d)", re.DOTALL)  # the last one
REPLAY = """
from IPython.display import display
for output in {}:
    print(output, end="") if isinstance(output, str) else display(output, raw=True)
"""


def other_number(text):
    """The text with its last digit changed."""
    return DIGIT.sub(lambda match: str((int(match[0]) + 1) % 10), text)


def change(output):
    """Change the last stored digit of an output; whether there was one."""
    store, key = (output, "text") if output.output_type == "stream" else (output.data, "text/plain")
    if "text/html" in output.get("data", {}):
        key = "text/html"
    before = store.get(key, "")
    store[key] = other_number(before)
    return store[key] != before


def replay(outputs):
    """The source of a cell that gives just these outputs."""
    shown = []
    for output in outputs:
        shown.append(output.text if output.output_type == "stream" else dict(output.data))
    return REPLAY.format(shown)


def changed(notebook):
    """Change every stored number of a notebook, and let its cells give what was stored before.

    Gives the names of the cells that are compared.
    """
    names = set()
    for number, cell in enumerate(code_cells(notebook)):
        cell.source = replay(cell.outputs)
        changes = [change(output) for output in cell.outputs]
        if any(changes) and MEASURED not in cell.metadata.get("tags", []):
            names.add(f"Cell {number}")
    return names


def nbval(folder):
    """(notebook, cell) of each cell whose outputs differ in a strict run over a folder."""
    report = folder / "report.xml"
    command = [sys.executable, "-m", "pytest", "-n0"]
    command += ["-c", ROOT / ".pytest.ini", f"--rootdir={folder}"]
    command += ["-p", "no:cacheprovider", "-p", "no:ready", f"--junit-xml={report}", folder]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert report.exists(), ran.stdout + ran.stderr
    cases = ElementTree.parse(report).iter("testcase")
    return {
        (case.get("classname"), case.get("name"))
        for case in cases
        if "Cell outputs differ" in case.findtext("failure", "")
    }


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """(the cells that were changed, those that failed) in one run over all notebooks."""
    folder = tmp_path_factory.mktemp("changed")
    expected = set()
    for path in NOTEBOOKS:
        notebook = read(path)
        expected |= {(path.name, name) for name in changed(notebook)}
        nbformat.write(notebook, folder / path.name)
    return expected, nbval(folder)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_changed_number_fails_its_cell_and_no_other(path, run):
    expected, failed = [
        {name for notebook, name in cells if notebook == path.name} for cells in run
    ]
    assert len(expected) >= 5
    assert failed == expected


def test_the_network_is_cut_where_notebooks_run(tmp_path):
    code = "import socket; socket.create_connection(('192.0.2.1', 80), timeout=1)"
    ran = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert "the network is cut in tests: 192.0.2.1" in ran.stderr


def test_words_are_kept_before_any_run(pytestconfig):
    assert pytestconfig.pluginmanager.has_plugin("ready")


@pytest.mark.long
def test_one_notebook_alone_passes_where_nothing_is_kept_yet(tmp_path):
    """Where its own cells read the words, the bar of that would be an output that is not stored."""
    command = [sys.executable, "-m", "pytest", "-n0", "-p", "no:cacheprovider", NOTEBOOKS[0]]
    environment = os.environ | {"ONE_ROW_CACHE": str(tmp_path)}
    ran = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout
