"""Right answers to 04-c in other idioms than the notebook's."""

from itertools import chain

import torch


def in_turn(batches, V, name):
    moved = set()
    for batch in batches:
        moved = (moved if name == "Adam" else set()) | set(batch)
    return list(range(V)) if name == "AdamW" else sorted(moved)


def as_a_tensor(batches, V, name):
    moved = torch.zeros(V, dtype=torch.bool)
    seen = batches if name.startswith("Adam") else batches[-1:]
    moved[list(chain(*seen))] = True
    return (moved | (name == "AdamW")).nonzero().flatten()
