"""What does a sparse gradient save, and is a lookup a copy? `python tests/bench/gradient_speed.py`.

Two calls side by side, turn by turn in one run: a whole training step with a dense and with a
sparse gradient, a copy and a lookup of the same bytes, and a list as it comes and coalesced. Prints
a table with the ratio's median and whole range over the rounds beside what the course promises. It
reports and never fails; beside other work the ratios hold, the times do not. `--device cuda`
measures there; the promises are for a CPU.
"""

import functools
import itertools
import pathlib
import sys

import torch
import torch.nn.functional as F
from torch import nn

sys.path.extend(
    str(pathlib.Path(__file__).parents[1] / folder) for folder in ("", "browser")
)
sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "notebooks"))

from bench.lookup_speed import D, report

DIFFERENT = 64  # batches, so that no row is still near from the last time


def training_step(V, B, device, sparse):
    """zero_grad, forward, backward, and a step of SGD, each time with other ids."""
    emb = nn.Embedding(V, D, sparse=sparse, device=device)
    optimizer = torch.optim.SGD(emb.parameters(), lr=0.01)
    g = torch.Generator().manual_seed(0)
    batches = itertools.cycle(torch.randint(V, (DIFFERENT, B), generator=g).to(device))

    def step():
        optimizer.zero_grad()
        emb(next(batches)).sum().backward()
        optimizer.step()

    return (step,)


def steps(V, B, device):
    """A step with a sparse gradient, then one with a dense one."""
    return training_step(V, B, device, sparse=True), training_step(
        V, B, device, sparse=False
    )


def copy_and_lookup(V, B, device):
    """A copy of rows into a tensor that is there, and the lookup that brings them there."""
    table, out = torch.randn(V, D, device=device), torch.empty(B, D, device=device)
    ids = torch.randint(V, (B,), generator=torch.Generator().manual_seed(0)).to(device)
    return (out.copy_, table[ids]), (
        functools.partial(torch.index_select, out=out),
        table,
        0,
        ids,
    )


def clone_and_embedding(V, B, device):
    """The same with room made for the result each time."""
    table = torch.randn(V, D, device=device)
    ids = torch.randint(V, (B,), generator=torch.Generator().manual_seed(0)).to(device)
    return (torch.clone, table[ids]), (F.embedding, ids, table)


def list_and_coalesced(V, B, device):
    """The way back to a list, and to one whose entries of a row are added up."""
    table = torch.randn(V, D, device=device, requires_grad=True)
    ids = torch.randint(V, (B,), generator=torch.Generator().manual_seed(0)).to(device)
    up = torch.randn(B, D, device=device)

    def way_back():
        rows = F.embedding(ids, table, sparse=True)
        return torch.autograd.grad(rows, table, up)[0]

    return (way_back,), (lambda: way_back().coalesce(),)


CASES = [
    ("sparse → dense step", steps, [(1_000_000, 1)], "≥ 500"),
    ("sparse → dense step", steps, [(1_000_000, 256), (100_000, 256), (1000, 256)], ""),
    ("copy → lookup, in cache", copy_and_lookup, [(1000, 4096)], "≤ 1.5"),
    ("clone → F.embedding, in cache", clone_and_embedding, [(1000, 4096)], "≤ 1.5"),
    # of so few rows the start of a call is a part that counts
    ("copy → lookup, in cache", copy_and_lookup, [(1000, 256)], ""),
    ("clone → F.embedding, in cache", clone_and_embedding, [(1000, 256)], ""),
    ("list → coalesced list", list_and_coalesced, [(100_000, 65_536)], ""),
]


if __name__ == "__main__":
    report(__doc__, CASES, torch.device, "gradient_speed.py")
