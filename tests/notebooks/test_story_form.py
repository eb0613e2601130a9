"""The form of the notebooks that tell a story: plain cells, and prose that reads every output."""

import ast
import re
import subprocess
import sysconfig
from pathlib import Path

import pytest

import links
import lookup
from course import COMPANIONS, CORE, FACTS, MEASURED, NOTEBOOKS, code_cells, read, texts

END = ("Your turn", "Check yourself", "In short")
HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
NO_PROSE = re.compile(
    r"```.*?```|<details>.*?</details>|!\[[^\]]*\]\([^)]*\)|^[#|].*?$",
    re.DOTALL | re.MULTILINE,
)
# Words are counted without what is folded, code, a drawing's text and where links lead.
UNCOUNTED = re.compile(
    r"<details>.*?</details>|```.*?```|!\[[^\]]*\]\([^)]*\)|(?<=\])\([^)]*\)",
    re.DOTALL,
)
MOST_WORDS = {4: 9_500, 8: 23_200}  # of so many first notebooks, exercises among them
SHORT_CELLS = ("00_", "01_", "02_", "03_", "04_", "05_", "07")
TIMED = re.compile(
    r"\b(measure|time_lines|race|factors|seconds_of|plane|queued_calls)\("
)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
RUFF = Path(sysconfig.get_path("scripts"), "ruff")
MOST_IN_BRACKETS = 4  # sentences of a notebook
LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
IN_BRACKETS = re.compile(r"\([^()]*[.?!]\)")
CHARTS = {
    name
    for name in lookup.__all__
    if getattr(lookup, name).__module__.startswith("lookup.charts.")
}
CHART = re.compile(
    r'<img class="lookup-chart" src="data:image/png;[^>]* alt="[^"]{20,}"'
)
every_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)


def source_of(cell):
    """A code cell's source without the address from which the course is fetched on Colab."""
    return links.FETCH.sub(b"", cell.source.encode()).decode()


def sections(notebook):
    """(heading, cells) of every section that teaches; the text below a heading is its first."""
    found = []
    for cell in notebook.cells[1:]:
        heading = HEADING.search(cell.source) if cell.cell_type == "markdown" else None
        if heading and heading[1] in END:
            break
        if heading:
            found.append((heading[1], []))
        if found:
            found[-1][1].append(cell)
    return found


def prose(text):
    """What of a text cell is running prose."""
    return NO_PROSE.sub("", text).strip()


@every_notebook
def test_a_cell_is_one_plain_step(path):
    for cell in code_cells(read(path)):
        lines = [line for line in source_of(cell).splitlines() if line.strip()]
        assert max(map(len, lines)) <= 79
        shorter = path.name.startswith(SHORT_CELLS)
        shorter = shorter and "find_spec" not in cell.source
        assert len(lines) <= (12 if shorter else 14), cell.source
        assert "fmt: skip" not in cell.source
        for node in ast.walk(ast.parse(cell.source)):
            assert not isinstance(node, ast.Assert), cell.source
            assert not (isinstance(node, ast.Name) and node.id in ("eval", "exec")), (
                cell.source
            )
            if isinstance(node, COMPREHENSIONS):
                assert len(node.generators) == 1, cell.source
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple):
                assert not isinstance(node.value, ast.Tuple), (
                    f"two in a line: {cell.source}"
                )


@every_notebook
def test_a_text_is_read_in_one_go(path):
    assert max(len(prose(text).split()) for text in texts(read(path))) <= 200


@pytest.mark.parametrize("many", MOST_WORDS)
def test_the_core_has_no_more_words_than_its_readers_have_time_for(many):
    told = [text for path in CORE[:many] for text in texts(read(path))]
    words = UNCOUNTED.sub(" ", "\n\n".join(told)).split()
    surplus = (
        sum(re.search(r"\w", word) is not None for word in words) - MOST_WORDS[many]
    )
    assert surplus <= 0, f"{surplus} words too many: cut, don't pack"


@every_notebook
def test_few_sentences_stand_in_brackets(path):
    told = LINK.sub(r"\1", "\n".join(map(prose, texts(read(path)))))
    assert len(IN_BRACKETS.findall(told)) <= MOST_IN_BRACKETS


def test_a_chart_is_stored_drawn_and_says_what_it_shows():
    """Also where no run compares it with what is stored."""
    found = 0
    for path in NOTEBOOKS:
        for cell in code_cells(read(path)):
            last = ast.parse(cell.source).body[-1]
            call = getattr(getattr(last, "value", None), "func", None)
            if isinstance(last, ast.Expr) and getattr(call, "id", None) in CHARTS:
                html = [
                    out.get("data", {}).get("text/html", "") for out in cell.outputs
                ]
                assert any(map(CHART.search, html)), cell.source
                found += 1
    assert found >= 20


@every_notebook
def test_prose_of_its_own_section_follows_every_output(path):
    for heading, cells in sections(read(path)):
        for number, cell in enumerate(cells):
            if cell.cell_type == "code" and cell.outputs:
                after = [
                    other
                    for other in cells[number + 1 :]
                    if other.cell_type == "markdown"
                ]
                assert any(prose(other.source) for other in after), (
                    f"{heading}: {cell.source}"
                )


@every_notebook
def test_what_is_not_compared_is_timed_or_a_test_of_its_facts_names_it(path):
    for cell in code_cells(read(path)):
        assert "NBVAL" not in cell.source, "tags say it, not comments"
        tags = set(cell.metadata.get("tags", []))
        assert "nbval-skip" not in tags
        if MEASURED in tags and not TIMED.search(cell.source):
            assert f'"{cell.id}"' in FACTS, cell.source


@pytest.mark.parametrize("path", COMPANIONS, ids=lambda path: path.name)
def test_a_section_of_a_companion_needs_the_set_up_alone(path, tmp_path):
    notebook = read(path)
    set_up = code_cells(notebook)[0].source
    found = sections(notebook)
    assert len(found) >= 5
    for number, (_, cells) in enumerate(found):
        sources = [set_up, *(cell.source for cell in cells if cell.cell_type == "code")]
        (tmp_path / f"section_{number}.py").write_text(
            "\n".join(sources), encoding="utf-8"
        )
    command = [
        RUFF,
        "check",
        "--isolated",
        "--no-cache",
        "--select=F821",
        "--quiet",
        tmp_path,
    ]
    ran = subprocess.run(command, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout
