"""Each limit of a hand-in bites, in judging, too, and ends that hand-in only."""

import os
import signal
import time
from dataclasses import replace

import psutil
import pytest

import grade
from grading import watch
from grading.sandbox import KernelGone, Limits, Sandbox
from grading.watch import outcomes_of
from learners_notebooks import BOOKS, content, hand, notebook
from mishaps import GREEDY, needing, of_many_cells
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


def check(books, cache, limits):
    """The outcomes of notebooks, in their order, two at a time."""
    contents = {number: content(book) for number, book in enumerate(books)}
    outcomes = dict(outcomes_of(contents, cache, limits, 2))
    return [outcomes[number] for number in contents]


def states(outcome):
    return {name: verdict.state for name, verdict in outcome.verdicts.items()}


# What bites in little time where it stands in another limit's way.
TIGHT = {
    "memory": {"memory": 10**9},
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
    assert "right" not in states(greedy).values()
    assert states(good) == RIGHT


def used():
    """Seconds that children which have ended took of the processor, however busy it was."""
    times = os.times()
    return times.children_user + times.children_system


# 900,000 characters, which Python parses in half a GB
LONG = f"x = [{'[],' * 300_000}]"


@pytest.mark.parametrize(
    ("book", "limits", "why"),
    [
        (of_many_cells(40, LONG), {"notebook": 2}, "it took longer than 2 s."),
        (
            of_many_cells(1, LONG),
            {"memory": 10**8},
            "it took more than 0.2 GB of memory.",
        ),
        (of_many_cells(100_000), {"notebook": 2}, "it took longer than 2 s."),
    ],
    ids=["time", "memory", "reading"],
)
def test_limits_hold_in_judging(book, limits, why, cache, rooms):
    before = used()
    (cut,) = check([book], cache, replace(GENEROUS, **limits))
    assert (cut.problem, cut.verdicts) == (why, {}), "before a kernel began"
    assert used() - before < 30


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
    for endless in (
        lambda: sandbox.run("while True: pass"),
        lambda: sandbox.judge(
            "00-a", "lambda words, vocabulary: [1 for _ in iter(int, 1)]"
        ),
    ):
        with sandbox, pytest.raises(KernelGone, match="took longer than 1 s"):
            endless()
        assert not list(tmp_path.iterdir())


def test_a_sandbox_has_a_home_of_its_own_and_no_secrets(cache, tmp_path, monkeypatch):
    monkeypatch.setenv("A_SECRET", "key")
    source = f"""
import os, tempfile
assert "A_SECRET" not in os.environ
for place in (os.path.expanduser("~"), os.getcwd(), tempfile.gettempdir()):
    assert os.path.dirname(place) == {str(tmp_path)!r}
if os.path.exists("/proc"):
    assert len(os.listdir("/proc/self/fd")) <= 8
"""
    with Sandbox(tmp_path, cache, GENEROUS) as sandbox:
        assert sandbox.run(source) == ""
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
    assert (
        grade.main([str(tmp_path / "in"), str(tmp_path / "out"), "--jobs", "1"]) is None
    )
    assert "6 right, 0 not yet" in capsys.readouterr().out
    assert (tmp_path / "in/good.ipynb").read_text() == "spoilt", "as --help says it may"


@linux
def test_nothing_goes_on_when_the_command_is_killed(tmp_path):
    (tmp_path / "rooms").mkdir()
    hand(tmp_path, "in/endless.ipynb", needing("while True: pass"))
    with on_ctrl_c(signal.SIG_IGN):
        process = start(
            tmp_path / "in", tmp_path / "out", TMPDIR=str(tmp_path / "rooms")
        )
    while not list(tmp_path.glob("rooms/hand-in-*/*/*/room-*")):
        assert process.poll() is None
        time.sleep(0.05)
    below = psutil.Process(process.pid).children(recursive=True)
    process.kill()
    process.communicate()
    assert below
    _, alive = psutil.wait_procs(below, timeout=120)
    assert not alive


def test_every_solution_is_right_in_a_sandbox_under_the_commands_own_limits():
    from lookup.files import cache_folder

    for outcome in check(
        [notebook(number, solved=True) for number in BOOKS], cache_folder(), Limits()
    ):
        assert set(states(outcome).values()) == {"right"}, outcome.problem
