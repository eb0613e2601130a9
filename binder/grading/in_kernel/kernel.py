"""A learner's kernel: cells are run here, and functions asked, their inputs and answers being data.

Whatever the learner's cells did to this module, what goes back is data, and is judged elsewhere.
"""

import importlib
import json
import os
import pkgutil
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

import pandas  # noqa: F401  # as every notebook's first cell does; a fork then has it
import psutil
import torch
from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

import lookup.exercises

from ..process import adopt_orphans, alone, die_with_parent
from .as_data import pack, unpack

LARGEST = 2_000_000  # characters of an answer; the largest true one has about 3,000
LARGEST_FILE = 10**9  # bytes
KEPT = ("PATH", "LANG", "LC_ALL", "LC_CTYPE", "LD_LIBRARY_PATH", "SYSTEMROOT", "COMSPEC", "PATHEXT")
HOMES = ("HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "TMPDIR", "TEMP", "TMP")
# As Python 3.13 and later call one at the end of a cell.
PUBLIC = {"_IncompleteInputError": "SyntaxError"}
for module in pkgutil.walk_packages(lookup.exercises.__path__, "lookup.exercises."):
    importlib.import_module(module.name)  # before a learner's cell can delete it


class _Shell(InteractiveShell):
    """IPython without its history, its tracebacks, its windows and its way out."""

    def showtraceback(self, *_, **__):
        """Nobody reads it."""

    showsyntaxerror = showindentationerror = showtraceback

    def enable_gui(self, gui=None):
        """There is no screen, and `%matplotlib inline` goes on."""

    def ask_exit(self):
        """`exit` in a cell is passed over."""


def serve(connection, room, cache, memory, account):
    """Do what comes over the connection, until it ends.

    room: a folder of its own, its home. cache: where words and documents are kept. memory: bytes
    that it may take beside torch's. account: a number of its own that it takes, or None.
    """
    alone(connection)
    _settle(Path(room), cache, account)
    _limit(memory)
    shell = _Shell.instance(config=Config({"HistoryManager": {"enabled": False}}))
    with suppress(EOFError, OSError):
        connection.send_bytes(b"{}")
        while True:
            call = json.loads(connection.recv_bytes())
            connection.send_bytes(_done(shell, call).encode())


def _settle(room, cache, account):
    """Move into a room, with an environment that holds none of the teacher's secrets."""
    kept = {name: os.environ[name] for name in KEPT if name in os.environ}
    os.environ.clear()
    os.environ.update(kept | dict.fromkeys(HOMES, str(room)))
    os.environ.update({"ONE_ROW_CACHE": cache, "MPLBACKEND": "agg", "OMP_NUM_THREADS": "1"})
    tempfile.tempdir = None
    if account is not None:
        os.setgroups([])
        os.setresgid(account, account, account)
        os.setresuid(account, account, account)
    die_with_parent()  # which a change of accounts would undo
    adopt_orphans()
    os.chdir(room)
    torch.set_num_threads(1)


def _limit(memory):
    """Let this process take so many bytes more than now, and no more, and write no endless file.

    It holds on Linux only: macOS hardly heeds it, and Windows has no such limit.
    """
    with suppress(ImportError, OSError, ValueError):  # a lower limit stays
        import resource

        most = psutil.Process().memory_info().vms + memory
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST_FILE, LARGEST_FILE))


def _done(shell, call):
    """The reply to a call, as JSON."""
    if "run" in call:
        return json.dumps({"stopped": _run(shell, call["run"])})
    with shell.builtin_trap:
        return answer(call["ask"], call["inputs"], shell.user_ns)


def _run(shell, source):
    """Run a cell; how it stopped, "" if it did not."""
    ran = shell.run_cell(source, store_history=True)
    error = ran.error_before_exec or ran.error_in_exec
    if error is None:
        return ""
    name = type(error).__name__
    return f"{PUBLIC.get(name, name)}: {_said(error)}"


def _said(error):
    try:
        if isinstance(error, SyntaxError):  # without the name of a file that nobody knows
            return f"{error.msg} (line {error.lineno})"[:500]
        return str(error)[:500]
    except BaseException:
        return "its text cannot be read"


def answer(function, inputs, names):
    """As JSON: what a function answers, and what it left of its inputs.

    function: an expression over `names`. inputs: as data; if None, the reply is the expression's
    own value, or only that it is "callable".
    """
    try:
        found = eval(function, names)
        if inputs is None:
            return json.dumps({"callable": True} if callable(found) else {"answer": pack(found)})
        given = unpack(inputs, course=True)
        said = json.dumps({"answer": pack(found(*given)), "inputs": pack(given, dicts=True)})
    except BaseException as error:  # SystemExit, too
        return json.dumps({"error": [type(error).__name__, _said(error)]})
    finally:
        with suppress(Exception):
            sys.stdout.flush()
    if len(said) > LARGEST:
        return json.dumps({"error": ["MemoryError", "the answer is larger than 2 MB"]})
    return said
