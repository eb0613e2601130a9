"""What `check` can say of a wrong answer without knowing the exercise: true by construction."""

import torch

from ..difference import bare, difference, is_comparable, listed, members
from ..kit.inputs import sizes
from .kind_facts import kind_facts
from .list_facts import is_number, list_facts, plain
from .number_facts import number_facts
from .tensor_facts import tensor_facts


def common_fact(names, trials):
    """The most telling clause that is true in every failing trial, or "" if there is none.

    names: what the inputs are called. trials: (inputs, given, wanted) of all trials.
    Raises whatever a rude answer raises.

    >>> common_fact(["V"], [([5], 10, 5), ([7], 14, 7)])
    'yours is 2 times what is wanted'
    """
    trials = [
        (inputs, listed(given, wanted), wanted) for inputs, given, wanted in trials
    ]
    failing = [trial for trial in trials if difference(*trial[1:])]
    if not failing or any(_is_strange(given) for _, given, _ in failing):
        return ""
    found = [list(_facts(names, *trial, lone=len(failing) == 1)) for trial in failing]
    common = [fact for fact in found[0] if all(fact in facts for facts in found)]
    # What compares trials with each other says less than a fact of each, so it comes last.
    for says in (_of_all_trials, _of_shapes, _of_verdicts):
        common = common or says(names, trials, failing)
    return common[0] if common else ""


def _facts(names, inputs, given, wanted, lone):
    """Yield the clauses that are true of one answer.

    lone: whether no other trial fails, so that two equal numbers may be a coincidence.
    """
    yield from _beside_inputs(names, inputs, given)
    yield from kind_facts(given, wanted)
    # A size of 1 fits everywhere, as a factor most of all.
    named = {name: size for name, size in sizes(names, inputs).items() if size > 1}
    if isinstance(wanted, torch.Tensor) and isinstance(given, torch.Tensor):
        yield from tensor_facts(
            bare(given).detach().cpu().double(), wanted.double(), named
        )
    elif isinstance(wanted, list) and isinstance(given, list | tuple):
        yield from list_facts(given, wanted, named)
    elif is_number(wanted) and is_number(plain(given)) and not lone:
        yield from number_facts([plain(given)], [wanted], named)


def _is_strange(given):
    return isinstance(given, torch.Tensor) and not is_comparable(given)


def _beside_inputs(names, inputs, given):
    """Facts about an answer that is an input, or the beginning of one."""
    for name, value in zip(names, inputs, strict=True):
        if type(value) is type(given) in (list, torch.Tensor) and _has_members(given):
            if not difference(given, value):
                yield f"yours is {name} as it came"
            elif not difference(given, value[: len(given)]):
                yield f"yours is the beginning of {name}"


def _has_members(value):
    return (
        len(value) > 0 if isinstance(value, list) else value.ndim > 0 and len(value) > 0
    )


def _of_all_trials(names, trials, failing):
    """Whether one answer, no tensor, is given throughout, while several are wanted."""
    _, first, wanted = trials[0]
    kinds = bool | int | float | str | list | tuple
    for _, given, _ in trials:
        if not isinstance(given, kinds) or difference(given, first):
            return []
    if any(difference(other, wanted) for _, _, other in trials):
        return ["yours is the same in every trial, whatever the inputs are"]
    return []


def _of_shapes(names, trials, failing):
    """What the sizes of the answer are called, and those that are wanted."""
    shapes = [(_shape(given), _shape(wanted)) for _, given, wanted in failing]
    if len(failing) < 2 or any(() in both or both[0] == both[1] for both in shapes):
        return []
    named = [sizes(names, inputs) for inputs, _, _ in failing]
    ours, theirs = (_in_names(one, named) for one in zip(*shapes))
    if not ours or not theirs or ours == theirs:
        return []
    return [f"yours has the shape ({ours}), wanted is ({theirs})"]


def _shape(value):
    if isinstance(value, torch.Tensor):
        return tuple(value.shape)
    return (len(members(value)),) if isinstance(value, list) else ()


def _in_names(shapes, named):
    """The names of the sizes in all trials: "len(ids), V"; "" if one has no name, or several."""
    words = []
    for sizes_there in zip(*shapes) if len(set(map(len, shapes))) == 1 else []:
        fitting = [
            name
            for name in named[0]
            if all(there[name] == size for there, size in zip(named, sizes_there))
        ]
        if not fitting:
            return ""
        words.append(fitting[0])
    return ", ".join(words)


def _of_verdicts(names, trials, failing):
    """What is true of verdicts that err on one side only, or always."""
    if not all(isinstance(wanted, bool) for _, _, wanted in failing):
        return []
    verdicts = [(plain(given), wanted) for _, given, wanted in failing]
    if not all(isinstance(given, bool) for given, _ in verdicts):
        return []
    sides = set(verdicts)
    if len(failing) == len(trials) and len(sides) == 2:
        return ["yours always says the opposite of what is wanted"]
    if len(sides) == 1:
        said, right = sides.pop()
        return [f"whenever yours is wrong, it says {said} where {right} is wanted"]
    return []
