"""07-a and 07-b: ids put into a box for each owner, and rows taken out of the boxes again."""

import torch

from .check import Exercise
from .trials import whole_numbers


def _batches(rng):
    """ids, each and n: with a box that nobody asks, the last one, too, and with repeats."""
    trials = []
    for empty in (0, 1, -1, None):
        n, each = rng.sample((3, 4, 5), 2)
        empty = n - 1 if empty == -1 else empty
        owners = [rank for rank in range(n) if rank != empty]
        ids = [rank * each + k for rank in owners for k in rng.sample(range(1, each), 2)]
        ids = rng.sample(ids, 5 if empty is None else 4)
        ids += [ids[0], rng.choice(owners) * each]
        trials.append((torch.tensor(ids), each, n))
    return trials


def _boxes(ids, each, n):
    return [ids[ids // each == rank] for rank in range(n)]


def by_modulo(ids, each, n):
    """that is the modulo rule; here a rank owns `each` rows in one piece, so divide by that."""
    return [ids[ids % n == rank] for rank in range(n)]


def by_remainder(ids, each, n):
    """the remainder says where a row is kept; who keeps it is what // says."""
    return [ids[ids % each == rank] for rank in range(n)]


def divided_by_n(ids, each, n):
    """the ids are divided by the number of ranks; divide by the rows of a rank, each."""
    return [ids[ids // n == rank] for rank in range(n)]


def as_rows_of_the_shard(ids, each, n):
    """those are rows of the shard; the boxes hold the ids as they are, the owner subtracts."""
    return [box - rank * each for rank, box in enumerate(_boxes(ids, each, n))]


def places(ids, each, n):
    """those are the places in ids; the boxes hold the ids that stand there."""
    return [(ids // each == rank).nonzero()[:, 0] for rank in range(n)]


def sorted_boxes(ids, each, n):
    """the ids of a box are sorted; keep the order in which they come."""
    return [box.sort().values for box in _boxes(ids, each, n)]


def without_repeats(ids, each, n):
    """each id is in its box once; one that comes twice is asked for twice."""
    return [torch.tensor(list(dict.fromkeys(box.tolist()))) for box in _boxes(ids, each, n)]


def sorted_and_distinct(ids, each, n):
    """.unique() sorts the ids and drops repeats; keep them as they come."""
    return [box.unique() for box in _boxes(ids, each, n)]


def no_empty_boxes(ids, each, n):
    """the empty boxes are left out; a rank that nobody asks gets an empty one."""
    return [box for box in _boxes(ids, each, n) if len(box)]


def not_the_last(ids, each, n):
    """the last box is missing; ranks go from 0 to n - 1."""
    return _boxes(ids, each, n - 1)


def ranks_from_one(ids, each, n):
    """the ranks are counted from 1; the first is rank 0."""
    return [ids[ids // each == rank] for rank in range(1, n + 1)]


def first_id_to_the_rank_before(ids, each, n):
    """the first row of a shard went to the rank before; rank r owns r * each as well."""
    return [ids[(ids > rank * each) & (ids <= (rank + 1) * each)] for rank in range(n)]


def first_id_nowhere(ids, each, n):
    """the first row of each shard is in no box; rank r owns r * each as well."""
    return [ids[(ids > rank * each) & (ids < (rank + 1) * each)] for rank in range(n)]


def first_id_twice(ids, each, n):
    """the first row of a shard is in two boxes; rank r owns the rows to before (r + 1) * each."""
    return [ids[(ids >= rank * each) & (ids <= (rank + 1) * each)] for rank in range(n)]


def cut_in_pieces(ids, each, n):
    """the batch was cut into n pieces as it came; put each id into the box of its owner."""
    return list(ids.tensor_split(n))


def cut_by_each(ids, each, n):
    """the batch was cut after every `each` ids; put each id into the box of its owner."""
    return list(ids.split(each))


def all_up_to_the_owner(ids, each, n):
    """a box holds the ids of the ranks before as well; rank r owns none below r * each."""
    return [ids[ids < (rank + 1) * each] for rank in range(n)]


def first_rows_alone(ids, each, n):
    """only the first row of each shard is in a box; use integer division, //."""
    return [ids[ids == rank * each] for rank in range(n)]


def boxes_and_order(ids, each, n):
    """the boxes are there, and something besides; return the list of boxes alone."""
    return _boxes(ids, each, n), (ids // each).argsort(stable=True)


def lists_of_numbers(ids, each, n):
    """each box is a list of numbers; make a tensor of it."""
    return [box.tolist() for box in _boxes(ids, each, n)]


def sorted_and_cut(ids, each, n):
    """the sorted ids were cut into equal pieces; a box holds as many as its owner is asked for."""
    return list(ids.sort().values.tensor_split(n))


def masks(ids, each, n):
    """those are masks; ids[mask] takes the ids of a box."""
    return [ids // each == rank for rank in range(n)]


def owners(ids, each, n):
    """the owner of each id is found; now make a box of ids for each rank."""
    return ids // each


def counts(ids, each, n):
    """that says how many ids go into each box; the boxes hold the ids."""
    return (ids // each).bincount(minlength=n)


BOXES = Exercise(
    truth=_boxes,
    trials=_batches,
    names=("ids", "each", "n"),
    wrong=[
        by_modulo,
        by_remainder,
        divided_by_n,
        as_rows_of_the_shard,
        places,
        sorted_boxes,
        without_repeats,
        sorted_and_distinct,
        no_empty_boxes,
        not_the_last,
        ranks_from_one,
        first_id_to_the_rank_before,
        first_id_nowhere,
        first_id_twice,
        cut_in_pieces,
        cut_by_each,
        all_up_to_the_owner,
        first_rows_alone,
        boxes_and_order,
        lists_of_numbers,
        sorted_and_cut,
        masks,
        owners,
        counts,
    ],
    special={
        "a box is empty": lambda ids, each, n: len((ids // each).unique()) < n,
    },
)


def _homes(rng):
    """rows in the order of three owners, and owner, whose order is not its own inverse."""
    trials = []
    while len(trials) < 6:
        B = rng.choice((5, 6, 7))
        owner = torch.tensor(rng.choices(range(3), k=B))
        order = owner.argsort(stable=True)
        if not order.equal(order.argsort()) and not order.flip(0).equal(order.argsort()):
            trials.append((whole_numbers(rng, B, 2, below=90), owner))
    return trials


def _unpacked(rows, owner):
    out = torch.empty_like(rows)
    out[owner.argsort(stable=True)] = rows
    return out


def as_they_came(rows, owner):
    """the rows are still in the order of their owners."""
    return rows


def packed_again(rows, owner):
    """that sorts them once more; what undoes a permutation is its argsort."""
    return rows[owner.argsort(stable=True)]


def packed_twice(rows, owner):
    """the permutation is applied twice; what undoes it is its argsort, applied once."""
    order = owner.argsort(stable=True)
    return rows[order][order]


def order_turned_round(rows, owner):
    """a permutation turned round is not its inverse; take its argsort."""
    return rows[owner.argsort(stable=True).flip(0)]


def written_to_the_owners(rows, owner):
    """owner was taken as a place; many ids have one owner, and of their rows only one is left."""
    out = torch.zeros_like(rows)
    for rank, row in zip(owner.tolist(), rows):
        out[rank] = row
    return out


def rows_of_the_owners(rows, owner):
    """owner was taken as the number of a row; find out at which place each id's row came home."""
    return rows[owner]


def rows_of_the_sorted_owners(rows, owner):
    """the owners in order are no places; .indices of the sort, or .argsort(), are."""
    return rows[owner.sort().values]


def turned_round(rows, owner):
    """the order is turned round; that undoes a reversal only."""
    return rows.flip(0)


def owners_from_the_last(rows, owner):
    """the boxes come from rank 0 on, not from the last one."""
    return rows[owner.argsort(stable=True, descending=True).argsort()]


def later_ids_first(rows, owner):
    """within a box the later ids came first; a box keeps the order of ids."""
    order = len(owner) - 1 - owner.flip(0).argsort(stable=True)
    return rows[order.argsort()]


def the_permutation(rows, owner):
    """that is the permutation; take the rows by it."""
    return owner.argsort(stable=True).argsort()


def sorted_by_their_numbers(rows, owner):
    """the numbers in the rows were sorted; rows move as a whole."""
    return rows.sort(dim=0).values


UNPACKED = Exercise(
    truth=_unpacked,
    trials=_homes,
    names=("rows", "owner"),
    wrong=[
        as_they_came,
        packed_again,
        packed_twice,
        order_turned_round,
        written_to_the_owners,
        rows_of_the_owners,
        rows_of_the_sorted_owners,
        turned_round,
        owners_from_the_last,
        later_ids_first,
        the_permutation,
        sorted_by_their_numbers,
    ],
)
