"""A PDF is printed by the browser that is there, wherever its installer has put it."""

import pytest

import decks
import paper
from conftest import WITHOUT, lacking

ON_A_MAC = "/Applications/{0}.app/Contents/MacOS/{0}"


@pytest.fixture
def bare(monkeypatch):
    """A machine on which no browser is found; a function of variables and a file adds one."""
    monkeypatch.delenv("BROWSER_PATH", raising=False)
    monkeypatch.setattr(paper.shutil, "which", lambda name: None)
    monkeypatch.setattr(paper, "isfile", lambda path: False)

    def add(variables, file):
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        monkeypatch.setattr(paper, "isfile", lambda path: path == file)

    return add


@pytest.mark.parametrize(
    ("variables", "file"),
    [
        ({}, ON_A_MAC.format("Google Chrome")),
        ({}, ON_A_MAC.format("Microsoft Edge")),
        (
            {"PROGRAMFILES": r"C:\Program Files"},
            r"C:\Program Files/Google/Chrome/Application/chrome.exe",
        ),
        (
            {"PROGRAMFILES(X86)": r"C:\Program Files (x86)"},
            r"C:\Program Files (x86)/Microsoft/Edge/Application/msedge.exe",
        ),
        (
            {"LOCALAPPDATA": r"C:\Users\Ada\AppData\Local"},
            r"C:\Users\Ada\AppData\Local/Google/Chrome/Application/chrome.exe",
        ),
    ],
)
def test_a_browser_is_found_where_its_installer_puts_it(bare, variables, file):
    assert paper.browser() is None
    bare(variables, file)
    assert paper.browser() == file


@pytest.mark.parametrize("name", ["chromium", "google-chrome-stable", "microsoft-edge"])
def test_a_browser_is_found_by_its_name_and_a_named_one_goes_first(
    bare, monkeypatch, name
):
    known = {name: f"/usr/bin/{name}"}
    monkeypatch.setattr(paper.shutil, "which", known.get)
    assert paper.browser() == known[name]
    monkeypatch.setenv("BROWSER_PATH", "/opt/my/chrome")
    assert paper.browser() == "/opt/my/chrome"


def test_without_a_browser_it_says_so(bare, tmp_path, monkeypatch):
    with pytest.raises(
        ValueError, match="by Chromium, Chrome or Edge, and none is found"
    ):
        paper.print_pdf("<p>A</p>", tmp_path / "a.pdf")
    monkeypatch.setenv("BROWSER_PATH", str(tmp_path / "none"))
    with pytest.raises(ValueError, match="printed nothing"):
        paper.print_pdf("<p>A</p>", tmp_path / "a.pdf")


@pytest.mark.long
def test_the_command_writes_a_plans_deck_and_its_handout_and_tells_it(tmp_path, capsys):
    decks.find_spec(decks.REVEAL) or lacking("no reveal.js to make decks with")
    paper.browser() or lacking(WITHOUT)
    out = tmp_path / "my decks"
    assert decks.main([str(out), "--plan", "45", "--pdf"]) is None
    made = [out / "plan_45.html", out / "plan_45.pdf"]
    assert sorted(out.iterdir()) == made
    for path, begins in zip(made, (b"<!doctype html>", b"%PDF")):
        assert path.read_bytes().startswith(begins)
    sizes = [f"{path}  {path.stat().st_size / 1000:,.0f} kB" for path in made]
    *books, deck, handout = capsys.readouterr().out.splitlines()
    assert [deck, handout] == sizes
    assert [book[:10] for book in books] == ["1 of 3: 00", "2 of 3: 01", "3 of 3: 02"]
