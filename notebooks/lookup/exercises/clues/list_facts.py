"""What is true of one list beside another: nested, counted, with other members."""

import math
from itertools import chain
from numbers import Real

import numpy as np
import torch

from ..difference import members, short
from .number_facts import number_facts, running_facts
from .sequence_facts import sequence_facts

MOST = 1000  # numbers that are looked at one by one; a right answer has about a hundred


def list_facts(given, wanted, sizes):
    """Yield true clauses about a list that is not the wanted one, the most telling first.

    sizes: {name: number} of the inputs.

    >>> next(list_facts([[3], [1]], [3, 1], {}))
    'the members are right, but in lists of their own; one flat list is wanted'
    """
    given, wanted = plain(given), plain(wanted)
    if _is_nested(given) and not _is_nested(wanted) and _flat(given) == _flat(wanted):
        yield "the members are right, but in lists of their own; one flat list is wanted"
    if not _is_nested(given) and _is_nested(wanted) and _flat(given) == _flat(wanted):
        yield "the members are right, but in one flat list; they should stand in groups"
    pairs = list(zip(given, wanted)) if len(given) == len(wanted) else []
    if pairs and all(isinstance(one, tuple) and right in one for one, right in pairs):
        yield "each member holds the right one and something besides; leave that out"
    if given and all(isinstance(one, bool) for one in given):
        yield "yours says for each member whether it is so; the members themselves are wanted"
    if given and given == tuple(map(str, wanted)):
        yield "your numbers are pieces of text"
    elif any(
        isinstance(one, str) and one == str(right) != right for one, right in pairs
    ):
        yield "some of your numbers are pieces of text; leave out their quotes"
    if _are_texts(given + wanted) and list(given) == list("".join(wanted)):
        yield "the letters of the words stand there one by one; += takes a text apart, append not"
    # `plain` has made a text of it.
    if repr(None) in given:
        yield "there is a None among yours"
    if given and all(map(is_number, given + wanted)):
        yield from running_facts(list(given), list(wanted))
        if len(given) == len(wanted):
            yield from number_facts(given, wanted, sizes)
            yield from _behind_the_first(pairs)
    yield from sequence_facts(list(given), list(wanted), _noun(given + wanted))


def _behind_the_first(pairs):
    """Facts about numbers of which all but the first are off by the same."""
    steps = {given - wanted for given, wanted in pairs[1:]}
    if len(pairs) > 2 and pairs[0][0] == pairs[0][1] and len(steps) == 1:
        step = steps.pop()
        how = "large" if step > 0 else "small"
        yield f"all your numbers but the first are too {how} by {abs(step)}"


def plain(value):
    """Numbers, texts, and tuples of them: what can be compared, hashed and counted.

    A tensor or an array of more than MOST numbers is a text.

    >>> plain([torch.tensor([1, 2]), "cat"])
    ((1, 2), 'cat')
    """
    if isinstance(value, list | tuple):
        return tuple(map(plain, members(value)))
    if isinstance(value, torch.Tensor | np.ndarray | np.generic):
        return plain(value.tolist()) if math.prod(value.shape) <= MOST else short(value)
    return value if isinstance(value, str | Real) else repr(value)


def is_number(value):
    """Whether a value is a finite number, and not True or False.

    >>> is_number(1.5), is_number(True), is_number("1")
    (True, False, False)
    """
    return (
        isinstance(value, Real) and not isinstance(value, bool) and math.isfinite(value)
    )


def _is_nested(values):
    return any(isinstance(one, tuple) for one in values)


def _flat(values):
    """All that is in tuples of tuples, in one."""
    parts = (_flat(one) if isinstance(one, tuple) else (one,) for one in values)
    return tuple(chain.from_iterable(parts))


def _noun(values):
    """What a member is called."""
    if all(map(is_number, values)):
        return "number"
    return "word" if _are_texts(values) else "member"


def _are_texts(values):
    return bool(values) and all(isinstance(one, str) for one in values)
