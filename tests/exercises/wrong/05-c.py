"""Wrong answers to 05-c; each docstring is a part of what its author must be told."""

import torch
import torch.nn.functional as F


def counts_a(W, a, b):
    """a itself is counted"""
    unit = F.normalize(W, dim=1)
    return (unit @ unit[a]).argsort(descending=True).tolist().index(b) + 1


def from_zero(W, a, b):
    """ranks begin with 1"""
    unit = F.normalize(W, dim=1)
    order = (unit @ unit[a]).argsort(descending=True).tolist()
    order.remove(a)
    return order.index(b)


def by_product(W, a, b):
    """long rows win by their length"""
    like = W @ W[a]
    like[a] = -torch.inf
    return int((like > like[b]).sum()) + 1


def of_a(W, a, b):
    """the rank of a among the neighbours of b"""
    like = F.cosine_similarity(W, W[b : b + 1])
    like[b] = -2
    return int((like > like[a]).sum()) + 1


def by_distance(W, a, b):
    """the cosine heeds the direction only"""
    far = (W - W[a]).norm(dim=1)
    far[a] = torch.inf
    return int((far < far[b]).sum()) + 1


def least_like(W, a, b):
    """wanted is"""
    like = F.cosine_similarity(W, W[a : a + 1])
    return int((like < like[b]).sum()) + 1
