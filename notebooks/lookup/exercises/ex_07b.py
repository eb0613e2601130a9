"""07-b: rows taken out of the boxes again, in the order of the ids."""

import torch

from .check import Exercise
from .kit.trials import whole_numbers


def _homes(rng):
    """rows in the order of three owners, and owner, whose order is not its own inverse."""
    trials = []
    while len(trials) < 6:
        B = rng.choice((5, 6, 7))
        owner = torch.tensor(rng.choices(range(3), k=B))
        order = owner.argsort(stable=True)
        if not order.equal(order.argsort()) and not order.flip(0).equal(
            order.argsort()
        ):
            trials.append((whole_numbers(rng, B, 2, below=90), owner))
    return trials


def _unpacked(rows, owner):
    out = torch.empty_like(rows)
    out[owner.argsort(stable=True)] = rows
    return out


EXERCISE = Exercise(
    truth=_unpacked,
    trials=_homes,
    names=("rows", "owner"),
)


@EXERCISE.wrong
def as_they_came(rows, owner):
    """the rows are still in the order of their owners."""
    return rows


@EXERCISE.wrong
def packed_again(rows, owner):
    """that sorts them once more; what undoes a permutation is its argsort."""
    return rows[owner.argsort(stable=True)]


@EXERCISE.wrong
def packed_twice(rows, owner):
    """the permutation is applied twice; what undoes it is its argsort, applied once."""
    order = owner.argsort(stable=True)
    return rows[order][order]


@EXERCISE.wrong
def order_turned_round(rows, owner):
    """a permutation turned round is not its inverse; take its argsort."""
    return rows[owner.argsort(stable=True).flip(0)]


@EXERCISE.wrong
def written_to_the_owners(rows, owner):
    """owner was taken as a place; many ids have one owner, and of their rows only one is left."""
    out = torch.zeros_like(rows)
    for rank, row in zip(owner.tolist(), rows):
        out[rank] = row
    return out


@EXERCISE.wrong
def rows_of_the_owners(rows, owner):
    """owner was taken as the number of a row; find out at which place each id's row came home."""
    return rows[owner]


@EXERCISE.wrong
def rows_of_the_sorted_owners(rows, owner):
    """the owners in order are no places; .indices of the sort, or .argsort(), are."""
    return rows[owner.sort().values]


@EXERCISE.wrong
def turned_round(rows, owner):
    """the order is turned round; that undoes a reversal only."""
    return rows.flip(0)


@EXERCISE.wrong
def owners_from_the_last(rows, owner):
    """the boxes come from rank 0 on, not from the last one."""
    return rows[owner.argsort(stable=True, descending=True).argsort()]


@EXERCISE.wrong
def later_ids_first(rows, owner):
    """within a box the later ids came first; a box keeps the order of ids."""
    order = len(owner) - 1 - owner.flip(0).argsort(stable=True)
    return rows[order.argsort()]


@EXERCISE.wrong
def the_permutation(rows, owner):
    """that is the permutation; take the rows by it."""
    return owner.argsort(stable=True).argsort()


@EXERCISE.wrong
def sorted_by_their_numbers(rows, owner):
    """the numbers in the rows were sorted; rows move as a whole."""
    return rows.sort(dim=0).values
