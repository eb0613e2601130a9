"""Answers that would be right for other inputs: as if one were left out, turned, or exchanged."""

from itertools import accumulate, chain, permutations
from typing import NamedTuple

import torch


class Change(NamedTuple):
    """What would have to be otherwise.

    text: "lr were 1: is lr left out?". change: makes inputs of inputs, or raises where it does not
    fit. always: whether it must explain all trials; else it is enough if it does those that fail.
    late: whether what can be said of the answer itself is likely to tell more.
    """

    text: str
    change: object
    always: bool = True
    late: bool = False


def changes_of(names, lines):
    """Yield a `Change` for each way in which inputs may be taken for others.

    names: what the inputs are called. lines: the inputs of all trials.

    >>> next(changes_of(["lr"], [[0.5]])).change([0.5])
    [1]
    """
    for k, (name, value) in enumerate(zip(names, lines[0], strict=True)):
        for text, change in _changes(name, value).items():
            yield Change(text, _of_one(k, change))
        for text, change in _late(name, value).items():
            yield Change(text, _of_one(k, change), late=True)
        if isinstance(value, bool | str):
            for other in sorted({inputs[k] for inputs in lines}):
                # Bound as a default: else all of them would give the last value of the loop.
                yield Change(
                    f"{name} were {other!r}", _of_one(k, lambda _, o=other: o), False
                )
    alike = [
        (i, j)
        for i, j in permutations(range(len(names)), 2)
        if all(_are_alike(inputs[i], inputs[j]) for inputs in lines)
    ]
    for i, j in alike:
        yield Change(f"{names[i]} were {names[j]}", _in_place_of(i, j))
    for i, j in alike:
        # To exchange i and j is to exchange j and i.
        if i < j:
            yield Change(
                f"{names[i]} and {names[j]} had changed places", _exchanged(i, j)
            )


def _of_one(k, change):
    return lambda inputs: [*inputs[:k], change(inputs[k]), *inputs[k + 1 :]]


def _in_place_of(i, j):
    return lambda inputs: [*inputs[:i], inputs[j], *inputs[i + 1 :]]


def _exchanged(i, j):
    def change(inputs):
        changed = list(inputs)
        changed[i], changed[j] = inputs[j], inputs[i]
        return changed

    return change


def _are_alike(one, other):
    """Whether a learner may take one input for the other."""
    if isinstance(one, torch.Tensor) and isinstance(other, torch.Tensor):
        return one.ndim == other.ndim and one.dtype == other.dtype
    return type(one) is type(other) and isinstance(one, int | float | list)


def _changes(name, value):
    """{text: a function of this input}; none of an input of the course's own."""
    if isinstance(value, bool):
        return {f"{name} were turned round: is True taken for False?": lambda x: not x}
    if isinstance(value, int | float):
        return _of_a_number(name, value)
    if type(value) is list:
        return _of_a_line(name) | (_of_lists(name) if list in map(type, value) else {})
    if not isinstance(value, torch.Tensor):
        return {}
    line = _of_a_line(name) if _is_line(value) else {}
    if not value.is_floating_point():
        return _of_ids(name) | line
    return _of_numbers(name) | (_of_a_table(name) if value.ndim == 2 else {}) | line


def _of_a_number(name, value):
    inverse = f"{name} were 1 / {name}: divided where it should be multiplied?"
    twice = f"{name} were squared: is it multiplied twice?"
    return {
        f"{name} were 1: is {name} left out?": lambda x: 1,
        f"{name} were 0: is {name} left out?": lambda x: 0,
        f"{name} had the other sign": lambda x: -x,
        f"{name} were twice as large": lambda x: 2 * x,
        f"{name} were 2: is a number written for {name}?": lambda x: 2,
    } | (
        {inverse: lambda x: 1 / x, twice: lambda x: x * x}
        if isinstance(value, float)
        else {}
    )


def _of_numbers(name):
    return {
        f"{name} were 0 everywhere: is {name} left out?": torch.zeros_like,
        f"{name} were 1 everywhere: is {name} left out?": torch.ones_like,
        f"{name} were squared: is it multiplied twice?": torch.square,
        f"the rows of {name} were one place further on": lambda x: x.roll(1, 0),
        f"the rows of {name} were one place further back": lambda x: x.roll(-1, 0),
    }


def _of_a_table(name):
    return {
        f"{name} were turned on the side": lambda x: x.mT,
        f"reshape turned {name} on the side; it only folds, .T turns": lambda x: (
            x.reshape(x.shape[::-1]).mT
        ),
    }


def _of_ids(name):
    return {
        f"{name} were 0, 1, 2 and so on: are places taken for {name}?": _counted_through,
        f"the numbers in {name} were larger by 1": lambda x: x + 1,
        f"the numbers in {name} were smaller by 1": lambda x: x - 1,
        f"{name} were turned on the side": lambda x: x.permute(
            *reversed(range(x.ndim))
        ),
        f"the dimensions of {name} were turned before its numbers were put in line": lambda x: (
            x.permute(*reversed(range(x.ndim))).reshape(x.shape)
        ),
    }


def _counted_through(ids):
    return torch.arange(ids.numel()).reshape(ids.shape)


def _of_a_line(name):
    """Of a list or a vector."""
    return {
        f"{name} were in order": lambda x: (
            x.sort().values if _is_tensor(x) else sorted(x)
        ),
        f"{name} were in reverse order": lambda x: (
            x.flip(0) if _is_tensor(x) else x[::-1]
        ),
    }


def _late(name, value):
    """{text: a function of this input}, of which an answer by itself may tell more."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return {
            f"{name} were larger by 1": lambda x: x + 1,
            f"{name} were smaller by 1": lambda x: x - 1,
        }
    if not _is_line(value):
        return {}
    return {
        f"each member of {name} stood there once": _each_once,
        f"{name} held only its first member": lambda x: x[:1],
        f"{name} held only its last member": lambda x: x[-1:],
        f"{name} lacked its first member": lambda x: x[1:],
        f"{name} lacked its last member": lambda x: x[:-1],
    }


def _is_line(value):
    return type(value) is list or (_is_tensor(value) and value.ndim == 1)


def _each_once(values):
    return values.unique() if _is_tensor(values) else list(dict.fromkeys(values))


def _is_tensor(value):
    return isinstance(value, torch.Tensor)


def _of_lists(name):
    anew = "is something not made anew?"
    return {
        f"each list in {name} were in order": lambda x: list(map(sorted, x)),
        f"the lists in {name} were joined into one": lambda x: [list(chain(*x))],
        f"each list in {name} began with those before it: {anew}": lambda x: list(
            accumulate(x)
        ),
    }
