"""Wrong answers to 02-a; each docstring is a part of what its author must be told."""


def on_its_side(weight, ids):
    """those are the right numbers lying on their side"""
    return weight[:, ids]


def reshaped(weight, ids):
    """turn the columns, do not reshape"""
    return weight[:, ids].reshape(len(ids), weight.shape[0])


def all_rows(weight, ids):
    """that is all V rows"""
    return weight.T


def counted_from_one(weight, ids):
    """ids count from 0"""
    return weight.T[ids - 1]


def rows_of_the_weight(weight, ids):
    """Your code stopped with IndexError"""
    return weight[ids]
