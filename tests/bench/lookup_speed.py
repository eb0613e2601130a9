"""How fast is a lookup? Two calls side by side: `python tests/bench/lookup_speed.py`.

They take turns in one run. Prints a table: both medians, their ratio as median and whole range over
the rounds, and what it was measured on. It reports and never fails; beside other work the ratios
hold, the times do not. `--device cuda` measures there.
"""

import argparse
import functools
import pathlib
import statistics
import sys

import torch
import torch.nn.functional as F

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "notebooks"))

from lookup import measure, pick_device

D = 64  # numbers in a row


def side_by_side(one, other, rounds, device=None):
    """Times of two calls, each (function, *inputs), in turn so that both meet the same load."""
    times = [
        [measure(*call, device=device, repeats=1) for call in (one, other)]
        for _ in range(rounds)
    ]
    ratios = [b.median / a.median for a, b in times]
    medians = [
        statistics.median(time.median for time in side) * 1e6 for side in zip(*times)
    ]
    return *medians, statistics.median(ratios), min(ratios), max(ratios), times[0][0]


def contiguous_and_strided(V, B, draw):
    """A lookup in a table whose rows lie in one piece, and in a transposed Linear's weight."""
    table, ids = draw(V, D), draw.ids(V, B)
    return (F.embedding, ids, table), (F.embedding, ids, table.T.contiguous().T)


def copy_and_lookup(V, B, draw):
    """A copy of the rows that come out, and the lookup that brings them out."""
    table, ids = draw(V, D), draw.ids(V, B)
    return (torch.clone, table[ids]), (F.embedding, ids, table)


def copy_and_lookup_into(V, B, draw):
    """The same without making room for the result."""
    table, ids = draw(V, D), draw.ids(V, B)
    rows, out = table[ids], torch.empty(B, D, device=table.device)
    return (out.copy_, rows), (
        functools.partial(torch.index_select, out=out),
        table,
        0,
        ids,
    )


def lookup_and_linear(V, B, draw):
    """A lookup, and a Linear without bias on one-hots that are ready."""
    table, ids = draw(V, D), draw.ids(V, B)
    return (F.embedding, ids, table), (
        F.linear,
        F.one_hot(ids, num_classes=V).float(),
        table.T.contiguous(),
    )


CASES = [
    (
        "contiguous → strided table",
        contiguous_and_strided,
        [(20_000, 4096), (100_000, 4096)],
    ),
    ("copy → lookup, in cache", copy_and_lookup, [(1000, 4096), (1000, 256)]),
    (
        "copy → lookup, into a given tensor",
        copy_and_lookup_into,
        [(1000, 4096), (1000, 256)],
    ),
    ("copy → lookup, out of cache", copy_and_lookup, [(500_000, 16_384)]),
    (
        "lookup → Linear",
        lookup_and_linear,
        [(V, B) for B in (1, 16, 256) for V in (10, 100, 1000, 10_000)],
    ),
]


class Draw:
    """Random tables and ids on a device, the same in each run."""

    def __init__(self, device):
        self.g, self.device = torch.Generator().manual_seed(0), device

    def __call__(self, *shape):
        return torch.randn(*shape, generator=self.g).to(self.device)

    def ids(self, V, B):
        return torch.randint(V, (B,), generator=self.g).to(self.device)


def report(doc, cases, prepare, script):
    """Print the table of a benchmark.

    A case makes two calls from V, B and what `prepare` makes of the device.
    """
    parser = argparse.ArgumentParser(description=doc.splitlines()[0])
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=9)
    options = parser.parse_args()
    device = pick_device(options.device)
    torch.set_num_threads(options.threads)
    given = prepare(device)
    head = [
        "first → second",
        "V",
        "B",
        "first, µs",
        "second, µs",
        "second / first",
        "promised",
    ]
    print(f"| {' | '.join(head)} |\n|{'---|' * len(head)}")
    for name, case, sizes, *promised in cases:
        for V, B in sizes:
            first, second, ratio, low, high, sample = side_by_side(
                *case(V, B, given), options.rounds, device
            )
            times = f"{first:,.1f} | {second:,.1f} | {ratio:,.2f} ({low:,.2f} to {high:,.2f})"
            print(
                f"| {name} | {V:,} | {B:,} | {times} | {''.join(promised)} |",
                flush=True,
            )
    print(f"\nD = {D}, float32, {options.rounds} rounds; {sample.where}")
    print(" ".join(["python", f"tests/bench/{script}", *sys.argv[1:]]))


if __name__ == "__main__":
    report(__doc__, CASES, Draw, "lookup_speed.py")
