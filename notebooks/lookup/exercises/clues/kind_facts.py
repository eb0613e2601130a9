"""What is true of an answer of another kind than wanted: a list for a tensor, a part missing."""

import math
from numbers import Real

import numpy as np
import torch

from ..difference import difference, members

ARRAY = np.ndarray | torch.Tensor
PLACES = ("first", "second", "third", "fourth")
MOST_PARTS = 12  # that an answer is searched for, where a few are wanted
PENDING = "yours is no list yet; list(...) makes one of it"
UNORDERED = "yours is a set, which has neither order nor repeats"
MAPPING = "yours is a dict, which holds each key once"
# By the name of the type, as an answer that comes from another process has no more than that.
NO_LISTS = dict.fromkeys(
    (
        "generator",
        "map",
        "filter",
        "zip",
        "enumerate",
        "reversed",
        "range",
        "chain",
        "accumulate",
    ),
    PENDING,
) | {
    "set": UNORDERED,
    "frozenset": UNORDERED,
    "dict": MAPPING,
    "Counter": MAPPING,
    "defaultdict": MAPPING,
    "dict_keys": PENDING,
    "dict_values": PENDING,
    "dict_items": PENDING,
    "str": "yours is one piece of text",
}


def kind_facts(given, wanted):
    """Yield true clauses about an answer of another kind than wanted, the most telling first.

    >>> list(kind_facts([1.0, 2.0], torch.tensor([1.0, 2.0])))
    ['the numbers are right; torch.tensor(...) makes a tensor of the list']
    """
    if (
        type(given) in (list, tuple)
        and len(given) == 1
        and not difference(given[0], wanted)
    ):
        yield "yours stands in brackets of its own, or before a comma; leave them out"
    if isinstance(wanted, torch.Tensor):
        yield from _for_a_tensor(given, wanted)
    elif isinstance(wanted, tuple):
        yield from _for_a_tuple(given, wanted)
    elif isinstance(wanted, list):
        yield from _for_a_list(given, wanted)
    elif isinstance(wanted, bool):
        yield from _for_a_bool(given)
    elif isinstance(wanted, Real):
        yield from _for_a_number(given, wanted)


def _for_a_tensor(given, wanted):
    if isinstance(given, np.ndarray):
        # A copy, as from_numpy refuses an array turned round and warns of one that is read-only.
        if not difference(torch.from_numpy(given.copy()), wanted):
            yield "the numbers are right; torch.from_numpy(...) makes a tensor of the array"
    elif type(given) in (list, tuple) and given:
        if all(isinstance(row, torch.Tensor) for row in given):
            if given[0].ndim + 1 == wanted.ndim and not difference(
                torch.stack([*given]), wanted
            ):
                yield "the members are right; torch.stack(...) makes one tensor of the list"
            else:
                yield "yours is a list of tensors; torch.stack or torch.cat makes one of them"
        elif not difference(_as_tensor(given), wanted):
            yield "the numbers are right; torch.tensor(...) makes a tensor of the list"


def _as_tensor(numbers):
    """A tensor of a list; the list itself if it has no such form."""
    try:
        return torch.tensor(numbers)
    except (RuntimeError, TypeError, ValueError):
        return numbers


def _for_a_tuple(given, wanted):
    """Facts about parts that are missing, or too many."""
    if type(given).__name__ in NO_LISTS:
        yield NO_LISTS[type(given).__name__]
        return
    numbers = all(isinstance(one, Real) for one in (given, *wanted))
    if numbers and given == sum(wanted):
        yield "yours is all of them added up; return them apart, with commas between them"
    for place, part in zip(PLACES, wanted):
        if not difference(given, part):
            yield f"yours is the {place} part alone; return all of them, with commas between them"
    parts = members(given) if isinstance(given, tuple | list) else [given]
    if len(parts) > MOST_PARTS:
        return
    there = [any(not difference(part, one) for part in parts) for one in wanted]
    places = [PLACES[k] for k in range(len(wanted)) if there[k]]
    if len(parts) == len(wanted) and all(there):
        yield "the parts are right, but in another order"
    if len(parts) < len(wanted) and len(places) == len(parts):
        yield f"what is there is right, but it is only the {' and the '.join(places)} part"
    if len(parts) > len(wanted) and all(there):
        yield "all the parts that are wanted are there, and others besides"


def _for_a_list(given, wanted):
    if isinstance(given, ARRAY):
        if given.shape[:1] == (len(wanted),) and not difference(given.tolist(), wanted):
            yield "what yours holds is right; .tolist() makes a list of it"
    elif type(given).__name__ in NO_LISTS:
        yield NO_LISTS[type(given).__name__]
    elif isinstance(given, bool):
        yield "yours is one True or False; the members themselves are wanted"
    elif wanted and not isinstance(given, list | tuple):
        if not difference(given, wanted[0]):
            yield "yours is the first member alone; a loop may have ended in its first pass"
        if not difference(given, wanted[-1]):
            yield "yours is the last member alone; in a loop each may have replaced the one before"
        numbers = all(isinstance(one, Real) for one in wanted)
        if numbers and len(wanted) > 1 and given == sum(wanted):
            yield "yours is the sum of the members; the members themselves are wanted"
        if isinstance(given, int) and given == len(wanted):
            yield "yours is how many there are; the members themselves are wanted"


def _for_a_bool(given):
    if isinstance(given, list | tuple):
        yield "yours holds several answers; all(...) makes one of them"
    if isinstance(given, ARRAY) and given.shape != ():
        yield "yours says for each place whether it is so; .all() makes one answer of them"
    elif isinstance(given, Real) and not isinstance(given, bool):
        yield "yours is a number; a comparison, or bool(...), gives True or False"
    elif isinstance(given, str):
        yield "yours is a piece of text; True and False stand without quotes"


def _for_a_number(given, wanted):
    if isinstance(given, ARRAY) and given.shape != () and math.prod(given.shape) == 1:
        yield "yours is an array of one number; .item() gives the number"
    elif isinstance(given, ARRAY) and given.shape != ():
        yield "yours holds many numbers; a single one is wanted"
    elif isinstance(given, bool):
        yield "yours says only whether it is so; a number is wanted"
    elif isinstance(given, str):
        yield "yours is a piece of text; return the number itself"
