"""Documents as one line of row numbers."""

import pytest
import torch

from lookup import read_running_text
from lookup.text.documents import Documents
from lookup.text.running_text import line_up

TEXTS = ["The red car, the 2 cars.", "the blue car", "rare"]


def documents(texts):
    return Documents(tuple(texts), ("a",) * len(texts), ("a.b",) * len(texts))


def test_words_are_numbered_by_frequency_and_rare_ones_and_gaps_are_row_0():
    text = read_running_text(documents(TEXTS), at_least=2, gap=2)
    assert text.vocabulary.words == ("<unk>", "the", "car", "<never>")
    assert text.vocabulary.counts == (4, 3, 2, 0)
    assert text.ids.tolist() == [1, 0, 2, 1, 0, 0, 0, 1, 0, 2, 0, 0, 0, 0, 0]
    assert text.begins.tolist() == [0, 7, 12]
    assert repr(text) == "15 places, 3 documents, Vocabulary of 4 words"


def test_the_vocabulary_gives_every_place_its_word_back():
    text = read_running_text(documents(TEXTS), at_least=1, gap=0)
    words = [text.vocabulary.words[i] for i in text.ids.tolist()]
    assert words == ["the", "red", "car", "the", "cars", "the", "blue", "car", "rare"]


@pytest.mark.parametrize(
    "texts", [["aa bb cc", "bb", "aa aa bb aa"], ["aa"], ["aa bb", "cc"]]
)
def test_first_words_are_those_that_a_loop_finds(texts):
    text = line_up(texts, at_least=1, gap=3)
    found = text.first_words(4, without=["bb", "unknown"])
    for line, document in zip(found.tolist(), texts, strict=True):
        kept = ["" if word == "bb" else word for word in document.split()[:4]]
        wanted = [text.vocabulary[word] for word in kept]
        assert line == wanted + [0] * (4 - len(wanted))


def test_first_words_leave_the_text_as_it_is():
    text = line_up(["aa bb"], at_least=1, gap=1)
    before = text.ids.clone()
    text.first_words(2, without=["aa"])
    assert torch.equal(text.ids, before)


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({"at_least": 0}, "at_least must be 1 or more and gap 0 or more, got 0 and 5"),
        ({"gap": -1}, "got 10 and -1"),
        ({"at_least": 9}, "no word of these texts is found 9 times or more"),
    ],
)
def test_what_cannot_be_is_refused(how, message):
    with pytest.raises(ValueError, match=message):
        read_running_text(documents(TEXTS), **how)
    with pytest.raises(
        ValueError, match="documents must hold a text at least, got none"
    ):
        read_running_text(documents([]))
    with pytest.raises(ValueError, match="n must be at least 1, got 0"):
        line_up(TEXTS, at_least=1, gap=1).first_words(0)
