"""Right answers to 03-a in other idioms than the notebook's."""

from collections import Counter
from itertools import accumulate, groupby

import numpy as np
import torch


def unique(documents):
    indptr = [0]
    indices = []
    data = []
    for document in documents:
        columns, counts = np.unique(np.array(document, dtype=int), return_counts=True)
        indices.extend(columns)
        data.extend(counts)
        indptr.append(len(indices))
    return indptr, indices, data


def dicts(documents):
    indptr, indices, data = [0], [], []
    for document in documents:
        counts = {}
        for column in document:
            counts[column] = counts.get(column, 0) + 1
        for column in sorted(counts):
            indices.append(column)
            data.append(float(counts[column]))
        indptr.append(indptr[-1] + len(counts))
    return [indptr, indices, data]


def grouped(documents):
    groups = [
        [(c, len([*g])) for c, g in groupby(sorted(document))] for document in documents
    ]
    indptr = [0, *accumulate(map(len, groups))]
    return (
        indptr,
        [c for group in groups for c, _ in group],
        [n for g in groups for _, n in g],
    )


def by_scikit_learn(documents):
    from sklearn.feature_extraction.text import CountVectorizer

    texts = [" ".join(f"w{column:02}" for column in document) for document in documents]
    counter = CountVectorizer(vocabulary=[f"w{column:02}" for column in range(100)])
    X = counter.fit_transform(texts)
    X.sort_indices()
    return X.indptr.tolist(), X.indices.tolist(), X.data.tolist()


def as_tensors(documents):
    indptr, indices, data = [0], [], []
    for doc in documents:
        for c, n in sorted(Counter(doc).items()):
            indices.append(c)
            data.append(n)
        indptr.append(len(indices))
    return torch.tensor(indptr), torch.tensor(indices), torch.tensor(data)
