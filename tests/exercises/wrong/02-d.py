"""Wrong answers to 02-d; each docstring is a part of what its author must be told."""


def each_pair_twice(V, D, p):
    """(0, 1) and (1, 0) are one"""
    return V * (V - 1) * p**D


def with_itself(V, D, p):
    """no row is paired with itself"""
    return V**2 / 2 * p**D


def chances_added(V, D, p):
    """the chances are multiplied, not added"""
    return V * (V - 1) / 2 * D * p


def one_pair(V, D, p):
    """how many pairs are there?"""
    return p**D


def one_number(V, D, p):
    """your answer is"""
    return V * (V - 1) / 2 * p
