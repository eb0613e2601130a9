"""Wrong answers to 07-c; each docstring is a part of what its author must be told."""

import torch


def _remote(batches, each):
    return sum(int((ids.unique() // each != r).sum()) for r, ids in enumerate(batches))


def all_of_them(batches, each, D):
    """what a rank asks of itself is counted; it does not cross."""
    return sum(len(ids.unique()) for ids in batches) * (8 + 4 * D + 4 * D)


def those_that_stay(batches, each, D):
    """that counts what a rank asks of itself; the others cross."""
    stay = 0
    for r, ids in enumerate(batches):
        stay += int((ids.unique() // each == r).sum())
    return stay * (8 + 8 * D)


def rows_and_ids(batches, each, D):
    """the gradients are missing: they go out to the owners again."""
    return _remote(batches, each) * (8 + 4 * D)


def rows_and_gradients(batches, each, D):
    """the ids themselves are missing, 8 bytes each."""
    return _remote(batches, each) * 2 * 4 * D


def ids_only(batches, each, D):
    """those are the ids alone; rows come home, and gradients go out."""
    return 8 * _remote(batches, each)


def int32(batches, each, D):
    """an id takes 8 bytes, not 4."""
    return 4 * _remote(batches, each) * (1 + 2 * D)


def float64(batches, each, D):
    """a number of a row takes 4 bytes, not 8."""
    return 8 * _remote(batches, each) * (1 + 2 * D)


def there_and_back(batches, each, D):
    """the ids are counted twice; they go out only once."""
    return 2 * _remote(batches, each) * (8 + 4 * D)


def numbers(batches, each, D):
    """those are numbers, not bytes: 8 for an id, 4 for each number of a row and a gradient."""
    return _remote(batches, each) * (1 + D + D)


def remote_only(batches, each, D):
    """that is how many ids are remote; how many bytes does each cause?"""
    return _remote(batches, each)


def as_often_as_they_come(batches, each, D):
    """repeats are counted; here a rank asks for an id once, however often it comes."""
    remote = 0
    for r, ids in enumerate(batches):
        remote += int((ids // each != r).sum())
    return remote * (8 + 8 * D)


def one_set(batches, each, D):
    """an id that two ranks want was counted once; each of them asks for it."""
    remote = set()
    for r, ids in enumerate(batches):
        remote |= {i for i in ids.tolist() if i // each != r}
    return len(remote) * (8 + 8 * D)


def rank_0_alone(batches, each, D):
    """that is what rank 0 causes; add up all ranks."""
    return int((batches[0].unique() // each != 0).sum()) * (8 + 8 * D)


def return_in_the_loop(batches, each, D):
    """a return stands in the loop, which so ends in its first pass."""
    for r, ids in enumerate(batches):
        return int((ids.unique() // each != r).sum()) * (8 + 8 * D)


def overwritten(batches, each, D):
    """that is what the last rank causes; add up all ranks."""
    for r, ids in enumerate(batches):
        remote = int((ids.unique() // each != r).sum())
    return remote * (8 + 8 * D)


def counts_too(batches, each, D):
    """the numbers that tell how many ids will come are counted as well; leave them out."""
    return _remote(batches, each) * (8 + 8 * D) + 8 * 3 * 2


def expected(batches, each, D):
    """that is what random ids cause on average; these ids can be counted."""
    B = sum(len(ids.unique()) for ids in batches)
    return B * 2 / 3 * (8 + 8 * D)


def modulo(batches, each, D):
    """the owner is ids // each, not ids % n."""
    remote = 0
    for r, ids in enumerate(batches):
        remote += int((ids.unique() % len(batches) != r).sum())
    return remote * (8 + 8 * D)


def dense(batches, each, D):
    """that is the table; only rows that somebody asks for cross."""
    V = each * len(batches)
    return V * D * 4


def ids_in_kilobytes(batches, each, D):
    """wanted is"""
    return _remote(batches, each) * (8 + 8 * D) / 1000


def list_of_ranks(batches, each, D):
    """that is a number for each rank; add them up."""
    return [
        int((ids.unique() // each != r).sum()) * (8 + 8 * D)
        for r, ids in enumerate(batches)
    ]


def every_id(batches, each, D):
    """all ids are counted; those of other ranks cross, and a rank asks for each once."""
    return sum(len(b) for b in batches) * (8 + 8 * D)


def all_in_one(batches, each, D):
    """an id of several ranks was counted once, and what a rank owns as well; go rank by rank."""
    return len(torch.cat(batches).unique()) * (8 + 8 * D)


def remainder(batches, each, D):
    """the remainder says where a row is kept; its owner is ids // each."""
    return sum(int((b.unique() % each != r).sum()) for r, b in enumerate(batches)) * (
        8 + 8 * D
    )


def counted_from_one(batches, each, D):
    """the ranks are counted from 1; the first is rank 0."""
    return sum(
        int((b.unique() // each != r).sum()) for r, b in enumerate(batches, 1)
    ) * (8 + 8 * D)


def bytes_for_numbers(batches, each, D):
    """each number of a row or a gradient takes 4 bytes."""
    return sum(int((b.unique() // each != r).sum()) for r, b in enumerate(batches)) * (
        8 + 2 * D
    )


def brackets_left_out(batches, each, D):
    """every remote id causes rows and gradients, too: put the bytes of an id in brackets."""
    return (
        sum(int((b.unique() // each != r).sum()) for r, b in enumerate(batches)) * 8
        + 8 * D
    )
