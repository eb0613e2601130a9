"""05-a: the scores of CBOW: the mean of the rows around, times the row in the middle."""

import torch
import torch.nn.functional as F

from .check import Exercise
from .kit.trials import ids_below, whole_numbers

C = 8  # ids around a place


def _places(rng):
    """Two tables, the ids around each place and those in its middle.

    In three of five trials some of the ids around are 0. Of the C ids of a line 1, 2, 4 or all are
    words, of all ids C or all; D is 2: so every mean is exact, of whatever it is taken.
    """
    some = [1, 1, 2, 4]
    return [_batch(rng, words) for words in (some, some, some, [C] * 4, [C] * 4)]


def _batch(rng, words):
    V, D, B = rng.randint(5, 7), 2, len(words)
    around = torch.zeros(B, C, dtype=torch.int64)
    for b, count in enumerate(rng.sample(words, B)):
        around[b, rng.sample(range(C), count)] = ids_below(rng, V - 1, count) + 1
    # Halves of both signs: exact, and none of them 0, which would hide a row left out.
    table, out = (whole_numbers(rng, V, D, below=100) - 50.5 for _ in range(2))
    return table, out, around, ids_below(rng, V - 1, B) + 1


def _slow_score(table, out, around, middle):
    scores = []
    for ids, m in zip(around.tolist(), middle.tolist()):
        rows = [table[i] for i in ids if i != 0]
        scores.append((sum(rows) / len(rows) * out[m]).sum())
    return torch.stack(scores)


EXERCISE = Exercise(
    truth=_slow_score,
    trials=_places,
    names=("table", "out", "around", "middle"),
    special={
        "around holds a 0": lambda table, out, around, middle: bool((around == 0).any())
    },
)


def _times(rows, out, middle):
    return (rows * out[middle]).sum(1)


@EXERCISE.wrong
def row_zero_added(table, out, around, middle):
    """row 0 was added, too; it stands for no word."""
    words = (around > 0).sum(1, keepdim=True)
    return _times(table[around].sum(1) / words, out, middle)


@EXERCISE.wrong
def row_zero_in_the_mean(table, out, around, middle):
    """row 0 counts in your mean; padding_idx=0 of F.embedding_bag leaves it out."""
    return _times(table[around].mean(1), out, middle)


def _sum(table, around):
    return F.embedding_bag(around, table, mode="sum", padding_idx=0)


@EXERCISE.wrong
def divided_by_all_places(table, out, around, middle):
    """the sum is right, but it is divided by all C places; divide by the words of each line."""
    return _times(_sum(table, around) / C, out, middle)


@EXERCISE.wrong
def divided_by_all_words(table, out, around, middle):
    """the sum is divided by the words of the whole batch; divide by those of each line."""
    return _times(_sum(table, around) / (around > 0).sum(), out, middle)


@EXERCISE.wrong
def sum_of_rows_around(table, out, around, middle):
    """that is the sum of the rows around, not their mean."""
    return _times(_sum(table, around), out, middle)


@EXERCISE.wrong
def largest_around(table, out, around, middle):
    """mode="max" keeps the largest number of each column; take the mean."""
    rows = F.embedding_bag(around, table, mode="max", padding_idx=0)
    return _times(rows, out, middle)


@EXERCISE.wrong
def one_mean_of_all(table, out, around, middle):
    """the rows around all places are in one mean; take a mean for each line."""
    return out[middle] @ table[around[around > 0]].mean(0)


@EXERCISE.wrong
def middle_from_the_first_table(table, out, around, middle):
    """the middle's row comes from out, not from table."""
    return _slow_score(table, table, around, middle)


@EXERCISE.wrong
def around_from_the_second_table(table, out, around, middle):
    """the rows around come from table, not from out."""
    return _slow_score(out, out, around, middle)


@EXERCISE.wrong
def tables_exchanged(table, out, around, middle):
    """the two tables have changed places."""
    return _slow_score(out, table, around, middle)


def _mean(table, around):
    return F.embedding_bag(around, table, mode="mean", padding_idx=0)


@EXERCISE.wrong
def every_place_with_every_middle(table, out, around, middle):
    """that is every place with every middle; one score for each place."""
    return _mean(table, around) @ out[middle].T


@EXERCISE.wrong
def a_score_for_each_word(table, out, around, middle):
    """that is a score for each word of out; only the word in the middle is asked for."""
    return _mean(table, around) @ out.T


@EXERCISE.wrong
def not_added_up(table, out, around, middle):
    """the products are not added up; a dot product is their sum, .sum(dim=1)."""
    return _mean(table, around) * out[middle]


@EXERCISE.wrong
def added_up_over_the_places(table, out, around, middle):
    """the places of the batch are added up; add up the numbers of each line, .sum(dim=1)."""
    return not_added_up(table, out, around, middle).sum(0)


@EXERCISE.wrong
def added_up_over_all(table, out, around, middle):
    """all is added up to one number; add up each line for itself, .sum(dim=1)."""
    return not_added_up(table, out, around, middle).sum()


@EXERCISE.wrong
def mean_of_the_products(table, out, around, middle):
    """that is the mean of the products; a dot product is their sum."""
    return not_added_up(table, out, around, middle).mean(1)


@EXERCISE.wrong
def mean_rows_alone(table, out, around, middle):
    """those are the mean rows; multiply each by the middle's row of out, and add up."""
    return _mean(table, around)


@EXERCISE.wrong
def cosine(table, out, around, middle):
    """that is a cosine; the score is the dot product, in which lengths count."""
    return F.cosine_similarity(_mean(table, around), out[middle])


@EXERCISE.wrong
def probability(table, out, around, middle):
    """sigmoid makes a probability of the score; the score itself is wanted."""
    return _slow_score(table, out, around, middle).sigmoid()


@EXERCISE.wrong
def loss(table, out, around, middle):
    """softplus makes a loss of the score; the score itself is wanted."""
    return F.softplus(-_slow_score(table, out, around, middle))
