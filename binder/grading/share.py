"""Which share of an exercise's points an answer earns."""

import random

from lookup.exercises.check import NOT_YET, RIGHT
from lookup.exercises.difference import difference
from lookup.exercises.kit.plain_torch import plain_torch


def share_of(exercise, answer, state):
    """1 for a right answer; of a wrong one the share of its parts that are right in every trial.

    It is never 1 for one that is "not yet": it may be wrong in what it does to its inputs.
    """
    if state != NOT_YET or not callable(answer):
        return float(state == RIGHT)
    try:
        return _share_of_parts(exercise, answer)
    except (Exception, SystemExit):  # the learner's own
        return 0


@plain_torch()
def _share_of_parts(exercise, answer):
    seed = random.random()
    # The same inputs twice: an answer may change its own, and the truth must see them unchanged.
    trials, again = (exercise.trials(random.Random(seed)) for _ in range(2))
    wrong = set()
    for inputs, same in zip(trials, again):
        wanted = exercise.truth(*same)
        with plain_torch():
            given = answer(*inputs)
        if not isinstance(wanted, tuple) or not isinstance(given, tuple | list):
            return 0
        if len(given) != len(wanted):
            return 0
        wrong |= {k for k, part in enumerate(wanted) if difference(given[k], part)}
    # At least one counts as wrong: an answer that is right in all of them here failed in the trials
    # of `check`, or changed its inputs.
    return (len(wanted) - max(1, len(wrong))) / len(wanted)
