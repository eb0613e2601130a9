"""Wrong answers to 07-b, written before any message was looked at; see test_exercises.py."""

import torch


def argsort_of_the_owners_once(rows, owner):
    """that sorts them once more; what undoes a permutation is its argsort."""
    return rows[owner.sort(stable=True).indices]


def scattered_the_wrong_way(rows, owner):
    """that sorts them once more; what undoes a permutation is its argsort."""
    out = torch.zeros_like(rows)
    inverse = owner.argsort(stable=True).argsort()
    out[inverse] = rows
    return out


def by_owner_twice(rows, owner):
    """the permutation is applied twice; what undoes it is its argsort, applied once."""
    return rows[owner.argsort(stable=True)][owner.argsort(stable=True)]


def argsort_of_rows(rows, owner):
    """your function never looks at owner"""
    return rows[rows[:, 0].argsort()]


def masks_without_a_counter(rows, owner):
    """owner was taken as the number of a row; find out at which place each id's row came home."""
    out = torch.zeros_like(rows)
    for rank in range(3):
        out[owner == rank] = rows[rank]
    return out


def masks_on_the_wrong_side(rows, owner):
    """that sorts them once more; what undoes a permutation is its argsort."""
    return torch.cat([rows[owner == rank] for rank in range(3)])


def written_by_owner(rows, owner):
    """owner was taken as a place; many ids have one owner, and of their rows only one is left."""
    out = torch.zeros_like(rows)
    out[owner] = rows
    return out


def inverse_of_owner(rows, owner):
    """a permutation turned round is not its inverse; take its argsort."""
    return rows.index_select(0, owner.argsort(stable=True).flip(0))
