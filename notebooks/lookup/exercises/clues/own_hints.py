"""Known wrong answers: an answer that goes wrong as one of them does is told what that one is."""

import inspect

from .as_if import changes_of
from .stops import alike
from .trial import by_part, differ


def hint(wrong):
    """The hint of a known wrong answer: its docstring, on one line."""
    return inspect.cleandoc(wrong.__doc__).replace("\n", " ")


def own_hints(exercise, trials, outcome):
    """The hints of the exercise's known wrong answers that agree."""
    known = [(wrong, hint(wrong)) for wrong in exercise.wrong_answers]
    chosen = _chosen(known, trials, outcome)
    return _told("Likely cause", exercise.parts, chosen, _wrong_parts(trials))


def as_if_hints(exercise, trials, outcome, *, late):
    """For which other inputs the answer would be right, if there are such.

    late: whether those of which an answer by itself tells more, or the others.
    True or False is too little to go by, and so is an answer that always stops.
    """
    heard = [trial for trial in trials if trial.problem and not trial.is_silent]
    if not heard or isinstance(heard[0].wanted, bool):
        return []
    for always, how in ((True, "yours"), (False, "where yours is wrong, it")):
        asked = trials if always else [trial for trial in trials if trial.problem]
        known = [
            (_as_if(exercise, one.change), f"{how} would be right if {ended(one.text)}")
            for one in changes_of(exercise.names, [trial.inputs for trial in trials])
            if one.always == always and one.late == late
        ]
        # One trial rules out most of them, at a fraction of the cost of all.
        known = [
            one for one in known if _chosen([one], heard[:1], outcome, strict=False)
        ]
        chosen = _chosen(known, asked, outcome, strict=False)
        if chosen:
            return _told(
                "Clue", exercise.parts, chosen, set(range(len(exercise.parts)))
            )
    return []


def _as_if(exercise, change):
    return lambda *inputs: exercise.truth(*change(list(inputs)))


def ended(clause):
    """A clause as the end of a sentence."""
    return clause if clause.endswith("?") else f"{clause}."


def _chosen(known, trials, outcome, *, strict=True):
    """[(the parts that it explains, text)] of the known answers that agree.

    strict: whether one must agree in all parts that it has wrong, and may stop where this one does.
    One that explains more parts of the answer goes before others, and no part is explained twice.
    """
    agreed = []
    first = [trial for trial in trials if trial.problem and not trial.is_silent][:1]
    for wrong, text in known:
        if strict and any(
            _refutes(trial, *outcome(wrong, trial.inputs)) for trial in first
        ):
            continue
        parts = _agreed(
            trials, [outcome(wrong, trial.inputs) for trial in trials], strict=strict
        )
        if parts:
            agreed.append((parts, text))
    chosen = []
    explained = set()
    # The sort is stable: of those that explain as much, the exercise's order decides.
    for parts, text in sorted(agreed, key=lambda one: -len(one[0])):
        if not parts & explained:
            chosen.append((parts, text))
            explained |= parts
    return chosen


def _told(kind, names, chosen, due):
    """A line for each of them, with the parts it is for unless all that are due are explained."""
    explained = set().union(*(parts for parts, _ in chosen))
    if not names or explained >= due:
        return [f"{kind}: {text}" for _, text in chosen]
    return [
        f"{kind} for {' and '.join(names[k] for k in sorted(parts))}: {text}"
        for parts, text in chosen
    ]


def _wrong_parts(trials):
    """The parts that are wrong in some trial."""
    heard = [trial for trial in trials if not trial.is_silent]
    wanted = [trial.wanted for trial in heard]
    return _parts_that_differ([trial.given for trial in heard], wanted, wanted)


def _agreed(trials, outcomes, *, strict):
    """The parts in which a known wrong answer goes wrong, if this one is just as wrong there.

    strict: if this one is not in all of them, there are none; else they are those in which it is.

    Where the known one stops, this one must stop alike. Where only this one stops, or gives
    nothing, nothing is compared; that may be so in a third of the trials, and not where True or
    False is wanted, which is too little to go by.
    """
    alone = 0
    ours = []
    theirs = []
    wanted = []
    for trial, (given, error) in zip(trials, outcomes):
        if error and not (strict and trial.error and alike(trial.error, error)):
            return set()
        alone += trial.is_silent and not error
        if not trial.is_silent:
            ours.append(trial.given)
            theirs.append(given)
            wanted.append(trial.wanted)
    stops = any(error for _, error in outcomes)
    if alone and (
        stops or 3 * alone > len(trials) or isinstance(trials[0].wanted, bool)
    ):
        return set()
    if stops:
        return set() if differ(ours, theirs) else {0}
    wrong = _parts_that_differ(theirs, wanted, wanted)
    other = _parts_that_differ(ours, theirs, wanted)
    return set() if strict and wrong & other else wrong - other


def _refutes(trial, given, error):
    """Whether one trial shows already that an answer does not go wrong as a known one does.

    Most are ruled out by it, and need not run on the other inputs.
    """
    if error:
        return False
    wrong = _parts_that_differ([given], [trial.wanted], [trial.wanted])
    return bool(wrong & _parts_that_differ([trial.given], [given], [trial.wanted]))


def _parts_that_differ(values, others, wanted):
    """The numbers of the parts in which two lists of answers differ: all, if of one some lack."""
    one, other = by_part(values, wanted), by_part(others, wanted)
    if len(one) != len(other):
        return {*range(max(len(one), len(other)))}
    return {k for k in range(len(one)) if differ(one[k], other[k])}
