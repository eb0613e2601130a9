"""Wrong answers to 05-b; each docstring is a part of what its author must be told."""

import torch
import torch.nn.functional as F


def counts_a(W, a, b):
    """a itself is counted, or b; the nearest neighbour has the rank 1."""
    unit = F.normalize(W, dim=1)
    return (unit @ unit[a]).argsort(descending=True).tolist().index(b) + 1


def a_forgotten(W, a, b):
    """a itself is counted, or b; the nearest neighbour has the rank 1."""
    cosines = torch.cosine_similarity(W, W[a], dim=1)
    return int((cosines > cosines[b]).sum()) + 1


def greater_or_equal(W, a, b):
    """a itself is counted, or b; the nearest neighbour has the rank 1."""
    cosines = torch.cosine_similarity(W, W[a], dim=1)
    cosines[a] = -2.0
    return int((cosines >= cosines[b]).sum()) + 1


def from_zero(W, a, b):
    """ranks begin with 1, not with 0."""
    unit = F.normalize(W, dim=1)
    order = (unit @ unit[a]).argsort(descending=True).tolist()
    order.remove(a)
    return order.index(b)


def one_forgotten(W, a, b):
    """ranks begin with 1, not with 0."""
    cosines = torch.cosine_similarity(W, W[a], dim=1)
    cosines[a] = -2.0
    return int((cosines > cosines[b]).sum())


def set_to_zero(W, a, b):
    """a's cosine was set to 0, which is not below all cosines; some are negative."""
    cosines = torch.cosine_similarity(W, W[a], dim=1)
    cosines[a] = 0
    return int((cosines > cosines[b]).sum()) + 1


def row_a_removed(W, a, b):
    """where a is taken out, all rows behind it move up; b is then at another place."""
    others = W[torch.arange(len(W)) != a]
    cosines = torch.cosine_similarity(others, W[a], dim=1)
    return int((cosines > cosines[b]).sum()) + 1


def cut_out(W, a, b):
    """It goes wrong only where row a stands before row b."""
    cosines = torch.cosine_similarity(W, W[a], dim=1).tolist()
    del cosines[a]
    return sum(c > cosines[b] for c in cosines) + 1


def by_product(W, a, b):
    """long rows win by their length; make every row as long as 1."""
    like = W @ W[a]
    like[a] = -torch.inf
    return int((like > like[b]).sum()) + 1


def half_normalized(W, a, b):
    """long rows win by their length; make every row as long as 1."""
    like = W @ (W[a] / W[a].norm())
    like[a] = -torch.inf
    return int((like > like[b]).sum()) + 1


def by_distance(W, a, b):
    """that is by distance; the cosine heeds the direction only."""
    far = (W - W[a]).norm(dim=1)
    far[a] = torch.inf
    return int((far < far[b]).sum()) + 1


def cdist(W, a, b):
    """that is by distance; the cosine heeds the direction only."""
    order = torch.cdist(W[a : a + 1], W)[0].argsort().tolist()
    return order.index(b)


def absolute(W, a, b):
    """abs makes rows near that point the opposite way; the lowest cosine is the farthest."""
    cosines = torch.cosine_similarity(W, W[a], dim=1).abs()
    cosines[a] = -2.0
    return int((cosines > cosines[b]).sum()) + 1


def dim_0(W, a, b):
    """dim=0 compares columns; dim=1 gives a cosine for each row."""
    cosines = torch.cosine_similarity(W, W[a], dim=0)
    cosines[a] = -2.0
    return int((cosines > cosines[b]).sum()) + 1


def of_a(W, a, b):
    """that is the rank of a among the neighbours of b."""
    like = F.cosine_similarity(W, W[b : b + 1])
    like[b] = -2
    return int((like > like[a]).sum()) + 1


def argsort_at_b(W, a, b):
    """argsort()[b] is the row at place b of the order; look for the place at which b stands."""
    cosines = torch.cosine_similarity(W, W[a], dim=1)
    return cosines.argsort(descending=True)[b].item()


def ascending(W, a, b):
    """the order ascends, so that the nearest come last; sort with descending=True."""
    cosines = torch.cosine_similarity(W, W[a], dim=1)
    return cosines.argsort().tolist().index(b)


def least_like(W, a, b):
    """the rows that are farther than b are counted; count those that are nearer."""
    like = F.cosine_similarity(W, W[a : a + 1])
    return int((like < like[b]).sum()) + 1


def least_like_with_a(W, a, b):
    """the rows that are farther than b are counted, and a with them; count those nearer."""
    cosines = torch.cosine_similarity(W, W[a], dim=1)
    cosines[a] = -2.0
    return int((cosines < cosines[b]).sum()) + 1


def the_cosine(W, a, b):
    """that is the cosine of a and b; how many rows have a higher one?"""
    return torch.cosine_similarity(W[a], W[b], dim=0)


def one_cosine_compared(W, a, b):
    """wanted is"""
    cosine = torch.cosine_similarity(W[a], W[b], dim=0)
    return int((W > cosine).sum()) + 1


def not_counted(W, a, b):
    """that says of each row whether it is nearer than b; how many are?"""
    cosines = torch.cosine_similarity(W, W[a], dim=1)
    return cosines > cosines[b]


def ten_best(W, a, b):
    """topk cannot find more members than there are."""
    cosines = torch.cosine_similarity(W, W[a], dim=1)
    best = cosines.topk(11).indices.tolist()
    return best.index(b)


def place_as_a_tensor(W, a, b):
    """yours is an array of one number; .item() gives the number."""
    cosines = torch.cosine_similarity(W, W[a], dim=1)
    order = cosines.argsort(descending=True)
    return (order == b).nonzero()


def is_a_hit(W, a, b):
    """yours says only whether it is so; a number is wanted."""
    cosines = torch.cosine_similarity(W, W[a], dim=1)
    best = cosines.topk(3).indices
    return b in best.tolist()


def by_nearest(W, a, b):
    """There is nothing of the name nearest. Did you mean by_nearest?"""
    return nearest(W, a, k=len(W)).index(b) + 1


def ranks_of_all(W, a, b):
    """yours holds many numbers; a single one is wanted."""
    cosines = torch.cosine_similarity(W, W[a], dim=1)
    return cosines.argsort(descending=True)


def similarity_of_numbers(W, a, b):
    """A tensor is needed here, and this is of the kind int."""
    cosines = torch.cosine_similarity(W, a, dim=1)
    return int((cosines > cosines[b]).sum())


def if_of_a_tensor(W, a, b):
    """if, and, not and bool(...) need one True or False; .all() or .any() makes one of many."""
    cosines = torch.cosine_similarity(W, W[a], dim=1)
    return 1 if cosines > cosines[b] else 0


def index_of_a_tensor(W, a, b):
    """.index of a tensor is another thing than that of a list; .tolist() makes a list."""
    order = torch.cosine_similarity(W, W[a], dim=1).argsort(descending=True)
    return order.index(b)


def loop_with_a(W, a, b):
    """a itself is counted, or b; the nearest neighbour has the rank 1."""
    limit = torch.cosine_similarity(W[a], W[b], dim=0)
    rank = 1
    for row in W:
        if torch.cosine_similarity(W[a], row, dim=0) > limit:
            rank += 1
    return rank


def loop_that_starts_anew(W, a, b):
    """rank is made anew in each pass of the loop"""
    limit = torch.cosine_similarity(W[a], W[b], dim=0)
    for i in range(len(W)):
        rank = 1
        if i != a and torch.cosine_similarity(W[a], W[i], dim=0) > limit:
            rank += 1
    return rank


def columns_normalized(W, a, b):
    """the columns are made as long as 1; make the rows so, with dim=1."""
    unit = F.normalize(W, dim=0)
    like = unit @ unit[a]
    like[a] = -2
    return int((like > like[b]).sum()) + 1


def argsort_at_b_from_one(W, a, b):
    """1 more than the row at place b of the order is no rank"""
    cosines = torch.cosine_similarity(W, W[a], dim=1)
    return cosines.argsort(descending=True)[b] + 1


def likeness_to_b(W, a, b):
    """each row is compared with b, which is nearest to itself"""
    cosines = torch.cosine_similarity(W, W[b], dim=1)
    return int((cosines > cosines[b]).sum()) + 1


def likeness_to_b_without_a(W, a, b):
    """each row is compared with b, which is nearest to itself"""
    cosines = torch.cosine_similarity(W, W[b], dim=1)
    cosines[a] = -2.0
    return int((cosines > cosines[b]).sum()) + 1
