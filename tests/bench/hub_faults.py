"""Faults on a JupyterHub with three learners: what was saved stays, and everyone can go on.

These are JupyterHub's own promises, on which notebooks/teaching.md relies. They are held when the
pin of JupyterHub, JupyterLab or the proxy (`PROXY` in hub.py) moves:
`python -m pytest tests/bench/hub_faults.py`. Not a part of the usual run; takes about two minutes.
"""

import contextlib
import signal
import subprocess
import time

import httpx
import nbformat
import psutil
import pytest

from bench.hub import PATIENCE, Kernel, Learner, Missing, proxy_program, running_hub
from bench.hub_load import learners_that_fit
from conftest import lacking
from course import NOTEBOOKS, read

NOTEBOOK = NOTEBOOKS[0]
FILM = "film.mp4"  # what fills a disk


def until(true):
    """Wait until a call gives something true, and give that."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with contextlib.suppress(httpx.HTTPError, ValueError, psutil.Error):
            if value := true():
                return value
        time.sleep(0.1)
    raise AssertionError("waited in vain")


class Desk(Learner):
    """A learner at work: the notebook on disk holds a remark, its kernel an unsaved number."""

    def sit_down(self, number):
        """Open the notebook with a kernel, new or still there, and work in it."""
        self.number, self.kernel = number, Kernel(self, NOTEBOOK.name)
        assert self.kernel.run(f"number = {number}") == ("", "")
        self.write(f"remark {number}")
        self.files = self.listed()

    def listed(self):
        """The names of what lies beside the notebook."""
        return sorted(path.name for path in (self.home / "course/notebooks").iterdir())

    def write(self, remark):
        """Save a remark in front of the notebook. Raises httpx.HTTPStatusError if it cannot."""
        notebook = read(NOTEBOOK)
        notebook.cells.insert(0, nbformat.v4.new_markdown_cell(remark))
        self.save(NOTEBOOK.name, notebook)
        self.remark = remark

    def assert_saved(self):
        """The last remark that was saved is on the disk, in a whole notebook."""
        saved = self.saved(NOTEBOOK.name).cells
        assert saved[0].source == self.remark
        assert len(saved) == len(read(NOTEBOOK).cells) + 1

    def assert_at_work(self):
        """The kernel holds its number; what is written now is saved, and nothing lies beside it."""
        assert self.kernel.run("print(number)") == (f"{self.number}\n", "")
        self.write(f"{self.remark}, and on")
        self.assert_saved()
        assert self.listed() == self.files

    def assert_starts_anew(self):
        """The number is gone with its kernel, what was saved is there, and work can go on."""
        self.assert_saved()
        assert self.kernel.run("number") == ("", "NameError: name 'number' is not defined")
        assert self.kernel.run(f"number = {self.number}") == ("", "")
        self.assert_at_work()


def mounted(folder):
    """Whether a folder could be made a disk of 8 MB of its own, for which one must be root."""
    folder.mkdir(parents=True)
    command = ["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", folder]
    with contextlib.suppress(OSError):
        return subprocess.run(command, capture_output=True).returncode == 0
    return False


@pytest.fixture(scope="module")
def hub(tmp_path_factory):
    """A hub; `small` says whether the home of its learner ada is a small disk."""
    try:
        program = proxy_program(tmp_path_factory.mktemp("proxy"))
    except Missing as reason:
        lacking(f"{reason}: the hub's faults are not tested")
    with contextlib.ExitStack() as stack:
        hub = stack.enter_context(running_hub(tmp_path_factory.mktemp("hub"), program))
        hub.small = mounted(hub.home("ada"))
        if hub.small:
            stack.callback(subprocess.run, ["umount", "-l", hub.home("ada")], check=True)
        yield hub


@pytest.fixture(scope="module")
def class_of_three(hub):
    with contextlib.ExitStack() as stack:
        desks = [
            stack.enter_context(contextlib.closing(Desk(hub, name)))
            for name in ("ada", "ben", "cem")
        ]
        for desk in desks:
            desk.log_in()
        yield desks


@pytest.fixture
def desks(class_of_three):
    """The three, each with work that is saved and work that is not; ada is the one to be struck."""
    with contextlib.ExitStack() as stack:
        for number, desk in enumerate(class_of_three):
            desk.sit_down(100 + number)
            stack.callback(lambda desk=desk: desk.kernel.leave())  # by then it may be another
        yield class_of_three


def test_a_killed_kernel_comes_back_empty_and_what_was_saved_stays(desks):
    ada, ben, cem = desks
    killed = ada.process("ipykernel")
    killed.send_signal(signal.SIGKILL)
    ben.assert_at_work()
    cem.assert_at_work()
    until(lambda: ada.process("ipykernel") != killed)
    ada.kernel.connect()
    ada.assert_starts_anew()


def test_a_killed_server_is_started_again_by_its_learner(desks):
    ada, ben, cem = desks
    ada.process("singleuser").send_signal(signal.SIGKILL)
    ben.assert_at_work()
    cem.assert_at_work()
    page = until(lambda: "/hub/" in (page := ada.client.get(f"{ada.base}/lab")).url.path and page)
    assert "Server" in page.text, "what to do"
    ada.start_server()
    ada.kernel.leave()
    ada.kernel = Kernel(ada, NOTEBOOK.name)
    ada.assert_starts_anew()


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL])
def test_without_the_hub_everyone_works_on_and_after_it_still(hub, desks, end):
    servers = [desk.process("singleuser") for desk in desks]
    hub.stop(hub.hub, end)
    for desk in desks:
        desk.assert_at_work()
    hub.start_hub()
    for desk in desks:
        desk.assert_at_work()
        desk.start_server()
    assert [desk.process("singleuser") for desk in desks] == servers, "nobody's was started again"
    assert not any(desk.kernel.run("number")[1] for desk in desks)


def test_without_the_proxy_everyone_waits_and_nothing_is_lost(hub, desks):
    for desk in desks:
        desk.kernel.run(
            "import threading; later = threading.Event(); threading.Timer(1, later.set).start()"
        )
    hub.stop(hub.proxy, signal.SIGKILL)
    with pytest.raises(httpx.HTTPError):
        desks[0].write("lost on its way")
    hub.start_proxy()
    for desk in desks:
        until(lambda desk=desk: desk.ask("GET", "status"))
        desk.kernel.connect()
        assert desk.kernel.run("print(later.wait(60))") == ("True\n", ""), (
            "kernels went on meanwhile"
        )
        desk.assert_saved()
        desk.assert_at_work()


@contextlib.contextmanager
def full_disk(hub, ada):
    """Not a byte more can be written in ada's home; if that is no own disk, by ada's server."""
    if hub.small:
        with contextlib.suppress(OSError), open(ada.home / FILM, "wb", buffering=0) as film:
            while True:
                film.write(bytes(4096))
        yield
    elif hasattr(psutil, "RLIMIT_FSIZE"):
        server = ada.process("singleuser")
        soft, hard = server.rlimit(psutil.RLIMIT_FSIZE)
        server.rlimit(psutil.RLIMIT_FSIZE, (0, hard))
        yield
        server.rlimit(psutil.RLIMIT_FSIZE, (soft, hard))
        (ada.home / FILM).touch()
    else:
        pytest.skip("neither a small disk nor a limit on what a server writes can be had here")


def test_on_a_full_disk_nothing_is_saved_and_nothing_lost_until_there_is_room(hub, desks):
    ada, ben, cem = desks
    with full_disk(hub, ada):
        with pytest.raises(httpx.HTTPStatusError, match="500"):
            ada.write("no room")
        ada.assert_saved()
        printed, error = ada.kernel.run("print(number)")
        assert (printed[:3], error) == (str(ada.number), ""), (
            "though it may add that its history is kept no more"
        )
        ben.assert_at_work()
        cem.assert_at_work()
    ada.ask("DELETE", f"contents/{FILM}")
    ada.assert_at_work()


@pytest.mark.parametrize("text", ["0", "-1", "1.5", "many", "100000"])
def test_a_class_that_memory_does_not_hold_is_not_measured(text):
    with pytest.raises(
        ValueError, match=rf"^the free memory holds 1 to \d+ learners of .* not '{text}'$"
    ):
        learners_that_fit(text)
