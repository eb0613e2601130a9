"""Wrong answers to 03-a, written before any message was looked at; see test_exercises.py."""

from collections import Counter


def last_place_instead_of_end(documents):
    """a set is in no order that you can count on; sort the columns of each document."""
    indptr, indices, data = [0], [], []
    for document in documents:
        for column in set(document):
            indices.append(column)
            data.append(document.count(column))
        indptr.append(indptr[-1] + len(document))
    return indptr, indices, data


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


def by_frequency(documents):
    """the numbers are right, but in another order."""
    indptr, indices, data = [0], [], []
    for document in documents:
        for column, count in Counter(document).most_common():
            indices.append(column)
            data.append(count)
        indptr.append(len(indices))
    return indptr, indices, data


def appended_lists(documents):
    """the members are right, but in lists of their own; one flat list is wanted."""
    indptr, indices, data = [0], [], []
    for document in documents:
        counts = sorted(Counter(document).items())
        indices.append([column for column, _ in counts])
        data.append([count for _, count in counts])
        indptr.append(indptr[-1] + len(counts))
    return indptr, indices, data


def unsorted_counter(documents):
    """columns stand in reading order; sort them within each document."""
    indptr, indices, data = [0], [], []
    for document in documents:
        counts = Counter(document)
        indices += counts.keys()
        data += counts.values()
        indptr.append(len(indices))
    return indptr, indices, data


def indptr_in_the_inner_loop(documents):
    """indptr grows with every entry; let it grow once for each document."""
    indptr, indices, data = [0], [], []
    for document in documents:
        for column, count in sorted(Counter(document).items()):
            indices.append(column)
            data.append(count)
            indptr.append(len(indices))
    return indptr, indices, data


def pairs(documents):
    """wanted is"""
    return [sorted(Counter(document).items()) for document in documents]


def data_first(documents):
    """the parts are right, but in another order."""
    indptr, indices, data = [0], [], []
    for document in documents:
        for column, count in sorted(Counter(document).items()):
            indices.append(column)
            data.append(count)
        indptr.append(len(indices))
    return data, indices, indptr


def empty_skipped(documents):
    """empty documents are left out; each has its place in indptr, where a number comes again."""
    indptr, indices, data = [0], [], []
    for document in documents:
        if not document:
            continue
        for column, count in sorted(Counter(document).items()):
            indices.append(column)
            data.append(count)
        indptr.append(len(indices))
    return indptr, indices, data


def counter_unpacked(documents):
    """A loop, or several names to the left of =, need several values; this is a single one."""
    indptr, indices, data = [0], [], []
    for document in documents:
        for column, count in sorted(Counter(document)):
            indices.append(column)
            data.append(count)
        indptr.append(len(indices))
    return indptr, indices, data
