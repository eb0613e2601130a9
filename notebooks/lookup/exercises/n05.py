"""Exercises of 05 Learned rows."""

import torch
import torch.nn.functional as F

from .check import Exercise, several
from .trials import whole_numbers


def _line(rng):
    """Different ids, so that each pair says where it was, and a reach that ends within the line."""
    n = rng.randint(6, 9)
    return rng.sample(range(1, 100), n), rng.randint(2, n - 3)


def _places(rng):
    """Two tables, the ids around (1, 2 or 4 of 5 are words, so that a mean is exact) and those in the middle."""
    V, D, B = rng.sample(range(6, 10), 3)
    around = torch.zeros(B, 5, dtype=torch.int64)
    for b, words in enumerate([1, 2, 4, *rng.choices([1, 2, 4], k=B - 3)]):
        at = rng.sample(range(5), words)
        around[b, at] = torch.tensor(rng.choices(range(1, V), k=words))
    middle = torch.tensor(rng.choices(range(1, V), k=B))
    return whole_numbers(rng, V, D), whole_numbers(rng, V, D), around, middle


def _neighbours(rng):
    """Rows of very different lengths; b is one of the ten nearest to a, but not a neighbour in every sense."""
    D = rng.randint(4, 6)
    numbers = torch.tensor([[rng.gauss(0, 1) for _ in range(D)] for _ in range(40)])
    W = numbers * torch.tensor([[10 ** rng.uniform(-1, 1)] for _ in range(40)])
    a = rng.randrange(40)
    order = _likeness(W, a).argsort(descending=True).tolist()
    order.remove(a)
    return W, a, order[rng.randint(1, 9)]


def _texts(rng):
    V, P, B, D = rng.sample(range(4, 9), 4)
    T = next(t for t in (3, 4, 5) if t not in (B, D) and t < P)
    ids = torch.tensor(rng.choices(range(V), k=B * T)).reshape(B, T)
    return whole_numbers(rng, V + P, D), ids, V


def _lists(rng):
    """Two lists that share some words, neither in the order of the other; the last of `words` is not in `mine`."""
    letters = rng.sample("abcdefghijklmnopqrstuvwxyz", 11)
    words, mine = letters[:6], [*letters[2:5], *letters[6:]]
    order = [mine[-1], *rng.sample(mine[:-1], len(mine) - 1)]  # the first one is new
    both = whole_numbers(rng, len(words) + len(mine), 3)
    return both[: len(words)], words, order, both[len(words) :]


def _pairs(ids, ok):
    """(middle, other) for each two places i and j of which `ok(i, j)` is true."""
    return [(ids[i], ids[j]) for i in range(len(ids)) for j in range(len(ids)) if ok(i, j)]


def _slow_pairs(ids, reach):
    return _pairs(ids, lambda i, j: 0 < abs(i - j) <= reach)


def _around_the_end(ids, reach):
    """Python counts places below 0 from the end."""
    n = len(ids)
    return [
        (ids[i], ids[j])
        for i in range(n)
        for j in range(i - reach, i + reach + 1)
        if j != i and j < n
    ]


def _slow_score(W, out, around, middle):
    scores = []
    for ids, m in zip(around.tolist(), middle.tolist()):
        rows = [W[i] for i in ids if i]
        scores.append((sum(rows) / len(rows) * out[m]).sum())
    return torch.stack(scores)


def _likeness(W, a):
    """The cosine of row a with each row."""
    return torch.stack([F.cosine_similarity(W[a].double(), row.double(), dim=0) for row in W])


def _rank(like, a, b, skip=True):
    return 1 + sum(like[i] > like[b] for i in range(len(like)) if i != a or not skip).item()


def _slow_positions(both, ids, V):
    return torch.stack(
        [torch.stack([both[i] + both[V + t] for t, i in enumerate(text)]) for text in ids.tolist()]
    )


def _slow_taken(W, words, mine, start):
    return torch.stack(
        [W[words.index(word)] if word in words else start[i] for i, word in enumerate(mine)]
    )


def _or(other):
    """Known words taken over; the others get another row."""
    return lambda W, words, mine, start: torch.stack(
        [W[words.index(word)] if word in words else other(W) for word in mine]
    )


EXERCISES = {
    "a": Exercise(
        truth=_slow_pairs,
        trials=several(_line),
        names=("ids", "reach"),
        wrong={
            "only the words to the right are there; look to both sides.": lambda ids, reach: _pairs(
                ids, lambda i, j: 0 < j - i <= reach
            ),
            "a place is paired with itself; the middle is no word around.": lambda ids, reach: (
                _pairs(ids, lambda i, j: abs(i - j) <= reach)
            ),
            "places below 0 count from the end of the list; begin at 0.": _around_the_end,
            "the pairs are turned round; the middle comes first.": lambda ids, reach: [
                (other, middle) for middle, other in _slow_pairs(ids, reach)
            ],
            "the last of the words around is missing: range stops before its end.": lambda ids, reach: (
                _pairs(ids, lambda i, j: i != j and -reach <= j - i < reach)
            ),
        },
    ),
    "b": Exercise(
        truth=_slow_score,
        trials=several(_places),
        names=("W", "out", "around", "middle"),
        wrong={
            "row 0 was added, too; it stands for no word.": lambda W, out, around, middle: (
                W[around].sum(1) / (around > 0).sum(1, keepdim=True) * out[middle]
            ).sum(1),
            "row 0 counts in your mean; divide by the number of words.": lambda W, out, around, middle: (
                (W[around].mean(1) * out[middle]).sum(1)
            ),
            "that is the sum of the rows around, not their mean.": lambda W, out, around, middle: (
                F.embedding_bag(around, W, mode="sum", padding_idx=0) * out[middle]
            ).sum(1),
            "the middle's row comes from out, not from W.": lambda W, out, around, middle: (
                _slow_score(W, W, around, middle)
            ),
            "the two tables have changed places.": lambda W, out, around, middle: _slow_score(
                out, W, around, middle
            ),
            "that is every place with every middle; one score for each place.": lambda W, out, around, middle: (
                F.embedding_bag(around, W, mode="mean", padding_idx=0) @ out[middle].T
            ),
        },
    ),
    "c": Exercise(
        truth=lambda W, a, b: _rank(_likeness(W, a), a, b),
        trials=several(_neighbours),
        names=("W", "a", "b"),
        wrong={
            "a itself is counted; its nearest neighbour has the rank 1.": lambda W, a, b: _rank(
                _likeness(W, a), a, b, skip=False
            ),
            "ranks begin with 1, not with 0.": lambda W, a, b: _rank(_likeness(W, a), a, b) - 1,
            "long rows win by their length; make every row as long as 1.": lambda W, a, b: _rank(
                W @ W[a], a, b
            ),
            "that is the rank of a among the neighbours of b.": lambda W, a, b: _rank(
                _likeness(W, b), b, a
            ),
            "that is by distance; the cosine heeds the direction only.": lambda W, a, b: _rank(
                -(W - W[a]).norm(dim=1), a, b
            ),
        },
    ),
    "d": Exercise(
        truth=_slow_positions,
        trials=several(_texts),
        names=("both", "ids", "V"),
        wrong={
            "those are token rows twice: position 0 stands in row V.": lambda both, ids, V: (
                both[ids] + both[torch.arange(ids.shape[1])]
            ),
            "the position's row is missing.": lambda both, ids, V: both[ids],
            "the positions are one too large: they count from 0.": lambda both, ids, V: (
                both[ids] + both[(V + 1 + torch.arange(ids.shape[1])).clamp(max=len(both) - 1)]
            ),
            "that is the mean; token and position are added.": lambda both, ids, V: (
                _slow_positions(both, ids, V) / 2
            ),
            "the position is that of the text in the batch; it should be that of the token in its text.": (
                lambda both, ids, V: (
                    both[ids] + both[V + torch.arange(len(ids))[:, None] % (len(both) - V)]
                )
            ),
        },
    ),
    "e": Exercise(
        truth=_slow_taken,
        trials=several(_lists),
        names=("W", "words", "mine", "start"),
        wrong={
            "rows were taken by their number: row i of W belongs to words[i], yours to mine[i].": lambda W, words, mine, start: (
                torch.cat([W, start[len(W) :]])
            ),
            "a word that W does not know got zeros; it keeps its row of start.": _or(
                lambda W: torch.zeros(W.shape[1])
            ),
            "a word that W does not know got W's last row: -1 is a row, too.": _or(lambda W: W[-1]),
            "a word that W does not know got the mean row; it keeps its row of start.": _or(
                lambda W: W.mean(0)
            ),
            "nothing was taken over.": lambda W, words, mine, start: start,
        },
    ),
}
