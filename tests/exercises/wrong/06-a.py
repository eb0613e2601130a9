"""Wrong answers to 06-a; each docstring is a part of what its author must be told."""


def one_way(V, D, B):
    """what goes there comes back"""
    return 4 * B * D, 4 * V * D, 4 * B * V


def numbers(V, D, B):
    """not bytes"""
    return B * D * 2, V * D * 2, B * V


def one_hots_twice(V, D, B):
    """nothing of them comes back"""
    return 8 * B * D, 8 * V * D, 2 * 4 * B * V


def sparse_gradient(V, D, B):
    """V rows come back"""
    return 8 * B * D, 4 * (V + B) * D, 4 * B * V


def only_two(V, D, B):
    """wanted is a tuple of 3"""
    return 8 * B * D, 8 * V * D
