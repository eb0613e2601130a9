"""Exercises of 05 Learned rows."""

import string

import torch
import torch.nn.functional as F

from .check import Exercise, several
from .trials import ids_below, three_sizes, whole_numbers


def _line(rng):
    """Different ids, so that each pair says where it was, and a reach that ends within the line."""
    n = rng.randint(6, 9)
    return rng.sample(range(1, 100), n), rng.randint(2, n - 3)


def _places(rng):
    """Two tables, the ids around each place and those in its middle.

    Of five ids around, one, two or four are words, so that a mean is exact; the others are 0.
    """
    V, D, B = three_sizes(rng, 6, 10)
    around = torch.zeros(B, 5, dtype=torch.int64)
    for b, words in enumerate([1, 2, 4, *rng.choices([1, 2, 4], k=B - 3)]):
        at = rng.sample(range(5), words)
        around[b, at] = ids_below(rng, V - 1, words) + 1
    middle = ids_below(rng, V - 1, B) + 1
    return whole_numbers(rng, V, D), whole_numbers(rng, V, D), around, middle


def _neighbours(rng):
    """A table whose rows differ much in length, a row a, and b, one of the ten nearest to a."""
    D = rng.randint(4, 6)
    numbers = torch.tensor([[rng.gauss(0, 1) for _ in range(D)] for _ in range(40)])
    W = numbers * torch.tensor([[10 ** rng.uniform(-1, 1)] for _ in range(40)])
    a = rng.randrange(40)
    order = _likeness(W, a).argsort(descending=True).tolist()
    order.remove(a)
    return W, a, order[rng.randint(1, 9)]


def _texts(rng):
    """A table of V token rows and then of position rows, the ids of B texts, and V."""
    V, P, B, D = rng.sample(range(4, 9), 4)
    T = next(t for t in (3, 4, 5) if t not in (B, D) and t < P)
    return whole_numbers(rng, V + P, D), ids_below(rng, V, B, T), V


def _two_vocabularies(rng):
    """A table and its words, other words and their table.

    Both share some words, neither in the order of the other; the first of the other words is new.
    """
    letters = rng.sample(string.ascii_lowercase, 11)
    words = letters[:6]
    mine = [*letters[2:5], *letters[6:]]
    order = [mine[-1], *rng.sample(mine[:-1], len(mine) - 1)]
    both = whole_numbers(rng, len(words) + len(mine), 3)
    return both[: len(words)], words, order, both[len(words) :]


def _pairs(ids, are_near):
    """(middle, other) for each two places i and j of which `are_near(i, j)` is true."""
    places = range(len(ids))
    return [(ids[i], ids[j]) for i in places for j in places if are_near(i, j)]


def _slow_pairs(ids, reach):
    return _pairs(ids, lambda i, j: 0 < abs(i - j) <= reach)


def to_the_right_only(ids, reach):
    """only the words to the right are there; look to both sides."""
    return _pairs(ids, lambda i, j: 0 < j - i <= reach)


def paired_with_itself(ids, reach):
    """a place is paired with itself; the middle is no word around."""
    return _pairs(ids, lambda i, j: abs(i - j) <= reach)


def around_the_end(ids, reach):
    """places below 0 count from the end of the list; begin at 0."""
    pairs = []
    for i in range(len(ids)):
        around = [j for j in range(i - reach, i + reach + 1) if j != i and j < len(ids)]
        pairs += [(ids[i], ids[j]) for j in around]
    return pairs


def turned_round(ids, reach):
    """the pairs are turned round; the middle comes first."""
    return [(other, middle) for middle, other in _slow_pairs(ids, reach)]


def last_missing(ids, reach):
    """the last of the words around is missing: range stops before its end."""
    return _pairs(ids, lambda i, j: i != j and -reach <= j - i < reach)


def _slow_score(W, out, around, middle):
    scores = []
    for ids, m in zip(around.tolist(), middle.tolist()):
        rows = [W[i] for i in ids if i != 0]
        scores.append((sum(rows) / len(rows) * out[m]).sum())
    return torch.stack(scores)


def row_zero_added(W, out, around, middle):
    """row 0 was added, too; it stands for no word."""
    words = (around > 0).sum(1, keepdim=True)
    return (W[around].sum(1) / words * out[middle]).sum(1)


def row_zero_in_the_mean(W, out, around, middle):
    """row 0 counts in your mean; divide by the number of words."""
    return (W[around].mean(1) * out[middle]).sum(1)


def sum_of_rows_around(W, out, around, middle):
    """that is the sum of the rows around, not their mean."""
    sums = F.embedding_bag(around, W, mode="sum", padding_idx=0)
    return (sums * out[middle]).sum(1)


def middle_from_the_first_table(W, out, around, middle):
    """the middle's row comes from out, not from W."""
    return _slow_score(W, W, around, middle)


def tables_exchanged(W, out, around, middle):
    """the two tables have changed places."""
    return _slow_score(out, W, around, middle)


def every_place_with_every_middle(W, out, around, middle):
    """that is every place with every middle; one score for each place."""
    return F.embedding_bag(around, W, mode="mean", padding_idx=0) @ out[middle].T


def _likeness(W, a):
    """The cosine of row a with each row."""
    return torch.stack([F.cosine_similarity(W[a].double(), row.double(), dim=0) for row in W])


def _rank(likeness, a, b):
    """1 and how many rows other than a are more like it than b is."""
    ahead = likeness > likeness[b]
    ahead[a] = False
    return 1 + int(ahead.sum())


def _slow_rank(W, a, b):
    return _rank(_likeness(W, a), a, b)


def itself_counted(W, a, b):
    """a itself is counted; its nearest neighbour has the rank 1."""
    likeness = _likeness(W, a)
    return 1 + int((likeness > likeness[b]).sum())


def rank_from_zero(W, a, b):
    """ranks begin with 1, not with 0."""
    return _slow_rank(W, a, b) - 1


def by_dot_product(W, a, b):
    """long rows win by their length; make every row as long as 1."""
    return _rank(W @ W[a], a, b)


def rank_of_a(W, a, b):
    """that is the rank of a among the neighbours of b."""
    return _slow_rank(W, b, a)


def by_distance(W, a, b):
    """that is by distance; the cosine heeds the direction only."""
    return _rank(-(W - W[a]).norm(dim=1), a, b)


def _slow_positions(both, ids, V):
    texts = []
    for text in ids.tolist():
        texts.append(torch.stack([both[i] + both[V + t] for t, i in enumerate(text)]))
    return torch.stack(texts)


def token_rows_twice(both, ids, V):
    """those are token rows twice: position 0 stands in row V."""
    return both[ids] + both[torch.arange(ids.shape[1])]


def token_only(both, ids, V):
    """the position's row is missing."""
    return both[ids]


def positions_from_one(both, ids, V):
    """the positions are one too large: they count from 0."""
    positions = V + 1 + torch.arange(ids.shape[1])
    return both[ids] + both[positions.clamp(max=len(both) - 1)]


def mean_of_both(both, ids, V):
    """that is the mean; token and position are added."""
    return _slow_positions(both, ids, V) / 2


def place_in_batch(both, ids, V):
    """the position is that of the text in the batch;
    it should be that of the token in its text."""
    texts = torch.arange(len(ids)) % (len(both) - V)
    return both[ids] + both[V + texts][:, None]


def _taken(W, words, mine, unknown):
    """The rows of W for the words of `mine`; for those that W does not know, the rows `unknown`."""
    rows = [W[words.index(word)] if word in words else row for word, row in zip(mine, unknown)]
    return torch.stack(rows)


def taken_by_number(W, words, mine, start):
    """rows were taken by their number: row i of W belongs to words[i], yours to mine[i]."""
    return torch.cat([W, start[len(W) :]])


def zeros_for_unknown(W, words, mine, start):
    """a word that W does not know got zeros; it keeps its row of start."""
    return _taken(W, words, mine, torch.zeros_like(start))


def last_row_for_unknown(W, words, mine, start):
    """a word that W does not know got W's last row: -1 is a row, too."""
    return _taken(W, words, mine, W[-1].expand_as(start))


def mean_row_for_unknown(W, words, mine, start):
    """a word that W does not know got the mean row; it keeps its row of start."""
    return _taken(W, words, mine, W.mean(0).expand_as(start))


def nothing_taken(W, words, mine, start):
    """nothing was taken over."""
    return start


EXERCISES = {
    "a": Exercise(
        truth=_slow_pairs,
        trials=several(_line),
        names=("ids", "reach"),
        wrong=[to_the_right_only, paired_with_itself, around_the_end, turned_round, last_missing],
    ),
    "b": Exercise(
        truth=_slow_score,
        trials=several(_places),
        names=("W", "out", "around", "middle"),
        wrong=[
            row_zero_added,
            row_zero_in_the_mean,
            sum_of_rows_around,
            middle_from_the_first_table,
            tables_exchanged,
            every_place_with_every_middle,
        ],
    ),
    "c": Exercise(
        truth=_slow_rank,
        trials=several(_neighbours),
        names=("W", "a", "b"),
        wrong=[itself_counted, rank_from_zero, by_dot_product, rank_of_a, by_distance],
    ),
    "d": Exercise(
        truth=_slow_positions,
        trials=several(_texts),
        names=("both", "ids", "V"),
        wrong=[token_rows_twice, token_only, positions_from_one, mean_of_both, place_in_batch],
    ),
    "e": Exercise(
        truth=_taken,
        trials=several(_two_vocabularies),
        names=("W", "words", "mine", "start"),
        wrong=[
            taken_by_number,
            zeros_for_unknown,
            last_row_for_unknown,
            mean_row_for_unknown,
            nothing_taken,
        ],
    ),
}
