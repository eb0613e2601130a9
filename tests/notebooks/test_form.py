"""The form of every notebook: what it imports, how long it is, what it stores, where it leads."""

import ast
import json
import re
import sys
from itertools import pairwise

import nbformat
import pytest

import drawing
import links
import renew
import stills
from course import (
    COMPANIONS,
    CORE,
    NOTEBOOKS,
    PAGES,
    ROOT,
    code_cells,
    exercises,
    read,
    text_of,
    texts,
)
from waiting_outputs import RAN

NAMES = [path.name for path in NOTEBOOKS]
NOTEBOOK_IMPORTS = {"lookup", "torch", "numpy", "scipy", "pandas"}
NOTEBOOK_IMPORTS |= {"matplotlib", "sklearn", "threadpoolctl"}
NOTEBOOK_IMPORTS |= {"torchrec"}  # where a reader has added it, as notebook 07 says
NOTEBOOK_IMPORTS |= sys.stdlib_module_names
# A picture is its cell's last line, or its last call.
LIVE = re.compile(
    r"^(picture|(\w+_rows|one_place|all_to_all|bags|file_pages|calls_in_time|step_times|"
    r"memory_over_time|neighbours|product_and_lookup|two_answers|whole_table)\([^()]*(\([^()]*\)[^()]*)*\))\Z",
    re.MULTILINE,
)
# What asks, or shows the reader's own machine, is a text until it has run.
UNDRAWN = re.compile(
    "<(question|machine check|your browser's GPU|a kernel for your GPU)\\b"
)
RENEW = "clear the cell if it is measured, and run tests/renew.py"
MARKDOWN_IMAGE = re.compile(r"!\[([^\]]*)\]\(([^)]*)\)")
DARK_AND_LIGHT = re.compile(
    r'<picture><source media="\(prefers-color-scheme: dark\)" srcset="([^"]*)">'
    r'<img src="([^"]*)" alt="([^"]*)"></picture>'
)
MOST_MINUTES = {"00": 25, "01": 30, "02": 45, "03": 40, "04": 45, "05": 45, "07": 60}


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_imports_what_it_may_and_fetches_nothing(name):
    for cell in code_cells(read(ROOT / "notebooks" / name)):
        source = links.FETCH.sub(b"", cell.source.encode()).decode()
        assert not re.search(
            r"^\s*[!%]|https?://|urllib|requests|urlopen", source, re.MULTILINE
        ), cell.source
        names = set()
        for node in ast.walk(ast.parse(cell.source)):
            if isinstance(node, ast.Import):
                names |= {alias.name.split(".")[0] for alias in node.names}
            if isinstance(node, ast.ImportFrom):
                assert node.module != "lookup" or all(
                    alias.name != "*" for alias in node.names
                )
                names.add(
                    ""
                    if node.module.startswith("lookup.")
                    else node.module.split(".")[0]
                )
        assert names <= NOTEBOOK_IMPORTS


@pytest.mark.parametrize("name", NAMES)
def test_what_a_notebook_stores_is_clean(name):
    path = ROOT / "notebooks" / name
    notebook = read(path)
    nbformat.validate(notebook)
    code = code_cells(notebook)
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1)), (
        "run once, from top to bottom"
    )
    assert not [cell.id for cell in code if RAN in cell.metadata], "run by a learner"
    assert notebook.metadata == renew.METADATA, "no widget state, no machine"
    drawn = sum(
        len(out.get("data", {}).get(stills.PNG, "")) for c in code for out in c.outputs
    )
    beside = drawn if name.startswith("06_") else 0  # its drawings are of calls in time
    # charts that answer to the pointer hold what they say
    assert path.stat().st_size - beside <= 220_000
    for cell in code:
        assert "execution" not in cell.metadata
        assert cell.id
        assert not cell.source.rstrip().endswith(";"), "nbval shows the value anyway"
        drawn = [len(out.get("data", {}).get(stills.PNG, "")) for out in cell.outputs]
        assert max(drawn, default=0) <= 50_000, cell.source
        assert len(json.dumps(cell.outputs)) - sum(drawn) <= 25_000, cell.source
        for output in cell.outputs:
            assert output.output_type != "error", cell.source
            assert output.get("name") != "stderr", output.text
            assert not re.search(
                r"0x[0-9a-f]{6,}|/home/|/tmp/|/root/", json.dumps(output)
            ), output


@pytest.mark.parametrize("path", CORE, ids=lambda path: path.name)
def test_a_notebook_has_its_sections_its_slides_and_its_teachers_notes(path):
    notebook = read(path)
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
    assert all(
        "slide_type" in cell.metadata.get("slideshow", {}) for cell in notebook.cells
    )


@pytest.mark.parametrize("path", COMPANIONS, ids=lambda path: path.name)
def test_a_companion_says_that_it_is_one_and_leads_back(path):
    notebook = read(path)
    text = "\n".join(texts(notebook))
    assert (
        "Deeper: a box of short sections; open the one you need"
        in notebook.cells[0].source
    )
    assert "minutes" in notebook.cells[0].source
    assert not exercises(notebook)
    assert sum(cell.source.startswith("ask(") for cell in code_cells(notebook)) <= 2
    (core,) = (other.name for other in CORE if other.name[:2] == path.name[:2])
    for part in (core, "00_start_here.ipynb", "**References:**", "For the teacher"):
        assert part in text
    assert "|---" in text.split("## In short")[1]


@pytest.mark.parametrize("name", NAMES)
def test_no_source_is_folded_away(name):
    for cell in code_cells(read(ROOT / "notebooks" / name)):
        assert "jupyter" not in cell.metadata, cell.source


@pytest.mark.parametrize(
    "path", [*NOTEBOOKS, ROOT / "README.md"], ids=lambda path: path.name
)
def test_every_image_exists_and_its_alt_text_is_the_images_title(path):
    text = text_of(path)
    assert path.suffix == ".md" or "<img" not in text
    pairs = DARK_AND_LIGHT.findall(text)
    assert text.count("<img") == len(pairs)
    shown = MARKDOWN_IMAGE.findall(text)
    shown += [(alt, target) for *targets, alt in pairs for target in targets]
    for alt, target in shown:
        image = (path.parent / target).resolve()
        assert image.is_relative_to(ROOT)
        assert f"<title>{alt}</title>" in image.read_text(encoding="utf-8").replace(
            "&#34;", '"'
        )
    assert all(dark == light.replace(".svg", ".dark.svg") for dark, light, _ in pairs)


@pytest.mark.parametrize("name", NAMES)
def test_a_living_picture_is_stored_drawn_with_its_numbers_folded_below(name):
    for cell in code_cells(read(ROOT / "notebooks" / name)):
        alive = [out for out in cell.outputs if stills.VIEW in out.get("data", {})]
        for output in alive:
            assert UNDRAWN.match(output.data["text/plain"]), RENEW
        drawn = [k for k, output in enumerate(cell.outputs) if stills.record_of(output)]
        assert len(drawn) >= (LIVE.search(cell.source) is not None), cell.source
        for place in drawn:
            about = cell.outputs[place].metadata[stills.PNG]
            assert 20 <= len(about["alt"]) <= 400
            below = cell.outputs[place + 1].data
            assert below.keys() == {"text/html"}
            assert stills.FOLDED.fullmatch(below["text/html"])


@pytest.mark.parametrize("name", NAMES)
def test_no_drawing_of_other_numbers_stands_above_a_living_picture(name):
    for cell, below in pairwise(read(ROOT / "notebooks" / name).cells):
        if below.cell_type == "code" and LIVE.search(below.source):
            assert not MARKDOWN_IMAGE.search(cell.source), cell.source


@pytest.mark.parametrize("path", [*NOTEBOOKS, *PAGES], ids=lambda path: path.name)
def test_every_column_of_a_table_has_a_name(path):
    """A screen reader says it with each entry."""
    for head in re.findall(
        r"^(\|.*\|)\n\|(?: *:?-+:? *\|)+$", text_of(path), re.MULTILINE
    ):
        assert all(name.strip() for name in head[1:-1].split("|")), head


@pytest.mark.parametrize(
    "path", [*NOTEBOOKS, ROOT / "README.md"], ids=lambda path: path.name
)
def test_every_link_within_the_course_leads_somewhere(path):
    text = text_of(path)
    for target in re.findall(r"(?<!!)\[[^\]]*\]\(([^)]*)\)", text):
        if not target.startswith("https://"):
            assert (path.parent / target).exists(), target


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_the_teachers_minutes_add_up_to_the_cards(path):
    about = r"(\d+) (?:minutes, exercises|for all)"
    card = re.search(about, read(path).cells[0].source)[1]
    notes = read(path).cells[-1].source
    minutes = re.findall(r"^- \*[^*]+\* (\d+) minutes?\b", notes, re.MULTILINE)
    assert sum(map(int, minutes)) == int(card)


@pytest.mark.parametrize("number", MOST_MINUTES)
def test_a_notebook_takes_no_more_minutes_than_it_was_cut_down_to(number):
    (path,) = (path for path in CORE if path.name.startswith(number))
    card = re.search(r"(\d+) minutes", read(path).cells[0].source)[1]
    assert int(card) <= MOST_MINUTES[number]


@pytest.mark.parametrize("path", CORE, ids=lambda path: path.name)
def test_the_minutes_of_the_exercises_add_up_to_the_cards(path):
    notebook = read(path)
    card = re.search(r"exercises (\d+) more", notebook.cells[0].source)[1]
    tasks = re.findall(
        r"^(?:\*\*\d\d-[a-z]\*\* )?★+ (\d+) minutes?\.",
        "\n".join(texts(notebook)),
        re.MULTILINE,
    )
    assert len(tasks) >= len(exercises(notebook)) > 0
    assert sum(map(int, tasks)) == int(card)


@pytest.mark.parametrize(
    "path", [ROOT / "README.md", NOTEBOOKS[0]], ids=lambda path: path.name
)
def test_a_map_leads_to_every_notebook_and_says_its_minutes(path):
    text = text_of(path)
    assert all(notebook.name in text or notebook == path for notebook in NOTEBOOKS)
    rows = re.findall(
        r"^\| \W*(\d\d) .*\| (\d+)(?: · \*(\d+)\*)? \|$", text, re.MULTILINE
    )
    said = {number: minutes for number, minutes, _ in rows}
    cards = {notebook.name[:2]: read(notebook).cells[0].source for notebook in CORE}
    assert said == {
        number: re.search(r"(\d+) minutes", card)[1] for number, card in cards.items()
    }
    roads = re.search(r"00 to 02, (\d+) minutes.*00 to 07, (\d+) minutes", text)
    core = [int(minutes) for number, minutes in sorted(said.items())]
    assert [int(road) for road in roads.groups()] == [sum(core[:3]), sum(core)]
    deeper = {number: minutes for number, _, minutes in rows if minutes}
    cards = {other.name[:2]: read(other).cells[0].source for other in COMPANIONS}
    all_of_it = {n: re.search(r"(\d+) for all", card)[1] for n, card in cards.items()}
    assert deeper == (all_of_it if path.suffix == ".md" else {})


@pytest.mark.parametrize("cell", ["00-09", "01-12", "04-08"])
def test_the_first_id_to_fly_has_a_row_that_is_not_beside_its_chip(cell):
    """The chips stand above the table, so that the flight to its first rows is short."""
    cells = [one for path in NOTEBOOKS for one in read(path).cells]
    outputs = next(one.outputs for one in cells if one.id == cell)
    view, _ = drawing.views_in(outputs)[0]
    assert view.state["spec"]["steps"][0]["row"] >= 2
