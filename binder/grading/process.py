"""What a hand-in's own processes do at their beginning, and how they are ended."""

import ctypes
import multiprocessing
import os
import signal
import sys
import time
from contextlib import contextmanager, suppress

import psutil

LINUX = sys.platform == "linux"
# A fork has torch and the course already. Elsewhere a fork of what macOS has loaded may hang.
CONTEXT = multiprocessing.get_context("fork" if LINUX else "spawn")
HIGHEST = 65_536  # above every open file
DEATH_SIGNAL, SUBREAPER = 1, 36  # PR_SET_PDEATHSIG and PR_SET_CHILD_SUBREAPER of Linux


def alone(connection):
    """Keep of what was inherited only this connection: no terminal, no other file, no Ctrl-C."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for standard in range(3):
        os.dup2(nothing, standard)
    how = {"encoding": "utf-8", "errors": "replace", "closefd": False}
    sys.stdin = open(0, **how)  # noqa: SIM115
    sys.stdout = open(1, "w", **how)  # noqa: SIM115
    sys.stderr = open(2, "w", **how)  # noqa: SIM115
    # A terminal sends Ctrl-C to all of its processes; the command itself ends this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if LINUX:
        kept = connection.fileno()
        os.closerange(3, kept)
        os.closerange(kept + 1, HIGHEST)


@contextmanager
def uninterrupted():
    """Within it a further Ctrl-C does nothing."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def die_with_parent():
    """Let the system end this process when its parent ends, on Linux."""
    if LINUX:
        _prctl(DEATH_SIGNAL, signal.SIGKILL)


def adopt_orphans():
    """Make this process the parent of all that leaves its parents below it, on Linux."""
    if LINUX:
        _prctl(SUBREAPER, 1)


def _prctl(option, value):
    ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def family(pid):
    """A process and what descends from it, without what has ended."""
    with suppress(psutil.Error):
        first = psutil.Process(pid)
        return [one for one in [first, *first.children(recursive=True)] if _lives(one)]
    return []


def _lives(process):
    with suppress(psutil.Error):
        return process.status() != psutil.STATUS_ZOMBIE
    return False


def end_below(pid):
    """End what descends from a process, the process itself apart.

    Under one that adopts orphans that is also what has left its parents.
    """
    for _ in range(100):  # as one that is ended may have begun another
        below = [process for process in family(pid) if process.pid != pid]
        if not below:
            return
        for process in below:
            with suppress(psutil.Error):
                process.kill()
        time.sleep(0.005)


def end(process):
    """End a process of `multiprocessing`, and what descends from it."""
    end_below(process.pid)
    process.kill()
    process.join()
