"""Right answers to 07-d in other idioms than the notebook's."""

from itertools import zip_longest


def padded(batches, group):
    missing = group.most(len(batches)) - len(batches)
    return [group.swap(ids) for ids in batches + [[]] * missing]


def zipped(batches, group):
    steps = range(group.most(len(batches)))
    return [group.swap(ids) for ids, _ in zip_longest(batches, steps, fillvalue=[])]


def two_loops(batches, group):
    most = group.most(len(batches))
    swapped = []
    for ids in batches:
        swapped.append(group.swap(ids))
    while len(swapped) < most:
        swapped.append(group.swap([]))
    return swapped
