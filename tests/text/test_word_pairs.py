"""The pairs by which a table is judged."""

from lookup import word_pairs


def test_there_are_45_pairs_of_two_different_words_and_none_comes_twice():
    pairs = word_pairs()
    assert len(pairs) == len({frozenset(pair) for pair in pairs}) == 45
    assert all(len(pair) == len({*pair}) == 2 for pair in pairs)
