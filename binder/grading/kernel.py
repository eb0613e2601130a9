"""A learner's kernel: here cells are run, and here the course's own `judge` looks at an answer."""

import json
import os
import tempfile
from contextlib import suppress
from pathlib import Path

import pandas  # noqa: F401  # as every notebook's first cell does; a fork then has it
import psutil
import torch
from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

from lookup.exercises.check import NOT_YET, exercise, judge

from .process import adopt_orphans, alone, die_with_parent
from .share import share_of

LARGEST_FILE = 10**9  # bytes
LONGEST = 500  # characters of an error
LONGEST_REASON = 2_000  # characters; a cell of a spreadsheet holds 32,767
KEPT = (
    "PATH",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "LD_LIBRARY_PATH",
    "SYSTEMROOT",
    "COMSPEC",
    "PATHEXT",
)
HOMES = ("HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "TMPDIR", "TEMP", "TMP")
# As Python 3.13 and later call one at the end of a cell.
PUBLIC = {"_IncompleteInputError": "SyntaxError"}


class _Shell(InteractiveShell):
    """IPython without its history, its tracebacks, its windows and its way out."""

    def showtraceback(self, *_, **__):
        """Nobody reads it."""

    showsyntaxerror = showindentationerror = showtraceback

    def enable_gui(self, gui=None):
        """There is no screen, and `%matplotlib inline` goes on."""

    def ask_exit(self):
        """`exit` in a cell is passed over."""


def serve(connection, room, cache, memory):
    """Do what comes over the connection, until it ends.

    room: a folder of its own, its home. cache: where words and documents are kept. memory: bytes
    that it may take beside torch's.
    """
    alone(connection)
    _settle(Path(room), cache)
    _limit(memory)
    shell = _Shell.instance(config=Config({"HistoryManager": {"enabled": False}}))
    with suppress(EOFError, OSError):
        connection.send_bytes(b"{}")
        while True:
            call = json.loads(connection.recv_bytes())
            connection.send_bytes(json.dumps(_reply(shell, call)).encode())


def _settle(room, cache):
    """Move into a room, with an environment that holds none of the teacher's keys.

    What a notebook logs or uploads by habit must not go out under the teacher's name.
    """
    kept = {name: os.environ[name] for name in KEPT if name in os.environ}
    os.environ.clear()
    os.environ.update(kept | dict.fromkeys(HOMES, str(room)))
    os.environ.update(
        {"ONE_ROW_CACHE": cache, "MPLBACKEND": "agg", "OMP_NUM_THREADS": "1"}
    )
    # tempfile remembers where it wrote first; so it looks at TMPDIR again.
    tempfile.tempdir = None
    die_with_parent()
    adopt_orphans()
    os.chdir(room)
    torch.set_num_threads(1)


def _limit(memory):
    """Let this process take so many bytes more than now, and no more, and write no endless file.

    It holds on Linux only: macOS hardly heeds it, and Windows has no such limit.
    """
    with suppress(ImportError, OSError, ValueError):  # a lower limit stays
        import resource

        # The limit counts addresses, of which torch takes gigabytes that it never touches.
        most = psutil.Process().memory_info().vms + memory
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        # A cell that crashes leaves no copy of its memory on the disk.
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST_FILE, LARGEST_FILE))


def _reply(shell, call):
    if "run" in call:
        return {"stopped": _run(shell, call["run"])}
    # Inside it the builtins are as in a cell: with get_ipython, without exit and quit.
    with shell.builtin_trap:
        return verdict_on(call["exercise"], call["expression"], shell.user_ns)


def _run(shell, source):
    """Run a cell; how it stopped, "" if it did not."""
    # Counted, as in Jupyter: else each result would take the last one's place in `Out`.
    ran = shell.run_cell(source, store_history=True)
    error = ran.error_before_exec or ran.error_in_exec
    return "" if error is None else _in_words(error)


def verdict_on(name, expression, names):
    """{"state", "why" and "share"} of an answer to an exercise: an expression over `names`."""
    try:
        asked = exercise(name)
        answer = eval(expression, names)
        verdict = judge(asked, answer)
        share = share_of(asked, answer, verdict.state)
    except BaseException as error:  # SystemExit, too
        why = f"The cell stopped with {_in_words(error)}"
        return {"state": NOT_YET, "why": why, "share": 0}
    return {"state": verdict.state, "why": verdict.why[:LONGEST_REASON], "share": share}


def _in_words(error):
    name = type(error).__name__
    return f"{PUBLIC.get(name, name)}: {_text(error)}"[:LONGEST]


def _text(error):
    try:
        if isinstance(
            error, SyntaxError
        ):  # without the name of a file that nobody knows
            return f"{error.msg} (line {error.lineno})"
        return str(error)
    except BaseException:
        return "its text cannot be read"
