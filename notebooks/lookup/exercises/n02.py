"""Exercises of 02 Embedding lookup."""

import torch

from .check import Exercise, several
from .lookups import OTHER_GRADIENT, OTHER_ROWS, PLAIN, SAME
from .trials import whole_numbers


def _sizes(rng):
    return rng.sample(range(3, 9), 3)


def _ids(rng, V, shape):
    return torch.tensor(rng.choices(range(V), k=torch.Size(shape).numel())).reshape(shape)


def _any_shape(rng):
    V, D, B = _sizes(rng)
    return [
        (whole_numbers(rng, V, D), _ids(rng, V, shape))
        for shape in [(B,), (2, B), (B, 1, 2), (2, 2, B)]
    ]


def _linear(rng):
    V, D, B = _sizes(rng)
    V = max(V, D, B) + 1  # a column that is no row
    return whole_numbers(rng, D, V), torch.tensor([V - 1, *rng.choices(range(V), k=B - 1)])


def _with_grad(rng):
    V, D, B = rng.sample(range(4, 10), 3)
    ids = rng.choices(range(1, V - 1), k=B - 1)  # neither the first row nor the last is ever used
    return (
        whole_numbers(rng, V, D),
        torch.tensor([*ids, ids[0]]),
        whole_numbers(rng, B, D),
    )  # one row is used twice


def _two_lookups(rng):
    V, D, B = _sizes(rng)
    ids = rng.choices(range(V - 1), k=B - 2)
    W, ids = whole_numbers(rng, V, D), torch.tensor([*ids, ids[0], V - 1])
    others = [*SAME, *OTHER_GRADIENT, *OTHER_ROWS]
    return [(*rng.sample([PLAIN, other], 2), W, ids) for other in rng.sample(others, len(others))]


def _slow_rows(W, ids):
    return torch.stack([W[i] for i in ids.flatten().tolist()]).reshape(*ids.shape, W.shape[1])


def _slow_backward(W, ids, grad):
    out = torch.zeros_like(W)
    for b, i in enumerate(ids.tolist()):
        for j in range(W.shape[1]):
            out[i, j] += grad[b, j]
    return _slow_rows(W, ids), out


def _written_once(W, ids, grad):
    out = torch.zeros_like(W)
    for b, i in enumerate(ids.tolist()):
        out[i] = grad[b]
    return out


def _gradients(f, g, W, ids):
    W = W.clone().requires_grad_()
    return [torch.autograd.grad(lookup(W, ids).sum(), W)[0] for lookup in (f, g)]


def _equivalent(f, g, W, ids):
    same_rows = f(W, ids).tolist() == g(W, ids).tolist()
    return same_rows and torch.equal(*_gradients(f, g, W, ids))


EXERCISES = {
    "a": Exercise(
        truth=_slow_rows,
        trials=_any_shape,
        names=("W", "ids"),
        wrong={
            "the rows are right, but in one line; fold them back to the places of their ids.": lambda W, ids: (
                W[ids.flatten()]
            ),
            "the rows that stand together are added up; keep one row for each id.": lambda W, ids: (
                _slow_rows(W, ids).sum(-2)
            ),
            "the first rows of W came out; ids says which.": lambda W, ids: W[
                torch.arange(ids.numel()) % len(W)
            ].reshape(*ids.shape, -1),
        },
    ),
    "b": Exercise(
        truth=lambda weight, ids: _slow_rows(weight.T, ids),
        trials=several(_linear),
        names=("weight", "ids"),
        wrong={
            "those are the right numbers lying on their side; one row for each id.": lambda weight, ids: (
                weight[:, ids]
            ),
            "the numbers run on from column to column; turn the columns, do not reshape.": lambda weight, ids: (
                weight[:, ids].reshape(len(ids), -1)
            ),
            "that is all V rows; take those that ids names.": lambda weight, ids: weight.T,
            "the places are one too small; ids count from 0.": lambda weight, ids: weight.T[
                ids - 1
            ],
        },
    ),
    "c": Exercise(
        truth=_slow_backward,
        trials=several(_with_grad),
        names=("W", "ids", "grad"),
        wrong={
            "a row that was used twice gets the sum of both gradients; yours keeps the last.": lambda W, ids, grad: (
                W[ids],
                _written_once(W, ids, grad),
            ),
            "grad belongs to the rows of the output; carry it back to the rows of W.": lambda W, ids, grad: (
                W[ids],
                grad,
            ),
            "that counts how often a row was used; each use brings its own grad.": lambda W, ids, grad: (
                W[ids],
                _slow_backward(W, ids, torch.ones_like(grad))[1],
            ),
            "the gradient is as large as the ids need; it has V rows, whatever ids there are.": lambda W, ids, grad: (
                W[ids],
                _slow_backward(W, ids, grad)[1][: int(ids.max()) + 1],
            ),
            "gradients add up, they are not averaged.": lambda W, ids, grad: (
                W[ids],
                _slow_backward(W, ids, grad)[1]
                / ids.bincount(minlength=len(W)).clamp(min=1)[:, None],
            ),
        },
    ),
    "d": Exercise(
        truth=lambda V, D, p: V * (V - 1) / 2 * p**D,
        trials=several(
            lambda rng: (rng.randint(3, 2000), rng.randint(2, 9), 2.0 ** -rng.randint(2, 9))
        ),
        names=("V", "D", "p"),
        wrong={
            "each pair is counted twice; (0, 1) and (1, 0) are one.": lambda V, D, p: (
                V * (V - 1) * p**D
            ),
            "no row is paired with itself; there are V(V - 1)/2 pairs.": lambda V, D, p: (
                V * V / 2 * p**D
            ),
            "all D numbers must agree, so the chances are multiplied, not added.": lambda V, D, p: (
                V * (V - 1) / 2 * p * D
            ),
            "that is the chance for one pair; how many pairs are there?": lambda V, D, p: p**D,
        },
    ),
    "e": Exercise(
        truth=_equivalent,
        trials=_two_lookups,
        names=("f", "g", "W", "ids"),
        wrong={
            "equal rows do not make equal layers: the gradients of W must agree as well, each on a fresh copy of W.": (
                lambda f, g, W, ids: torch.equal(f(W, ids), g(W, ids))
            ),
            "equal gradients do not make equal layers: compare the rows as well.": lambda f, g, W, ids: (
                torch.equal(*_gradients(f, g, W, ids))
            ),
            "one of the two is not enough: rows and gradients must agree.": lambda f, g, W, ids: (
                torch.equal(f(W, ids), g(W, ids)) or torch.equal(*_gradients(f, g, W, ids))
            ),
            "a sum or a norm of the gradient hides to which row it went: compare place by place.": lambda f, g, W, ids: (
                torch.equal(f(W, ids), g(W, ids))
                and torch.equal(*(gradient.sum() for gradient in _gradients(f, g, W, ids)))
            ),
            "sums hide where a number stands: compare place by place.": lambda f, g, W, ids: bool(
                f(W, ids).sum() == g(W, ids).sum()
            ),
        },
    ),
}
