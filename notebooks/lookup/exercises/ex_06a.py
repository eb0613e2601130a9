"""06-a: the largest table whose training step fits into a memory."""

from itertools import product

from .check import Exercise


def _memories(rng):
    """room, D, states and sparse, with none, one and two states, each without and with sparse.

    In each, one byte is missing for one more row, however many tables share the memory: 60 is
    divisible by 1, 2, 3, 4 and 5.
    """
    trials = []
    for states, sparse in product((0, 1, 2), (False, True)):
        D = rng.randint(5, 90)
        trials.append((rng.randint(20, 2000) * 60 * 4 * D - 1, D, states, sparse))
    return trials


def _tables(states, sparse):
    """The tables that must fit: W, the optimiser's, and the gradient where it is dense."""
    return 1 + states if sparse else 2 + states


def _largest(room, D, states, sparse):
    return room // (4 * D * _tables(states, sparse))


EXERCISE = Exercise(
    truth=_largest,
    trials=_memories,
    names=("room", "D", "states", "sparse"),
    special={
        "sparse is True": lambda room, D, states, sparse: sparse,
        "sparse is False": lambda room, D, states, sparse: not sparse,
        "states is 0": lambda room, D, states, sparse: states == 0,
        "states is above 0": lambda room, D, states, sparse: states > 0,
        "states is above 1": lambda room, D, states, sparse: states > 1,
    },
)


@EXERCISE.wrong
def no_dense_gradient(room, D, states, sparse):
    """without sparse the gradient is one more table."""
    return room // (4 * D * (1 + states))


@EXERCISE.wrong
def always_dense_gradient(room, D, states, sparse):
    """with sparse there is no table for the gradient."""
    return room // (4 * D * (2 + states))


@EXERCISE.wrong
def gradient_if_sparse(room, D, states, sparse):
    """it is turned round: the gradient is a table without sparse, and none with it."""
    return _largest(room, D, states, not sparse)


@EXERCISE.wrong
def without_the_table(room, D, states, sparse):
    """the table itself must fit as well."""
    return room // (4 * D * (_tables(states, sparse) - 1))


@EXERCISE.wrong
def without_the_states(room, D, states, sparse):
    """the optimiser's states are tables, too: that many more."""
    return room // (4 * D * _tables(0, sparse))


@EXERCISE.wrong
def two_more_for_the_gradient(room, D, states, sparse):
    """the gradient is counted twice; it is one table."""
    return room // (4 * D * (_tables(states, sparse) + (not sparse)))


@EXERCISE.wrong
def no_states_if_sparse(room, D, states, sparse):
    """the states are whole tables with sparse, too."""
    return room // (4 * D * _tables(0 if sparse else states, sparse))


@EXERCISE.wrong
def a_gradient_for_each_state(room, D, states, sparse):
    """there is one gradient, however many states there are; the tables are added up."""
    return room // (4 * D * (1 + states) * (1 if sparse else 2))


@EXERCISE.wrong
def states_multiplied(room, D, states, sparse):
    """the states are that many more tables: add them, do not multiply."""
    return room // (4 * D * _tables(0, sparse) * states)


@EXERCISE.wrong
def one_byte_a_number(room, D, states, sparse):
    """each number takes 4 bytes."""
    return room // (D * _tables(states, sparse))


@EXERCISE.wrong
def eight_bytes_a_number(room, D, states, sparse):
    """a float32 takes 4 bytes, not 8."""
    return room // (8 * D * _tables(states, sparse))


@EXERCISE.wrong
def bits_for_bytes(room, D, states, sparse):
    """a float32 has 32 bits, which are 4 bytes."""
    return room // (32 * D * _tables(states, sparse))


@EXERCISE.wrong
def one_number_a_row(room, D, states, sparse):
    """a row has D numbers, each of 4 bytes."""
    return room // (4 * _tables(states, sparse))


@EXERCISE.wrong
def number_of_tables(room, D, states, sparse):
    """that is the number of tables; how many bytes has each, and how many rows is that?"""
    return _tables(states, sparse)


@EXERCISE.wrong
def tables_alone(room, D, states, sparse):
    """that is the bytes of one table; divide them by those of a row."""
    return room // _tables(states, sparse)


@EXERCISE.wrong
def brackets_forgotten(room, D, states, sparse):
    """what stands behind // goes from left to right; brackets keep a product together."""
    return room // 4 * D * _tables(states, sparse)


@EXERCISE.wrong
def tables_not_divided_by(room, D, states, sparse):
    """the tables stand outside the brackets: they multiply, where they should divide."""
    return room // (4 * D) * _tables(states, sparse)


@EXERCISE.wrong
def tables_subtracted(room, D, states, sparse):
    """the tables share the room: divide by how many there are, do not subtract them."""
    return room // (4 * D) - _tables(states, sparse)


@EXERCISE.wrong
def other_tables_subtracted(room, D, states, sparse):
    """the other tables are as large as this one: divide by how many there are in all."""
    return room // (4 * D) - (_tables(states, sparse) - 1)


@EXERCISE.wrong
def rounded_up(room, D, states, sparse):
    """rounded up, the last row does not fit."""
    return _largest(room, D, states, sparse) + 1


@EXERCISE.wrong
def not_rounded(room, D, states, sparse):
    """half a row is no row: // drops what is left over."""
    return room / (4 * D * _tables(states, sparse))
