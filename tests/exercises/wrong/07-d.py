"""Wrong answers to 07-d; each docstring is a part of what its author must be told."""


def colleague(batches, group):
    """it hangs where a batch is empty, and where other ranks have more batches."""
    swapped = []
    for ids in batches:
        if len(ids) > 0:
            swapped.append(group.swap(ids))
    return swapped


def without_the_if(batches, group):
    """empty batches are there, but where others have more batches, exchanges are missing."""
    swapped = []
    for ids in batches:
        swapped.append(group.swap(ids))
    return swapped


def still_skips(batches, group):
    """an empty batch is still skipped, so all later ones meet another rank's next step."""
    swapped = []
    for step in range(group.most(len(batches))):
        if step >= len(batches):
            swapped.append(group.swap([]))
        elif batches[step]:
            swapped.append(group.swap(batches[step]))
    return swapped


def filled_up(batches, group):
    """the number of swaps is right, but an empty batch moved to the end: swap it in its turn."""
    most = group.most(len(batches))
    swapped = [group.swap(ids) for ids in batches if ids]
    while len(swapped) < most:
        swapped.append(group.swap([]))
    return swapped


def most_of_none(batches, group):
    """hand in your own number: most(0) is that of the others, who may have fewer."""
    steps = range(group.most(0))
    return [group.swap(batches[s] if s < len(batches) else []) for s in steps]


def one_more(batches, group):
    """there is one exchange too many: the others do not come."""
    steps = range(group.most(len(batches)) + 1)
    return [group.swap(batches[s] if s < len(batches) else []) for s in steps]


def from_one(batches, group):
    """there is one exchange too few: the others wait for it."""
    most = group.most(len(batches))
    padded = batches + [[]] * (most - len(batches))
    return [group.swap(padded[s - 1]) for s in range(1, most)]


def number(batches, group):
    """that is how many exchanges there are; take part in each."""
    return group.most(len(batches))


def last_again(batches, group):
    """where nothing is left, the last batch is asked for again; swap an empty list."""
    steps = range(group.most(len(batches)))
    return [group.swap(batches[min(s, len(batches) - 1)]) for s in steps]


def round_and_round(batches, group):
    """where nothing is left, it begins again with the first batch; swap an empty list."""
    steps = range(group.most(len(batches)))
    return [group.swap(batches[s % len(batches)]) for s in steps]


def only_padded(batches, group):
    """nothing was swapped: hand each batch to group.swap, and keep what it gives."""
    most = group.most(len(batches))
    return batches + [[] for _ in range(most - len(batches))]


def padded_in_front(batches, group):
    """the empty lists come first; a rank that has batches swaps them from step 0 on."""
    most = group.most(len(batches))
    padded = [[]] * (most - len(batches)) + batches
    return [group.swap(ids) for ids in padded]


def past_the_end(batches, group):
    """stopped with"""
    swapped = []
    for step in range(group.most(len(batches))):
        swapped.append(group.swap(batches[step]))
    return swapped


def most_of_the_list(batches, group):
    """stopped with"""
    return [group.swap(ids) for ids in range(group.most(batches))]


def empty_list_appended(batches, group):
    """a batch that is empty takes no part, though its place is kept: hand it to group.swap."""
    swapped = []
    for ids in batches:
        if ids:
            swapped.append(group.swap(ids))
        else:
            swapped.append([])
    return swapped
