"""The process that reads, runs and judges one hand-in, whatever it is.

What it finds it sends piece by piece, each small enough to be written at once.
"""

import json
from functools import partial
from pathlib import Path

from lookup.files import put

from .feedback import with_feedback
from .judge import NOT_YET, UNTOUCHED, Said, names_of, verdicts
from .learner_notebook import Asked, NoNotebook, cells_of, exercises, meant, notebook_of
from .process import adopt_orphans, alone, die_with_parent
from .sandbox import Sandbox

FEEDBACK = "feedback.ipynb"


def check_one(connection, content, folder, cache, limits, account):
    """Send what becomes of a hand-in: "asked", "exercise" for each, or "problem", or "unread".

    The last is "done".

    content: the bytes of the file. folder: its own, which holds its copy with feedback at the end.
    """
    alone(connection)
    die_with_parent()
    adopt_orphans()
    send = partial(_send, connection)
    try:
        sandbox = partial(Sandbox, folder, cache, limits, account)
        _check(send, content, Path(folder), sandbox)
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
    asked = exercises(cells)
    missed = {name: why for name, why in meant(cells).items() if name in names_of(name[:2])}
    if not asked and not missed:
        raise ValueError('it has no exercise: no cell has a line like check("01-a", one_hot)')
    known = [question for question in asked if question.name in names_of(question.name[:2])]
    gone = sorted({question.name for question in asked} - {question.name for question in known})
    books = {name[:2] for name in [*missed, *(question.name for question in known)]}
    if not books:
        raise ValueError(f"this release of the course has no exercise {', '.join(gone)}")
    names = set().union(*map(names_of, books))
    said = {}

    def say(name, found):
        if found.verdict == UNTOUCHED and name in missed:
            found = Said(NOT_YET, missed[name][1])
        said[name] = found
        send(exercise=name, said=found)

    send(asked=sorted(names), gone=gone)
    for name in sorted(names - {question.name for question in known}):
        say(name, Said(UNTOUCHED, f'it has no cell with a line like check("{name}", …).'))
    for name, found in verdicts(cells, known, sandbox):
        say(name, found)
    untaken = [
        Asked(name, place, "") for name, (place, why) in missed.items() if said[name].why == why
    ]
    put(folder / FEEDBACK, with_feedback(notebook, known + untaken, said).encode())
