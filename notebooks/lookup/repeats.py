"""Seconds of one call in each of several repeats: their median, the fastest, the slowest."""

import statistics
from dataclasses import dataclass


@dataclass(frozen=True)
class Repeats:
    """What was timed several times, so that no number lacks its spread.

    `times`: seconds, one number for each repeat.

    >>> repeats = Repeats((3e-5, 2e-5, 4e-5))
    >>> repeats.low, repeats.median, repeats.high
    (2e-05, 3e-05, 4e-05)
    """

    times: tuple[float, ...]

    @property
    def median(self):
        return statistics.median(self.times)

    @property
    def low(self):
        return min(self.times)

    @property
    def high(self):
        return max(self.times)
