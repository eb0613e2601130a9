"""07-a: ids put into a box for each owner."""

import torch

from .check import Exercise


def _batches(rng):
    """ids, each and n: with a box that nobody asks, the last one, too, and with repeats."""
    trials = []
    for empty in (0, 1, -1, None):
        # Never equal, or `ids // n` would be right.
        n, each = rng.sample((3, 4, 5), 2)
        empty = n - 1 if empty == -1 else empty
        owners = [rank for rank in range(n) if rank != empty]
        ids = [
            rank * each + k for rank in owners for k in rng.sample(range(1, each), 2)
        ]
        ids = rng.sample(ids, 5 if empty is None else 4)
        # One that comes twice, and the first row of a shard, at the border of two ranges.
        ids += [ids[0], rng.choice(owners) * each]
        trials.append((torch.tensor(ids), each, n))
    return trials


def _boxes(ids, each, n):
    return [ids[ids // each == rank] for rank in range(n)]


EXERCISE = Exercise(
    truth=_boxes,
    trials=_batches,
    names=("ids", "each", "n"),
    special={
        "a box is empty": lambda ids, each, n: len((ids // each).unique()) < n,
    },
)


@EXERCISE.wrong
def by_modulo(ids, each, n):
    """that is the modulo rule; here a rank owns `each` rows in one piece, so divide by that."""
    return [ids[ids % n == rank] for rank in range(n)]


@EXERCISE.wrong
def by_remainder(ids, each, n):
    """the remainder says where a row is kept; who keeps it is what // says."""
    return [ids[ids % each == rank] for rank in range(n)]


@EXERCISE.wrong
def divided_by_n(ids, each, n):
    """the ids are divided by the number of ranks; divide by the rows of a rank, each."""
    return [ids[ids // n == rank] for rank in range(n)]


@EXERCISE.wrong
def as_rows_of_the_shard(ids, each, n):
    """those are rows of the shard; the boxes hold the ids as they are, the owner subtracts."""
    return [box - rank * each for rank, box in enumerate(_boxes(ids, each, n))]


@EXERCISE.wrong
def places(ids, each, n):
    """those are the places in ids; the boxes hold the ids that stand there."""
    return [(ids // each == rank).nonzero()[:, 0] for rank in range(n)]


@EXERCISE.wrong
def sorted_boxes(ids, each, n):
    """the ids of a box are sorted; keep the order in which they come."""
    return [box.sort().values for box in _boxes(ids, each, n)]


@EXERCISE.wrong
def without_repeats(ids, each, n):
    """each id is in its box once; one that comes twice is asked for twice."""
    return [
        torch.tensor(list(dict.fromkeys(box.tolist()))) for box in _boxes(ids, each, n)
    ]


@EXERCISE.wrong
def sorted_and_distinct(ids, each, n):
    """.unique() sorts the ids and drops repeats; keep them as they come."""
    return [box.unique() for box in _boxes(ids, each, n)]


@EXERCISE.wrong
def no_empty_boxes(ids, each, n):
    """the empty boxes are left out; a rank that nobody asks gets an empty one."""
    return [box for box in _boxes(ids, each, n) if len(box)]


@EXERCISE.wrong
def not_the_last(ids, each, n):
    """the last box is missing; ranks go from 0 to n - 1."""
    return _boxes(ids, each, n - 1)


@EXERCISE.wrong
def ranks_from_one(ids, each, n):
    """the ranks are counted from 1; the first is rank 0."""
    return [ids[ids // each == rank] for rank in range(1, n + 1)]


@EXERCISE.wrong
def first_id_to_the_rank_before(ids, each, n):
    """the first row of a shard went to the rank before; rank r owns r * each as well."""
    return [ids[(ids > rank * each) & (ids <= (rank + 1) * each)] for rank in range(n)]


@EXERCISE.wrong
def first_id_nowhere(ids, each, n):
    """the first row of each shard is in no box; rank r owns r * each as well."""
    return [ids[(ids > rank * each) & (ids < (rank + 1) * each)] for rank in range(n)]


@EXERCISE.wrong
def first_id_twice(ids, each, n):
    """the first row of a shard is in two boxes; rank r owns the rows to before (r + 1) * each."""
    return [ids[(ids >= rank * each) & (ids <= (rank + 1) * each)] for rank in range(n)]


@EXERCISE.wrong
def cut_in_pieces(ids, each, n):
    """the batch was cut into n pieces as it came; put each id into the box of its owner."""
    return list(ids.tensor_split(n))


@EXERCISE.wrong
def cut_by_each(ids, each, n):
    """the batch was cut after every `each` ids; put each id into the box of its owner."""
    return list(ids.split(each))


@EXERCISE.wrong
def all_up_to_the_owner(ids, each, n):
    """a box holds the ids of the ranks before as well; rank r owns none below r * each."""
    return [ids[ids < (rank + 1) * each] for rank in range(n)]


@EXERCISE.wrong
def first_rows_alone(ids, each, n):
    """only the first row of each shard is in a box; use integer division, //."""
    return [ids[ids == rank * each] for rank in range(n)]


@EXERCISE.wrong
def boxes_and_order(ids, each, n):
    """the boxes are there, and something besides; return the list of boxes alone."""
    return _boxes(ids, each, n), (ids // each).argsort(stable=True)


@EXERCISE.wrong
def lists_of_numbers(ids, each, n):
    """each box is a list of numbers; make a tensor of it."""
    return [box.tolist() for box in _boxes(ids, each, n)]


@EXERCISE.wrong
def sorted_and_cut(ids, each, n):
    """the sorted ids were cut into equal pieces; a box holds as many as its owner is asked for."""
    return list(ids.sort().values.tensor_split(n))


@EXERCISE.wrong
def masks(ids, each, n):
    """those are masks; ids[mask] takes the ids of a box."""
    return [ids // each == rank for rank in range(n)]


@EXERCISE.wrong
def owners(ids, each, n):
    """the owner of each id is found; now make a box of ids for each rank."""
    return ids // each


@EXERCISE.wrong
def counts(ids, each, n):
    """that says how many ids go into each box; the boxes hold the ids."""
    return (ids // each).bincount(minlength=n)
