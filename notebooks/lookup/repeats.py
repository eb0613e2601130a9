"""Seconds of one call in each of several repeats: their median, the fastest, the slowest."""

import statistics
from dataclasses import dataclass

from .units import digits, unit_for


@dataclass(frozen=True)
class Repeats:
    """What was timed several times, so that no number lacks its spread.

    `times`: seconds, one number for each repeat.

    >>> repeats = Repeats((3e-5, 2e-5, 4e-5))
    >>> repeats.low, repeats.median, repeats.high
    (2e-05, 3e-05, 4e-05)
    >>> print(repeats)
    30 µs (20 to 40)
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

    def __str__(self):
        # The median's unit for all three, so that they can be compared at a glance.
        unit, size = unit_for(self.median)
        median, low, high = (
            digits(time / size) for time in (self.median, self.low, self.high)
        )
        spread = f" ({low} to {high})" if len(self.times) > 1 else ""
        return f"{median} {unit}{spread}"
