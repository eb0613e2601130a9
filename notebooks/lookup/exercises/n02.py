"""Exercises of 02 Embedding lookup."""

import torch

from .check import Exercise
from .lookups import OTHER_GRADIENT, OTHER_ROWS, PLAIN, SAME
from .trials import ids_below, three_sizes, whole_numbers


def _any_shape(rng):
    """A table and ids, in four shapes of ids."""
    V, D, B = three_sizes(rng, 3, 7)
    shapes = [(B,), (2, B), (B, 1, 2), (2, 2, B)]
    return [(whole_numbers(rng, V, D), ids_below(rng, V, *shape)) for shape in shapes]


def _linear(rng, spare):
    """The weight (D, V) of a linear layer, and ids, the largest first: a column but no row.

    spare: how many columns lie from the largest id on.
    """
    sizes = three_sizes(rng, 3, 7)
    V = max(sizes) + 2
    _, D, B = sizes
    ids = [V - spare, *rng.choices(range(V - spare), k=B - 1)]
    return whole_numbers(rng, D, V), torch.tensor(ids)


def _two_lookups(rng):
    """F.embedding beside each other lookup, in either order, with ids of which one comes twice."""
    V, D, B = three_sizes(rng, 4, 8)
    ids = rng.choices(range(V - 1), k=B - 2)
    W = whole_numbers(rng, V, D)
    ids = torch.tensor([*ids, ids[0], V - 1])
    others = [*SAME, *OTHER_GRADIENT, *OTHER_ROWS]
    return [(*rng.sample([PLAIN, other], 2), W, ids) for other in rng.sample(others, len(others))]


def _slow_rows(W, ids):
    return torch.stack([W[i] for i in ids.flatten().tolist()]).reshape(*ids.shape, W.shape[1])


def rows_in_one_line(W, ids):
    """the rows are right, but in one line; fold them back to the places of their ids."""
    return W[ids.flatten()]


def neighbours_added_up(W, ids):
    """the rows that stand together are added up; keep one row for each id."""
    return _slow_rows(W, ids).sum(-2)


def first_rows(W, ids):
    """the first rows of W came out; ids says which."""
    return W[torch.arange(ids.numel()) % len(W)].reshape(*ids.shape, -1)


def _slow_columns(weight, ids):
    return _slow_rows(weight.T, ids)


def lying_on_their_side(weight, ids):
    """those are the right numbers lying on their side; one row for each id."""
    return weight[:, ids]


def reshaped(weight, ids):
    """the numbers run on from column to column; turn the columns, do not reshape."""
    return weight[:, ids].reshape(len(ids), -1)


def whole_table(weight, ids):
    """that is all V rows; take those that ids names."""
    return weight.T


def one_row_less(weight, ids):
    """the places are one too small; ids count from 0."""
    return weight.T[ids - 1]


def _gradients(f, g, W, ids):
    W = W.clone().requires_grad_()
    return [torch.autograd.grad(lookup(W, ids).sum(), W)[0] for lookup in (f, g)]


def _equivalent(f, g, W, ids):
    same_rows = f(W, ids).tolist() == g(W, ids).tolist()
    return same_rows and equal_gradients(f, g, W, ids)


def equal_rows(f, g, W, ids):
    """equal rows do not make equal layers: the gradients of W must agree as well,
    each on a fresh copy of W."""
    return torch.equal(f(W, ids), g(W, ids))


def equal_gradients(f, g, W, ids):
    """equal gradients do not make equal layers: compare the rows as well."""
    return torch.equal(*_gradients(f, g, W, ids))


def rows_or_gradients(f, g, W, ids):
    """one of the two is not enough: rows and gradients must agree."""
    return equal_rows(f, g, W, ids) or equal_gradients(f, g, W, ids)


def equal_sums_of_gradients(f, g, W, ids):
    """a sum or a norm of the gradient hides to which row it went: compare place by place."""
    sums = [gradient.sum() for gradient in _gradients(f, g, W, ids)]
    return equal_rows(f, g, W, ids) and torch.equal(*sums)


def gradients_in_the_same_rows(f, g, W, ids):
    """which rows have a gradient is not enough: compare its numbers as well."""
    one, other = ((gradient != 0).any(1) for gradient in _gradients(f, g, W, ids))
    return equal_rows(f, g, W, ids) and torch.equal(one, other)


def never_equivalent(f, g, W, ids):
    """even equal lookups fail: in one copy of W gradients add up, and other random numbers
    send back other gradients. Use a fresh copy for each, and the same numbers for both."""
    return False


def equal_sums_of_rows(f, g, W, ids):
    """sums hide where a number stands: compare place by place."""
    return bool(f(W, ids).sum() == g(W, ids).sum())


EXERCISES = {
    "a": Exercise(
        truth=_slow_columns,
        trials=lambda rng: [_linear(rng, spare) for spare in (1, 2, 1, 2, 1)],
        names=("weight", "ids"),
        wrong=[lying_on_their_side, reshaped, whole_table, one_row_less],
    ),
    "b": Exercise(
        truth=_slow_rows,
        trials=_any_shape,
        names=("W", "ids"),
        wrong=[rows_in_one_line, neighbours_added_up, first_rows],
    ),
    "c": Exercise(
        truth=_equivalent,
        trials=_two_lookups,
        names=("f", "g", "W", "ids"),
        wrong=[
            equal_rows,
            equal_gradients,
            rows_or_gradients,
            equal_sums_of_gradients,
            gradients_in_the_same_rows,
            never_equivalent,
            equal_sums_of_rows,
        ],
    ),
}
