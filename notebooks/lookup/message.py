"""What a call says if it stops, so that a notebook can show an error and go on."""


def message_of(call, *inputs, **options):
    """The first sentence of the error with which a call stops.

    Args:
        call: any function.
        inputs, options: what it is called with.

    Returns:
        The kind of the error and its first sentence; "no error" if the call ends well.

    Raises:
        TypeError: `call` is no function.

    Example:
        >>> message_of(int, "one")
        "ValueError: invalid literal for int() with base 10: 'one'"
        >>> message_of(int, "1")
        'no error'
    """
    if not callable(call):
        raise TypeError(
            f"message_of needs the function and its inputs one by one, got {type(call).__name__}."
        )
    try:
        call(*inputs, **options)
    except Exception as error:
        # Many of torch's errors go on for lines, some with a trace of its C++; the first sentence
        # tells.
        first = str(error).split("\n")[0].split(". ")[0].rstrip(".")
        return f"{type(error).__name__}: {first}"
    return "no error"
