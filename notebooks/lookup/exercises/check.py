"""`check`: compare an answer with a slow truth on fresh random inputs, and explain a wrong one."""

import importlib
import inspect
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
    trials: makes a list of inputs from a `random.Random`; no two dimensions of one are equal.
    names: what the inputs are called.
    wrong: known wrong answers; an answer that agrees with one in every trial gets its docstring as
        a hint.
    also: checks what else the text asks for: from the answer it makes a sentence, "" if it is met.
    """

    truth: Callable
    trials: Callable
    names: tuple[str, ...]
    wrong: list[Callable] = field(default_factory=list)
    also: Callable = lambda given: ""


def several(make, count=5):
    """Trials of one kind: `make(rng)` gives the inputs of each."""
    return lambda rng: [make(rng) for _ in range(count)]


def check(name, answer):
    """Say whether the function `answer` is right, and if not, what differs and the likely cause.

    name: notebook and letter, as in "01-a". An untouched exercise, whose function returns `...`, is
        "not attempted".

    Prints one to three lines. The answer gets copies of the inputs and torch as in a fresh kernel;
    what it sets there is put back. Any Exception that it raises, and `sys.exit()`, becomes a
    sentence; interrupting it still works.

    Raises:
        ValueError: if there is no such exercise.

    Example:
        >>> check("01-a", lambda ids, V: ...)
        01-a: not attempted yet. Replace the ... and run the cell again.
    """
    print(f"{name}: {verdict(exercise(name), answer)}")


def exercise(name):
    """The exercise of this name. Raises ValueError, with the names that exist, if there is none."""
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
    """{letter: exercise} of a notebook such as "01"; empty if it has none."""
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
        return (
            "not yet. check needs the function itself, without brackets and arguments; "
            f"got {kind(answer)}."
        )
    trials = exercise.trials(random.Random())
    given = []
    problem = ""
    for inputs in trials:
        copies = _copy(inputs)
        try:
            with plain_torch():
                given.append(answer(*copies))
        except (Exception, SystemExit) as error:  # a learner's code may do anything
            return f"not yet. Your code stopped with {_in_words(error)}"
        if given[-1] is None:
            return "not yet. Your function returns None: is the return missing?"
        changed = _changed(exercise, inputs, copies)
        if changed:
            return (
                f"not yet. Your function changes its input {changed}; "
                "work on a copy or make a new tensor."
            )
        problem = problem or _problem(exercise, inputs, given[-1])
    if all(one is ... for one in given):
        return "not attempted yet. Replace the ... and run the cell again."
    if problem:
        return f"not yet. {problem}{_cause(exercise, trials, given)}"
    return "right."


def _changed(exercise, inputs, copies):
    """The name of the first input that the answer has changed, or "" if there is none."""
    for name, old, new in zip(exercise.names, inputs, copies, strict=True):
        if difference(new, old):
            return name
    return ""


def _in_words(error):
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
    sizes = []
    for name, value in zip(exercise.names, inputs, strict=True):
        size = tuple(value.shape) if isinstance(value, torch.Tensor) else short(value)
        sizes.append(f"{name} {size}")
    return ", ".join(sizes)


def _cause(exercise, trials, given):
    for wrong in exercise.wrong:
        if _agrees(wrong, trials, given):
            return f"\nLikely cause: {hint(wrong)}"
    return ""


def hint(wrong):
    """The hint of a known wrong answer: its docstring, on one line."""
    return inspect.cleandoc(wrong.__doc__).replace("\n", " ")


def _agrees(wrong, trials, given):
    return not any(difference(g, wrong(*_copy(inputs))) for g, inputs in zip(given, trials))


def _copy(inputs):
    return [_copied(value) for value in inputs]


def _copied(value):
    if isinstance(value, torch.Tensor):
        return value.clone()
    if type(value) is list:
        return _copy(value)  # lists within lists, too
    return type(value)(value) if isinstance(value, list | dict) else value
