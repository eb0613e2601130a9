"""Wrong answers to 03-a; each docstring is a part of what its author must be told."""

import itertools
from collections import Counter
from itertools import accumulate


def lengths(documents):
    """indptr holds lengths; it should say where each document begins"""
    bags = [sorted(Counter(document).items()) for document in documents]
    return (
        [len(bag) for bag in bags],
        [i for bag in bags for i, _ in bag],
        [n for bag in bags for _, n in bag],
    )


def token_by_token(documents):
    """a word that comes twice has two entries; count it, and store it once."""
    indices = [column for document in documents for column in sorted(document)]
    return [0, *accumulate(map(len, documents))], indices, [1] * len(indices)


def unsorted(documents):
    """columns stand in reading order; sort them within each document."""
    bags = [Counter(document) for document in documents]
    indptr = [0, *accumulate(map(len, bags))]
    return (
        indptr,
        [i for bag in bags for i in bag],
        [n for bag in bags for n in bag.values()],
    )


def without_zero(documents):
    """the leading 0 of indptr is missing: document 0 begins there."""
    bags = [sorted(Counter(document).items()) for document in documents]
    return (
        [*accumulate(map(len, bags))],
        [i for bag in bags for i, _ in bag],
        [n for bag in bags for _, n in bag],
    )


def seen_or_not(documents):
    """the counts are lost: data should say how often."""
    bags = [sorted(set(document)) for document in documents]
    indices = [i for bag in bags for i in bag]
    return [0, *accumulate(map(len, bags))], indices, [1] * len(indices)


def only_indptr(documents):
    """yours is the first part alone; return all of them, with commas between them."""
    return [0, *accumulate(len(set(document)) for document in documents)]


def as_a_set_gives_them(documents):
    """a set is in no order that you can count on; sort the columns of each document."""
    indptr = [0]
    indices = []
    data = []
    for document in documents:
        for column in set(document):
            indices.append(column)
            data.append(document.count(column))
        indptr.append(len(indices))
    return indptr, indices, data


def beginnings_only(documents):
    """the last number of indptr is missing: it says where the last document ends."""
    indptr, indices, data = [], [], []
    for doc in documents:
        indptr.append(len(indices))
        for col, n in sorted(Counter(doc).items()):
            indices.append(col)
            data.append(n)
    return indptr, indices, data


def repeats_stored(documents):
    """indptr counts the words of each document; it should count its entries, a repeat being one."""
    indptr, indices, data = [0], [], []
    for doc in documents:
        for col in sorted(doc):
            indices.append(col)
            data.append(doc.count(col))
        indptr.append(len(indices))
    return indptr, indices, data


def lists_in_lists(documents):
    """the members are right, but in lists of their own; one flat list is wanted."""
    indptr, indices, data = [0], [], []
    for doc in documents:
        cols = sorted(set(doc))
        indices.append(cols)
        data.append([doc.count(c) for c in cols])
        indptr.append(indptr[-1] + len(cols))
    return indptr, indices, data


def empty_passed_over(documents):
    """empty documents are left out; each has its place in indptr, where a number comes again."""
    indptr, indices, data = [0], [], []
    for doc in documents:
        if not doc:
            continue
        for col in sorted(set(doc)):
            indices.append(col)
            data.append(doc.count(col))
        indptr.append(len(indices))
    return indptr, indices, data


def counter_of_lists(documents):
    """A list cannot be counted, be a key or be in a set: take its members one by one."""
    counts = Counter(documents)
    return counts


def length_of_the_document(documents):
    """wanted is"""
    indptr, indices, data = [0], [], []
    for doc in documents:
        for col, n in sorted(Counter(doc).items()):
            indices.append(col)
            data.append(n)
        indptr.append(len(doc))
    return indptr, indices, data


def whole_corpus(documents):
    """all documents are counted as one; count each by itself."""
    counts = Counter()
    for doc in documents:
        counts.update(doc)
    indices = sorted(counts)
    data = [counts[c] for c in indices]
    return [0, len(indices)], indices, data


def most_common_first(documents):
    """the numbers are right, but in another order."""
    indptr, indices, data = [0], [], []
    for doc in documents:
        for col, n in Counter(doc).most_common():
            indices.append(col)
            data.append(n)
        indptr.append(len(indices))
    return indptr, indices, data


def sorted_in_place(documents):
    """changes its input documents"""
    indptr, indices, data = [0], [], []
    for doc in documents:
        doc.sort()
        for col in dict.fromkeys(doc):
            indices.append(col)
            data.append(doc.count(col))
        indptr.append(len(indices))
    return indptr, indices, data


def counts_and_columns_swapped(documents):
    """the parts are right, but in another order."""
    indptr, indices, data = [0], [], []
    for doc in documents:
        for col, n in sorted(Counter(doc).items()):
            indices.append(n)
            data.append(col)
        indptr.append(len(indices))
    return indptr, indices, data


def document_numbers(documents):
    """wanted is"""
    indptr, indices, data = [0], [], []
    for i, doc in enumerate(documents):
        for col, n in sorted(Counter(doc).items()):
            indptr.append(i)
            indices.append(col)
            data.append(n)
    return indptr, indices, data


def no_dup_indptr(documents):
    """each number stands there once, but some are wanted more than once."""
    indptr = [0]
    indices = []
    data = []
    for doc in documents:
        for w in sorted(doc):
            if w in indices:
                data[indices.index(w)] += 1
            else:
                indices.append(w)
                data.append(1)
        indptr.append(len(indices))
    return indptr, indices, data


def dense(documents):
    """There is nothing in it to choose from."""
    V = max(max(d) for d in documents) + 1
    return [[d.count(c) for c in range(V)] for d in documents]


def off_end(documents):
    """indptr holds the place of each document's last entry; the next one begins a place later."""
    indptr, indices, data = [0], [], []
    for doc in documents:
        for c, n in sorted(Counter(doc).items()):
            indices.append(c)
            data.append(n)
        indptr.append(len(indices) - 1)
    return indptr, indices, data


def missing_append(documents):
    """indptr grows only once, behind the loop; let it grow once for each document."""
    indptr, indices, data = [0], [], []
    for doc in documents:
        counts = Counter(doc)
        for c in sorted(counts):
            indices.append(c)
            data.append(counts[c])
    indptr.append(len(indices))
    return indptr, indices, data


def reset_per_doc(documents):
    """data is made anew in each pass of the loop; make it once, before the loop."""
    indptr = [0]
    for doc in documents:
        indices, data = [], []
        for c in sorted(set(doc)):
            indices.append(c)
            data.append(doc.count(c))
        indptr.append(len(indices))
    return indptr, indices, data


def shares(documents):
    """data holds shares; the counts themselves are wanted."""
    indptr, indices, data = [0], [], []
    for doc in documents:
        for c in sorted(set(doc)):
            indices.append(c)
            data.append(doc.count(c) / len(doc))
        indptr.append(len(indices))
    return indptr, indices, data


def groupby_unsorted(documents):
    """the columns of a document are in no order."""
    indptr, indices, data = [0], [], []
    for doc in documents:
        for c, group in itertools.groupby(doc):
            indices.append(c)
            data.append(len(list(group)))
        indptr.append(len(indices))
    return indptr, indices, data


def count_minus_one(documents):
    """yours is too small by 1."""
    indptr, indices, data = [0], [], []
    for doc in documents:
        for c in sorted(set(doc)):
            indices.append(c)
            data.append(doc.count(c) - 1)
        indptr.append(len(indices))
    return indptr, indices, data


def in_wrong_loop(documents):
    """indptr grows with every entry; let it grow once for each document."""
    indptr, indices, data = [0], [], []
    for doc in documents:
        for c in sorted(set(doc)):
            indices.append(c)
            data.append(doc.count(c))
            indptr.append(len(indices))
    return indptr, indices, data


def no_indptr(documents):
    """what is there is right, but it is only the second and the third part."""
    indices, data = [], []
    for doc in documents:
        for c, n in sorted(Counter(doc).items()):
            indices.append(c)
            data.append(n)
    return indices, data


def sorted_whole(documents):
    """the columns of all documents are sorted together; sort them within each document."""
    indptr, indices, data = [0], [], []
    for doc in documents:
        counts = Counter(doc)
        indices += counts.keys()
        data += counts.values()
        indptr.append(len(indices))
    return indptr, sorted(indices), data


def list_of_triples(documents):
    """wanted is"""
    out = []
    for doc in documents:
        counts = sorted(Counter(doc).items())
        out.append(([0, len(counts)], [c for c, _ in counts], [n for _, n in counts]))
    return out


def a_dict(documents):
    """yours is a dict, which holds each key once."""
    indptr, indices, data = [0], [], []
    for doc in documents:
        for c, n in sorted(Counter(doc).items()):
            indices.append(c)
            data.append(n)
        indptr.append(len(indices))
    return {"indptr": indptr, "indices": indices, "data": data}


def count_all(documents):
    """data counts in all documents together; count in each document by itself."""
    everything = [c for doc in documents for c in doc]
    indptr, indices, data = [0], [], []
    for doc in documents:
        for c in sorted(set(doc)):
            indices.append(c)
            data.append(everything.count(c))
        indptr.append(len(indices))
    return indptr, indices, data


def start_one(documents):
    """yours is too large by 1."""
    indptr, indices, data = [1], [], []
    for doc in documents:
        for c, n in sorted(Counter(doc).items()):
            indices.append(c)
            data.append(n)
        indptr.append(len(indices) + 1)
    return indptr, indices, data


def lengths_behind_zero(documents):
    """indptr holds lengths behind its 0"""
    bags = [sorted(Counter(document).items()) for document in documents]
    return (
        [0, *(len(bag) for bag in bags)],
        [column for bag in bags for column, _ in bag],
        [count for bag in bags for _, count in bag],
    )


def rows_of_coo(documents):
    """indptr says of each entry in which document it stands"""
    bags = [sorted(Counter(document).items()) for document in documents]
    return (
        [b for b, bag in enumerate(bags) for _ in bag],
        [column for bag in bags for column, _ in bag],
        [count for bag in bags for _, count in bag],
    )


def one_place_late(documents):
    """all your numbers but the first are too large by 1"""
    indptr, indices, data = [0], [], []
    for document in documents:
        for column, count in sorted(Counter(document).items()):
            indices.append(column)
            data.append(count)
        indptr.append(len(indices) + 1)
    return indptr, indices, data
