"""Answers to 03-c by somebody who had read the task alone: what is wrong, in his words."""

import numpy as np
import torch


def offsets_of_the_whole_X(indptr, indices, data, rows):
    """Gathers the right entries but keeps indptr[rows] as offsets; these count from the beginning of the whole X."""
    ids = torch.cat([indices[indptr[r] : indptr[r + 1]] for r in rows])
    weights = torch.cat([data[indptr[r] : indptr[r + 1]] for r in rows])
    return ids, indptr[rows], weights


def offsets_are_ends(indptr, indices, data, rows):
    """Uses the plain cumsum of the lengths, that is the end of each document instead of its beginning ([3, 7], not [0, 3])."""
    ids = torch.cat([indices[indptr[r] : indptr[r + 1]] for r in rows])
    weights = torch.cat([data[indptr[r] : indptr[r + 1]] for r in rows])
    lengths = indptr[rows + 1] - indptr[rows]
    return ids, lengths.cumsum(0), weights


def one_offset_too_many(indptr, indices, data, rows):
    """Leaves the total at the end of the offsets as in indptr ([0, 3, 7]); that is one offset, so one bag, too many."""
    ids = torch.cat([indices[indptr[r] : indptr[r + 1]] for r in rows])
    weights = torch.cat([data[indptr[r] : indptr[r + 1]] for r in rows])
    lengths = indptr[rows + 1] - indptr[rows]
    offsets = torch.cat([torch.zeros(1, dtype=lengths.dtype), lengths.cumsum(0)])
    return ids, offsets, weights


def mask_keeps_the_order_of_X(indptr, indices, data, rows):
    """Picks the entries with a mask over X, so they come in the order of X (and repeats once), not in the order of rows."""
    lengths = indptr[1:] - indptr[:-1]
    row_of_entry = torch.repeat_interleave(torch.arange(len(lengths)), lengths)
    mask = torch.isin(row_of_entry, rows)
    n = lengths[rows]
    return indices[mask], n.cumsum(0) - n, data[mask]


def only_subtracts_the_first_start(indptr, indices, data, rows):
    """Shifts indptr[rows] by its first value; right only if the documents stand next to each other in X, in ascending order."""
    ids = torch.cat([indices[indptr[r] : indptr[r + 1]] for r in rows])
    weights = torch.cat([data[indptr[r] : indptr[r + 1]] for r in rows])
    offsets = indptr[rows] - indptr[rows[0]]
    return ids, offsets, weights


def skips_empty_documents(indptr, indices, data, rows):
    """Skips documents without entries, so their offset is missing and there are fewer offsets than rows."""
    ids, offsets, weights, n = [], [], [], 0
    for r in rows.tolist():
        s, e = int(indptr[r]), int(indptr[r + 1])
        if s == e:
            continue
        offsets.append(n)
        ids.append(indices[s:e])
        weights.append(data[s:e])
        n += e - s
    return torch.cat(ids), torch.tensor(offsets), torch.cat(weights)


def document_before_the_wanted_one(indptr, indices, data, rows):
    """Is off by one in indptr: takes indptr[r - 1] to indptr[r], which is the document before r (and nothing for r = 0)."""
    ids, weights, offsets, n = [], [], [], 0
    for r in rows.tolist():
        part = slice(int(indptr[r - 1]), int(indptr[r]))
        offsets.append(n)
        ids.append(indices[part])
        weights.append(data[part])
        n += len(ids[-1])
    return torch.cat(ids), torch.tensor(offsets), torch.cat(weights)


def weights_looked_up_by_id(indptr, indices, data, rows):
    """Takes data[ids] as weights; data lies parallel to indices and must be cut at the same places, not indexed by word id."""
    ids = torch.cat([indices[indptr[r] : indptr[r + 1]] for r in rows])
    lengths = indptr[rows + 1] - indptr[rows]
    return ids, lengths.cumsum(0) - lengths, data[ids]


def offsets_are_floats(indptr, indices, data, rows):
    """Builds the offsets with torch.Tensor(...), which makes float32; offsets must be integers."""
    ids, weights, offsets, n = [], [], [], 0
    for r in rows.tolist():
        offsets.append(n)
        ids.append(indices[indptr[r] : indptr[r + 1]])
        weights.append(data[indptr[r] : indptr[r + 1]])
        n += len(ids[-1])
    return torch.cat(ids), torch.Tensor(offsets), torch.cat(weights)


def slices_with_tensors_of_several_rows(indptr, indices, data, rows):
    """Slices with whole tensors as bounds; a slice takes one start and one end, so for several rows it raises a TypeError."""
    start, end = indptr[rows], indptr[rows + 1]
    lengths = end - start
    return indices[start:end], lengths.cumsum(0) - lengths, data[start:end]


def right_loop(indptr, indices, data, rows):
    places, offsets = [], []
    for r in rows.tolist():
        offsets.append(len(places))
        places.extend(range(int(indptr[r]), int(indptr[r + 1])))
    places = torch.tensor(places, dtype=torch.long)
    return indices[places], torch.tensor(offsets, dtype=torch.long), data[places]


def right_cat_cumsum(indptr, indices, data, rows):
    parts = [slice(int(indptr[r]), int(indptr[r + 1])) for r in rows]
    lengths = indptr[rows + 1] - indptr[rows]
    offsets = lengths.cumsum(0) - lengths
    ids = torch.cat([indices[:0]] + [indices[p] for p in parts])
    weights = torch.cat([data[:0]] + [data[p] for p in parts])
    return ids, offsets, weights


def right_repeat_interleave(indptr, indices, data, rows):
    start = indptr[rows].long()
    lengths = indptr[rows + 1].long() - start
    offsets = torch.cumsum(lengths, 0) - lengths
    total = int(lengths.sum())
    places = torch.arange(total) + torch.repeat_interleave(start - offsets, lengths)
    return indices[places], offsets, data[places]


def right_numpy(indptr, indices, data, rows):
    p, r = indptr.numpy(), rows.numpy()
    n = p[r + 1] - p[r]
    offsets = np.zeros(len(r), dtype=np.int64)
    offsets[1:] = np.cumsum(n)[:-1]
    places = np.concatenate(
        [np.arange(0)] + [np.arange(p[i], p[i + 1]) for i in r]
    ).astype(np.int64)
    return (
        torch.from_numpy(indices.numpy()[places]),
        torch.from_numpy(offsets),
        torch.from_numpy(data.numpy()[places]),
    )


def right_split(indptr, indices, data, rows):
    sizes = torch.diff(indptr).tolist()
    docs = list(zip(indices.split(sizes), data.split(sizes)))
    chosen = [docs[r] for r in rows.tolist()]
    lengths = [0] + [len(i) for i, _ in chosen]
    offsets = torch.tensor(lengths[:-1], dtype=torch.long).cumsum(0)
    return torch.cat([i for i, _ in chosen]), offsets, torch.cat([w for _, w in chosen])
