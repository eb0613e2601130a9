"""A sandbox: a fresh kernel in a copy of the course, in which a notebook can do no harm by mishap.

It has limits, and its own home, caches and folder for temporary files. When it is left it goes,
with all processes that bear its name in their environment or stand in its folder. What its kernel
prints is never fetched: nbclient would collect it here, however much it is. It is no prison: what
runs in it has the rights of whoever runs the command, and a program that is no Python has the
network.
"""

import ast
import json
import os
import queue
import shutil
import site
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import psutil
import zmq
from jupyter_client import KernelManager
from jupyter_client.kernelspec import KernelSpec

IN_KERNEL = Path(__file__).parent / "in_kernel"
START = 60  # seconds
LARGEST_REPLY = 16_000_000  # bytes
KEPT = ("PATH", "LANG", "LC_ALL", "LC_CTYPE", "LD_LIBRARY_PATH", "SYSTEMROOT", "COMSPEC", "PATHEXT")
HOMES = ("HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA")
TEMPORARY = ("TMPDIR", "TEMP", "TMP")
# As Python 3.13 and later call one at the end of a cell.
PUBLIC = {"_IncompleteInputError": "SyntaxError"}


@dataclass(frozen=True)
class Limits:
    """What a sandbox may take.

    cell, notebook: seconds, for a cell or a call and for a whole notebook.
    memory: bytes of each process, beside torch's.
    stop: set it, and every sandbox ends within a second.
    """

    cell: float = 60
    notebook: float = 300
    memory: int = 2 * 10**9
    stop: threading.Event = field(default_factory=threading.Event)


class Ended(BaseException):
    """The kernel ended, or had to be; why.

    It is no Exception, as `verdict` takes every one of them for the learner's.
    """


class _Kernel(KernelManager):
    kernel_spec = KernelSpec(
        argv=[sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    )


class Sandbox:
    """A sandbox furnished with a copy of the folder `course`, working in its `notebooks`.

    deadline: seconds of the monotonic clock, at which it ends.
    Raises `Ended` on entering and by each call if its kernel ends, or must.

    >>> with Sandbox(course, Limits(), time.monotonic() + 60) as sandbox:
    ...     sandbox.run("1 / 0")
    'ZeroDivisionError: division by zero'
    """

    def __init__(self, course, limits, deadline):
        self.course = course
        self.limits = limits
        self.deadline = deadline

    def __enter__(self):
        self._folder = Path(tempfile.mkdtemp(prefix="hand-in-"))
        try:
            self._start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def _start(self):
        shutil.copytree(self.course, self._folder / "course")
        shutil.copytree(
            IN_KERNEL, self._folder / "in_kernel", ignore=shutil.ignore_patterns("__pycache__")
        )
        for name in ("home", "tmp"):
            (self._folder / name).mkdir()
        self._context = zmq.Context()
        self._context.setsockopt(zmq.MAXMSGSIZE, LARGEST_REPLY)
        self._kernel = _Kernel(
            connection_file=str(self._folder / "kernel.json"), context=self._context
        )
        silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self._kernel.start_kernel(
            cwd=str(self._folder / "course/notebooks"), env=self._environment(), **silent
        )
        self._client = self._kernel.blocking_client()
        self._client.start_channels(iopub=False, stdin=False, hb=False, control=False)
        self._call(f"__import__('answers').limit({self.limits.memory})", START)

    def _environment(self):
        return {
            **{name: os.environ[name] for name in KEPT if name in os.environ},
            **dict.fromkeys(HOMES, str(self._folder / "home")),
            **dict.fromkeys(TEMPORARY, str(self._folder / "tmp")),
            "PYTHONPATH": str(self._folder / "in_kernel"),
            "PYTHONUSERBASE": site.getuserbase(),
            "ONE_ROW_SANDBOX": str(self._folder),
            "ONE_ROW_CACHE": str(self._folder / "course" / "cache"),
            "OMP_NUM_THREADS": "1",
            "CUDA_VISIBLE_DEVICES": "",
        }

    def run(self, source):
        """Run a cell; how it stopped, "" if it did not."""
        content = self._call(source, self.limits.cell, store_history=True)
        if content.get("status") == "ok":
            return ""
        name = content.get("ename", "an error")
        why = f"{PUBLIC.get(name, name)}: {content.get('evalue', '')}"
        return why.replace(f"{self._folder}{os.sep}", "")[:500]

    def ask(self, function, inputs=None):
        """What `answers.answer` replies, a dict."""
        expression = f"__import__('answers').answer({function!r}, {inputs!r}, globals())"
        content = self._call("", self.limits.cell, user_expressions={"": expression})
        try:
            shown = content["user_expressions"][""]["data"]["text/plain"]  # the repr of a str
            return dict(json.loads(ast.literal_eval(shown)))
        except Exception:
            raise Ended("sent back what cannot be read") from None

    def _call(self, code, seconds, **how):
        sent = self._client.execute(
            code, allow_stdin=False, stop_on_error=False, silent=not code, **how
        )
        end = time.monotonic() + seconds
        while time.monotonic() < end and not self.over():
            with suppress(queue.Empty):
                reply = self._received()
                if reply["parent_header"].get("msg_id") == sent:
                    return reply["content"]
        if self.over():
            raise Ended("took all the time that a notebook has")
        raise Ended(f"took longer than {seconds:g} s")

    def over(self):
        """Whether there is no time left."""
        return self.deadline <= time.monotonic() or self.limits.stop.is_set()

    def _received(self):
        try:
            return self._client.get_shell_msg(timeout=0.2)
        except queue.Empty:
            if not self._kernel.is_alive():
                raise Ended("ended the kernel") from None
            raise
        except Exception:
            raise Ended("sent back what cannot be read") from None

    def __exit__(self, *_):
        with suppress(Exception):
            self._client.stop_channels()
        with suppress(Exception):
            self._kernel.shutdown_kernel(now=True)
        with suppress(Exception):
            self._context.destroy(linger=0)
        for _ in range(10):  # as one that is killed may have begun another
            strays = [process for process in psutil.process_iter() if self._mine(process)]
            for process in strays:
                with suppress(psutil.Error):
                    process.kill()
            if not psutil.wait_procs(strays, timeout=1)[0]:
                break
        shutil.rmtree(self._folder, ignore_errors=True)

    def _mine(self, process):
        """Whether a process was started here, however it left its parents.

        It bears the sandbox's name, or stands in its folder.
        """
        with suppress(psutil.Error, OSError):
            if process.status() == psutil.STATUS_ZOMBIE or process.pid == os.getpid():
                return False
            named = process.environ().get("ONE_ROW_SANDBOX") == str(self._folder)
            return named or Path(process.cwd()).is_relative_to(self._folder)
        return False
