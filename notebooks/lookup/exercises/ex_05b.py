"""05-b: the rank of a row among the neighbours of another."""

from itertools import product

import torch
import torch.nn.functional as F

from .check import Exercise

V, D = 8, 3


def _neighbours(rng):
    """Tables with a before b and behind it, b in a's half of the space and in the other."""
    kinds = product((False, True), repeat=2)
    return [_table(rng, *kind) for kind in kinds for _ in range(2)]


def _table(rng, a_first, near):
    """W, a and b, both not below D; by product, distance, abs or from b, the rank is another."""
    while True:
        directions = torch.tensor(
            [[rng.randint(-9, 9) for _ in range(D)] for _ in range(V)]
        )
        if not directions.any(dim=1).all():
            continue  # a row of zeros has no direction, and its cosine is whatever a formula says
        # Rows of several lengths, or a dot product would rank them as the cosine does.
        W = (directions * torch.tensor([[rng.randint(1, 5)] for _ in range(V)])).float()
        a, b = sorted(rng.sample(range(D, V), 2), reverse=not a_first)
        likeness = _likeness(W, a)
        if (likeness[b] > 0) != near or not _apart(likeness, b):
            continue
        orders = likeness.abs(), W @ W[a], (W - W[a]).norm(dim=1)
        apart = _apart(_likeness(W, b), a) and all(_apart(order, b) for order in orders)
        others = (by_dot_product, by_distance, rank_of_a, by_size_of_the_cosine)
        if apart and _rank(likeness, a, b) not in [other(W, a, b) for other in others]:
            return W, a, b


def _apart(likeness, b):
    """Whether rounding cannot change which rows are more like it than b is."""
    return ((likeness - likeness[b]).abs() > 0.01).sum() == V - 1


def _likeness(W, a):
    """The cosine of row a with each row."""
    return F.normalize(W.double(), dim=1) @ F.normalize(W[a].double(), dim=0)


def _rank(likeness, a, b):
    """1 and how many rows other than a are more like it than b is."""
    ahead = likeness > likeness[b]
    ahead[a] = False
    return 1 + int(ahead.sum())


def _slow_rank(W, a, b):
    return _rank(_likeness(W, a), a, b)


EXERCISE = Exercise(
    truth=_slow_rank,
    trials=_neighbours,
    names=("W", "a", "b"),
    special={
        "row a stands before row b": lambda W, a, b: a < b,
        "row b stands before row a": lambda W, a, b: b < a,
        "the cosine of b is negative": lambda W, a, b: bool(_likeness(W, a)[b] < 0),
    },
)


@EXERCISE.wrong
def one_too_many(W, a, b):
    """a itself is counted, or b; the nearest neighbour has the rank 1."""
    return _slow_rank(W, a, b) + 1


@EXERCISE.wrong
def rank_from_zero(W, a, b):
    """ranks begin with 1, not with 0."""
    return _slow_rank(W, a, b) - 1


@EXERCISE.wrong
def zero_for_itself(W, a, b):
    """a's cosine was set to 0, which is not below all cosines; some are negative."""
    likeness = _likeness(W, a)
    likeness[a] = 0
    return 1 + int((likeness > likeness[b]).sum())


@EXERCISE.wrong
def a_taken_out(W, a, b):
    """where a is taken out, all rows behind it move up; b is then at another place."""
    likeness = _likeness(W, a)
    others = torch.cat([likeness[:a], likeness[a + 1 :]])
    return 1 + int((others > others[b]).sum())


@EXERCISE.wrong
def by_dot_product(W, a, b):
    """long rows win by their length; make every row as long as 1."""
    return _rank(W @ W[a], a, b)


@EXERCISE.wrong
def by_distance(W, a, b):
    """that is by distance; the cosine heeds the direction only."""
    return _rank(-(W - W[a]).norm(dim=1), a, b)


@EXERCISE.wrong
def by_size_of_the_cosine(W, a, b):
    """abs makes rows near that point the opposite way; the lowest cosine is the farthest."""
    return _rank(_likeness(W, a).abs(), a, b)


@EXERCISE.wrong
def along_columns(W, a, b):
    """dim=0 compares columns; dim=1 gives a cosine for each row."""
    likeness = torch.cosine_similarity(W, W[a], dim=0)
    return _rank(likeness, a, b)


@EXERCISE.wrong
def columns_as_long_as_1(W, a, b):
    """the columns are made as long as 1; make the rows so, with dim=1."""
    unit = F.normalize(W, dim=0)
    return _rank(unit @ unit[a], a, b)


@EXERCISE.wrong
def rank_of_a(W, a, b):
    """that is the rank of a among the neighbours of b."""
    return _slow_rank(W, b, a)


@EXERCISE.wrong
def row_at_place_b(W, a, b):
    """argsort()[b] is the row at place b of the order; look for the place at which b stands."""
    return int(_likeness(W, a).argsort(descending=True)[b])


@EXERCISE.wrong
def row_behind_place_b(W, a, b):
    """1 more than the row at place b of the order is no rank; at which place does b stand?"""
    return row_at_place_b(W, a, b) + 1


@EXERCISE.wrong
def b_beside_itself(W, a, b):
    """each row is compared with b, which is nearest to itself; compare each with a."""
    return 1


@EXERCISE.wrong
def from_the_far_end(W, a, b):
    """the order ascends, so that the nearest come last; sort with descending=True."""
    return V - 1 - _slow_rank(W, a, b)


@EXERCISE.wrong
def farther_ones_counted(W, a, b):
    """the rows that are farther than b are counted; count those that are nearer."""
    return V - _slow_rank(W, a, b)


@EXERCISE.wrong
def farther_ones_and_itself_counted(W, a, b):
    """the rows that are farther than b are counted, and a with them; count those nearer."""
    return V + 1 - _slow_rank(W, a, b)


@EXERCISE.wrong
def cosine_of_b(W, a, b):
    """that is the cosine of a and b; how many rows have a higher one?"""
    return float(torch.cosine_similarity(W[a], W[b], dim=0))


@EXERCISE.wrong
def nearer_rows(W, a, b):
    """that says of each row whether it is nearer than b; how many are?"""
    return _likeness(W, a) > _likeness(W, a)[b]
