"""Two training steps of a fresh table, their phases named: what pictures of memory are of."""

import torch
from torch import nn

from lookup import phase

V = 1000
D = 16
B = 50
TABLE = 4 * V * D  # bytes
ROWS = 4 * B * D


def two_steps(early=True, *, sparse=False, layers=30, optimizer=torch.optim.SGD):
    """A function that takes them. early: whether `zero_grad` comes first, or before `backward`."""
    emb = nn.Embedding(V, D, sparse=sparse)
    opt = optimizer(emb.parameters(), lr=0.01)

    def forget():
        phase("zero_grad")
        opt.zero_grad()

    def steps():
        for _ in range(2):
            if early:
                forget()
            phase("forward")
            h = emb(torch.arange(B))
            for _ in range(layers):
                h = h.sin()
            loss = h.sum()
            if not early:
                forget()
            phase("backward")
            loss.backward()
            phase("step")
            opt.step()

    return steps
