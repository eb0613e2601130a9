"""Wrong answers to 06-a; each docstring is a part of what its author must be told."""

import math


def without_the_gradient(room, D, states, sparse):
    """without sparse the gradient is one more table."""
    return room // (4 * D * (1 + states))


def always_the_gradient(room, D, states, sparse):
    """with sparse there is no table for the gradient."""
    return room // (4 * D * (2 + states))


def turned_round(room, D, states, sparse):
    """it is turned round: the gradient is a table without sparse, and none with it."""
    tables = 1 + states + (1 if sparse else 0)
    return room // (4 * D * tables)


def added_a_bool(room, D, states, sparse):
    """it is turned round: the gradient is a table without sparse, and none with it."""
    return room // (4 * D * (1 + states + sparse))


def without_the_table(room, D, states, sparse):
    """the table itself must fit as well."""
    return room // (4 * D * (states if sparse else states + 1))


def states_forgotten(room, D, states, sparse):
    """the optimiser's states are tables, too: that many more."""
    return room // (4 * D * (1 if sparse else 2))


def sparse_needs_no_states(room, D, states, sparse):
    """the states are whole tables with sparse, too."""
    if sparse:
        return room // (4 * D)
    return room // (4 * D * (2 + states))


def gradient_of_all_states(room, D, states, sparse):
    """there is one gradient, however many states there are; the tables are added up."""
    tables = 1 + states
    if not sparse:
        tables *= 2
    return room // (4 * D * tables)


def times_states(room, D, states, sparse):
    """the states are that many more tables: add them, do not multiply."""
    tables = 1 if sparse else 2
    return room // (4 * D * tables * states)


def three_for_the_gradient(room, D, states, sparse):
    """the gradient is counted twice; it is one table."""
    tables = states + (1 if sparse else 3)
    return room // (4 * D * tables)


def numbers(room, D, states, sparse):
    """each number takes 4 bytes."""
    return room // (D * (states + (1 if sparse else 2)))


def eight_bytes(room, D, states, sparse):
    """a float32 takes 4 bytes, not 8."""
    return room // (8 * D * (states + 2 - sparse))


def D_forgotten(room, D, states, sparse):
    """a row has D numbers, each of 4 bytes."""
    return room // (4 * (states + (1 if sparse else 2)))


def bytes_of_a_table(room, D, states, sparse):
    """that is the bytes of one table; divide them by those of a row."""
    return room // (states + (1 if sparse else 2))


def no_brackets(room, D, states, sparse):
    """what stands behind // goes from left to right; brackets keep a product together."""
    tables = states + (1 if sparse else 2)
    return room // 4 * D * tables


def half_the_brackets(room, D, states, sparse):
    """the tables stand outside the brackets: they multiply, where they should divide."""
    tables = states + (1 if sparse else 2)
    return room // (4 * D) * tables


def subtracted(room, D, states, sparse):
    """the tables share the room: divide by how many there are, do not subtract them."""
    tables = states + (1 if sparse else 2)
    return room // (4 * D) - tables


def others_subtracted(room, D, states, sparse):
    """the other tables are as large as this one: divide by how many there are in all."""
    rows = room // (4 * D)
    rows -= states
    if not sparse:
        rows -= 1
    return rows


def rounded_up(room, D, states, sparse):
    """rounded up, the last row does not fit."""
    return room // (4 * D * (states + (1 if sparse else 2))) + 1


def ceiled(room, D, states, sparse):
    """rounded up, the last row does not fit."""
    return math.ceil(room / (4 * D * (states + 1 + (not sparse))))


def a_half_row(room, D, states, sparse):
    """half a row is no row: // drops what is left over."""
    return room / (4 * D * (states + (1 if sparse else 2)))


def rounded(room, D, states, sparse):
    """rounded up, the last row does not fit."""
    return round(room / (4 * D * (states + (1 if sparse else 2))))


def forgot_the_last_row(room, D, states, sparse):
    """yours is too small by 1."""
    return room // (4 * D * (states + (1 if sparse else 2))) - 1


def in_megabytes(room, D, states, sparse):
    """wanted is"""
    return room * 2**20 // (4 * D * (states + (1 if sparse else 2)))


def numbers_of_a_table(room, D, states, sparse):
    """yours is D times what is wanted."""
    return room // (4 * (states + (1 if sparse else 2))) // D * D


def largest_table_in_bytes(room, D, states, sparse):
    """yours is 4 * D times what is wanted."""
    V = room // (4 * D * (states + (1 if sparse else 2)))
    return 4 * D * V


def tables_only(room, D, states, sparse):
    """that is the number of tables; how many bytes has each, and how many rows is that?"""
    return states + (1 if sparse else 2)


def if_without_else(room, D, states, sparse):
    """It goes wrong only where sparse is True."""
    if not sparse:
        return room // (4 * D * (2 + states))


def sparse_as_text(room, D, states, sparse):
    """with sparse there is no table for the gradient."""
    if sparse == "True":
        tables = 1 + states
    else:
        tables = 2 + states
    return room // (4 * D * tables)


def precedence_of_if(room, D, states, sparse):
    """It goes wrong only where sparse is False."""
    tables = 1 + states + 0 if sparse else 1
    return room // (4 * D * tables)


def states_are_two(room, D, states, sparse):
    """wanted is"""
    tables = 3 if sparse else 4
    return room // (4 * D * tables)


def a_text(room, D, states, sparse):
    """yours is a piece of text; return the number itself."""
    return f"{room // (4 * D * (states + (1 if sparse else 2)))} rows"


def squared(room, D, states, sparse):
    """wanted is"""
    tables = states + (1 if sparse else 2)
    return int((room / (4 * tables)) ** 0.5)


def divided_too_often(room, D, states, sparse):
    """It goes wrong only where sparse is False or states is above 0."""
    tables = states + (1 if sparse else 2)
    return room // (4 * D * tables) // tables


def in_bits(room, D, states, sparse):
    """a float32 has 32 bits, which are 4 bytes."""
    return room // (32 * D * (1 + states + (not sparse)))
