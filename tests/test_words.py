"""A vocabulary is read from installed packages, and taken from the cache only if it could have been counted."""

import pytest

import installed
from installed import assert_forgery_is_refused, kept_in
from lookup import disk
from lookup.words import read_vocabulary

package = installed.package
WORDS, COUNTS = 0, 1


def test_words_are_counted_over_all_files(package, tmp_path):
    vocabulary = read_vocabulary(["rowpack"], tmp_path / "cache")
    assert vocabulary.counts[vocabulary["the"]] == 3
    assert vocabulary.counts[vocabulary["row"]] == 19 * len(installed.FOUND)


def test_the_order_of_the_packages_does_not_matter(package, tmp_path):
    installed.install(package, {"a.py": b'"""Other."""'}, "otherpack")
    both = read_vocabulary(["rowpack", "otherpack"], tmp_path / "cache")
    assert read_vocabulary(["otherpack", "rowpack", "rowpack"], tmp_path / "cache") == both
    assert kept_in(tmp_path / "cache").is_file()


FORGED = {
    "no words": (WORDS, []),
    "words a text": (WORDS, "<unk>"),
    "counts a dict": (COUNTS, {}),
    "another row 0": (WORDS, "<script>", 0),
    "a word no text": (WORDS, 3, 3),
    "a word of code": (WORDS, "zz<img src=x onerror=alert(1)>", -1),
    "a word with a digit": (WORDS, "zz9", -1),
    "a word twice": (WORDS, "surrogatedoc", -1),
    "another order": (COUNTS, 99, -1),
    "a count no number": (COUNTS, True, -1),
    "a count no whole number": (COUNTS, 0.5, -1),
    "a count below zero": (COUNTS, -1, -1),
}


@pytest.mark.parametrize("forgery", FORGED.values(), ids=FORGED)
def test_what_could_not_have_been_counted_is_counted_anew(package, tmp_path, forgery):
    assert_forgery_is_refused(read_vocabulary, tmp_path / "cache", *forgery)


def test_the_real_packages_hold_twenty_thousand_words(tmp_path):
    vocabulary = read_vocabulary(cache=tmp_path)
    assert len(vocabulary) >= 20_000
    assert {"the", "matrix", "row", "embedding", "don't", ".", ",", "_"} <= set(vocabulary.words)
    assert kept_in(tmp_path).stat().st_size < disk.LARGEST_CACHE / 10
    assert read_vocabulary(cache=tmp_path) == vocabulary
