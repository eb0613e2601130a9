"""Wrong answers to 03-b; each docstring is a part of what its author must be told."""

import torch
import torch.nn.functional as F
from torch import nn


def whole_indptr(indptr, indices, data, W):
    """there is a row too many: indptr's last number opened a bag of its own."""
    return F.embedding_bag(indices, W, indptr, mode="sum", per_sample_weights=data)


def unweighed(indptr, indices, data, W):
    """each row was added once, whatever data says."""
    return F.embedding_bag(indices, W, indptr[:-1], mode="sum")


def default_mode(indptr, indices, data, W):
    """that is the mean of each bag, which is the default mode."""
    return F.embedding_bag(indices, W, indptr[:-1])


def one_document(indptr, indices, data, W):
    """all documents were added into one."""
    return (W[indices] * data[:, None]).sum(0)


def ends(indptr, indices, data, W):
    """each bag ends where it should begin: offsets are indptr without its last number."""
    offsets = torch.cat([indptr.new_zeros(1), indptr[2:]])
    return F.embedding_bag(indices, W, offsets, mode="sum", per_sample_weights=data)


def weights_with_mean(indptr, indices, data, W):
    """Weights need mode="sum"; without mode it takes the mean."""
    return F.embedding_bag(indices, W, indptr[:-1], per_sample_weights=data)


def weights_as_ints(indptr, indices, data, W):
    """Both sides must hold numbers of one dtype; .float() makes float32 of them."""
    return F.embedding_bag(
        indices, W, indptr[:-1], mode="sum", per_sample_weights=data.long()
    )


def offsets_forgotten(indptr, indices, data, W):
    """your function never looks at indptr."""
    return F.embedding_bag(indices, W, mode="sum", per_sample_weights=data)


def ends_for_offsets(indptr, indices, data, W):
    """document 0 begins at place 0, and so must offsets: indptr without its last number."""
    return F.embedding_bag(indices, W, indptr[1:], mode="sum", per_sample_weights=data)


def offsets_of_full_documents(indptr, indices, data, W):
    """some rows are missing; those that are there are right."""
    offsets = indptr[:-1]
    offsets = offsets[indptr.diff() > 0]
    return F.embedding_bag(indices, W, offsets, mode="sum", per_sample_weights=data)


def weighed_behind(indptr, indices, data, W):
    """the sums are weighed; weigh each row before it is added, by per_sample_weights."""
    return F.embedding_bag(indices, W, indptr[:-1], mode="sum") * data


def lengths_for_offsets(indptr, indices, data, W):
    """document 0 begins at place 0, and so must offsets: indptr without its last number."""
    return F.embedding_bag(
        indices, W, indptr.diff(), mode="sum", per_sample_weights=data
    )


def weights_by_another_name(indptr, indices, data, W):
    """This function has no argument of the name weights."""
    return F.embedding_bag(indices, W, offsets=indptr[:-1], weights=data, mode="sum")


def first_row_cut_off(indptr, indices, data, W):
    """every row stands one place too early."""
    return F.embedding_bag(indices, W, indptr, mode="sum", per_sample_weights=data)[1:]


def all_in_one(indptr, indices, data, W):
    """all documents were added into one."""
    return (W[indices] * data.unsqueeze(1)).sum(dim=0)


def table_on_its_side(indptr, indices, data, W):
    """W.T has a column for each word; a bag adds up rows, which are those of W."""
    return F.embedding_bag(
        indices, W.T, indptr[:-1], mode="sum", per_sample_weights=data
    )


def mode_max(indptr, indices, data, W):
    """mode="max" keeps the largest number of each column; add the rows up."""
    return F.embedding_bag(indices, W, indptr[:-1], mode="max")


def whole_with_last(indptr, indices, data, W):
    """the last rows are missing; the others are right."""
    return F.embedding_bag(
        indices,
        W,
        indptr[:-1],
        mode="sum",
        per_sample_weights=data,
        include_last_offset=True,
    )


def layer(indptr, indices, data, W):
    """yours is another one each time: random, kept from call to call, or read off a clock?"""
    bag = nn.EmbeddingBag(len(W), W.shape[1], mode="sum")
    return bag(indices, indptr[:-1], per_sample_weights=data)


def data_for_indices(indptr, indices, data, W):
    """Ids and offsets must be whole numbers; .long() makes whole numbers."""
    return F.embedding_bag(data, W, indptr[:-1], mode="sum", per_sample_weights=indices)


def typo(indptr, indices, data, W):
    """Did you mean embedding_bag?"""
    return F.embeddingbag(indices, W, indptr[:-1], mode="sum", per_sample_weights=data)


def divided(indptr, indices, data, W):
    """the sums are divided by the number of entries; leave them sums."""
    out = F.embedding_bag(indices, W, indptr[:-1], mode="sum", per_sample_weights=data)
    return out / indptr.diff()[:, None]


def doubled(indptr, indices, data, W):
    """data weighs the entries, not the rows of the table: per_sample_weights=data."""
    return F.embedding_bag(indices, W * data[:, None], indptr[:-1], mode="sum")


def zero_offsets(indptr, indices, data, W):
    """the total is right, added up along dimension 0, but it lies in other rows."""
    offsets = torch.zeros(len(indptr) - 1, dtype=torch.long)
    return F.embedding_bag(indices, W, offsets, mode="sum", per_sample_weights=data)


def arange_offsets(indptr, indices, data, W):
    """the total is right, added up along dimension 0, but it lies in other rows."""
    offsets = torch.arange(len(indptr) - 1)
    return F.embedding_bag(indices, W, offsets, mode="sum", per_sample_weights=data)


def weighted_twice(indptr, indices, data, W):
    """wanted is"""
    return F.embedding_bag(
        indices, W, indptr[:-1], mode="sum", per_sample_weights=data * data
    )


def list_offsets(indptr, indices, data, W):
    """This is a list, not a tensor"""
    return F.embedding_bag(
        indices, W, indptr[:-1].tolist(), mode="sum", per_sample_weights=data
    )


def loop_without_empty(indptr, indices, data, W):
    """some rows are missing; those that are there are right."""
    out = []
    for b in range(len(indptr) - 1):
        begin, end = indptr[b], indptr[b + 1]
        if begin == end:
            continue
        out.append((W[indices[begin:end]] * data[begin:end, None]).sum(0))
    return torch.stack(out)


def bags_of_rows(indptr, indices, data, W):
    """there is a row for each entry; those of one document are to be added up."""
    return F.embedding(indices, W) * data[:, None]


def reshaped(indptr, indices, data, W):
    """your function never looks at data."""
    return F.embedding_bag(indices.reshape(len(indptr) - 1, -1), W, mode="sum")


def swapped(indptr, indices, data, W):
    """The ids come first, the table second."""
    return F.embedding_bag(indices, indptr[:-1], W, mode="sum", per_sample_weights=data)


def transposed(indptr, indices, data, W):
    """rows and columns are swapped."""
    return F.embedding_bag(
        indices, W, indptr[:-1], mode="sum", per_sample_weights=data
    ).T


def data_column(indptr, indices, data, W):
    """There must be one weight for each id."""
    return F.embedding_bag(
        indices, W, indptr[:-1], mode="sum", per_sample_weights=data.unsqueeze(1)
    )


def weights_normalized(indptr, indices, data, W):
    """each row is the right one times a number of its own: a mean, or a weight?"""
    return F.embedding_bag(
        indices, W, indptr[:-1], mode="sum", per_sample_weights=data / data.sum()
    )


def indices_minus(indptr, indices, data, W):
    """the number of a row"""
    return F.embedding_bag(
        indices - 1, W, indptr[:-1], mode="sum", per_sample_weights=data
    )


def two_d(indptr, indices, data, W):
    """your function never looks at indptr."""
    return F.embedding_bag(indices[None], W, mode="sum", per_sample_weights=data[None])


def weights_int(indptr, indices, data, W):
    """Both sides must hold numbers of one dtype; .float() makes float32 of them."""
    return F.embedding_bag(
        indices, W, indptr[:-1], mode="sum", per_sample_weights=data.int()
    )


def rows_alone(indptr, indices, data, W):
    """there is a row for each entry, and no count"""
    return F.embedding(indices, W)


def padded(indptr, indices, data, W):
    """padding_idx=0 leaves column 0 out"""
    return F.embedding_bag(
        indices, W, indptr[:-1], mode="sum", per_sample_weights=data, padding_idx=0
    )


def without_the_names(indptr, indices, data, W):
    """Behind the third argument come max_norm and others"""
    return F.embedding_bag(indices, W, indptr[:-1], "sum", data)
