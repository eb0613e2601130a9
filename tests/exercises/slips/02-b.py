"""Wrong answers to 02-b, written before any message was looked at; see test_exercises.py."""

import torch


def as_it_comes(W, ids):
    """The ids must stand in one line here; .flatten() puts them into one."""
    return W.index_select(0, ids)


def along_columns(W, ids):
    """stopped with"""
    return W.index_select(1, ids.flatten()).reshape(*ids.shape, W.shape[1])


def shape_without_star(W, ids):
    """A shape is written number by number; a star hands one over so: reshape(*ids.shape, D)."""
    return W.index_select(0, ids.flatten()).reshape(ids.shape, W.shape[1])


def shape_of_the_ids(W, ids):
    """The new shape must hold as many numbers as the old one."""
    return W.index_select(0, ids.flatten()).reshape(ids.shape)


def width_in_front(W, ids):
    """the numbers are right and in order, but folded into another shape."""
    return W.index_select(0, ids.flatten()).reshape(W.shape[1], *ids.shape)


def two_dimensions_only(W, ids):
    """A tuple of n members has the places 0 to n - 1."""
    return W.index_select(0, ids.flatten()).reshape(
        ids.shape[0], ids.shape[1], W.shape[1]
    )


def always_three(W, ids):
    """the numbers are right and in order, but folded into another shape."""
    return W.index_select(0, ids.flatten()).reshape(len(ids), -1, W.shape[1])


def row_by_row(W, ids):
    """The ids must stand in one line here; .flatten() puts them into one."""
    return torch.stack([W.index_select(0, row) for row in ids])


def ids_turned(W, ids):
    """yours would be right if the dimensions of ids were turned before its numbers were put"""
    rows = W.index_select(0, ids.T.flatten())
    return rows.reshape(*ids.shape, W.shape[1])


def height_for_width(W, ids):
    """The new shape must hold as many numbers as the old one."""
    return W.index_select(0, ids.flatten()).reshape(*ids.shape, len(W))
