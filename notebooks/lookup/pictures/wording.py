"""Numbers as a learner reads them, and which part of a large table is drawn. Pure functions, no widgets."""

import math
import unicodedata

MINUS = "\u2212"


def number_text(value, signed=False):
    """A number in at most six characters: true minus, no trailing zeros, "≈0" for what only rounds to 0.

    `signed` writes the plus as well, as look asks where a table holds both signs.

    >>> number_text(-1.25), number_text(0.001), number_text(0), number_text(1234567.0)
    ('−1.25', '≈0', '0', '1e6')
    """
    if math.isnan(value):
        return "NaN"
    size = _size_text(abs(value))
    if value == 0 or size == "0":
        return "≈0" if value else "0"
    return (MINUS if value < 0 else "+" if signed else "") + size


def _size_text(size):
    if size == math.inf:
        return "∞"
    if size >= 99_999.5:
        return f"{size:.0e}".replace("e+0", "e").replace("e+", "e")
    places = 2 if size < 10 else 1 if size < 100 else 0
    text = f"{size:.{places}f}"
    return text.rstrip("0").rstrip(".") if places else text


def is_rounded(value):
    """Whether `number_text` says less than the number: "2.5" for 2.5 is whole, "0.33" for 1/3 is not."""
    if not math.isfinite(value):
        return False
    text = number_text(value)
    return text == "≈0" or float(text.replace(MINUS, "-")) != value


def mark(value, reach):
    """One character for the size of `value` beside the largest size `reach`, as browser/draw.js reads it.

    "a" to "z" up to +reach, "A" to "Z" down to -reach, "0" exactly zero, "+" and "-" infinite, "?" NaN.
    """
    if math.isnan(value):
        return "?"
    if math.isinf(value):
        return "+" if value > 0 else "-"
    if value == 0:
        return "0"
    return chr(ord("a" if value > 0 else "A") + round(25 * min(1, abs(value) / reach)))


def cut(columns, most=32, head=24, tail=8):
    """Which of `columns` columns are drawn: all up to `most`, else the first `head` and the last `tail`."""
    if columns <= most:
        return list(range(columns))
    return [*range(head), *range(columns - tail, columns)]


def lens(row, rows, size=5):
    """First of the `size` neighbouring rows drawn around `row` of a table with `rows` rows."""
    return max(0, min(row - size // 2, rows - size))


def short(word, most=14):
    """A word that fits beside a row: at most `most` characters, the last one an ellipsis where it was cut."""
    return word if len(word) <= most else word[: most - 1] + "…"


def room(word):
    """The pixels that a word takes beside a row, roughly: Chinese, Japanese and Korean letters are twice as wide."""
    return sum(14 if unicodedata.east_asian_width(letter) in "WF" else 7 for letter in word)


def listed(number, noun):
    """A count with its noun: "1 row", "20,004 rows"."""
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


def nth(number):
    """An ordinal: "1st", "2nd", "11th", "23rd"."""
    ending = (
        {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
        if number % 100 not in (11, 12, 13)
        else "th"
    )
    return f"{number:,}{ending}"


def quoted(word):
    """A word between quotation marks, kept apart from the direction of the text around it."""
    return f"“\u2068{word}\u2069”"
