"""A vocabulary numbers words by row and refuses rows that are none."""

import pytest

from lookup.vocabulary import Vocabulary

CATS = Vocabulary(("<unk>", "cat", "a"), (1, 2, 1))


def test_a_vocabulary_is_a_value():
    again = Vocabulary(("<unk>", "cat", "a"), (1, 2, 1))
    assert again == CATS
    assert hash(again) == hash(CATS)
    with pytest.raises(AttributeError):
        CATS.words = ()


@pytest.mark.parametrize("key", [3, None, b"cat", ["cat"]])
def test_a_vocabulary_is_asked_for_words_only(key):
    assert key not in CATS
    with pytest.raises(TypeError, match="takes a word"):
        CATS[key]


@pytest.mark.parametrize(
    ("words", "counts"),
    [
        ((), ()),
        (("cat",), (1,)),
        (("<unk>", "a", "a"), (0, 1, 1)),
        (("<unk>", "a"), (0,)),
    ],
)
def test_rows_that_are_none_are_refused(words, counts):
    with pytest.raises(ValueError, match="row 0"):
        Vocabulary(words, counts)
