"""Wrong answers to 05-b, written before any message was looked at; see test_exercises.py."""

import torch


def without_dim(W, a, b):
    """A vector has the dimension 0 only, a matrix 0 and 1."""
    return torch.cosine_similarity(W[a], W[b])


def top_k(W, a, b):
    """.index stops with an error where there is no such member."""
    cosines = torch.cosine_similarity(W, W[a], dim=1)
    return cosines.topk(3).indices.tolist().index(b)


def list_of_bools(W, a, b):
    """wanted is"""
    cosines = torch.cosine_similarity(W, W[a], dim=1)
    return (cosines > cosines[b]).tolist()
