"""03-b: documents times a table, by one call of F.embedding_bag."""

from itertools import pairwise

import torch
import torch.nn.functional as F

from .check import Exercise
from .kit.trials import csr_arrays


def _batches(rng):
    """Documents without an empty one, and with empty ones in the middle and at the end."""
    return [csr_arrays(rng, empty) for empty in ([], [1], [4], [1, 2], [3, 4])]


def _slow_batch(indptr, indices, data, W):
    rows = torch.zeros(len(indptr) - 1, W.shape[1])
    for b, (begin, end) in enumerate(pairwise(indptr.tolist())):
        for place in range(begin, end):
            rows[b] += data[place] * W[indices[place]]
    return rows


EXERCISE = Exercise(
    truth=_slow_batch,
    trials=_batches,
    names=("indptr", "indices", "data", "W"),
    special={
        "a document is empty": lambda indptr, *_: bool((indptr.diff() == 0).any()),
        "the last document is empty": lambda indptr, *_: bool(indptr[-1] == indptr[-2]),
    },
)


@EXERCISE.wrong
def whole_indptr(indptr, indices, data, W):
    """there is a row too many: indptr's last number opened a bag of its own."""
    return F.embedding_bag(indices, W, indptr, mode="sum", per_sample_weights=data)


@EXERCISE.wrong
def each_row_once_in_its_bag(indptr, indices, data, W):
    """each row was added once, whatever data says."""
    return F.embedding_bag(indices, W, indptr[:-1], mode="sum")


@EXERCISE.wrong
def mean_of_each_bag(indptr, indices, data, W):
    """that is the mean of each bag, which is the default mode."""
    return F.embedding_bag(indices, W, indptr[:-1], mode="mean")


@EXERCISE.wrong
def largest_of_each_bag(indptr, indices, data, W):
    """mode="max" keeps the largest number of each column; add the rows up."""
    return F.embedding_bag(indices, W, indptr[:-1], mode="max")


@EXERCISE.wrong
def divided_by_lengths(indptr, indices, data, W):
    """the sums are divided by the number of entries; leave them sums."""
    return _slow_batch(indptr, indices, data, W) / indptr.diff()[:, None]


@EXERCISE.wrong
def table_weighed(indptr, indices, data, W):
    """data weighs the entries, not the rows of the table: per_sample_weights=data."""
    return F.embedding_bag(indices, W * data[:, None], indptr[:-1], mode="sum")


@EXERCISE.wrong
def one_bag(indptr, indices, data, W):
    """all documents were added into one."""
    return _slow_batch(indptr, indices, data, W).sum(0)


@EXERCISE.wrong
def ends_for_beginnings(indptr, indices, data, W):
    """each bag ends where it should begin: offsets are indptr without its last number."""
    offsets = torch.cat([indptr[:1], indptr[2:]])
    return F.embedding_bag(indices, W, offsets, mode="sum", per_sample_weights=data)


@EXERCISE.wrong
def first_bag_begins_late(indptr, indices, data, W):
    """document 0 begins at place 0, and so must offsets: indptr without its last number."""
    return F.embedding_bag(indices, W, indptr[1:], mode="sum", per_sample_weights=data)


@EXERCISE.wrong
def weighed_too_late(indptr, indices, data, W):
    """the sums are weighed; weigh each row before it is added, by per_sample_weights."""
    return F.embedding_bag(indices, W, indptr[:-1], mode="sum") * data


@EXERCISE.wrong
def table_on_its_side(indptr, indices, data, W):
    """W.T has a column for each word; a bag adds up rows, which are those of W."""
    return F.embedding_bag(
        indices, W.T, indptr[:-1], mode="sum", per_sample_weights=data
    )


def _weighed(indices, data, W):
    return W[indices] * data[:, None]


@EXERCISE.wrong
def rows_not_added(indptr, indices, data, W):
    """there is a row for each entry; those of one document are to be added up."""
    return _weighed(indices, data, W)


@EXERCISE.wrong
def rows_looked_up(indptr, indices, data, W):
    """there is a row for each entry, and no count; weigh the rows, and add up each document's."""
    return W[indices]


@EXERCISE.wrong
def column_zero_left_out(indptr, indices, data, W):
    """padding_idx=0 leaves column 0 out; it is a word as all others are."""
    return _slow_batch(indptr, indices, torch.where(indices == 0, 0.0, data), W)
