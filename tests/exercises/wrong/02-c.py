"""Wrong answers to 02-c; each docstring is a part of what its author must be told."""

import torch
import torch.nn.functional as F


def keeps_the_last(W, ids, grad):
    """yours keeps the last"""
    grad_W = torch.zeros_like(W)
    for i, g in zip(ids.tolist(), grad):
        grad_W[i] = g
    return W[ids], grad_W


def adds_in_place_by_index(W, ids, grad):
    """a row that was used twice gets the sum of both gradients"""
    grad_W = torch.zeros_like(W)
    grad_W[ids] += grad
    return W[ids], grad_W


def of_the_output(W, ids, grad):
    """carry it back to the rows of W"""
    return W[ids], grad


def counts(W, ids, grad):
    """that counts how often a row was used"""
    return W[ids], torch.zeros_like(W).index_add(0, ids, torch.ones_like(grad))


def averaged(W, ids, grad):
    """they are not averaged"""
    total = torch.zeros_like(W).index_add(0, ids, grad)
    return W[ids], total / ids.bincount(minlength=len(W)).clamp(min=1)[:, None]


def rows_only(W, ids, grad):
    """wanted is a tuple of 2"""
    return W[ids]


def width_of_the_ids(W, ids, grad):
    """it has V rows, whatever ids there are"""
    return W[ids], F.one_hot(ids).float().T @ grad
