"""Right answers to 07-c in other idioms than the notebook's."""


def id_by_id(batches, each, D):
    total = 0
    for rank in range(len(batches)):
        for i in set(batches[rank].tolist()):
            if i // each != rank:
                total += 8 * (1 + D)
    return total


def as_tensors(batches, each, D):
    return sum(
        (ids.unique() // each != r).sum() * (8 + 8 * D) for r, ids in enumerate(batches)
    )
