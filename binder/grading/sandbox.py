"""A sandbox: a fresh kernel in a room of its own, in which a notebook can do no harm by mishap.

The room is a folder for its home, its caches and its temporary files. When the sandbox is left the
room goes, with all processes that were begun in it. What is printed there goes nowhere. It is no
prison: what runs in it has the rights of its account.
"""

import json
import os
import shutil
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from .kernel import serve
from .process import CONTEXT, end

START = 60  # seconds


@dataclass(frozen=True)
class Limits:
    """What a hand-in may take.

    cell, notebook: seconds, for a cell or a call of `check` and for all of it.
    memory: bytes that its kernel is given beside torch's; all its processes together may have twice
        as many.
    processes: how many it may have at a time. disk: bytes of its folder.
    """

    cell: int = 60
    notebook: int = 300
    memory: int = 2 * 10**9
    processes: int = 100
    disk: int = 2 * 10**9


class KernelGone(Exception):
    """The kernel ended, or had to be; why."""


class Sandbox:
    """A sandbox with a room in `folder`.

    cache: the folder in which words and documents are kept.
    Raises `KernelGone` on entering and by each call if its kernel ends, or must.

    >>> with Sandbox(folder, cache, Limits()) as sandbox:
    ...     sandbox.run("1 / 0")
    'ZeroDivisionError: division by zero'
    """

    def __init__(self, folder, cache, limits):
        self.folder = folder
        self.cache = cache
        self.limits = limits

    def __enter__(self):
        Path(self.folder).mkdir(
            parents=True, exist_ok=True
        )  # another may have removed it
        self._room = Path(tempfile.mkdtemp(prefix="room-", dir=self.folder))
        self._connection, theirs = CONTEXT.Pipe()
        how = (theirs, str(self._room), str(self.cache), self.limits.memory)
        self._kernel = CONTEXT.Process(target=serve, args=how)
        try:
            self._kernel.start()
            # Only once nobody else holds the kernel's end does its death close the connection.
            theirs.close()
            self._received(START)
        except BaseException:
            self.__exit__()
            raise
        return self

    def run(self, source):
        """Run a cell; how it stopped, "" if it did not."""
        stopped = self._call({"run": source})["stopped"]
        return stopped.replace(f"{self._room}{os.sep}", "")

    def judge(self, name, expression):
        """What `kernel.verdict_on` says of an exercise, a dict."""
        return self._call({"exercise": name, "expression": expression})

    def _call(self, call):
        try:
            self._connection.send_bytes(json.dumps(call).encode())
        except OSError:
            raise KernelGone("ended its kernel") from None
        return self._received(self.limits.cell)

    def _received(self, seconds):
        until = time.monotonic() + seconds
        while not self._connection.poll(0.2):
            if not self._kernel.is_alive():
                raise KernelGone("ended its kernel")
            if time.monotonic() > until:
                raise KernelGone(f"took longer than {seconds:g} s")
        try:
            return json.loads(self._connection.recv_bytes())
        except (EOFError, OSError):
            raise KernelGone("ended its kernel") from None

    def __exit__(self, *_):
        if self._kernel.pid:
            end(self._kernel)
        self._connection.close()
        remove(self._room)


def remove(folder):
    """Remove a folder, however deep, and though a learner's code closed it; raises nothing."""
    if os.name == "posix":
        for command in (["chmod", "-R", "u+rwx"], ["rm", "-rf"]):
            subprocess.run([*command, folder], stderr=subprocess.DEVNULL)
    else:
        shutil.rmtree(folder, ignore_errors=True)
