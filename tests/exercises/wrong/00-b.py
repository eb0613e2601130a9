"""Wrong answers to 00-b; each docstring is a part of what its author must be told."""

import torch
import torch.nn.functional as F
from torch import nn


def first_rows(W, ids):
    """that is the first rows of W; ask for the rows that ids names."""
    return W[: len(ids)]


def sorted_rows(W, ids):
    """those are rows in order of their id; the order of the sentence is lost."""
    return W[torch.sort(ids).values]


def added(W, ids):
    """the rows are added up; keep one row for each id."""
    return W[ids].sum(0)


def columns(W, ids):
    """means the places 0 to"""
    return W[:, ids + W.shape[1]]


def zeroed(W, ids):
    """changes its input W"""
    rows = W[ids]
    W[ids] = 1000
    return rows


def columns_taken(W, ids):
    """W[:, ids] takes columns; an id is the number of a row."""
    return W[:, ids]


def rows_in_a_list(W, ids):
    """the members are right; torch.stack(...) makes one tensor of the list."""
    rows = []
    for i in ids:
        rows.append(W[i])
    return rows


def from_first_to_last_id(W, ids):
    """a slice takes the rows from one id to another; ask for all ids at once: W[ids]."""
    return W[ids[0] : ids[-1]]


def rows_put_at_their_id(W, ids):
    """the id names the row of the answer, too; row b of the answer is for ids[b]."""
    out = torch.zeros(len(ids), W.shape[1])
    for i in ids:
        out[i] = W[i]
    return out


def ids_times_table(W, ids):
    """the ids themselves are multiplied; only one-hot rows pick rows by a product."""
    return ids @ W


def sorted_first(W, ids):
    """those are rows in order of their id; the order of the sentence is lost."""
    return W[sorted(ids.tolist())]


def flattened(W, ids):
    """the numbers are right and in order, but folded into another shape."""
    return W[ids].flatten()


def int64_product(W, ids):
    """Both sides must hold numbers of one dtype; .float() makes float32 of them."""
    return F.one_hot(ids, len(W)) @ W


def joined_end_to_end(W, ids):
    """the numbers are right and in order, but folded into another shape."""
    return torch.cat([W[i] for i in ids])


def arguments_swapped(W, ids):
    """The ids come first, the table second."""
    return F.embedding(W, ids)


def lists_of_numbers(W, ids):
    """the numbers are right; torch.tensor(...) makes a tensor of the list."""
    return [W[i].tolist() for i in ids]


def last_row_kept(W, ids):
    """yours is the last row alone"""
    for i in ids:
        row = W[i]
    return row


def from_one(W, ids):
    """each row is the one before; ids count from 0."""
    return W[ids - 1]


def by_layer(W, ids):
    """yours is another one each time: random, kept from call to call, or read off a clock?"""
    return nn.Embedding(len(W), W.shape[1])(ids)


def gathered(W, ids):
    """The index and the tensor need as many dimensions; ids[:, None] adds one."""
    return torch.gather(W, 0, ids)


def both(W, ids):
    """yours has one number where a whole row is wanted."""
    return W[ids, ids]


def unique_rows(W, ids):
    """those are the rows in order of their id, each once; every id needs its row, in its place."""
    return W[torch.unique(ids)]


def by_mask(W, ids):
    """those are the rows in order of their id, each once; every id needs its row, in its place."""
    return W[[i in ids for i in range(len(W))]]


def stacked_dim1(W, ids):
    """rows and columns are swapped."""
    return torch.stack([W[i] for i in ids], dim=1)


def item(W, ids):
    """One number is needed here, and this tensor holds several."""
    return W[ids.item()]


def rows_times_id(W, ids):
    """each row is the right one times a number of its own: a mean, or a weight?"""
    return W[ids] * ids.unsqueeze(1)


def numpy_rows(W, ids):
    """the numbers are right; torch.from_numpy(...) makes a tensor of the array."""
    return W.numpy()[ids.numpy()]


def ids_as_slice(W, ids):
    """yours is the beginning of W."""
    return W[: ids.max()]


def unsqueezed(W, ids):
    """the numbers are right, but a dimension of size 1 is too many."""
    return W[ids].unsqueeze(0)


def each_twice(W, ids):
    """wanted is ("""
    rows = []
    for i in ids:
        for j in ids:
            if i == j:
                rows.append(W[i])
    return torch.stack(rows)


def first_column(W, ids):
    """yours has one number where a whole row is wanted."""
    return torch.stack([W[i][0] for i in ids])


def wrong_order(W, ids):
    """stopped with IndexError"""
    return ids[W]


def loop_range(W, ids):
    """that is the first rows of W; ask for the rows that ids names."""
    rows = []
    for i in range(len(ids)):
        rows.append(W[i])
    return torch.stack(rows)


def mean_rows(W, ids):
    """that is the mean of the rows; keep one row for each id."""
    return W[ids].mean(dim=0)


def float_ids(W, ids):
    """Only whole numbers name a place, and what stands in the brackets holds others."""
    return W[ids.float()]


def only_last(W, ids):
    """yours is the last row alone"""
    return W[ids[-1]]


def minus(W, ids):
    """wanted is"""
    return W[-ids]


def columns_t(W, ids):
    """the rows of W.T are the columns of W; an id is the number of a row of W."""
    return W[:, ids].T


def product(W, ids):
    """stopped with RuntimeError"""
    return torch.eye(len(W))[ids] * W


def next_row(W, ids):
    """each row is the one behind"""
    return W[ids + 1]


def rows_of_the_transpose(W, ids):
    """the rows of W.T are the columns of W"""
    return W.T[ids]
