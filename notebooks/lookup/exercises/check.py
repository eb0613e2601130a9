"""Exercise verdicts: an answer is compared with the slow truth on fresh random sizes, and a wrong one is explained."""

import importlib
import random
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import torch

from ..files import well_formed
from .difference import difference, kind, short
from .plain_torch import plain_torch


NOTEBOOKS = {path.stem[1:] for path in Path(__file__).parent.glob("n[0-9]*.py")}


@dataclass(frozen=True)
class Exercise:
    """What an answer is measured by.

    truth: the plain specification, a function of the inputs.
    trials: a function of a `random.Random` to a list of inputs; in each, every dimension has another size.
    names: what the inputs are called.
    wrong: {hint: a known wrong answer}; an answer that agrees with one in every trial gets its hint.
    also: what else the text asks of a true answer: a function of the answer to a sentence, "" where it is met.
    """

    truth: Callable
    trials: Callable
    names: tuple[str, ...]
    wrong: dict[str, Callable] = field(default_factory=dict)
    also: Callable = lambda given: ""


def several(make, count=5):
    """Trials of one kind: `make(rng)` gives the inputs of each."""
    return lambda rng: [make(rng) for _ in range(count)]


def check(name, answer):
    """Say whether the function `answer` solves the exercise, and if not, what differs and the likely cause.

    name: notebook and letter, as in "01-a". An untouched exercise, whose function returns `...`, is "not attempted".
    Prints one to three lines. The answer gets copies of the inputs, and torch as it is in a fresh kernel; what it sets
    there is put back. Whatever Exception it raises, or `sys.exit()`, becomes a sentence; to interrupt it still works.

    Raises:
        ValueError: an exercise that does not exist.

    Example:
        >>> check("01-a", lambda ids, V: ...)
        01-a: not attempted yet. Replace the ... and run the cell again.
    """
    print(f"{name}: {verdict(exercise(name), answer)}")


def exercise(name):
    """The exercise of this name. Raises ValueError with the names that exist."""
    notebook, _, letter = str(name).partition("-")
    known = exercises(notebook)
    if not known:
        raise ValueError(
            f"there are no exercises for a notebook {notebook!r}; a name looks like '01-a'."
        )
    if letter not in known:
        names = ", ".join(f"{notebook}-{key}" for key in known)
        raise ValueError(f"there is no exercise {name!r}; notebook {notebook} has {names}.")
    return known[letter]


def exercises(notebook):
    """{letter: exercise} of a notebook, "01"; empty where there are none."""
    if notebook not in NOTEBOOKS:
        return {}
    return importlib.import_module(f".n{notebook}", __package__).EXERCISES


def verdict(exercise, answer):
    """The sentence that `check` prints after the exercise's name."""
    try:
        with warnings.catch_warnings(), plain_torch():
            return well_formed(_verdict(exercise, answer))
    except (Exception, SystemExit):  # an object that does so when it is looked at
        return "not yet. Your answer cannot be compared: it stops whoever looks at it."


def _verdict(exercise, answer):
    if not callable(answer):
        return f"not yet. check needs the function itself, without brackets and arguments; got {kind(answer)}."
    trials = exercise.trials(random.Random())
    given, problem = [], ""
    for inputs in trials:
        copies = _copy(inputs)
        try:
            with plain_torch():
                given.append(answer(*copies))
        except (Exception, SystemExit) as error:  # a learner's code may do anything
            return f"not yet. Your code stopped with {_told(error)}"
        if given[-1] is None:
            return "not yet. Your function returns None: is the return missing?"
        changed = [
            n
            for n, old, new in zip(exercise.names, inputs, copies, strict=True)
            if difference(new, old)
        ]
        if changed:
            return f"not yet. Your function changes its input {changed[0]}; work on a copy or make a new tensor."
        problem = problem or _problem(exercise, inputs, given[-1])
    if all(one is ... for one in given):
        return "not attempted yet. Replace the ... and run the cell again."
    return f"not yet. {problem}{_cause(exercise, trials, given)}" if problem else "right."


def _told(error):
    name = type(error).__name__
    try:
        return f"{name}: {error}"
    except (Exception, SystemExit):
        return f"{name}, which does not say why."


def _problem(exercise, inputs, given):
    if given is ...:
        text = "in one branch your function still returns ..."
    else:
        text = difference(given, exercise.truth(*_copy(inputs))) or exercise.also(given)
    return f"For {_sizes(exercise, inputs)}: {text}" if text else ""


def _sizes(exercise, inputs):
    named = zip(exercise.names, inputs, strict=True)
    return ", ".join(
        f"{n} {tuple(x.shape) if isinstance(x, torch.Tensor) else short(x)}" for n, x in named
    )


def _cause(exercise, trials, given):
    for hint, wrong in exercise.wrong.items():
        if all(
            not difference(g, wrong(*_copy(inputs)))
            for g, inputs in zip(given, trials, strict=True)
        ):
            return f"\nLikely cause: {hint}"
    return ""


def _copy(inputs):
    return [_copied(value) for value in inputs]


def _copied(value):
    if isinstance(value, torch.Tensor):
        return value.clone()
    if type(value) is list:
        return _copy(value)  # lists within lists, too
    return type(value)(value) if isinstance(value, list | dict) else value
