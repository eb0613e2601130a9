"""A GPU that is none: it returns at once, and its time passes only while somebody waits."""

from itertools import cycle


class PretendGpu(dict):
    """Costs, and a device that has them: `call` returns at once, and time passes in `wait` only.

    A copy starts afresh, so that the first call is slow for everybody. The costs are "first", what
    the first call takes besides, and "work", what the calls take in turn, over and over: as many
    calls as it has numbers take as long wherever they begin.

    >>> gpu = PretendGpu({"first": 5, "work": [2, 4]})
    >>> gpu.call()
    >>> gpu.clock(), gpu.wait(), gpu.clock()
    (0, None, 7)
    """

    def __init__(self, costs):
        super().__init__(costs)
        self._now = 0
        self._queued = 0
        self._cold = self["first"]
        self._work = cycle(self["work"])

    def call(self):
        self._queued += next(self._work) + self._cold
        self._cold = 0

    def wait(self):
        self._now += self._queued
        self._queued = 0

    def clock(self):
        return self._now
