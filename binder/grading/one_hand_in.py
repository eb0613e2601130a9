"""The process that reads, runs and judges one hand-in, whatever it is.

What it finds it sends piece by piece, each small enough to be written at once.
"""

import json
from functools import partial
from pathlib import Path

from lookup.exercises.check import NOT_YET, UNTOUCHED
from lookup.files import put

from .feedback import with_feedback
from .judge import Verdict, names_of, verdicts
from .learner_notebook import (
    NoNotebook,
    Question,
    cells_of,
    misspelt_calls,
    notebook_of,
    questions_of,
)
from .process import adopt_orphans, alone, die_with_parent
from .sandbox import Sandbox

FEEDBACK = "feedback.ipynb"


def check_one(connection, content, folder, cache, limits):
    """Send what becomes of a hand-in: "exercises", "exercise" for each, or "problem", or "unread".

    The last is "done".

    content: the bytes of the file. folder: its own, which holds its copy with feedback at the end.
    """
    alone(connection)
    die_with_parent()
    adopt_orphans()
    send = partial(_send, connection)
    try:
        _check(send, content, Path(folder), partial(Sandbox, folder, cache, limits))
    except NoNotebook as error:
        send(unread=str(error))
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
    questions = questions_of(cells)
    misspelt = misspelt_calls(cells)
    missed = {name: call for name, call in misspelt.items() if name in names_of(name[:2])}
    if not questions and not missed:
        raise ValueError('it has no exercise: no cell has a line like check("01-a", one_hot)')
    known = [question for question in questions if question.name in names_of(question.name[:2])]
    gone = sorted({question.name for question in questions} - {question.name for question in known})
    books = {name[:2] for name in [*missed, *(question.name for question in known)]}
    if not books:
        raise ValueError(f"this release of the course has no exercise {', '.join(gone)}")
    names = set().union(*map(names_of, books))
    given = {}

    def say(name, verdict):
        if verdict.state == UNTOUCHED and name in missed:
            verdict = Verdict(NOT_YET, missed[name][1])
        given[name] = verdict
        send(exercise=name, verdict=verdict)

    send(exercises=sorted(names), gone=gone)
    for name in sorted(names - {question.name for question in known}):
        say(name, Verdict(UNTOUCHED, f'it has no cell with a line like check("{name}", …).'))
    for name, verdict in verdicts(cells, known, sandbox):
        say(name, verdict)
    untaken = [
        Question(name, place, "") for name, (place, why) in missed.items() if given[name].why == why
    ]
    put(folder / FEEDBACK, with_feedback(notebook, known + untaken, given).encode())
