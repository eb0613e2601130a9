"""Right answers to 07-a in other idioms than the notebook's."""


def by_split(ids, each, n):
    owner = ids // each
    order = owner.argsort(stable=True)
    return list(ids[order].split(owner.bincount(minlength=n).tolist()))


def by_bounds(ids, each, n):
    boxes = []
    for rank in range(n):
        mine = (ids >= rank * each) & (ids < (rank + 1) * each)
        boxes.append(ids[mine])
    return boxes
