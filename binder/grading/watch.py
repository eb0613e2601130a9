"""Many hand-ins at a time, each in a process of its own that is watched and, if need be, ended."""

import multiprocessing
import os
import tempfile
import time
from contextlib import suppress
from multiprocessing.connection import wait
from pathlib import Path

import psutil

from .one_hand_in import FEEDBACK, check_one
from .outcome import NOT_REACHED, UNCHECKED, Outcome, Verdict, outcome_of
from .process import CONTEXT, adopt_orphans, end, end_below, family, uninterrupted
from .sandbox import remove

BEAT = 0.2  # seconds between two looks
MANY_FILES = 10_000


def outcomes_of(contents, cache, limits, jobs):
    """Yield (path, Outcome) of hand-ins as they are done, `jobs` at a time.

    contents: {path: the bytes of the file}. cache: the folder where words and documents are kept.
    Whatever ends it, Ctrl-C, too, no process and no folder is left.
    """
    adopt_orphans()
    # Children that were there before, such as those of a shell that `exec` replaced, are not ours
    # to end.
    others = {child.pid for child in psutil.Process().children()}
    top = tempfile.mkdtemp(prefix="hand-in-")
    # Turned round, as it is popped from its end.
    waiting = list(contents.items())[::-1]
    running = []
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                running.append(_Check(*waiting.pop(), top, cache, limits))
            wait([check.process.sentinel for check in running], BEAT)
            for check in list(running):
                if check.is_over():
                    running.remove(check)
                    _end_adopted(others)
                    yield check.path, check.outcome
    finally:
        with uninterrupted():
            for process in multiprocessing.active_children():
                end(process)
            _end_adopted(others)
            remove(top)


def _end_adopted(others):
    """End what a learner's code left behind when it had ended its judge, and let go of the dead.

    others: the numbers of the processes that are none of ours.
    """
    kept = others | {process.pid for process in multiprocessing.active_children()}
    for child in psutil.Process().children():
        if child.pid not in kept:
            with suppress(psutil.Error):
                end_below(child.pid)
                child.kill()
                child.wait(1)


class _Check:
    """The check of one hand-in, in a process of its own."""

    def __init__(self, path, content, top, cache, limits):
        self.path = path
        self.outcome = Outcome()
        self.limits = limits
        self.until = time.monotonic() + limits.notebook
        self.place = Path(tempfile.mkdtemp(dir=top))
        self.folder = (
            self.place / "hand-in"
        )  # who deletes `../..` of its room harms no neighbour
        self.folder.mkdir()
        self.connection, theirs = CONTEXT.Pipe(duplex=False)
        how = (theirs, content, str(self.folder), str(cache), limits)
        self.process = CONTEXT.Process(target=check_one, args=how)
        self.process.start()
        theirs.close()

    def is_over(self):
        """Whether all is said, or had to be cut short; then nothing of it is left."""
        if self.process.is_alive():
            problem = self._excess()
            if not problem:
                self._receive()
                return False
        else:
            problem = (
                "the process that judged it was ended" if self.process.exitcode else ""
            )
        # Ended first, so that nothing more comes: then the connection holds all that was said.
        end(self.process)
        self._receive()
        if problem:
            self.outcome.problem = f"{problem}."
        self._explain_what_was_not_reached()
        if (self.folder / FEEDBACK).is_file():
            self.outcome.feedback = (self.folder / FEEDBACK).read_bytes()
        self.connection.close()
        remove(self.place)
        return True

    def _receive(self):
        """Take the last of what was sent so far."""
        with suppress(EOFError, OSError):
            while self.connection.poll():
                self.outcome = outcome_of(self.connection.recv_bytes())

    def _explain_what_was_not_reached(self):
        for name, verdict in self.outcome.verdicts.items():
            if verdict == NOT_REACHED:
                self.outcome.verdicts[name] = Verdict(UNCHECKED, self.outcome.problem)

    def _excess(self):
        """What it takes that it may not, "" if it heeds its limits."""
        limits = self.limits
        if time.monotonic() > self.until:
            return f"it took longer than {limits.notebook:g} s"
        processes = family(self.process.pid)
        if len(processes) > limits.processes:
            return f"it started more than {limits.processes} processes"
        if sum(map(_memory, processes)) > 2 * limits.memory:
            return f"it took more than {2 * limits.memory / 10**9:g} GB of memory"
        if _size(self.folder) > limits.disk:
            return f"it wrote more than {limits.disk / 10**9:g} GB, or {MANY_FILES:,} files"
        return ""


def _memory(process):
    """The bytes that a process takes; of those that it shares with others, as torch's, a part."""
    with suppress(psutil.Error):
        try:
            return process.memory_full_info().pss
        except (AttributeError, psutil.AccessDenied):  # no Linux, or a container's root
            return process.memory_info().rss
    return 0


def _size(folder):
    """The bytes of all files in a folder, infinite if there are very many."""
    size = 0
    found = 0
    folders = [folder]
    while folders:
        with suppress(OSError), os.scandir(folders.pop()) as entries:
            for entry in entries:
                found += 1
                if found > MANY_FILES:
                    return float("inf")
                size += entry.stat(follow_symlinks=False).st_size
                if entry.is_dir(follow_symlinks=False):
                    folders.append(entry.path)
    return size
