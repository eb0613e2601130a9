"""The process that reads, runs and judges one hand-in, whatever it is.

What it finds it sends piece by piece, each small enough to be written at once.
"""

import json
from functools import partial
from pathlib import Path

from lookup.files import put

from .feedback import with_feedback
from .judge import UNTOUCHED, Said, names_of, verdicts
from .learner_notebook import cells_of, exercises, notebook_of
from .process import adopt_orphans, alone, die_with_parent
from .sandbox import Sandbox

FEEDBACK = "feedback.ipynb"


def check_one(connection, content, folder, cache, limits, account):
    """Send what becomes of a hand-in: "asked", "exercise" for each, or "problem"; "done" at last.

    content: the bytes of the file. folder: its own, which holds its copy with feedback at the end.
    """
    alone(connection)
    die_with_parent()
    adopt_orphans()
    send = partial(_send, connection)
    try:
        sandbox = partial(Sandbox, folder, cache, limits, account)
        _check(send, content, Path(folder), sandbox)
    except ValueError as error:
        send(problem=f"{error}.")
    except Exception as error:  # the others must not wait for this one
        send(problem=f"the command stopped over it ({error!r:.200}).")
    send(done=True)


def _send(connection, **message):
    connection.send_bytes(json.dumps(message).encode())


def _check(send, content, folder, sandbox):
    notebook = notebook_of(content)
    cells = cells_of(notebook)
    asked = exercises(cells)
    if not asked:
        raise ValueError('it has no exercise: no cell has a line like check("01-a", one_hot)')
    known = [question for question in asked if question.name in names_of(question.name[:2])]
    gone = sorted({question.name for question in asked} - {question.name for question in known})
    if not known:
        raise ValueError(f"this release of the course has no exercise {', '.join(gone)}")
    names = set().union(*(names_of(question.name[:2]) for question in known))
    said = {
        name: Said(UNTOUCHED, f'it has no cell with a line like check("{name}", …).')
        for name in sorted(names - {question.name for question in known})
    }
    send(asked=sorted(names), gone=gone)
    for name, found in said.items():
        send(exercise=name, said=found)
    for name, found in verdicts(cells, known, sandbox):
        said[name] = found
        send(exercise=name, said=found)
    put(folder / FEEDBACK, with_feedback(notebook, known, said).encode())
