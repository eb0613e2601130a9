"""What becomes of the exercises of one notebook.

Cells are run in a sandbox, answers are asked of it as data, and judged here.
"""

import json
import time
from functools import partial
from typing import NamedTuple

from lookup.exercises.check import exercise, exercises, verdict

from .in_kernel.as_data import pack, unpack
from .learner_notebook import needed, whole_cells_matter
from .sandbox import Ended, Sandbox

RIGHT, NOT_YET, UNTOUCHED, UNCHECKED = "right", "not yet", "not attempted", "could not be checked"
VERDICTS = (RIGHT, NOT_YET, UNTOUCHED, UNCHECKED)


class Said(NamedTuple):
    """What is said of an exercise: one of `VERDICTS`, and why, "" if there is nothing to say."""

    verdict: str
    why: str


def names_of(number):
    """The exercises of a notebook in this release."""
    return {f"{number}-{letter}" for letter in exercises(number)}


def verdicts(cells, asked, course, limits):
    """{exercise: Said}, from the cells that each needs, or else from all.

    asked: {exercise: Asked}. course: the folder that sandboxes are furnished with.
    """
    known = {name: question for name, question in asked.items() if name in names_of(name[:2])}
    gone = Said(UNCHECKED, "this release of the course has no such exercise.")
    judge = _Judge(cells, course, limits)
    said = judge.said(known, whole=False)
    doubtful = {
        name: question
        for name, question in known.items()
        if said[name].verdict == NOT_YET
        and whole_cells_matter(cells, needed(cells, [question.place]))
    }
    for name, again in judge.said(doubtful, whole=True).items():
        if again.verdict != UNCHECKED:
            said[name] = again
    return dict.fromkeys(asked, gone) | said


class _Judge:
    """Judges one notebook, in one kernel after the other, until the time that it has is over."""

    def __init__(self, cells, course, limits):
        self.cells = cells
        self.course = course
        self.limits = limits
        self.deadline = time.monotonic() + limits.notebook
        self.fatal = {}  # {place: how its cell ended a kernel}; these are passed over from then on

    def said(self, asked, whole):
        """{exercise: Said}; where a kernel ends, a new one goes on with those that are left.

        whole: whether all cells are run, or only those that the exercises need.
        """
        said = {}
        left = asked
        while left:
            said |= self._in_one_kernel(left, whole)
            left = {name: question for name, question in asked.items() if name not in said}
        return said

    def _in_one_kernel(self, left, whole):
        """{exercise: Said} of those that a kernel answers before it ends."""
        places = {question.place for question in left.values()}
        run = range(max(places) + 1) if whole else needed(self.cells, places)
        run = [place for place in run if place not in self.fatal]
        try:
            with Sandbox(self.course, self.limits, self.deadline) as sandbox:
                return self._run(sandbox, run, left)
        except Ended as why:  # it did not even start
            return dict.fromkeys(left, Said(UNCHECKED, f"its kernel {why}."))

    def _run(self, sandbox, places, left):
        """Run the cells at `places`, and ask each that is left when its cell has run."""
        said = {}
        stopped = {}  # {place: how its cell stopped, "" if it did not}
        for place in places:
            here = {name: question for name, question in left.items() if question.place == place}
            try:
                stopped[place] = sandbox.run(self.cells[place].source)
                for name, question in here.items():
                    first = _judged(sandbox, name, question.expression, stopped[place])
                    said[name] = self._explained(first, place, stopped)
            except Ended as why:
                if sandbox.over():
                    return dict.fromkeys(left, Said(UNCHECKED, f"its kernel {why}.")) | said
                self.fatal[place] = str(why)
                return dict.fromkeys(here, Said(UNCHECKED, f"its cell {why}.")) | said
        return said

    def _explained(self, said, place, stopped):
        """What is said, and, if it is "not yet", what became of a cell that the exercise needs."""
        if said.verdict != NOT_YET:
            return said
        for above in needed(self.cells, [place])[:-1]:
            which = f"cell {above + 1}, which it needs,"
            if above in self.fatal:
                return Said(UNCHECKED, f"code {which} {self.fatal[above]}.")
            if stopped.get(above):
                why = f"{said.why.rstrip('.')}. Code {which} stopped with {stopped[above]}"
                return Said(NOT_YET, why)
        return said


def _judged(sandbox, name, function, stopped):
    """What is said of the function that a cell handed to `check`.

    function: the expression. stopped: how the cell stopped, "" if it did not.
    """
    if stopped:
        return Said(NOT_YET, f"The cell stopped with {stopped}")
    first = sandbox.ask(function)
    if "error" in first:
        kind, text = first["error"]
        return Said(NOT_YET, f"The cell stopped with {kind}: {text}")
    try:
        if "callable" in first:
            answer = partial(_answer, sandbox, function)
        else:
            answer = unpack(first["answer"])
        text = verdict(exercise(name), answer)
    except Exception as error:
        return Said(UNCHECKED, f"its answer cannot be compared ({type(error).__name__}).")
    found = next(kind for kind in (RIGHT, NOT_YET, UNTOUCHED) if text.startswith(kind))
    return Said(found, text.removeprefix("not yet. ") if found == NOT_YET else "")


def _answer(sandbox, function, *inputs):
    """What the learner's function answers; what it did to its inputs is done to these."""
    reply = sandbox.ask(function, json.dumps(pack(list(inputs))))
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
