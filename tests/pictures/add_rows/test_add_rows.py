"""The picture of CSR rows without a browser: what it adds up, what it says, what it stores."""

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_array

from frames import HALVES, WORDS, long
from lookup import add_rows
from without_browser import lines, typed, untouched

X = csr_array([[2.0, 0, 0, 0, 1, 1, 0], [0] * 7, [1, 1, 1, 0, 0, 0, 3]])
NAMES = ["the", "a", "dog", "ran", "cat", "sat", "mat"]


def number(text):
    return 0.0 if text == "≈0" else float(text.replace("−", "-"))


def out(picture, step):
    return [number(text) for text in picture.spec["steps"][step]["out"].split(" ")[1:]]


def in_row(B, V, *sizes):
    """A CSR matrix of counts 1, 2, 3, 1, ...: row r has sizes[r] entries, in the last columns."""
    indptr = np.cumsum([0, *sizes, *[0] * (B - len(sizes))])
    indices = np.concatenate([[], *(np.arange(V - size, V) for size in sizes)]).astype(
        int
    )
    return csr_array(
        (np.resize([1.0, 2, 3], indptr[-1]), indices, indptr), shape=(B, V)
    )


@st.composite
def problems(draw):
    """A small table, and all that CSR allows: repeats, any order, stored zeros, empty rows."""
    V, D, B = draw(st.integers(1, 14)), draw(st.integers(1, 8)), draw(st.integers(1, 8))
    halves = st.integers(-40, 40).map(lambda v: v / 4)
    numbers = halves | st.floats(-100, 100).map(lambda v: round(v, 3))
    table = draw(
        st.lists(st.lists(numbers, min_size=D, max_size=D), min_size=V, max_size=V)
    )
    bags = draw(
        st.lists(
            st.lists(st.tuples(st.integers(0, V - 1), numbers), max_size=12),
            min_size=B,
            max_size=B,
        )
    )
    entries = [entry for bag in bags for entry in bag]
    parts = (
        [w for _, w in entries],
        [r for r, _ in entries],
        np.cumsum([0, *map(len, bags)]),
    )
    return np.array(table), csr_array(
        (np.array(parts[0], float), np.array(parts[1], int), parts[2]), shape=(B, V)
    )


@given(problems())
@settings(deadline=None, database=None, max_examples=30)
def test_the_sum_is_the_dense_product(problem):
    table, X = problem
    picture = add_rows(table, X)
    product, dense = X.toarray() @ table, X.toarray()
    assert len(picture.spec["steps"]) == min(6, X.shape[0])
    for step, shown in enumerate(picture.spec["steps"]):
        picture.step = step
        rows = X.indices[X.indptr[step] : X.indptr[step + 1]].tolist()
        assert picture.rows == shown["rows"] == rows
        for text, value in zip(out(picture, step), product[step], strict=True):
            within = (
                0.00501 if abs(value) < 9.99 else 0.0501 if abs(value) < 99.9 else 0.501
            )
            assert text == pytest.approx(
                value, abs=within if abs(value) < 99_999 else 0.06 * abs(value)
            )
        assert set(shown["counts"]) == {str(row) for row in rows}
        for row, (_, text) in shown["counts"].items():
            assert number(text) == pytest.approx(
                dense[step, int(row)], abs=0.00501, rel=0.0051
            )


def test_the_sum_is_made_in_float64_in_stored_order():
    table = torch.tensor([[1e8], [1.0], [-1e8]], dtype=torch.float32)
    assert out(add_rows(table, csr_array([[1, 1, 1]])), 0) == [1]
    X = csr_array((np.ones(3), [0, 2, 1], [0, 3]), shape=(1, 3))
    assert add_rows([[1e300], [1.0], [-1e300]], X).spec["steps"][0]["out"] == "a +1"


def test_a_step_moves_the_rows():
    picture = add_rows(HALVES, X, step=2)
    assert (picture.step, picture.rows) == (2, [0, 1, 2, 6])
    picture.step = 1
    assert picture.rows == []


@pytest.mark.parametrize(
    ("B", "note"),
    [(1, ""), (6, ""), (7, "first 6 of 7 rows of X"), (20, "first 6 of 20 rows of X")],
)
def test_rows_of_X_beyond_the_steps_are_counted(B, note):
    spec = add_rows(HALVES, in_row(B, 7, *[1] * B)).spec
    assert (spec["note"], spec["path"], len(spec["steps"])) == (
        note,
        min(6, B),
        min(6, B),
    )
    assert spec["shapes"] == [f"X ({B}, 7)", "W (7, 5)", f"out ({B}, 5)"]


def test_a_row_of_50000_entries_is_refused_before_anything_is_drawn(monkeypatch):
    opened = []
    monkeypatch.setattr(
        "lookup.pictures.kit.picture.Picture.open", lambda self: opened.append(self)
    )
    table = torch.zeros(1).expand(50_000, 4)
    refused = r"^row 1 of X has 50,000 stored entries; a picture adds up to 300\.$"
    with pytest.raises(ValueError, match=refused):
        add_rows(table, in_row(2, 50_000, 3, 50_000))
    with pytest.raises(ValueError, match="row 0 of X has 301 stored entries"):
        add_rows(table, in_row(1, 50_000, 301))
    assert opened == []
    assert len(add_rows(table, in_row(1, 50_000, 300)).rows) == 300
    assert (
        add_rows(table, in_row(7, 50_000, 1, 1, 1, 1, 1, 1, 50_000)).spec["path"] == 6
    ), "the seventh is not added up"
    assert len(opened) == 2


def test_what_a_refused_text_made_is_not_half_drawn():
    picture = add_rows(HALVES, X, step=2, read=lambda text: in_row(2, int(text), 400))
    assert (
        untouched(picture, "7") == "X names column -393, but has 7 columns: use 0 to 6."
    )
    assert (
        untouched(picture, "8")
        == "X has 8 columns, but the table has 7 rows: a column for each row."
    )
    assert (picture.step, picture.rows) == (2, [0, 1, 2, 6])


@pytest.mark.parametrize(("text", "row"), [("1", 1), (" 2\n", 2), ("٢", 2), ("002", 2)])
def test_a_typed_row_of_X(text, row):
    picture = add_rows(HALVES, X)
    assert typed(picture, text) == ""
    assert picture.step == row


@pytest.mark.parametrize(
    "text", ["3", "-1", "−1", "1.0", "²", "dog", "1,0", "9" * 5000]
)
def test_a_typed_row_of_X_is_refused_with_the_rule(text):
    shown = text if len(text) < 40 else text[:39] + "…"
    refused = f"“\u2068{shown}\u2069” is not a row of X from 0 to 2."
    assert untouched(add_rows(HALVES, X, names=NAMES, step=1), text) == refused


@pytest.mark.parametrize("text", ["", " \n"])
def test_without_a_text_the_picture_says_what_to_type(text):
    assert (
        untouched(add_rows(HALVES, X, names=NAMES, step=1), text)
        == "Type a row of X, or a count: the 2."
    )


PAIR = "read must return X, or X and a remark, but it returned"
REMARK = "the remark that read returns must be a str, got"


@pytest.mark.parametrize(
    ("made", "refused"),
    [
        (None, f"{PAIR} None."),
        ("ab", f"{PAIR} 'ab'."),
        ((), f"{PAIR} 0 things."),
        ((X,), f"{PAIR} 1 thing."),
        ((X, "a", "b"), f"{PAIR} 3 things."),
        ((X, None), f"{REMARK} None."),
        ((X, 5), f"{REMARK} 5."),
        ((None, "a"), "X must be CSR (a csr_array, a csr_matrix or a sparse CSR tensor), "
         "got NoneType."),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_what_read_returns_is_refused_with_what_it_must_return(made, refused):
    assert (
        untouched(add_rows(HALVES, X, read=lambda text: made, step=1), "x") == refused
    )


@pytest.mark.parametrize("made", [(X, "all known"), [X, "all known"]])
def test_a_remark_is_shown(made):
    picture = add_rows(HALVES, X, read=lambda text: made)
    assert typed(picture, "x") == ""
    assert picture.spec["note"].startswith("all known")


@pytest.mark.parametrize(
    ("table", "copies"),
    [(HALVES, [1, 2, 4, 0, 0, 0, 0]), (torch.zeros(7, 9), [1, 0, 0, 0, 0, 0, 0])],
    ids=["numbers", "colours alone"],
)
def test_a_small_count_sends_as_many_copies_where_their_numbers_can_be_read(
    table, copies
):
    weights = np.array([1, 2, 4, 5, 0.5, -1, 2.001])
    X = csr_array((weights, np.arange(7), [0, 7]), shape=(1, 7))
    assert add_rows(table, X).spec["steps"][0]["copies"] == copies


def test_the_name_for_screen_readers_says_which_matrices():
    assert add_rows(HALVES, X).spec["name"] == "CSR rows of X (3, 7) × W (7, 5)"


@pytest.mark.parametrize(
    ("table", "weights", "note"),
    [
        ([[8.0]], [0.25], ""),
        ([[8.0]], [0.125], "numbers rounded"),
        ([[8.0]], [1, -1.001, 1], "numbers rounded"),
        ([[0.125]], [8], "numbers rounded"),
        ([[0.25]], [0.5], "numbers rounded"),
        ([[0.0]], [1e6 + 1], "numbers rounded"),
    ],
)
def test_the_note_says_where_a_text_is_not_the_whole_number(table, weights, note):
    n = len(weights)
    X = csr_array((np.array(weights, float), np.zeros(n, int), [0, n]), shape=(1, 1))
    assert add_rows(table, X).spec["note"] == note


def test_the_note_is_not_about_numbers_that_are_not_drawn():
    table = torch.zeros(1000, 2)
    table[990:] = 1 / 3
    X = csr_array(
        (np.ones(21), [*range(9), *range(990, 996), *range(990, 996)], [0, 21]),
        shape=(1, 1000),
    )
    X.data[15:] = -1
    assert add_rows(table, X).spec["note"] == ""


def test_indices_are_written_as_the_labels_are():
    X = csr_array((np.array([1.0, 1e6]), [999_999, 0], [0, 1, 2]), shape=(2, 1_000_000))
    arrays = add_rows(torch.zeros(1).expand(1_000_000, 4), X).spec["arrays"]
    assert arrays == [["0", "1", "2"], ["999,999", "0"], ["1", "1e6"]]


def test_long_arrays_are_drawn_in_part():
    assert add_rows(HALVES, in_row(6, 7, 7, 7)).spec["arrays"] != []
    assert add_rows(HALVES, in_row(6, 7, 7, 7, 1)).spec["arrays"] == []
    assert add_rows(HALVES, in_row(14, 7)).spec["arrays"] == []


def test_the_repr_names_the_rows_and_how_often():
    picture = add_rows(HALVES, X)
    assert (
        repr(picture)
        == "<CSR row × W: row 0 of 3 is 2 × row 0 + 1 × row 4 + 1 × row 5>"
    )
    picture.step = 1
    assert repr(picture) == "<CSR row × W: row 1 of 3 is empty>"
    far = add_rows(torch.zeros(1).expand(50_000, 4), in_row(1, 50_000, 10))
    assert repr(far) == (
        "<CSR row × W: row 0 of 1 is 1 × row 49,990 + 2 × row 49,991 + 3 × row 49,992 + "
        "1 × row 49,993 + 2 × row 49,994 + 3 × row 49,995 + 1 × row 49,996 + 2 × row 49,997 + "
        "2 more>"
    )


def test_the_still_holds_the_weighed_rows_and_every_sum():
    page = add_rows(HALVES, X, names=WORDS, step=2).to_html()
    body, foot = lines(page, "tbody"), lines(page, "tfoot")
    assert lines(page, "thead") == [
        ["row", *(f"column {column}" for column in range(5))]
    ]
    assert [row[0] for row in body] == [
        f"{w} × row {r} {WORDS[r]}" for r, w in [(0, 1), (1, 1), (2, 1), (6, 3)]
    ]
    weighed = torch.tensor([1.0, 1, 1, 3])[:, None] * HALVES[[0, 1, 2, 6]]
    assert [[*map(number, row[1:])] for row in body] == weighed.tolist()
    assert [row[0] for row in foot] == ["out[0]", "out[1]", "out[2]"]
    assert [[*map(number, row[1:])] for row in foot] == (
        torch.from_numpy(X.toarray()).float() @ HALVES
    ).tolist()
    assert "<caption>CSR row × W: X (3, 7), W (7, 5), out (3, 5)</caption>" in page


@pytest.mark.parametrize(
    ("table", "X"),
    [(long(31, 32), in_row(2, 31, 3)), (HALVES, in_row(2, 7))],
    ids=["wide", "empty"],
)
def test_the_still_is_a_table_even_where_no_number_is_drawn(table, X):
    page = add_rows(table, X).to_html()
    width = {
        len(row) for part in ("thead", "tbody", "tfoot") for row in lines(page, part)
    }
    assert width == {table.shape[1] + 1}


def test_later_changes_do_not_change_what_is_drawn():
    table, X = torch.zeros(7, 2), in_row(2, 7, 3)
    picture = add_rows(table, X)
    table += 5
    X.indices[:] = 0
    assert picture.rows == [4, 5, 6]
    picture.step = 1
    picture.step = 0
    assert out(picture, 0) == [0, 0]
