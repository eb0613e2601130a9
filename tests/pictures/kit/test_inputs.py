"""Words at the door, and numbers that cannot be read row by row: taken or refused by the rule."""

import numpy as np
import pytest
import torch

from conftest import refusal
from frames import HALVES
from lookup import (
    add_rows,
    bags,
    gradient_rows,
    moving_rows,
    product_and_lookup,
    select_rows,
    stored_rows,
)
from lookup.pictures.kit.inputs import two_of, words_of

SEVEN = ["the", "a", "dog", "ran", "cat", "sat", "mat"]
RULE = "must be a list of words, each a str, got"
MAKERS = {  # of a picture of seven rows, with names or words
    "select_rows": lambda **how: select_rows(HALVES, range(7), **how),
    "gradient_rows": lambda **how: gradient_rows(HALVES, range(7), 7, **how),
    "moving_rows": lambda **how: moving_rows([HALVES, -HALVES], **how),
    "product_and_lookup": lambda **how: product_and_lookup(HALVES, range(7), **how),
    "stored_rows": lambda **how: stored_rows({"dense": HALVES}, **how),
}


class Series:
    """As of pandas: `series[place]` asks for a label, and there is none of that name."""

    def __init__(self, words):
        self._words = words

    def __len__(self):
        return len(self._words)

    def __iter__(self):
        return iter(self._words)

    def __getitem__(self, label):
        raise KeyError(label)


@pytest.mark.parametrize("kind", [list, tuple, np.array, Series])
@pytest.mark.parametrize("maker", MAKERS)
def test_words_are_taken_from_whatever_holds_them_in_order(maker, kind):
    picture = MAKERS[maker](names=kind(SEVEN))
    plain = MAKERS[maker](names=SEVEN)
    assert (picture.spec, picture.to_html()) == (plain.spec, plain.to_html())
    if maker not in ("moving_rows", "stored_rows"):
        plain = MAKERS[maker](words=SEVEN)
        assert MAKERS[maker](words=kind(SEVEN)).spec == plain.spec


NO_WORDS = {
    "numbers": (range(7), "0 at place 0."),
    "a generator": ((word for word in SEVEN), "generator."),
    "bytes": (b"abcdefg", "97 at place 0."),
    "a tensor": (torch.arange(7), "tensor(0) at place 0."),
    "a number in a tensor": (torch.tensor(7), "Tensor."),
    "a dict": (dict.fromkeys(SEVEN), "dict."),
    "a set": (set(SEVEN), "set."),
    "a number": (7, "int."),
    "one text": ("abcdefg", "str."),
    "lists": ([[word] for word in SEVEN], "['the'] at place 0."),
    "one missing": ([*SEVEN[:6], None], "None at place 6."),
    "one endless": ([*SEVEN[:6], ["z" * 10**6]], f"['{'z' * 58} at place 6."),
}


@pytest.mark.parametrize("name", NO_WORDS)
@pytest.mark.parametrize("maker", MAKERS)
def test_what_is_no_list_of_words_is_refused_with_place_and_value(maker, name):
    given, got = NO_WORDS[name]
    assert refusal(lambda: MAKERS[maker](names=given)) == (
        TypeError,
        f"names {RULE} {got}",
    )
    if maker not in ("moving_rows", "stored_rows"):
        assert refusal(lambda: MAKERS[maker](words=given)) == (
            TypeError,
            f"words {RULE} {got}",
        )


def test_half_a_character_which_no_page_can_be_sent_is_replaced():
    assert words_of(["a\ud800", "\ud83d\ude42"], "words") == ["a\ufffd", "🙂"]


@pytest.mark.parametrize(
    ("made", "got"),
    [
        (None, "None"),
        ((), "0 things"),
        ((1,), "1 thing"),
        ([1, 2, 3], "3 things"),
        ("ab", "'ab'"),
        ({1: 2, 3: 4}, "{1: 2, 3: 4}"),
    ],
)
def test_what_is_no_pair_is_refused(made, got):
    text = f"read must return words and ids, but it returned {got}."
    assert refusal(lambda: two_of(made, "words and ids")) == (TypeError, text)


ODD = {  # name: (numbers of shape (2, 2), what is said of them)
    "matrix": (
        lambda: np.matrix([[1, 2], [3, 4]]),
        "must be an array, got an np.matrix, whose rows are matrices again: pass np.asarray({}).",
    ),
    "masked": (
        lambda: np.ma.masked_array([[1, 2], [3, 4]], mask=[[0, 1], [0, 0]]),
        "must hold a number at every place, got a MaskedArray: pass its filled(0).",
    ),
    "nested": (
        lambda: torch.nested.nested_tensor([torch.ones(2), torch.ones(3)]),
        "must have rows of equal length, got a nested tensor: pass its to_padded_tensor(0).",
    ),
    "jagged": (
        lambda: torch.nested.nested_tensor(
            [torch.ones(2), torch.ones(3)], layout=torch.jagged
        ),
        "must have rows of equal length, got a nested tensor: pass its to_padded_tensor(0).",
    ),
    "quantized": (
        lambda: torch.quantize_per_tensor(torch.ones(2, 2), 1.0, 0, torch.quint8),
        "must hold plain numbers, got quantized: pass its dequantize().",
    ),
}
DOORS = {
    "table": lambda odd: select_rows(odd, [0, 1]),
    "ids": lambda odd: select_rows(HALVES, odd),
    "up": lambda odd: gradient_rows(odd, [0, 1], 7),
    "moment 0: table": lambda odd: moving_rows([odd, odd]),
}


@pytest.mark.filterwarnings(
    "ignore"
)  # torch's own remarks on nested and quantized tensors
@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("name", ODD)
def test_numbers_that_cannot_be_read_row_by_row_are_refused_with_what_to_pass(
    name, door
):
    odd, rule = ODD[name]
    text = f"{door} {rule.format(door.removeprefix('moment 0: '))}"
    assert refusal(lambda: DOORS[door](odd())) == (TypeError, text)


@pytest.mark.parametrize(
    "maker", [add_rows, lambda W, X, names: bags(W, [0], [0], names=names)]
)
def test_names_of_the_pictures_of_sums_go_through_the_same_door(maker):
    kind, text = refusal(lambda: maker(HALVES, HALVES, names=range(7)))
    assert (kind, text) == (TypeError, f"names {RULE} 0 at place 0.")
