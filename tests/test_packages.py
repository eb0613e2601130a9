"""A kernel that lacks a package, or a newer Python, is told so by a notebook's first cell."""

import ast
import json
import subprocess
import sys
from types import SimpleNamespace

import pytest

from course import LOOKUP, NOTEBOOKS, code_cells, read
from lookup.packages import NEEDED, MissingPackages, losing_kernel, missing_packages

RUN = """
import json, sys
from importlib.machinery import PathFinder

cells, hidden = json.load(sys.stdin)
found = PathFinder.find_spec
PathFinder.find_spec = lambda name, *more: None if name in hidden else found(name, *more)
said = {}
for name, cell in cells.items():
    try:
        exec(cell, {})
    except ImportError as error:
        said[name] = str(error), type(error).__name__
print(json.dumps(said))
"""


def refused(hidden, *options):
    """{notebook: what its first cell raises} in a Python that lacks these packages."""
    cells = {path.name: code_cells(read(path))[0].source for path in NOTEBOOKS}
    ran = subprocess.run(
        [sys.executable, *options, "-c", RUN],
        input=json.dumps([cells, hidden]),
        cwd=LOOKUP.parent,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return json.loads(ran.stdout)


@pytest.mark.parametrize(
    "missing",
    [["torch"], ["anywidget", "torch"], ["sklearn", "pandas", "torch"]],
)
def test_the_first_cell_of_every_notebook_says_what_is_missing_and_the_line_that_installs_it(
    missing,
):
    names = [NEEDED[package] for package in NEEDED if package in missing]
    text = (
        f"This kernel lacks {', '.join(names)}. Run the next line in a cell, then restart the "
        f"kernel (menu Kernel).\n\n%pip install {' '.join(names)}"
    )
    assert refused(missing) == {
        path.name: [text, "MissingPackages"] for path in NOTEBOOKS
    }


def test_without_anywidget_alone_no_notebook_is_refused():
    assert refused(["anywidget"]) == {}


def test_a_python_without_any_package_is_told_all_of_them():
    said = refused([], "-S")
    assert len(said) == len(NOTEBOOKS)
    for text, _ in said.values():
        assert text.endswith(f"%pip install {' '.join(NEEDED.values())}")


def test_an_older_python_is_told_so_and_can_read_what_tells_it(monkeypatch):
    for name in ("__init__.py", "packages.py"):
        ast.parse((LOOKUP / name).read_text(encoding="utf-8"), feature_version=(3, 7))
    monkeypatch.setattr(sys, "version_info", (3, 10, 4))
    monkeypatch.setattr(sys, "version", "3.10.4 (main)")
    assert missing_packages() == (
        "The course needs Python 3.11 or newer; this is 3.10.4. Look for another kernel: "
        "menu Kernel, Change Kernel."
    )


def test_a_notebook_shows_the_sentence_alone():
    assert MissingPackages("This kernel lacks it.")._render_traceback_() == [
        "This kernel lacks it."
    ]


@pytest.mark.parametrize(
    ("version", "loses"),
    [("6.31.0", False), ("7.0.1", True), ("7.3.0", True), ("7.4.0", False)],
)
def test_a_kernel_that_loses_cells_is_told_so(monkeypatch, version, loses):
    info = tuple(map(int, version.split(".")))
    kernel = SimpleNamespace(version_info=info, __version__=version)
    monkeypatch.setitem(sys.modules, "ipykernel", kernel)
    monkeypatch.setitem(sys.modules, "ipykernel.kernelapp", kernel)
    said = losing_kernel()
    assert bool(said) == loses
    assert not loses or (version in said and '%pip install "ipykernel>=7.4"' in said)


def test_outside_a_kernel_nothing_is_said(monkeypatch):
    """As in a test process, which has imported some of ipykernel."""
    monkeypatch.setitem(sys.modules, "ipykernel", SimpleNamespace(version_info=(7, 0)))
    monkeypatch.delitem(sys.modules, "ipykernel.kernelapp", raising=False)
    assert losing_kernel() == ""


def test_the_first_cell_prints_it():
    kernel = "SimpleNamespace(version_info=(7, 0, 1), __version__='7.0.1')"
    begin = "import sys; from types import SimpleNamespace; "
    line = f"{begin}kernel = {kernel}; sys.modules['ipykernel'] = kernel; "
    line += "sys.modules['ipykernel.kernelapp'] = kernel; import lookup"
    ran = subprocess.run(
        [sys.executable, "-c", line], cwd=LOOKUP.parent, capture_output=True, text=True
    )
    assert ran.stdout == (
        "This kernel (ipykernel 7.0.1) can lose a cell that is run while it answers, and then "
        'stays silent until it is restarted. The line %pip install "ipykernel>=7.4" in a cell '
        "mends it; restart the kernel after it (menu Kernel).\n"
    )
