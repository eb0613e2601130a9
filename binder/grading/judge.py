"""What becomes of the exercises of one notebook.

Cells are run in a sandbox, answers are asked of it as data, and judged here.
"""

import random
from functools import partial
from typing import NamedTuple

from lookup.exercises.check import TRY_IT, exercise, exercises, verdict
from lookup.exercises.difference import difference

from .course_text import is_printed, printed
from .in_kernel.as_data import pack, unpack
from .learner_notebook import needed, whole_cells_matter
from .sandbox import Ended

RIGHT, NOT_YET, UNTOUCHED, UNCHECKED = "right", "not yet", "not attempted", "could not be checked"
VERDICTS = (RIGHT, NOT_YET, UNTOUCHED, UNCHECKED)
LONGEST = 2_000  # characters of a reason; a cell of a spreadsheet holds 32,767


class Said(NamedTuple):
    """What is said of an exercise.

    verdict: one of `VERDICTS`. why: "" if there is nothing to say. share: of the exercise's points.
    as_printed: whether the function is that of the folded solution.
    """

    verdict: str
    why: str = ""
    share: float = 0
    as_printed: bool = False


def names_of(number):
    """The exercises of a notebook in this release."""
    return {f"{number}-{letter}" for letter in exercises(number)}


def verdicts(cells, asked, sandbox):
    """Yield (exercise, Said): from the cells that each needs, then again, if need be, from all.

    What is said of an exercise replaces what was said before. Of several cells that ask for one
    exercise the last counts that holds an attempt.

    asked: a list of `Asked`, each of an exercise of this release. sandbox: makes a new one.
    """
    judge = _Judge(cells, sandbox)
    said = {}
    for question, found in judge.said(asked, whole=False):
        said[question] = found
        yield question.name, _counting(said, question.name)
    doubtful = [
        question
        for question in asked
        if said[question].verdict == NOT_YET
        and whole_cells_matter(cells, needed(cells, [question.place]))
    ]
    for question, again in judge.said(doubtful, whole=True):
        if again.verdict != UNCHECKED:
            said[question] = again
            yield question.name, _counting(said, question.name)


def _counting(said, name):
    """What counts of all that is said of an exercise so far."""
    found = [said[question] for question in sorted(said) if question.name == name]
    return next((one for one in reversed(found) if one.verdict != UNTOUCHED), found[-1])


class _Judge:
    """Judges one notebook, in one kernel after the other."""

    def __init__(self, cells, sandbox):
        self.cells = cells
        self.sandbox = sandbox
        self.fatal = {}  # {place: how its cell ended a kernel}; these are passed over from then on

    def said(self, asked, whole):
        """Yield (Asked, Said); where a kernel ends, a new one goes on with those that are left.

        whole: whether all cells are run, or only those that the exercises need.
        """
        left = list(asked)
        while left:
            try:
                for question, said in self._in_one_kernel(left, whole):
                    left = [other for other in left if other != question]
                    yield question, said
            except Ended as why:  # it did not even start
                yield from _unchecked(left, f"its kernel {why}.")
                return

    def _in_one_kernel(self, left, whole):
        """Yield (Asked, Said) of those that a kernel answers before it ends."""
        places = {question.place for question in left}
        run = range(max(places) + 1) if whole else needed(self.cells, places)
        stopped = {}  # {place: how its cell stopped, "" if it did not}
        with self.sandbox() as sandbox:
            for place in run:
                here = [question for question in left if question.place == place]
                if place in self.fatal:
                    yield from _unchecked(here, f"its cell {self.fatal[place]}.")
                    continue
                try:
                    stopped[place] = sandbox.run(self.cells[place].source)
                    while here:
                        yield here[0], self._judged(sandbox, here[0], stopped)
                        del here[0]
                except Ended as why:
                    self.fatal[place] = str(why)
                    yield from _unchecked(here, f"its cell {why}.")
                    return

    def _judged(self, sandbox, question, stopped):
        """What is said of an answer, and, if it is "not yet", of a cell that it needs."""
        said = judged(sandbox, question, stopped[question.place])
        if said.verdict == RIGHT:
            return said._replace(as_printed=self._is_printed(question))
        if said.verdict != NOT_YET:
            return said
        for above in needed(self.cells, [question.place])[:-1]:
            which = f"cell {above + 1}, which it needs,"
            if above in self.fatal:
                return Said(UNCHECKED, f"code {which} {self.fatal[above]}.")
            if stopped.get(above):
                why = f"{said.why.rstrip('.')}. Code {which} stopped with {stopped[above]}"
                return said._replace(why=why[:LONGEST])
        return said

    def _is_printed(self, question):
        function = question.expression
        above = self.cells[: question.place + 1]
        sources = [cell.source for cell in above if cell.binds and function in cell.binds]
        solution = printed(question.name[:2])[question.name].solution
        return bool(sources) and is_printed(sources[-1], function, solution)


def _unchecked(questions, why):
    """(Asked, Said) of each."""
    return [(question, Said(UNCHECKED, why)) for question in questions]


def judged(sandbox, question, stopped):
    """What is said of what a cell handed to `check`.

    stopped: how the cell stopped, "" if it did not.
    """
    if stopped:
        return Said(NOT_YET, f"The cell stopped with {stopped}")
    first = sandbox.ask(question.expression)
    if "error" in first:
        kind, text = first["error"]
        return Said(NOT_YET, f"The cell stopped with {kind}: {text}"[:LONGEST])
    try:
        if "callable" in first:
            answer = partial(_answer, sandbox, question.expression)
        else:
            answer = unpack(first["answer"])
        asked = exercise(question.name)
        text, _, _ = verdict(asked, answer).partition(TRY_IT)
        found = next(kind for kind in (RIGHT, NOT_YET, UNTOUCHED) if text.startswith(kind))
        if found == NOT_YET:
            why = text.removeprefix("not yet. ")[:LONGEST]
            return Said(found, why, _share(asked, answer) if callable(answer) else 0)
    except Exception as error:
        return Said(UNCHECKED, f"its answer cannot be compared ({type(error).__name__}).")
    return Said(found, share=float(found == RIGHT))


def _share(asked, answer):
    """Which share of the parts of a wrong answer is right in every trial; never all of them."""
    seed = random.random()
    trials, again = (asked.trials(random.Random(seed)) for _ in range(2))
    wrong = set()
    for inputs, same in zip(trials, again):
        wanted = asked.truth(*same)
        try:
            given = answer(*inputs)
        except Exception:  # the learner's own
            return 0
        if not isinstance(wanted, tuple) or not isinstance(given, tuple | list):
            return 0
        if len(given) != len(wanted):
            return 0
        wrong |= {k for k, part in enumerate(wanted) if difference(given[k], part)}
    return (len(wanted) - max(1, len(wrong))) / len(wanted)


def _answer(sandbox, function, *inputs):
    """What the learner's function answers; what it did to its inputs is done to these."""
    reply = sandbox.ask(function, pack(list(inputs), dicts=True))
    try:
        if "error" in reply:
            kind, text = reply["error"]
            error = type(str(kind), (Exception,), {})(str(text))
        else:
            answer, left = unpack(reply["answer"]), unpack(reply["inputs"])
            for mine, theirs in zip(inputs, left, strict=True):
                _become(mine, theirs)
    except Exception:
        raise Ended("sent back what cannot be read") from None
    if "error" in reply:
        raise error
    return answer


def _become(mine, theirs):
    """Make an input what the learner's function left of it, so that `verdict` sees it.

    Lists within it stay the same objects, as they would have in one process.
    """
    if isinstance(mine, dict):
        mine.clear()
        mine.update(theirs)
    elif isinstance(mine, list):
        for k, (inner, left) in enumerate(zip(mine, theirs)):
            if isinstance(inner, list) and isinstance(left, list):
                _become(inner, left)
                theirs[k] = inner
        mine[:] = theirs
    elif hasattr(mine, "set_"):
        mine.set_(theirs)
