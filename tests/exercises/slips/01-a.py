"""Wrong answers to 01-a, written before any message was looked at; see test_exercises.py."""

import torch


def one_vector(ids, V):
    """that is one row with all the ones in it; each id needs a row of its own."""
    out = torch.zeros(V)
    out[ids] = 1
    return out


def compared_not_set(ids, V):
    """`out[b, i] == 1` compares, and changes nothing; a single = writes."""
    out = torch.zeros(len(ids), V)
    for b, i in enumerate(ids):
        out[b, i] == 1  # noqa: B015
    return out


def ones_in_all_rows(ids, V):
    """every row holds the ones of all ids; row b should hold the one of ids[b] only."""
    out = torch.zeros(len(ids), V)
    out[:, ids] = 1
    return out


def rows_of_the_vocabulary(ids, V):
    """Size 3 means the places 0 to 2; len(ids) is 3."""
    out = torch.zeros(len(ids), V)
    for b in range(V):
        out[b, ids[b]] = 1
    return out


def size_by_the_ids(ids, V):
    """A size is a whole number: len(ids), not the tensor ids itself."""
    out = torch.zeros(ids, V)
    out[torch.arange(len(ids)), ids] = 1
    return out


def made_in_the_loop(ids, V):
    """out is made anew in each pass of the loop; make it once, before the loop."""
    for b, i in enumerate(ids):
        out = torch.zeros(len(ids), V)
        out[b, i] = 1
    return out


def as_ints(ids, V):
    """their dtype is torch.int64"""
    return torch.eye(V, dtype=torch.int64)[ids]


def compared_without_none(ids, V):
    """stopped with"""
    return (torch.arange(V) == ids).float()


def as_booleans(ids, V):
    """their dtype is torch.bool"""
    return torch.arange(V) == ids[:, None]


def swapped_sizes(ids, V):
    """Size 3 means the places 0 to 2; len(ids) is 3."""
    out = torch.zeros(V, len(ids))
    for b, i in enumerate(ids):
        out[b, i] = 1
    return out


def list_of_lists(ids, V):
    """the numbers are right; torch.tensor(...) makes a tensor of the list."""
    return [[1.0 if i == v else 0.0 for v in range(V)] for i in ids]


def zeros_for_ones(ids, V):
    """yours is 1 minus what is wanted."""
    out = torch.ones(len(ids), V)
    out[torch.arange(len(ids)), ids] = 0
    return out
