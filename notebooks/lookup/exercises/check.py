"""Compare an answer with a slow truth on fresh random inputs, and explain a wrong one."""

import importlib
import inspect
import io
import random
import warnings
from collections.abc import Callable
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import torch

from ..files import well_formed
from .clues.causes import causes
from .clues.code_facts import why_none
from .clues.stops import in_words, line_of
from .clues.trial import Trial
from .difference import difference, holds_many, kind
from .kit.bag_offsets import BadOffsets, checked_offsets
from .kit.inputs import as_call
from .kit.plain_torch import plain_torch

# Few trials find a mistake; a sentence on its cause must hold in so many that chance is out.
MORE = 4  # times as many trials as it takes to find an answer wrong, to find out why
RIGHT, NOT_YET, UNTOUCHED = "right", "not yet", "not attempted"
NAMES = sorted(
    path.stem.removeprefix("ex_") for path in Path(__file__).parent.glob("ex_*.py")
)


@dataclass(frozen=True)
class Exercise:
    """What an answer is measured by.

    truth: the plain specification, a function of the inputs.
    trials: makes a list of inputs from a `random.Random`; no two dimensions of one are equal.
    names: what the inputs are called.
    wrong_answers: those that are known; an answer that goes wrong as one of them does is told its
        docstring. `@EXERCISE.wrong` above a function makes it one.
    also: checks what else the text asks for: from the answer it makes a sentence, "" if it is met.
    parts: what the parts are called where the answer is a tuple.
    special: {what may be special about inputs: a function that says whether it is so}, such as
        {"a document is empty": lambda documents: [] in documents}.
    """

    truth: Callable
    trials: Callable
    names: tuple[str, ...]
    wrong_answers: list[Callable] = field(default_factory=list)
    also: Callable = lambda given: ""
    parts: tuple[str, ...] = ()
    special: dict[str, Callable] = field(default_factory=dict)

    def wrong(self, answer):
        """Make a function a known wrong answer, of which the docstring is the hint.

        A hint is a sentence of its own; they are tried in this order. Raises ValueError for a
        function without one.
        """
        if not answer.__doc__:
            raise ValueError(
                f"a wrong answer needs a hint as its docstring, got {answer!r}."
            )
        self.wrong_answers.append(answer)
        return answer


class Verdict(NamedTuple):
    """What an answer comes to.

    state: RIGHT, NOT_YET or UNTOUCHED. why: what is wrong, "" unless it is NOT_YET. shown: the
    failing trial that `why` is about, or None. call: a call of the answer with its inputs, or "".
    """

    state: str
    why: str = ""
    shown: Trial | None = None
    call: str = ""

    @property
    def text(self):
        """What `check` prints after the exercise's name."""
        if self.state == RIGHT:
            return f"{RIGHT}."
        if self.state == UNTOUCHED:
            return f"{UNTOUCHED} yet. Replace the ... and run the cell again."
        try_it = f"\nTry it with:\n{self.call}" if self.call else ""
        return f"{NOT_YET}. {self.why}{try_it}"


def several(make, count=5):
    """Trials of one kind: `make(rng)` gives the inputs of each."""
    return lambda rng: [make(rng) for _ in range(count)]


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
        raise ValueError(
            f"there is no exercise {name!r}; notebook {notebook} has {names}."
        )
    return known[letter]


def exercises(notebook):
    """{letter: exercise} of a notebook such as "01"; empty if it has none."""
    return {
        # Imported when asked for: a notebook needs two to four of the two dozen of the course.
        name.removeprefix(notebook): importlib.import_module(
            f".ex_{name}", __package__
        ).EXERCISE
        for name in NAMES
        if name[:-1] == notebook
    }


def judge(exercise, answer):
    """The `Verdict` on an answer. Raises KeyboardInterrupt alone, whatever the answer does."""
    try:
        with warnings.catch_warnings(), plain_torch():
            verdict = _verdict(exercise, answer)
            why, call = well_formed(verdict.why), well_formed(verdict.call)
            return verdict._replace(why=why, call=call)
    except (Exception, SystemExit):  # an object that does so when it is looked at
        return not_yet("Your answer cannot be compared: it stops whoever looks at it.")


def not_yet(why, shown=None, call=""):
    """The verdict on an answer that is wrong: a sentence, the trial that it is about, its call."""
    return Verdict(NOT_YET, why, shown, call)


def _verdict(exercise, answer):
    if not callable(answer):
        return not_yet(
            f"check needs the function itself, without brackets and arguments; got {kind(answer)}."
        )
    if not _takes(answer, len(exercise.names)):
        count = len(exercise.names)
        return not_yet(
            f"check calls your function with {count} input{'s' if count > 1 else ''}, "
            f"{', '.join(exercise.names)}; yours takes others."
        )
    ran = []  # in one go: a warning of the answer is shown once, as in any cell
    # A generator of its own, so that a seed set in a cell does not give the same inputs for ever.
    for inputs in exercise.trials(random.Random()):
        copies = _copy(inputs)
        ran.append((inputs, copies, *_outcome(answer, copies)))
    with warnings.catch_warnings(
        action="ignore"
    ):  # from here on they would be those of `check`
        return _compared(exercise, answer, ran)


def _compared(exercise, answer, ran):
    """The verdict on an answer by what became of it: (inputs, copies that it got, given, error)."""
    trials = []
    for inputs, copies, given, error in ran:
        changed = "" if error else _changed(exercise, inputs, copies)
        if changed:
            return not_yet(
                f"Your function changes its input {changed}; work on a copy or make a new tensor."
            )
        trials.append(_tried(exercise, answer, inputs, given, error))
    if all(trial.given is ... for trial in trials):
        return Verdict(UNTOUCHED)
    return _explained(exercise, answer, trials)


def _more_trials(exercise, answer):
    """More of them, so that what is true of all is no chance."""
    inputs = [one for _ in range(MORE) for one in exercise.trials(random.Random())]
    return [
        _tried(exercise, answer, one, *_outcome_again(answer, one)) for one in inputs
    ]


def _takes(answer, count):
    """Whether a function can be called with so many inputs, as far as that can be seen."""
    try:
        inspect.signature(answer).bind(*[None] * count)
    except TypeError:
        return False
    except Exception:  # a function that does not say what it takes
        return True
    return True


def _outcome(function, inputs):
    """(what it gives, None), or (None, what it raises)."""
    try:
        # Around each trial anew, as an answer may set something that the next one would meet.
        with plain_torch(), checked_offsets():
            return function(*inputs), None
    except (Exception, SystemExit) as error:  # a learner's code may do anything
        return None, error


def _outcome_again(function, inputs):
    return _outcome(function, _copy(inputs))


def _changed(exercise, inputs, copies):
    """The name of the first input that the answer has changed, or "" if there is none."""
    for name, old, new in zip(exercise.names, inputs, copies, strict=True):
        if difference(new, old):
            return name
    return ""


def _tried(exercise, answer, inputs, given, error):
    """The trial, with what is wrong in it."""
    # A copy for the truth as well: some inputs, such as a pretended GPU, are used up.
    wanted = exercise.truth(*_copy(inputs))
    if isinstance(error, BadOffsets):
        problem = str(error)
    elif error:
        line = line_of(error, answer)
        problem = f"Your code stopped with {in_words(error)}" + (
            f"\nin {line}" if line else ""
        )
    elif given is None:
        problem = f"Your function returns None: {why_none(answer)}"
    elif given is ...:
        problem = "One branch still returns ..."
    else:
        problem = _capital(
            difference(given, wanted, parts=exercise.parts) or exercise.also(given)
        )
    return Trial(inputs, wanted, given, error, problem)


def _capital(text):
    """The sentence with a capital, unless it begins with a name."""
    words = ("your ", "the ", "row ", "part ")
    return text[:1].upper() + text[1:] if text.startswith(words) else text


def _explained(exercise, answer, trials):
    """What is wrong in the failing trial with the shortest inputs, and why.

    A trial in which the answer stops tells most, then one in which it gives something; one in which
    it gives nothing tells least.
    """
    failing = [trial for trial in trials if trial.problem]
    if not failing:
        return Verdict(RIGHT)
    if all(trial.given is None and not trial.error for trial in trials):
        return not_yet(failing[0].problem)
    tells_most = min(map(_rank, failing))
    telling = [trial for trial in failing if _rank(trial) == tells_most]
    shown = min(
        telling, key=lambda trial: len(as_call(answer, exercise.names, trial.inputs))
    )
    lines = [shown.problem]
    # An answer may stop whoever looks at it; and what it prints, it has printed once.
    with suppress(Exception, SystemExit), redirect_stdout(io.StringIO()):
        # Each cause compares the answers again, and a huge one would keep the learner waiting.
        if not any(holds_many(trial.given) for trial in trials):
            trials += _more_trials(exercise, answer)
            lines += causes(exercise, answer, trials, shown, _outcome_again)
    call = as_call(answer, exercise.names, shown.inputs)
    return not_yet("\n".join(lines), shown, call)


def _rank(trial):
    """How much a failing trial tells: 0 for most."""
    if trial.error:
        return 0
    return 2 if trial.given is ... else 3 if trial.given is None else 1


def _copy(inputs):
    return [_copied(value) for value in inputs]


def _copied(value):
    if isinstance(value, torch.Tensor):
        return value.clone()
    if type(value) is list:
        return _copy(value)  # lists within lists, too
    # The course's own inputs are lists and dicts that keep count; made anew, they start at zero.
    return type(value)(value) if isinstance(value, list | dict) else value
