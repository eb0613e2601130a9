"""Linear beside Embedding without a browser: what it computes, what it says, what it refuses."""

import re

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from conftest import refusal
from frames import G
from lookup import product_and_lookup
from without_browser import lines, size, typed

PLACES = 10.0 * torch.arange(6)[:, None] + torch.arange(4)
HALF = [[0, 0.5, 0.5, 0, 0, 0]]
INF = float("inf")
MOST_BYTES = 58_000


def numbers(line):
    """The numbers of a row as it travels; zeros that do not travel are none."""
    texts = line.split(" ")[1:]
    words = {"∞": "inf", "−∞": "-inf", "+∞": "inf", "≈0": "0"}
    return [float(words.get(text, text.replace("−", "-"))) for text in texts]


def lane(picture, step):
    """The products (V, D) and the sum (D,) of a step, as they travel."""
    spec, sent = picture.spec, picture.spec["steps"][step]
    zeros = [0.0] * spec["D"]
    products = [
        numbers(sent["products"][str(row)]) if str(row) in sent["products"] else zeros
        for row in range(spec["V"])
    ]
    return np.array(products), np.array(numbers(sent["sum"]))


@st.composite
def problems(draw):
    """A small table of quarters and weights of quarters: all sums are exact, in any order."""
    V, D, B = draw(st.integers(1, 12)), draw(st.integers(1, 8)), draw(st.integers(1, 5))
    quarters = st.integers(-8, 8).map(lambda v: v / 4)
    table = draw(
        st.lists(st.lists(quarters, min_size=D, max_size=D), min_size=V, max_size=V)
    )
    halves = st.sampled_from([0.0, 0.0, 1.0, 0.5, -0.5])
    weights = draw(
        st.lists(st.lists(halves, min_size=V, max_size=V), min_size=B, max_size=B)
    )
    return torch.tensor(table), torch.tensor(weights)


@given(problems())
@settings(deadline=None, database=None, max_examples=30)
def test_the_lanes_are_torchs_linear_and_embedding(problem):
    W, weights = problem
    picture = product_and_lookup(W, weights)
    sums = torch.nn.functional.linear(weights, W.T)
    for step, v in enumerate(weights):
        products, total = lane(picture, step)
        np.testing.assert_allclose(products, v[:, None] * W, atol=0.0051)
        np.testing.assert_allclose(total, sums[step], atol=0.0501)
        sent = picture.spec["steps"][step]
        is_one_hot = v.sum() == v.abs().sum() == v.max() == 1
        assert ("row" in sent) == bool(is_one_hot)
        if is_one_hot:
            assert sent["row"] == v.argmax()
            assert sent["same"] is True


def test_ids_are_the_one_hots_that_linear_gets():
    ids = torch.tensor([2, 3, 1])
    by_ids = product_and_lookup(PLACES, ids)
    one_hots = torch.nn.functional.one_hot(ids, 6).float()
    by_weights = product_and_lookup(PLACES, one_hots)
    same = [{**step, "slot": None} for step in by_ids.spec["steps"]]
    assert same == [{**step, "slot": None} for step in by_weights.spec["steps"]]
    assert (by_ids.spec["mixed"], by_weights.spec["mixed"]) == (False, True)
    assert product_and_lookup(PLACES.numpy(), ids.int().tolist()).spec == by_ids.spec
    assert product_and_lookup(PLACES.tolist(), ids.int()).spec == by_ids.spec


def test_a_zero_times_infinity_is_nan_as_torch_computes_it():
    W = PLACES.clone()
    W[4, 1] = INF
    W[0, 3] = -INF
    W[5, 0] = float("nan")
    picture = product_and_lookup(W, [2])
    products, total = lane(picture, 0)
    v = torch.nn.functional.one_hot(torch.tensor(2), 6).float()
    torch.testing.assert_close(
        torch.tensor(products).float(), v[:, None] * W, equal_nan=True, atol=0, rtol=0
    )
    torch.testing.assert_close(
        torch.tensor(total).float(), v @ W, equal_nan=True, atol=0, rtol=0
    )
    assert picture.spec["steps"][0]["same"] is False
    assert sorted(picture.spec["steps"][0]["products"]) == ["0", "2", "4", "5"]
    assert product_and_lookup(W[1:4], [1]).spec["steps"][0]["same"] is True
    own = torch.tensor([[INF, float("nan")]])
    assert product_and_lookup(own, [0]).spec["steps"][0]["same"] is True, (
        "its own ∞ is copied"
    )


@pytest.mark.parametrize(
    "dtype", [torch.float64, torch.float32, torch.bfloat16, torch.float16]
)
def test_sums_are_made_in_the_dtype_of_the_table(dtype):
    W = torch.tensor([[256.0], [1.0]], dtype=dtype)
    picture = product_and_lookup(W, [[1.0, 1.0]])
    assert lane(picture, 0)[1] == (torch.ones(1, 2, dtype=dtype) @ W).item()
    if dtype == torch.bfloat16:
        assert lane(picture, 0)[1] == 256, "the next number of bfloat16 is 258"


def test_an_overflow_is_infinite_and_makes_no_noise():
    W = np.array([[6e4], [6e4]], np.float16)
    assert lane(product_and_lookup(W, [[1.0, 1.0]]), 0)[1] == INF


def test_a_parameter_and_whole_numbers_are_taken():
    weight = torch.nn.Embedding(6, 4).weight
    assert product_and_lookup(weight, [2]).row == 2
    whole = product_and_lookup(PLACES.int(), HALF)
    assert lane(whole, 0)[1].tolist() == [15, 16, 17, 18]
    assert (
        product_and_lookup([[0, 1], [2, 3]], [[0.5, 0.5]])
        .spec["steps"][0]["sum"]
        .endswith("1 2")
    )


def test_later_changes_of_the_table_do_not_show():
    W = PLACES.clone()
    picture = product_and_lookup(W, [2])
    before = picture.spec, picture.to_html()
    W.fill_(7)
    assert typed(picture, "4") == ""
    assert picture.spec == before[0]
    assert "40" in picture.to_html()


WEIGHTS = {
    0.5: "0.5",
    0.875: "0.875",
    1.0: "1",
    -0.0: "0",
    1 / 3: "0.33",
    -2.0: "−2",
    1e-9: "≈0",
}


def test_a_weight_has_up_to_three_decimals_and_says_when_it_is_rounded():
    picture = product_and_lookup(torch.zeros(7, 1), [list(WEIGHTS)])
    assert picture.spec["steps"][0]["v"].split(" ")[1:] == list(WEIGHTS.values())
    assert picture.spec["note"] == "numbers rounded"
    assert product_and_lookup(torch.zeros(2, 1), [[0.875, 0.125]]).spec["note"] == ""


def test_a_half_looks_half_as_strong_as_a_one():
    halves, ones = (
        product_and_lookup(torch.zeros(2, 1), [v]) for v in ([0.5, 0.5], [1.0, -2.0])
    )
    marks = [picture.spec["steps"][0]["v"].split(" ")[0] for picture in (halves, ones)]
    assert marks == ["mm", "mZ"], "on a ramp that ends at 1, or at the largest"


def test_its_name_and_its_still_say_where_it_stands():
    picture = product_and_lookup(PLACES, [2, 3], names=["a", "b", "c", "d", "e", "f"])
    assert repr(picture) == "<Linear and Embedding: step 1 of 2 is about row 2 of 6>"
    assert picture.spec["name"] == "Linear and Embedding, W (6, 4), ids 2, 3"
    assert lines(picture.to_html(), "tbody")[2] == ["2 c", "1", "20", "21", "22", "23"]
    assert lines(picture.to_html(), "tfoot") == [
        ["Linear, v @ W", "", "20", "21", "22", "23"],
        ["Embedding, W[id]", "", "20", "21", "22", "23"],
    ]
    mixture = product_and_lookup(PLACES, HALF)
    assert repr(mixture).endswith("step 1 of 1 mixes 2 of 6 rows, which no id says>")
    assert lines(mixture.to_html(), "tfoot") == [
        ["Linear, v @ W", "", "15", "16", "17", "18"],
        ["Embedding, W[id]", "", "no id gives this row", "", "", ""],
    ]
    assert mixture.row is None
    assert "<b>" not in mixture.to_html(), "no row is picked"


def test_any_row_can_be_asked_for_without_a_kernel():
    picture = product_and_lookup(PLACES, HALF)
    rows = [step.get("row") for step in picture.spec["steps"]]
    assert rows == [None, *range(6)]
    assert typed(picture, "4") == ""
    assert (picture.step, picture.row) == (5, 4)
    assert repr(picture) == "<Linear and Embedding: your row is row 4 of 6>"
    assert typed(picture, "6") == "There is no row 6: the table has rows 0 to 5."
    assert picture.row == 4


def test_more_than_24_inputs_are_counted():
    assert product_and_lookup(PLACES, [1] * 30).spec["note"] == "first 24 of 30 ids"
    many = product_and_lookup(torch.zeros(12, 8), torch.eye(12)[[1] * 30])
    assert many.spec["note"] == "first 10 of 30 inputs"
    assert (
        len([step for step in many.spec["steps"] if step.get("slot") == "your row"])
        == 11
    )


@pytest.mark.parametrize(
    ("V", "D"), [(12, 8), (9, 5), (11, 4), (6, 7), (12, 1), (1, 8)]
)
def test_what_travels_is_small_even_where_all_is_mixed(V, D):
    words = {"names": ["한국어단어모음집"] * V, "words": ["한국어단어모음집"] * 30}
    weights = torch.randn(30, V, generator=G)
    picture = product_and_lookup(20 * torch.randn(V, D, generator=G), weights, **words)
    assert size(picture.get_state()) <= MOST_BYTES


SHAPE = "weights must have shape (B, 6), a row for each step with a weight for each row of W, "
REFUSED = {
    "too many rows": (
        lambda: product_and_lookup(torch.zeros(13, 2), [0]),
        (
            ValueError,
            "W must have at most 12 rows and 8 columns, got shape (13, 2): "
            "select_rows draws larger tables.",
        ),
    ),
    "too many columns": (
        lambda: product_and_lookup(torch.zeros(2, 9), [0]),
        (
            ValueError,
            "W must have at most 12 rows and 8 columns, got shape (2, 9): "
            "select_rows draws larger tables.",
        ),
    ),
    "no table": (
        lambda: product_and_lookup(torch.zeros(3), [0]),
        (ValueError, "table must have 2 dimensions (rows, columns), got shape (3,)."),
    ),
    "weights of another table": (
        lambda: product_and_lookup(PLACES, [[0.5, 0.5]]),
        (ValueError, f"{SHAPE}got shape (1, 2)."),
    ),
    "one row of weights": (
        lambda: product_and_lookup(PLACES, HALF[0]),
        (ValueError, f"{SHAPE}got shape (6,)."),
    ),
    "no weights": (
        lambda: product_and_lookup(PLACES, torch.zeros(0, 6)),
        (ValueError, f"{SHAPE}got shape (0, 6)."),
    ),
    "no ids": (
        lambda: product_and_lookup(PLACES, torch.zeros(0, dtype=torch.int64)),
        (ValueError, "ids is empty (shape (0,)): a picture needs at least one id."),
    ),
    "whole one-hots": (
        lambda: product_and_lookup(PLACES, torch.eye(6, dtype=torch.int64)),
        (
            ValueError,
            "ids must have shape (B,), got shape (6, 6): if these are one-hots, "
            "pass them as floating numbers.",
        ),
    ),
    "a table of ids": (
        lambda: product_and_lookup(PLACES, [[1, 2]]),
        (ValueError, "ids must have shape (B,), got shape (1, 2)."),
    ),
    "an infinite weight": (
        lambda: product_and_lookup(PLACES, [[0, INF, 0, 0, 0, 0]]),
        (ValueError, "weights must be finite numbers, got inf."),
    ),
    "an id outside": (
        lambda: product_and_lookup(PLACES, [1, 6]),
        (IndexError, "ids contains 6, but the table has 6 rows: use 0 to 5."),
    ),
    "truth values": (
        lambda: product_and_lookup(PLACES, [True]),
        (TypeError, "ids must be int64 or int32, as in nn.Embedding, got bool."),
    ),
    "a sparse input": (
        lambda: product_and_lookup(PLACES, torch.eye(6).to_sparse()),
        (
            TypeError,
            "inputs must be dense, got a sparse Tensor: pass its to_dense() or toarray().",
        ),
    ),
    "texts": (
        lambda: product_and_lookup(PLACES, ["cat"]),
        (TypeError, "inputs must hold real numbers, such as ids or weights, got list."),
    ),
    "a word too few": (
        lambda: product_and_lookup(PLACES, HALF, words=[]),
        (ValueError, "words must hold one word for each of the 1 input, got 0."),
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_drawn_is_refused_with_the_rule_and_the_value(name):
    call, refused = REFUSED[name]
    assert refusal(call) == refused


def test_words_stand_on_the_chips_and_an_unknown_one_is_marked():
    names = ["<unk>", "cat", "dog"]
    picture = product_and_lookup(
        PLACES[:3], [1, 0], names=names, words=["cat", "zebra"]
    )
    first, second, *_ = picture.spec["steps"]
    assert (first["word"], first.get("unknown")) == ("cat", None)
    assert (second["word"], second.get("unknown")) == ("zebra", True)
    between = product_and_lookup(
        PLACES[:3], [[0, 0.5, 0.5]], names=names, words=["both"]
    )
    assert between.spec["steps"][0]["word"] == "both"
    long = product_and_lookup(PLACES[:3], [[0, 0.5, 0.5]], words=["half of each"])
    assert long.spec["chips"]["width"] == 84 > between.spec["chips"]["width"]
    assert not re.search("unknown", str(between.spec["steps"][0]))
