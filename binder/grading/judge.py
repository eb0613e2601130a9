"""What becomes of the exercises of one notebook: cells run in a sandbox, answers asked of it, and judged here."""

import json
import time
from functools import partial

from lookup.exercises.check import exercise, exercises, verdict

from .in_kernel.as_data import pack, unpack
from .learner_notebook import needed as needed_by
from .learner_notebook import whole_cells_matter
from .sandbox import Ended, Sandbox

RIGHT, NOT_YET, UNTOUCHED, UNCHECKED = "right", "not yet", "not attempted", "could not be checked"
VERDICTS = (RIGHT, NOT_YET, UNTOUCHED, UNCHECKED)


def names_of(number):
    """The exercises of a notebook in this release."""
    return {f"{number}-{letter}" for letter in exercises(number)}


def verdicts(cells, asked, course, limits):
    """{exercise: (verdict, why)}, from the cells that are needed, or else from all."""
    deadline = time.monotonic() + limits.notebook
    sandboxes = partial(Sandbox, course, limits, deadline)
    gone = {
        name: (UNCHECKED, "this release of the course has no such exercise.")
        for name in asked
        if not _known(name)
    }
    asked = {name: at for name, at in asked.items() if name not in gone}
    fatal = {}
    said = _judged(cells, asked, sandboxes, fatal, needed=True)
    doubtful = {
        name: at
        for name, at in asked.items()
        if said[name][0] == NOT_YET and _may_need_all(cells, at)
    }
    again = _judged(cells, doubtful, sandboxes, fatal, needed=False)
    return said | {name: new for name, new in again.items() if new[0] != UNCHECKED} | gone


def _known(name):
    return name in names_of(name[:2])


def _may_need_all(cells, at):
    return whole_cells_matter(cells, needed_by(cells, [at[0]]))


def _judged(cells, asked, sandboxes, fatal, needed):
    """{exercise: (verdict, why)} with the cells needed, or all, run in order; where a kernel ends, on in a new one.

    fatal: {place: what its cell did}; these cells are passed over, and those that end a kernel are added.
    """
    said = {}
    while left := {name: at for name, at in asked.items() if name not in said}:
        ends = {place for place, _ in left.values()}
        places = needed_by(cells, ends) if needed else range(max(ends) + 1)
        now, stopped, sandbox = None, {}, sandboxes()
        try:
            with sandbox:
                for now in (place for place in places if place not in fatal):
                    stopped[now] = sandbox.run(cells[now].source)
                    for name in [name for name, (place, _) in left.items() if place == now]:
                        found = _said(sandbox, name, left[name][1], stopped[now])
                        said[name] = _explained(found, cells, now, stopped, fatal)
        except Ended as why:
            if now is None or sandbox.over():
                return {name: (UNCHECKED, f"its kernel {why}.") for name in left} | said
            fatal[now] = str(why)
            said = {
                name: (UNCHECKED, f"its cell {why}.")
                for name, (place, _) in left.items()
                if place == now
            } | said
    return said


def _said(sandbox, name, function, stopped):
    """(verdict, why) of the function that a cell handed to `check`."""
    if stopped:
        return NOT_YET, f"The cell stopped with {stopped}"
    first = sandbox.ask(function)
    if "error" in first:
        return NOT_YET, "The cell stopped with {}: {}".format(*first["error"])
    try:
        answer = (
            partial(_answer, sandbox, function) if "callable" in first else unpack(first["answer"])
        )
        text = verdict(exercise(name), answer)
    except Exception as error:
        return UNCHECKED, f"its answer cannot be compared ({type(error).__name__})."
    found = next(said for said in (RIGHT, NOT_YET, UNTOUCHED) if text.startswith(said))
    return found, text.removeprefix("not yet. ") if found == NOT_YET else ""


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
    """Make an input what the learner's function left of it, and the lists within it, so that `verdict` sees it."""
    if isinstance(mine, dict):
        mine.clear()
        mine.update(theirs)
    elif isinstance(mine, list):
        for k, (one, left) in enumerate(zip(mine, theirs)):
            if isinstance(one, list) and isinstance(left, list):
                _become(one, left)
                theirs[k] = one
        mine[:] = theirs
    elif hasattr(mine, "set_"):
        mine.set_(theirs)


def _explained(said, cells, place, stopped, fatal):
    """A verdict that is not right, with what became of the cells that the exercise needs."""
    for k in needed_by(cells, [place])[:-1]:
        if said[0] == NOT_YET and k in fatal:
            return UNCHECKED, f"code cell {k + 1}, which it needs, {fatal[k]}."
        if said[0] == NOT_YET and stopped.get(k):
            return (
                NOT_YET,
                f"{said[1].rstrip('.')}. Code cell {k + 1}, which it needs, stopped with {stopped[k]}",
            )
    return said
