"""What becomes of a hand-in: a verdict on each of its exercises, or why there is none."""

import json
from dataclasses import asdict, dataclass, field
from typing import NamedTuple

from lookup.exercises.check import NOT_YET, RIGHT, UNTOUCHED

UNCHECKED = "could not be checked"
STATES = (RIGHT, NOT_YET, UNTOUCHED, UNCHECKED)


class Verdict(NamedTuple):
    """What is said of an exercise.

    state: one of `STATES`. why: "" if there is nothing to say. share: of the exercise's points.
    as_printed: whether the function is that of the folded solution.
    """

    state: str
    why: str = ""
    share: float = 0
    as_printed: bool = False


NOT_REACHED = Verdict(UNCHECKED, "it was not reached.")


@dataclass
class Outcome:
    """What became of a hand-in.

    problem: why it was not checked to its end, "" if it was. gone: exercises that it has and this
    release has not. verdicts: {exercise: Verdict}. unread: why it could not be read, "" if it
    could. feedback: the bytes of its copy, if there is one.
    """

    problem: str = ""
    gone: list[str] = field(default_factory=list)
    verdicts: dict[str, Verdict] = field(default_factory=dict)
    unread: str = ""
    feedback: bytes = b""

    def is_whole(self):
        """Whether nothing stood in the way, so that a second check would find the same."""
        unchecked = any(
            verdict.state == UNCHECKED for verdict in self.verdicts.values()
        )
        return not self.problem and not self.unread and not unchecked

    def as_json(self):
        """All but the copy, as `outcome_of` reads it."""
        parts = asdict(self)
        del parts["feedback"]
        return json.dumps(parts)


def outcome_of(text):
    """The outcome that `as_json` wrote.

    >>> outcome_of(Outcome(verdicts={"01-a": NOT_REACHED}).as_json()).verdicts["01-a"].why
    'it was not reached.'
    """
    outcome = Outcome(**json.loads(text))
    outcome.verdicts = {
        name: Verdict(*parts) for name, parts in outcome.verdicts.items()
    }
    return outcome
