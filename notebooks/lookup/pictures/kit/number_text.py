"""A number of a table as a learner reads it: as text, and as the mark of its cell's colour."""

import math

MINUS = "\u2212"


def number_text(value, signed=False):
    """A number in at most six characters: true minus, no trailing zeros, "≈0" for what rounds to 0.

    `signed` writes the plus as well, for tables that hold numbers of both signs.

    >>> number_text(-1.25), number_text(0.001), number_text(0), number_text(1234567.0)
    ('−1.25', '≈0', '0', '1e6')
    """
    if math.isnan(value):
        return "nan"
    size = _size_text(abs(value))
    if value == 0 or size == "0":
        return "≈0" if value else "0"
    if value < 0:
        return MINUS + size
    return "+" + size if signed else size


def _size_text(size):
    if size == math.inf:
        return "∞"
    # From here on `.0f` would round up to a sixth digit, for which a sign leaves no room.
    if size >= 99_999.5:
        return f"{size:.0e}".replace("e+0", "e").replace("e+", "e")
    if size >= 100:
        return f"{size:.0f}"
    places = 2 if size < 10 else 1
    return f"{size:.{places}f}".rstrip("0").rstrip(".")


def hundredths(cosine):
    """A cosine in whole hundredths, a half upwards, as kit/units.js has it.

    >>> hundredths(0.125), hundredths(-0.125)
    (13, -12)
    """
    return math.floor(100 * cosine + 0.5)


def cosine_text(hundredths):
    """A cosine, given in hundredths: two digits and a true minus, as the page writes it.

    >>> cosine_text(7), cosine_text(-12)
    ('0.07', '−0.12')
    """
    return f"{MINUS if hundredths < 0 else ''}{abs(hundredths) / 100:.2f}"


def is_rounded(value):
    """Whether `number_text` says less than the number: not for 2.5, "2.5", but for 1/3, "0.33"."""
    if not math.isfinite(value):
        return False
    text = number_text(value)
    return text == "≈0" or float(text.replace(MINUS, "-")) != value


def mark(value, reach):
    """One character for the size of `value` beside the largest, `reach`; cells.js reads it.

    "a" to "z" up to +reach, "A" to "Z" down to -reach, "0" exactly zero, "+" and "-" infinite,
    "?" nan.
    """
    if math.isnan(value):
        return "?"
    if math.isinf(value):
        return "+" if value > 0 else "-"
    if value == 0:
        return "0"
    return chr(ord("a" if value > 0 else "A") + round(25 * min(1, abs(value) / reach)))
