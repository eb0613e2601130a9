"""Training steps of one table, to be measured: seven ways to rows, optimisers, parts of a step."""

import functools
import itertools
from functools import partial

import torch
import torch.nn.functional as F
from torch.overrides import TorchFunctionMode

from .optimizers import OPTIMIZERS, RATE

PARTS = ("forward", "backward", "step", "training")
BATCHES = 64  # taken in turn, so that rows do not wait in a cache
GRAPHS = 4  # forwards that a backward takes in turn
FUSED = "Embedding, in the backward"


def one_hot_product(ids, W):
    """(B,) ids and a (V, D) table to (B, D) rows: what `nn.Linear` does with one-hots."""
    return F.one_hot(ids, num_classes=len(W)).float() @ W


def csr_product(ids, W):
    """(B,) ids and a (V, D) table to (B, D) rows: a CSR matrix of one entry a row, times W."""
    ends = torch.arange(len(ids) + 1, device=ids.device)  # (B + 1,)
    ones = torch.ones_like(ids).float()
    size = (len(ids), len(W))
    return (
        # Right by construction; to check it would be timed with the product.
        torch.sparse_csr_tensor(ends, ids, ones, size=size, check_invariants=False) @ W
    )


def bag(ids, W, sparse=False):
    """(B,) ids and a (V, D) table to (B, D) rows: a bag for each id."""
    return F.embedding_bag(ids[:, None], W, mode="sum", sparse=sparse)


class _InTheBackward(torch.autograd.Function):
    """A lookup whose way back takes the step of SGD itself, so that no gradient is stored.

    FBGEMM's table batched embedding is fused in this way (its documentation is linked in 06b).
    """

    @staticmethod
    def forward(ctx, ids, W):
        ctx.ids = ids
        # Not by save_for_backward: that refuses a table which another backward has changed
        # meanwhile.
        ctx.W = W
        return F.embedding(ids, W.detach())

    @staticmethod
    def backward(ctx, up):
        ctx.W.index_add_(
            0, ctx.ids, up, alpha=-RATE
        )  # an id that repeats steps for each visit
        return None, None


WAYS = {
    "one-hot @ W": one_hot_product,
    "Embedding": F.embedding,
    "Embedding, sparse": partial(F.embedding, sparse=True),
    "EmbeddingBag": bag,
    "EmbeddingBag, sparse": partial(bag, sparse=True),
    "CSR @ W": csr_product,
    FUSED: _InTheBackward.apply,
}


class Trainer:
    """A (V, D) table of ones, its optimiser, and 64 batches of B int64 ids that take turns.

    Raises RuntimeError for an optimiser other than SGD where the way back is SGD's step.
    """

    def __init__(self, way, optimizer, V, B, D, device):
        if way == FUSED and optimizer != "SGD":
            raise RuntimeError(
                f"the step in the backward is that of SGD, not of {optimizer}"
            )
        self.W = torch.ones(V, D, device=device, requires_grad=True)
        self.opt = OPTIMIZERS[optimizer]([self.W])
        self.up = torch.ones(B, D, device=device)  # what a loss sends back
        self.ids = itertools.cycle(torch.randint(V, (BATCHES, B), device=device))
        self.way = WAYS[way]

    def forward(self):
        return self.way(next(self.ids), self.W)  # (B, D)

    def training(self):
        self.opt.zero_grad()  # lets the last gradient go
        self.forward().backward(self.up)
        self.opt.step()

    def part(self, what):
        """One part of a step, ready to be called again and again."""
        if what in ("forward", "training"):
            return getattr(self, what)
        if what == "step":
            self.training()  # leaves a gradient for the optimiser
            return self.opt.step
        rows = itertools.cycle([self.forward() for _ in range(GRAPHS)])
        # Graphs are kept, as the same few are gone back through again and again.
        how = {"grad_outputs": self.up, "retain_graph": True}
        return lambda: torch.autograd.grad(next(rows), self.W, **how)


@functools.cache
def implementation(way, optimizer, device):
    """How torch does this optimiser's step there: "for-loop", "foreach" or "fused".

    One step of a small table is watched, as torch chooses by device and gradient. It is "" where
    the backward has taken the step.
    Raises RuntimeError where the optimiser refuses the way's gradient.
    """
    trainer = Trainer(way, optimizer, 2, 1, 1, device)
    trainer.training()
    if way == FUSED:
        return ""
    with _CallNames() as called:
        trainer.opt.step()
    kinds = [
        kind
        for kind in ("fused", "foreach")
        if any(f"_{kind}_" in n for n in called.names)
    ]
    return kinds[0] if kinds else "for-loop"


class _CallNames(TorchFunctionMode):
    """Notes the name of every function of torch that is called inside."""

    def __init__(self):
        super().__init__()
        self.names = []

    def __torch_function__(self, func, types, args=(), kwargs=None):
        self.names.append(getattr(func, "__name__", ""))
        return func(*args, **(kwargs or {}))
