"""A group of ranks of which only one is real: it knows how often the others take part."""


class PretendGroup(dict):
    """What the other ranks do, "most": the most batches that any of them has.

    `swap(ids)` is an exchange, and gives its number and what this rank sent; `most(number)` gives
    the largest number of all ranks. A copy starts afresh.

    >>> group = PretendGroup({"most": 3})
    >>> group.most(2), group.swap([7]), group.swap([])
    (3, (0, [7]), (1, []))
    """

    def __init__(self, others):
        super().__init__(others)
        self._swaps = 0

    def swap(self, ids):
        self._swaps += 1
        return self._swaps - 1, list(ids)

    def most(self, number):
        return max(number, self["most"])
