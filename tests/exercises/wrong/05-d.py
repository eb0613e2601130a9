"""Wrong answers to 05-d; each docstring is a part of what its author must be told."""

import torch


def tokens_twice(both, ids, V):
    """position 0 stands in row V"""
    return both[ids] + both[torch.arange(ids.shape[1])]


def no_position(both, ids, V):
    """the position's row is missing"""
    return both[ids]


def from_one(both, ids, V):
    """they count from 0"""
    return (
        both[ids] + both[V + 1 :][: ids.shape[1]]
        if len(both) > V + ids.shape[1]
        else _clamped(both, ids, V)
    )


def _clamped(both, ids, V):
    at = [min(V + t + 1, len(both) - 1) for t in range(ids.shape[1])]
    return both[ids] + both[at]


def mean_of_both(both, ids, V):
    """token and position are added"""
    at = V + torch.arange(ids.shape[1]).expand(len(ids), -1)
    return both[torch.stack([ids, at])].mean(0)


def of_the_text(both, ids, V):
    """it should be that of the token in its text"""
    at = V + torch.arange(len(ids)) % (len(both) - V)
    return both[ids] + both[at][:, None]


def side_by_side(both, ids, V):
    """your answer has shape"""
    at = V + torch.arange(ids.shape[1]).expand(len(ids), -1)
    return torch.cat([both[ids], both[at]], dim=-1)
