"""Wrong answers to 03-a, written before any message was looked at; see test_exercises.py."""

from collections import Counter


def counts_of_all(documents):
    """yours would be right if each list in documents began with those before it: is something"""
    counter = Counter()
    indptr, indices, data = [0], [], []
    for document in documents:
        counter.update(document)
        for column, count in sorted(counter.items()):
            indices.append(column)
            data.append(count)
        indptr.append(len(indices))
    return indptr, indices, data


def pairs(documents):
    """wanted is"""
    return [sorted(Counter(document).items()) for document in documents]


def counter_unpacked(documents):
    """A loop, or several names to the left of =, need several values; this is a single one."""
    indptr, indices, data = [0], [], []
    for document in documents:
        for column, count in sorted(Counter(document)):
            indices.append(column)
            data.append(count)
        indptr.append(len(indices))
    return indptr, indices, data
