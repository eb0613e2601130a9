"""Exercises of 02 Embedding lookup."""

import torch

from .check import Exercise, several
from .lookups import OTHER_GRADIENT, OTHER_ROWS, PLAIN, SAME
from .trials import ids_below, three_sizes, whole_numbers


def _any_shape(rng):
    """A table and ids, in four shapes of ids."""
    V, D, B = three_sizes(rng, 3, 9)
    shapes = [(B,), (2, B), (B, 1, 2), (2, 2, B)]
    return [(whole_numbers(rng, V, D), ids_below(rng, V, *shape)) for shape in shapes]


def _linear(rng):
    """The weight (D, V) of a linear layer, with a column that is no row, and ids that name it."""
    sizes = three_sizes(rng, 3, 9)
    V = max(sizes) + 1
    _, D, B = sizes
    return whole_numbers(rng, D, V), torch.tensor([V - 1, *rng.choices(range(V), k=B - 1)])


def _with_grad(rng):
    """W, ids and grad: the first id comes twice, and neither the first row nor the last is used."""
    V, D, B = three_sizes(rng, 4, 10)
    ids = rng.choices(range(1, V - 1), k=B - 1)
    return whole_numbers(rng, V, D), torch.tensor([*ids, ids[0]]), whole_numbers(rng, B, D)


def _pair_of_rows(rng):
    """V, D and the chance p that two numbers agree."""
    return rng.randint(3, 2000), rng.randint(2, 9), 2.0 ** -rng.randint(2, 9)


def _two_lookups(rng):
    """F.embedding beside each other lookup, in either order, with ids of which one comes twice."""
    V, D, B = three_sizes(rng, 3, 9)
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


def _slow_gradient(W, ids, grad):
    out = torch.zeros_like(W)
    for b, i in enumerate(ids.tolist()):
        for j in range(W.shape[1]):
            out[i, j] += grad[b, j]
    return out


def _slow_backward(W, ids, grad):
    return _slow_rows(W, ids), _slow_gradient(W, ids, grad)


def last_use_only(W, ids, grad):
    """a row that was used twice gets the sum of both gradients; yours keeps the last."""
    out = torch.zeros_like(W)
    for b, i in enumerate(ids.tolist()):
        out[i] = grad[b]
    return W[ids], out


def gradient_of_the_output(W, ids, grad):
    """grad belongs to the rows of the output; carry it back to the rows of W."""
    return W[ids], grad


def counted_uses(W, ids, grad):
    """that counts how often a row was used; each use brings its own grad."""
    return W[ids], _slow_gradient(W, ids, torch.ones_like(grad))


def as_large_as_the_ids(W, ids, grad):
    """the gradient is as large as the ids need; it has V rows, whatever ids there are."""
    return W[ids], _slow_gradient(W, ids, grad)[: int(ids.max()) + 1]


def averaged(W, ids, grad):
    """gradients add up, they are not averaged."""
    uses = ids.bincount(minlength=len(W)).clamp(min=1)
    return W[ids], _slow_gradient(W, ids, grad) / uses[:, None]


def _equal_pairs(V, D, p):
    return V * (V - 1) / 2 * p**D


def pairs_counted_twice(V, D, p):
    """each pair is counted twice; (0, 1) and (1, 0) are one."""
    return V * (V - 1) * p**D


def rows_paired_with_themselves(V, D, p):
    """no row is paired with itself; there are V(V - 1)/2 pairs."""
    return V * V / 2 * p**D


def chances_added(V, D, p):
    """all D numbers must agree, so the chances are multiplied, not added."""
    return V * (V - 1) / 2 * p * D


def one_pair(V, D, p):
    """that is the chance for one pair; how many pairs are there?"""
    return p**D


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


def equal_sums_of_rows(f, g, W, ids):
    """sums hide where a number stands: compare place by place."""
    return bool(f(W, ids).sum() == g(W, ids).sum())


EXERCISES = {
    "a": Exercise(
        truth=_slow_rows,
        trials=_any_shape,
        names=("W", "ids"),
        wrong=[rows_in_one_line, neighbours_added_up, first_rows],
    ),
    "b": Exercise(
        truth=_slow_columns,
        trials=several(_linear),
        names=("weight", "ids"),
        wrong=[lying_on_their_side, reshaped, whole_table, one_row_less],
    ),
    "c": Exercise(
        truth=_slow_backward,
        trials=several(_with_grad),
        names=("W", "ids", "grad"),
        wrong=[last_use_only, gradient_of_the_output, counted_uses, as_large_as_the_ids, averaged],
    ),
    "d": Exercise(
        truth=_equal_pairs,
        trials=several(_pair_of_rows),
        names=("V", "D", "p"),
        wrong=[pairs_counted_twice, rows_paired_with_themselves, chances_added, one_pair],
    ),
    "e": Exercise(
        truth=_equivalent,
        trials=_two_lookups,
        names=("f", "g", "W", "ids"),
        wrong=[
            equal_rows,
            equal_gradients,
            rows_or_gradients,
            equal_sums_of_gradients,
            equal_sums_of_rows,
        ],
    ),
}
