"""However a launch ends, it ends soon, says why, and leaves no process behind."""

import os
import re
import signal
import socket
import subprocess
import sys
import time

import psutil
import pytest

from cells import function
from course import LOOKUP, ROOT
from lookup import LaunchError, launch
from lookup.processes.outcome import LATE

SLEEP = """
import time

def sleep(seconds):
    time.sleep(seconds)
"""
STOPPED = """
import os
import signal
import torch.distributed as dist

def stopped():
    if dist.get_rank() == 1:
        os.kill(os.getpid(), signal.{})
    dist.barrier()
"""
NOTEBOOK = f"""
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background ignores it
sys.path[:0] = [{str(LOOKUP.parent)!r}, {str(ROOT / "tests/processes")!r}]
from cells import function
from lookup import launch
launch(function({SLEEP!r}), 600)
"""
BARRIER = """
import torch.distributed as dist

def meet():
    dist.barrier()
"""

pytestmark = pytest.mark.long
posix = pytest.mark.skipif(os.name == "nt", reason="signals are those of POSIX")


def left(folder):
    """The processes whose command line names a folder."""
    found = []
    for process in psutil.process_iter(["cmdline"]):
        if any(str(folder) in part for part in process.info["cmdline"] or ()):
            found.append(process)
    return found


def wait_until(truth, seconds=600):
    end = time.monotonic() + seconds
    while not truth() and time.monotonic() < end:
        time.sleep(0.1)
    assert truth()


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Where launches of this test put their files, so that their processes can be told."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    yield tmp_path
    wait_until(lambda: not left(tmp_path))


@posix
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_stopped_or_killed_kernel_leaves_nothing_behind(number, tmp_path):
    kernel = subprocess.Popen(
        [sys.executable, "-c", NOTEBOOK],
        env=os.environ | {"TMPDIR": str(tmp_path)},
        stderr=subprocess.DEVNULL,
    )
    wait_until(lambda: len(left(tmp_path)) >= 3)  # torchrun and two ranks
    time.sleep(2)
    kernel.send_signal(number)
    kernel.wait(600)
    wait_until(lambda: not left(tmp_path))


@posix
def test_the_ranks_of_a_killed_torchrun_end(folder):
    from threading import Thread

    def kill():
        wait_until(lambda: len(left(folder)) >= 3)
        for process in left(folder):
            if "torch.distributed.run" in process.cmdline():
                process.kill()

    Thread(target=kill).start()
    with pytest.raises(LaunchError, match="no rank says why the launch failed"):
        launch(function(SLEEP), 600)


def test_a_launch_ends_at_its_limit(folder):
    with pytest.raises(
        LaunchError, match="longer than its limit of 6 seconds, and was stopped"
    ) as found:
        launch(function(SLEEP), 600, limit=6)
    assert set(found.value.ended.values()) == {"ended without a result"}


@posix
def test_a_killed_rank_is_named(folder):
    with pytest.raises(LaunchError, match="rank 1 was killed by SIGKILL") as found:
        launch(function(STOPPED.format("SIGKILL")))
    assert any(word in found.value.ended[0] for word in ("Connection", "SIGTERM")), (
        "who is faster"
    )


@pytest.fixture
def find_by(folder, monkeypatch):
    """Let the ranks of a launch find each other by these options of torchrun."""
    return lambda *flags: monkeypatch.setitem(launch.__globals__, "STANDALONE", flags)


@posix
def test_a_rank_that_stands_still_is_waited_for_until_the_time_out_only(find_by):
    find_by("--standalone", "--shutdown-timeout=1")  # a rank that stands hears nothing
    with pytest.raises(LaunchError) as found:
        launch(function(STOPPED.format("SIGSTOP")), timeout=20)
    assert re.search(LATE, found.value.ended[0])


def test_a_port_in_use_is_told(find_by):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        find_by("--nnodes=1", "--master-addr=127.0.0.1", f"--master-port={port}")
        with pytest.raises(LaunchError, match=r"EADDRINUSE|address already in use"):
            launch(function(BARRIER))


def test_a_world_that_is_never_complete_is_told(find_by):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    find_by(
        *(
            "--nnodes=2",
            "--node-rank=0",
            "--master-addr=127.0.0.1",
            f"--master-port={port}",
        ),
        "--rdzv-conf=timeout=5",
    )
    with pytest.raises(LaunchError, match=r"Timed out|timed out|timeout"):
        launch(function(BARRIER))
