"""Wrong answers to 06-a, written before any message was looked at; see test_exercises.py."""


def plain_division(room, D, states, sparse):
    """half a row is no row: // drops what is left over."""
    tables = 2 + states - sparse
    return room / (4 * D * tables)


def always_two(room, D, states, sparse):
    """with sparse there is no table for the gradient."""
    return room // (4 * D * (2 + states))


def sparse_turned(room, D, states, sparse):
    """it is turned round: the gradient is a table without sparse, and none with it."""
    return room // (4 * D * (1 + states + sparse))


def without_four(room, D, states, sparse):
    """each number takes 4 bytes."""
    tables = 1 + states + (not sparse)
    return room // (D * tables)


def precedence(room, D, states, sparse):
    """wanted is"""
    tables = 1 + states + 0 if sparse else 1
    return room // (4 * D * tables)


def states_as_product(room, D, states, sparse):
    """the states are that many more tables: add them, do not multiply."""
    return room // (4 * D * states * (1 if sparse else 2))


def table_forgotten(room, D, states, sparse):
    """the table itself must fit as well."""
    return room // (4 * D * (states + (0 if sparse else 1)))


def only_sparse(room, D, states, sparse):
    """It goes wrong only where sparse is False."""
    if sparse:
        return room // (4 * D * (1 + states))


def compared_with_text(room, D, states, sparse):
    """with sparse there is no table for the gradient."""
    tables = 1 + states if sparse == "sparse" else 2 + states
    return room // (4 * D * tables)


def rounded(room, D, states, sparse):
    """rounded up, the last row does not fit."""
    return round(room / (4 * D * (1 + states + (not sparse))))
