"""Wrong answers to 03-c, written before any message was looked at; see test_exercises.py."""

import torch


def offsets_not_summed(indptr, indices, data, rows):
    """those are lengths; offsets add them up."""
    ids, weights, offsets = [], [], []
    for r in rows.tolist():
        span = slice(indptr[r], indptr[r + 1])
        ids.append(indices[span])
        weights.append(data[span])
        offsets.append(len(indices[span]))
    return torch.cat(ids), torch.tensor(offsets), torch.cat(weights)


def begin_after(indptr, indices, data, rows):
    """offsets must begin with 0, where the first document does."""
    ids, weights, offsets, begin = [], [], [], 0
    for r in rows.tolist():
        span = slice(indptr[r], indptr[r + 1])
        ids.append(indices[span])
        weights.append(data[span])
        begin += len(indices[span])
        offsets.append(begin)
    return torch.cat(ids), torch.tensor(offsets), torch.cat(weights)


def lists(indptr, indices, data, rows):
    """the numbers are right; torch.tensor(...) makes a tensor of the list."""
    ids, weights, offsets = [], [], []
    for r in rows.tolist():
        offsets.append(len(ids))
        ids += indices[indptr[r] : indptr[r + 1]].tolist()
        weights += data[indptr[r] : indptr[r + 1]].tolist()
    return ids, offsets, weights


def parts_exchanged(indptr, indices, data, rows):
    """the parts are right, but in another order."""
    ids, weights, offsets, begin = [], [], [], 0
    for r in rows.tolist():
        span = slice(indptr[r], indptr[r + 1])
        ids.append(indices[span])
        weights.append(data[span])
        offsets.append(begin)
        begin += len(indices[span])
    return torch.cat(ids), torch.cat(weights), torch.tensor(offsets)


def from_first_to_last(indptr, indices, data, rows):
    """It goes wrong only where the picked documents are no neighbours."""
    span = slice(indptr[rows[0]], indptr[rows[-1] + 1])
    return indices[span], indptr[rows] - indptr[rows[0]], data[span]


def shifted_offsets(indptr, indices, data, rows):
    """It goes wrong only where the picked documents are no neighbours."""
    ids, weights = [], []
    for r in rows.tolist():
        ids.append(indices[indptr[r] : indptr[r + 1]])
        weights.append(data[indptr[r] : indptr[r + 1]])
    return torch.cat(ids), indptr[rows] - indptr[rows[0]], torch.cat(weights)


def stacked(indptr, indices, data, rows):
    """torch.stack needs parts of one shape; torch.cat joins parts of several lengths."""
    ids, weights, offsets, begin = [], [], [], 0
    for r in rows.tolist():
        span = slice(indptr[r], indptr[r + 1])
        ids.append(indices[span])
        weights.append(data[span])
        offsets.append(begin)
        begin += len(indices[span])
    return torch.stack(ids), torch.tensor(offsets), torch.stack(weights)


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


def float_offsets(indptr, indices, data, rows):
    """needs whole numbers"""
    ids, weights = [], []
    offsets = torch.zeros(len(rows))
    for k, r in enumerate(rows.tolist()):
        offsets[k] = sum(len(one) for one in ids)
        ids.append(indices[indptr[r] : indptr[r + 1]])
        weights.append(data[indptr[r] : indptr[r + 1]])
    return torch.cat(ids), offsets, torch.cat(weights)


def beyond_the_last(indptr, indices, data, rows):
    """Size 6 means the places 0 to 5; len(indptr) is 6; len(indices) is 6; len(data) is 6."""
    ids = [indices[indptr[r + 1] : indptr[r + 2]] for r in rows.tolist()]
    return torch.cat(ids), indptr[rows], torch.cat(ids)
