"""Right answers to 03-a in other idioms than the notebook's."""

import numpy as np


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
