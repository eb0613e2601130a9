"""Wrong answers to 07-a, written before any message was looked at; see test_exercises.py."""

import torch


def boxes_as_they_fill(ids, each, n):
    """the empty boxes are left out; a rank that nobody asks gets an empty one."""
    boxes = {}
    for i in ids.tolist():
        boxes.setdefault(i // each, []).append(i)
    return [torch.tensor(boxes[owner]) for owner in sorted(boxes)]


def split_by_each(ids, each, n):
    """the batch was cut after every `each` ids; put each id into the box of its owner."""
    return list(ids.split(each))


def from_the_notebook(ids, each, n):
    """the boxes are there, and something besides; return the list of boxes alone."""
    owner = ids // each
    order = owner.argsort(stable=True)
    return ids[order].split(owner.bincount(minlength=n).tolist()), order


def lists_of_numbers(ids, each, n):
    """each box is a list of numbers; make a tensor of it."""
    return [[i for i in ids.tolist() if i // each == r] for r in range(n)]


def bounds_too_wide(ids, each, n):
    """the first row of a shard is in two boxes; rank r owns the rows to before (r + 1) * each."""
    return [ids[(ids >= r * each) & (ids <= r * each + each)] for r in range(n)]


def by_comparison(ids, each, n):
    """a box holds the ids of the ranks before as well; rank r owns none below r * each."""
    return [ids[ids < (r + 1) * each] for r in range(n)]


def bincount_short(ids, each, n):
    """the last members are missing; the others are right."""
    owner = ids // each
    order = owner.argsort(stable=True)
    return list(ids[order].split(owner.bincount().tolist()))


def unstable_by_value(ids, each, n):
    """the ids of a box are sorted; keep the order in which they come."""
    owner = ids // each
    return list(ids[ids.argsort()].split(owner.bincount(minlength=n).tolist()))
