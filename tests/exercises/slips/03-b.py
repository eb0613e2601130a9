"""Wrong answers to 03-b, written before any message was looked at; see test_exercises.py."""

import torch.nn.functional as F


def default_mode(indptr, indices, data, W):
    """without mode it takes the mean"""
    return F.embedding_bag(indices, W, indptr[:-1], per_sample_weights=data)


def weights_in_third(indptr, indices, data, W):
    """Ids and offsets must be whole numbers; .long() makes whole numbers."""
    return F.embedding_bag(indices, W, data, mode="sum")


def whole_and_cut(indptr, indices, data, W):
    """each row was added once, whatever data says."""
    return F.embedding_bag(indices, W, indptr, mode="sum")[:-1]


def indptr_from_one(indptr, indices, data, W):
    """document 0 begins at place 0, and so must offsets: indptr without its last number."""
    return F.embedding_bag(indices, W, indptr[1:], mode="sum", per_sample_weights=data)


def cut_at_the_front(indptr, indices, data, W):
    """every row stands one place too early"""
    rows = F.embedding_bag(indices, W, indptr, mode="sum", per_sample_weights=data)
    return rows[1:]


def lengths(indptr, indices, data, W):
    """document 0 begins at place 0, and so must offsets: indptr without its last number."""
    return F.embedding_bag(
        indices, W, indptr.diff(), mode="sum", per_sample_weights=data
    )


def dense_product(indptr, indices, data, W):
    """all documents were added into one."""
    return data @ W[indices]


def ids_by_data(indptr, indices, data, W):
    """stopped with"""
    return F.embedding_bag(data, W, indptr[:-1], mode="sum", per_sample_weights=indices)


def weighted_table(indptr, indices, data, W):
    """yours would be right if data were squared: is it multiplied twice?"""
    return F.embedding_bag(
        indices, W, indptr[:-1], mode="sum", per_sample_weights=data * data
    )


def mean_weighed(indptr, indices, data, W):
    """what is wanted is len(indices) times yours."""
    rows = F.embedding_bag(indices, W, indptr[:-1], mode="sum", per_sample_weights=data)
    return rows / len(data)
