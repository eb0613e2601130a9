"""Which values are whole numbers, by one rule in every room."""

from numbers import Integral


def is_whole(value):
    """Whether it is a whole number, of NumPy, too; True and False are none.

    >>> is_whole(3), is_whole(3.0), is_whole(True)
    (True, False, False)
    """
    # Python's bool is an int, yet `V=True` is a slip and never a size.
    return isinstance(value, Integral) and not isinstance(value, bool)
