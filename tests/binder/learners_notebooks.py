"""What learners hand in in good faith: solved notebooks, in every form, and mishaps."""

import json
import textwrap

import nbformat

from course import CORE, exercises, read, solutions

BOOKS = {path.name[:2]: path for path in CORE}
NAMES = ["00-a", "00-b", "00-c"]
ALL_RIGHT = dict.fromkeys(NAMES, "right")
UNCHECKED = "could not be checked"


def notebook(number, answers=None, first=(), last="", solved=False, book=None):
    """A learner's notebook.

    answers: {exercise: source}, in the stubs' place; solved: the others are solutions.
    first, last: sources of cells before and behind all others; each of the first also binds
        `known`, so that an answer can need it.
    book: the notebook as the learner got it, the course's own unless given.
    """
    course = read(BOOKS[number])
    book = book or course
    if solved:
        answers = solutions(course) | (answers or {})
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
    """Put a notebook, a text or bytes into a file."""
    path = folder / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content(book))
    return path


def content(book):
    """The bytes of a notebook or a text."""
    if isinstance(book, bytes):
        return book
    return (book if isinstance(book, str) else nbformat.writes(book)).encode()


def asked_as(*calls):
    """A solved notebook 00 in which each exercise is asked for by one of these calls.

    NAME and ANSWER stand in them for the exercise and its function.
    """
    book = notebook("00", solved=True)
    for call, (name, cell) in zip(calls, exercises(book).items()):
        source, last = cell.source.split("\n\n\n")
        answer = last.split(", ")[1].rstrip(")")
        call = call.replace("NAME", f'"{name}"').replace("ANSWER", answer)
        cell.source = f"{source}\n\n\n{call}"
    return book


# Each in a cell of its own, at the top of a notebook that is right all the same.
LOUD = [
    "print('x' * 200_000_000)",
    "raise Exception('x' * 50_000_000)",
    "input('your name? ')",
    "1 / 0",
    "exit()",
    "%matplotlib inline",
    "!echo hello > ../hello",
    "await __import__('asyncio').sleep(0)",
    "def check(*_): print('00-a: right.')",
]
NEEDS_IT = {
    "00-a": """
        def ids_of(words, vocabulary):
            known
            return [vocabulary[word] for word in words]
        """
}
MAGIC = {
    "00-a": "%%time",
    "00-b": "%%capture said",
    "00-c": "from math import *",
}  # each above a right answer
NEEDS_ALL = "def rows_of(W, ids):\n    return W[ids] * factors[0]"
GREEDY = """
    def rows_of(W, ids):
        import torch
        return torch.zeros(600_000_000)[: len(ids)]
    """
STOPPED = {
    "00-a": "def ids_of(words, vocabulary):\n    raise ValueError('<img src=x onerror=alert(2)>')",
    "00-b": "def rows_of(W, ids):\n    return W[ids]\nrows_of(1, 2)",
    "00-c": "def pieces_of(word, vocabulary:",
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


def right():
    """{file: solved notebook, whatever else stands in it}."""
    solved = solutions(read(BOOKS["00"]))
    magic = {name: f"{MAGIC[name]}\n{source}" for name, source in solved.items()}
    stub = exercises(notebook("00"))["00-a"].source
    return {
        "lovelaceada_LATE_12345_6789_01-1.ipynb": notebook("01", solved=True),
        "Ζωή Müller_77_assignsubmission_file/00 (2).ipynb": notebook("00", solved=True),
        "safari.ipynb.txt": notebook("00", solved=True),
        "safari too.json": notebook("00", solved=True),
        "magic.ipynb": notebook("00", magic),
        "calls.ipynb": asked_as(
            "%time check(NAME, ANSWER)",
            "_ = check(NAME, ANSWER)",
            "for _ in range(2):\n    check(NAME, ANSWER)",
        ),
        "more calls.ipynb": asked_as(
            "import lookup\nlookup.check(NAME, ANSWER)",
            "check(name=NAME, answer=ANSWER)",
            "if __name__ == '__main__':\n    check(NAME, ANSWER)",
        ),
        "stub below.ipynb": notebook("00", last=stub, solved=True),
        "foreign.ipynb": notebook("00", last='check("01-z", print)', solved=True),
        "loud.ipynb": notebook("00", NEEDS_IT, LOUD, solved=True),
        "all cells.ipynb": notebook(
            "00",
            {"00-b": NEEDS_ALL},
            ["factors = []", "factors.append(1)"],
            solved=True,
        ),
    }


def not_right():
    """{file: (a notebook of which a part is not solved, {exercise: verdict})}."""
    late = notebook("00", {**NEEDS_IT, "00-b": GREEDY}, last="known = 1", solved=True)
    return {
        "untouched.ipynb": (notebook("00"), dict.fromkeys(NAMES, "not attempted")),
        "old.ipynb": (
            old(notebook("00", solved=True)),
            {**ALL_RIGHT, "00-c": "not attempted"},
        ),
        "late.ipynb": (late, {"00-a": "not yet", "00-b": "not yet", "00-c": "right"}),
        "wrong.ipynb": (notebook("00", STOPPED), dict.fromkeys(NAMES, "not yet")),
    }
