"""Tables and ids at the door: what is refused, in which words, and what of a table is read."""

import datetime
import re

import numpy as np
import pytest
import scipy.sparse
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from conftest import refusal
from lookup import select_rows
from lookup.pictures.kit.inputs import ids_of
from lookup.pictures.kit.table import Table, cut, lens

INF, NAN = float("inf"), float("nan")
GOOD = torch.arange(6.0).reshape(3, 2)
REAL = "table must hold real numbers, such as embedding.weight, got"
SPARSE = "table must be dense, got a sparse"
ROWS = "but the table has 3 rows: use 0 to 2."
WHOLE = "ids must be int64 or int32, as in nn.Embedding, got"
EMPTY = "ids is empty (shape (2, 0)): a picture needs at least one id."


@pytest.mark.parametrize(
    ("table", "kind", "text"),
    [
        (5, ValueError, "table must have 2 dimensions (rows, columns), got shape ()."),
        (
            [1.0, 2.0],
            ValueError,
            "table must have 2 dimensions (rows, columns), got shape (2,).",
        ),
        (
            torch.zeros(2, 3, 4),
            ValueError,
            "table must have 2 dimensions (rows, columns), got shape (2, 3, 4).",
        ),
        (
            torch.zeros(0, 3),
            ValueError,
            "table must have at least one row and one column, got shape (0, 3).",
        ),
        (
            np.zeros((3, 0)),
            ValueError,
            "table must have at least one row and one column, got shape (3, 0).",
        ),
        (torch.zeros(2, 2, dtype=torch.complex64), TypeError, f"{REAL} Tensor."),
        (np.zeros((2, 2), complex), TypeError, f"{REAL} ndarray."),
        ([["1", "2"]], TypeError, f"{REAL} list."),
        (np.array([[b"1"]]), TypeError, f"{REAL} ndarray."),
        (np.zeros((1, 1), "m8[ns]"), TypeError, f"{REAL} ndarray."),
        ([[datetime.date(2000, 1, 1)]], TypeError, f"{REAL} list."),
        (np.array([[1, None]]), TypeError, f"{REAL} ndarray."),
        ("table", TypeError, f"{REAL} str."),
        (None, TypeError, f"{REAL} NoneType."),
        (torch.nn.Embedding(3, 2), TypeError, f"{REAL} Embedding."),
        (
            torch.eye(3).to_sparse(),
            TypeError,
            f"{SPARSE} Tensor: pass its to_dense() or toarray().",
        ),
        (
            scipy.sparse.eye_array(3),
            TypeError,
            f"{SPARSE} dia_array: pass its to_dense() or toarray().",
        ),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_table_is_refused(table, kind, text):
    assert refusal(lambda: select_rows(table, [0])) == (kind, text)


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (
            lambda: select_rows([[1, 2], [3]], [0]),
            "table must have rows of equal length: ",
        ),
        (
            lambda: select_rows(GOOD.to("meta"), [0]),
            "the numbers of table cannot be read: ",
        ),
        (
            lambda: select_rows(GOOD, [[0, 1], [2]]),
            "ids must have rows of equal length: ",
        ),
        (
            lambda: select_rows(GOOD, torch.tensor([0], device="meta")),
            "the numbers of ids cannot be read: ",
        ),
    ],
)
def test_what_cannot_be_read_is_named(call, text):
    kind, words = refusal(call)
    assert kind is ValueError
    assert words.startswith(text)


@pytest.mark.parametrize(
    "table",
    [
        [[0, 1], [2, 3]], ((0.5, 1.5),), [[True, False]], np.float16([[1, 2]]),
        np.uint8([[1, 2]]), GOOD.clone().requires_grad_(), torch.nn.Parameter(GOOD),
        GOOD.bfloat16(), GOOD.double(), GOOD.T, torch.nn.Embedding(3, 2).weight,
        torch.ones(1, 2).expand(4, 2),
    ],
    ids=lambda table: getattr(table, "dtype", type(table).__name__),
)  # fmt: skip
def test_a_table_is_taken(table):
    array = torch.as_tensor(table).detach().double()
    assert Table(table).read(0) == array[0].tolist()


def test_odd_numbers_are_shown_as_such():
    row = select_rows([[NAN, INF, -INF, 0.0, -0.0, 1e-9]], [0]).spec["rows"]["0"]
    assert row["texts"] == ["nan", "+∞", "−∞", "0", "0", "≈0"]
    assert row["marks"] == "?+-00z"


@pytest.mark.parametrize(
    ("ids", "kind", "text"),
    [
        ([3], IndexError, f"ids contains 3, {ROWS}"),
        ([0, -1, 7], IndexError, f"ids contains -1, {ROWS}"),
        (torch.tensor([[0, 2**40]]), IndexError, f"ids contains {2**40}, {ROWS}"),
        ([], ValueError, "ids is empty (shape (0,)): a picture needs at least one id."),
        (np.zeros((2, 0), int), ValueError, EMPTY),
        ([0.0], TypeError, f"{WHOLE} float64."),
        ([True], TypeError, f"{WHOLE} bool."),
        ("a", TypeError, f"{WHOLE} <U1."),
        (None, TypeError, f"{WHOLE} NoneType."),
        ([2**70], TypeError, f"{WHOLE} {2**70} in a list."),
        (np.uint8([0]), TypeError, f"{WHOLE} uint8."),
        (np.int16([0]), TypeError, f"{WHOLE} int16."),
        (torch.tensor([0.0]), TypeError, f"{WHOLE} torch.float32."),
        (torch.tensor([True]), TypeError, f"{WHOLE} torch.bool."),
        (torch.tensor([0], dtype=torch.uint8), TypeError, f"{WHOLE} torch.uint8."),
        (torch.tensor([0], dtype=torch.int16), TypeError, f"{WHOLE} torch.int16."),
        (torch.zeros(1, requires_grad=True), TypeError, f"{WHOLE} torch.float32."),
    ],
    ids=lambda value: str(value) if not isinstance(value, type | str) else "",
)
def test_ids_are_refused(ids, kind, text):
    assert refusal(lambda: select_rows(GOOD, ids)) == (kind, text)


@pytest.mark.parametrize(
    ("ids", "flat", "shape"),
    [
        (2, [2], ()), (torch.tensor(1), [1], ()), ([2, 0], [2, 0], (2,)), ((1,), [1], (1,)),
        ([[0, 1], [2, 0]], [0, 1, 2, 0], (2, 2)), (np.int32([[1], [2]]), [1, 2], (2, 1)),
        (torch.tensor([2, 0], dtype=torch.int32), [2, 0], (2,)),
        (torch.tensor([[0, 1, 2]]).T, [0, 1, 2], (3, 1)), (range(3), [0, 1, 2], (3,)),
    ],
    ids=str,
)  # fmt: skip
def test_ids_are_taken_in_reading_order(ids, flat, shape):
    assert ids_of(ids, 3) == (flat, shape)


@pytest.mark.parametrize(
    ("more", "text"),
    [
        ({"words": ["a"]}, "words must hold one word for each of the 2 ids, got 1."),
        ({"words": []}, "words must hold one word for each of the 2 ids, got 0."),
        (
            {"names": ["a", "b"]},
            "names must hold one word for each of the 3 rows, got 2.",
        ),
        (
            {"names": ["a"] * 4},
            "names must hold one word for each of the 3 rows, got 4.",
        ),
    ],
)
def test_words_of_another_length_are_refused(more, text):
    assert refusal(lambda: select_rows(GOOD, [0, 2], **more)) == (ValueError, text)


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("zebrra", "“\u2068zebrra\u2069” is not a row number from 0 to 2 or a word of this table. "
         "Did you mean “\u2068zebra\u2069”?"),
        ("okapi", "“\u2068okapi\u2069” is not a row number from 0 to 2 or a word of this table."),
        ("Zebra ", "“\u2068Zebra\u2069” is not a row number from 0 to 2 or a word of this table. "
         "Did you mean “\u2068zebra\u2069”?"),
        (" ", "Type a row number or a word."),
    ],
)  # fmt: skip
def test_a_word_that_is_not_there_is_refused_with_the_nearest_that_is(typed, text):
    table = Table(GOOD, ["the", "zebra", ""])
    with pytest.raises(LookupError, match=f"^{re.escape(text)}$"):
        table.find(typed)
    assert table.find("zebra") == 1


class Watched:
    """A table of equal rows that keeps which were read one by one, which in blocks, which parts."""

    shape, dtype = (1_000_000, 300), "float32"

    def __init__(self, row):
        self.row, self.rows, self.blocks, self.parts = row, [], [], []

    def tolist(self):
        raise AssertionError("the whole table was read")

    def __getitem__(self, at):
        if isinstance(at, slice):
            self.blocks += [range(1_000_000)[at]]
            return Parts(
                np.broadcast_to(self.row, (len(self.blocks[-1]), 300)), self.parts
            )
        self.rows.append(at)
        return Parts(self.row, self.parts)


class Parts:
    """Rows, or one, of which it is kept how many columns were read."""

    def __init__(self, numbers, kept):
        self.numbers, self.kept = numbers, kept

    def __getitem__(self, at):
        part = self.numbers[at]
        self.kept.append(part.shape[-1])
        return part


def test_a_lookup_reads_what_is_drawn_and_nothing_else_and_only_once():
    watched = Watched(np.arange(300.0))
    picture = select_rows(watched, [500, 501, 500, 999_999], by="lookup")
    picture.step = 3
    assert sorted(watched.rows) == [0, *range(498, 504), *range(999_995, 1_000_000)]
    assert set(watched.parts) == {24, 8}
    assert watched.blocks == []


def test_a_product_reads_all_rows_of_the_columns_drawn_in_blocks_and_only_once():
    watched = Watched(np.arange(300.0))
    picture = select_rows(watched, [500, 999_999], by="lookup")
    for picture.by in ("product", "lookup", "product"):
        picture.to_html()
    assert [row for block in watched.blocks for row in block] == [*range(1_000_000)]
    assert max(map(len, watched.blocks)) <= 4096
    assert set(watched.parts) == {24, 8}
    assert picture.spec["spoilt"] == []


def test_a_product_reads_no_further_than_to_two_odd_numbers_in_each_column():
    watched = Watched(np.full(300, NAN))
    select_rows(watched, [500])
    assert [len(block) for block in watched.blocks] == [4096]


NUMBERS = st.sampled_from([0.0, -0.0, 1.0, -2.5, INF, -INF, NAN])


@settings(deadline=None, database=None)
@given(st.data(), st.integers(1, 70), st.sampled_from([1, 3, 32, 33, 40]))
def test_spoilers_are_what_makes_torchs_product_nan(data, V, D):
    table = torch.ones(V, D)
    for _ in range(data.draw(st.integers(0, 4))):
        table[data.draw(st.integers(0, V - 1)), data.draw(st.integers(0, D - 1))] = (
            data.draw(NUMBERS)
        )
    shown = Table(table)
    row = data.draw(st.integers(0, V - 1))
    spoilers = shown.spoilers(row, all_rows=True)
    product = torch.nn.functional.one_hot(torch.tensor(row), V).float() @ table
    lost = product.isnan() & ~table[row].isnan()
    assert {shown.columns[column] for column in spoilers} == {
        column
        for column in lost.nonzero().flatten().tolist()
        if column in shown.columns
    }
    for column, term in spoilers.items():
        found = table[term.row, shown.columns[column]].item()
        assert (term.row != row, term.column) == (True, column)
        assert str(found) == str(term.value) in ("inf", "-inf", "nan")
    near = {column for column, term in spoilers.items() if term.row in shown.lens(row)}
    assert set(shown.spoilers(row, all_rows=False)) == near


@pytest.mark.parametrize(
    "kind",
    [
        torch.float64, torch.float16, torch.bfloat16, torch.float8_e4m3fn, torch.int64, torch.bool,
        np.float16, np.longdouble, np.int8,
    ],
    ids=str,
)  # fmt: skip
def test_all_rows_of_any_real_dtype_can_be_read(kind):
    is_torch = isinstance(kind, torch.dtype)
    table = torch.ones(100, 3).to(kind) if is_torch else np.ones((100, 3), kind)
    odd = "float" in str(kind) or "longdouble" in str(kind)
    if odd:
        table[70, 2] = NAN
    terms = Table(table).not_finite
    assert [(term.row, term.column) for term in terms] == ([(70, 2)] if odd else [])


@pytest.mark.parametrize(
    ("shape", "whole", "numbers"),
    [
        ((12, 8), True, True),
        ((13, 8), True, False),
        ((12, 9), True, False),
        ((60, 16), True, False),
        ((61, 1), False, True),
        ((40, 32), False, False),
        ((31, 300), True, False),
        ((2, 10_000_000), True, False),
    ],
)
def test_what_is_drawn_of_a_table(shape, whole, numbers):
    spec = select_rows(torch.zeros(1).expand(shape), [1]).spec
    assert (spec["whole"], spec["numbers"]) == (whole, numbers)
    assert spec["drawn"] == (shape[0] if whole else 5)
    assert len(spec["columns"]) == min(shape[1], 32)
    hidden = shape[1] - len(spec["columns"])
    assert spec["note"] == (
        f"{hidden:,} of {shape[1]:,} columns not drawn" if hidden else ""
    )


@pytest.mark.parametrize("D", [1, 32, 33, 300])
def test_a_drawn_number_stands_under_its_column(D):
    table = torch.arange(3.0 * D).reshape(3, D)
    for numbers in (table, table.numpy(), table.tolist()):
        shown = Table(numbers)
        assert shown.read(2) == table[2, shown.columns].tolist()


@pytest.mark.parametrize("row", [0, 1, 2, 3, 500, 996, 997, 999])
def test_the_lens_counts_what_it_leaves_out(row):
    picture = select_rows(torch.zeros(1000, 2), [row])
    step, *_ = picture.spec["steps"]  # then come those that can be asked for
    above, below = (
        int(count)
        for count in re.findall(r"⋯ (\d+) rows? (?:above|below)", picture.to_html())
    )
    assert above + 5 + below == 1000
    assert step["first"] == above <= row < above + 5


@pytest.mark.parametrize(
    ("columns", "drawn", "last"),
    [(1, 1, 0), (32, 32, 31), (33, 32, 32), (300, 32, 299), (10**7, 32, 10**7 - 1)],
)
def test_cut(columns, drawn, last):
    kept = cut(columns)
    assert (len(kept), kept[0], kept[-1]) == (drawn, 0, last)
    assert kept == sorted(set(kept))


@settings(deadline=None, database=None)
@given(st.data())
def test_a_lens_holds_its_row_and_lies_inside(data):
    rows = data.draw(st.integers(5, 10**9))
    row = data.draw(st.integers(0, rows - 1))
    first = lens(row, rows)
    assert 0 <= first <= row < first + 5 <= rows
    assert row - first == 2 or first == 0 or first == rows - 5
