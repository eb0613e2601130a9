"""Wrong answers to 03-e; each docstring is a part of what its author must be told."""

import torch


def _entries(indptr, part, rows):
    """The stored entries of these rows, one row after the other."""
    return torch.cat([part[indptr[r] : indptr[r + 1]] for r in rows])


def places_in_the_whole(indptr, indices, data, rows):
    """count from the batch's own beginning"""
    return _entries(indptr, indices, rows), indptr[rows], _entries(indptr, data, rows)


def without_zero(indptr, indices, data, rows):
    """offsets must begin with 0"""
    offsets = (indptr[rows + 1] - indptr[rows]).cumsum(0)
    return _entries(indptr, indices, rows), offsets, _entries(indptr, data, rows)


def lengths(indptr, indices, data, rows):
    """offsets add them up"""
    return (
        _entries(indptr, indices, rows),
        indptr[rows + 1] - indptr[rows],
        _entries(indptr, data, rows),
    )


def in_the_matrixs_order(indptr, indices, data, rows):
    """keep the order of rows"""
    rows = rows.sort().values
    lengths = indptr[rows + 1] - indptr[rows]
    return (
        _entries(indptr, indices, rows),
        lengths.cumsum(0) - lengths,
        _entries(indptr, data, rows),
    )


def one_too_many(indptr, indices, data, rows):
    """your answer has shape"""
    offsets = torch.cat([indptr[:1], indptr.diff()[rows].cumsum(0)])
    return _entries(indptr, indices, rows), offsets, _entries(indptr, data, rows)


def no_weights(indptr, indices, data, rows):
    """wanted is a tuple of 3"""
    lengths = indptr.diff()[rows]
    return _entries(indptr, indices, rows), lengths.cumsum(0) - lengths
