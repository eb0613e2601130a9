"""The page to paste from: its minutes, figures, files and fields are those of the course."""

import json
import re
import subprocess

import pytest
import yaml

import grade
import lessons
from course import CORE, ROOT, read
from test_open_project import MEMORY

NOTEBOOKS = ROOT / "notebooks"
TEXT = (NOTEBOOKS / "course_page.md").read_text(encoding="utf-8")
CARD = re.compile(r"^\*\*(.+?)\*\* · (\d+ minutes)", re.MULTILINE)
CITED = yaml.safe_load((ROOT / ".github/CITATION.cff").read_text(encoding="utf-8"))
SAVED = {  # what the picture's file holds, and how the page says it
    "times": "its times",
    "gpu": "the GPU's name",
    "browser": "the browser's name and version",
    "date": "the date",
}
OF_THE_FORM = {"schema", "software", "clock"}  # of nobody: numbers and words of ours


def judge(text):
    """Assert that outcomes are there for each notebook that is taught and each plan, as it says."""
    found = re.findall(
        r"^- \*\*(\d\d .+?)\*\* \((\d+ minutes)\): \w", text, re.MULTILINE
    )
    cards = [CARD.search(read(path).cells[0].source).groups() for path in CORE]
    assert found == cards
    of_lessons = re.findall(
        r"^- \*\*A lesson of (\d+) minutes:\*\* \w.+\. Needs (.+)\.$",
        text,
        re.MULTILINE,
    )
    assert of_lessons == [
        (plan.name, plan.needs.partition(";")[0]) for plan in lessons.plans()
    ]


def test_every_notebook_that_is_taught_and_every_plan_has_its_outcomes_and_minutes():
    judge(TEXT)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("lesson of 45 minutes", "lesson of 50 minutes"),
        ("Needs a little Python, adding", "Needs adding"),
        ("(60 minutes)", "(50 minutes)"),
        ("**04 Which", "**05 Which"),
        ("- **07", "**07"),
    ],
)
def test_a_page_with_other_minutes_is_found(old, new):
    assert old in TEXT
    with pytest.raises(AssertionError):
        judge(TEXT.replace(old, new))


def test_memory_and_python_are_those_of_the_readme_and_the_measurements():
    measured = (ROOT / "tests/bench/README.md").read_text(encoding="utf-8")
    quoted = set(MEMORY.findall(TEXT))
    assert len(quoted) == 3
    assert quoted <= set(MEMORY.findall(measured))
    (versions,) = re.findall(r"Python [\d.]+ to [\d.]+\d", TEXT)
    assert versions in (ROOT / "README.md").read_text(encoding="utf-8")


def test_what_is_said_of_stored_data_is_what_the_code_stores():
    schema = NOTEBOOKS / "lookup/pictures/browser_gpu/recorded/schema.json"
    fields = json.loads(schema.read_text(encoding="utf-8"))["properties"]
    assert {*fields} - OF_THE_FORM - {*SAVED} <= {
        "trip",
        "traps",
        "proof",
        "account",
        "bandwidth",
    }
    for words in SAVED.values():
        assert words in TEXT
    for name in (
        "hand_in.html",
        "hand_in.csv",
        grade.IMPORT,
        "hand_in.json",
        "feedback/",
    ):
        assert f"`{name}`" in TEXT
        assert name.rstrip("/") in (ROOT / "binder/grade.py").read_text(
            encoding="utf-8"
        )
    settings = (ROOT / "binder/overrides.json").read_text(encoding="utf-8")
    assert '"saveState": true' in settings, (
        "so a notebook holds the state of its pictures"
    )
    assert '"fetchNews": "false"' in settings
    assert '"checkForUpdates": false' in settings


def test_it_is_cited_as_the_file_says_and_the_line_prints_a_commit_and_a_day():
    (author,) = CITED["authors"]
    for text in (author["name"], CITED["title"], f"{CITED['license']} licence"):
        assert TEXT.count(text) >= 2, text
    for text in ("copy as printed}", "year = {year of its day}"):
        assert TEXT.count(text) == 1, "what the site fills in"
    (line,) = re.findall(r"^git log .+$", TEXT, re.MULTILINE)
    assert f"`{line}`" in CITED["message"]
    printed = subprocess.run(line, shell=True, cwd=ROOT, capture_output=True, text=True)
    assert not printed.stdout or re.fullmatch(
        r"[0-9a-f]{7,} of \d{4}-\d\d-\d\d\n", printed.stdout
    )


def test_version_and_date_are_those_of_the_changes_in_the_file_and_on_the_page():
    changes = (ROOT / ".github/CHANGELOG.md").read_text(encoding="utf-8")
    version, day = re.search(r"^## (\S+), (\S+)$", changes, re.MULTILINE).groups()
    assert re.fullmatch(r"\d+\.\d+\.\d+", version)
    assert CITED["version"] == version
    assert str(CITED["date-released"]) == day
    assert f"version {version} of {day}" in TEXT
    assert f"Version {version}. Jupyter notebooks" in TEXT
    assert f"version = {{{version}}}," in TEXT


def test_what_is_to_be_translated_is_there():
    part = TEXT.split("## How to translate it")[1]
    for path in re.findall(
        r"`([\w./]+/[\w./]*)`", part.replace(".venv/bin/python ", "")
    ):
        assert (ROOT / path).exists() or (NOTEBOOKS / path).exists(), path
    words = [*NOTEBOOKS.glob("lookup/pictures/*/words.js")]
    assert len(words) > 10
    for page in ("questions.md", "terms.md"):
        assert f"`{page}`" in part
        assert (NOTEBOOKS / page).is_file()
