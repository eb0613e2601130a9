"""Wrong answers to 03-c, written before any message was looked at; see test_exercises.py."""

import torch


def number_for_document(indptr, indices, data, rows):
    """yours would be right if rows were 0, 1, 2 and so on: are places taken for rows?"""
    ids, weights, offsets, begin = [], [], [], 0
    for k, _ in enumerate(rows):
        span = slice(indptr[k], indptr[k + 1])
        ids.append(indices[span])
        weights.append(data[span])
        offsets.append(begin)
        begin += len(indices[span])
    return torch.cat(ids), torch.tensor(offsets), torch.cat(weights)


def sorted_ids(indptr, indices, data, rows):
    """the numbers are right, but sorted; they should keep their order."""
    ids, weights, offsets, begin = [], [], [], 0
    for r in rows.tolist():
        span = slice(indptr[r], indptr[r + 1])
        ids.append(indices[span])
        weights.append(data[span])
        offsets.append(begin)
        begin += len(indices[span])
    return torch.cat(ids).sort()[0], torch.tensor(offsets), torch.cat(weights)


def beyond_the_last(indptr, indices, data, rows):
    """Size 6 means the places 0 to 5; len(indptr) is 6; len(indices) is 6; len(data) is 6."""
    ids = [indices[indptr[r + 1] : indptr[r + 2]] for r in rows.tolist()]
    return torch.cat(ids), indptr[rows], torch.cat(ids)
