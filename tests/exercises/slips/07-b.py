"""Wrong answers to 07-b, written before any message was looked at; see test_exercises.py."""

import torch


def by_owner_twice(rows, owner):
    """the permutation is applied twice; what undoes it is its argsort, applied once."""
    return rows[owner.argsort(stable=True)][owner.argsort(stable=True)]


def argsort_of_rows(rows, owner):
    """your function never looks at owner"""
    return rows[rows[:, 0].argsort()]


def written_by_owner(rows, owner):
    """owner was taken as a place; many ids have one owner, and of their rows only one is left."""
    out = torch.zeros_like(rows)
    out[owner] = rows
    return out


def inverse_of_owner(rows, owner):
    """a permutation turned round is not its inverse; take its argsort."""
    return rows.index_select(0, owner.argsort(stable=True).flip(0))
