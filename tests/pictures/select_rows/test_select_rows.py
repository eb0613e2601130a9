"""The pictures without a browser: their steps, and what typed texts do to them."""

import re

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from frames import HALVES, INF, NAN, long, with_places
from lookup import select_rows
from without_browser import lines, size, typed, untouched

PLACES = 10 * torch.arange(6)[:, None] + torch.arange(3)
NAMES = ["the", "a", "dog", "ran", "<i>cat</i>", "sat"]
NEITHER = "is not a row number from 0 to 5 or a word of this table."
SCRIPTS = ["the", "<script>x()</script>", "كلب", '"&', "<b>cat</b>", "sat", "mat"]
LONG = torch.arange(50_003.0).unfold(0, 4, 1)


def test_a_step_moves_the_row():
    picture = select_rows(PLACES, [[4, 1], [4, 2]], step=1)
    assert (picture.step, picture.row) == (1, 1)
    for step, row in enumerate([4, 1, 4, 2]):
        picture.step = step
        assert picture.row == row


@given(st.integers(1, 60), st.lists(st.integers(0, 59), min_size=1, max_size=40))
@settings(deadline=None, database=None, max_examples=40)
def test_every_row_of_a_small_table_has_a_step(V, ids):
    ids = [row % V for row in ids]
    steps = select_rows(np.zeros((V, 1)), ids).spec["steps"]
    assert [step["row"] for step in steps][: len(ids[:24])] == ids[:24]
    assert {step["row"] for step in steps} == set(range(V))
    assert [step["row"] for step in steps[len(ids[:24]) :]] == list(range(V))


def test_more_ids_than_steps_are_counted():
    spec = select_rows(PLACES / 3, torch.arange(30) % 6).spec
    assert (spec["path"], spec["note"]) == (24, "first 24 of 30 ids, numbers rounded")
    assert select_rows(PLACES, torch.arange(24) % 6).spec["note"] == ""


@pytest.mark.parametrize(
    ("ids", "slots"),
    [
        (1, [""]),
        ([2, 0], ["0", "1"]),
        ([[2, 0], [1, 5]], ["0, 0", "0, 1", "1, 0", "1, 1"]),
    ],
    ids=str,
)
def test_an_output_row_stands_at_its_place(ids, slots):
    spec = select_rows(PLACES, ids).spec
    assert [step["slot"] for step in spec["steps"]][: len(slots)] == slots
    assert spec["shapes"] == ["one-hot (6,)", "W (6, 3)", f"out {(*np.shape(ids), 3)}"]


@pytest.mark.parametrize("kind", [list, tuple, np.array])
def test_a_word_that_is_not_the_rows_name_is_unknown(kind):
    words, names = kind(["the", "b", "then"]), kind(NAMES)
    steps = select_rows(PLACES, [0, 1, 0], words=words, names=names).spec["steps"][:3]
    assert [step.get("unknown", False) for step in steps] == [False, True, True]
    assert [step["word"] for step in steps] == ["the", "b", "then"]


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("3", 3),
        (" 3\n", 3),
        ("003", 3),
        ("٣", 3),
        ("dog", 2),
        (" <i>cat</i> ", 4),
        ("the", 0),
    ],
)
def test_a_typed_row_of_a_small_table(text, row):
    picture = select_rows(PLACES, [2, 0], names=NAMES)
    spec = picture.spec
    assert typed(picture, text) == ""
    assert picture.row == row
    assert picture.spec == spec


@pytest.mark.parametrize("text", ["40000", "40,000", "٤٠٠٠٠"])
def test_a_typed_row_of_a_large_table(text):
    picture = select_rows(LONG, [7] * 30)
    assert typed(picture, text) == ""
    assert (picture.step, picture.row) == (25, 40_000)
    assert picture.spec["rows"]["40000"]["texts"] == [
        "40000",
        "40001",
        "40002",
        "40003",
    ]
    assert picture.spec["note"] == "first 24 of 30 ids"
    assert repr(picture) == "<one-hot × W: your row is row 40,000 of 50,000>"
    assert typed(picture, "5") == typed(picture, "7") == ""
    assert (picture.step, len(picture.spec["steps"])) == (24, 27)
    for row in range(100, 160):
        assert typed(picture, str(row)) == ""
    assert (picture.row, len(picture.spec["steps"])) == (159, 24 + 48)


def test_the_note_is_true_of_a_typed_row():
    table = torch.zeros(1000, 2)
    table[500] = 1 / 3
    picture = select_rows(table, [7])
    assert picture.spec["note"] == ""
    assert typed(picture, "500") == ""
    assert picture.spec["note"] == "numbers rounded"


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("6", "There is no row 6: the table has rows 0 to 5."),
        ("-1", "There is no row -1: the table has rows 0 to 5."),
        ("−1", "There is no row −1: the table has rows 0 to 5."),
        ("١٢", "There is no row ١٢: the table has rows 0 to 5."),
        ("9" * 19, f"There is no row {'9' * 19}: the table has rows 0 to 5."),
        *(
            (text, f"“\u2068{text}\u2069” {NEITHER}")
            for text in ["1e3", "--5", "1.0", "1,2", "cat", "²", "9" * 20, "<b>x</b>"]
        ),
        ("The", f"“\u2068The\u2069” {NEITHER} Did you mean “\u2068the\u2069”?"),
        ("cat</i>", f"“\u2068cat</i>\u2069” {NEITHER}"),
        (
            "<i>cta</i>",
            f"“\u2068<i>cta</i>\u2069” {NEITHER} Did you mean “\u2068<i>cat</i>\u2069”?",
        ),
        ("", "Type a row number or a word."),
        ("  ", "Type a row number or a word."),
        ("x" * 100_000, f"“\u2068{'x' * 39}…\u2069” {NEITHER}"),
        ("7" * 100_000, f"“\u2068{'7' * 39}…\u2069” {NEITHER}"),
    ],
    ids=lambda text: text[:12],
)
def test_a_typed_row_is_refused_with_the_rule(text, refused):
    assert untouched(select_rows(PLACES, [2, 0], names=NAMES, step=1), text) == refused


def test_without_names_no_word_is_asked_for():
    picture = select_rows(PLACES, [2])
    assert (
        untouched(picture, "dog")
        == "“\u2068dog\u2069” is not a row number from 0 to 5."
    )
    assert untouched(picture, "") == "Type a row number."
    assert picture.spec["asks"] == "Type a row number"
    assert (
        select_rows(PLACES, [2], names=NAMES).spec["asks"]
        == "Type a row number or a word"
    )


ODD = {  # what a learner's own function might return by mistake
    "nonsense": None,
    "three": (1, 2, 3),
    "numbers": ([1], [1]),
    "no words": (None, [1]),
    "shorter": (["a"], [1, 2]),
}


def read(text):
    """The words of a text and their ids, as a learner's own function might find them."""
    if text == "boom":
        raise RuntimeError("no model")
    if text in ODD:
        return ODD[text]
    words = text.split()
    return words, [
        99 if word == "far" else NAMES.index(word) if word in NAMES else 0
        for word in words
    ]


def test_a_typed_text_makes_new_steps():
    picture = select_rows(PLACES, [2, 0], read=read, names=NAMES, step=1)
    assert typed(picture, "dog ran blorf") == ""
    assert (picture.step, picture.spec["path"]) == (0, 3)
    assert [step["word"] for step in picture.spec["steps"][:3]] == [
        "dog",
        "ran",
        "blorf",
    ]
    assert picture.spec["steps"][2]["unknown"]
    assert typed(picture, "dog " * 30) == ""
    assert picture.spec["note"] == "first 24 of 30 ids"


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("", "There is no word in this text. The picture stays as it is."),
        ("dog far", "ids contains 99, but the table has 6 rows: use 0 to 5."),
        ("boom", "RuntimeError('no model')"),
        ("nonsense", "read must return words and ids, but it returned None."),
        ("three", "read must return words and ids, but it returned 3 things."),
        ("numbers", "words must be a list of words, each a str, got 1 at place 0."),
        ("no words", "words must be a list of words, each a str, got NoneType."),
        ("shorter", "words must hold one word for each of the 2 ids, got 1."),
    ],
)
def test_a_text_that_cannot_be_read_changes_nothing(text, refused):
    assert untouched(select_rows(PLACES, [2, 0], read=read, step=1), text) == refused


def test_a_click_beside_a_sentence_is_a_row():
    picture = select_rows(LONG, [7, 8], read=read)
    assert typed(picture, "9", key="row") == ""
    assert (picture.row, picture.spec["path"], picture.spec["sentence"]) == (9, 2, True)
    assert "There is no row 50000" in typed(picture, "50000", key="row")


def test_later_changes_of_the_table_do_not_change_rows_already_drawn():
    table = torch.zeros(1000, 2)
    picture = select_rows(table, [7])
    table += 5
    assert typed(picture, "8") == ""
    rows = picture.spec["rows"]
    assert [rows[row]["texts"] for row in ("7", "9", "10")] == [
        ["0", "0"],
        ["0", "0"],
        ["5", "5"],
    ]


def test_ten_million_columns_are_as_good_as_three_hundred():
    sizes = [
        size(select_rows(torch.zeros(2, D), [1, 0]).spec) for D in (300, 10_000_000)
    ]
    assert sizes[1] <= 1.1 * sizes[0]
    assert sizes[1] < 2000


def test_the_repr_is_the_same_everywhere():
    assert (
        repr(select_rows(HALVES, [4, 1], step=1))
        == "<one-hot × W: step 2 of 2 picks row 1 of 7>"
    )
    assert (
        repr(select_rows(long(50_000, 2), [49_999]))
        == "<one-hot × W: step 1 of 1 picks row 49,999 of 50,000>"
    )
    assert (
        repr(select_rows(HALVES, [4, 1], step=2))
        == "<one-hot × W: your row is row 0 of 7>"
    )


def spoilt_steps(picture):
    """{step: the product that it makes}, of the steps whose product is not their row."""
    return {step: made for made in picture.spec["spoilt"] for step in made["steps"]}


@pytest.mark.parametrize(
    ("shape", "places", "why"),
    [
        ((6, 4), {(5, 2): INF}, "column 2 is nan, because 0 × ∞ in row 5 is nan"),
        ((6, 4), {(5, 2): -INF}, "column 2 is nan, because 0 × −∞ in row 5 is nan"),
        ((6, 4), {(0, 0): NAN}, "column 0 is nan, because 0 × nan in row 0 is nan"),
        ((6, 4), {(4, 2): INF}, None),
        ((6, 4), {(4, 2): NAN, (5, 2): INF}, None),
        (
            (6, 4),
            {(4, 2): INF, (5, 2): INF},
            "column 2 is nan, because 0 × ∞ in row 5 is nan",
        ),
        (
            (6, 4),
            {(5, 0): INF, (5, 2): INF},
            "columns 0 and 2 are nan, because 0 × ∞ in row 5 is nan",
        ),
        (
            (6, 4),
            {(5, 0): INF, (5, 1): INF, (3, 3): NAN},
            "columns 0, 1 and 3 are nan, because of products such as 0 × ∞ in row 5",
        ),
        ((6, 4), {5: INF}, "all 4 columns are nan, because 0 × ∞ in row 5 is nan"),
        ((6, 1), {5: INF}, "column 0 is nan, because 0 × ∞ in row 5 is nan"),
        (
            (6, 9),
            {(5, column): NAN for column in range(2, 8)},
            "6 of 9 columns are nan, because 0 × nan in row 5 is nan",
        ),
        (
            (20_000, 300),
            {(13_337, 299): INF, (4, 24): NAN},
            "column 299 is nan, because 0 × ∞ in row 13,337 is nan",
        ),
        (
            (20_000, 300),
            {(13_337, column): INF for column in range(20, 26)},
            "4 of 32 columns drawn are nan, because 0 × ∞ in row 13,337 is nan",
        ),
        (
            (20_000, 300),
            {13_337: INF},
            "all 32 columns drawn are nan, because 0 × ∞ in row 13,337 is nan",
        ),
        (
            (20_000, 2),
            {3: INF, 9: INF},
            "all 2 columns are nan, because 0 × ∞ in row 3 is nan",
        ),
        (
            (20_000, 2),
            {0: INF, 3: INF},
            "all 2 columns are nan, because 0 × ∞ in row 3 is nan",
        ),
    ],
)
def test_a_product_that_is_not_its_row_says_which_columns_are_nan_and_why(
    shape, places, why
):
    picture = select_rows(with_places(torch.zeros(shape), places), [4])
    by_product = f"<one-hot × W: step 1 of 1 picks row 4 of {shape[0]:,}"
    if why is None:
        assert 0 not in spoilt_steps(picture)
        assert repr(picture) == f"{by_product}>"
    else:
        assert spoilt_steps(picture)[0]["why"] == why
        assert repr(picture) == f"{by_product}, but {why}>"
        assert f"{why}. Run the cell" in picture.to_html()
    picture.by = "lookup"
    assert repr(picture) == f"<W[ids]: step 1 of 1 picks row 4 of {shape[0]:,}>"


PLACES_4 = 10.0 * torch.arange(6)[:, None] + torch.arange(4)


@pytest.mark.parametrize(
    "dtype", [torch.float64, torch.float32, torch.float16, torch.bfloat16], ids=str
)
def test_the_still_shows_the_product_as_torch_makes_it_and_the_lookup_as_it_is(dtype):
    W = PLACES_4.to(dtype)
    W[5, 2] = INF
    ids = torch.tensor([4, 5, 1])
    picture = select_rows(W, ids)
    made = lines(picture.to_html(), "tfoot")
    product = torch.nn.functional.one_hot(ids, 6).to(dtype) @ W
    assert [row[0] for row in made] == [
        "out[0] ≠ W[4]",
        "out[1] = W[5]",
        "out[2] ≠ W[1]",
    ]
    for row, numbers in zip(made, product.tolist()):
        assert [float(cell.replace("∞", "inf")) for cell in row[2:]] == pytest.approx(
            numbers, nan_ok=True
        )
    picture.by = "lookup"
    looked_up = lines(picture.to_html(), "tfoot")
    assert [row[0] for row in looked_up] == [
        "out[0] = W[4]",
        "out[1] = W[5]",
        "out[2] = W[1]",
    ]
    for row, numbers in zip(looked_up, W[ids].tolist()):
        assert [float(cell.replace("∞", "inf")) for cell in row[1:]] == numbers


def test_the_marks_of_a_spoilt_product_say_where_the_nan_comes_from():
    places = {(500, 0): INF, (3, 1): NAN, (900, 2): -INF}
    picture = select_rows(with_places(torch.zeros(1000, 4), places), [501, 3, 502])
    sums = [(made["sum"], made["steps"]) for made in picture.spec["spoilt"]]
    assert sums == [("?<>=", [0, 2, 4, 5]), (">=>=", [1, 3])]
    assert typed(picture, "100") == ""
    assert spoilt_steps(picture)[6]["sum"] == "><>="


def test_a_finite_table_sends_nothing_more_when_the_way_changes():
    picture = select_rows(LONG, [7], by="lookup")
    changes = []
    picture.observe(lambda change: changes.append(change["name"]))
    picture.by = "product"
    assert changes == ["by"]


def test_a_lookup_of_a_large_table_tells_of_what_it_draws_alone():
    table = with_places(torch.zeros(1000, 3), {(500, 0): INF, (900, 1): INF})
    picture = select_rows(table, [501], by="lookup")
    assert [part["sum"] for part in picture.spec["spoilt"]] == ["?=="]
    picture.by = "product"
    assert [part["sum"] for part in picture.spec["spoilt"]] == ["?>="]


def numbers(cells):
    return torch.tensor([float(cell.replace("−", "-")) for cell in cells])


def test_the_still_shows_the_step_and_the_outputs():
    ids = [4, 1, 4]
    picture = select_rows(HALVES, ids, step=1)
    page = picture.to_html()
    assert lines(page, "thead") == [
        ["row", "one-hot", *(f"column {column}" for column in range(5))]
    ]
    body, foot = lines(page, "tbody"), lines(page, "tfoot")
    assert [row[:2] for row in body] == [
        [str(row), str(int(row == 1))] for row in range(7)
    ]
    torch.testing.assert_close(
        torch.stack([numbers(row[2:]) for row in body]), HALVES, atol=0, rtol=0
    )
    assert [row[0] for row in foot] == [
        "out[0] = W[4]",
        "out[1] = W[1]",
        "out[2] = W[4]",
    ]
    product = torch.nn.functional.one_hot(torch.tensor(ids), 7).float() @ HALVES
    torch.testing.assert_close(
        torch.stack([numbers(row[2:]) for row in foot]), product, atol=0, rtol=0
    )
    assert "<b>1</b></bdi></th><td><b>1</b></td>" in page


def test_the_still_of_a_large_table_says_what_it_leaves_out():
    page = select_rows(long(50_000, 300), 7).to_html()
    caption = re.search("<caption>(.*?)</caption>", page)[1]
    assert caption == (
        "one-hot × W: one-hot (50000,), W (50000, 300), out (300,), "
        "268 of 300 columns not drawn, numbers rounded, ⋯ 5 rows above, ⋯ 49,990 rows below"
    )
    assert [row[0] for row in lines(page, "tfoot")] == ["out = W[7]"]
    assert [row[0] for row in lines(page, "tbody")] == ["7"]


def test_the_still_escapes_words():
    page = select_rows(
        HALVES, [4, 1], words=["<img src=x>", "<b>cat</b>"], names=SCRIPTS
    ).to_html()
    assert "<b>cat" not in page
    assert [row[0] for row in lines(page, "tbody")] == [
        *(
            "0 the",
            "1 <script>x()</script>",
            "2 كلب",
            '3 "&',
            "4 <b>cat</b>",
            "5 sat",
            "6 mat",
        )
    ]
    assert [row[0] for row in lines(page, "tfoot")] == [
        "out[<img src=x>] = W[4]",
        "out[<b>cat</b>] = W[1]",
    ]
