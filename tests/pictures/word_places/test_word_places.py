"""Words and their places in a vocabulary: what is read of it, what is refused, what travels."""

from types import SimpleNamespace

import numpy as np
import pytest
import torch

from lookup import tokens, word_places
from lookup.text.words import count_words
from lookup.vocabulary import Vocabulary
from test_inputs import NO_WORDS, RULE
from test_word_places_frames import SMALL, tailed
from without_browser import lines, size, typed, untouched

TEXT = ["the", "cat", "zebra", "sat"]
LARGE = tailed(22_311, 6326)


def like(words=("<unk>", "a", "b"), counts=(0, 2, 1)):
    """Something else than a `Vocabulary` with its words and counts."""
    return SimpleNamespace(words=words, counts=counts)


def test_each_word_has_the_id_of_the_vocabulary():
    picture = word_places(SMALL, TEXT)
    rows = []
    for step in range(4):
        picture.step = step
        rows.append(picture.row)
    assert rows == [SMALL[word] for word in TEXT] == [1, 3, 0, 2]
    assert [step.get("unknown") for step in picture.spec["steps"]] == [
        None,
        None,
        True,
        None,
    ]


def test_the_repr_names_word_and_id():
    picture = word_places(SMALL, TEXT, step=1)
    assert repr(picture) == "<word places: word 2 of 4, “cat” has id 3 of 7>"
    picture.step = 2
    assert (
        repr(picture)
        == "<word places: word 3 of 4, “zebra” is unknown, so it has id 0 of 7>"
    )
    far = word_places(LARGE, ["w3106"])
    assert repr(far) == "<word places: word 1 of 1, “w3106” has id 3,106 of 22,311>"


def test_what_the_page_knows_of_the_ribbon_is_true():
    spec = word_places(LARGE, ["w3107", "zebra"]).spec
    places = spec["places"]
    assert places["rows"] == sorted({*places["rows"]})
    assert {*range(1, 100), 100, 200, 500, 1000, 20_000, 22_310, 3107} <= {
        *places["rows"]
    }
    assert 0 not in places["rows"]
    assert places["counts"] == [LARGE.counts[row] for row in places["rows"]]
    assert places["words"] == [LARGE.words[row] for row in places["rows"]]
    assert spec["once"] == 6326
    assert 22_311 - 6326 in places["rows"], "where the words begin that occur once"
    gaps = np.diff(np.log10(places["rows"][99:]))
    assert gaps.max() < 0.03


def test_a_small_vocabulary_is_known_whole():
    places = word_places(SMALL, ["cat"]).spec["places"]
    assert places["rows"] == [1, 2, 3, 4, 5, 6]
    assert places["words"] == ["the", "sat", "cat", "dog", "mat", "on"]


def test_the_first_24_words_become_steps():
    picture = word_places(SMALL, ["cat"] * 30)
    assert (picture.spec["path"], picture.spec["note"]) == (24, "first 24 of 30 words")


@pytest.mark.parametrize("kind", [list, tuple, np.array])
def test_words_and_counts_are_taken_from_whatever_holds_them_in_order(kind):
    plain = word_places(SMALL, TEXT)
    vocabulary = like(kind(SMALL.words), kind(SMALL.counts))
    assert word_places(vocabulary, kind(TEXT)).spec == plain.spec
    vocabulary.counts = torch.tensor(SMALL.counts)
    assert word_places(vocabulary, TEXT).spec == plain.spec


@pytest.mark.parametrize("name", NO_WORDS)
def test_what_is_no_list_of_words_is_refused_with_place_and_value(name):
    given, got = NO_WORDS[name]
    with pytest.raises(TypeError) as refused:
        word_places(SMALL, given)
    assert str(refused.value) == f"words {RULE} {got}"


def test_no_word_is_refused():
    with pytest.raises(
        ValueError, match="words is empty: a picture needs at least one word"
    ):
        word_places(SMALL, [])


@pytest.mark.parametrize(
    "vocabulary", [["the", "cat"], {"the": 1}, None, SimpleNamespace(words=[])]
)
def test_what_has_no_words_and_counts_is_refused(vocabulary):
    kind = type(vocabulary).__name__
    rule = f"^vocabulary must have words and counts, as that of read_vocabulary.., has, got {kind}"
    with pytest.raises(TypeError, match=rule.replace(".., ", r"\(\) ")):
        word_places(vocabulary, ["a"])


@pytest.mark.parametrize(
    ("vocabulary", "error", "rule"),
    [
        (like(counts=(0, 2)), ValueError, "every word stands once, with its count"),
        (like(words=("a", "b", "c")), ValueError, "row 0 is '<unk>'"),
        (like(words=("<unk>", "a", "a")), ValueError, "every word stands once"),
        (
            like(words=("<unk>", "a", 3)),
            TypeError,
            "vocabulary.words must be .* got 3 at place 2",
        ),
        (like(words="ab"), TypeError, "vocabulary.words must be a list of words"),
        (
            like(counts=(0, 2.5, 1)),
            TypeError,
            r"a list of whole numbers, got tuple \(0, 2\.5, 1\)",
        ),
        (like(counts=(0, "2", "1")), TypeError, "a list of whole numbers, got tuple"),
        (like(counts=(False, True, True)), TypeError, "a list of whole numbers"),
        (like(counts=3), TypeError, "a list of whole numbers, got int 3"),
        (like(counts=[[0, 2, 1]]), TypeError, "a list of whole numbers"),
        (like(counts=[[0], [2, 1]]), TypeError, "a list of whole numbers"),
        (like(counts=(0, 10**30, 1)), TypeError, "a list of whole numbers"),
        (
            like(("<unk>",), (4,)),
            ValueError,
            "must have a word beside “\u2068<unk>\u2069”, got none",
        ),
        (
            like(counts=(9, 1, 2)),
            ValueError,
            "must not rise from place 1 on, .*, got 1 at 1 and 2 at 2",
        ),
        (like(counts=(9, 2, 0)), ValueError, "at least 1 from place 1 on, got 0 at 2"),
        (like(counts=(9, 0, -1)), ValueError, "at least 1 from place 1 on, got 0 at 1"),
    ],
)
def test_what_is_no_vocabulary_in_order_of_frequency_is_refused(
    vocabulary, error, rule
):
    with pytest.raises(error, match=rule):
        word_places(vocabulary, ["a"])


@pytest.mark.parametrize("read", [["the"], "the", 3])
def test_a_read_that_is_no_function_is_refused(read):
    with pytest.raises(
        TypeError, match="read must be a function from a text to its words, got"
    ):
        word_places(SMALL, ["the"], read=read)


def with_ids(text):
    """As the `read` of notebook 00, for `select_rows`."""
    words = tokens(text)
    return words, [SMALL[word] for word in words]


READ = {
    "spaces": (None, ["The", "cat,", "sat"]),
    "tokens": (tokens, ["the", "cat", ",", "sat"]),
    "with ids": (with_ids, ["the", "cat", ",", "sat"]),
    "two words": (lambda text: ("the", "cat"), ["the", "cat"]),
    "an array": (lambda text: np.array(text.split()), ["The", "cat,", "sat"]),
}


@pytest.mark.parametrize("name", READ)
def test_a_typed_text_is_cut_by_read(name):
    read, words = READ[name]
    picture = word_places(SMALL, TEXT, read=read, step=2)
    assert typed(picture, "The cat, sat") == ""
    assert [step["word"] for step in picture.spec["steps"]] == words
    assert picture.step == 0


@pytest.mark.parametrize(
    ("read", "said"),
    [
        (None, "There is no word in this text. The picture stays as it is."),
        (
            lambda text: None,
            "what read returns must be a list of words, each a str, got NoneType.",
        ),
        (
            lambda text: [1],
            "what read returns must be a list of words, each a str, got 1 at place 0.",
        ),
        (
            lambda text: "a",
            "what read returns must be a list of words, each a str, got str.",
        ),
    ],
)
def test_what_read_must_return_is_said(read, said):
    assert untouched(word_places(SMALL, TEXT, read=read, step=2), " ") == said


def test_a_word_is_never_read_as_a_row():
    picture = word_places(SMALL, TEXT)
    assert typed(picture, "3 -1 <b>x</b>") == ""
    assert {step["row"] for step in picture.spec["steps"]} == {0}


def test_the_still_holds_all_words_and_words_at_round_ids():
    page = word_places(LARGE, ["w3106", "zebra", "w20000"], step=1).to_html()
    assert lines(page, "thead") == [["word", "id", "occurs"]]
    assert lines(page, "tbody") == [
        ["1 w3106", "3,106", "51 times"],
        ["2 zebra", "0", "not in the vocabulary"],
        ["3 w20000", "20,000", "once"],
    ]
    assert [row[:2] for row in lines(page, "tfoot")] == [
        [f"on the ribbon: w{10**power}", f"{10**power:,}"] for power in range(5)
    ]
    assert "<b>2 zebra</b>" in page
    title = "where words stand in the vocabulary: 22,311 words, the most frequent first"
    assert f"<caption>{title}, 6,326 of them seen once</caption>" in page


def test_the_box_of_unknown_words_is_a_word_itself():
    picture = word_places(SMALL, ["<unk>"])
    assert "unknown" not in picture.spec["steps"][0]
    assert lines(picture.to_html(), "tbody") == [["1 <unk>", "0", "for unknown words"]]


def test_a_vocabulary_counted_from_texts_is_taken():
    picture = word_places(count_words(["a b a", "b 7 a"]), ["b", "7"])
    assert [step["row"] for step in picture.spec["steps"]] == [2, 0]


@pytest.mark.long
def test_a_million_words_travel_in_little():
    V = 1_000_000
    words = ("<unk>", *(f"한국어단어모음집이라는것은{r}" for r in range(1, V)))
    vocabulary = Vocabulary(words, (0, *(9 * V // r for r in range(1, V))))
    picture = word_places(vocabulary, [words[-k] for k in range(1, 25)])
    assert len(picture.spec["places"]["rows"]) <= 360
    assert size(picture.get_state()) <= 51_000
