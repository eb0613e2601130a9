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

from .in_kernel.kernel import serve
from .process import CONTEXT, end

START = 60  # seconds
LARGEST_REPLY = 4_000_000  # bytes


@dataclass(frozen=True)
class Limits:
    """What a hand-in may take.

    cell, notebook: seconds, for a cell or a call and for all of it.
    memory: bytes that its kernel is given beside torch's; all its processes together may have twice
        as many.
    processes: how many it may have at a time. disk: bytes of its folder.
    """

    cell: int = 60
    notebook: int = 300
    memory: int = 2 * 10**9
    processes: int = 100
    disk: int = 2 * 10**9


class Ended(BaseException):
    """The kernel ended, or had to be; why.

    It is no Exception, as `verdict` takes every one of them for the learner's.
    """


class Sandbox:
    """A sandbox with a room in `folder`.

    cache: the folder in which words and documents are kept. account: a number of its own for its
    kernel, or None.
    Raises `Ended` on entering and by each call if its kernel ends, or must.

    >>> with Sandbox(folder, cache, Limits()) as sandbox:
    ...     sandbox.run("1 / 0")
    'ZeroDivisionError: division by zero'
    """

    def __init__(self, folder, cache, limits, account=None):
        self.folder = folder
        self.cache = cache
        self.limits = limits
        self.account = account

    def __enter__(self):
        Path(self.folder).mkdir(parents=True, exist_ok=True)  # another may have removed it
        self._room = Path(tempfile.mkdtemp(prefix="room-", dir=self.folder))
        if self.account is not None:
            os.chown(self._room, self.account, self.account)
        self._connection, theirs = CONTEXT.Pipe()
        how = (theirs, str(self._room), str(self.cache), self.limits.memory, self.account)
        self._kernel = CONTEXT.Process(target=serve, args=how)
        try:
            self._kernel.start()
            theirs.close()
            self._received(START)
        except BaseException:
            self.__exit__()
            raise
        return self

    def run(self, source):
        """Run a cell; how it stopped, "" if it did not."""
        stopped = self._call({"run": source}).get("stopped")
        return str(stopped).replace(f"{self._room}{os.sep}", "")[:500]

    def ask(self, function, inputs=None):
        """What `kernel.answer` replies, a dict."""
        return self._call({"ask": function, "inputs": inputs})

    def _call(self, call):
        try:
            self._connection.send_bytes(json.dumps(call).encode())
        except OSError:
            raise Ended("ended its kernel") from None
        return self._received(self.limits.cell)

    def _received(self, seconds):
        until = time.monotonic() + seconds
        while not self._connection.poll(0.2):
            if not self._kernel.is_alive():
                raise Ended("ended its kernel")
            if time.monotonic() > until:
                raise Ended(f"took longer than {seconds:g} s")
        try:
            return dict(json.loads(self._connection.recv_bytes(LARGEST_REPLY)))
        except EOFError:
            raise Ended("ended its kernel") from None
        except Exception:
            raise Ended("sent back what cannot be read") from None

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
