"""What charts take, checked before anything is drawn: labels, numbers, sizes, times."""

MOST = 1e30  # beyond, and on a log axis below 1 / MOST, no unit has a prefix
LETTERS = 40
NAME = 80  # of an axis, in letters
TIME = ("times", "median", "low", "high", "where")  # what makes a `Measurement`


def labelled(things, most):
    """The things, {label: thing}.

    Raises TypeError unless they are a dict with texts as labels, ValueError unless there are one to
    `most` and each label is short.
    """
    if not isinstance(things, dict):
        raise TypeError(f"a chart takes a dict, {{label: ...}}, got {_shown(things)}.")
    if not 1 <= len(things) <= most:
        raise ValueError(f"a chart shows one to {most} things, got {len(things)}.")
    for label in things:
        named(label, LETTERS, "a label")
    return things


def named(text, most=NAME, what="what an axis shows"):
    """The text. Raises TypeError for another thing, ValueError unless it can stand in a chart."""
    if not isinstance(text, str):
        raise TypeError(f"{what} must be a text, got {_shown(text)}.")
    if not 1 <= len(text) <= most or not text.isprintable():
        raise ValueError(
            f"{what} must have 1 to {most} printable letters, got {len(text)}: {_shown(text)}."
        )
    return text


def numbers(values, label):
    """The values as an array of whole numbers or floats, of any shape.

    Raises TypeError unless they are real numbers, ValueError unless an axis has a place for each.
    """
    import numpy as np

    try:
        array = np.asarray(values)
        # Lists with huge whole numbers or fractions come as objects (O), and so do those with None,
        # which `astype` would turn into nan without a word.
        if array.dtype.kind not in "biufO" or None in array.ravel().tolist():
            raise TypeError
        array = array.astype(float) if array.dtype.kind == "O" else array
    # torch raises a RuntimeError for a gradient and a TypeError for a card, NumPy a ValueError for
    # rows of unequal length, and Python an OverflowError for what no float holds.
    except (TypeError, ValueError, RuntimeError, OverflowError):
        raise TypeError(
            "a chart takes numbers: one, a list, an array or a CPU tensor without a gradient "
            f"(`.detach()` takes it away), got {_shown(values)} for {label!r}."
        ) from None
    # Not `> MOST`, which is false for nan, and nan must be among them.
    outside = array[~(np.abs(array.astype(float)) <= MOST)]
    if outside.size:
        raise ValueError(
            f"a number must be finite and within ±{MOST:g}, got {outside[0]} for {label!r}."
        )
    return array


def shares(values, label):
    """The values as `numbers` gives them. Raises ValueError unless each is from 0 to 1."""
    array = numbers(values, label)
    outside = array[abs(array - 0.5) > 0.5 + 1e-6]  # a sum of shares may be rounded
    if outside.size:
        raise ValueError(
            f"a share must be from 0 to 1, got {outside[0]:g} for {label!r}."
        )
    return array


def reader(unit):
    """What reads numbers with a unit of "" or "%". Raises ValueError for another unit."""
    if unit not in ("", "%"):
        raise ValueError(f'unit must be "" or "%", got {unit!r:.40}.')
    return shares if unit else numbers


def with_gaps(values, label, read):
    """What `read(values, label)` makes of those that are not None, and None in their places.

    values: only a list or a tuple may have a None.
    """
    if not isinstance(values, list | tuple) or not any(
        value is None for value in values
    ):
        return read(values, label)
    there = iter(read([value for value in values if value is not None], label))
    return [None if value is None else next(there) for value in values]


def ascending(values, what):
    """The values as a list of numbers. Raises ValueError unless they are two or more, ascending."""
    listed = numbers(values, what).tolist()
    # A single number is no list once it went through NumPy; a set drops what comes twice.
    if not isinstance(listed, list) or len(listed) < 2 or listed != sorted(set(listed)):
        raise ValueError(
            f"{what} must be two or more numbers, ascending, got {_shown(listed)}."
        )
    return listed


def positive(values, label):
    """The values as a list of floats. Raises ValueError unless a log axis has a place for each."""
    array = numbers(values, label).astype(float).ravel()
    outside = array[array < 1 / MOST]
    if outside.size:
        raise ValueError(
            f"a number must be above {1 / MOST:g} on a log axis, got {outside[0]:g} for {label!r}."
        )
    return array.tolist()


def ascending_above_0(values, what):
    """As `ascending`. Raises ValueError, too, unless a log axis has a place for each."""
    listed = ascending(values, what)
    positive(listed, what)
    return listed


def measured(time, label):
    """The time. Raises TypeError unless it is what `measure` gives, ValueError as `positive`."""
    if not all(hasattr(time, name) for name in TIME):
        raise TypeError(
            f"a time must be a `Measurement`, as `measure` gives it, "
            f"got {_shown(time)} for {label!r}."
        )
    positive([time.low, time.high], label)
    return time


def _shown(thing):
    """Its type and the beginning of how Python writes it."""
    text = repr(thing)
    return f"{type(thing).__name__} {text if len(text) <= 60 else text[:60] + '…'}"
