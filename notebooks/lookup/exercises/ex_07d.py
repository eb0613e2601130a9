"""07-d: the part that a rank takes in each swap, as others have more batches."""

from .check import Exercise
from .kit.pretend_group import PretendGroup


def _loops(rng):
    """Lists of ids of a rank that has fewer batches than others, and more, and empty ones."""
    trials = []
    for short, empty in ((True, False), (False, True), (True, True), (False, False)):
        batches = [
            rng.choices(range(90), k=rng.randint(2, 3))
            for _ in range(rng.randint(2, 4))
        ]
        if empty:
            batches.insert(rng.randint(0, 1), [])
        most = len(batches) + rng.randint(1, 2) * (1 if short else -1)
        trials.append((batches, PretendGroup({"most": most})))
    return trials


def _part_in(batches, group, number):
    return [group.swap(ids) for ids in [*batches, *[[]] * number][:number]]


def _all_parts(batches, group):
    return _part_in(batches, group, group.most(len(batches)))


EXERCISE = Exercise(
    truth=_all_parts,
    trials=_loops,
    names=("batches", "group"),
    special={
        "a batch is empty": lambda batches, group: [] in batches,
        "other ranks have more batches": lambda batches, group: (
            group["most"] > len(batches)
        ),
    },
)


@EXERCISE.wrong
def as_the_colleague(batches, group):
    """it hangs where a batch is empty, and where other ranks have more batches."""
    return [group.swap(ids) for ids in batches if ids]


@EXERCISE.wrong
def empty_ones_at_home(batches, group):
    """a batch that is empty takes no part, though its place is kept: hand it to group.swap."""
    return [group.swap(ids) if ids else [] for ids in batches]


@EXERCISE.wrong
def no_padding(batches, group):
    """empty batches are there, but where others have more batches, exchanges are missing."""
    return _part_in(batches, group, len(batches))


@EXERCISE.wrong
def only_padding(batches, group):
    """an empty batch is still skipped, so all later ones meet another rank's next step."""
    kept = [ids for ids in batches if ids]
    return _part_in(kept, group, group.most(len(batches)) - len(batches) + len(kept))


@EXERCISE.wrong
def padded_at_the_end(batches, group):
    """the number of swaps is right, but an empty batch moved to the end: swap it in its turn."""
    return _part_in([ids for ids in batches if ids], group, group.most(len(batches)))


@EXERCISE.wrong
def full_ones_counted(batches, group):
    """empty batches are not counted, so that exchanges move or are missing: swap each in turn."""
    kept = [ids for ids in batches if ids]
    return _part_in(kept, group, group.most(len(kept)))


@EXERCISE.wrong
def asked_in_each_batch(batches, group):
    """group.most was asked of each batch; ask once, how many batches there are at most."""
    return [group.swap(ids) for ids in batches for _ in range(group.most(len(ids)))]


@EXERCISE.wrong
def taken_apart(batches, group):
    """what group.swap gives was taken apart; append keeps it whole."""
    return [part for swapped in _all_parts(batches, group) for part in swapped]


@EXERCISE.wrong
def most_of_the_others(batches, group):
    """hand in your own number: most(0) is that of the others, who may have fewer."""
    return _part_in(batches, group, group["most"])


@EXERCISE.wrong
def one_more(batches, group):
    """there is one exchange too many: the others do not come."""
    return _part_in(batches, group, group.most(len(batches)) + 1)


@EXERCISE.wrong
def one_less(batches, group):
    """there is one exchange too few: the others wait for it."""
    return _part_in(batches, group, group.most(len(batches)) - 1)


@EXERCISE.wrong
def number_of_swaps(batches, group):
    """that is how many exchanges there are; take part in each."""
    return group.most(len(batches))


@EXERCISE.wrong
def last_batch_again(batches, group):
    """where nothing is left, the last batch is asked for again; swap an empty list."""
    number = group.most(len(batches))
    return _part_in(batches + [batches[-1]] * (number - len(batches)), group, number)


@EXERCISE.wrong
def from_the_first_again(batches, group):
    """where nothing is left, it begins again with the first batch; swap an empty list."""
    number = group.most(len(batches))
    return [group.swap(batches[step % len(batches)]) for step in range(number)]


@EXERCISE.wrong
def nothing_swapped(batches, group):
    """nothing was swapped: hand each batch to group.swap, and keep what it gives."""
    return batches + [[]] * (group.most(len(batches)) - len(batches))


@EXERCISE.wrong
def padding_first(batches, group):
    """the empty lists come first; a rank that has batches swaps them from step 0 on."""
    missing = group.most(len(batches)) - len(batches)
    return _part_in([[]] * missing + batches, group, missing + len(batches))
