"""What the course imports is declared where it is installed from, and pinned."""

import ast
import functools
import re
import sys
from importlib.metadata import packages_distributions, requires, version

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from course import LOOKUP, NOTEBOOKS, ROOT, code_cells, read, requirements
from lookup.packages import NEEDED

LEARNER = ["requirements.txt"]
BINDER = ["binder/requirements.txt"]
OLDEST = ["binder/oldest.txt"]
PUBLISH = [*LEARNER, "binder/publish/requirements.txt"]
TESTS = [*PUBLISH, "tests/requirements.txt"]
HELPER = sorted(LOOKUP.rglob("*.py"))
RECORDER = LOOKUP / "record.py"  # a reader runs it in a terminal; no cell imports it
SERVER = ROOT / "binder/waiting_outputs.py"  # runs in JupyterLab's server
GRADER = sorted(
    {*(ROOT / "binder").glob("*.py"), *(ROOT / "binder/grading").rglob("*.py")}
    - {SERVER}
)
# What a part of the course holds, and the files from which it is installed.
PARTS = {
    "helper": (HELPER, LEARNER),
    "helper on Binder": (HELPER, BINDER),
    "notebooks": (NOTEBOOKS, LEARNER),
    "notebooks on Binder": (NOTEBOOKS, BINDER),
    "images": (sorted((ROOT / "images").glob("*.py")), LEARNER),
    "grader, links, wheels": (GRADER, LEARNER),
    "site and decks": (sorted((ROOT / "binder/publish").glob("*.py")), PUBLISH),
    "tests": (sorted((ROOT / "tests").rglob("*.py")), TESTS),
}
FOLDERS = [ROOT / name for name in ("notebooks", "binder", "images", "tests")]
SOURCES = [path for folder in FOLDERS for path in folder.rglob("*.py")]
OWN = {path.stem for path in SOURCES} | {path.parent.name for path in SOURCES}
ADDED = {
    "torchrec"
}  # by a reader who wants it: notebook 07 says how, and runs without it
# In Binder's base image, or needed by teachers and tests only.
NOT_BINDERS = {"jupyterlab", "ipywidgets", "nbval", "jinja2"}


@functools.cache
def brought_by():
    """{module: distributions}; it reads every installed package's list of files."""
    return packages_distributions()


def sources(path):
    """The sources in a file of Python or in a notebook."""
    if path.suffix == ".ipynb":
        return [cell.source for cell in code_cells(read(path))]
    return [path.read_text(encoding="utf-8")]


def imported(source):
    """The top-level names that a source imports from elsewhere, in functions, too."""
    names = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        if isinstance(node, ast.ImportFrom) and not node.level:
            names.add(node.module.split(".")[0])
    return names - set(sys.stdlib_module_names) - OWN - ADDED


def declared(files):
    """{name: requirement} of requirements files together."""
    found = {}
    for file in files:
        for name, requirement in requirements(ROOT / file).items():
            found[canonicalize_name(name)] = requirement
    return found


@pytest.mark.parametrize("part", PARTS)
def test_whatever_is_imported_is_declared(part):
    paths, files = PARTS[part]
    names = {
        name for path in paths for source in sources(path) for name in imported(source)
    }
    known = set(declared(files))
    assert names, "else nothing is looked at"
    for name in sorted(names):
        distributions = set(map(canonicalize_name, brought_by()[name]))
        assert distributions & known, (
            f"{name} is of {distributions}, which {files} do not name"
        )


def test_what_runs_in_the_server_imports_what_jupyterlab_itself_needs():
    needed = {
        canonicalize_name(Requirement(one).name) for one in requires("jupyterlab")
    }
    (source,) = sources(SERVER)
    for name in imported(source):
        assert set(map(canonicalize_name, brought_by()[name])) & needed, name


def test_a_kernel_is_asked_for_all_that_the_notebooks_and_their_helper_import():
    paths = [path for path in [*HELPER, *NOTEBOOKS] if path != RECORDER]
    names = {
        name for path in paths for source in sources(path) for name in imported(source)
    }
    assert set(NEEDED) == names
    brought_by = packages_distributions()
    for package, name in NEEDED.items():
        assert canonicalize_name(name) in map(canonicalize_name, brought_by[package])


def test_a_reader_is_told_of_the_recorder_which_stays_in_the_package_for_that():
    command = f"python -m lookup.{RECORDER.stem}"
    (book,) = (path for path in NOTEBOOKS if path.name.startswith("06b_"))
    texts = [cell.source for cell in read(book).cells if cell.cell_type == "markdown"]
    assert RECORDER.is_file()
    assert any(f"`{command}`" in text for text in texts)


def test_a_requirements_file_that_includes_another_says_so():
    """The tests' names the publisher's; the learner's stands beside both in every command."""
    text = (ROOT / "tests/requirements.txt").read_text(encoding="utf-8")
    assert re.findall(r"^-r (.*)$", text, re.MULTILINE) == [
        "../binder/publish/requirements.txt"
    ]
    assert "pip install -q -r requirements.txt -r tests/requirements.txt" in (
        ROOT / "README.md"
    ).read_text(encoding="utf-8")


@pytest.mark.parametrize("file", sorted({*TESTS, *BINDER, *OLDEST}))
def test_everything_installed_is_pinned(file):
    for requirement in requirements(ROOT / file).values():
        assert re.fullmatch(r"==[\d.]+(\+cpu)?", str(requirement.specifier)), (
            requirement
        )


def test_the_tests_run_with_what_is_pinned():
    for name, requirement in declared(TESTS).items():
        assert requirement.specifier.contains(version(name)), (
            f"{name} is {version(name)} here"
        )


def test_binder_has_the_learners_versions():
    root = declared(LEARNER)
    binder = declared(BINDER)
    assert set(binder) == set(root) - NOT_BINDERS
    for name, requirement in binder.items():
        assert str(requirement.specifier).removesuffix("+cpu") == str(
            root[name].specifier
        )


def test_the_oldest_set_holds_the_learners_packages_and_none_is_newer():
    root, oldest = declared(LEARNER), declared(OLDEST)
    assert set(oldest) == set(root)
    for name, requirement in oldest.items():
        assert Version(pin(requirement)) <= Version(pin(root[name])), name


def pin(requirement):
    return str(requirement.specifier).removeprefix("==")
