"""Numbers, words and places as a learner reads them."""

import cProfile
import math
from decimal import Decimal

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from lookup.pictures.kit.number_text import is_rounded, mark, number_text
from lookup.pictures.kit.wording import (
    bytes_text,
    joined,
    listed,
    near_word,
    nth,
    quoted,
    short,
    short_and_full,
    width_of,
)

INF, NAN = float("inf"), float("nan")
NUMBERS = st.floats(allow_nan=False, allow_infinity=False)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"), (-0.0, "0"), (0.0, "0"), (True, "1"), (1, "1"), (-1.0, "−1"), (0.5, "0.5"),
        (-1.25, "−1.25"), (0.125, "0.12"), (1 / 3, "0.33"), (0.004, "≈0"), (-0.004, "≈0"),
        (5e-324, "≈0"), (0.006, "0.01"), (9.994, "9.99"), (9.996, "10"), (12.34, "12.3"),
        (99.96, "100"), (100, "100"), (-123.4, "−123"), (1234, "1234"), (-99_999, "−99999"),
        (99_999.4, "99999"), (99_999.5, "1e5"), (123_456, "1e5"), (-2.5e10, "−2e10"),
        (1e100, "1e100"), (-1.7e308, "−2e308"), (INF, "∞"), (-INF, "−∞"), (NAN, "nan"),
    ],
)  # fmt: skip
def test_number_text(value, text):
    assert number_text(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [(1, "+1"), (-1, "−1"), (0, "0"), (1e-9, "≈0"), (INF, "+∞"), (NAN, "nan")],
)
def test_number_text_with_signs(value, text):
    assert number_text(value, signed=True) == text


@settings(deadline=None, database=None)
@given(NUMBERS, st.booleans())
@example(99_999.5, True)
@example(-9.995, False)
def test_number_text_is_short_and_true(value, signed):
    text = number_text(value, signed)
    assert len(text) <= 6
    assert text not in ("-0", "−0", "+0")
    assert "-" not in text
    if text in ("0", "≈0"):
        assert abs(value) <= 0.005
        assert (text == "0") == (value == 0)
        return
    assert text.startswith("−") == (value < 0)
    assert text.startswith("+") == (value > 0 and signed)
    size, error = abs(value), abs(Decimal(text.replace("−", "-")) - Decimal(value))
    assert error <= Decimal(
        0.0050001 if size < 10 else 0.0051 * size if size < 99_999.5 else size / 3
    )
    assert is_rounded(value) == (float(text.replace("−", "-")) != value)


@pytest.mark.parametrize(
    ("value", "rounded"),
    [
        (2.5, False),
        (-0.25, False),
        (1e5, False),
        (0, False),
        (1 / 3, True),
        (1e-9, True),
        (123_456, True),
        (0.1, False),
    ],
)
def test_is_rounded(value, rounded):
    assert is_rounded(value) is rounded


@pytest.mark.parametrize("value", [INF, -INF, NAN])
def test_what_is_no_number_is_not_rounded(value):
    assert is_rounded(value) is False


@pytest.mark.parametrize(
    ("value", "reach", "char"),
    [
        (2, 2, "z"), (-2, 2, "Z"), (1e-9, 2, "a"), (-1e-9, 2, "A"), (0, 2, "0"), (-0.0, 2, "0"),
        (1, 2, "m"), (INF, 2, "+"), (-INF, 2, "-"), (NAN, 2, "?"), (5, 2, "z"),
        (5e-324, 5e-324, "z"), (1e308, 1e308, "z"),
    ],
)  # fmt: skip
def test_mark(value, reach, char):
    assert mark(value, reach) == char


@settings(deadline=None, database=None)
@given(NUMBERS, NUMBERS)
def test_a_larger_number_has_no_smaller_mark(one, other):
    reach = max(abs(one), abs(other)) or 1

    def size(value):
        char = mark(value, reach)
        return (
            0
            if char == "0"
            else (1 if char >= "a" else -1) * (ord(char.lower()) - ord("a") + 1)
        )

    small, large = sorted([one, other])
    assert size(small) <= size(large)
    assert math.copysign(1, size(large)) == math.copysign(1, large) or large == 0


@pytest.mark.parametrize(
    ("word", "most", "text"),
    [
        ("embedding", 14, "embedding"),
        ("abcdefghijklmn", 14, "abcdefghijklmn"),
        ("abcdefghijklmno", 14, "abcdefghijklm…"),
        ("", 14, ""),
        ("ab", 1, "…"),
    ],
)
def test_a_word_is_cut_where_it_is_too_long(word, most, text):
    assert short(word, most) == text


def test_a_word_that_is_cut_is_also_given_in_full():
    assert short_and_full("abcdefghijklmn", 24) == {"name": "abcdefghijklmn"}
    assert short_and_full("x" * 30, 24) == {
        "name": "x" * 13 + "…",
        "full": "x" * 23 + "…",
    }


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (13, "13th"),
        (21, "21st"), (111, "111th"), (1022, "1,022nd"),
    ],
)  # fmt: skip
def test_nth(number, text):
    assert nth(number) == text


def test_counts_quotations_and_lists():
    assert listed(1, "row") == "1 row"
    assert listed(0, "row") == "0 rows"
    assert listed(20_004, "id") == "20,004 ids"
    assert quoted("<b>") == "“\u2068<b>\u2069”"
    assert joined("", "numbers rounded", "") == "numbers rounded"
    assert joined("one", "two") == "one, two"


@pytest.mark.parametrize(("word", "width"), [("row 7", 35), ("한국", 28), ("", 0)])
def test_a_word_takes_so_many_pixels(word, width):
    assert width_of(word) == width


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("zebrra", "zebra"), ("ebra", "zebra"), ("zebr", "zebra"), ("Zerba", "zebra"),
        ("zebra", "zebra"), ("ZEBRA", "zebra"), ("STRASSE", "straße"), ("Cat", "cat"),
        ("CAT", "cat"), ("usa", "USA"), ("cow", None), ("sta", None), ("<unk>", None),
        ("internatinalization", None), ("xylophone", None), ("z" * 100_000, None), ("e" * 41, None),
    ],
    ids=lambda text: str(text)[:12],
)  # fmt: skip
def test_near_word(text, near):
    words = [
        "",
        "the",
        "sat",
        "cart",
        "cat",
        "Cat",
        "USA",
        "zebra",
        "straße",
        "initialization",
    ]
    words += ["e" * 41, "z" * 100_001]
    assert near_word(text, words) == near


WRITTEN = ("embeding", "recieve", "Gradeint", "xqzzt")


def test_the_nearest_of_the_real_words_is_found_at_once():
    from lookup import read_vocabulary

    words = read_vocabulary().words
    with cProfile.Profile() as profile:
        found = [near_word(text, words) for text in WRITTEN]
    assert found == ["embedding", "receive", "gradient", None]
    calls = sum(entry.callcount for entry in profile.getstats())
    assert calls < 1_000_000, "to compare with every word takes three times as many"


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (0, "0 B"),
        (999, "999 B"),
        (1000, "1.0 kB"),
        (999_949, "999.9 kB"),
        (999_950, "1.0 MB"),
        (5_711_616, "5.7 MB"),
        (2 * 10**12, "2.0 TB"),
        (4 * 10**15, "4,000.0 TB"),
    ],
)
def test_bytes_have_one_decimal_and_a_prefix(count, text):
    assert bytes_text(count) == text
