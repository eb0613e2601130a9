"""Each limit of a hand-in bites, in judging, too, and ends that hand-in only."""

import os
import signal
import time
from dataclasses import replace

import psutil
import pytest

import grade
from grading import watch
from grading.sandbox import Ended, Limits, Sandbox
from grading.watch import outcomes
from hostile_notebooks import GREEDY, needing, of_many_cells
from learners_notebooks import BOOKS, content, hand, notebook
from test_grade import linux, on_ctrl_c, place_of, start

pytestmark = pytest.mark.long

GENEROUS = Limits(cell=60, notebook=60, memory=4 * 10**9)
RIGHT = {"00-a": "right", "00-b": "right", "00-c": "right"}


@pytest.fixture(scope="module")
def cache(tmp_path_factory):
    """Where a learner's code may look for words; nothing of these tests does."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def rooms(tmp_path, monkeypatch):
    """The folder in which all rooms lie; nothing is left in it."""
    folder = tmp_path / "rooms"
    folder.mkdir()
    monkeypatch.setattr(watch.tempfile, "tempdir", str(folder))
    yield folder
    assert not list(folder.iterdir())
    assert not [one for one in psutil.process_iter() if str(folder) in place_of(one)]


def check(books, cache, limits, **how):
    """The outcomes of notebooks, in their order, two at a time."""
    found = dict(outcomes([content(book) for book in books], cache, limits, 2, **how))
    return [found[number] for number in range(len(books))]


def verdicts(outcome):
    return {name: said.verdict for name, said in outcome.said.items()}


# What bites in little time where it stands in another limit's way.
TIGHT = {
    "memory": {"memory": 10**9},
    "stopped": {"notebook": 4},
    "parent": {},
    "disk": {},
    "files": {},
    "processes": {},
}


@pytest.mark.parametrize("name", GREEDY)
def test_what_a_learners_code_takes_ends_its_own_hand_in(name, cache, rooms):
    source, why = GREEDY[name]
    limits = replace(GENEROUS, **TIGHT[name])
    greedy, good = check([needing(source), notebook("00", solved=True)], cache, limits)
    assert why in greedy.problem
    assert "right" not in verdicts(greedy).values()
    assert verdicts(good) == RIGHT


LONG = f"x = [{'[],' * 300_000}]"  # 900,000 characters, which Python parses in half a GB


@pytest.mark.parametrize(
    ("book", "limits", "why"),
    [
        (of_many_cells(40, LONG), {"notebook": 2}, "it took longer than 2 s."),
        (of_many_cells(1, LONG), {"memory": 10**8}, "it took more than 0.2 GB of memory."),
        (of_many_cells(100_000), {"notebook": 2}, "it took longer than 2 s."),
    ],
    ids=["time", "memory", "reading"],
)
def test_limits_hold_in_judging(book, limits, why, cache, rooms):
    began = time.monotonic()
    (cut,) = check([book], cache, replace(GENEROUS, **limits))
    assert (cut.problem, cut.said) == (why, {}), "before a kernel began"
    assert time.monotonic() - began < 30


@linux
def test_a_kernel_is_refused_memory_and_large_files_and_goes_on(cache, tmp_path):
    with Sandbox(tmp_path, cache, replace(GENEROUS, memory=10**9)) as sandbox:
        assert sandbox.run("x = bytearray(2 * 10**9)").startswith("MemoryError")
        assert sandbox.run("x = bytearray(5 * 10**8)") == ""
        write = "with open('large', 'wb') as file:\n    file.seek(2 * 10**9)\n    file.write(b'x')"
        assert sandbox.run(write).startswith("OSError")
        assert sandbox.run("1") == ""


def test_a_cell_has_so_much_time_and_no_more(cache, tmp_path):
    sandbox = Sandbox(tmp_path, cache, replace(GENEROUS, cell=1))
    with sandbox, pytest.raises(Ended, match="took longer than 1 s"):
        sandbox.run("while True: pass")
    assert not list(tmp_path.iterdir())


REPLIES = {"too long": "'{\"answer\": \"' + 'x' * 5_000_000 + '\"}'", "too deep": "'[' * 100_000"}


@pytest.mark.parametrize("reply", REPLIES.values(), ids=REPLIES)
def test_a_reply_that_is_too_long_or_too_deep_is_not_read(reply, cache, tmp_path):
    forged = f"import sys\nsys.modules['grading.in_kernel.kernel'].answer = lambda *_: {reply}"
    with Sandbox(tmp_path, cache, GENEROUS) as sandbox:
        assert sandbox.run(forged) == ""
        with pytest.raises(Ended, match="cannot be read"):
            sandbox.ask("1")


def test_a_sandbox_has_a_home_of_its_own_and_no_secrets(cache, tmp_path, monkeypatch):
    monkeypatch.setenv("A_SECRET", "key")
    with Sandbox(tmp_path, cache, GENEROUS) as sandbox:
        assert sandbox.run("import os, tempfile\nassert 'A_SECRET' not in os.environ") == ""
        open_files = "sorted(os.listdir('/proc/self/fd'))" if os.path.exists("/proc") else "[]"
        said = [
            sandbox.ask(f"(lambda: {path})", [])["answer"]
            for path in ("os.path.expanduser('~')", "os.getcwd()", "tempfile.gettempdir()")
        ]
        assert {os.path.dirname(path) for path in said} == {str(tmp_path)}
        assert len(sandbox.ask(f"(lambda: {open_files})", [])["answer"]) <= 8
    assert not list(tmp_path.iterdir())


# It overwrites all files of a folder, and those of the rooms beside its own.
OVERWRITES = """
    import os
    for top in FOLDERS:
        for at, _, names in os.walk(top):
            for name in names:
                try:
                    open(os.path.join(at, name), "w").write("spoilt")
                except OSError:
                    pass
    """


def test_all_is_read_before_the_first_is_run(tmp_path, rooms, capsys):
    hand(tmp_path, "in/good.ipynb", notebook("00", solved=True))
    source = OVERWRITES.replace("FOLDERS", repr([str(tmp_path / "in"), "../.."]))
    hand(tmp_path, "in/a spoiler.ipynb", needing(source))
    assert grade.main([str(tmp_path / "in"), str(tmp_path / "out"), "--jobs", "1"]) is None
    assert "6 right, 0 not yet" in capsys.readouterr().out
    assert (tmp_path / "in/good.ipynb").read_text() == "spoilt", "as --help says it may"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="takes root")
def test_accounts_of_their_own_keep_hand_ins_from_all_others(tmp_path, cache):
    hand(tmp_path, "in/good.ipynb", notebook("00", solved=True))
    (tmp_path / "in").chmod(0o700)
    source = OVERWRITES.replace("FOLDERS", repr([str(tmp_path / "in"), "../.."]))
    kill = "import os\nos.kill(os.getppid(), 9)"
    books = [needing(source), needing(kill), notebook("00", solved=True)]
    spoiler, killer, good = check(books, cache, GENEROUS, accounts=True)
    assert verdicts(spoiler) == verdicts(good) == RIGHT
    assert verdicts(killer) == RIGHT, "its judge is not its own"
    assert (tmp_path / "in/good.ipynb").read_bytes().startswith(b"{")


@linux
def test_nothing_goes_on_when_the_command_is_killed(tmp_path):
    (tmp_path / "rooms").mkdir()
    hand(tmp_path, "in/endless.ipynb", needing("while True: pass"))
    with on_ctrl_c(signal.SIG_IGN):
        process = start(tmp_path / "in", tmp_path / "out", TMPDIR=str(tmp_path / "rooms"))
    while not list(tmp_path.glob("rooms/hand-in-*/*/*/room-*")):
        assert process.poll() is None
        time.sleep(0.05)
    below = psutil.Process(process.pid).children(recursive=True)
    process.kill()
    process.communicate()
    assert below
    _, alive = psutil.wait_procs(below, timeout=10)
    assert not alive


def test_every_solution_is_right_in_a_sandbox_under_the_commands_own_limits():
    from lookup.files import cache_folder

    for outcome in check(
        [notebook(number, solved=True) for number in BOOKS], cache_folder(), Limits()
    ):
        assert set(verdicts(outcome).values()) == {"right"}, outcome.problem
