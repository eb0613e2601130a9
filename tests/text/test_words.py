"""Tokens lose nothing that is visible; words are numbered by how often they come."""

import time
import unicodedata

import pytest
import regex
from hypothesis import example, given, settings
from hypothesis import strategies as st

import installed_package
from installed_package import kept_in
from lookup.text import words
from lookup.text.cache import LARGEST_CACHE
from lookup.text.words import count_words, read_vocabulary, tokens

package = installed_package.package

HIDDEN = regex.compile(rf"{words.HIDDEN}|\s")
FAMILY = "\N{WOMAN}\u200d\N{WOMAN}\u200d\N{GIRL}"
ENGLAND = (
    "\N{WAVING BLACK FLAG}\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
)

TEXTS = {
    "plain": (
        "The cat sat on the mat.",
        ["the", "cat", "sat", "on", "the", "mat", "."],
    ),
    "marks": ("Hello, world! 🙂", ["hello", ",", "world", "!", "🙂"]),
    "apostrophe": ("don't 'tis dogs'", ["don't", "'", "tis", "dogs", "'"]),
    "curly apostrophe": ("don’t ’tis", ["don't", "'", "tis"]),
    "identifier": ("num_embeddings", ["num", "_", "embeddings"]),
    "dunder": ("__init__", ["_", "_", "init", "_", "_"]),
    "number": ("3.14, 1,2 float32", ["3.14", ",", "1", ",", "2", "float32"]),
    "family": (f"a {FAMILY}b", ["a", FAMILY, "b"]),
    "keys": ("1️⃣2️⃣ press3️⃣ 4.5\u20e3", ["1️⃣", "2️⃣", "press", "3️⃣", "4", ".", "5\u20e3"]),
    "flags": ("🇩🇪🇫🇷" + ENGLAND, ["🇩🇪", "🇫🇷", ENGLAND]),
    "skin and keycap": ("👍🏽1️⃣", ["👍🏽", "1️⃣"]),
    "Hebrew": ("שלום, עולם", ["שלום", ",", "עולם"]),
    "Arabic": ("السلام عليكم؟", ["السلام", "عليكم", "؟"]),
    "Persian joiner": ("می\u200cخواهم", ["می\u200cخواهم"]),
    "Hindi": ("नमस्ते दुनिया।", ["नमस्ते", "दुनिया", "।"]),
    "Chinese, Japanese": ("你好 こラーメン", ["你", "好", "こ", "ラーメン"]),
    "HTML": (
        "<script>alert(1)</script>",
        ["<", "script", ">", "alert", "(", "1", ")", "<", "/", "script", ">"],
    ),
    "unknown word": ("<unk>", ["<", "unk", ">"]),
    "empty": ("", []),
    "space": (" \t\n\u00a0\u3000", []),
    "invisible": ("\ufeff\u200b\u200d\u202e\u2066\x00\x85\u3164", []),
    "soft hyphen": ("em\u00adbed", ["embed"]),
    "decomposed": ("Cafe\u0301", ["café"]),
    "mark alone": (" \u0301a", ["\u0301", "a"]),
    "sign that takes the next character": ("\u0600 7", ["\u0600", "7"]),
    "lone surrogates": ("a\ud800 \udc00", ["a", "\ufffd", "\ufffd"]),
    "surrogate pair": ("\ud83d\ude42", ["🙂"]),
}


@pytest.mark.parametrize(("text", "expected"), TEXTS.values(), ids=TEXTS)
def test_tokens(text, expected):
    assert tokens(text) == expected


@pytest.mark.parametrize("not_text", [None, 3, b"cat", ["cat"]])
def test_tokens_refuses_what_is_not_a_text(not_text):
    with pytest.raises(TypeError, match=rf"a str.*{type(not_text).__name__}"):
        tokens(not_text)


@settings(deadline=None, database=None)
@given(st.text())
@example("İΟΔΟΣ ß\u0345")
@example("\u0600 \u0301\u200d🙂\u200d🇩")
def test_nothing_visible_is_lost_and_no_token_is_blank(text):
    found = tokens(text)
    typed = text.replace("\u2019", "'").replace("\u00ad", "").lower()
    typed = unicodedata.normalize("NFC", typed)
    assert HIDDEN.sub("", "".join(found)) == HIDDEN.sub("", typed)
    assert all(
        HIDDEN.sub("", token) and not regex.search(r"\s", token) for token in found
    )
    assert tokens(" ".join(found)) == found


FLAGS = ["🇦", "a🇦🇦🇦🇦", "🇦🇦\u0301", "🇦🇦🇦 ", "\u0600🇦", "🇦\u200d"]


@pytest.mark.parametrize(
    "unit", ["word, 🙂 ", "a", "\u0301", "\u200d", "a'", "1.", *FLAGS]
)
def test_a_longer_text_takes_no_more_than_its_share(unit):
    """What grew with the square, as when each flag counted those before it, took 20 times as much.

    The processor's own time, as other programs take the clock's.
    """
    seconds = {}
    for size in (5_000, 100_000):
        text = (unit * size)[:size]
        begin = time.process_time()
        for _ in range(100_000 // size):
            tokens(text)
        seconds[size] = time.process_time() - begin
    assert seconds[100_000] < 8 * seconds[5_000], "as many letters in all"


@pytest.mark.parametrize("unit", FLAGS)
def test_a_flag_has_three_signs_at_most(unit):
    assert max(map(len, tokens((unit * 1000)[:1000]))) <= 3


def test_a_row_of_flags_is_split_as_the_flags_alone():
    flags = "🇩🇪🇫🇷🇮🇹"
    assert tokens(flags) == tokens(" ".join(["🇩🇪", "🇫🇷", "🇮🇹"]))
    assert tokens(flags + "🇩") == [*tokens(flags), "🇩"]
    assert tokens("🇩🇪🇫🇷\u0301🇮🇹") == ["🇩🇪", "🇫🇷\u0301", "🇮🇹"]


def test_rows_follow_count_then_alphabet():
    vocabulary = count_words(["the mat, the cat", "The 3 b4 rows."])
    assert vocabulary.words == ("<unk>", "the", ",", ".", "cat", "mat", "rows")
    assert vocabulary.counts == (2, 3, 1, 1, 1, 1, 1)
    assert [vocabulary[word] for word in ("the", "cat", "emu", "3")] == [1, 4, 0, 0]
    assert "cat" in vocabulary
    assert "emu" not in vocabulary
    assert 4 not in vocabulary
    assert len(vocabulary) == 7
    assert repr(vocabulary) == "Vocabulary of 7 words"


def test_the_unknown_word_cannot_be_typed():
    vocabulary = count_words(["a <unk> b"])
    assert [vocabulary[token] for token in tokens("<unk>")] == [1, 5, 2]
    assert vocabulary["<unk>"] == 0


def test_texts_without_a_word_are_refused():
    with pytest.raises(ValueError, match="no word"):
        count_words(["12 3", ""])


def test_words_are_counted_over_all_files(package, tmp_path):
    vocabulary = read_vocabulary(["rowpack"], tmp_path / "cache")
    assert vocabulary.counts[vocabulary["the"]] == 3
    assert vocabulary.counts[vocabulary["row"]] == 19 * len(installed_package.FOUND)


def test_the_order_of_the_packages_does_not_matter(package, tmp_path):
    installed_package.install(package, {"a.py": b'"""Other."""'}, "otherpack")
    both = read_vocabulary(["rowpack", "otherpack"], tmp_path / "cache")
    assert (
        read_vocabulary(["otherpack", "rowpack", "rowpack"], tmp_path / "cache") == both
    )
    assert kept_in(tmp_path / "cache").is_file()


def test_the_real_packages_hold_twenty_thousand_words():
    vocabulary = read_vocabulary()
    assert len(vocabulary) >= 20_000
    assert {"the", "matrix", "row", "embedding", "don't", ".", ",", "_"} <= set(
        vocabulary.words
    )
    assert sum(len(word.encode()) for word in vocabulary.words) < LARGEST_CACHE / 20
