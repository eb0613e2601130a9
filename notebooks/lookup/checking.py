"""`check` and `so_far`: what answers come to, in words and as a picture, and how many are right."""

import warnings
from contextlib import suppress
from dataclasses import dataclass

from IPython.display import display

from .exercises.check import (
    NOT_YET,
    RIGHT,
    UNTOUCHED,
    exercise,
    exercises,
    judge,
    not_yet,
)
from .exercises.clues.stops import in_words
from .exercises.difference import first_part
from .pictures.two_answers import two_answers

_states = {}  # exercise -> what its last answer came to; gone with the kernel


@dataclass(frozen=True)
class Failure:
    """A failing trial: the inputs by their names, what is wanted, the answer; None if it stops."""

    inputs: dict
    wanted: object
    yours: object


def check(name, answer):
    """Say whether the function `answer` is right, and if not, what differs and the likely cause.

    name: notebook and letter, as in "01-a". An untouched exercise, whose function returns `...`, is
        "not attempted".

    Prints what differs, the likely cause or what else is true of all failing trials, and a call of
    `answer` with the smallest failing input, which can be pasted into a cell and sets no name of
    the notebook. `check.last` holds that trial: `.inputs`, {name: value}, what is `.wanted`, and
    `.yours`. Where arrays or lists of numbers differ, they are drawn side by side. The answer gets
    copies of the inputs and torch as in a fresh kernel; what it sets there is put back. Whatever it
    raises becomes a sentence; interrupting it still works.

    Raises:
        ValueError: if there is no such exercise.
        KeyboardInterrupt: if it is interrupted.

    Example:
        >>> check("01-a", lambda ids, V: ...)
        01-a: not attempted yet. Replace the ... and run the cell again.
    """
    asked = exercise(name)
    verdict = _verdict(asked, answer)
    _states[name] = verdict.state
    print(f"{name}: {verdict.text}")
    if verdict.shown:
        trial = verdict.shown
        inputs = dict(zip(asked.names, trial.inputs, strict=True))
        check.last = Failure(inputs, trial.wanted, trial.given)
        print("# check.last holds it: .inputs, .wanted, .yours")
        _draw(name, trial, asked.parts)


check.last = None


def so_far(notebook):
    """Say in one line how many exercises of a notebook are right in this session.

    notebook: its number, such as "01". What counts is what `check` said last; it is kept in the
        memory of the kernel, and nowhere else.

    Raises:
        ValueError: if there are no exercises for such a notebook.

    Example:
        >>> so_far("06")
        06: 0 of 3 exercises are right. Not attempted: 06-a, 06-b, 06-c.
    """
    letters = exercises(notebook)
    if not letters:
        raise ValueError(
            f"there are no exercises for a notebook {notebook!r}; try '01'."
        )
    names = [f"{notebook}-{letter}" for letter in letters]
    states = [_states.get(name, UNTOUCHED) for name in names]
    right = states.count(RIGHT)
    said = [f"{notebook}: {right} of {len(names)} exercises are right."]
    for state in (NOT_YET, UNTOUCHED):
        those = [name for name, one in zip(names, states, strict=True) if one == state]
        said += [f"{state.capitalize()}: {', '.join(those)}."] if those else []
    print(" ".join(said))


def _verdict(asked, answer):
    try:
        return judge(asked, answer)
    # Else it would be caught below: whoever interrupts an endless loop wants it stopped, not
    # judged.
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # of a kind that is no Exception
        return not_yet(f"Your code stopped with {in_words(error)}.")


def _draw(name, trial, parts):
    """Show what is wanted beside the answer, where numbers differ; a rude answer is not shown."""
    if trial.is_silent:
        return
    # The verdict is printed already. An answer may be an object whose own `__repr__` or `__iter__`
    # fails, and then there is simply no picture.
    with suppress(Exception, SystemExit), warnings.catch_warnings(action="ignore"):
        what, yours, wanted = first_part(trial.given, trial.wanted, parts)
        picture = two_answers(wanted, yours, f"{name}, {what}" if what else name)
        if picture:
            display(picture)
