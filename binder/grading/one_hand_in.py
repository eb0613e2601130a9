"""The process that reads, runs and judges one hand-in, whatever it is."""

from functools import partial
from pathlib import Path

from lookup.exercises.check import NOT_YET, UNTOUCHED
from lookup.files import put

from .feedback import with_feedback
from .judge import names_of, verdicts
from .learner_notebook import (
    NoNotebook,
    Question,
    cells_of,
    misspelt_calls,
    notebook_of,
    questions_of,
)
from .outcome import NOT_REACHED, Outcome, Verdict
from .process import adopt_orphans, alone, die_with_parent
from .sandbox import Sandbox

FEEDBACK = "feedback.ipynb"


def check_one(connection, content, folder, cache, limits):
    """Send the `Outcome` of a hand-in as JSON, anew whenever there is more of it.

    content: the bytes of the file. folder: its own, which holds its copy with feedback at the end.
    """
    alone(connection)
    die_with_parent()
    adopt_orphans()
    outcome = Outcome()
    try:
        sandbox = partial(Sandbox, folder, cache, limits)
        for _ in fill(outcome, content, Path(folder), sandbox):
            connection.send_bytes(outcome.as_json().encode())
    except NoNotebook as error:
        outcome.unread = str(error)
    except ValueError as error:
        outcome.problem = f"{error}."
    except Exception as error:  # the others must not wait for this one
        outcome.problem = f"the command stopped over it ({error!r:.200})."
    connection.send_bytes(outcome.as_json().encode())


def fill(outcome, content, folder, sandbox):
    """Fill in an outcome, and yield whenever there is more of it."""
    notebook = notebook_of(content)
    cells = cells_of(notebook)
    questions = questions_of(cells)
    asked = {question.name for question in questions}
    calls = misspelt_calls(cells)
    misspelt = {
        name: call for name, call in calls.items() if name in names_of(name[:2])
    }
    names = _names(asked | misspelt.keys())
    outcome.gone = sorted(asked - names)
    outcome.verdicts = dict.fromkeys(sorted(names), NOT_REACHED)
    for name in names - asked:
        why = f'it has no cell with a line like check("{name}", …).'
        outcome.verdicts[name] = _with_misspelt(
            Verdict(UNTOUCHED, why), misspelt.get(name)
        )
    # Sent before a cell is run: what ends this process later leaves no exercise unnamed.
    yield
    known = [question for question in questions if question.name in names]
    for name, verdict in verdicts(cells, known, sandbox):
        outcome.verdicts[name] = _with_misspelt(verdict, misspelt.get(name))
        yield
    untaken = [
        Question(name, place, "")
        for name, (place, why) in misspelt.items()
        if outcome.verdicts[name].why == why
    ]
    put(
        folder / FEEDBACK,
        with_feedback(notebook, known + untaken, outcome.verdicts).encode(),
    )


def _names(asked):
    """All exercises of the notebooks of which one is asked. Raises ValueError if there is none."""
    if not asked:
        raise ValueError(
            'it has no exercise: no cell has a line like check("01-a", one_hot)'
        )
    known = [name for name in asked if name in names_of(name[:2])]
    if not known:
        gone = ", ".join(sorted(asked))
        raise ValueError(f"this release of the course has no exercise {gone}")
    return set().union(*(names_of(name[:2]) for name in known))


def _with_misspelt(verdict, call):
    """The verdict; one on what is not attempted tells of a call of `check` that is not read."""
    return Verdict(NOT_YET, call[1]) if call and verdict.state == UNTOUCHED else verdict
