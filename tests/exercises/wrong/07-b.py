"""Wrong answers to 07-b; each docstring is a part of what its author must be told."""

import torch


def untouched(rows, owner):
    """the rows are still in the order of their owners."""
    return rows.clone()


def ordered(rows, owner):
    """that sorts them once more; what undoes a permutation is its argsort."""
    order = owner.argsort(stable=True)
    return rows[order]


def by_sort(rows, owner):
    """that sorts them once more; what undoes a permutation is its argsort."""
    return rows[owner.sort(stable=True).indices]


def twice_undone(rows, owner):
    """that sorts them once more; what undoes a permutation is its argsort."""
    return rows[owner.argsort(stable=True).argsort().argsort()]


def by_owner(rows, owner):
    """owner was taken as the number of a row; find out at which place each id's row came home."""
    return torch.stack([rows[r] for r in owner])


def reversed_rows(rows, owner):
    """the order is turned round; that undoes a reversal only."""
    return torch.flip(rows, [0])


def descending(rows, owner):
    """the boxes come from rank 0 on, not from the last one."""
    order = (-owner).argsort(stable=True)
    return rows[order.argsort()]


def later_first(rows, owner):
    """within a box the later ids came first; a box keeps the order of ids."""
    order = sorted(range(len(owner)), key=lambda k: (owner[k].item(), -k))
    return rows[torch.tensor(order).argsort()]


def only_places(rows, owner):
    """that is the permutation; take the rows by it."""
    order = owner.argsort(stable=True)
    return order.argsort()


def sorted_numbers(rows, owner):
    """the numbers in the rows were sorted; rows move as a whole."""
    return torch.sort(rows, dim=0)[0]


def columns(rows, owner):
    """stopped with"""
    order = owner.argsort(stable=True)
    return rows[:, order.argsort()]


def list_of_rows(rows, owner):
    """wanted is"""
    return list(rows[owner.argsort(stable=True).argsort()])


def values_of_the_sort(rows, owner):
    """the owners in order are no places; .indices of the sort, or .argsort(), are."""
    return rows[owner.sort().values]
