"""Exercise verdicts: an answer is compared with the slow truth on fresh random sizes, and a wrong one is explained."""

import importlib
import math
import random
from collections.abc import Callable
from dataclasses import dataclass, field

import torch


@dataclass(frozen=True)
class Exercise:
    """What an answer is measured by.

    truth: the plain specification, a function of the inputs.
    trials: a function of a `random.Random` to a list of inputs; in each, every dimension has another size.
    names: what the inputs are called.
    wrong: {hint: a known wrong answer}; an answer that agrees with one in every trial gets its hint.
    """

    truth: Callable
    trials: Callable
    names: tuple[str, ...]
    wrong: dict[str, Callable] = field(default_factory=dict)


def several(make, count=5):
    """Trials of one kind: `make(rng)` gives the inputs of each."""
    return lambda rng: [make(rng) for _ in range(count)]


def check(name, answer):
    """Say whether the function `answer` solves the exercise, and if not, what differs and the likely cause.

    name: notebook and letter, as in "01-a". An untouched exercise, whose function returns `...`, is "not attempted".
    Prints one to three lines; whatever the answer does, nothing is raised and its inputs are copies.

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
        raise ValueError(f"there are no exercises for a notebook {notebook!r}; a name looks like '01-a'.")
    if letter not in known:
        names = ", ".join(f"{notebook}-{key}" for key in known)
        raise ValueError(f"there is no exercise {name!r}; notebook {notebook} has {names}.")
    return known[letter]


def exercises(notebook):
    """{letter: exercise} of a notebook, "01"; empty where there are none."""
    try:
        return importlib.import_module(f".exercises.n{notebook}", __package__).EXERCISES
    except ModuleNotFoundError:
        return {}


def verdict(exercise, answer):
    """The sentence that `check` prints after the exercise's name."""
    if not callable(answer):
        return f"not yet. check needs the function itself, without brackets and arguments; got {_kind(answer)}."
    trials = exercise.trials(random.Random())
    given, problem = [], ""
    for inputs in trials:
        copies = _copy(inputs)
        try:
            given.append(answer(*copies))
        except Exception as error:  # a learner's code may do anything
            return f"not yet. Your code stopped with {type(error).__name__}: {error}"
        if given[-1] is ...:
            return "not attempted yet. Replace the ... and run the cell again."
        if given[-1] is None:
            return "not yet. Your function returns None: is the return missing?"
        changed = [n for n, old, new in zip(exercise.names, inputs, copies, strict=True) if difference(new, old)]
        if changed:
            return f"not yet. Your function changes its input {changed[0]}; work on a copy or make a new tensor."
        wanted = exercise.truth(*_copy(inputs))
        problem = problem or _problem(exercise, inputs, difference(given[-1], wanted))
    return f"not yet. {problem}{_cause(exercise, trials, given)}" if problem else "right."


def difference(given, wanted):
    """Where `given` is not `wanted`, in words, "" where it is: kind first, then shape, then the first place."""
    if isinstance(wanted, torch.Tensor):
        return _tensor_difference(given, wanted)
    if isinstance(wanted, tuple | list):
        if not isinstance(given, tuple | list) or len(given) != len(wanted):
            return f"your answer is {_kind(given)}, wanted is {_kind(wanted)}."
        parts = (difference(g, w) for g, w in zip(given, wanted, strict=True))
        return next((f"in part {i}, {part}" for i, part in enumerate(parts) if part), "")
    if hasattr(given, "shape"):  # a tensor or an array where one value is wanted
        if tuple(given.shape) != ():
            return f"your answer has shape {tuple(given.shape)}, wanted is {_short(wanted)}."
        given = given.item()
    if isinstance(wanted, float) and isinstance(given, int | float):
        same = math.isclose(given, wanted, rel_tol=1e-9)  # another order of the same steps may round otherwise
    else:
        same = given == wanted and (type(given) is type(wanted) or not isinstance(wanted, bool | str))
    return "" if same else f"your answer is {_short(given)}, wanted is {_short(wanted)}."


def _tensor_difference(given, wanted):
    if not isinstance(given, torch.Tensor):
        return f"your answer is {_kind(given)}, wanted is a tensor of shape {tuple(wanted.shape)}."
    if given.shape != wanted.shape:
        return f"your answer has shape {tuple(given.shape)}, wanted is {tuple(wanted.shape)}."
    given, wanted = given.detach().cpu().double(), wanted.double()
    wrong = (given != wanted) & ~(given.isnan() & wanted.isnan())
    if not wrong.any():
        return ""
    place = wrong.nonzero()[0].tolist()
    yours, right = given[tuple(place)].item(), wanted[tuple(place)].item()
    return f"the first place that differs is {place}: yours is {yours:g}, wanted is {right:g}."


def _problem(exercise, inputs, text):
    if not text:
        return ""
    sizes = [
        f"{n} {tuple(x.shape) if isinstance(x, torch.Tensor) else _short(x)}"
        for n, x in zip(exercise.names, inputs, strict=True)
    ]
    return f"For {', '.join(sizes)}: {text}"


def _cause(exercise, trials, given):
    for hint, wrong in exercise.wrong.items():
        if all(not difference(g, wrong(*_copy(inputs))) for g, inputs in zip(given, trials, strict=True)):
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


def _kind(value):
    size = f" of {len(value)}" if isinstance(value, tuple | list | str) else ""
    return f"{'an' if type(value).__name__[0] in 'aeiou' else 'a'} {type(value).__name__}{size}"


def _short(value):
    text = f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else repr(value)
    return text if len(text) <= 60 else text[:59] + "…"
