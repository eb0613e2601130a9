"""What learners hand in: solved notebooks, and every kind of mishap and trick."""

import json
import runpy
import textwrap

import nbformat

from course import NOTEBOOKS, ROOT, exercises, read, solutions

BOOKS = {path.name[:2]: path for path in NOTEBOOKS}
NAMES = ["00-a", "00-b", "00-c"]
ALL_RIGHT = dict.fromkeys(NAMES, "right")
NAMES_01 = ["01-a", "01-b", "01-c", "01-d"]
UNCHECKED = "could not be checked"


def notebook(number, answers=None, first=(), last="", solved=False):
    """A learner's notebook.

    answers: {exercise: source}, in the stubs' place; solved: the others are solutions.
    first, last: sources of cells before and behind all others; each of the first also binds
        `known`, so that an answer can need it.
    """
    book = read(BOOKS[number])
    if solved:
        answers = solutions(book) | (answers or {})
    for name, cell in exercises(book).items():
        if name in (answers or {}):
            _, call = cell.source.split("\n\n\n")
            cell.source = f"{textwrap.dedent(answers[name])}\n\n\n{call}"
    known = [f"known = 1\n{textwrap.dedent(source)}" for source in first]
    book.cells[1:1] = map(nbformat.v4.new_code_cell, known)
    if last:
        book.cells.append(nbformat.v4.new_code_cell(last))
    return book


def hand(folder, file, book):
    path = folder / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(book if isinstance(book, str) else nbformat.writes(book), encoding="utf-8")
    return path


# A cell at the top of a solved notebook 00, which 00-a needs: it takes too long or ends the kernel.
FATAL = {
    "endless": "while True: pass",
    "exit": "import os; os._exit(0)",
    "aborted": "import ctypes; ctypes.string_at(0)",
}
# The same, and harmless: each in a cell of its own.
LOUD = [
    "print('x' * 200_000_000)",
    "raise Exception('x' * 50_000_000)",
    "input('your name? ')",
    "1 / 0",
    "%matplotlib inline",
    "!echo hello > ../hello",
    "def check(*_): print('00-a: right.')",
    "import socket; socket.create_connection(('192.0.2.1', 80))",
]
DELETED = "import shutil, os; shutil.rmtree(os.path.abspath('..'), ignore_errors=True)"
LEFT_BEHIND = """
    import os, subprocess, sys, time
    sleep = [sys.executable, "-c", "import time; time.sleep(900)"]
    for how in ({}, {"env": {}}):
        subprocess.Popen(sleep, start_new_session=True, **how)
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(900)
        os._exit(0)
    """
NEEDS_IT = {
    "00-a": """
        def ids_of(words, vocabulary):
            known
            return [vocabulary[word] for word in words]
        """
}
# The helper's module, not the function of its name: what `check` itself calls is replaced.
PATCHED = """
    import sys, lookup.exercises.check
    module = sys.modules["lookup.exercises.check"]
    module.verdict = lambda *_: "right."
    module.difference = lambda *_: ""
    """
# The same above answers of which none is right: nothing that runs there makes one right.
TRICKS = {
    "course": [
        "def check(name, answer): print(name + ': right.')",
        PATCHED,
        "import torch\ntorch.equal = lambda *_: True\ntorch.Tensor.__eq__ = lambda *_: True",
    ],
    "answers": [
        'import answers\nanswers.answer = lambda *_: \'{"answer": "right.", "inputs": []}\''
    ],
    "endless": [
        'import answers\nanswers.answer = lambda *_: \'{"answer": {"ratio": ["1e999999999"]}}\''
    ],
    "rubbish": ["import answers\nanswers.answer = lambda *_: '[' * 100_000"],
}
ATTEMPTS = {
    "00-a": """
        def ids_of(words, vocabulary):
            known
            return [vocabulary[word] for word in words if word in vocabulary]
        """,
    "00-b": "def rows_of(W, ids):\n    known\n    W[0] = 0\n    return W[ids]",
    "00-c": """
        def unknown_of(words, vocabulary):
            known
            print("00-c: right.")
            return "right."
        """,
}
MAGIC = {
    "00-a": "%%time",
    "00-b": "%%capture",
    "00-c": "from math import *",
}  # each above a right answer
NEEDS_ALL = "def rows_of(W, ids):\n    return W[ids] * table[0]"
GREEDY = """
    def rows_of(W, ids):
        import torch
        return torch.zeros(600_000_000)[: len(ids)]
    """

STOPPED = {
    "00-a": "def ids_of(words, vocabulary):\n    raise ValueError('<img src=x onerror=alert(2)>')",
    "00-b": "def rows_of(W, ids):\n    return W[ids]\nrows_of(1, 2)",
    "00-c": "def unknown_of(words, vocabulary:",
}


def old(book):
    """The notebook as an older release had it.

    It is of format 4.2 without ids, and has an exercise and a name of the helper that are gone.
    """
    book = json.loads(nbformat.writes(book))
    book["nbformat_minor"] = 2
    for cell in book["cells"]:
        del cell["id"]
        source = "".join(cell["source"]).replace("00-c", "00-z")
        cell["source"] = source.replace("import ask, check", "import gone, check")
    return json.dumps(book)


def class_of_all():
    """{file: (what is handed in, verdicts wanted)}; None stands for whatever is not right."""
    return fatal() | tricks() | right() | not_right() | no_notebooks()


def fatal():
    """Solved notebooks in which one cell that 00-a needs ends the kernel, or would run for ever."""
    wanted = ALL_RIGHT | {"00-a": UNCHECKED}
    return {
        f"fatal/{name}.ipynb": (notebook("00", NEEDS_IT, [source], solved=True), wanted)
        for name, source in FATAL.items()
    }


def tricks():
    """Wrong answers below cells that would make them right for whoever asked in that kernel."""
    return {
        f"tricks/{name}.ipynb": (notebook("00", ATTEMPTS, sources), dict.fromkeys(NAMES))
        for name, sources in TRICKS.items()
    }


def right():
    """Solved notebooks, whatever else stands in them."""
    solved = solutions(read(BOOKS["00"]))
    magic = {name: f"{MAGIC[name]}\n{source}" for name, source in solved.items()}
    table = ["table = []", "table.append(1)"]
    return {
        "Ζωή Müller/01 – mine.ipynb": (
            notebook("01", solved=True),
            dict.fromkeys(NAMES_01, "right"),
        ),
        "loud.ipynb": (notebook("00", NEEDS_IT, LOUD, solved=True), ALL_RIGHT),
        "all cells.ipynb": (notebook("00", {"00-b": NEEDS_ALL}, table, solved=True), ALL_RIGHT),
        "magic.ipynb": (notebook("00", magic), ALL_RIGHT),
        "deleted.ipynb": (notebook("00", NEEDS_IT, [DELETED], solved=True), ALL_RIGHT),
        "left behind.ipynb": (notebook("00", NEEDS_IT, [LEFT_BEHIND], solved=True), ALL_RIGHT),
    }


def not_right():
    """Notebooks of which a part is not solved, or cannot be checked."""
    late = notebook("00", {**NEEDS_IT, "00-b": GREEDY}, last="known = 1", solved=True)
    return {
        "untouched.ipynb": (notebook("00"), dict.fromkeys(NAMES, "not attempted")),
        "old.ipynb": (
            old(notebook("00", solved=True)),
            {**ALL_RIGHT, "00-c": "not attempted", "00-z": UNCHECKED},
        ),
        "late.ipynb": (late, {"00-a": "not yet", "00-b": "not yet", "00-c": "right"}),
        "wrong.ipynb": (notebook("00", STOPPED), dict.fromkeys(NAMES, "not yet")),
    }


def no_notebooks():
    """Files that hold no notebook, or none of the course, and one that is passed over."""
    return {
        "corrupt 01.ipynb": ('{"cells": [', {"": UNCHECKED}),
        "empty.ipynb": ("", {"": UNCHECKED}),
        "list.ipynb": ("[1, 2]", {"": UNCHECKED}),
        "other.ipynb": (nbformat.v4.new_notebook(), {"": UNCHECKED}),
        "=cmd|' <script>alert(1)</script>.ipynb": ("<img src=x onerror=alert(1)>", {"": UNCHECKED}),
        "a;=1+1;.ipynb": ("", {"": UNCHECKED}),
        ".ipynb_checkpoints/old.ipynb": (notebook("00"), {}),
    }


def known_wrong(number):
    """Yield (exercise, {name of a wrong answer: its hint}, source of the file) of one notebook."""
    for path in sorted((ROOT / "tests/exercises/wrong").glob(f"{number}-?.py")):
        hints = {}
        for name, value in runpy.run_path(str(path)).items():
            own = getattr(value, "__module__", "") == "<run_path>"
            if own and not name.startswith("_"):
                hints[name] = value.__doc__
        yield path.stem, hints, path.read_text(encoding="utf-8")
