"""Exercises of 07 Beyond one machine."""

import torch

from .boxes import BOXES, UNPACKED
from .check import Exercise, several
from .pretend_group import PretendGroup


def _asked(rng):
    """The ids of three ranks, some of their own and some twice; each; and D."""
    each, D = rng.sample(range(5, 10), 2)
    batches = []
    for rank, size in enumerate(rng.sample(range(5, 12), 3)):
        ids = rng.choices(range(3 * each), k=size)
        other = (rank + 1) % 3 * each
        batches.append(torch.tensor([*ids, rank * each, rank * each, other, other]))
    return batches, each, D


def _remote(batches, each):
    """The remote ids of each rank, each once."""
    return [ids[ids // each != rank].unique() for rank, ids in enumerate(batches)]


def _times(batches, each, bytes_of_an_id):
    return sum(map(len, _remote(batches, each))) * bytes_of_an_id


def _bytes(batches, each, D):
    return _times(batches, each, 8 + 8 * D)


def all_ids(batches, each, D):
    """what a rank asks of itself is counted; it does not cross."""
    return sum(len(ids.unique()) for ids in batches) * (8 + 8 * D)


def own_ids(batches, each, D):
    """that counts what a rank asks of itself; the others cross."""
    return all_ids(batches, each, D) - _bytes(batches, each, D)


def no_gradients(batches, each, D):
    """the gradients are missing: they go out to the owners again."""
    return _times(batches, each, 8 + 4 * D)


def no_ids(batches, each, D):
    """the ids themselves are missing, 8 bytes each."""
    return _times(batches, each, 8 * D)


def ids_alone(batches, each, D):
    """those are the ids alone; rows come home, and gradients go out."""
    return _times(batches, each, 8)


def ids_of_four_bytes(batches, each, D):
    """an id takes 8 bytes, not 4."""
    return _times(batches, each, 4 + 8 * D)


def numbers_of_eight_bytes(batches, each, D):
    """a number of a row takes 4 bytes, not 8."""
    return _times(batches, each, 8 + 16 * D)


def ids_sent_back(batches, each, D):
    """the ids are counted twice; they go out only once."""
    return _times(batches, each, 16 + 8 * D)


def numbers_not_bytes(batches, each, D):
    """those are numbers, not bytes: 8 for an id, 4 for each number of a row and a gradient."""
    return _times(batches, each, 1 + 2 * D)


def remote_ids(batches, each, D):
    """that is how many ids are remote; how many bytes does each cause?"""
    return _times(batches, each, 1)


def with_repeats(batches, each, D):
    """repeats are counted; here a rank asks for an id once, however often it comes."""
    remote = [ids[ids // each != rank] for rank, ids in enumerate(batches)]
    return sum(map(len, remote)) * (8 + 8 * D)


def once_in_all(batches, each, D):
    """an id that two ranks want was counted once; each of them asks for it."""
    return len(torch.cat(_remote(batches, each)).unique()) * (8 + 8 * D)


def of_each_rank(batches, each, D):
    """that is a number for each rank; add them up."""
    return [len(ids) * (8 + 8 * D) for ids in _remote(batches, each)]


def of_rank_0(batches, each, D):
    """that is what rank 0 causes; add up all ranks."""
    return len(_remote(batches, each)[0]) * (8 + 8 * D)


def of_the_last_rank(batches, each, D):
    """that is what the last rank causes; add up all ranks."""
    return len(_remote(batches, each)[-1]) * (8 + 8 * D)


def with_the_counts(batches, each, D):
    """the numbers that tell how many ids will come are counted as well; leave them out."""
    n = len(batches)
    return _bytes(batches, each, D) + 8 * n * (n - 1)


def on_average(batches, each, D):
    """that is what random ids cause on average; these ids can be counted."""
    n = len(batches)
    return all_ids(batches, each, D) * (n - 1) / n


def by_modulo(batches, each, D):
    """the owner is ids // each, not ids % n."""
    remote = [int((ids.unique() % len(batches) != r).sum()) for r, ids in enumerate(batches)]
    return sum(remote) * (8 + 8 * D)


def whole_table(batches, each, D):
    """that is the table; only rows that somebody asks for cross."""
    return 4 * len(batches) * each * D


def _loops(rng):
    """Lists of ids of a rank that has fewer batches than others, and more, and empty ones."""
    trials = []
    for short, empty in ((True, False), (False, True), (True, True), (False, False)):
        batches = [rng.choices(range(90), k=rng.randint(2, 3)) for _ in range(rng.randint(2, 4))]
        if empty:
            batches.insert(rng.randint(0, 1), [])
        most = len(batches) + rng.randint(1, 2) * (1 if short else -1)
        trials.append((batches, PretendGroup({"most": most})))
    return trials


def _part_in(batches, group, number):
    return [group.swap(ids) for ids in [*batches, *[[]] * number][:number]]


def _all_parts(batches, group):
    return _part_in(batches, group, group.most(len(batches)))


def as_the_colleague(batches, group):
    """it hangs where a batch is empty, and where other ranks have more batches."""
    return [group.swap(ids) for ids in batches if ids]


def no_padding(batches, group):
    """empty batches are there, but where others have more batches, exchanges are missing."""
    return _part_in(batches, group, len(batches))


def only_padding(batches, group):
    """an empty batch is still skipped, so all later ones meet another rank's next step."""
    kept = [ids for ids in batches if ids]
    return _part_in(kept, group, group.most(len(batches)) - len(batches) + len(kept))


def padded_at_the_end(batches, group):
    """the number of swaps is right, but an empty batch moved to the end: swap it in its turn."""
    return _part_in([ids for ids in batches if ids], group, group.most(len(batches)))


def full_ones_counted(batches, group):
    """empty batches are not counted, so that exchanges move or are missing: swap each in turn."""
    kept = [ids for ids in batches if ids]
    return _part_in(kept, group, group.most(len(kept)))


def asked_in_each_batch(batches, group):
    """group.most was asked of each batch; ask once, how many batches there are at most."""
    return [group.swap(ids) for ids in batches for _ in range(group.most(len(ids)))]


def taken_apart(batches, group):
    """what group.swap gives was taken apart; append keeps it whole."""
    return [part for swapped in _all_parts(batches, group) for part in swapped]


def most_of_the_others(batches, group):
    """hand in your own number: most(0) is that of the others, who may have fewer."""
    return _part_in(batches, group, group["most"])


def one_more(batches, group):
    """there is one exchange too many: the others do not come."""
    return _part_in(batches, group, group.most(len(batches)) + 1)


def one_less(batches, group):
    """there is one exchange too few: the others wait for it."""
    return _part_in(batches, group, group.most(len(batches)) - 1)


def number_of_swaps(batches, group):
    """that is how many exchanges there are; take part in each."""
    return group.most(len(batches))


def last_batch_again(batches, group):
    """where nothing is left, the last batch is asked for again; swap an empty list."""
    number = group.most(len(batches))
    return _part_in(batches + [batches[-1]] * (number - len(batches)), group, number)


def from_the_first_again(batches, group):
    """where nothing is left, it begins again with the first batch; swap an empty list."""
    number = group.most(len(batches))
    return [group.swap(batches[step % len(batches)]) for step in range(number)]


def nothing_swapped(batches, group):
    """nothing was swapped: hand each batch to group.swap, and keep what it gives."""
    return batches + [[]] * (group.most(len(batches)) - len(batches))


def padding_first(batches, group):
    """the empty lists come first; a rank that has batches swaps them from step 0 on."""
    missing = group.most(len(batches)) - len(batches)
    return _part_in([[]] * missing + batches, group, missing + len(batches))


EXERCISES = {
    "a": BOXES,
    "b": UNPACKED,
    "c": Exercise(
        truth=_bytes,
        trials=several(_asked),
        names=("batches", "each", "D"),
        wrong=[
            all_ids,
            own_ids,
            no_gradients,
            no_ids,
            ids_alone,
            ids_of_four_bytes,
            numbers_of_eight_bytes,
            ids_sent_back,
            numbers_not_bytes,
            remote_ids,
            with_repeats,
            once_in_all,
            of_each_rank,
            of_rank_0,
            of_the_last_rank,
            with_the_counts,
            on_average,
            by_modulo,
            whole_table,
        ],
    ),
    "d": Exercise(
        truth=_all_parts,
        trials=_loops,
        names=("batches", "group"),
        wrong=[
            as_the_colleague,
            no_padding,
            only_padding,
            padded_at_the_end,
            full_ones_counted,
            asked_in_each_batch,
            taken_apart,
            most_of_the_others,
            one_more,
            one_less,
            number_of_swaps,
            last_batch_again,
            from_the_first_again,
            nothing_swapped,
            padding_first,
        ],
        special={
            "a batch is empty": lambda batches, group: [] in batches,
            "other ranks have more batches": lambda batches, group: group["most"] > len(batches),
        },
    ),
}
