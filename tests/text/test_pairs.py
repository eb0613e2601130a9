"""Pairs of neighbouring words: which words have a row, what follows what, what is refused."""

import re
from itertools import pairwise

import pytest
import torch

from lookup import read_documents, read_pairs


def slow_pairs(texts, words):
    """The pairs by hand, one text after the other."""
    found = []
    for text in texts:
        line = re.findall("[a-z]{2,}", text.lower())
        for first, second in pairwise(line):
            if first in words and second in words:
                found.append([words.index(first), words.index(second)])
    return found


@pytest.mark.long
def test_pairs_are_the_slow_truth_and_cross_no_gap_between_documents():
    words, pairs = read_pairs(50)
    expected = slow_pairs(read_documents().texts[:300], words)
    assert pairs[: len(expected)].tolist() == expected
    assert pairs.dtype == torch.int64


@pytest.mark.long
def test_the_most_frequent_words_come_first_and_a_longer_list_begins_like_a_shorter_one():
    few, _ = read_pairs(50)
    many, pairs = read_pairs(200)
    assert many[:50] == few
    assert many[0] == "the"
    assert int(pairs.max()) == 199


@pytest.mark.parametrize("most", [1, 10**9])
def test_a_number_of_words_that_cannot_be_is_refused(most):
    with pytest.raises(ValueError, match=f"got {most}"):
        read_pairs(most)
