"""Wrong answers to 03-b, written before any message was looked at; see test_exercises.py."""

import torch.nn.functional as F


def mean_weighed(indptr, indices, data, W):
    """what is wanted is len(indices) times yours."""
    rows = F.embedding_bag(indices, W, indptr[:-1], mode="sum", per_sample_weights=data)
    return rows / len(data)
