"""The page for a hub that exists already: its versions are those that were tried."""

import os
import re
import shutil
import subprocess
import sys

import pytest
from packaging.requirements import Requirement

from course import ROOT, requirements
from lookup.packages import NEEDED
from test_binder import LOADED, STARTED
from test_open_project import MEMORY

PAGE = (ROOT / "notebooks/on_your_hub.md").read_text(encoding="utf-8")
LETTER = PAGE.split("## A letter")[1]


def pinned(file):
    return {
        name: str(requirement.specifier).removeprefix("==")
        for name, requirement in requirements(ROOT / file).items()
    }


OLDEST, NEWEST = pinned("binder/oldest.txt"), pinned("requirements.txt")


def judge(page):
    """Assert that the page names what a kernel needs, in the versions that were tried."""
    rows = re.findall(r"^\| ([\w-]+) \| ([\d.]+) \| ([\d.]+) \|$", page, re.MULTILINE)
    wanted = [(name, OLDEST[name], NEWEST[name]) for name in NEEDED.values()]
    assert rows == wanted, "the table"
    (line,) = re.findall(r"^%pip install (.+)$", page, re.MULTILINE)
    asked = [f'"{name}>={OLDEST[name]}"' for name in NEEDED.values()]
    assert line.split() == asked, "the line"
    for name, version in re.findall(
        r"([\w-]+)>=([\d.]+\d)", page.split("## A letter")[1]
    ):
        assert version == OLDEST[name], f"the letter's {name}"


def test_the_table_the_line_and_the_letter_name_what_was_tried():
    judge(PAGE)
    tried = (ROOT / "binder/oldest.txt").read_text(encoding="utf-8")
    (day,) = re.findall(r"Tried on (\S+)", tried)
    assert f"({day})" in PAGE
    for asked in re.findall(r'"([\w-]+>=[\d.]+)"', PAGE):
        requirement = Requirement(asked)
        assert requirement.specifier.contains(NEWEST[requirement.name])


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("| torch | 2.6.0 |", "| torch | 2.5.0 |", "the table"),
        ("| 2.13.0 |", "| 2.12.0 |", "the table"),
        ('"regex>=2023.10.3" ', "", "the line"),
        ("scipy>=1.15.0,", "scipy>=1.11.4,", "the letter's scipy"),
    ],
)
def test_a_page_that_differs_from_what_was_tried_is_found(old, new, message):
    assert old in PAGE
    with pytest.raises(AssertionError, match=message):
        judge(PAGE.replace(old, new))


def test_the_letter_has_five_lines_and_asks_for_each_package_that_no_other_brings():
    assert LETTER.count("\n> ") == 5
    brought = {"ipython", "traitlets", "pillow"}  # by a kernel, and by matplotlib
    for name in {*NEEDED.values()} - brought:
        assert re.search(rf"\b{name}\b", LETTER), name


def test_its_memory_and_its_sentences_are_those_of_the_course():
    measured = (ROOT / "tests/bench/README.md").read_text(encoding="utf-8")
    asked = set(MEMORY.findall(PAGE))
    assert len(asked) == 3
    assert asked <= set(MEMORY.findall(measured))
    (line,) = re.findall(r"“(This kernel lacks) …”", PAGE)
    assert line in (ROOT / "notebooks/lookup/packages.py").read_text(encoding="utf-8")
    (line,) = re.findall(r"“(This kernel cannot load anywidget)”", PAGE)
    assert line in (ROOT / "notebooks/lookup/widget.py").read_text(encoding="utf-8")


@pytest.mark.long
def test_with_its_two_files_a_home_gives_prose_its_width(tmp_path):
    pattern = r"copy `(.+?)` to `~/.jupyter/(.+?)`, put `(.+?)` into `~/.jupyter/(.+?)`"
    ((file, copy, settings, place),) = re.findall(pattern, PAGE)
    (tmp_path / copy).parent.mkdir()
    shutil.copy(ROOT / file, tmp_path / copy)
    (tmp_path / place).write_text(settings, encoding="utf-8")
    home = os.environ | {"JUPYTER_CONFIG_DIR": str(tmp_path)}
    start = [sys.executable, "-c", LOADED]
    ran = subprocess.run(start, env=home, capture_output=True, text=True)
    assert ran.stdout.split() == ["True", str(tmp_path / copy)], ran.stderr


@pytest.mark.long
def test_with_its_two_lines_a_home_lets_outputs_wait(tmp_path):
    part = PAGE.split("## Outputs that wait")[1].split("\n## ")[0]
    (lines,) = re.findall(r"```python\n(.*?)```", part, re.DOTALL)
    assert len(lines.splitlines()) == 2
    (place,) = re.findall(r"`~/.jupyter/(.+?)`", part)
    course = re.search('"(/.+)/binder"', lines)[1]
    home = os.environ | {"JUPYTER_CONFIG_DIR": str(tmp_path)}
    start = [sys.executable, "-c", STARTED]

    def contents():
        ran = subprocess.run(start, env=home, capture_output=True, text=True)
        return ran.stdout.split()[-1]

    assert contents() != "waiting_outputs"
    settings = lines.replace(course, ROOT.as_posix())
    (tmp_path / place).write_text(settings, encoding="utf-8")
    assert contents() == "waiting_outputs"
