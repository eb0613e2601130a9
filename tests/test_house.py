"""The rules of the house: where things are, who imports whom, how large they may be, what may be stored."""

import ast
import inspect
import json
import re
import statistics
import subprocess
import sys
from pathlib import Path

import nbformat
import numpy as np
import pytest
from packaging.requirements import Requirement

import links
import lookup
import renew
from course import LOOKUP, MEASURED, NOTEBOOKS, ROOT, code_cells, exercises, read, texts

TOP = {"notebooks", "images", "tests", "binder", "requirements.txt", "README.md", "LICENSE"}
TESTS = ROOT / "tests"
PARTS = [ROOT / part for part in ("notebooks", "binder", "images", "tests")]
PYTHON = sorted(path for part in PARTS for path in part.rglob("*.py"))
JAVASCRIPT = sorted(
    path for part in PARTS for path in part.rglob("*") if path.suffix in (".js", ".mjs")
)
BROWSER = sorted((LOOKUP / "browser").glob("*.js"))
IMAGES = sorted((ROOT / "images").glob("*.svg"))
NAMES = [path.name for path in NOTEBOOKS]
CODE = {  # median lines of a cell, where it builds and judges a whole classifier, or runs optimisers or ways side by side
    "02_embedding_lookup.ipynb": 6,
    "03_bag_of_words_rows.ipynb": 14,
    "04_which_rows_learn.ipynb": 9,
    "05_learned_rows.ipynb": 13,
    "06_gradient_sparsity_on_gpu.ipynb": 15,
}
NOTEBOOK_IMPORTS = {"lookup", "torch", "numpy", "scipy", "matplotlib", "sklearn", "threadpoolctl"}
NOTEBOOK_IMPORTS |= sys.stdlib_module_names
BESIDE = {path.stem for path in LOOKUP.glob("*.py")}
# What no file of a room may import, beside what other rooms hold. A chart imports matplotlib when it is drawn.
FORBIDDEN = {
    "pictures": {"torch", "matplotlib", "sklearn"},
    "exercises": {"anywidget", "ipywidgets", "matplotlib", "sklearn"},
    "text": {"anywidget", "ipywidgets", "torch", "matplotlib", "sklearn"},
    "measuring": {"anywidget", "ipywidgets", "matplotlib", "sklearn"},
    "charts": {"anywidget", "ipywidgets", "torch", "sklearn"},
    "lookup": {"matplotlib", "sklearn"},
}
MAY_ALL_IMPORT = ("__init__.py", "record.py")  # the doors of the package
TO_CONES = np.array(
    [[0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566],
     [0.0883024619, 0.2817188376, 0.6299787005]]
)  # fmt: skip
TO_LAB = np.array(
    [[0.2104542553, 0.7936177850, -0.0040720468], [1.9779984951, -2.4285922050, 0.4505937099],
     [0.0259040371, 0.7827717662, -0.8086757660]]
)  # fmt: skip
MARKDOWN_IMAGE = re.compile(r"!\[([^\]]*)\]\(([^)]*)\)")


def shown(path):
    return path.relative_to(ROOT).as_posix()


def imported(path):
    """The first and last name of every module that a Python file imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        if isinstance(node, ast.ImportFrom):
            yield from {(node.module or "").split(".")[0], (node.module or "").split(".")[-1]}


def tracked():
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout
    return [line for line in listed.splitlines() if line]


def test_the_top_level_holds_what_the_house_says():
    names = {name.split("/")[0] for name in tracked()}
    assert {name for name in names if not name.startswith(".")} == TOP or not names


@pytest.mark.parametrize("path", PYTHON, ids=shown)
def test_a_python_file_can_be_held_in_the_head(path):
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    assert ast.get_docstring(tree), "says what it is for"
    assert len(text.splitlines()) <= (400 if TESTS in path.parents else 300)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            assert node.end_lineno - node.lineno + 1 <= 40, node.name


def functions(text):
    """(first line, number of lines) of each function at the top of a formatted JavaScript module."""
    lines = text.splitlines()
    for begin, line in enumerate(lines):
        if re.match(
            r"(export )?(default )?(async )?(function|const .*=>.*\{$|const \w+ = \($)", line
        ):
            end = next(k for k in range(begin, len(lines)) if re.match(r"[})]", lines[k]))
            yield line, end - begin + 1


@pytest.mark.parametrize("path", JAVASCRIPT, ids=shown)
def test_a_javascript_file_can_be_held_in_the_head(path):
    text = path.read_text(encoding="utf-8")
    assert text.startswith("/**"), "says what it is for"
    assert len(text.splitlines()) <= 350
    assert not [name for name, size in functions(text) if size > 60]


@pytest.mark.parametrize("path", BROWSER, ids=shown)
def test_a_browser_module_needs_no_network(path):
    text = path.read_text(encoding="utf-8")
    urls = set(re.findall(r"https?://[^\s\"'`]+", text))
    assert urls <= {"http://www.w3.org/2000/svg"}, "only the name of SVG"
    if path.name in ("draw.js", "controls.js", "place_labels.js"):
        assert not re.search(r"^import ", text, re.MULTILINE)


def rooms(path):
    """The rooms of the helper that a file of it imports: a folder, or a file beside the folders."""
    tree, here = ast.parse(path.read_text(encoding="utf-8")), path.relative_to(LOOKUP).parent.parts
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level:
            yield (*here[: len(here) + 1 - node.level], *(node.module or "").split("."))[0]
        elif isinstance(node, ast.ImportFrom):
            assert node.module.split(".")[0] != "lookup", "relative, so that a copy imports itself"


@pytest.mark.parametrize(
    "path", sorted(LOOKUP.rglob("*.py")), ids=lambda path: path.relative_to(LOOKUP).as_posix()
)
def test_a_room_imports_itself_and_what_stands_beside_the_rooms(path):
    room = path.relative_to(LOOKUP).parts[0] if path.parent != LOOKUP else "lookup"
    assert not set(imported(path)) & FORBIDDEN[room]
    if path.name not in MAY_ALL_IMPORT:
        assert set(rooms(path)) <= {room} | BESIDE - {"__init__", "record"}


def test_importing_the_helper_brings_neither_matplotlib_nor_a_cuda_context():
    code = "import lookup, sys, torch; print({'matplotlib', 'sklearn'} & set(sys.modules), torch.cuda.is_initialized())"
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=LOOKUP.parent, capture_output=True, text=True, check=True
    )
    assert ran.stdout.split() == ["set()", "False"]


@pytest.mark.parametrize("name", lookup.__all__)
def test_a_public_name_says_what_it_takes_gives_and_refuses(name):
    text = inspect.getdoc(getattr(lookup, name))
    assert ">>> " in text, "an example"
    assert re.search("Raises:|Error|raised", text), "what is refused"


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_imports_what_it_may_and_fetches_nothing(name):
    for cell in code_cells(read(ROOT / "notebooks" / name)):
        source = links.FETCH.sub(b"", cell.source.encode()).decode()
        assert not re.search(r"^\s*[!%]|https?://|urllib|requests|urlopen", source, re.MULTILINE), (
            cell.source
        )
        names = set()
        for node in ast.walk(ast.parse(cell.source)):
            if isinstance(node, ast.Import):
                names |= {alias.name.split(".")[0] for alias in node.names}
            if isinstance(node, ast.ImportFrom):
                assert node.module != "lookup" or all(alias.name != "*" for alias in node.names)
                names.add("" if node.module.startswith("lookup.") else node.module.split(".")[0])
        assert names <= NOTEBOOK_IMPORTS


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_keeps_to_its_budgets(name):
    notebook = read(ROOT / "notebooks" / name)
    asks = [cell for cell in code_cells(notebook) if cell.source.startswith("ask(")]
    trained = 2 * len(exercises(notebook))  # a stub and its solution
    assert len(notebook.cells) - len(asks) - trained <= 58, (
        "cells that teach, an answer being one; questions and exercises come on top"
    )
    sources = [links.FETCH.sub(b"", cell.source.encode()).decode() for cell in code_cells(notebook)]
    lines = [[line for line in source.splitlines() if line.strip()] for source in sources]
    shown = [cell for cell in lines if cell[0] != "ask("]  # the source of a question is folded away
    assert statistics.median(map(len, shown)) <= CODE.get(name, 5)
    assert max(map(len, lines)) <= 20
    assert max(len(line) for cell in lines for line in cell) <= 79
    words = [
        len(text.split())
        for text in texts(notebook)
        if "<details>" not in text and "|---" not in text
    ]
    assert 20 <= statistics.median(words) <= 45
    assert max(words) <= 120
    assert 3 <= len(asks) <= 6


@pytest.mark.parametrize("name", NAMES)
def test_what_a_notebook_stores_is_clean(name):
    path = ROOT / "notebooks" / name
    notebook = read(path)
    nbformat.validate(notebook)
    code = code_cells(notebook)
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1)), (
        "run once, from top to bottom"
    )
    assert notebook.metadata == renew.METADATA, "no widget state, no machine"
    assert path.stat().st_size <= 200_000
    for cell in code:
        assert "execution" not in cell.metadata
        assert cell.id
        assert not cell.source.rstrip().endswith(";"), "nbval shows the value anyway"
        assert len(json.dumps(cell.outputs)) <= 20_000, cell.source
        for output in cell.outputs:
            assert output.output_type != "error", cell.source
            assert output.get("name") != "stderr", output.text
            assert not re.search(r"0x[0-9a-f]{6,}|/home/|/tmp/|/root/", json.dumps(output)), output


@pytest.mark.parametrize("name", NAMES)
def test_only_what_is_timed_or_asserted_goes_uncompared(name):
    """What is counted in or learned from the learner's own files differs between machines: assertions hold it."""
    measures = r"\b(Timer|measure|race)\(|^ *assert "
    for cell in code_cells(read(ROOT / "notebooks" / name)):
        assert "NBVAL" not in cell.source, "tags say it, not comments"
        tags = set(cell.metadata.get("tags", []))
        assert "nbval-skip" not in tags
        assert MEASURED not in tags or re.search(measures, cell.source, re.MULTILINE), cell.source


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_has_its_sections_its_slides_and_its_teachers_notes(name):
    notebook = read(ROOT / "notebooks" / name)
    text = "\n".join(texts(notebook))
    assert text.startswith("# ")
    assert "minutes" in notebook.cells[0].source
    for section in (
        "## Your turn",
        "## Check yourself",
        "## In short",
        "For the teacher",
        "**Next:**",
    ):
        assert section in text
    assert all("slide_type" in cell.metadata.get("slideshow", {}) for cell in notebook.cells)
    for cell in code_cells(notebook):
        hidden = cell.metadata.get("jupyter", {}).get("source_hidden", False)
        assert hidden == cell.source.startswith("ask("), "a question's source holds its answer"


@pytest.mark.parametrize("path", [*NOTEBOOKS, ROOT / "README.md"], ids=lambda path: path.name)
def test_every_image_exists_and_its_alt_text_is_the_images_title(path):
    text = (
        path.read_text(encoding="utf-8") if path.suffix == ".md" else "\n".join(texts(read(path)))
    )
    assert "<img" not in text
    for alt, target in MARKDOWN_IMAGE.findall(text):
        image = (path.parent / target).resolve()
        assert image.is_relative_to(ROOT)
        assert f"<title>{alt}</title>" in image.read_text(encoding="utf-8").replace("&#34;", '"')


@pytest.mark.parametrize("path", [*NOTEBOOKS, ROOT / "README.md"], ids=lambda path: path.name)
def test_every_link_within_the_course_leads_somewhere(path):
    text = (
        path.read_text(encoding="utf-8") if path.suffix == ".md" else "\n".join(texts(read(path)))
    )
    for target in re.findall(r"(?<!!)\[[^\]]*\]\(([^)]*)\)", text):
        if not target.startswith("https://"):
            assert (path.parent / target).exists(), target


def test_the_maps_name_every_notebook():
    for path in (ROOT / "README.md", NOTEBOOKS[0]):
        text = path.read_text(encoding="utf-8")
        assert all(notebook.stem in text or notebook == path for notebook in NOTEBOOKS)


def oklab(colour):
    """Of a colour #RRGGBB, by its author's matrices: https://bottosson.github.io/posts/oklab/."""
    shares = np.array([int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)])
    return TO_LAB @ np.cbrt(
        TO_CONES @ np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)
    )


def drawn_in(colours):
    """Those that a picture may have: of the palette's light look, or on the way from its zero to one of its two signs."""
    light = (LOOKUP / "browser/look.css").read_text(encoding="utf-8").partition("}")[0]
    palette = dict(re.findall(r"--(\w+): (#[0-9A-F]{6});", light))
    zero, *signs = (oklab(palette[name]) for name in ("zero", "pos", "neg"))
    found = set(palette.values()) & set(colours)
    for colour in {colour for colour in colours if re.fullmatch("#[0-9A-F]{6}", colour)} - found:
        here = oklab(colour) - zero
        shares = [here @ (sign - zero) / ((sign - zero) @ (sign - zero)) for sign in signs]
        beside = [abs(here - share * (sign - zero)).max() for share, sign in zip(shares, signs)]
        found |= {colour} if min(beside) < 0.002 else set()
    return found


@pytest.mark.parametrize("path", IMAGES, ids=lambda path: path.name)
def test_an_image_stands_alone(path):
    text = path.read_text(encoding="utf-8")
    alt = re.search(r"<title>(.*?)</title>", text)[1]
    assert f"<desc>{alt}</desc>" in text
    assert 20 <= len(alt) <= 200
    assert 'viewBox="0 0 800 ' in text
    paper, *others = re.findall(r' (?:fill|stroke)="([^"]*)"', text)
    assert (paper, set(others) - {"none"}) == ("#FFFFFF", drawn_in(others)), (
        "opaque, so that it reads on a dark page"
    )
    assert not re.search(r"var\(|color-mix|--\w", text), "outside browsers it would be black"
    assert len(text.encode()) <= 60_000
    assert not re.search(r"<script|@font-face|@import|<image|href", text)
    assert set(re.findall(r"https?://[^\s\"]+", text)) == {"http://www.w3.org/2000/svg"}


def test_images_are_what_the_drawer_draws_now():
    drawn = renew.images()
    assert {path.name for path in IMAGES} == set(drawn)
    stale = [path.name for path in IMAGES if path.read_text(encoding="utf-8") != drawn[path.name]]
    assert not stale, "run tests/renew.py"


def requirements(path):
    """{name: requirement} of a requirements file, without its options and remarks."""
    lines = (line.split(" #")[0].strip() for line in path.read_text(encoding="utf-8").splitlines())
    parsed = [Requirement(line) for line in lines if line and not line.startswith(("#", "-"))]
    return {requirement.name: requirement for requirement in parsed}


def test_everything_installed_is_pinned_and_binder_has_the_same():
    root, binder = (
        requirements(ROOT / "requirements.txt"),
        requirements(ROOT / "binder/requirements.txt"),
    )
    others = [
        requirements(ROOT / part / "requirements.txt") for part in ("tests", "binder/publish")
    ]
    for requirement in [r for found in (root, binder, *others) for r in found.values()]:
        assert re.fullmatch(r"==[\d.]+(\+cpu)?", str(requirement.specifier)), requirement
    brought_by_binder = {"jupyterlab", "ipywidgets", "nbval"}
    assert set(binder) == set(root) - brought_by_binder
    for name, requirement in binder.items():
        assert str(requirement.specifier).removesuffix("+cpu") == str(root[name].specifier)


@pytest.mark.parametrize("command", ["ruff check", "ruff format --check", "oxfmt --check"])
def test_code_is_linted_and_formatted(command):
    tool, *options = command.split()
    program = Path(sys.executable).with_name(tool)
    ran = subprocess.run([program, *options, "."], cwd=ROOT, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr
