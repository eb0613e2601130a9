"""Handed-in notebooks, good and bad: each gets the verdicts that it deserves, nothing is left."""

import contextlib
import csv
import io
import os
import re
import signal
import subprocess
import sys
import textwrap
import time
from types import SimpleNamespace

import psutil
import pytest
from axe_playwright_python.sync_playwright import Axe

import grade
from conftest import new_context, new_page
from course import ROOT, exercises
from grading import learner_notebook
from grading.sandbox import Limits, Sandbox
from learners_notebooks import (
    BOOKS,
    TRICKS,
    UNCHECKED,
    class_of_all,
    hand,
    known_wrong,
    notebook,
)

LIMITS = ["--cell", "8"]
linux = pytest.mark.skipif(sys.platform != "linux", reason="memory is capped on Linux only")


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


def run(*arguments, **environment):
    """(exit status, printed, complained of) of the command."""
    process = start(*arguments, **environment)
    printed, complaint = process.communicate()
    return process.returncode, printed, complaint


def rows_of(out):
    """The rows of a table that was written."""
    text = (out / "hand_in.csv").read_bytes().decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline="")))


def by_file(rows, what="verdict"):
    """{file: {exercise: verdict}} of a table."""
    found = {}
    for row in rows:
        found.setdefault(row["file"], {})[row["exercise"]] = row[what]
    return found


# Each has a kernel of its own, and some of them all the time that they are given.
AT_LENGTH = (
    *("fatal/endless", "fatal/aborted", "tricks/answers", "tricks/endless", "tricks/rubbish"),
    *("loud", "all cells", "magic", "deleted", "left behind", "untouched"),
)


@pytest.fixture(scope="module", params=["some", pytest.param("all", marks=pytest.mark.long)])
def graded(request, tmp_path_factory):
    """The command run once over a class: some of its notebooks each day, all of them at length.

    `folder` holds them, as they were `before`; `out` the table, `rooms` the sandboxes; `wanted` are
    {file: {exercise: verdict}}.
    """
    top = tmp_path_factory.mktemp("class")
    folder, out, rooms = top / "handed in", top / "out", top / "tmp"
    rooms.mkdir()
    handed = class_of_all()
    if request.param == "some":
        handed = {file: handed[file] for file in handed if not file.startswith(AT_LENGTH)}
    for file, (book, _) in handed.items():
        hand(folder, file, book)
    (folder / "lookup").mkdir()
    (folder / "lookup/__init__.py").write_text("raise SystemExit('not the helper')")
    (folder / "sitecustomize.py").write_text("raise SystemExit('not ours')")
    before = files_in(folder)
    status, _, complaint = run(folder, out, *LIMITS, TMPDIR=str(rooms))
    assert (status, complaint) == (0, "")
    wanted = {file: names for file, (_, names) in handed.items() if names}
    return SimpleNamespace(folder=folder, out=out, rooms=rooms, before=before, wanted=wanted)


def test_good_and_bad_ones_side_by_side_get_what_is_theirs(graded):
    found = by_file(rows_of(graded.out))
    assert set(found) == {neutral(file) for file in graded.wanted}
    for file, wanted in graded.wanted.items():
        said = found[neutral(file)]
        assert said.keys() == wanted.keys(), file
        for name, verdict in wanted.items():
            if verdict is None:
                assert said[name] != "right", (file, name)
            else:
                assert said[name] == verdict, (file, name)


def neutral(file):
    return f"'{file}" if file[0] in "=+-@" else file


def test_each_says_why(graded):
    why = by_file(rows_of(graded.out), "why")
    if "fatal/endless.ipynb" in why:
        assert "took longer than 8 s" in why["fatal/endless.ipynb"]["00-a"]
    assert "ended the kernel" in why["fatal/exit.ipynb"]["00-a"]
    assert why["old.ipynb"]["00-z"] == "this release of the course has no such exercise."
    assert "NameError: name 'known' is not defined" in why["late.ipynb"]["00-a"]
    assert "it is no notebook" in why["corrupt 01.ipynb"][""]
    assert "no exercise" in why["other.ipynb"][""]
    stopped = why["wrong.ipynb"]
    assert stopped["00-a"] == "Your code stopped with ValueError: <img src=x onerror=alert(2)>"
    subscripted = "The cell stopped with TypeError: 'int' object is not subscriptable"
    assert stopped["00-b"].startswith(subscripted)
    assert stopped["00-c"].startswith("The cell stopped with SyntaxError")
    assert "changes its input W" in why["tricks/course.ipynb"]["00-b"]
    assert not any(why["Ζωή Müller/01 – mine.ipynb"].values())


@linux
def test_what_asks_for_too_much_memory_is_refused_it(graded):
    assert "allocate memory" in by_file(rows_of(graded.out), "why")["late.ipynb"]["00-b"]


def test_nothing_is_left_and_what_was_handed_in_is_as_it_was(graded):
    assert files_in(graded.folder) == graded.before
    assert not list(graded.rooms.iterdir())
    assert not [
        process for process in psutil.process_iter() if str(graded.rooms) in place_of(process)
    ]
    assert sorted(path.name for path in graded.out.iterdir()) == ["hand_in.csv", "hand_in.html"]


def files_in(folder):
    return {path: path.stat().st_mtime_ns for path in folder.rglob("*")}


def place_of(process):
    """The sandbox that a process names, and the folder in which it stands."""
    with contextlib.suppress(psutil.Error):
        return process.environ().get("ONE_ROW_SANDBOX", "") + process.cwd()
    return ""


def test_a_spreadsheet_finds_no_formula_and_a_page_no_tag(graded):
    text = (graded.out / "hand_in.csv").read_text(encoding="utf-8-sig")
    assert '"a;=1+1;.ipynb"' in text, "whole, where a spreadsheet splits at semicolons"
    for line in csv.reader(io.StringIO(text)):
        assert not [cell for cell in line if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]
    text = (graded.out / "hand_in.html").read_text(encoding="utf-8")
    assert not re.search(r"<(script|img)", text)
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text
    assert "&lt;img src=x onerror=alert(2)&gt;" in text
    assert "default-src 'none'" in text
    assert not re.search(r"https?://|url\(|@import", text), "needs nothing else"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_reads_well(graded, browser, scheme):
    context = new_context(browser)
    page = new_page(context)
    page.emulate_media(color_scheme=scheme)
    page.goto((graded.out / "hand_in.html").as_uri())
    found = Axe().run(page, options={"rules": {"target-size": {"enabled": True}}})
    assert not found.response["violations"], found.generate_report()
    assert page.locator("tbody tr").count() == len(graded.wanted)
    wide = "() => document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    page.set_viewport_size({"width": 390, "height": 800})
    assert page.evaluate(wide), "only the table scrolls"
    links = page.locator("td a").evaluate_all("all => all.map(a => a.hash)")
    assert links
    assert all(page.locator(f"[id='{link[1:]}']").count() == 1 for link in set(links))
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
        (["{}/one", "{}/out", "--jobs", "0"], r"a whole number from 1 on is wanted, not '0'\n2$"),
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


def test_a_stopped_command_leaves_the_old_table_and_nothing_else(tmp_path):
    (tmp_path / "rooms").mkdir()
    hand(tmp_path, "in/endless.ipynb", notebook("00", {"00-a": "while True: pass"}, solved=True))
    hand(tmp_path, "out/hand_in.csv", "old")
    with on_ctrl_c(signal.SIG_IGN):  # as where a shell starts these tests in the background
        process = start(tmp_path / "in", tmp_path / "out", TMPDIR=str(tmp_path / "rooms"))
    while not list(tmp_path.glob("rooms/*/home/.ipython")):  # until the kernel is there
        assert process.poll() is None
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    _, complaint = process.communicate()
    assert (process.returncode, complaint) == (1, "No table: stopped.\n")
    assert [path.read_text() for path in (tmp_path / "out").iterdir()] == ["old"]
    assert not list((tmp_path / "rooms").iterdir())


@pytest.mark.long
def test_known_wrong_answers_get_their_reasons(tmp_path):
    hints = {}
    for name, wrong, source in known_wrong("01"):
        for k, (function, hint) in enumerate(wrong.items()):
            hints.setdefault(k, {})[name] = source, function, hint
    for k, answers in hints.items():
        book = notebook("01", solved=True)
        for name, cell in exercises(book).items():
            if name in answers:
                source, function, _ = answers[name]
                cell.source = f'{source}\n\n\ncheck("{name}", {function})'
        hand(tmp_path, f"in/{k}.ipynb", book)
    assert run(tmp_path / "in", tmp_path / "out")[0] == 0
    found, why = (by_file(rows_of(tmp_path / "out"), what) for what in ("verdict", "why"))
    for k, answers in hints.items():
        for name, (_, _, hint) in answers.items():
            assert found[f"{k}.ipynb"][name] == "not yet"
            assert hint in why[f"{k}.ipynb"][name]


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """What a sandbox is furnished with."""
    folder = tmp_path_factory.mktemp("course")
    grade.furnish(folder)
    return folder


def test_the_tricks_fool_whoever_asks_in_the_learners_own_kernel(course):
    """Else they would prove nothing about a verdict that comes from elsewhere."""
    ask = (
        "import contextlib, io, lookup\nsaid = io.StringIO()\n"
        "with contextlib.redirect_stdout(said): lookup.check('00-b', lambda W, ids: 'wrong')"
    )
    with Sandbox(course, Limits(), time.monotonic() + 120) as sandbox:
        assert sandbox.run(ask) == ""
        assert sandbox.ask("said.getvalue()")["answer"].startswith("00-b: not yet.")
        for trick in TRICKS["course"]:
            assert sandbox.run(textwrap.dedent(trick)) == ""
        assert sandbox.run(ask) == ""
        assert sandbox.ask("said.getvalue()")["answer"] == "00-b: right.\n"


def test_a_sandbox_has_a_home_of_its_own_and_neither_network_nor_secrets(course, monkeypatch):
    monkeypatch.setenv("A_SECRET", "key")
    cut = "OSError: there is no network where hand-ins are checked: 192.0.2.1"
    with Sandbox(course, Limits(), time.monotonic() + 120) as sandbox:
        assert sandbox.run("import os, socket, subprocess, sys") == ""
        assert sandbox.run("assert 'A_SECRET' not in os.environ") == ""
        assert sandbox.run("socket.create_connection(('192.0.2.1', 80))") == cut
        send = "socket.socket(type=socket.SOCK_DGRAM).sendto(b'', ('192.0.2.1', 80))"
        assert sandbox.run(send) == cut
        assert sandbox.run("socket.getaddrinfo('example.org', 80)").endswith(": example.org")
        code = 'import socket; socket.create_connection(("192.0.2.1", 80))'
        child = f"subprocess.run([sys.executable, '-c', {code!r}], stderr=-1)"
        assert sandbox.run(f"assert b'no network' in {child}.stderr") == ""
        assert sandbox.run("socket.create_server(('127.0.0.1', 0)).close()") == ""
        folder = sandbox.ask("(lambda: os.environ['ONE_ROW_SANDBOX'])", "[]")["answer"]
        for path in (
            "os.path.expanduser('~')",
            "os.getcwd()",
            "__import__('tempfile').gettempdir()",
            "__import__('lookup').__file__",
        ):
            assert sandbox.ask(f"(lambda: {path})", "[]")["answer"].startswith(folder)
        assert sandbox.run("import lookup.text.words\nlookup.text.words.docstrings = None") == ""
        assert sandbox.run("lookup.read_vocabulary()") == "", "kept"
    assert not os.path.exists(folder)


def test_a_notebook_has_so_much_time_and_no_more(course, tmp_path):
    path = hand(tmp_path, "mine.ipynb", notebook("00", solved=True))
    why = "its kernel took all the time that a notebook has."
    rows = grade.rows(path, "", course, Limits(notebook=0.1))
    assert {(row.verdict, row.why) for row in rows} == {(UNCHECKED, why)}


FIRST, SECOND, *OTHERS = BOOKS
LATER = [pytest.param(number, marks=pytest.mark.long) for number in OTHERS]


@pytest.mark.parametrize("number", [FIRST, SECOND, *LATER])
def test_every_cell_runs_in_a_sandbox_and_every_solution_is_right(course, number, tmp_path):
    path = hand(tmp_path, "mine.ipynb", notebook(number, solved=True))
    assert {row.verdict for row in grade.rows(path, "mine", course, Limits())} == {"right"}
    with Sandbox(course, Limits(), time.monotonic() + 300) as sandbox:
        for cell in learner_notebook.read(path):
            assert sandbox.run(cell.source) == "", cell.source
