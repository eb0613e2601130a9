"""Wrong answers to 03-c; each docstring is a part of what its author must be told."""

import torch
import torch.nn.functional as F


def whole_indptr(indptr, indices, data, W):
    """there is a row too many"""
    return F.embedding_bag(indices, W, indptr, mode="sum", per_sample_weights=data)


def unweighed(indptr, indices, data, W):
    """each row was added once"""
    return F.embedding_bag(indices, W, indptr[:-1], mode="sum")


def default_mode(indptr, indices, data, W):
    """which is the default mode"""
    return F.embedding_bag(indices, W, indptr[:-1])


def one_document(indptr, indices, data, W):
    """all documents were added into one"""
    return (W[indices] * data[:, None]).sum(0)


def ends(indptr, indices, data, W):
    """each bag ends where it should begin"""
    offsets = torch.cat([indptr.new_zeros(1), indptr[2:]])
    return F.embedding_bag(indices, W, offsets, mode="sum", per_sample_weights=data)


def weights_with_mean(indptr, indices, data, W):
    """Your code stopped with NotImplementedError"""
    return F.embedding_bag(indices, W, indptr[:-1], per_sample_weights=data)
