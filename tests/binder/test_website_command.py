"""The command that builds the site: what it refuses, replaces and says; no browser is needed."""

import doctest
import json
import re
import subprocess
import sys
from importlib.util import find_spec
from unittest.mock import Mock

import nbformat
import pandas
import pytest
from bs4 import BeautifulSoup

import cards
import decks
import lessons
import paper
import plot
import quiz
import website
from conftest import lacking
from course import ROOT, git

pytestmark = pytest.mark.long


def test_a_folder_of_something_else_is_left_alone(tmp_path, monkeypatch):
    monkeypatch.setattr(website, "source", lambda *_: pytest.fail("nothing is run"))
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("all of it")
    (tmp_path / "file").write_text("a file")
    (tmp_path / "branch" / "_static").mkdir(parents=True)  # a site that git keeps
    for name in (website.MARK, ".git"):
        (tmp_path / "branch" / name).write_text("")
    for name in ("mine", "file", "branch"):
        rule = "the folder must be new, empty or hold such a site"
        refused = f"No site: {rule}, not {str(tmp_path / name)!r}."
        assert website.main([str(tmp_path / name)]) == refused
    assert (tmp_path / "mine" / "thesis.txt").read_text() == "all of it"


def page_of(text):
    """What writes a source of one page."""

    def write(folder, _):
        shown = {"address": "", "launch": {}, "cards": [], "plot": {}}
        (folder / "landing.json").write_text(json.dumps(shown))
        (folder / "index.md").write_text(text)

    return write


def made_without_sphinx(pages, out, _):
    (out / "_static").mkdir(parents=True)
    (out / website.MARK).write_text("")
    (out / "index.html").write_text((pages / "index.md").read_text())


def test_a_site_is_replaced_whole_or_not_at_all(tmp_path, monkeypatch):
    site = tmp_path / "my site"
    (site / "_static").mkdir(parents=True)
    for name in (website.MARK, "old.html"):
        (site / name).write_text("")
    monkeypatch.setattr(website, "source", page_of("# Second"))
    with monkeypatch.context() as patch:  # test_website.py has pages that Sphinx made
        patch.setattr(website, "sphinx", made_without_sphinx)
        assert website.main([str(site)]) is None
    assert not (site / "old.html").exists()
    monkeypatch.setattr(website, "source", page_of("# Third\n\n[nowhere](gone.md)"))
    assert re.match(
        r"No site: Sphinx says: .*index\.md:3: .*gone\.md", website.main([str(site)])
    )
    assert "Second" in (site / "index.html").read_text()
    assert [path.name for path in tmp_path.iterdir()] == ["my site"], (
        "nothing is left beside it"
    )


def test_the_command_finds_the_course_from_any_folder(tmp_path):
    """As a reader starts it, without the paths that these tests have."""
    for name in ("website.py", "decks.py"):
        command = [sys.executable, website.HERE / name, "--help"]
        ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
        assert not ran.returncode, ran.stderr


def test_the_command_says_where_the_site_is(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(website, "build", Mock())
    assert website.main([str(tmp_path / "site")]) is None
    website.build.assert_called_once_with(tmp_path / "site")
    assert capsys.readouterr().out == f"{tmp_path}/site/index.html\n"


def test_a_site_without_links_says_why(monkeypatch, capsys):
    said = "this checkout has no remote called 'origin'"
    monkeypatch.setattr(website.links, "source_of", Mock(side_effect=ValueError(said)))
    assert website.repository() == {"address": "", "launch": {}}
    assert (
        capsys.readouterr().out == f"The site has no link to open a notebook: {said}.\n"
    )


def test_what_is_missing_or_wrong_is_one_sentence(tmp_path, monkeypatch, capsys):
    said = "cell 1 of 00.ipynb stores 1 widgets, a run of it shows 0"
    monkeypatch.setattr(website, "source", Mock(side_effect=ValueError(said)))
    assert website.main([str(tmp_path / "site")]) == f"No site: {said}."
    monkeypatch.setitem(sys.modules, "furo", None)
    assert website.main([str(tmp_path / "site")]).endswith(
        "pip install -r binder/publish/requirements.txt"
    )
    with pytest.raises(ValueError, match="What it asks of a machine"):
        website.start("# No such heading")
    with pytest.raises(SystemExit) as ended:
        website.main(["--help"])
    assert ended.value.code == 0
    assert "FOLDER must be new" in capsys.readouterr().out
    assert not any(tmp_path.iterdir())


def test_without_a_browser_a_site_has_decks_and_says_why_it_has_no_handouts(
    tmp_path, monkeypatch, capsys
):
    monkeypatch.setattr(paper, "browser", lambda: None)
    find_spec(decks.REVEAL) or lacking("no reveal.js to make decks with")
    rows = lessons.write_lessons(tmp_path / "slides", lessons.plans())
    assert [row.count("slides</a>") for row in rows] == [1, 1, 1]
    assert not any("PDF" in row for row in rows)
    assert sorted(path.suffix for path in (tmp_path / "slides").iterdir()) == 3 * [
        ".html"
    ]
    said = capsys.readouterr().out
    assert "no handout of 45 minutes: a PDF is printed by Chromium" in said


def test_the_page_of_lessons_tells_where_to_import_each_quiz(tmp_path):
    quiz.write(tmp_path / "quiz")
    links = re.findall(r'href="(quiz/.+?)" download', lessons.page([]))
    assert [tmp_path / link for link in links] == sorted((tmp_path / "quiz").iterdir())
    said = quiz.__doc__.replace("\n", " ")
    for menu in ("*Question bank*, *Import*, *GIFT format*", "*QTI .zip file*"):
        assert menu in said
        assert menu in lessons.page([])


def test_on_a_site_the_citation_names_its_commit_day_and_address(tmp_path):
    page = (ROOT / "notebooks/course_page.md").read_text(encoding="utf-8")
    assert website.cite_copy(page, tmp_path) == page, (
        "no checkout: all is for the reader"
    )
    git(tmp_path, "init", "-q")
    git(tmp_path, "commit", "-q", "--allow-empty", "-m", "A", "--date=2020-01-01")
    copy = git(tmp_path, "log", "-1", "--format=%h of %cs").strip()
    text = website.cite_copy(page, tmp_path)
    assert f"MIT licence. Copy {copy}, (address of your copy)." in text
    assert f"note = {{Jupyter notebooks, MIT licence, copy {copy}}}," in text
    assert f"year = {{{copy[-10:-6]}}}," in text
    git(tmp_path, "remote", "add", "origin", "https://github.com/a-school/course.git")
    text = website.cite_copy(page, tmp_path)
    assert f"Copy {copy}, <https://github.com/a-school/course>." in text
    assert "\\url{https://github.com/a-school/course}" in text
    assert (
        "address of your copy" not in text.split("## How to cite it")[1].split("## ")[0]
    )


def test_only_the_page_on_how_to_cite_is_cited(tmp_path, monkeypatch):
    monkeypatch.setattr(website, "cite_copy", lambda page: "cited")
    monkeypatch.setattr(website, "announce", lambda paths: [])
    monkeypatch.setattr(lessons, "write_lessons", lambda folder, plans: [])
    website.source(tmp_path, living=None)
    pages = [*(tmp_path / "notebooks").glob("*.md")]
    assert len(pages) > 3
    cited = [path.name for path in pages if path.read_text(encoding="utf-8") == "cited"]
    assert cited == ["course_page.md"]


def test_the_examples_are_true():
    for module in (website, cards, lessons, plot):
        assert doctest.testmod(module).failed == 0


def test_a_table_has_no_heading_that_says_nothing():
    table = pandas.DataFrame({"gap": [0.0]}, index=["float32"]).to_html()
    assert "<th></th>" in table
    output = nbformat.v4.new_output("execute_result", {"text/html": table})
    cell = nbformat.v4.new_code_cell(outputs=[output])
    page = website.readable(nbformat.v4.new_notebook(cells=[cell]))
    headings = BeautifulSoup(page.cells[0].outputs[0].data["text/html"], "html.parser")(
        "th"
    )
    assert [heading.text for heading in headings] == ["gap", "float32"]
