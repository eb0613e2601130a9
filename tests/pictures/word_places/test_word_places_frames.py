"""Words on their ribbon, frame by frame, judged by node."""

import pytest

from frames import WORDS, assert_frames
from lookup import word_places
from lookup.text.words import count_words
from lookup.vocabulary import Vocabulary

pytestmark = pytest.mark.long

SMALL = count_words(["the cat sat on the mat", "the dog sat"])


def zipf(V):
    """Words of which the one at place r occurs as often as 9 V / r says."""
    return Vocabulary(
        ("<unk>", *(f"w{r}" for r in range(1, V))),
        (7, *(9 * V // r for r in range(1, V))),
    )


def tailed(V, once):
    """Words of which the last ones occur once."""
    counts = (2 + (V // r) ** 2 for r in range(1, V - once))
    return Vocabulary(
        ("<unk>", *(f"w{r}" for r in range(1, V))), (0, *counts, *[1] * once)
    )


def drawn(vocabulary, words, **how):
    """A spec with what it should show of each word, found by a plain search."""
    picture = word_places(vocabulary, words, **how)
    known = vocabulary.words
    truth = []
    for word in words[:24]:
        row = known.index(word) if word in known else 0
        truth.append(
            {"row": row, "count": vocabulary.counts[row], "known": word in known}
        )
    spec = picture.spec
    of_places = {
        row: [known[row], vocabulary.counts[row]] for row in spec["places"]["rows"]
    }
    return spec | {"truth": truth, "of_places": of_places}


def specs():
    """Every kind of spec that the page must be able to draw."""
    sentence = ["w5", "w3106", "w6111", "w51", "w5", "blorf", "w1682", "zorp", "w1"]
    dense = [
        f"w{row}"
        for row in (1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 14, 20, 21, 30, 100, 101, 999)
    ]
    odd = Vocabulary(("<unk>", *WORDS), (9, 40, 40, 30, 20, 9, 2, 1))
    return {
        "small": drawn(SMALL, ["the", "cat", "zebra", "cat", "sat"]),
        "notebook 00": drawn(tailed(22_311, 6326), sentence),
        "dense": drawn(
            zipf(22_311), [*dense, "w22310", "w22309", "w20000", "w19999", "w7", "w13"]
        ),
        "a million": drawn(zipf(1_000_000), ["w999999", "w500000", "w1", "w1000"]),
        "all unknown": drawn(SMALL, [f"a strange word {k}" for k in range(24)]),
        "more than 24": drawn(zipf(5000), [f"w{7 * k + 1}" for k in range(100)]),
        "odd words": drawn(odd, [word for word in WORDS if "🙂" not in word]),
        "no words": drawn(odd, ["한국어단어모음집이라", "", "<unk>", "x" * 80]),
        "flat": drawn(
            Vocabulary(("<unk>", *"abcdefghij"), (0, *[100] * 10)), ["a", "j", "e", "k"]
        ),
        "one word": drawn(Vocabulary(("<unk>", "a"), (0, 1)), ["a", "b", "a"]),
        "two words": drawn(Vocabulary(("<unk>", "a", "b"), (0, 10**9, 1)), ["b", "a"]),
        "hundreds": drawn(tailed(700, 3), ["w699", "w696", "w695", "w350"]),
    }


@pytest.mark.parametrize("name", ["word_places/frames.mjs", "word_places/text.mjs"])
def test_every_frame_keeps_its_properties(name, tmp_path):
    assert_frames(name, specs(), tmp_path)
