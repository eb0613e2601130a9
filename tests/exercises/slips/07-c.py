"""Wrong answers to 07-c, written before any message was looked at; see test_exercises.py."""

import torch


def one_way(batches, each, D):
    """the gradients are missing: they go out to the owners again."""
    return sum(
        int((ids.unique() // each != r).sum()) for r, ids in enumerate(batches)
    ) * (8 + 4 * D)


def everything(batches, each, D):
    """what a rank asks of itself is counted; it does not cross."""
    total = 0
    for ids in batches:
        total += ids.unique().numel() * (8 + 2 * 4 * D)
    return total


def eight_for_all(batches, each, D):
    """a number of a row takes 4 bytes, not 8."""
    remote = sum(
        int((ids.unique() // each != r).sum()) for r, ids in enumerate(batches)
    )
    return remote * 8 * (1 + 2 * D)


def four_for_all(batches, each, D):
    """an id takes 8 bytes, not 4."""
    remote = sum(
        int((ids.unique() // each != r).sum()) for r, ids in enumerate(batches)
    )
    return remote * 4 * (1 + 2 * D)


def both_directions(batches, each, D):
    """yours is 2 times what is wanted"""
    remote = sum(
        int((ids.unique() // each != r).sum()) for r, ids in enumerate(batches)
    )
    return 2 * remote * (8 + 8 * D)


def rows_without_columns(batches, each, D):
    """is D left out?"""
    remote = sum(
        int((ids.unique() // each != r).sum()) for r, ids in enumerate(batches)
    )
    return remote * (8 + 4 + 4)


def returns_in_the_loop(batches, each, D):
    """a return stands in the loop, which so ends in its first pass."""
    for rank, ids in enumerate(batches):
        remote = int((ids.unique() // each != rank).sum())
        return remote * (8 + 8 * D)


def at_home(batches, each, D):
    """that counts what a rank asks of itself; the others cross."""
    return torch.cat(
        [ids[ids // each == r].unique() for r, ids in enumerate(batches)]
    ).numel() * (8 + 8 * D)


def every_use(batches, each, D):
    """repeats are counted; here a rank asks for an id once, however often it comes."""
    return sum(len(ids[ids // each != r]) for r, ids in enumerate(batches)) * (
        8 + 8 * D
    )
