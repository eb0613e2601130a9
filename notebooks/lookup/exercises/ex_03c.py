"""03-c: the ids, offsets and weights of picked documents."""

import torch

from .check import Exercise
from .kit.trials import csr_arrays


def _picked(rng):
    """indptr, indices, data, and which documents are picked, document 0 never first.

    Some picks ascend, some are neighbours, some hold an empty document, number 2, and some a
    document twice.
    """
    trials = []
    for rows in ([3, 4], [1, 2, 3], [1, 4], [3, 1], [2, 3, 0], [4, 0, 4], [3, 2, 1, 3]):
        indptr, indices, data, _ = csr_arrays(rng, [2])
        trials.append((indptr, indices, data, torch.tensor(rows)))
    return trials


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


def _dtypes(batch):
    """What F.embedding_bag asks of the dtypes."""
    ids, offsets, weights = batch
    for name, part in (("ids", ids), ("offsets", offsets)):
        if part.is_floating_point() or part.dtype is torch.bool:
            return f"{name} holds the right numbers, but as {part.dtype}; it needs whole numbers."
    if weights.dtype is not torch.float32:
        return f"weights are right, but {weights.dtype}; they need the dtype of a table, float32."
    return ""


EXERCISE = Exercise(
    truth=_slow_pick,
    trials=_picked,
    names=("indptr", "indices", "data", "rows"),
    also=_dtypes,
    parts=("ids", "offsets", "weights"),
    special={
        "an empty document is picked": lambda *inputs: 2 in inputs[-1].tolist(),
        "a document is picked twice": lambda *inputs: (
            len(inputs[-1].unique()) < len(inputs[-1])
        ),
        "the picked documents are no neighbours": lambda *inputs: (
            inputs[-1].diff() != 1
        ).any(),
        "rows does not ascend": lambda *inputs: (inputs[-1].diff() < 0).any(),
    },
)


@EXERCISE.wrong
def places_in_the_whole(indptr, indices, data, rows):
    """those are places in the whole matrix; count from the batch's own beginning."""
    ids, _, weights = _slow_pick(indptr, indices, data, rows)
    return ids, indptr[rows], weights


@EXERCISE.wrong
def ends_in_the_whole(indptr, indices, data, rows):
    """those are ends in the whole matrix; offsets are beginnings, counted within the batch."""
    ids, _, weights = _slow_pick(indptr, indices, data, rows)
    return ids, indptr[rows + 1], weights


@EXERCISE.wrong
def one_entry_too_many(indptr, indices, data, rows):
    """each document takes an entry of the next: a slice already ends before indptr[r + 1]."""
    lengths = (indptr[rows + 1] + 1).clamp(max=len(indices)) - indptr[rows]
    places = [
        place
        for r, n in zip(rows, lengths)
        for place in range(indptr[r], indptr[r] + n)
    ]
    return indices[places], lengths.cumsum(0) - lengths, data[places]


@EXERCISE.wrong
def offsets_without_zero(indptr, indices, data, rows):
    """offsets must begin with 0, where the first document does."""
    ids, _, weights = _slow_pick(indptr, indices, data, rows)
    return ids, indptr.diff()[rows].cumsum(0), weights


@EXERCISE.wrong
def lengths_for_offsets(indptr, indices, data, rows):
    """those are lengths; offsets add them up."""
    ids, _, weights = _slow_pick(indptr, indices, data, rows)
    return ids, indptr.diff()[rows], weights


@EXERCISE.wrong
def in_the_order_of_the_matrix(indptr, indices, data, rows):
    """the documents came in the matrix's order; keep the order of rows."""
    return _slow_pick(indptr, indices, data, rows.sort().values)


@EXERCISE.wrong
def end_for_offsets(indptr, indices, data, rows):
    """there is an offset too many: the last one says where the batch ends."""
    ids, offsets, weights = _slow_pick(indptr, indices, data, rows)
    return ids, torch.cat([offsets, torch.tensor([len(ids)])]), weights


@EXERCISE.wrong
def empty_documents_skipped(indptr, indices, data, rows):
    """a picked document that is empty is skipped; it needs an offset, too."""
    return _slow_pick(indptr, indices, data, rows[indptr.diff()[rows] > 0])


@EXERCISE.wrong
def each_document_once(indptr, indices, data, rows):
    """a document that is picked twice comes once."""
    once = torch.tensor(list(dict.fromkeys(rows.tolist())))
    return _slow_pick(indptr, indices, data, once)


@EXERCISE.wrong
def entries_for_documents(indptr, indices, data, rows):
    """indices[rows] takes entries by their number; rows are the numbers of documents."""
    return indices[rows], _slow_pick(indptr, indices, data, rows)[1], data[rows]


@EXERCISE.wrong
def one_entry_of_each(indptr, indices, data, rows):
    """only one entry of each document is taken: it ends at indptr[r + 1], not at indptr[r] + 1."""
    places = [int(indptr[r]) for r in rows if indptr[r] < len(indices)]
    return indices[places], torch.arange(len(rows)), data[places]


@EXERCISE.wrong
def all_weights_one(indptr, indices, data, rows):
    """the weights are all 1; they stand in data."""
    ids, offsets, _ = _slow_pick(indptr, indices, data, rows)
    return ids, offsets, torch.ones(len(ids))


@EXERCISE.wrong
def weights_named_by_the_ids(indptr, indices, data, rows):
    """data[ids] takes weights by column; the weight of an entry stands beside its column."""
    ids, offsets, _ = _slow_pick(indptr, indices, data, rows)
    return ids, offsets, data[ids]


@EXERCISE.wrong
def documents_before(indptr, indices, data, rows):
    """those are the documents before; document r lies from indptr[r] to indptr[r + 1]."""
    return _slow_pick(indptr, indices, data, rows - 1)


@EXERCISE.wrong
def one_entry_each(indptr, indices, data, rows):
    """offsets count the documents, as if each had one entry; add up their lengths."""
    ids, _, weights = _slow_pick(indptr, indices, data, rows)
    return ids, torch.arange(len(rows)), weights


@EXERCISE.wrong
def documents_counted_from_one(indptr, indices, data, rows):
    """offsets count the documents; they say how many entries lie before each, so from 0 on."""
    ids, _, weights = _slow_pick(indptr, indices, data, rows)
    return ids, torch.arange(1, len(rows) + 1), weights


@EXERCISE.wrong
def moved_to_zero(indptr, indices, data, rows):
    """documents that are not picked count in the offsets, too; add up the lengths of the picked."""
    ids, _, weights = _slow_pick(indptr, indices, data, rows)
    return ids, indptr[rows] - indptr[rows].min(), weights
