"""Wrong answers to 01-b; each docstring is a part of what its author must be told."""

import torch.nn.functional as F


def along_the_rows(ids, V):
    """add down the columns"""
    return F.one_hot(ids, num_classes=V).sum(1)


def taken_or_not(ids, V):
    """a repeated id must count again"""
    return (F.one_hot(ids, num_classes=V).sum(0) > 0).float()


def shares(ids, V):
    """those are shares"""
    return F.one_hot(ids, num_classes=V).float().mean(0)


def short(ids, V):
    """your answer has shape"""
    return F.one_hot(ids).sum(0)
