"""Numbers that a text says in words, for the tests of plans."""

import re

SMALL = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
sixteen seventeen eighteen nineteen
"""
TENS = "ten twenty thirty forty fifty sixty seventy eighty ninety"
VALUES = {word: n for n, word in enumerate(SMALL.split())}
VALUES |= {word: 10 * n for n, word in enumerate(TENS.split(), start=1)}
TIMES = {"thousand": 1000, "million": 1_000_000}
ANY = "|".join([*VALUES, "hundred", *TIMES])
SAID = re.compile(rf"\b(?:a )?(?:{ANY})(?:[ -](?:{ANY}))*\b", re.IGNORECASE)


def numbers(text: str) -> list[int]:
    """The numbers that a text says in words, in its order.

    >>> numbers("Four hundred steps, a hundred thousand rows, sixty-four of hundreds")
    [400, 100000, 64]
    >>> numbers("two thousand three hundred, a million two hundred thousand and one")
    [2300, 1200000, 1]
    """
    found = []
    for run in SAID.findall(text):
        total = below = 0  # below: what the next thousand or million counts
        for word in re.findall("[a-z]+", run.lower().removeprefix("a ")):
            if word == "hundred":
                below = max(below, 1) * 100
            elif word in TIMES:
                total, below = total + max(below, 1) * TIMES[word], 0
            else:
                below += VALUES[word]
        found.append(total + below)
    return found
