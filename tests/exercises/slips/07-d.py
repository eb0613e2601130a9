"""Wrong answers to 07-d, written before any message was looked at; see test_exercises.py."""


def most_of_the_batch(batches, group):
    """group.most was asked of each batch; ask once, how many batches there are at most."""
    swapped = []
    for ids in batches:
        for _ in range(group.most(len(ids))):
            swapped.append(group.swap(ids))
    return swapped


def own_number_of_full_ones(batches, group):
    """empty batches are not counted, so that exchanges move or are missing: swap each in turn."""
    full = [ids for ids in batches if ids]
    swapped = []
    for step in range(group.most(len(full))):
        swapped.append(group.swap(full[step] if step < len(full) else []))
    return swapped


def pads_only_the_difference(batches, group):
    """all the right members are there, and others besides."""
    swapped = [group.swap(ids) for ids in batches]
    for _ in range(group.most(len(batches))):
        swapped.append(group.swap([]))
    return swapped


def keeps_only_real_answers(batches, group):
    """some members are missing; those that are there are right."""
    swapped = []
    for step in range(group.most(len(batches))):
        ids = batches[step] if step < len(batches) else []
        answer = group.swap(ids)
        if ids:
            swapped.append(answer)
    return swapped


def cut_to_the_others(batches, group):
    """the last members are missing; the others are right."""
    most = group.most(0)
    return [group.swap(ids) for ids in batches[:most]]


def return_in_the_loop(batches, group):
    """a return stands in the loop, which so ends in its first pass."""
    for step in range(group.most(len(batches))):
        ids = batches[step] if step < len(batches) else []
        return [group.swap(ids)]


def none_for_nothing(batches, group):
    """A value is None here."""
    padded = batches + [None] * (group.most(len(batches)) - len(batches))
    return [group.swap(ids) for ids in padded]


def index_of_the_swap(batches, group):
    """what group.swap gives was taken apart; append keeps it whole."""
    swapped = []
    for step in range(group.most(len(batches))):
        ids = batches[step] if step < len(batches) else []
        swapped += group.swap(ids)
    return swapped
