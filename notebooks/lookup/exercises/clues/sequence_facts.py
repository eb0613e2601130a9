"""What is true of one sequence beside another, without knowing what they are for."""

from collections import Counter


def sequence_facts(given, wanted, noun):
    """Yield true clauses about a sequence that is not the wanted one, the most telling first.

    given, wanted: lists of what can be hashed. noun: what a member is called.

    >>> next(sequence_facts([3, 1, 2], [2, 1, 3], "id"))
    'the ids are right, but in reverse order'
    """
    if not given:
        yield "yours is empty"
    # Of one or two different members a line often looks moved by chance.
    if len(given) == len(wanted) and len(set(wanted)) > 2:
        yield from _moved(given, wanted, noun)
    if Counter(given) == Counter(wanted):
        yield from _of_the_same(given, wanted, noun)
        yield from _each_once(given, wanted, noun)
    elif len(given) == len(wanted):
        yield from _of_as_many(given, wanted, noun)
    else:
        yield from _of_another_length(given, wanted, noun)


def _moved(given, wanted, noun):
    """Facts about what stands beside its place; what falls off one end may return at the other."""
    if given[1:] == wanted[:-1]:
        yield f"every {noun} stands one place too late"
    if given[:-1] == wanted[1:]:
        yield f"every {noun} stands one place too early"


def _of_the_same(given, wanted, noun):
    """Facts about the right members in a wrong order."""
    if given == wanted[::-1]:
        yield f"the {noun}s are right, but in reverse order"
    if given == _in_order(wanted):
        yield f"the {noun}s are right, but sorted; they should keep their order"
    if wanted == _in_order(set(wanted)):
        yield f"the {noun}s are right, but not in ascending order"
    yield f"the {noun}s are right, but in another order"


def _of_as_many(given, wanted, noun):
    """Facts about as many members as wanted, some of them wrong."""
    if len(wanted) < 3:
        return
    if len(set(given)) == 1:
        yield f"all your {noun}s are the same"
    wrong = [k for k, (g, w) in enumerate(zip(given, wanted)) if g != w]
    last = len(wanted) - 1
    if wrong in ([0], [last]):
        yield f"only your {_end(wrong[0])} {noun} is wrong"


def _end(place):
    return "last" if place else "first"


def _of_another_length(given, wanted, noun):
    """Facts about members that are missing, or too many."""
    n = len(given)
    once = list(dict.fromkeys(wanted))
    if given == once and once != wanted:
        yield f"each {noun} stands there once, but some are wanted more than once"
    yield from _each_once(given, wanted, noun)
    if n == 1 and given == wanted[:1]:
        yield f"yours is the first {noun} alone; a loop may have ended in its first pass"
    if n == 1 and given == wanted[-1:]:
        yield f"yours is the last {noun} alone; in a loop each may have replaced the one before"
    if n == len(wanted) - 1 and given == wanted[1:]:
        yield f"the first {noun} is missing; the others are right"
    if given == wanted[:n]:
        yield f"the last {noun}s are missing; the others are right"
    if n == len(wanted) + 1 and given[1:] == wanted:
        yield f"one {noun} too many stands at the beginning; the others are right"
    if n == len(wanted) + 1 and given[:-1] == wanted:
        yield f"one {noun} too many stands at the end; the others are right"
    if Counter(given) < Counter(wanted):
        yield f"some {noun}s are missing; those that are there are right"
    if Counter(given) > Counter(wanted):
        yield f"all the right {noun}s are there, and others besides"


def _each_once(given, wanted, noun):
    if len(set(given)) == len(given) and set(given) == set(wanted):
        yield f"each {noun} stands there once, whatever repeats and order are wanted: by a set?"


def _in_order(members):
    try:
        return sorted(members)
    except TypeError:  # members of several kinds
        return None
