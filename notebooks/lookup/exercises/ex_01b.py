"""01-b: what a one-hot product wastes: multiplications by 0, and bytes."""

from .check import Exercise, several

PRIMES = (
    3,
    7,
    11,
    13,
    17,
    19,
    23,
    29,
)  # half of them is no whole number, 1 / V has no end


def _odd_sizes(rng):
    """B, V and D, all odd, and no two of them equal."""
    return tuple(rng.sample(PRIMES, 3))


def _waste(B, V, D):
    return B * D / (B * V * D), 4 * B * V / (8 * B)


EXERCISE = Exercise(
    truth=_waste,
    trials=several(_odd_sizes),
    names=("B", "V", "D"),
    parts=("the first number", "the second number"),
)


@EXERCISE.wrong
def share_by_zero(B, V, D):
    """the first number is the share by 0; the share by 1 is wanted."""
    return 1 - 1 / V, V / 2


@EXERCISE.wrong
def number_by_one(B, V, D):
    """the first number says how many are by 1; divide by how many there are in all."""
    return B * D, V / 2


@EXERCISE.wrong
def number_of_multiplications(B, V, D):
    """the first number says how many multiplications there are; which share of them is by 1?"""
    return B * V * D, V / 2


@EXERCISE.wrong
def numbers_for_bytes(B, V, D):
    """the second number compares how many numbers; a float32 takes 4 bytes, an id 8."""
    return 1 / V, V


@EXERCISE.wrong
def whole_half(B, V, D):
    """// drops the half of an odd V; divide with /."""
    return 1 / V, V // 2


@EXERCISE.wrong
def upside_down(B, V, D):
    """the second number is upside down: the one-hot matrix is the larger one."""
    return 1 / V, 2 / V


@EXERCISE.wrong
def table_for_one_hot(B, V, D):
    """the second number is the table's; the one-hot matrix is B rows of V."""
    return 1 / V, V * D / (2 * B)


@EXERCISE.wrong
def bytes_of_the_one_hot(B, V, D):
    """the second number is the bytes of the one-hot matrix; divide them by those of the ids."""
    return 1 / V, 4 * B * V


@EXERCISE.wrong
def bytes_more(B, V, D):
    """the second number says how many bytes more; divide, do not subtract."""
    return 1 / V, 4 * B * V - 8 * B
