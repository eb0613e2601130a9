"""Wrong answers to 06-b; each docstring is a part of what its author must be told."""


def without_the_gradient(room, D, states, sparse):
    """the gradient is one more table"""
    return room // (4 * D * (1 + states))


def always_the_gradient(room, D, states, sparse):
    """with sparse there is no table for the gradient"""
    return room // (4 * D * (2 + states))


def without_the_table(room, D, states, sparse):
    """the table itself must fit"""
    return room // (4 * D * (states if sparse else states + 1))


def numbers(room, D, states, sparse):
    """each number takes 4 bytes"""
    return room // (D * (states + (1 if sparse else 2)))


def rounded_up(room, D, states, sparse):
    """the last row does not fit"""
    return room // (4 * D * (states + (1 if sparse else 2))) + 1


def a_half_row(room, D, states, sparse):
    """your answer is"""
    return room / (4 * D * (states + (1 if sparse else 2)))


def rounded(room, D, states, sparse):
    """the last row does not fit"""
    return round(room / (4 * D * (states + (1 if sparse else 2))))
