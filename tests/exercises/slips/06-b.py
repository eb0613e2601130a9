"""Wrong answers to 06-b, written before any message was looked at; see test_exercises.py."""

import torch


def by_set(table, ids):
    """stopped with"""
    distinct = list(set(ids))
    return table[distinct], torch.tensor([distinct.index(i) for i in ids])
