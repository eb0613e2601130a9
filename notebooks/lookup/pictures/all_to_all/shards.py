"""A table in shards, one for each rank, and the ids in boxes, by the rank that owns their rows.

Boxes are lists of lists: boxes[s][d] is what rank s has for rank d.
"""

CONTIGUOUS, _ = OWNERS = ["contiguous", "modulo"]


def owners_of(V, n, by):
    """The rank that owns each of V rows.

    >>> owners_of(5, 2, "contiguous"), owners_of(5, 2, "modulo")
    ([0, 0, 0, 1, 1], [0, 1, 0, 1, 0])
    """
    each = -(-V // n)
    return [row // each if by == CONTIGUOUS else row % n for row in range(V)]


def shards_of(owners, n):
    """The rows that each of n ranks owns."""
    return [
        [row for row, owner in enumerate(owners) if owner == rank] for rank in range(n)
    ]


def boxes_of(ids, owners):
    """The places of each rank's ids, sorted by owner; in a box they keep their order.

    >>> boxes_of([[0, 4, 1], [3]], [0, 0, 0, 1, 1])
    [[[0, 2], [1]], [[], [0]]]
    """
    ranks = range(len(ids))
    return [
        [
            [place for place, row in enumerate(asked) if owners[row] == owner]
            for owner in ranks
        ]
        for asked in ids
    ]


def away(boxes):
    """How many things in the boxes are for another rank than the one that has them."""
    return sum(
        len(box) for s, row in enumerate(boxes) for d, box in enumerate(row) if s != d
    )


def sums_of(ids, up):
    """What the gradients of its row have added up to with each id, a list of lists as `ids`.

    An owner adds up what comes rank by rank, as one process would that had all ids in this order.

    >>> sums_of([[0, 4, 0], [4]], [[[1.0], [2.0], [4.0]], [[8.0]]])
    [[[1.0], [2.0], [5.0]], [[10.0]]]
    """
    total, sums = {}, []
    for asked, lines in zip(ids, up, strict=True):
        sums.append([])
        for row, line in zip(asked, lines, strict=True):
            before = total.get(row, [0.0] * len(line))
            total[row] = [one + other for one, other in zip(before, line, strict=True)]
            sums[-1].append(total[row])
    return sums
