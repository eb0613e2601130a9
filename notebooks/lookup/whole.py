"""Which values are whole numbers, by one rule in every room."""

from numbers import Integral


def is_whole(value):
    """Whether it is a whole number, of NumPy, too; True and False are none.

    >>> is_whole(3), is_whole(3.0), is_whole(True)
    (True, False, False)
    """
    # Python's bool is an int, yet `V=True` is a slip and never a size.
    return isinstance(value, Integral) and not isinstance(value, bool)


def whole_number(value, name):
    """The value as Python's own int, as it travels to a page.

    Raises TypeError, which says what `name` must be, if it is no whole number.

    >>> import numpy as np
    >>> whole_number(np.int64(3), "step")
    3
    """
    if not is_whole(value):
        raise TypeError(f"{name} must be a whole number, got {value!r:.60}.")
    return int(value)
