"""What an open project promises beside its code: a short README, forms, a citation, a licence."""

import re

import pytest
import yaml

from course import ROOT, command

GITHUB = ROOT / ".github"
FORMS = sorted(
    path for path in (GITHUB / "ISSUE_TEMPLATE").glob("*.yml") if path.stem[0].isdigit()
)
PAGES = [
    *(ROOT / part / "README.md" for part in (".", "binder", "tests", "tests/bench")),
    GITHUB / "CONTRIBUTING.md",
    GITHUB / "CHANGELOG.md",
]
# How much a session takes with one notebook, and how long slides or the site take.
MEMORY = re.compile(r"(\d\.\d) GB\s(?:of memory )?(?:with |\()(?:notebook )?(\d\db?)\b")
MINUTES = re.compile(r"\w+ to \w+ minutes")


def parsed(path):
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def test_the_readme_is_a_page_and_its_command_comes_before_its_first_picture():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 136
    begin = text[: text.index("<!-- run -->")]
    assert len(begin.splitlines()) <= 10
    assert "<picture>" not in begin
    assert max(map(len, command("run").splitlines())) <= 80, (
        "no line of it scrolls to the side"
    )
    for page in (
        "notebooks/teaching.md",
        "binder/README.md",
        ".github/CONTRIBUTING.md",
    ):
        assert f"]({page})" in text, "teachers, hubs, contributors"


def test_each_figure_of_the_readme_has_its_command_and_date():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    table = text.split("## What it asks of a machine")[1].split("\n##")[0]
    rows = [
        line.strip("|").split("|")
        for line in table.splitlines()
        if line.startswith("|")
    ][2:]
    assert len(rows) == 3
    for _, figure, source in rows:
        assert re.search(r"\d", figure)
        script = re.fullmatch(r" `(\S+)[^`]*`, 20\d\d-\d\d-\d\d ", source)[1]
        assert (ROOT / script).is_file()


def test_each_measurement_has_a_script_that_stands_beside_it():
    folder = ROOT / "tests/bench"
    text = (folder / "README.md").read_text(encoding="utf-8")
    rows = [line for line in text.splitlines() if line.startswith("|")][2:]
    assert len(rows) >= 10
    for row in rows:
        scripts = re.findall(r"`(\w+\.py)`", row.split("|")[3])
        assert scripts, row
        assert all((folder / script).is_file() for script in scripts), row


def test_memory_and_minutes_are_quoted_from_the_measurements():
    measured = (ROOT / "tests/bench/README.md").read_text(encoding="utf-8")
    memory = set(MEMORY.findall(measured))
    assert len(memory) == len({notebook for _, notebook in memory}) == 5, (
        "each is said once"
    )
    (minutes,) = MINUTES.findall(measured)
    for name in ("README.md", "binder/README.md", "notebooks/teaching.md"):
        text = (ROOT / name).read_text(encoding="utf-8")
        quoted = MEMORY.findall(text)
        assert len(quoted) >= 3
        assert set(quoted) <= memory, name
        assert MINUTES.findall(text) == ([] if name == "README.md" else [minutes]), name


@pytest.mark.parametrize(
    "page", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix()
)
def test_every_link_of_a_page_leads_somewhere(page):
    for target in re.findall(r"\]\(([^)]*)\)", page.read_text(encoding="utf-8")):
        assert target.startswith("https://") or (page.parent / target).exists(), target


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_a_form_asks_a_few_things_each_once(path):
    form = parsed(path)
    assert {*form} == {"name", "description", "title", "labels", "body"}
    assert 3 <= len(form["body"]) <= 5
    assert len({field["id"] for field in form["body"]}) == len(form["body"])
    for field in form["body"]:
        assert field["type"] in ("input", "textarea")
        assert {*field["attributes"]} <= {"label", "description", "placeholder"}
        assert field.get("validations", {"required": True}) == {"required": True}


def test_the_first_form_is_for_the_report_that_is_worth_most():
    first = parsed(FORMS[0])
    assert first["name"] == "I stopped reading here"
    wanted = [field["id"] for field in first["body"] if "validations" in field]
    assert wanted == ["notebook", "cell", "expected"]


def test_the_licence_is_named_alike_wherever_it_is_named():
    cited = parsed(GITHUB / "CITATION.cff")
    assert (ROOT / "LICENSE").read_text().startswith(f"{cited['license']} License\n")
    assert "code, text and pictures alike" in (ROOT / "LICENSE").read_text()
    assert cited["cff-version"] == "1.2.0"
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "Code, text and pictures are all under the MIT licence" in readme


def test_how_to_contribute_is_said_in_ten_lines():
    lines = (GITHUB / "CONTRIBUTING.md").read_text(encoding="utf-8").splitlines()[1:]
    assert len([line for line in lines if line]) <= 10


def test_the_answer_in_six_lines_prints_what_stands_below_them(capsys):
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)
    printed = [line for line in code.splitlines() if line.startswith("#")]
    assert len([line for line in code.splitlines() if line]) - len(printed) == 6
    exec(code, {})
    assert [f"# {line}" for line in capsys.readouterr().out.splitlines()] == printed
