"""The form of every notebook: what it imports, how long it is, what it stores, where it leads."""

import ast
import json
import re
import statistics
import sys
from itertools import pairwise

import nbformat
import pytest

import decks
import links
import renew
from course import MEASURED, NOTEBOOKS, ROOT, code_cells, exercises, read, texts

NAMES = [path.name for path in NOTEBOOKS]
# median lines of a cell where it judges a whole classifier or runs optimisers side by side
CODE = {
    "02_embedding_lookup.ipynb": 6,
    "03_bag_of_words_rows.ipynb": 14,
    "04_which_rows_learn.ipynb": 9,
    "05_learned_rows.ipynb": 13,
    "06_gradient_sparsity_on_gpu.ipynb": 15,
}
NOTEBOOK_IMPORTS = {"lookup", "torch", "numpy", "scipy", "matplotlib", "sklearn", "threadpoolctl"}
NOTEBOOK_IMPORTS |= sys.stdlib_module_names
# A picture is its cell's last line, or its last call.
LIVE = re.compile(r"^(picture|\w+_rows\([^()]*(\([^()]*\)[^()]*)*\))\Z", re.MULTILINE)
MARKDOWN_IMAGE = re.compile(r"!\[([^\]]*)\]\(([^)]*)\)")
DARK_AND_LIGHT = re.compile(
    r'<picture><source media="\(prefers-color-scheme: dark\)" srcset="([^"]*)">'
    r'<img src="([^"]*)" alt="([^"]*)"></picture>'
)


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
    """What is learned from the learner's own files differs between machines: assertions hold it."""
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
    assert path.suffix == ".md" or "<img" not in text
    pairs = DARK_AND_LIGHT.findall(text)
    assert text.count("<img") == len(pairs)
    shown = MARKDOWN_IMAGE.findall(text)
    shown += [(alt, target) for *targets, alt in pairs for target in targets]
    for alt, target in shown:
        image = (path.parent / target).resolve()
        assert image.is_relative_to(ROOT)
        assert f"<title>{alt}</title>" in image.read_text(encoding="utf-8").replace("&#34;", '"')
    assert all(dark == light.replace(".svg", ".dark.svg") for dark, light, _ in pairs)


@pytest.mark.parametrize("name", NAMES)
def test_a_still_is_folded_right_above_its_live_picture_and_nowhere_else(name):
    cells = read(ROOT / "notebooks" / name).cells
    for cell, below in pairwise(cells):
        stills = MARKDOWN_IMAGE.findall(cell.source) if cell.cell_type == "markdown" else []
        live = below.cell_type == "code" and LIVE.search(below.source) is not None
        folded = decks.STILL.search(cell.source) is not None and cell.source.endswith("</details>")
        assert not stills or folded == live, stills


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
