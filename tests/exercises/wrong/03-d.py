"""Wrong answers to 03-d; each docstring is a part of what its author must be told."""


def two_arrays(B, V, D, n):
    """indptr is forgotten"""
    return 4 * B * V, 8 * n, B * V * D, n * D


def one_short(B, V, D, n):
    """one number more than there are documents"""
    return 4 * B * V, 4 * B + 8 * n, B * V * D, n * D


def one_number_an_entry(B, V, D, n):
    """its column and its count"""
    return 4 * B * V, 4 * (B + 1) + 4 * n, B * V * D, n * D


def numbers(B, V, D, n):
    """not bytes"""
    return B * V, B + 1 + 2 * n, B * V * D, n * D


def one_multiplication(B, V, D, n):
    """D multiplications"""
    return 4 * B * V, 4 * (B + 1) + 8 * n, B * V * D, n


def a_single_number(B, V, D, n):
    """wanted is a tuple of 4"""
    return 4 * B * V
