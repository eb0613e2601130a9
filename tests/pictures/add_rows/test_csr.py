"""CSR matrices at the door: what is refused, in which words, and what is taken as it is."""

import numpy as np
import pytest
import scipy.sparse
import torch
from scipy.sparse import csr_array, csr_matrix

from conftest import refusal
from lookup import add_rows
from lookup.pictures.add_rows.csr import checked_csr

GOOD = csr_array([[1.0, 0, 2], [0, 3, 0]])  # indptr 0, 2, 3; indices 0, 2, 1
pytestmark = pytest.mark.filterwarnings(
    "ignore:Sparse CS", "ignore:ComplexHalf"
)  # torch calls both unfinished
TABLE = torch.arange(6.0).reshape(3, 2)
DENSE = ": call its to_sparse_csr()."
ONLY = "X must be CSR (a csr_array, a csr_matrix or a sparse CSR tensor), got"
SHAPE = "X must have two dimensions, at least one row and one column, got shape"
REAL = "data must hold real numbers, got"
HOW = "X.astype(float) or X.float() converts it."


def forged(**parts):
    """GOOD with other arrays, as a program that skips SciPy's checks might leave it."""
    X = GOOD.copy()
    for name, part in parts.items():
        setattr(X, name, np.asarray(part))
    return X


def tensor(crow, columns, values, shape=(2, 3)):
    """A sparse CSR tensor that torch has not checked."""
    parts = [
        torch.as_tensor(part if torch.is_tensor(part) else np.asarray(part))
        for part in (crow, columns, values)
    ]
    return torch.sparse_csr_tensor(*parts, size=shape, check_invariants=False)


def test_what_is_forged_starts_out_good():
    assert [part.tolist() for part in checked_csr(forged())] == [
        [0, 2, 3],
        [0, 2, 1],
        [1, 2, 3],
    ]
    assert [
        part.tolist() for part in checked_csr(tensor([0, 2, 3], [0, 2, 1], [1.0, 2, 3]))
    ] == [*([0, 2, 3], [0, 2, 1], [1, 2, 3])]


BROKEN = {  # name: (indptr, indices, data, kind of error, what it says)
    "a column too many": (
        [0, 2, 3], [0, 3, 1], [1.0, 2, 3], IndexError,
        "X names column 3, but has 3 columns: use 0 to 2.",
    ),
    "a far column": (
        [0, 2, 3], [0, 2, 10**6], [1.0, 2, 3], IndexError,
        "X names column 1,000,000, but has 3 columns: use 0 to 2.",
    ),
    "a negative column": (
        [0, 2, 3], [-1, 2, 1], [1.0, 2, 3], IndexError,
        "X names column -1, but has 3 columns: use 0 to 2.",
    ),
    "a fall": (
        [0, 2, 1], [0], [1.0], ValueError,
        "indptr must never fall, got 2 and then 1 at row 1.",
    ),
    "a fall that a difference overflows": (
        [0, 2**63 - 1, -(2**63)], [0, 2, 1], [1.0, 2, 3], ValueError,
        f"indptr must never fall, got {2**63 - 1:,} and then {-(2**63):,} at row 1.",
    ),
    "a late start": (
        [1, 2, 3], [0, 2, 1], [1.0, 2, 3], ValueError,
        "indptr must run from 0 to 3, the number of stored entries, got 1 to 3.",
    ),
    "an early end": (
        [0, 1, 2], [0, 2, 1], [1.0, 2, 3], ValueError,
        "indptr must run from 0 to 3, the number of stored entries, got 0 to 2.",
    ),
    "a late end": (
        [0, 2, 4], [0, 2, 1], [1.0, 2, 3], ValueError,
        "indptr must run from 0 to 3, the number of stored entries, got 0 to 4.",
    ),
    "a row too few": (
        [0, 3], [0, 2, 1], [1.0, 2, 3], ValueError,
        "indptr must hold 3 numbers, one more than X has rows, got 2.",
    ),
    "a row too many": (
        [0, 1, 2, 3], [0, 2, 1], [1.0, 2, 3], ValueError,
        "indptr must hold 3 numbers, one more than X has rows, got 4.",
    ),
    "no indptr": (
        [], [0, 2, 1], [1.0, 2, 3], TypeError,
        "indptr must be one line of int64 or int32, got float64 of shape (0,).",
    ),
    "too little data": (
        [0, 2, 3], [0, 2, 1], [1.0, 2], ValueError,
        "data must be one line as long as indices, got shape (2,) and (3,).",
    ),
    "too much data": (
        [0, 2, 3], [0, 2, 1], [1.0, 2, 3, 4], ValueError,
        "data must be one line as long as indices, got shape (4,) and (3,).",
    ),
    "two lines of data": (
        [0, 2, 3], [0, 2, 1], [[1.0], [2], [3]], ValueError,
        "data must be one line as long as indices, got shape (3, 1) and (3,).",
    ),
    "indices between": (
        [0, 2, 3], [0.0, 2, 1], [1.0, 2, 3], TypeError,
        "indices must be one line of int64 or int32, got float64 of shape (3,).",
    ),
    "indptr between": (
        [0.0, 2, 3], [0, 2, 1], [1.0, 2, 3], TypeError,
        "indptr must be one line of int64 or int32, got float64 of shape (3,).",
    ),
    "yes and no": ([0, 2, 3], [0, 2, 1], [True, False, True], TypeError, f"{REAL} bool: {HOW}"),
    "complex": ([0, 2, 3], [0, 2, 1], [1j, 2, 3], TypeError, f"{REAL} complex128: {HOW}"),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_matrix_is_refused_with_the_rule_and_the_value(name):
    indptr, indices, data, kind, text = BROKEN[name]
    X = forged(indptr=indptr, indices=indices, data=data)
    assert refusal(lambda: checked_csr(X)) == (kind, text)
    assert refusal(lambda: add_rows(TABLE, X)) == (kind, text)


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_tensor_is_refused_as_well(name):
    crow, columns, values, kind, text = BROKEN[name]
    assert refusal(lambda: checked_csr(tensor(crow, columns, values))) == (kind, text)


@pytest.mark.parametrize(
    ("make", "kind", "text"),
    [
        (lambda: GOOD.tocoo(), TypeError, f"{ONLY} coo_array: call its tocsr()."),
        (lambda: GOOD.tocsc(), TypeError, f"{ONLY} csc_array: call its tocsr()."),
        (lambda: scipy.sparse.csc_matrix(GOOD), TypeError, f"{ONLY} csc_matrix: call its tocsr()."),
        (lambda: torch.eye(3), TypeError, f"{ONLY} Tensor{DENSE}"),
        (lambda: torch.eye(3).to_sparse_coo(), TypeError, f"{ONLY} Tensor{DENSE}"),
        (lambda: torch.eye(3).to_sparse_csc(), TypeError, f"{ONLY} Tensor{DENSE}"),
        (lambda: GOOD.toarray(), TypeError, f"{ONLY} ndarray."),
        (lambda: [[1, 0]], TypeError, f"{ONLY} list."),
        (lambda: None, TypeError, f"{ONLY} NoneType."),
        (lambda: csr_array(np.array([1.0, 0, 2])), ValueError,
         f"{SHAPE} (3,). Of a csr_array A, A[[1]] is row 1 in two dimensions."),
        (lambda: csr_array((0, 3)), ValueError, f"{SHAPE} (0, 3)."),
        (lambda: csr_array((2, 0)), ValueError, f"{SHAPE} (2, 0)."),
        (lambda: tensor([[0, 1]], [[0]], [[1.0]], (1, 1, 3)), ValueError, f"{SHAPE} (1, 1, 3)."),
        (lambda: forged(data=np.array([1, None, 2])), TypeError, f"{REAL} object: {HOW}"),
        (lambda: forged(indices=np.int16([0, 2, 1])), TypeError,
         "indices must be one line of int64 or int32, got int16 of shape (3,)."),
        (lambda: tensor([0, 2, 3], [0, 2, 1], torch.ones(3).to(torch.complex32)), ValueError,
         "the numbers of X cannot be read: Got unsupported ScalarType ComplexHalf"),
    ],
    ids=lambda value: value.split(", got ")[-1] if isinstance(value, str) else "",
)  # fmt: skip
def test_what_is_no_csr_matrix_is_refused(make, kind, text):
    assert refusal(lambda: checked_csr(make())) == (kind, text)
    assert refusal(lambda: add_rows(TABLE, make())) == (kind, text)


def test_a_tensor_without_numbers_is_refused():
    X = tensor([0, 2, 3], [0, 2, 1], [1.0, 2, 3]).to("meta")
    kind, text = refusal(lambda: checked_csr(X))
    assert kind is ValueError
    assert text.startswith("the numbers of X cannot be read: ")


@pytest.mark.parametrize(
    "make",
    [GOOD.copy, lambda: tensor([0, 2, 3], [0, 2, 1], [1.0, 2, 3])],
    ids=["scipy", "torch"],
)
def test_each_row_of_the_table_needs_a_column(make):
    X = make()
    refused = "X has 3 columns, but the table has {} rows: a column for each row."
    assert refusal(lambda: add_rows(torch.zeros(2, 4), X)) == (
        ValueError,
        refused.format(2),
    )
    assert refusal(lambda: add_rows(torch.zeros(1).expand(50_000, 4), X)) == (
        ValueError,
        refused.format("50,000"),
    )
    assert refusal(lambda: checked_csr(X, 4)) == (ValueError, refused.format(4))
    assert len(checked_csr(X, 3)) == 3


@pytest.mark.parametrize(
    "kind", [csr_array, csr_matrix], ids=lambda kind: kind.__name__
)
@pytest.mark.parametrize(
    "whole", [np.int32, np.int64], ids=lambda whole: whole.__name__
)
@pytest.mark.parametrize(
    "data",
    [np.int8, np.uint64, np.float32, np.float64, np.longdouble],
    ids=lambda d: d.__name__,
)
def test_a_good_matrix_is_taken_as_it_is(kind, whole, data):
    parts = (
        data([3, 0, 1, 2]),
        whole([2, 2, 0, 1]),
        whole([0, 3, 3, 4]),
    )  # unsorted, repeated, a stored zero, an empty row
    X = kind((*parts[:2], parts[2]), shape=(3, 3))
    taken = checked_csr(X)
    assert [part.tolist() for part in taken] == [
        [0, 3, 3, 4],
        [2, 2, 0, 1],
        [3, 0, 1, 2],
    ]
    assert all(
        np.shares_memory(part, own)
        for part, own in zip(taken, (X.indptr, X.indices, X.data))
    )


@pytest.mark.parametrize(
    "data",
    [
        torch.float32,
        torch.float64,
        torch.bfloat16,
        torch.float16,
        torch.int64,
        torch.uint8,
    ],
    ids=str,
)
@pytest.mark.parametrize("whole", [torch.int32, torch.int64], ids=str)
def test_a_good_tensor_is_taken(whole, data):
    values = torch.tensor(
        [3, 0, 1, 2], dtype=data, requires_grad=data.is_floating_point
    )
    X = tensor(
        torch.tensor([0, 3, 3, 4], dtype=whole),
        torch.tensor([2, 2, 0, 1], dtype=whole),
        values,
        (3, 3),
    )
    assert [part.tolist() for part in checked_csr(X)] == [
        [0, 3, 3, 4],
        [2, 2, 0, 1],
        [3, 0, 1, 2],
    ]
    assert add_rows(TABLE, X).rows == [2, 2, 0]
