"""Wrong answers to 03-b; each docstring is a part of what its author must be told."""


def unweighed(indices, data, W):
    """each row was added once"""
    return W[indices].sum(0)


def not_added(indices, data, W):
    """weighed, but not added up"""
    return W[indices] * data[:, None]


def mean(indices, data, W):
    """that is the mean"""
    return (W[indices] * data[:, None]).mean(0)


def weighted_mean(indices, data, W):
    """divided by the sum of the weights"""
    return (data[None] @ W[indices] / data.sum())[0]


def along_the_columns(indices, data, W):
    """your answer has shape"""
    return (W[indices] * data[:, None]).sum(1)


def without_unsqueeze(indices, data, W):
    """Your code stopped with"""
    return (W[indices] * data).sum(0)
