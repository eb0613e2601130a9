"""Exercises of 03 Bag-of-words rows."""

from itertools import pairwise

import torch
import torch.nn.functional as F

from .check import Exercise, several
from .trials import ids_below, three_sizes, whole_numbers


def _documents(rng):
    """Documents as lists of columns: one is empty, one is in no order and ends as it begins.

    A set gives small numbers back in order, as if it sorted; of multiples of 8 the first one stands
    first.
    """
    V, B = rng.sample(range(4, 10), 2)
    documents = [rng.sample(range(V), rng.randint(1, V - 1)) for _ in range(B)]
    documents.insert(1, [])
    low, middle, high = sorted(rng.sample(range(8, 80, 8), 3))
    documents[-1] = [high, low, middle, high]
    return (documents,)


def _csr(rng):
    """indptr, indices, data and W: no two sizes equal, one document empty, some counts above 1."""
    V, D, B = three_sizes(rng, 4, 10)
    lengths = [rng.randint(1, 3) for _ in range(B)]
    lengths[B // 2] = 0
    lengths[0] = 2
    lengths[-1] = 2
    n = sum(lengths)
    data = torch.tensor(rng.choices([1.0, 2.0, 3.0], k=n))
    data[0] = 2.0
    data[-1] = 3.0
    indptr = torch.tensor([0, *lengths]).cumsum(0)
    return indptr, ids_below(rng, V, n), data, whole_numbers(rng, V, D)


def _document(rng):
    """indices, data and W of one document, two of whose counts are above 1."""
    V, D, n = three_sizes(rng, 3, 9)
    data = torch.tensor([2.0, 3.0, *rng.choices([1.0, 2.0, 3.0], k=n - 2)])
    return ids_below(rng, V, n), data, whole_numbers(rng, V, D)


def _picked(rng):
    """indptr, indices, data and the numbers of three documents, neither the first nor the last."""
    indptr, indices, data, _ = _csr(rng)
    return indptr, indices, data, torch.tensor(rng.sample(range(1, len(indptr) - 1), 3))


def _sizes_and_entries(rng):
    B, V, D = three_sizes(rng, 10, 2000)
    return B, V, D, rng.randint(1, B * V // 3)


def _slow_csr(documents, order=sorted):
    indptr = [0]
    indices = []
    data = []
    for document in documents:
        counts = {column: document.count(column) for column in order(document)}
        indices += counts.keys()
        data += counts.values()
        indptr.append(len(indices))
    return indptr, indices, data


def lengths_for_indptr(documents):
    """indptr holds lengths; it should say where each document begins,
    and where the last one ends."""
    indptr, indices, data = _slow_csr(documents)
    return [end - begin for begin, end in pairwise(indptr)], indices, data


def token_by_token(documents):
    """a word that comes twice has two entries; count it, and store it once."""
    tokens = [column for document in documents for column in sorted(document)]
    ends = [sum(map(len, documents[:b])) for b in range(len(documents) + 1)]
    return ends, tokens, [1] * len(tokens)


def in_reading_order(documents):
    """columns stand in reading order; sort them within each document."""
    return _slow_csr(documents, order=list)


def without_leading_zero(documents):
    """the leading 0 of indptr is missing: document 0 begins there."""
    indptr, indices, data = _slow_csr(documents)
    return indptr[1:], indices, data


def without_counts(documents):
    """the counts are lost: data should say how often."""
    indptr, indices, _ = _slow_csr(documents)
    return indptr, indices, [1] * len(indices)


def _slow_times(indices, data, W):
    out = torch.zeros(W.shape[1])
    for i, n in zip(indices.tolist(), data.tolist()):
        out = out + n * W[i]
    return out


def each_row_once(indices, data, W):
    """each row was added once, whatever data says."""
    return W[indices].sum(0)


def not_added_up(indices, data, W):
    """the rows are weighed, but not added up."""
    return W[indices] * data[:, None]


def mean_of_rows(indices, data, W):
    """that is the mean; a bag of words is a sum."""
    return not_added_up(indices, data, W).mean(0)


def divided_by_weights(indices, data, W):
    """the sum was divided by the sum of the weights; leave it a sum."""
    return not_added_up(indices, data, W).sum(0) / data.sum()


def _slow_batch(indptr, indices, data, W):
    documents = [slice(begin, end) for begin, end in pairwise(indptr.tolist())]
    return torch.stack([_slow_times(indices[one], data[one], W) for one in documents])


def whole_indptr(indptr, indices, data, W):
    """there is a row too many: indptr's last number opened a bag of its own."""
    return F.embedding_bag(indices, W, indptr, mode="sum", per_sample_weights=data)


def each_row_once_in_its_bag(indptr, indices, data, W):
    """each row was added once, whatever data says."""
    return F.embedding_bag(indices, W, indptr[:-1], mode="sum")


def mean_of_each_bag(indptr, indices, data, W):
    """that is the mean of each bag, which is the default mode."""
    return F.embedding_bag(indices, W, indptr[:-1], mode="mean")


def one_bag(indptr, indices, data, W):
    """all documents were added into one."""
    return _slow_batch(indptr, indices, data, W).sum(0)


def ends_for_beginnings(indptr, indices, data, W):
    """each bag ends where it should begin: offsets are indptr without its last number."""
    offsets = torch.cat([indptr[:1], indptr[2:]])
    return F.embedding_bag(indices, W, offsets, mode="sum", per_sample_weights=data)


def _costs(B, V, D, n):
    return 4 * B * V, 4 * (B + 1 + 2 * n), B * V * D, n * D


def without_indptr(B, V, D, n):
    """indptr is forgotten: B + 1 numbers, 4 bytes each."""
    return 4 * B * V, 4 * 2 * n, B * V * D, n * D


def indptr_one_short(B, V, D, n):
    """indptr has one number more than there are documents."""
    return 4 * B * V, 4 * (B + 2 * n), B * V * D, n * D


def one_number_an_entry(B, V, D, n):
    """an entry needs its column and its count: two numbers."""
    return 4 * B * V, 4 * (B + 1 + n), B * V * D, n * D


def numbers_for_bytes(B, V, D, n):
    """those are numbers, not bytes: each takes 4."""
    return B * V, B + 1 + 2 * n, B * V * D, n * D


def one_multiplication_an_entry(B, V, D, n):
    """every stored entry meets a whole row of the table: D multiplications."""
    return 4 * B * V, 4 * (B + 1 + 2 * n), B * V * D, n


def _slow_pick(indptr, indices, data, rows):
    ids = []
    weights = []
    offsets = []
    for r in rows.tolist():
        offsets.append(len(ids))
        for place in range(indptr[r], indptr[r + 1]):
            ids.append(indices[place].item())
            weights.append(data[place].item())
    return torch.tensor(ids), torch.tensor(offsets), torch.tensor(weights)


def places_in_the_whole(indptr, indices, data, rows):
    """those are places in the whole matrix; count from the batch's own beginning."""
    ids, _, weights = _slow_pick(indptr, indices, data, rows)
    return ids, indptr[rows], weights


def offsets_without_zero(indptr, indices, data, rows):
    """offsets must begin with 0, where the first document does."""
    ids, _, weights = _slow_pick(indptr, indices, data, rows)
    return ids, indptr.diff()[rows].cumsum(0), weights


def lengths_for_offsets(indptr, indices, data, rows):
    """those are lengths; offsets add them up."""
    ids, _, weights = _slow_pick(indptr, indices, data, rows)
    return ids, indptr.diff()[rows], weights


def in_the_order_of_the_matrix(indptr, indices, data, rows):
    """the documents came in the matrix's order; keep the order of rows."""
    return _slow_pick(indptr, indices, data, rows.sort().values)


EXERCISES = {
    "a": Exercise(
        truth=_slow_csr,
        trials=several(_documents),
        names=("documents",),
        wrong=[
            lengths_for_indptr,
            token_by_token,
            in_reading_order,
            without_leading_zero,
            without_counts,
        ],
    ),
    "b": Exercise(
        truth=_slow_times,
        trials=several(_document),
        names=("indices", "data", "W"),
        wrong=[each_row_once, not_added_up, mean_of_rows, divided_by_weights],
    ),
    "c": Exercise(
        truth=_slow_batch,
        trials=several(_csr),
        names=("indptr", "indices", "data", "W"),
        wrong=[
            whole_indptr,
            each_row_once_in_its_bag,
            mean_of_each_bag,
            one_bag,
            ends_for_beginnings,
        ],
    ),
    "d": Exercise(
        truth=_costs,
        trials=several(_sizes_and_entries),
        names=("B", "V", "D", "n"),
        wrong=[
            without_indptr,
            indptr_one_short,
            one_number_an_entry,
            numbers_for_bytes,
            one_multiplication_an_entry,
        ],
    ),
    "e": Exercise(
        truth=_slow_pick,
        trials=several(_picked),
        names=("indptr", "indices", "data", "rows"),
        wrong=[
            places_in_the_whole,
            offsets_without_zero,
            lengths_for_offsets,
            in_the_order_of_the_matrix,
        ],
    ),
}
