"""Lookups for 02-c: equivalent to F.embedding, or with other rows, or with another gradient."""

import torch
import torch.nn.functional as F


class Lookup:
    """A function of (W, ids) with a name that a learner can read in a verdict."""

    def __init__(self, name, call):
        self.name = name
        self.call = call

    def __call__(self, W, ids):
        return self.call(W, ids)

    def __repr__(self):
        return self.name


def _product(W, ids):
    return F.one_hot(ids, num_classes=len(W)).to(W.dtype) @ W


def _first_use_learns(W, ids):
    first = torch.tensor(
        [i not in ids[:b].tolist() for b, i in enumerate(ids.tolist())]
    )
    return torch.where(first[:, None], W[ids], W.detach()[ids])


def _first_row_learns(W, ids):
    return torch.where((ids == ids[0])[:, None], W[ids], W.detach()[ids])


def _next_row_learns(W, ids):
    # The second term is 0 in every number and carries the gradient alone.
    return W.detach()[ids] + (W - W.detach())[(ids + 1) % len(W)]


PLAIN = Lookup("F.embedding", lambda W, ids: F.embedding(ids, W))
SAME = [
    Lookup("one_hot @ W", _product),
    Lookup("index_select", lambda W, ids: W.index_select(0, ids)),
]
OTHER_GRADIENT = [
    Lookup("padding_idx", lambda W, ids: F.embedding(ids, W, padding_idx=int(ids[0]))),
    Lookup(
        "scale_grad_by_freq",
        lambda W, ids: F.embedding(ids, W, scale_grad_by_freq=True),
    ),
    Lookup("only the first use learns", _first_use_learns),
    Lookup("only the first id's row learns", _first_row_learns),
    Lookup("the next row learns instead", _next_row_learns),
]
OTHER_ROWS = [
    Lookup("rows in reverse", lambda W, ids: W[ids.flip(0)]),
    Lookup(
        "rows in reverse, only one learns",
        lambda W, ids: _first_row_learns(W, ids).flip(0),
    ),
    Lookup("one row too far", lambda W, ids: W[(ids + 1) % len(W)]),
]


def lookup_called(name):
    """The lookup of this name. Raises ValueError, with the names that exist, if there is none.

    >>> lookup_called("index_select")
    index_select
    """
    known = {one.name: one for one in [PLAIN, *SAME, *OTHER_GRADIENT, *OTHER_ROWS]}
    if name not in known:
        raise ValueError(f"there is no lookup {name!r}; there are {', '.join(known)}.")
    return known[name]


def slow_rows(W, ids):
    return torch.stack([W[i] for i in ids.flatten().tolist()]).reshape(
        *ids.shape, W.shape[1]
    )
