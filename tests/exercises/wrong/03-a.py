"""Wrong answers to 03-a; each docstring is a part of what its author must be told."""

from collections import Counter
from itertools import accumulate


def lengths(documents):
    """indptr holds lengths"""
    bags = [sorted(Counter(document).items()) for document in documents]
    return (
        [len(bag) for bag in bags],
        [i for bag in bags for i, _ in bag],
        [n for bag in bags for _, n in bag],
    )


def token_by_token(documents):
    """count it, and store it once"""
    indices = [column for document in documents for column in sorted(document)]
    return [0, *accumulate(map(len, documents))], indices, [1] * len(indices)


def unsorted(documents):
    """sort them within each document"""
    bags = [Counter(document) for document in documents]
    indptr = [0, *accumulate(map(len, bags))]
    return indptr, [i for bag in bags for i in bag], [n for bag in bags for n in bag.values()]


def without_zero(documents):
    """the leading 0 of indptr is missing"""
    bags = [sorted(Counter(document).items()) for document in documents]
    return (
        [*accumulate(map(len, bags))],
        [i for bag in bags for i, _ in bag],
        [n for bag in bags for _, n in bag],
    )


def seen_or_not(documents):
    """the counts are lost"""
    bags = [sorted(set(document)) for document in documents]
    indices = [i for bag in bags for i in bag]
    return [0, *accumulate(map(len, bags))], indices, [1] * len(indices)


def only_indptr(documents):
    """wanted is a tuple of 3"""
    return [0, *accumulate(len(set(document)) for document in documents)]


def as_a_set_gives_them(documents):
    """in part 1, in part"""
    indptr = [0]
    indices = []
    data = []
    for document in documents:
        for column in set(document):
            indices.append(column)
            data.append(document.count(column))
        indptr.append(len(indices))
    return indptr, indices, data
