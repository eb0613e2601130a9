"""Answers to 02-a by somebody who had read the task alone: what is wrong, in his words."""

import torch
import torch.nn as nn
import torch.nn.functional as F


def rows_of_the_weight(weight, ids):
    """Indexes rows of the weight; nn.Linear(V, D) keeps it as (D, V), so the ids are columns and it must be transposed first."""
    return weight[ids]


def columns_not_transposed(weight, ids):
    """Takes the right columns but leaves them as (D, B); the transposition to (B, D) is missing."""
    return weight[:, ids]


def reshape_instead_of_transpose_before(weight, ids):
    """Reshapes the weight to (V, D) instead of transposing it, which keeps the shape right but mixes the numbers."""
    D, V = weight.shape
    return weight.reshape(V, D)[ids]


def reshape_instead_of_transpose_after(weight, ids):
    """Takes the right columns (D, B) but reshapes them to (B, D) instead of transposing, which mixes the numbers."""
    return weight[:, ids].reshape(len(ids), -1)


def ids_straight_into_linear(weight, ids):
    """Feeds the ids themselves as if they were features of the layer; they must be one-hot (B, V) first."""
    return F.linear(ids.to(weight.dtype), weight)


def one_hot_without_num_classes(weight, ids):
    """Does not give one_hot the V classes, so its width is the largest id + 1 and the product raises unless id V-1 occurs."""
    return F.one_hot(ids).to(weight.dtype) @ weight.T


def num_classes_from_first_dimension(weight, ids):
    """Takes V from weight.shape[0], but the weight is (D, V), so that is D."""
    V = weight.shape[0]
    x = F.one_hot(ids, V).float()
    return F.linear(x, weight)


def one_hot_product_not_transposed(weight, ids):
    """Multiplies one_hot (B, V) with the weight (D, V) without .T; a linear layer computes x @ weight.T."""
    x = F.one_hot(ids, weight.shape[1]).float()
    return x @ weight


def embedding_with_random_numbers(weight, ids):
    """Makes an nn.Embedding of the right size but does not copy the weight into it, so its numbers are random."""
    D, V = weight.shape
    return nn.Embedding(V, D)(ids)


def transposes_in_place(weight, ids):
    """Uses t_(), which turns the caller's weight itself (and raises on a Parameter); .t() or .T leaves it as it is."""
    weight.t_()
    return weight[ids]


def right_transpose_then_index(weight, ids):
    return weight.T[ids]


def right_columns_then_transpose(weight, ids):
    return weight.index_select(1, ids).t()


def right_through_one_hot(weight, ids):
    x = F.one_hot(ids, weight.shape[1]).to(weight.dtype)
    return F.linear(x, weight)


def right_loop_over_ids(weight, ids):
    out = torch.empty(len(ids), weight.shape[0], dtype=weight.dtype)
    with torch.no_grad():
        for b, i in enumerate(ids):
            out[b] = weight[:, i]
    return out


def right_from_pretrained(weight, ids):
    return nn.Embedding.from_pretrained(weight.detach().t())(ids)
