"""Wrong answers to 03-c; each docstring is a part of what its author must be told."""

import torch


def _entries(indptr, part, rows):
    """The stored entries of these rows, one row after the other."""
    return torch.cat([part[indptr[r] : indptr[r + 1]] for r in rows])


def places_in_the_whole(indptr, indices, data, rows):
    """those are places in the whole matrix; count from the batch's own beginning."""
    return _entries(indptr, indices, rows), indptr[rows], _entries(indptr, data, rows)


def without_zero(indptr, indices, data, rows):
    """offsets must begin with 0, where the first document does."""
    offsets = (indptr[rows + 1] - indptr[rows]).cumsum(0)
    return _entries(indptr, indices, rows), offsets, _entries(indptr, data, rows)


def lengths(indptr, indices, data, rows):
    """those are lengths; offsets add them up."""
    return (
        _entries(indptr, indices, rows),
        indptr[rows + 1] - indptr[rows],
        _entries(indptr, data, rows),
    )


def in_the_matrixs_order(indptr, indices, data, rows):
    """the documents came in the matrix's order; keep the order of rows."""
    rows = rows.sort().values
    lengths = indptr[rows + 1] - indptr[rows]
    return (
        _entries(indptr, indices, rows),
        lengths.cumsum(0) - lengths,
        _entries(indptr, data, rows),
    )


def one_too_many(indptr, indices, data, rows):
    """there is an offset too many: the last one says where the batch ends."""
    offsets = torch.cat([indptr[:1], indptr.diff()[rows].cumsum(0)])
    return _entries(indptr, indices, rows), offsets, _entries(indptr, data, rows)


def no_weights(indptr, indices, data, rows):
    """your function never looks at data."""
    lengths = indptr.diff()[rows]
    return _entries(indptr, indices, rows), lengths.cumsum(0) - lengths


def slices_by_tensors(indptr, indices, data, rows):
    """One whole number is needed here, not a tensor of several and not a float."""
    begin, end = indptr[rows], indptr[rows + 1]
    ids = indices[begin:end]
    weights = data[begin:end]
    return ids, begin - begin[0], weights


def end_included(indptr, indices, data, rows):
    """there is an offset too many: the last one says where the batch ends."""
    ids, weights, offsets = [], [], [0]
    for r in rows:
        ids.append(indices[indptr[r] : indptr[r + 1]])
        weights.append(data[indptr[r] : indptr[r + 1]])
        offsets.append(offsets[-1] + len(ids[-1]))
    return torch.cat(ids), torch.tensor(offsets), torch.cat(weights)


def lengths_as_they_are(indptr, indices, data, rows):
    """those are lengths; offsets add them up."""
    ids, weights, offsets = [], [], []
    for r in rows:
        ids.append(indices[indptr[r] : indptr[r + 1]])
        weights.append(data[indptr[r] : indptr[r + 1]])
        offsets.append(len(ids[-1]))
    return torch.cat(ids), torch.tensor(offsets), torch.cat(weights)


def plain_lists(indptr, indices, data, rows):
    """the members are right; torch.stack(...) makes one tensor of the list."""
    ids, weights, offsets = [], [], []
    for r in rows:
        offsets.append(len(ids))
        ids.extend(indices[indptr[r] : indptr[r + 1]])
        weights.extend(data[indptr[r] : indptr[r + 1]])
    return ids, offsets, weights


def documents_counted(indptr, indices, data, rows):
    """offsets count the documents, as if each had one entry; add up their lengths."""
    ids, weights, offsets = [], [], []
    for r in rows:
        offsets.append(len(ids))
        ids.append(indices[indptr[r] : indptr[r + 1]])
        weights.append(data[indptr[r] : indptr[r + 1]])
    return torch.cat(ids), torch.tensor(offsets), torch.cat(weights)


def order_of_the_matrix(indptr, indices, data, rows):
    """rows does not ascend."""
    keep = torch.zeros(len(indices), dtype=torch.bool)
    for r in rows:
        keep[indptr[r] : indptr[r + 1]] = True
    lengths = indptr.diff()[rows]
    offsets = torch.cat([torch.tensor([0]), lengths.cumsum(0)[:-1]])
    return indices[keep], offsets, data[keep]


def entries_by_number(indptr, indices, data, rows):
    """indices[rows] takes entries by their number; rows are the numbers of documents."""
    ids = indices[rows]
    offsets = indptr[rows]
    weights = data[rows]
    return ids, offsets, weights


def lengths_after_zero(indptr, indices, data, rows):
    """the running sums of yours would be right: add up from the beginning."""
    ids, weights, offsets = [], [], [0]
    for r in rows.tolist():
        begin, end = indptr[r], indptr[r + 1]
        ids += indices[begin:end].tolist()
        weights += data[begin:end].tolist()
        offsets.append(end - begin)
    return torch.tensor(ids), torch.tensor(offsets[:-1]), torch.tensor(weights)


def without_the_zero(indptr, indices, data, rows):
    """offsets must begin with 0, where the first document does."""
    ids = torch.cat([indices[indptr[r] : indptr[r + 1]] for r in rows])
    weights = torch.cat([data[indptr[r] : indptr[r + 1]] for r in rows])
    lengths = indptr[rows + 1] - indptr[rows]
    return ids, lengths.cumsum(0), weights


def float_offsets(indptr, indices, data, rows):
    """holds the right numbers, but as torch.float32"""
    ids = torch.cat([indices[indptr[r] : indptr[r + 1]] for r in rows])
    lengths = indptr[rows + 1] - indptr[rows]
    offsets = torch.cat([torch.zeros(1), lengths.cumsum(0)[:-1]])
    weights = torch.cat([data[indptr[r] : indptr[r + 1]] for r in rows])
    return ids, offsets, weights


def first_entry_only(indptr, indices, data, rows):
    """only one entry of each document is taken: it ends at indptr[r + 1], not at indptr[r] + 1."""
    ids, offsets, weights = [], [], []
    for r in rows:
        ids += indices[indptr[r] : indptr[r] + 1].tolist()
        weights += data[indptr[r] : indptr[r] + 1].tolist()
        offsets.append(len(ids) - 1)
    return torch.tensor(ids), torch.tensor(offsets), torch.tensor(weights)


def counted_from_the_first(indptr, indices, data, rows):
    """the picked documents are no neighbours."""
    offsets = indptr[rows] - indptr[rows[0]]
    ids = torch.cat([indices[indptr[r] : indptr[r + 1]] for r in rows])
    weights = torch.cat([data[indptr[r] : indptr[r + 1]] for r in rows])
    return ids, offsets, weights


def stacked(indptr, indices, data, rows):
    """the numbers are right and in order, but folded into another shape."""
    ids = torch.stack([indices[indptr[r] : indptr[r + 1]] for r in rows])
    weights = torch.stack([data[indptr[r] : indptr[r + 1]] for r in rows])
    return ids, indptr[rows], weights


def offsets_end(indptr, indices, data, rows):
    """those are ends in the whole matrix; offsets are beginnings, counted within the batch."""
    ids = torch.cat([indices[indptr[r] : indptr[r + 1]] for r in rows])
    weights = torch.cat([data[indptr[r] : indptr[r + 1]] for r in rows])
    return ids, indptr[rows + 1], weights


def ones(indptr, indices, data, rows):
    """the weights are all 1; they stand in data."""
    ids, offsets = [], []
    for r in rows.tolist():
        offsets.append(len(ids))
        ids += indices[indptr[r] : indptr[r + 1]].tolist()
    return torch.tensor(ids), torch.tensor(offsets), torch.ones(len(ids))


def all_of_them(indptr, indices, data, rows):
    """yours is indices as it came."""
    lengths = indptr.diff()[rows]
    offsets = lengths.cumsum(0) - lengths
    return indices, offsets, data


def sorted_rows(indptr, indices, data, rows):
    """the documents came in the matrix's order; keep the order of rows."""
    ids, offsets, weights = [], [], []
    for r in sorted(rows.tolist()):
        offsets.append(len(ids))
        ids += indices[indptr[r] : indptr[r + 1]].tolist()
        weights += data[indptr[r] : indptr[r + 1]].tolist()
    return torch.tensor(ids), torch.tensor(offsets), torch.tensor(weights)


def skips_empty(indptr, indices, data, rows):
    """a picked document that is empty is skipped; it needs an offset, too."""
    ids, offsets, weights = [], [], []
    for r in rows.tolist():
        if indptr[r] == indptr[r + 1]:
            continue
        offsets.append(len(ids))
        ids += indices[indptr[r] : indptr[r + 1]].tolist()
        weights += data[indptr[r] : indptr[r + 1]].tolist()
    return torch.tensor(ids), torch.tensor(offsets), torch.tensor(weights)


def inclusive(indptr, indices, data, rows):
    """each document takes an entry of the next: a slice already ends before indptr[r + 1]."""
    ids, offsets, weights = [], [], []
    for r in rows.tolist():
        offsets.append(len(ids))
        ids += indices[indptr[r] : indptr[r + 1] + 1].tolist()
        weights += data[indptr[r] : indptr[r + 1] + 1].tolist()
    return torch.tensor(ids), torch.tensor(offsets), torch.tensor(weights)


def int_weights(indptr, indices, data, rows):
    """dtype of a table, float32."""
    ids, offsets, weights = [], [], []
    for r in rows.tolist():
        offsets.append(len(ids))
        for k in range(indptr[r], indptr[r + 1]):
            ids.append(int(indices[k]))
            weights.append(int(data[k]))
    return torch.tensor(ids), torch.tensor(offsets), torch.tensor(weights)


def cumsum_from_first(indptr, indices, data, rows):
    """wanted is"""
    parts = [
        (indices[indptr[r] : indptr[r + 1]], data[indptr[r] : indptr[r + 1]])
        for r in rows
    ]
    sizes = torch.tensor([len(p[0]) for p in parts])
    return (
        torch.cat([p[0] for p in parts]),
        sizes.cumsum(0) - sizes[0],
        torch.cat([p[1] for p in parts]),
    )


def range_from_to(indptr, indices, data, rows):
    """the picked documents are no neighbours."""
    begin, end = indptr[rows[0]], indptr[rows[-1] + 1]
    return indices[begin:end], indptr[rows] - begin, data[begin:end]


def swapped(indptr, indices, data, rows):
    """the parts are right, but in another order."""
    ids, offsets, weights = [], [], []
    for r in rows.tolist():
        offsets.append(len(ids))
        ids += indices[indptr[r] : indptr[r + 1]].tolist()
        weights += data[indptr[r] : indptr[r + 1]].tolist()
    return torch.tensor(ids), torch.tensor(weights), torch.tensor(offsets)


def weights_of_ids(indptr, indices, data, rows):
    """data[ids] takes weights by column; the weight of an entry stands beside its column."""
    ids, offsets = [], []
    for r in rows.tolist():
        offsets.append(len(ids))
        ids += indices[indptr[r] : indptr[r + 1]].tolist()
    ids = torch.tensor(ids)
    return ids, torch.tensor(offsets), data[ids]


def next_row_only(indptr, indices, data, rows):
    """those are the documents before; document r lies from indptr[r] to indptr[r + 1]."""
    ids, offsets, weights = [], [], []
    for r in rows.tolist():
        offsets.append(len(ids))
        ids += indices[indptr[r - 1] : indptr[r]].tolist()
        weights += data[indptr[r - 1] : indptr[r]].tolist()
    return torch.tensor(ids), torch.tensor(offsets), torch.tensor(weights)


def colleague(indptr, indices, data, rows):
    """those are places in the whole matrix; count from the batch's own beginning."""
    ids = torch.cat([indices[indptr[r] : indptr[r + 1]] for r in rows])
    weights = torch.cat([data[indptr[r] : indptr[r + 1]] for r in rows])
    return ids, indptr[rows], weights


def as_lists(indptr, indices, data, rows):
    """the numbers are right; torch.tensor(...) makes a tensor of the list."""
    ids, weights, offsets = [], [], []
    for r in rows.tolist():
        offsets.append(len(ids))
        ids += indices[indptr[r] : indptr[r + 1]].tolist()
        weights += data[indptr[r] : indptr[r + 1]].tolist()
    return ids, offsets, weights


def two_only(indptr, indices, data, rows):
    """your function never looks at data."""
    ids = torch.cat([indices[indptr[r] : indptr[r + 1]] for r in rows])
    lengths = indptr.diff()[rows]
    return ids, lengths.cumsum(0) - lengths


def slice_rows(indptr, indices, data, rows):
    """indices[rows] takes entries by their number; rows are the numbers of documents."""
    return indices[rows], indptr[rows], data[rows]


def no_cat(indptr, indices, data, rows):
    """yours is a list of tensors; torch.stack or torch.cat makes one of them."""
    ids = [indices[indptr[r] : indptr[r + 1]] for r in rows]
    weights = [data[indptr[r] : indptr[r + 1]] for r in rows]
    lengths = indptr.diff()[rows]
    return ids, lengths.cumsum(0) - lengths, weights


def offsets_from_rows(indptr, indices, data, rows):
    """wanted is"""
    ids = torch.cat([indices[indptr[r] : indptr[r + 1]] for r in rows])
    weights = torch.cat([data[indptr[r] : indptr[r + 1]] for r in rows])
    return ids, rows - rows[0], weights


def float_offsets_again(indptr, indices, data, rows):
    """holds the right numbers, but as torch.float32"""
    ids = torch.cat([indices[indptr[r] : indptr[r + 1]] for r in rows])
    weights = torch.cat([data[indptr[r] : indptr[r + 1]] for r in rows])
    lengths = (indptr[rows + 1] - indptr[rows]).float()
    return ids, lengths.cumsum(0) - lengths, weights


def duplicate_ids_summed(indptr, indices, data, rows):
    """each number stands there once, but some are wanted more than once."""
    ids, offsets, weights = [], [], []
    for r in rows.tolist():
        offsets.append(len(ids))
        for k in range(indptr[r], indptr[r + 1]):
            if int(indices[k]) in ids:
                weights[ids.index(int(indices[k]))] += float(data[k])
            else:
                ids.append(int(indices[k]))
                weights.append(float(data[k]))
    return torch.tensor(ids), torch.tensor(offsets), torch.tensor(weights)


def one_empty_offset(indptr, indices, data, rows):
    """wherever yours is wrong, it is 0: nothing was written there."""
    ids, offsets, weights = [], [], []
    for r in rows.tolist():
        if indptr[r + 1] > indptr[r]:
            offsets.append(len(ids))
            ids += indices[indptr[r] : indptr[r + 1]].tolist()
            weights += data[indptr[r] : indptr[r + 1]].tolist()
        else:
            offsets.append(0)
    return torch.tensor(ids), torch.tensor(offsets), torch.tensor(weights)


def lengths_cumsum_all(indptr, indices, data, rows):
    """yours would be right if rows were 0, 1, 2 and so on: are places taken for rows?"""
    ids = torch.cat([indices[indptr[r] : indptr[r + 1]] for r in rows])
    weights = torch.cat([data[indptr[r] : indptr[r + 1]] for r in rows])
    return ids, indptr[: len(rows)], weights


def each_once(indptr, indices, data, rows):
    """a document that is picked twice comes once"""
    rows = list(dict.fromkeys(rows.tolist()))
    lengths = indptr.diff()[rows]
    return (
        _entries(indptr, indices, rows),
        lengths.cumsum(0) - lengths,
        _entries(indptr, data, rows),
    )


def lists_counted(indptr, indices, data, rows):
    """offsets count the documents; they say how many entries lie before each, so from 0 on."""
    ids, offsets, weights = [], [], []
    for r in rows:
        ids.append(indices[indptr[r] : indptr[r + 1]])
        weights.append(data[indptr[r] : indptr[r + 1]])
        offsets.append(len(ids))
    return torch.cat(ids), torch.tensor(offsets), torch.cat(weights)


def less_the_smallest(indptr, indices, data, rows):
    """documents that are not picked count in the offsets, too; add up the lengths of the picked."""
    ids = torch.cat([indices[indptr[r] : indptr[r + 1]] for r in rows])
    weights = torch.cat([data[indptr[r] : indptr[r + 1]] for r in rows])
    return ids, indptr[rows] - indptr[rows].min(), weights
