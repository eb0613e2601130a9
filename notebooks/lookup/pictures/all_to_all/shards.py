"""A table in shards, one for each rank, and the boxes in which ids reach the rank that owns them.

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


def transposed(boxes):
    """What an all-to-all makes of boxes: boxes[s][d] is now at [d][s].

    >>> transposed([["a", "b"], ["c", "d"]])
    [['a', 'c'], ['b', 'd']]
    """
    return [list(column) for column in zip(*boxes, strict=True)]


def away(boxes):
    """How many things in the boxes are for another rank than the one that has them."""
    return sum(
        len(box) for s, row in enumerate(boxes) for d, box in enumerate(row) if s != d
    )


def sums_of(ids, up, boxes):
    """What the owners' gradients become: {row: sum} of the rows that the box of each rank changes.

    An owner adds up the boxes rank by rank, as one process would that had all ids in this order.
    """
    total, changes = {}, [{} for _ in ids]
    for arrived in transposed(boxes):
        for rank, box in enumerate(arrived):
            for place in box:
                row = ids[rank][place]
                total[row] = total.get(row, 0) + up[rank][place]
                changes[rank][row] = total[row]
    return changes
