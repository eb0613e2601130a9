"""Right answers to 07-b in other idioms than the notebook's."""

import torch


def put(rows, owner):
    out = torch.empty_like(rows)
    out[owner.argsort(stable=True)] = rows
    return out


def by_hand(rows, owner):
    order = sorted(range(len(owner)), key=lambda k: owner[k].item())
    return torch.stack([rows[order.index(k)] for k in range(len(owner))])


def box_by_box(rows, owner):
    found = rows.clone()
    begin = 0
    for rank in owner.unique():
        mine = owner == rank
        found[mine] = rows[begin : begin + mine.sum()]
        begin += mine.sum()
    return found
