"""Words and counts as a learner reads them. Pure functions, no widgets."""

import difflib
import unicodedata

MOST_LETTERS = 40  # of a word that is compared with others
ALIKE = 0.75  # difflib's ratio from which one word may be a slip for another


def short(word, most=14):
    """A word in at most `most` characters: one that is cut ends in an ellipsis."""
    return word if len(word) <= most else word[: most - 1] + "…"


def near_word(text, words):
    """The one of `words` that a learner may have meant by `text`, or None if none is near.

    That is the most alike, whatever the capitals, of those that begin or end alike and are at most
    two letters longer or shorter; to find it among 22,000 words takes some 10 ms.

    >>> near_word("Cat", ["cart", "cat"]), near_word("zebrra", ["cat", "zebra"])
    ('cat', 'zebra')
    """
    meant = text.casefold()
    if len(meant) > MOST_LETTERS:
        return None
    folded = {}
    for word in words:
        folded.setdefault(word.casefold(), word)
    candidates = [
        word
        for word in folded
        if abs(len(word) - len(meant)) <= 2
        and (word[:1] == meant[:1] or word[-1:] == meant[-1:])
    ]
    best = difflib.get_close_matches(meant, candidates, n=1, cutoff=ALIKE)
    return folded[best[0]] if best else None


def short_and_full(word, most):
    """A word as `name`, cut to fit beside a row, and as `full`, cut to `most`, if they differ."""
    name = short(word)
    return {"name": name} if name == word else {"name": name, "full": short(word, most)}


def width_of(word):
    """The pixels a word takes, roughly: Chinese, Japanese and Korean letters are twice as wide."""
    return sum(
        14 if unicodedata.east_asian_width(letter) in "WF" else 7 for letter in word
    )


def listed(number, noun):
    """A count with its noun: "1 row", "20,004 rows"."""
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


def bytes_text(count):
    """Bytes with one decimal, in steps of 1,000.

    >>> bytes_text(800), bytes_text(267_696), bytes_text(5_711_616)
    ('800 B', '267.7 kB', '5.7 MB')
    """
    if count < 1000:
        return f"{count} B"
    units = ["kB", "MB", "GB", "TB"]
    count /= 1000
    while count >= 999.95 and len(units) > 1:
        count /= 1000
        units.pop(0)
    return f"{count:,.1f} {units[0]}"


def joined(*parts):
    """The parts that say something, with commas between them."""
    return ", ".join(part for part in parts if part)


def nth(number):
    """An ordinal: "1st", "2nd", "11th", "23rd"."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    if number % 100 in (11, 12, 13):
        ending = "th"
    return f"{number:,}{ending}"


def quoted(word):
    """A word in quotation marks, kept apart from the direction of the text around it."""
    return f"“\u2068{word}\u2069”"


def axis_names(shares):
    """What the axes of a map are called, by their shares of the variance; one without has no name.

    >>> axis_names([0.6, 0.25, 0])
    ['axis 1, 60 % of the variance', 'axis 2, 25 % of the variance']
    """
    return [
        f"axis {number}, {100 * share:.0f} % of the variance"
        for number, share in enumerate(shares, 1)
        if share > 0
    ]
