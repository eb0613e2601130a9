"""Wrong answers to 01-a; each docstring is a part of what its author must be told."""

import numpy as np
import torch


def transposed(ids, V):
    """rows and columns are swapped; one row of the result belongs to one id."""
    out = torch.zeros(V, len(ids))
    out[ids, torch.arange(len(ids))] = 1
    return out


def one_row(ids, V):
    """that is one row with all the ones in it; each id needs a row of its own."""
    out = torch.zeros(V)
    out[ids] = 1
    return out


def counted_from_one(ids, V):
    """the 1 stands one place too far left; ids count from 0."""
    out = torch.zeros(len(ids), V)
    out[torch.arange(len(ids)), ids - 1] = 1
    return out


def width_of_the_batch(ids, V):
    """the width is taken from the ids; it is V whatever ids the batch holds."""
    out = torch.zeros(len(ids), int(max(ids)) + 1)
    out[torch.arange(len(ids)), ids] = 1
    return out


def zeros(ids, V):
    """yours is 0 everywhere: is anything written into it?"""
    return torch.zeros(len(ids), V)


def whole_numbers(ids, V):
    """their dtype is torch.int64"""
    out = torch.zeros(len(ids), V, dtype=torch.int64)
    out[torch.arange(len(ids)), ids] = 1
    return out


def twice_as_precise(ids, V):
    """their dtype is torch.float64"""
    return torch.eye(V, dtype=torch.float64)[ids]


def int64(ids, V):
    """their dtype is torch.int64"""
    out = torch.zeros(len(ids), V, dtype=torch.int64)
    for b, i in enumerate(ids):
        out[b, i] = 1
    return out


def every_column(ids, V):
    """every row holds the ones of all ids; row b should hold the one of ids[b] only."""
    out = torch.zeros(len(ids), V)
    out[:, ids] = 1
    return out


def on_its_side(ids, V):
    """rows and columns are swapped; one row of the result belongs to one id."""
    out = torch.zeros(V, len(ids))
    for b, i in enumerate(ids):
        out[i, b] = 1
    return out


def nested_lists(ids, V):
    """the numbers are right; torch.tensor(...) makes a tensor of the list."""
    rows = []
    for i in ids:
        row = [0.0] * V
        row[i] = 1.0
        rows.append(row)
    return rows


def square_identity(ids, V):
    """means the places 0 to"""
    return torch.eye(len(ids))[ids]


def one_to_the_left(ids, V):
    """the 1 stands one place too far left; ids count from 0."""
    out = torch.zeros(len(ids), V)
    for i in range(len(ids)):
        out[i, ids[i] - 1] = 1
    return out


def scattered_without_unsqueeze(ids, V):
    """The index and the tensor need as many dimensions; ids[:, None] adds one."""
    return torch.zeros(len(ids), V).scatter_(1, ids, 1)


def bools(ids, V):
    """their dtype is torch.bool"""
    return ids.unsqueeze(1) == torch.arange(V)


def one_line(ids, V):
    """that is one row with all the ones in it; each id needs a row of its own."""
    out = torch.zeros(V)
    for i in ids:
        out[i] = 1
    return out


def row_written_whole(ids, V):
    """out[ids] takes whole rows of the result; the 1 of row b stands in column ids[b]."""
    out = torch.zeros(len(ids), V)
    out[ids] = 1
    return out


def compared_with_each_other(ids, V):
    """means the places 0 to"""
    out = torch.zeros((len(ids), V))
    for i in range(len(ids)):
        for j in range(V):
            if ids[i] == ids[j]:
                out[i, j] = 1
    return out


def as_wide_as_max(ids, V):
    """the width is taken from the ids; it is V whatever ids the batch holds."""
    out = torch.zeros(len(ids), max(ids) + 1)
    out[torch.arange(len(ids)), ids] = 1
    return out


def diagonal(ids, V):
    """the ones stand on the diagonal, whatever the ids are; the 1 of row b is in column ids[b]."""
    out = torch.zeros(len(ids), V)
    for b in range(len(ids)):
        out[b, b] = 1
    return out


def numpy_eye(ids, V):
    """the numbers are right; torch.from_numpy(...) makes a tensor of the array."""
    return np.eye(V)[ids]


def counted_ids(ids, V):
    """the id itself is written where a 1 is wanted."""
    out = torch.zeros(len(ids), V)
    for b, i in enumerate(ids):
        out[b, i] += i
    return out


def appended(ids, V):
    """every row holds the ones of all ids; row b should hold the one of ids[b] only."""
    out = torch.zeros(V)
    rows = []
    for i in ids:
        out[i] = 1
        rows.append(out)
    return torch.stack(rows)


def return_inside(ids, V):
    """a return stands in the loop, which so ends in its first pass."""
    out = torch.zeros(len(ids), V)
    for b, i in enumerate(ids):
        out[b, i] = 1
        return out


def wrong_dims(ids, V):
    """means the places 0 to"""
    out = torch.zeros(len(ids), V)
    out[ids, range(len(ids))] = 1
    return out


def ones(ids, V):
    """yours is 1 minus what is wanted."""
    out = torch.ones(len(ids), V)
    for b, i in enumerate(ids):
        out[b, i] = 0
    return out


def v_minus_1(ids, V):
    """the last columns are missing; the others are right."""
    out = torch.zeros(len(ids), V - 1)
    for b, i in enumerate(ids):
        out[b, i] = 1
    return out


def cumulative(ids, V):
    """all that is wanted is there, but yours is not 0 everywhere else."""
    out = torch.zeros(len(ids), V)
    for b, i in enumerate(ids):
        out[b, : i + 1] = 1
    return out


def plus_one(ids, V):
    """every column stands one place too late."""
    out = torch.zeros(len(ids), V)
    out[torch.arange(len(ids)), ids + 1] = 1
    return out


def square(ids, V):
    """yours has the shape (V, V), wanted is (len(ids), V)."""
    out = torch.zeros(V, V)
    for i in ids:
        out[i, i] = 1
    return out


def not_indexed(ids, V):
    """out[ids] takes whole rows of the result; the 1 of row b stands in column ids[b]."""
    out = torch.zeros(len(ids), V)
    for i in ids:
        out[i] = 1.0
    return out


def broadcast_wrong(ids, V):
    """Shapes are compared from the right, and each two sizes must be equal, or one of them 1."""
    return (ids == torch.arange(V)).float()


def tensor_of_sizes(ids, V):
    """A size is a whole number: len(ids), not the tensor ids itself."""
    return torch.zeros(ids, V)


def int_zeros_like(ids, V):
    """yours has one number where a whole row is wanted."""
    out = torch.zeros_like(ids)
    out[ids] = 1
    return out


def eye_rows(ids, V):
    """those are the first rows of torch.eye(V); torch.eye(V)[ids] takes those of the ids."""
    return torch.eye(V)[: len(ids)]


def by_double_loop(ids, V):
    """every column stands one place too early."""
    out = torch.zeros(len(ids), V)
    for b in range(len(ids)):
        for v in range(V):
            out[b, v] = ids[b] == v + 1
    return out


def cat_flat(ids, V):
    """the numbers are right and in order, but folded into another shape."""
    rows = [torch.zeros(V) for _ in ids]
    for row, i in zip(rows, ids):
        row[i] = 1
    return torch.cat(rows)


def accumulated(ids, V):
    """all that is wanted is there, but yours is not 0 everywhere else."""
    out = torch.zeros(len(ids), V)
    for b, i in enumerate(ids):
        out[b:, i] = 1
    return out


def double(ids, V):
    """their dtype is torch.float64"""
    return (ids[:, None] == torch.arange(V)).double()


def extra_dim(ids, V):
    """the numbers are right, but a dimension of size 1 is too many."""
    out = torch.zeros(1, len(ids), V)
    for b, i in enumerate(ids):
        out[0, b, i] = 1
    return out


def width_plus_one(ids, V):
    """one column too many stands at the end; the others are right."""
    out = torch.zeros(len(ids), V + 1)
    for b, i in enumerate(ids):
        out[b, i] = 1
    return out


def id_twice(ids, V):
    """the id names the row, too"""
    out = torch.zeros(len(ids), V)
    for i in ids:
        out[i, i] = 1
    return out


def all_in_the_first_row(ids, V):
    """all your rows but the first are 0"""
    out = torch.zeros(len(ids), V)
    out[0, ids] = 1
    return out
