"""Wrong answers to 00-b, written before any message was looked at; see test_exercises.py."""

import torch
import torch.nn.functional as F


def only_the_first(W, ids):
    """yours is the first row alone; a loop may have ended in its first pass."""
    return W[ids[0]]


def list_of_rows(W, ids):
    """the members are right; torch.stack(...) makes one tensor of the list."""
    return [W[i] for i in ids]


def joined_in_one_line(W, ids):
    """the numbers are right and in order, but folded into another shape."""
    return torch.cat([W[i] for i in ids])


def both_indices(W, ids):
    """yours has one number where a whole row is wanted."""
    return W[ids, ids]


def on_its_side(W, ids):
    """rows and columns are swapped."""
    return W[ids].T


def by_one_hot(W, ids):
    """Both sides must hold numbers of one dtype; .float() makes float32 of them."""
    return F.one_hot(ids, len(W)) @ W


def from_an_id_on(W, ids):
    """One whole number is needed here, not a tensor of several and not a float."""
    return W[ids:]


def without_last_id(W, ids):
    """the last rows are missing; the others are right."""
    return torch.stack([W[ids[b]] for b in range(len(ids) - 1)])


def as_a_list_of_lists(W, ids):
    """the numbers are right; torch.tensor(...) makes a tensor of the list."""
    return W[ids].tolist()


def one_column_less(W, ids):
    """the first column is missing; the others are right."""
    return W[ids, 1:]
