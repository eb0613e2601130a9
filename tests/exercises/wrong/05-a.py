"""Wrong answers to 05-a; each docstring is a part of what its author must be told."""

import torch
import torch.nn.functional as F
from torch import nn


def adds_row_0(table, out, around, middle):
    """row 0 was added, too; it stands for no word."""
    counts = (around != 0).sum(1)[:, None]
    return (F.embedding(around, table).sum(1) / counts * out[middle]).sum(1)


def padding_idx_forgotten(table, out, around, middle):
    """row 0 counts in your mean; padding_idx=0 of F.embedding_bag leaves it out."""
    return (F.embedding_bag(around, table, mode="mean") * out[middle]).sum(1)


def embedding_with_padding_idx(table, out, around, middle):
    """row 0 counts in your mean; padding_idx=0 of F.embedding_bag leaves it out."""
    mean = F.embedding(around, table, padding_idx=0).mean(dim=1)
    return (mean * out[middle]).sum(dim=1)


def masked_and_mean(table, out, around, middle):
    """the sum is right, but it is divided by all C places; divide by the words of each line."""
    rows = table[around] * (around != 0).unsqueeze(-1)
    return (rows.mean(dim=1) * out[middle]).sum(dim=1)


def row_0_set_to_zeros(table, out, around, middle):
    """the sum is right, but it is divided by all C places; divide by the words of each line."""
    table = table.clone()
    table[0] = 0
    return (table[around].mean(1) * out[middle]).sum(-1)


def row_0_set_in_place(table, out, around, middle):
    """Your function changes its input table; work on a copy or make a new tensor."""
    table[0] = 0
    return (table[around].mean(1) * out[middle]).sum(-1)


def words_of_all_lines(table, out, around, middle):
    """the sum is divided by the words of the whole batch; divide by those of each line."""
    sums = F.embedding_bag(around, table, mode="sum", padding_idx=0)
    return (sums / (around != 0).sum() * out[middle]).sum(1)


def sums(table, out, around, middle):
    """that is the sum of the rows around, not their mean."""
    rows = table[around] * (around > 0)[..., None]
    return (rows.sum(1) * out[middle]).sum(1)


def mode_max(table, out, around, middle):
    """mode="max" keeps the largest number of each column; take the mean."""
    mean = F.embedding_bag(around, table, mode="max", padding_idx=0)
    return (mean * out[middle]).sum(dim=1)


def mask_before_the_lookup(table, out, around, middle):
    """the rows around all places are in one mean; take a mean for each line."""
    mean = table[around[around != 0]].mean(dim=0)
    return (mean * out[middle]).sum(dim=1)


def one_table(table, out, around, middle):
    """the middle's row comes from out, not from table."""
    mean = F.embedding_bag(around, table, mode="mean", padding_idx=0)
    return (mean * table[middle]).sum(1)


def out_only(table, out, around, middle):
    """the rows around come from table, not from out."""
    mean = F.embedding_bag(around, out, mode="mean", padding_idx=0)
    return (mean * out[middle]).sum(1)


def changed_places(table, out, around, middle):
    """the two tables have changed places."""
    mean = F.embedding_bag(around, out, mode="mean", padding_idx=0)
    return (mean * table[middle]).sum(1)


def every_pair(table, out, around, middle):
    """that is every place with every middle; one score for each place."""
    return F.embedding_bag(around, table, mode="mean", padding_idx=0) @ out[middle].T


def all_words(table, out, around, middle):
    """that is a score for each word of out; only the word in the middle is asked for."""
    mean = F.embedding_bag(around, table, mode="mean", padding_idx=0)
    return mean @ out.T


def as_in_the_class(table, out, around, middle):
    """Round brackets call a function; to look something up in a Tensor, write square ones."""
    mean = F.embedding_bag(around, table, mode="mean", padding_idx=0)
    return mean @ out(middle).T


def not_added_up(table, out, around, middle):
    """the products are not added up; a dot product is their sum, .sum(dim=1)."""
    return F.embedding_bag(around, table, padding_idx=0) * out[middle]


def along_dim_0(table, out, around, middle):
    """the places of the batch are added up; add up the numbers of each line, .sum(dim=1)."""
    mean = F.embedding_bag(around, table, mode="mean", padding_idx=0)
    return (mean * out[middle]).sum(dim=0)


def without_dim(table, out, around, middle):
    """all is added up to one number; add up each line for itself, .sum(dim=1)."""
    mean = F.embedding_bag(around, table, mode="mean", padding_idx=0)
    return (mean * out[middle]).sum()


def mean_at_the_end(table, out, around, middle):
    """that is the mean of the products; a dot product is their sum."""
    mean = F.embedding_bag(around, table, mode="mean", padding_idx=0)
    return (mean * out[middle]).mean(dim=1)


def kept_a_dimension(table, out, around, middle):
    """the numbers are right, but a dimension of size 1 is too many."""
    mean = F.embedding_bag(around, table, mode="mean", padding_idx=0)
    return (mean * out[middle]).sum(dim=1, keepdim=True)


def bag_alone(table, out, around, middle):
    """those are the mean rows; multiply each by the middle's row of out, and add up."""
    return F.embedding_bag(around, table, mode="mean", padding_idx=0)


def by_cosine(table, out, around, middle):
    """that is a cosine; the score is the dot product, in which lengths count."""
    mean = F.embedding_bag(around, table, mode="mean", padding_idx=0)
    return torch.cosine_similarity(mean, out[middle], dim=1)


def sigmoid(table, out, around, middle):
    """sigmoid makes a probability of the score; the score itself is wanted."""
    mean = F.embedding_bag(around, table, mode="mean", padding_idx=0)
    return torch.sigmoid((mean * out[middle]).sum(dim=1))


def softplus(table, out, around, middle):
    """softplus makes a loss of the score; the score itself is wanted."""
    mean = F.embedding_bag(around, table, mode="mean", padding_idx=0)
    return F.softplus(-(mean * out[middle]).sum(dim=1))


def product_without_T(table, out, around, middle):
    """In A @ B the columns of A must be as many as the rows of B."""
    mean = F.embedding_bag(around, table, mode="mean", padding_idx=0)
    return mean @ out[middle]


def scores_in_a_list(table, out, around, middle):
    """the members are right; torch.stack(...) makes one tensor of the list."""
    scores = []
    for ids, m in zip(around, middle):
        rows = table[ids[ids != 0]]
        scores.append((rows.mean(dim=0) * out[m]).sum())
    return scores


def a_fresh_layer(table, out, around, middle):
    """yours is another one each time: random, kept from call to call, or read off a clock?"""
    bag = nn.EmbeddingBag(len(table), table.shape[1], mode="mean", padding_idx=0)
    return (bag(around) * out[middle]).sum(dim=1)


def first_line_only(table, out, around, middle):
    """a return stands in the loop, which so ends in its first pass."""
    for ids, m in zip(around, middle):
        rows = table[ids[ids != 0]]
        return (rows.mean(dim=0) * out[m]).sum()


def negative(table, out, around, middle):
    """the sign is the wrong way round."""
    mean = F.embedding_bag(around, table, mode="mean", padding_idx=0)
    return -(mean * out[middle]).sum(dim=1)


def mean_along_the_batch(table, out, around, middle):
    """Shapes are compared from the right, and each two sizes must be equal, or one of them 1."""
    mean = table[around].mean(dim=0)
    return (mean * out[middle]).sum(dim=1)


def middle_is_forgotten(table, out, around, middle):
    """Shapes are compared from the right, and each two sizes must be equal, or one of them 1."""
    mean = F.embedding_bag(around, table, mode="mean", padding_idx=0)
    return (mean * out).sum(dim=1)


def zero_mask_of_the_rows(table, out, around, middle):
    """Shapes are compared from the right, and each two sizes must be equal, or one of them 1."""
    rows = table[around]
    return (rows[around != 0].mean(dim=1) * out[middle]).sum(dim=1)


def skip_gram(table, out, around, middle):
    """the two tables have changed places."""
    rows = out[around] * (around != 0).unsqueeze(2)
    return (rows.sum(1) / (around != 0).sum(1, keepdim=True) * table[middle]).sum(1)
