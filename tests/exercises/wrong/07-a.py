"""Wrong answers to 07-a; each docstring is a part of what its author must be told."""

import torch


def modulo(ids, each, n):
    """that is the modulo rule; here a rank owns `each` rows in one piece, so divide by that."""
    owner = ids % n
    return [ids[owner == r] for r in range(n)]


def remainder(ids, each, n):
    """the remainder says where a row is kept; who keeps it is what // says."""
    return [ids[ids % each == r] for r in range(n)]


def by_n(ids, each, n):
    """the ids are divided by the number of ranks; divide by the rows of a rank, each."""
    boxes = []
    for r in range(n):
        boxes.append(ids[ids // n == r])
    return boxes


def local(ids, each, n):
    """those are rows of the shard; the boxes hold the ids as they are, the owner subtracts."""
    return [ids[ids // each == r] - r * each for r in range(n)]


def local_by_remainder(ids, each, n):
    """those are rows of the shard; the boxes hold the ids as they are, the owner subtracts."""
    return [ids[ids // each == r] % each for r in range(n)]


def where(ids, each, n):
    """those are the places in ids; the boxes hold the ids that stand there."""
    return [torch.where(ids // each == r)[0] for r in range(n)]


def order_cut(ids, each, n):
    """those are the places in ids; the boxes hold the ids that stand there."""
    owner = ids // each
    return list(owner.argsort(stable=True).split(owner.bincount(minlength=n).tolist()))


def sorted_ids(ids, each, n):
    """the ids of a box are sorted; keep the order in which they come."""
    ids = ids.sort().values
    return [ids[ids // each == r] for r in range(n)]


def once(ids, each, n):
    """each id is in its box once; one that comes twice is asked for twice."""
    boxes = [[] for _ in range(n)]
    for i in ids.tolist():
        if i not in boxes[i // each]:
            boxes[i // each].append(i)
    return [torch.tensor(box) for box in boxes]


def unique(ids, each, n):
    """.unique() sorts the ids and drops repeats; keep them as they come."""
    ids = torch.unique(ids)
    return [ids[ids // each == r] for r in range(n)]


def only_those_asked(ids, each, n):
    """the empty boxes are left out; a rank that nobody asks gets an empty one."""
    owner = ids // each
    return [ids[owner == r] for r in owner.unique()]


def one_box_less(ids, each, n):
    """the last box is missing; ranks go from 0 to n - 1."""
    return [ids[ids // each == r] for r in range(n - 1)]


def from_one(ids, each, n):
    """the ranks are counted from 1; the first is rank 0."""
    return [ids[ids // each == r + 1] for r in range(n)]


def above_and_up_to(ids, each, n):
    """the first row of a shard went to the rank before; rank r owns r * each as well."""
    return [ids[(r * each < ids) & (ids <= r * each + each)] for r in range(n)]


def between(ids, each, n):
    """the first row of each shard is in no box; rank r owns r * each as well."""
    return [ids[(r * each < ids) & (ids < r * each + each)] for r in range(n)]


def both_ends(ids, each, n):
    """the first row of a shard is in two boxes; rank r owns the rows to before (r + 1) * each."""
    return [ids[(r * each <= ids) & (ids <= r * each + each)] for r in range(n)]


def equal_pieces(ids, each, n):
    """the batch was cut into n pieces as it came; put each id into the box of its owner."""
    return list(torch.tensor_split(ids, n))


def sorted_pieces(ids, each, n):
    """the sorted ids were cut into equal pieces; a box holds as many as its owner is asked for."""
    return list(torch.tensor_split(ids.sort()[0], n))


def only_masks(ids, each, n):
    """those are masks; ids[mask] takes the ids of a box."""
    return [(ids // each).eq(r) for r in range(n)]


def only_owners(ids, each, n):
    """the owner of each id is found; now make a box of ids for each rank."""
    return ids.div(each, rounding_mode="floor")


def only_counts(ids, each, n):
    """that says how many ids go into each box; the boxes hold the ids."""
    return torch.bincount(ids // each, minlength=n)


def true_division(ids, each, n):
    """only the first row of each shard is in a box; use integer division, //."""
    return [ids[ids / each == r] for r in range(n)]


def one_tensor(ids, each, n):
    """wanted is"""
    return ids[(ids // each).argsort(stable=True)]


def lists_without_ids(ids, each, n):
    """Your function returns None: is a return missing?"""
    [ids[ids // each == r] for r in range(n)]


def not_minlength(ids, each, n):
    """the empty boxes are left out; a rank that nobody asks gets an empty one."""
    owner = ids // each
    boxes = ids[owner.argsort(stable=True)].split(owner.bincount().tolist())
    return [box for box in boxes if len(box) > 0]
