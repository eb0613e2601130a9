"""The rules of the house: where things are, who imports whom, how large they may be."""

import ast
import inspect
import os
import re
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

import lookup
from course import LOOKUP, ROOT

TOP = {
    "notebooks",
    "images",
    "tests",
    "binder",
    "requirements.txt",
    "README.md",
    "LICENSE",
}
TESTS = ROOT / "tests"
PARTS = [ROOT / part for part in ("notebooks", "binder", "images", "tests")]
PYTHON = sorted(path for part in PARTS for path in part.rglob("*.py"))
JAVASCRIPT = sorted(
    path for part in PARTS for path in part.rglob("*") if path.suffix in (".js", ".mjs")
)
BROWSER = sorted(LOOKUP.rglob("*.js"))
PICTURES = LOOKUP / "pictures"
METHOD = re.compile(r"\bself\.\w+\(")
BESIDE = {path.stem for path in LOOKUP.glob("*.py")}
# What no file of a room may import from outside; a chart imports matplotlib when it is drawn.
FORBIDDEN = {
    "pictures": {"torch", "matplotlib", "sklearn"},
    "exercises": {"anywidget", "ipywidgets", "matplotlib", "sklearn"},
    "text": {"anywidget", "ipywidgets", "matplotlib", "sklearn"},
    "measuring": {"anywidget", "ipywidgets", "matplotlib", "sklearn"},
    "processes": {"anywidget", "ipywidgets", "matplotlib", "sklearn"},
    "charts": {"ipywidgets", "torch", "sklearn"},
    "lookup": {"matplotlib", "sklearn"},
}
DOORS = [LOOKUP / name for name in ("__init__.py", "checking.py", "record.py")]


def shown(path):
    return path.relative_to(ROOT).as_posix()


def of_each(paths):
    """Make one test of a rule for a file: it judges each, and fails with all that break it."""

    def made(rule):
        def test():
            wrong = []
            for path in paths:
                try:
                    rule(path)
                except AssertionError as error:
                    wrong.append(f"{shown(path)}: {error}")
            assert paths
            assert not wrong, "\n".join(wrong)

        test.__name__ = rule.__name__
        return test

    return made


def imported(path):
    """The first and last name of every module that a Python file imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        if isinstance(node, ast.ImportFrom):
            yield from {
                (node.module or "").split(".")[0],
                (node.module or "").split(".")[-1],
            }


def tracked():
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout
    return [line for line in listed.splitlines() if line]


def test_the_top_level_holds_what_the_house_says():
    names = {name.split("/")[0] for name in tracked()}
    assert {name for name in names if not name.startswith(".")} == TOP or not names


def test_all_that_is_tracked_has_at_most_14_mib():
    """Everybody who clones, and every Binder and hub that builds, fetches all of it."""
    assert sum((ROOT / name).stat().st_size for name in tracked()) <= 14 * 2**20


@of_each(PYTHON)
def test_a_python_file_can_be_held_in_the_head(path):
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    assert ast.get_docstring(tree), "says what it is for"
    assert len(text.splitlines()) <= (460 if TESTS in path.parents else 350)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            has_docstring = ast.get_docstring(node) is not None
            docstring = (
                node.body[0].end_lineno - node.body[0].lineno + 1
                if has_docstring
                else 0
            )
            assert node.end_lineno - node.lineno + 1 - docstring <= 50, node.name


def functions(text):
    """(first line, number of lines) of each top-level function of formatted JavaScript."""
    lines = text.splitlines()
    for begin, line in enumerate(lines):
        if re.match(
            r"(export )?(default )?(async )?(function|const .*=>.*\{$|const \w+ = \($)",
            line,
        ):
            end = next(
                k for k in range(begin, len(lines)) if re.match(r"[})]", lines[k])
            )
            yield line, end - begin + 1


@of_each(JAVASCRIPT)
def test_a_javascript_file_can_be_held_in_the_head(path):
    text = path.read_text(encoding="utf-8")
    assert text.removeprefix("// @ts-check\n").startswith("/**"), "says what it is for"
    assert len(text.splitlines()) <= (600 if TESTS in path.parents else 550)
    assert not [name for name, size in functions(text) if size > 60]


@of_each(BROWSER)
def test_a_browser_module_needs_no_network(path):
    text = path.read_text(encoding="utf-8")
    urls = set(re.findall(r"https?://[^\s\"'`]+", text))
    assert urls <= {"http://www.w3.org/2000/svg"}, "only the name of SVG"
    if path in [
        PICTURES / "kit" / f"{name}.js" for name in ("clock", "controls", "draw")
    ]:
        assert not re.search(r"^import ", text, re.MULTILINE)


def test_one_place_of_the_page_says_which_letters_are_wide():
    texts = {shown(path): path.read_text(encoding="utf-8") for path in BROWSER}
    counts = {name: text.count("\\u1100") for name, text in texts.items()}
    assert {name: count for name, count in counts.items() if count} == {
        shown(PICTURES / "kit/draw.js"): 1
    }


@of_each(sorted(path for path in PICTURES.rglob("*") if path.suffix in (".py", ".js")))
def test_a_picture_imports_itself_and_the_kit(path):
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".js":
        imports = [path.parent / name for name in re.findall(r'from "(\.[^"]+)"', text)]
    else:
        names = re.findall(r"^from \.\.(\w+)", text, re.MULTILINE)
        imports = [path.parents[1] / name for name in names]
    folders = {
        Path(os.path.normpath(other)).relative_to(PICTURES).parts[0]
        for other in imports
    }
    assert folders <= {path.relative_to(PICTURES).parts[0], "kit"}


@of_each(sorted(PICTURES.glob("*/picture.py")))
def test_a_picture_is_drawn_before_it_is_a_widget(path):
    """By a function of what it is handed: a method would need what is set already, in order."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "super().__init__":
            handed = map(ast.unparse, [*node.args, *node.keywords])
            methods = [name for text in handed for name in METHOD.findall(text)]
            assert not methods, f"its base is handed what {methods[0]}…) gives"


def rooms(path):
    """The rooms of the helper that a file of it imports: a folder, or a file beside the folders."""
    tree, here = (
        ast.parse(path.read_text(encoding="utf-8")),
        path.relative_to(LOOKUP).parent.parts,
    )
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level:
            yield (
                *here[: len(here) + 1 - node.level],
                *(node.module or "").split("."),
            )[0]
        elif isinstance(node, ast.ImportFrom):
            assert node.module.split(".")[0] != "lookup", (
                "relative, so that a copy imports itself"
            )


@of_each(sorted(LOOKUP.rglob("*.py")))
def test_a_room_imports_itself_and_what_stands_beside_the_rooms(path):
    room = path.relative_to(LOOKUP).parts[0] if path.parent != LOOKUP else "lookup"
    assert not set(imported(path)) & FORBIDDEN[room]
    if path not in DOORS:
        assert set(rooms(path)) <= {room} | BESIDE - {"__init__", "checking", "record"}


def test_the_map_names_every_room_and_the_tests_mirror_it():
    names = {path.name for path in LOOKUP.iterdir() if not path.name.startswith("__")}
    mapped = set(re.findall(r"\b(\w+(?:/|\.(?:py|js|css)))", lookup.__doc__))
    assert {
        f"{name}/" if (LOOKUP / name).is_dir() else name for name in names
    } == mapped
    folders = {name for name in names if (LOOKUP / name).is_dir()}
    assert folders <= {path.name for path in TESTS.iterdir()}


@pytest.mark.long
def test_importing_the_helper_brings_no_slow_library_no_recorder_and_no_cuda_context():
    slow = {"matplotlib", "sklearn", "jsonschema", "nbformat", "lookup.record"}
    code = f"""
import lookup, sys, torch
print({slow} & set(sys.modules), torch.cuda.is_initialized())
"""
    ran = subprocess.run(
        [sys.executable, "-c", code],
        cwd=LOOKUP.parent,
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout.split() == ["set()", "False"]


@pytest.mark.parametrize("name", lookup.__all__)
def test_a_public_name_says_what_it_takes_gives_and_refuses(name):
    text = inspect.getdoc(getattr(lookup, name))
    assert ">>> " in text, "an example"
    assert re.search("Raises:|Error|raised", text), "what is refused"


def test_colours_are_named_in_look_css_alone():
    """The drawn images apart: test_images.py holds them to the palette."""
    for folder in (ROOT / "binder", ROOT / "images", LOOKUP):
        for path in folder.rglob("*"):
            if path.suffix in (".py", ".js", ".mjs", ".css", ".html", ".j2", ".svg"):
                drawn = path.parent.name == "images"
                named = path.name == "look.css" or (drawn and path.suffix == ".svg")
                found = re.search(
                    r"#[0-9A-Fa-f]{6}\b", path.read_text(encoding="utf-8")
                )
                assert named or not found, f"{shown(path)}: {found[0]}"


@pytest.mark.parametrize(
    "command",
    ["ruff check --output-format=concise", "ruff format --check", "oxfmt --check"],
)
def test_code_is_linted_and_formatted(command):
    tool, *options = command.split()
    program = Path(sysconfig.get_path("scripts"), tool)
    ran = subprocess.run(
        [program, *options, "."], cwd=ROOT, capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
