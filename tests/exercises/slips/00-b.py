"""Wrong answers to 00-b, written before any message was looked at; see test_exercises.py."""

import torch


def only_the_first(W, ids):
    """yours is the first row alone; a loop may have ended in its first pass."""
    return W[ids[0]]


def from_an_id_on(W, ids):
    """One whole number is needed here, not a tensor of several and not a float."""
    return W[ids:]


def without_last_id(W, ids):
    """the last rows are missing; the others are right."""
    return torch.stack([W[ids[b]] for b in range(len(ids) - 1)])


def one_column_less(W, ids):
    """the first column is missing; the others are right."""
    return W[ids, 1:]
