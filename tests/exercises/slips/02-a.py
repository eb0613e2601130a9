"""Wrong answers to 02-a, written before any message was looked at; see test_exercises.py."""

import torch.nn.functional as F


def by_embedding(weight, ids):
    """One of the ids is not the number of a row of this table."""
    return F.embedding(ids, weight)


def refolded(weight, ids):
    """yours would be right if reshape turned weight on the side; it only folds, .T turns."""
    D, V = weight.shape
    return weight.reshape(V, D)[ids]


def by_product(weight, ids):
    """In A @ B the columns of A must be as many as the rows of B."""
    return F.one_hot(ids).float() @ weight


def first_id(weight, ids):
    """a return stands in the loop, which so ends in its first pass."""
    for i in ids:
        return weight[:, i]


def transposed_by_name(weight, ids):
    """The call lacks an argument; the message says which."""
    return weight.transpose()[ids]


def halved(weight, ids):
    """yours is the mean of the right answer along dimension 0; leave it as it was."""
    return weight.T[ids].mean(0)
