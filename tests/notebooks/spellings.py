"""The two layers and the six spellings of notebook 02, for the tests of its sentences."""

import torch
import torch.nn.functional as F
from torch import nn

from conftest import threads

TEACH = 10.0 * torch.arange(6)[:, None] + torch.arange(4)  # (6, 4)
SPELLINGS = {
    "emb": lambda W, ids: torch.func.functional_call(
        nn.Embedding(*W.shape), {"weight": W}, ids
    ),
    "F.embedding": lambda W, ids: F.embedding(ids, W),
    "W[ids]": lambda W, ids: W[ids],
    "index_select": lambda W, ids: W.index_select(0, ids),
    "gather": lambda W, ids: W.gather(0, ids[:, None].expand(-1, W.shape[1])),
    "onehot @ W": lambda W, ids: F.one_hot(ids, num_classes=len(W)).to(W.dtype) @ W,
}


def pair(W, **how):
    """A Linear and an Embedding with the numbers of W, copied, as in the notebook."""
    linear = nn.Linear(*W.shape, bias=False, dtype=W.dtype)
    with torch.no_grad():
        linear.weight.copy_(W.T)
    return linear, nn.Embedding.from_pretrained(W.clone(), freeze=False, **how)


def different_gradients(name, B=20_000, runs=4):
    """How many different gradients a spelling of B ids gives in so many runs with two threads.

    On a single core the threads interleave only if a run takes longer than a slice of time, as with
    200,000 ids.
    """
    g = torch.Generator().manual_seed(0)
    # F.embedding's way back gives up to 1,000 rows to one thread.
    W = torch.randn(4000, 32, generator=g, requires_grad=True)
    ids = torch.randint(4000, (B,), generator=g)
    grad = torch.randn(B, 32, generator=g)
    found = set()
    with threads(2):
        rows = SPELLINGS[name](W, ids)
        for _ in range(runs):
            (gradient,) = torch.autograd.grad(rows, W, grad, retain_graph=True)
            found.add(gradient.numpy().tobytes())
    return len(found)
