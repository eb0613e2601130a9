"""Wrong answers to 05-b, written before any message was looked at; see test_exercises.py."""

import torch


def itself_counted(W, a, b):
    """a itself is counted, or b; the nearest neighbour has the rank 1."""
    cosines = torch.cosine_similarity(W, W[a], dim=1)
    return int((cosines > cosines[b]).sum()) + 1


def at_least(W, a, b):
    """a itself is counted, or b; the nearest neighbour has the rank 1."""
    cosines = torch.cosine_similarity(W, W[a], dim=1)
    return int((cosines >= cosines[b]).sum())


def smaller(W, a, b):
    """the rows that are farther than b are counted, and a with them; count those nearer."""
    cosines = torch.cosine_similarity(W, W[a], dim=1)
    cosines[a] = -2
    return int((cosines < cosines[b]).sum()) + 1


def argsort_of_b(W, a, b):
    """argsort()[b] is the row at place b of the order; look for the place at which b stands."""
    cosines = torch.cosine_similarity(W, W[a], dim=1)
    return cosines.argsort(descending=True)[b].item()


def ascending(W, a, b):
    """the rows that are farther than b are counted; count those that are nearer."""
    cosines = torch.cosine_similarity(W, W[a], dim=1)
    return cosines.argsort().tolist().index(b) + 1


def scores(W, a, b):
    """long rows win by their length; make every row as long as 1."""
    scores = W @ W[a]
    scores[a] = -1e9
    return int((scores > scores[b]).sum()) + 1


def without_dim(W, a, b):
    """A vector has the dimension 0 only, a matrix 0 and 1."""
    return torch.cosine_similarity(W[a], W[b])


def top_k(W, a, b):
    """.index stops with an error where there is no such member."""
    cosines = torch.cosine_similarity(W, W[a], dim=1)
    return cosines.topk(3).indices.tolist().index(b)


def count_as_tensor_plus_two(W, a, b):
    """a itself is counted, or b; the nearest neighbour has the rank 1."""
    cosines = torch.cosine_similarity(W, W[a], dim=1)
    cosines[a] = -2
    return int((cosines > cosines[b]).sum()) + 2


def list_of_bools(W, a, b):
    """wanted is"""
    cosines = torch.cosine_similarity(W, W[a], dim=1)
    return (cosines > cosines[b]).tolist()
