"""Bags of ids: the rows of each, added up with their counts and without."""

import itertools
from dataclasses import dataclass

from ..kit.table import Table
from ..kit.weighted_sum import DRAWN, MOST_ADDED, WeightedSum
from ..kit.wording import listed

MOST_BAGS = 24
# in the list, for ids and for how many ids of a long bag are left out
MOST_PLACES = 36


@dataclass(frozen=True)
class Bag:
    """The ids from `start` up to, not with, `end`: their rows, weighted and as they are."""

    name: str
    start: int
    end: int
    weighted: WeightedSum  # by the counts; by ones where there are none
    plain: WeightedSum  # by ones

    @property
    def empty(self):
        return self.start == self.end

    def sum(self, counted):
        """The sum of its rows."""
        return (self.weighted if counted else self.plain).sums[-1]

    @property
    def apart(self):
        """Which columns of the sum differ without the counts: "1" for each that does, else "0"."""
        # nan in both sums is no difference, though nan does not equal itself.
        pairs = zip(self.sum(True), self.sum(False), strict=True)
        return "".join("0" if a == b or (a != a and b != b) else "1" for a, b in pairs)


@dataclass(frozen=True)
class Content:
    """What is cut into bags: ids of rows of a table and their counts; and what bags are called."""

    table: Table
    ids: list[int]
    counts: list[float]
    names: list[str]  # "" for a bag without a name
    has_counts: bool  # without any, `counts` are ones
    mean: bool  # whether the mean of its rows comes out of a bag, or their sum

    def cut_at(self, starts, shown):
        """The first so many of the bags that begin there."""
        ends = [*starts[1:], len(self.ids)]
        return [_bag(self, self.names[at], starts[at], ends[at]) for at in range(shown)]

    def out(self, bag, counted):
        """The row that comes out of a bag: the sum of its rows, or their mean."""
        # The mean of an empty bag is its sum, zeros, as in torch.
        count = max(1, bag.end - bag.start) if self.mean else 1
        return [value / count for value in bag.sum(counted)]

    def spans(self):
        """Every bag that the ids could be cut into."""
        places = range(len(self.ids) + 1)
        pairs = itertools.combinations_with_replacement(places, 2)
        return [_bag(self, "", start, end) for start, end in pairs]


def shown_of(sizes):
    """How many of the bags of these sizes are drawn: as many as have room in the list, or one."""
    places = (min(size, DRAWN) + (size > DRAWN) for size in sizes[:MOST_BAGS])
    return max(1, sum(total <= MOST_PLACES for total in itertools.accumulate(places)))


def _bag(content, name, start, end):
    """The bag of these ids. Raises ValueError if there are too many."""
    rows, weights = content.ids[start:end], content.counts[start:end]
    if len(rows) > MOST_ADDED:
        raise ValueError(
            f"the bag from offset {start:,} to {end:,} has {listed(len(rows), 'id')}; "
            f"a picture adds up to {MOST_ADDED:,}."
        )
    weighted = WeightedSum.of(content.table, rows, weights)
    plain = WeightedSum.of(content.table, rows, [1.0] * len(rows))
    return Bag(name, start, end, weighted, plain)
