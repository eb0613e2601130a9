"""02-c: whether two lookups are equivalent: in their rows, and in the gradient."""

import torch

from .check import Exercise
from .kit.lookups import OTHER_GRADIENT, OTHER_ROWS, PLAIN, SAME
from .kit.trials import three_sizes, whole_numbers


def _two_lookups(rng):
    """F.embedding beside each other lookup, in both orders, with ids of which one comes twice."""
    V, D, B = three_sizes(rng, 4, 8)
    ids = rng.choices(range(V - 1), k=B - 2)
    W = whole_numbers(rng, V, D)
    ids = torch.tensor([*ids, ids[0], V - 1])
    pairs = [
        pair
        for other in (*SAME, *OTHER_GRADIENT, *OTHER_ROWS)
        for pair in ((PLAIN, other), (other, PLAIN))
    ]
    return [(*pair, W, ids) for pair in rng.sample(pairs, len(pairs))]


def _equivalent(f, g, W, ids):
    same_rows = f(W, ids).tolist() == g(W, ids).tolist()
    return same_rows and equal_gradients(f, g, W, ids)


EXERCISE = Exercise(
    truth=_equivalent,
    trials=_two_lookups,
    names=("f", "g", "W", "ids"),
)


@EXERCISE.wrong
def equal_rows(f, g, W, ids):
    """equal rows do not make equal layers: the gradients of W must agree as well,
    each on a fresh copy of W."""
    return torch.equal(f(W, ids), g(W, ids))


def _gradients(f, g, W, ids):
    W = W.clone().requires_grad_()
    return [torch.autograd.grad(lookup(W, ids).sum(), W)[0] for lookup in (f, g)]


@EXERCISE.wrong
def equal_gradients(f, g, W, ids):
    """equal gradients do not make equal layers: compare the rows as well."""
    return torch.equal(*_gradients(f, g, W, ids))


@EXERCISE.wrong
def rows_or_gradients(f, g, W, ids):
    """one of the two is not enough: rows and gradients must agree."""
    return equal_rows(f, g, W, ids) or equal_gradients(f, g, W, ids)


@EXERCISE.wrong
def equal_sums_of_gradients(f, g, W, ids):
    """a sum or a norm of the gradient hides to which row it went: compare place by place."""
    sums = [gradient.sum() for gradient in _gradients(f, g, W, ids)]
    return equal_rows(f, g, W, ids) and torch.equal(*sums)


@EXERCISE.wrong
def gradients_in_the_same_rows(f, g, W, ids):
    """which rows have a gradient is not enough: compare its numbers as well."""
    one, other = ((gradient != 0).any(1) for gradient in _gradients(f, g, W, ids))
    return equal_rows(f, g, W, ids) and torch.equal(one, other)


@EXERCISE.wrong
def never_equivalent(f, g, W, ids):
    """even equal lookups fail: in one copy of W gradients add up, and other random numbers
    send back other gradients. Use a fresh copy for each, and the same numbers for both."""
    return False


@EXERCISE.wrong
def equal_sums_of_rows(f, g, W, ids):
    """sums hide where a number stands: compare place by place."""
    return bool(f(W, ids).sum() == g(W, ids).sum())
