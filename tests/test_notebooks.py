"""The gate itself: strict nbval passes a notebook as stored and fails each cell whose stored number was changed."""

import re
import shutil
import subprocess
import sys
from xml.etree import ElementTree

import nbformat
import pytest

from course import LOOKUP, MEASURED, NOTEBOOKS, ROOT, code_cells, read

DIGIT = re.compile(r"\d(?!.*\d)", re.DOTALL)  # the last one


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


@pytest.fixture
def classroom(tmp_path):
    """A folder in which a copy of a notebook finds the helper."""
    (tmp_path / "lookup").symlink_to(LOOKUP, target_is_directory=True)
    return tmp_path


def nbval(folder):
    """{cell number: passed} of a strict run over a folder's notebooks."""
    report = folder / "report.xml"
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-c",
        ROOT / ".pytest.ini",
        f"--rootdir={folder}",
        "-p",
        "no:cacheprovider",
    ]
    subprocess.run([*command, f"--junit-xml={report}", folder], cwd=folder, capture_output=True, check=False)
    cases = ElementTree.parse(report).iter("testcase")
    return {int(re.search(r"\d+$", case.get("name"))[0]): case.find("failure") is None for case in cases}


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_changed_number_fails_its_cell_and_no_other(path, classroom):
    notebook = read(path)
    compared = [cell for cell in code_cells(notebook) if MEASURED not in cell.metadata.get("tags", [])]
    changed = {cell.id for cell in compared if any([change(output) for output in cell.outputs])}
    nbformat.write(notebook, classroom / path.name)
    assert len(changed) >= 5
    passed = nbval(classroom)
    failed = {cell.id for number, cell in enumerate(code_cells(notebook)) if not passed[number]}
    assert failed == changed


def test_the_network_is_cut_where_notebooks_run(tmp_path):
    code = "import socket; socket.create_connection(('192.0.2.1', 80), timeout=1)"
    ran = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert "the network is cut in tests: 192.0.2.1" in ran.stderr


def test_the_lookup_folder_is_found_by_a_copy(classroom):
    shutil.copy(NOTEBOOKS[0], classroom)
    assert (classroom / "lookup/__init__.py").exists()
