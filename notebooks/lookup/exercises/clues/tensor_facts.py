"""What is true of one tensor beside another: turned, folded, added up, rows missing."""

from itertools import permutations

import torch

from .number_facts import number_facts, running_facts
from .sequence_facts import sequence_facts


def tensor_facts(given, wanted, sizes):
    """Yield true clauses about a tensor that is not the wanted one, the most telling first.

    given, wanted: dense tensors of real numbers. sizes: {name: number} of the inputs.

    >>> next(tensor_facts(torch.ones(2, 3), torch.ones(3, 2), {}))
    'rows and columns are swapped'
    """
    if given.numel() == 0 < wanted.numel():
        yield "yours holds no number"
        return
    yield from _contents(given, wanted)
    yield from _turned(given, wanted)
    yield from _added_up(given, wanted)
    yield from _one_dimension_less(given, wanted)
    if given.shape == wanted.shape:
        yield from _numbers(given, wanted, sizes)
        yield from _places(given, wanted)
    yield from _lines(given, wanted)
    if given.ndim == wanted.ndim == 2 and _same(given.sum(0), wanted.sum(0)):
        yield "the total is right, added up along dimension 0, but it lies in other rows"


def _same(a, b):
    return a.shape == b.shape and torch.allclose(
        a, b, rtol=1e-6, atol=0, equal_nan=True
    )


def _contents(given, wanted):
    if given.isnan().any() and not wanted.isnan().any():
        yield "yours holds nan, which is not a number: is something divided by 0?"
    if not given.any():
        yield "yours is 0 everywhere: is anything written into it?"


def _turned(given, wanted):
    """Facts about the right numbers in another shape or direction."""
    if given.numel() != wanted.numel():
        return
    if given.shape != wanted.shape and _same(given.squeeze(), wanted.squeeze()):
        how = "too many" if given.ndim > wanted.ndim else "missing"
        yield f"the numbers are right, but a dimension of size 1 is {how}"
    for order in permutations(range(wanted.ndim)):
        if list(order) != sorted(order) and _same(given, wanted.permute(order)):
            two = "rows and columns are swapped"
            yield two if wanted.ndim == 2 else "the dimensions stand in another order"
    if given.shape != wanted.shape and _same(given.flatten(), wanted.flatten()):
        yield "the numbers are right and in order, but folded into another shape"


def _added_up(given, wanted):
    """Facts about a sum or a mean too many, or one that is missing."""
    for d in range(wanted.ndim):
        if _same(given, wanted.sum(d)):
            yield f"yours is the right answer added up along dimension {d}; leave it as it was"
        if _same(given, wanted.mean(d)):
            yield f"yours is the mean of the right answer along dimension {d}; leave it as it was"
    for d in range(given.ndim):
        if _same(given.sum(d), wanted):
            yield f"yours would be right, had it been added up along dimension {d}"
        if _same(given.mean(d), wanted):
            yield f"yours would be right, had the mean been taken along dimension {d}"


def _one_dimension_less(given, wanted):
    """Facts about one row, or one number of each row, where rows are wanted."""
    if wanted.ndim == 0 or given.ndim != wanted.ndim - 1:
        return
    if _same(given, wanted[0]):
        yield "yours is the first row alone; a loop may have ended in its first pass"
    if _same(given, wanted[-1]):
        yield "yours is the last row alone; in a loop each may have replaced the one before"
    as_long = wanted.ndim == 2 and len(given) == len(wanted)
    if as_long and all(number in row for number, row in zip(given, wanted)):
        yield "yours has one number where a whole row is wanted"


def _lines(given, wanted):
    """Facts about rows, or the numbers of a vector, and about columns."""
    if given.ndim != wanted.ndim or wanted.ndim == 0:
        return
    if given.shape[1:] == wanted.shape[1:]:
        noun = "number" if wanted.ndim == 1 else "row"
        yield from sequence_facts(_members(given), _members(wanted), noun)
    if wanted.ndim == 2 and len(given) == len(wanted):
        yield from sequence_facts(_members(given.T), _members(wanted.T), "column")


def _are_proportional(given, wanted):
    """Whether each row is a multiple of the wanted one, with numbers that are no chance."""
    # Multiplied crosswise, as a quotient would fail at every 0.
    products = given * wanted.sum(1, keepdim=True), wanted * given.sum(1, keepdim=True)
    return wanted.shape[1] > 2 and bool(given.any()) and _same(*products)


def _members(tensor):
    """Its rows as tuples, or its numbers."""
    if tensor.ndim == 1:
        return tensor.tolist()
    return [tuple(row.flatten().tolist()) for row in tensor]


def _numbers(given, wanted, sizes):
    """Facts about the numbers of two tensors of one shape."""
    ours, theirs = given.flatten().tolist(), wanted.flatten().tolist()
    if given.isfinite().all() and wanted.isfinite().all():
        if wanted.ndim == 1:
            yield from running_facts(ours, theirs)
        yield from number_facts(ours, theirs, sizes)


def _places(given, wanted):
    """Facts about where two tensors of one shape differ."""
    wrong = given != wanted
    if (
        given.ndim == 2
        and len(given) > 1
        and not wrong[0].any()
        and not given[1:].any()
    ):
        yield "only your first row is written, and right; a loop may have ended in its first pass"
    if given.ndim == 2 and len(given) > 1 and not given[1:].any():
        yield "all your rows but the first are 0"
    if not given[wrong].any():
        yield "wherever yours is wrong, it is 0: nothing was written there"
    if given.ndim == 2 and _are_proportional(given, wanted):
        yield "each row is the right one times a number of its own: a mean, or a weight?"
    if not wanted[wrong].any():
        yield "all that is wanted is there, but yours is not 0 everywhere else"
