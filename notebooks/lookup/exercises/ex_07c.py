"""07-c: the bytes of a training step that cross from one rank to another."""

import torch

from .check import Exercise, several


def _asked(rng):
    """The ids of three ranks, some of their own and some twice; each; and D."""
    each, D = rng.sample(range(5, 10), 2)
    batches = []
    for rank, size in enumerate(rng.sample(range(5, 12), 3)):
        ids = rng.choices(range(3 * each), k=size)
        other = (rank + 1) % 3 * each
        # A row of its own and one of another rank, each twice, whatever was drawn.
        batches.append(torch.tensor([*ids, rank * each, rank * each, other, other]))
    return batches, each, D


def _remote(batches, each):
    """The remote ids of each rank, each once."""
    return [ids[ids // each != rank].unique() for rank, ids in enumerate(batches)]


def _times(batches, each, bytes_of_an_id):
    return sum(map(len, _remote(batches, each))) * bytes_of_an_id


def _bytes(batches, each, D):
    return _times(batches, each, 8 + 8 * D)


EXERCISE = Exercise(
    truth=_bytes,
    trials=several(_asked),
    names=("batches", "each", "D"),
)


@EXERCISE.wrong
def all_ids(batches, each, D):
    """what a rank asks of itself is counted; it does not cross."""
    return sum(len(ids.unique()) for ids in batches) * (8 + 8 * D)


@EXERCISE.wrong
def own_ids(batches, each, D):
    """that counts what a rank asks of itself; the others cross."""
    return all_ids(batches, each, D) - _bytes(batches, each, D)


@EXERCISE.wrong
def no_gradients(batches, each, D):
    """the gradients are missing: they go out to the owners again."""
    return _times(batches, each, 8 + 4 * D)


@EXERCISE.wrong
def no_ids(batches, each, D):
    """the ids themselves are missing, 8 bytes each."""
    return _times(batches, each, 8 * D)


@EXERCISE.wrong
def ids_alone(batches, each, D):
    """those are the ids alone; rows come home, and gradients go out."""
    return _times(batches, each, 8)


@EXERCISE.wrong
def ids_of_four_bytes(batches, each, D):
    """an id takes 8 bytes, not 4."""
    return _times(batches, each, 4 + 8 * D)


@EXERCISE.wrong
def numbers_of_eight_bytes(batches, each, D):
    """a number of a row takes 4 bytes, not 8."""
    return _times(batches, each, 8 + 16 * D)


@EXERCISE.wrong
def ids_sent_back(batches, each, D):
    """the ids are counted twice; they go out only once."""
    return _times(batches, each, 16 + 8 * D)


@EXERCISE.wrong
def one_byte_a_number(batches, each, D):
    """each number of a row or a gradient takes 4 bytes."""
    return _times(batches, each, 8 + 2 * D)


@EXERCISE.wrong
def brackets_forgotten(batches, each, D):
    """every remote id causes rows and gradients, too: put the bytes of an id in brackets."""
    return _times(batches, each, 8) + 8 * D


@EXERCISE.wrong
def numbers_not_bytes(batches, each, D):
    """those are numbers, not bytes: 8 for an id, 4 for each number of a row and a gradient."""
    return _times(batches, each, 1 + 2 * D)


@EXERCISE.wrong
def remote_ids(batches, each, D):
    """that is how many ids are remote; how many bytes does each cause?"""
    return _times(batches, each, 1)


@EXERCISE.wrong
def with_repeats(batches, each, D):
    """repeats are counted; here a rank asks for an id once, however often it comes."""
    remote = [ids[ids // each != rank] for rank, ids in enumerate(batches)]
    return sum(map(len, remote)) * (8 + 8 * D)


@EXERCISE.wrong
def with_repeats_and_own(batches, each, D):
    """all ids are counted; those of other ranks cross, and a rank asks for each once."""
    return sum(map(len, batches)) * (8 + 8 * D)


@EXERCISE.wrong
def once_in_all(batches, each, D):
    """an id that two ranks want was counted once; each of them asks for it."""
    return len(torch.cat(_remote(batches, each)).unique()) * (8 + 8 * D)


@EXERCISE.wrong
def once_in_all_with_own(batches, each, D):
    """an id of several ranks was counted once, and what a rank owns as well; go rank by rank."""
    return len(torch.cat(batches).unique()) * (8 + 8 * D)


@EXERCISE.wrong
def of_each_rank(batches, each, D):
    """that is a number for each rank; add them up."""
    return [len(ids) * (8 + 8 * D) for ids in _remote(batches, each)]


@EXERCISE.wrong
def of_rank_0(batches, each, D):
    """that is what rank 0 causes; add up all ranks."""
    return len(_remote(batches, each)[0]) * (8 + 8 * D)


@EXERCISE.wrong
def of_the_last_rank(batches, each, D):
    """that is what the last rank causes; add up all ranks."""
    return len(_remote(batches, each)[-1]) * (8 + 8 * D)


@EXERCISE.wrong
def with_the_counts(batches, each, D):
    """the numbers that tell how many ids will come are counted as well; leave them out."""
    n = len(batches)
    return _bytes(batches, each, D) + 8 * n * (n - 1)


@EXERCISE.wrong
def on_average(batches, each, D):
    """that is what random ids cause on average; these ids can be counted."""
    n = len(batches)
    return all_ids(batches, each, D) * (n - 1) / n


@EXERCISE.wrong
def by_modulo(batches, each, D):
    """the owner is ids // each, not ids % n."""
    remote = [
        int((ids.unique() % len(batches) != r).sum()) for r, ids in enumerate(batches)
    ]
    return sum(remote) * (8 + 8 * D)


@EXERCISE.wrong
def by_remainder(batches, each, D):
    """the remainder says where a row is kept; its owner is ids // each."""
    remote = [int((ids.unique() % each != r).sum()) for r, ids in enumerate(batches)]
    return sum(remote) * (8 + 8 * D)


@EXERCISE.wrong
def ranks_from_one(batches, each, D):
    """the ranks are counted from 1; the first is rank 0."""
    remote = [
        int((ids.unique() // each != r).sum()) for r, ids in enumerate(batches, 1)
    ]
    return sum(remote) * (8 + 8 * D)


@EXERCISE.wrong
def whole_table(batches, each, D):
    """that is the table; only rows that somebody asks for cross."""
    return 4 * len(batches) * each * D
