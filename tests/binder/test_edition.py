"""The edition for learners: nothing has run in it, nothing of the teacher's, all that it needs."""

import doctest
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

import edition
from course import (
    LOOKUP,
    NOTEBOOKS,
    PARTS,
    ROOT,
    code_cells,
    exercises,
    read,
    solutions,
    texts,
)

LINK = re.compile(r"""\]\(([^)\s#]+)[^)]*\)|(?:src|srcset|href)=["']([^"'#]+)""")


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """{whether with solutions: the folder of an edition}."""
    top = tmp_path_factory.mktemp("editions")
    folders = {False: top / "without" / "at all", True: top / "with"}
    (top / "with").mkdir()  # it may be there, if it is empty
    assert edition.main([str(folders[False])]) is None
    assert edition.main([str(folders[True]), "--solutions"]) is None
    return folders


def test_the_examples_hold():
    assert doctest.testmod(edition).failed == 0


@pytest.mark.parametrize("kept", [False, True])
def test_every_notebook_is_the_courses_but_for_what_is_not_the_learners(made, kept):
    for path in NOTEBOOKS:
        course, learners = read(path), read(made[kept] / "notebooks" / path.name)
        nbformat.validate(learners)
        assert [cell.source for cell in code_cells(learners)] == [
            cell.source for cell in code_cells(course)
        ]
        assert not any(cell.outputs for cell in code_cells(learners))
        assert not any(cell.execution_count for cell in code_cells(learners))
        assert "widgets" not in learners.metadata
        assert exercises(learners).keys() == exercises(course).keys()
        assert solutions(learners) == (solutions(course) if kept else {})
        left = set("\n".join(texts(course)).splitlines()) - set(
            "\n".join(texts(learners)).splitlines()
        )
        (note,) = (text for text in texts(course) if "For the teacher" in text)
        gone = set(note.splitlines())
        if not kept:
            folded = re.findall(
                r"<details><summary>Solution.*?</details>",
                "\n".join(texts(course)),
                re.DOTALL,
            )
            gone |= {line for text in folded for line in text.splitlines()}
        assert left <= gone, path.name


def test_widgets_that_a_teacher_has_saved_stay_behind():
    saved = {
        "cells": [],
        "metadata": {"widgets": {}, "kernelspec": {"name": "python3"}},
    }
    kept = edition.for_learners(saved, solutions=True)["metadata"]
    assert kept == {"kernelspec": {"name": "python3"}}
    assert "widgets" in saved["metadata"], "the notebook stays as it is"


@pytest.mark.parametrize("kept", [False, True])
def test_nothing_of_the_teachers_is_anywhere(made, kept):
    names = {path.name for path in made[kept].rglob("*")}
    assert not names & {"teaching.md", "grading", "tests", ".git", ".venv", "draw.mjs"}
    for path in [*made[kept].rglob("*.md"), *made[kept].rglob("*.ipynb")]:
        text = path.read_text(encoding="utf-8")
        assert "For the teacher" not in text
        assert kept or "<summary>Solution" not in text


def test_every_link_leads_somewhere(made):
    found = 0
    for path in [*made[False].rglob("*.md"), *made[False].rglob("*.ipynb")]:
        text = path.read_text(encoding="utf-8").replace('\\"', '"')
        for match in LINK.finditer(text):
            address = match[1] or match[2]
            if not re.match(r"https?:|data:|mailto:", address):
                assert (path.parent / address).exists(), (path.name, address)
                found += 1
    assert found > 100


def test_what_runs_comes_along_whole(made):
    ours = shutil.ignore_patterns(*edition.ALSO)

    def files(folder):
        for place, names, within in os.walk(folder):
            names[:] = set(names) - ours(place, names)
            yield from (Path(place, name).relative_to(folder) for name in within)

    assert set(files(made[False] / "notebooks/lookup")) == set(files(LOOKUP))
    drawn = {path.name for path in (ROOT / "images").glob("*.svg")}
    assert {path.name for path in (made[False] / "images").iterdir()} == drawn


def test_bytes_and_rights_are_the_courses(made):
    assert {*PARTS} < {*edition.FILES}, "what JupyterLab needs to open it"
    for name in edition.FILES:
        ours, theirs = ROOT / name, made[False] / name
        assert theirs.read_bytes() == ours.read_bytes()
        assert theirs.stat().st_mode == ours.stat().st_mode
    for path in made[False].glob("notebooks/*.ipynb"):
        text = path.read_text(encoding="utf-8")
        again = json.dumps(json.loads(text), indent=1, ensure_ascii=False)
        assert text == f"{again}\n", "as JupyterLab writes it"


def test_it_needs_nothing_but_python_and_says_where_it_is(tmp_path):
    out = tmp_path / "class"
    command = [sys.executable, "-I", "-S", ROOT / "binder/edition.py", out]
    ran = subprocess.run(command, cwd="/", capture_output=True, encoding="utf-8")
    count = len(NOTEBOOKS)
    said = f"{count} notebooks for learners, without solutions: {out}\n"
    assert (ran.returncode, ran.stderr, ran.stdout) == (0, "", said)


def test_a_folder_that_holds_something_is_refused_and_stays(tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("all of it")
    (tmp_path / "file").write_text("a file")
    for name in ("mine", "file"):
        place = str(tmp_path / name)
        refused = f"No edition: the folder must be new or empty, not {place!r}."
        assert edition.main([place]) == refused
    assert (tmp_path / "mine" / "thesis.txt").read_text() == "all of it"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "mine"]


def test_a_folder_within_the_course_is_refused():
    for place in (ROOT, ROOT / "notebooks/lookup/class"):
        refused = "No edition: the folder must lie outside the course's, not at "
        assert edition.main([str(place)]) == f"{refused}{str(place)!r}."
    assert not (ROOT / "notebooks/lookup/class").exists()


@pytest.mark.parametrize("stop", [OSError("the disk is full"), KeyboardInterrupt()])
def test_what_stops_half_way_leaves_nothing(tmp_path, monkeypatch, stop):
    put, calls = edition._put, []

    def stopping(path, text):
        calls.append(path)
        if len(calls) == 5:
            raise stop
        put(path, text)

    monkeypatch.setattr(edition, "_put", stopping)
    (tmp_path / "empty").mkdir()
    for name in ("new", "empty"):
        calls.clear()
        place = [str(tmp_path / name)]
        if isinstance(stop, OSError):
            assert edition.main(place) == "No edition: the disk is full."
        else:
            with pytest.raises(KeyboardInterrupt):
                edition.main(place)
    assert list(tmp_path.rglob("*")) == [tmp_path / "empty"]


def test_a_readme_without_its_heading_is_refused():
    with pytest.raises(ValueError, match="must hold '## Who it is for'"):
        edition.readme("# A course\n")


# Those of the plans; 00 has the file of a table, 03 documents that are read from what is installed.
@pytest.mark.long
@pytest.mark.parametrize("number", ["00", "01", "02", "03", "04"])
def test_a_notebook_of_it_runs(made, number):
    folder = made[False] / "notebooks"
    (path,) = folder.glob(f"{number}_*.ipynb")
    book = read(path)
    where = nbformat.v4.new_code_cell("import lookup\nprint(lookup.__file__)")
    book.cells.append(where)
    resources = {"metadata": {"path": str(folder)}}
    NotebookClient(book, timeout=600, resources=resources).execute()
    assert book.cells[-1].outputs[0].text.strip() == str(folder / "lookup/__init__.py")
