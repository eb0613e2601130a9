"""Answers to 06-a by somebody who had read the task alone: what is wrong, in his words."""

import bisect
import math

import numpy as np


def forgets_the_gradient(room, D, states, sparse):
    """Counts the table and the states but never the gradient, which is one table more when it is not sparse."""
    return room // (4 * D * (1 + states))


def gradient_always_counted(room, D, states, sparse):
    """Ignores sparse and counts the gradient always; a sparse one is to be neglected."""
    return room // (4 * D * (2 + states))


def sparse_the_wrong_way_round(room, D, states, sparse):
    """Counts the gradient just when it is sparse and neglects it when it is dense: the condition is the wrong way round."""
    tables = 1 + states
    if sparse:
        tables += 1
    return room // (tables * D * 4)


def sparse_drops_the_states_too(room, D, states, sparse):
    """With sparse neglects the states of the optimiser too; only the gradient gets small, the states are whole tables."""
    if sparse:
        return room // (4 * D)
    return room // (4 * D * (2 + states))


def forgets_the_table_itself(room, D, states, sparse):
    """Counts the gradient and the states but not the table itself."""
    tables = (0 if sparse else 1) + states
    return room // (4 * D * tables)


def elements_instead_of_bytes(room, D, states, sparse):
    """Forgets that a float32 has 4 bytes and treats room as a number of numbers."""
    tables = 1 + (not sparse) + states
    return room // (D * tables)


def not_a_whole_number(room, D, states, sparse):
    """Divides with / and returns a fraction; V must be rounded down to a whole row."""
    tables = 1 + (0 if sparse else 1) + states
    return room / (4 * D * tables)


def rounds_up(room, D, states, sparse):
    """Rounds up, so the last row no longer fits; it must be rounded down."""
    tables = 1 + (0 if sparse else 1) + states
    return math.ceil(room / (4 * D * tables))


def missing_brackets(room, D, states, sparse):
    """Forgets the brackets: room // 4 * D * tables divides by 4 only and then multiplies by the rest."""
    tables = 2 + states
    if sparse:
        tables = tables - 1
    return room // 4 * D * tables


def always_adam(room, D, states, sparse):
    """Always reckons with the two states of Adam and ignores the argument states."""
    tables = 3 if sparse else 4
    return room // (4 * D * tables)


def right_one_line(room, D, states, sparse):
    return room // (4 * D * (1 + (0 if sparse else 1) + states))


def right_if_else(room, D, states, sparse):
    bytes_per_row = 4 * D
    if sparse:
        total = bytes_per_row + states * bytes_per_row
    else:
        total = bytes_per_row * 2 + states * bytes_per_row
    V, rest = divmod(room, total)
    return V


def right_divide_one_after_another(room, D, states, sparse):
    tables = 2 + states - bool(sparse)
    return room // 4 // D // tables


def right_bisect(room, D, states, sparse):
    def need(V):
        table = V * D * 4
        grad = 0 if sparse else table
        return table + grad + states * table

    return bisect.bisect_right(range(room + 1), room, key=need) - 1


def right_numpy_floor(room, D, states, sparse):
    per_row = np.dtype("float32").itemsize * D * sum([1, not sparse, states])
    return int(np.floor(room / per_row))
