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
    store, key = (
        (output, "text")
        if output.output_type == "stream"
        else (output.data, "text/plain")
    )
    if "text/html" in output.get("data", {}):
        key = "text/html"
    before = store.get(key, "")
    store[key] = other_number(before)
    return store[key] != before


def replay(outputs):
    """The source of a cell that gives just these outputs."""
    shown = []
    for output in outputs:
        shown.append(
            output.text if output.output_type == "stream" else dict(output.data)
        )
    return REPLAY.format(shown)


def changed(cell):
    """Change every stored number of a cell, and let it give what was stored before.

    Whether strict nbval compares what was changed.
    """
    cell.source = replay(cell.outputs)
    changes = [change(output) for output in cell.outputs]
    return any(changes) and MEASURED not in cell.metadata.get("tags", [])


def nbval(folder):
    """The name of each cell whose outputs differ in a strict run over a folder."""
    report = folder / "report.xml"
    command = [sys.executable, "-m", "pytest", "-n0"]
    command += ["-c", ROOT / ".pytest.ini", f"--rootdir={folder}"]
    command += [
        "-p",
        "no:cacheprovider",
        "-p",
        "no:ready",
        "-p",
        "no:again",
        f"--junit-xml={report}",
        folder,
    ]
    ran = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False
    )
    assert report.exists(), ran.stdout + ran.stderr
    cases = ElementTree.parse(report).iter("testcase")
    return {
        case.get("name")
        for case in cases
        if "Cell outputs differ" in case.findtext("failure", "")
    }


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """(notebook, whether a number was changed, whether it failed) of each cell, in one run of all.

    They stand in one notebook, as a kernel takes longer to start than to give what was stored.
    """
    folder = tmp_path_factory.mktemp("changed")
    cells = [(path, cell) for path in NOTEBOOKS for cell in code_cells(read(path))]
    made = [changed(cell) for _, cell in cells]
    together = nbformat.v4.new_notebook(cells=[cell for _, cell in cells])
    together.metadata = read(NOTEBOOKS[0]).metadata
    nbformat.write(together, folder / "all.ipynb")
    failed = nbval(folder)
    return [
        (path, change, f"Cell {number}" in failed)
        for number, ((path, _), change) in enumerate(zip(cells, made, strict=True))
    ]


@pytest.mark.long
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_changed_number_fails_its_cell_and_no_other(path, run):
    cells = [(change, fails) for notebook, change, fails in run if notebook == path]
    expected, failed = [
        {number for number, was in enumerate(one) if was} for one in zip(*cells)
    ]
    assert len(expected) >= 3, "else hardly anything is compared"
    assert failed == expected


def test_the_network_is_cut_where_notebooks_run(tmp_path):
    code = "import socket; socket.create_connection(('192.0.2.1', 80), timeout=1)"
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True
    )
    assert "the network is cut in tests: 192.0.2.1" in ran.stderr


def test_words_are_kept_before_any_run(pytestconfig):
    assert pytestconfig.pluginmanager.has_plugin("ready")


@pytest.mark.long
def test_one_notebook_alone_passes_where_nothing_is_kept_yet(tmp_path):
    """Where its own cells read the words, the bar of that would be an output that is not stored."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-n0",
        "-p",
        "no:cacheprovider",
        NOTEBOOKS[0],
    ]
    environment = os.environ | {"ONE_ROW_CACHE": str(tmp_path)}
    ran = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stdout
