"""The command over a class, with mishaps: each gets what it deserves, nothing is left."""

import contextlib
import csv
import io
import os
import re
import signal
import subprocess
import sys
import time
from types import SimpleNamespace

import nbformat
import psutil
import pytest
from axe_playwright_python.sync_playwright import Axe

import grade
from conftest import new_context, new_page
from course import ROOT
from learners_notebooks import ALL_RIGHT, hand, not_right, notebook, right
from mishaps import NO_NOTEBOOKS, mishaps, needing, of_many_cells

pytestmark = pytest.mark.long

LIMITS = ["--cell", "20", "--notebook", "80", "--memory", "1"]
linux = pytest.mark.skipif(
    sys.platform != "linux", reason="memory is capped on Linux only"
)
ROSTER = """\
Student,ID,SIS Login ID,Section,Notebook 01 (9)
    Points Possible,,,,10
"Lovelace, Ada",12345,ada,A,
"Hopper, Grace",12346,grace,A,3
"""


@contextlib.contextmanager
def on_ctrl_c(handler):
    """What Ctrl-C does meanwhile, also in programs started, which inherit it if it is ignored."""
    before = signal.signal(signal.SIGINT, handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def start(*arguments, **environment):
    """The command as a teacher calls it, from another folder, and in the foreground."""
    command = [sys.executable, ROOT / "binder/grade.py", *arguments]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "encoding": "utf-8"}
    with on_ctrl_c(signal.default_int_handler):
        return subprocess.Popen(command, cwd="/", env=os.environ | environment, **pipes)


def lines_of(out):
    """The lines of a table that was written."""
    text = (out / "hand_in.csv").read_bytes().decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline="")))


def by_file(out, what="verdict"):
    """{file: {exercise: verdict}} of a table, and under "" the remarks, in lines."""
    found = {}
    for line in lines_of(out):
        of_file = found.setdefault(line["file"].removeprefix("'"), {})
        before = of_file.get(line["exercise"], "")
        of_file[line["exercise"]] = f"{before}\n{line[what]}".strip()
    return found


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """The command run once over a class of forty.

    `folder` holds them, as they were `before`; `out` the table, `rooms` the sandboxes; `wanted` are
    {file: {exercise: verdict}}, and None for a verdict that may be anything but right.
    """
    top = tmp_path_factory.mktemp("class")
    folder, out, rooms = top / "handed in", top / "out", top / "tmp"
    rooms.mkdir()
    handed = {file: (book, ALL_RIGHT) for file, book in right().items()}
    first = next(iter(handed))
    handed[first] = handed[first][0], dict.fromkeys(["01-a", "01-b"], "right")
    handed |= not_right() | mishaps()
    handed["many.ipynb"] = of_many_cells(150_000), {}
    for file, (book, _) in handed.items():
        hand(folder, file, book)
    for file, book in NO_NOTEBOOKS.items():
        hand(folder, file, book)
    for file in (
        "lookup/__init__.py",
        "sitecustomize.py",
        ".hidden.ipynb",
        "essay.docx",
    ):
        hand(folder, file, "raise SystemExit('not ours')")
    before = files_in(folder)
    (top / "roster.csv").write_text(ROSTER)
    process = start(
        folder, out, "--roster", top / "roster.csv", *LIMITS, TMPDIR=str(rooms)
    )
    _, complaint = process.communicate()
    assert (process.returncode, complaint) == (0, "")
    wanted = {file: names for file, (_, names) in handed.items()}
    return SimpleNamespace(
        folder=folder, out=out, rooms=rooms, before=before, wanted=wanted
    )


def files_in(folder):
    return {path: path.stat().st_mtime_ns for path in folder.rglob("*")}


def test_good_ones_and_mishaps_side_by_side_get_what_is_theirs(graded):
    found = by_file(graded.out)
    for file, wanted in graded.wanted.items():
        for name, verdict in wanted.items():
            said = found[file].get(name)
            assert (said != "right") if verdict is None else (said == verdict), (
                file,
                name,
            )


def test_each_says_why(graded):
    why = by_file(graded.out, "why")
    assert "took longer than 20 s" in why["fatal endless.ipynb"]["00-a"]
    assert (
        why["fatal exit.ipynb"]["00-a"]
        == "code cell 1, which it needs, ended its kernel."
    )
    assert "this release of the course has no exercise 00-z" in why["old.ipynb"][""]
    assert "this release of the course has no exercise 01-z" in why["foreign.ipynb"][""]
    assert "01-a" not in why["foreign.ipynb"]
    assert "NameError: name 'known' is not defined" in why["late.ipynb"]["00-a"]
    assert "it is no notebook" in why["corrupt 01.ipynb"][""]
    assert "no exercise" in why["other.ipynb"][""]
    assert "though its name ends in .ipynb.txt" in why["safari.ipynb.txt"][""]
    stopped = why["wrong.ipynb"]
    assert stopped["00-a"].startswith(
        "Your code stopped with ValueError: <img src=x onerror=aler"
    )
    subscripted = "The cell stopped with TypeError: 'int' object is not subscriptable"
    assert stopped["00-b"].startswith(subscripted)
    assert stopped["00-c"].startswith("The cell stopped with SyntaxError")
    assert len(why["long reason.ipynb"]["00-a"]) <= 2_000
    assert not why["calls.ipynb"]["00-a"]


@linux
def test_what_asks_for_too_much_memory_is_refused_it(graded):
    assert "allocate memory" in by_file(graded.out, "why")["late.ipynb"]["00-b"]


def test_everybody_and_every_file_is_in_the_table(graded):
    lines = lines_of(graded.out)
    ada = [line for line in lines if line["file"].startswith("lovelaceada")]
    assert {line["learner"] for line in ada} == {"Lovelace, Ada"}
    assert "Canvas calls it late" in {line["why"] for line in ada}
    absent = [
        line["learner"] for line in lines if line["verdict"] == "nothing handed in"
    ]
    assert absent == ["Hopper, Grace"]
    files = {line["file"].removeprefix("'") for line in lines}
    handed = {path.relative_to(graded.folder).as_posix() for path in graded.before}
    assert {file for file in handed if (graded.folder / file).is_file()} <= files
    unread = {line["file"] for line in lines if line["verdict"] == "not read"}
    passed = {"lookup/__init__.py", "sitecustomize.py", ".hidden.ipynb", "essay.docx"}
    no_notebooks = {file for file in NO_NOTEBOOKS if file != "other.ipynb"}
    assert {file.removeprefix("'") for file in unread} == passed | no_notebooks
    imported = (graded.out / "import.csv").read_text(encoding="utf-8-sig")
    assert '"Lovelace, Ada",12345,ada,A,,10' in imported, (
        "all of Canvas's points possible"
    )
    assert '"Hopper, Grace",12346,grace,A,,3' in imported


def test_a_copy_with_feedback_goes_back_by_the_same_path(graded):
    for file, wanted in graded.wanted.items():
        path = graded.out / "feedback" / file
        if None in wanted.values() or not wanted or not file.endswith(".ipynb"):
            continue
        book = nbformat.read(path, as_version=4)
        nbformat.validate(book)
        ours = [
            cell
            for cell in book.cells
            if "one-row-feedback" in cell.metadata.get("tags", [])
        ]
        said = dict(
            re.match(r"\*\*(\S+): (.+?)\*\*", cell.source).groups() for cell in ours
        )
        for name in said.keys() & wanted:
            assert said[name] == wanted[name], (file, name)
        below = book.cells[book.cells.index(ours[0]) - 1]
        assert "check(" in below.source


def test_nothing_is_left_and_what_was_handed_in_is_as_it_was(graded):
    assert files_in(graded.folder) == graded.before
    assert not list(graded.rooms.iterdir())
    assert not [
        one for one in psutil.process_iter() if str(graded.rooms) in place_of(one)
    ]
    left = {path.name for path in graded.out.iterdir()}
    assert left == {
        "hand_in.csv",
        "hand_in.html",
        "hand_in.json",
        "import.csv",
        "feedback",
    }


def place_of(process):
    """The sandbox that a process has for its home, and the folder in which it stands."""
    with contextlib.suppress(psutil.Error):
        return process.environ().get("TMPDIR", "") + process.cwd()
    return ""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_reads_well(graded, browser, scheme):
    context = new_context(browser)
    page = new_page(context)
    page.emulate_media(color_scheme=scheme)
    page.goto((graded.out / "hand_in.html").as_uri())
    found = Axe().run(page, options={"rules": {"target-size": {"enabled": True}}})
    assert not found.response["violations"], found.generate_report()
    wide = "() => document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    page.set_viewport_size({"width": 360, "height": 800})
    assert page.evaluate(wide), "only the table scrolls"
    links = page.locator("a").evaluate_all("all => all.map(a => a.hash)")
    assert links
    assert all(page.locator(f"[id='{link[1:]}']").count() == 1 for link in set(links))
    text = page.content()
    assert not re.search(r"<(script|img)", text)
    assert not re.search(r"https?://|url\(|@import", text), "needs nothing else"
    assert not page.problems
    context.close()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["{}/none", "{}/out"], r"^No table: there is no folder '.*none'\.$"),
        (
            ["{}/empty", "{}/out"],
            r"^No table: there is no notebook, no file \*\.ipynb, in '.*empty'\.$",
        ),
        (
            ["{}/empty", "{}/empty/out"],
            r"^No table: OUT must not lie in the learners' folder, as '.*out' does\.$",
        ),
        (["{}/one", "{}/file"], r"^No table: .*file"),
        (["{}/one", "{}/out", "--roster", "{}/none"], r"^No table: .*none"),
        (
            ["{}/one", "{}/out", "--roster", "{}/file"],
            r"^No table: a class list has a column",
        ),
        (
            ["{}/one", "{}/out", "--jobs", "0"],
            r"a whole number from 1 on is wanted, not '0'\n2$",
        ),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence_and_writes_nothing(
    tmp_path, capsys, arguments, sentence
):
    (tmp_path / "empty").mkdir()
    (tmp_path / "file").write_text("")
    hand(tmp_path, "one/x.ipynb", "")
    try:
        complaint = grade.main([argument.format(tmp_path) for argument in arguments])
    except SystemExit as stopped:  # argparse's own
        complaint = capsys.readouterr().err + f"{stopped.code}"
    assert re.search(sentence, complaint), complaint
    assert not (tmp_path / "out").exists()


def test_an_outcome_is_kept_before_the_table_shows_it(tmp_path, monkeypatch, capsys):
    hand(tmp_path, "in/a.ipynb", notebook("00", solved=True))
    where = [str(tmp_path / "in"), str(tmp_path / "out")]

    def stopped(out, whole):
        if whole.rows[0].verdicts:
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(grade, "write", stopped)
        assert grade.main(where) == grade.STOPPED
    capsys.readouterr()
    assert grade.main(where) is None
    assert capsys.readouterr().out.startswith("3 right"), "and nothing is checked again"


def test_a_stopped_command_leaves_what_it_has_and_the_next_does_the_rest(
    tmp_path, capsys
):
    (tmp_path / "rooms").mkdir()
    hand(tmp_path, "in/a good.ipynb", notebook("00", solved=True))
    hand(tmp_path, "in/endless.ipynb", needing("while True: pass"))
    with on_ctrl_c(
        signal.SIG_IGN
    ):  # as where a shell starts these tests in the background
        process = start(
            tmp_path / "in", tmp_path / "out", TMPDIR=str(tmp_path / "rooms")
        )
    assert process.stdout.readline() == "1 of 2: a good.ipynb\n"
    while not by_file(tmp_path / "out").get("a good.ipynb"):
        time.sleep(0.05)
    began = time.monotonic()
    process.send_signal(signal.SIGINT)
    _, complaint = process.communicate()
    assert time.monotonic() - began < 50, "a second, and else the 60 s of a cell"
    assert (process.returncode, complaint) == (1, grade.STOPPED + "\n")
    assert not list((tmp_path / "rooms").iterdir())
    assert "So far 1 of them" in (tmp_path / "out/hand_in.html").read_text(
        encoding="utf-8"
    )
    hand(tmp_path, "in/endless.ipynb", notebook("00"))
    for said in ("1 of 1: endless.ipynb\n3 right", "3 right"):
        assert grade.main([str(tmp_path / "in"), str(tmp_path / "out")]) is None
        assert capsys.readouterr().out.startswith(said)
    assert set(by_file(tmp_path / "out")["a good.ipynb"].values()) == {"right"}
