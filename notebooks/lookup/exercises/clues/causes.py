"""Why an answer is wrong: the exercise's own hints first, then what is true in general."""

from itertools import combinations

import torch

from ..difference import difference
from .code_facts import code_facts, of_a_set, unused
from .general_causes import common_fact
from .own_hints import as_if_hints, ended, own_hints
from .stops import meaning
from .trial import by_part


def causes(exercise, answer, trials, shown, outcome):
    """Lines that say why an answer fails in some of its trials, perhaps none.

    shown: the failing trial that the learner sees.
    outcome: from a function and inputs it makes what the function gives and what it raises.
    """
    if shown.given is ...:
        return _where(exercise, trials)
    if _changes_by_itself(answer, trials, outcome):
        sources = "random, kept from call to call, or read off a clock"
        return [f"Clue: yours is another one each time: {sources}?"]
    for fact in code_facts(answer):
        return [f"Likely cause: {fact}."]
    # A whole number is often the size of another input, so an answer may do without it.
    needed = [type(value) is not int for value in trials[0].inputs]
    blind = [
        f"Clue: your function never looks at {name}." for name in unused(answer, needed)
    ][:1]
    hints = own_hints(exercise, trials, outcome)
    # True and False agree with a known wrong answer by chance; what is never looked at is certain.
    if hints and not (blind and isinstance(shown.wanted, bool)):
        return hints
    meant = meaning(shown.error, exercise.names, shown.inputs) if shown.error else ""
    said = [f"What it means: {meant}"] if meant else []
    clue = (
        blind
        or as_if_hints(exercise, trials, outcome, late=False)
        or _clue(exercise, trials)
        or as_if_hints(exercise, trials, outcome, late=True)
        or _of_a_set(answer, shown)
    )
    return [*said, *clue, *_where(exercise, trials)]


def _of_a_set(answer, shown):
    """What sets do, where one is used and a list came out in another order, or too short."""
    is_list = isinstance(shown.given, list) and isinstance(shown.wanted, list)
    sources = of_a_set(answer) if is_list else []
    return [f"Clue: {source} has neither order nor repeats." for source in sources[:1]]


def _changes_by_itself(answer, trials, outcome):
    """Whether an answer is another one when it is asked again."""
    plain = torch.Tensor | list | tuple | int | float
    wrong = [
        trial for trial in trials if trial.problem and isinstance(trial.given, plain)
    ]
    again = outcome(answer, wrong[0].inputs) if wrong else (None, None)
    # What differs from itself, as nan inside a list does, tells nothing by differing again.
    if not wrong or again[1] or difference(wrong[0].given, wrong[0].given):
        return False
    return bool(difference(wrong[0].given, again[0]))


def _clue(exercise, trials):
    """What is true in general: of the whole answer, or else of the first part with such a truth.

    What goes wrong behind that part may be no more than a consequence.
    """
    trials = [trial for trial in trials if not trial.is_silent]
    inputs = [trial.inputs for trial in trials]
    given = [trial.given for trial in trials]
    wanted = [trial.wanted for trial in trials]
    fact = common_fact(exercise.names, list(zip(inputs, given, wanted)))
    if fact:
        return [f"Clue: {ended(fact)}"]
    parts = by_part(given, wanted)
    if len(parts) == 1:
        return []
    for k, (ours, right) in enumerate(zip(parts, by_part(wanted, wanted))):
        fact = common_fact(exercise.names, list(zip(inputs, ours, right)))
        if fact:
            name = exercise.parts[k] if exercise.parts else f"part {k}"
            return [f"Clue for {name}: {ended(fact)}"]
    return []


def _where(exercise, trials):
    """In which trials the answer fails, in words if what is special about them is known."""
    failing = {k for k, trial in enumerate(trials) if trial.problem}
    if len(failing) == len(trials):
        return []
    for text, there in _in_general(exercise.names, trials).items():
        if there == failing:
            return [f"It goes wrong only where {text}."]
    special = {
        text: {k for k, trial in enumerate(trials) if holds(*trial.inputs)}
        for text, holds in exercise.special.items()
    }
    places = {
        texts: set().union(*(special[text] for text in texts))
        for texts in [*combinations(special, 1), *combinations(special, 2)]
    }
    # The narrowest first: what is true of fewer trials says more.
    for texts, there in sorted(places.items(), key=lambda one: len(one[1])):
        # By chance an answer may be right there, so that not all of these trials need to fail.
        if (
            failing <= there
            and len(there) <= 1.25 * len(failing)
            and len(there) < len(trials)
        ):
            return [f"It goes wrong only where {' or '.join(texts)}."]
    return [f"It is right in {1 - len(failing) / len(trials):.0%} of the trials."]


def _in_general(names, trials):
    """{what is true of some inputs: the numbers of their trials}: a text, True, dimensions.

    Of several such truths of one input there are also each two, and all but one.
    """
    found = {}
    for name, values in zip(names, zip(*(trial.inputs for trial in trials))):
        there = {}
        for number, value in enumerate(values):
            if isinstance(value, str | bool):
                there.setdefault(repr(value), set()).add(number)
            elif isinstance(value, torch.Tensor):
                there.setdefault(f"{value.ndim}-dimensional", set()).add(number)
        found |= {f"{name} is {text}": numbers for text, numbers in there.items()}
        for one, other in combinations(there, 2):
            found[f"{name} is {one} or {other}"] = there[one] | there[other]
        everywhere = {*range(len(trials))}
        found |= {f"{name} is not {text}": everywhere - there[text] for text in there}
    return found
