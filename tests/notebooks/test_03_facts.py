"""What notebook 03 says of its own forms, held against dense products in float64."""

import contextlib
import io
import warnings

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_array

from conftest import refusal
from course import NOTEBOOKS, code_cells, read

CELLS = code_cells(read(next(path for path in NOTEBOOKS if path.stem.startswith("03"))))
NEEDED = [
    "set_num_threads(1)",
    "def parts(",
    "filterwarnings(",
    "def gathered(",
    "forms = {",
    "class Bags(",
]


@pytest.fixture(scope="module")
def book():
    """The names that the notebook's definitions leave behind."""
    names = {
        "np": np,
        "torch": torch,
        "csr_array": csr_array,
        "vocabulary": {},
        "W": torch.zeros(4, 5),
        "X": csr_array(np.eye(4)),
    }
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        for needle in NEEDED:
            exec(next(cell.source for cell in CELLS if needle in cell.source), names)
    return names


@st.composite
def matrices(draw):
    """CSR with unsorted and repeated columns, stored zeros and empty rows; and a table.

    No two sizes are equal.
    """
    B, V, D = draw(st.permutations(range(1, 9)))[:3]
    lengths = draw(st.lists(st.integers(0, 6), min_size=B, max_size=B))
    n = sum(lengths)
    indices = draw(st.lists(st.integers(0, V - 1), min_size=n, max_size=n))
    data = draw(st.lists(st.sampled_from([0.0, 1.0, 2.0, 3.0, 0.37, -1.5]), min_size=n, max_size=n))
    parts = np.array(data, "f4"), np.array(indices, "i4"), np.cumsum([0, *lengths], dtype="i4")
    g = torch.Generator().manual_seed(draw(st.integers(0, 9)))
    return csr_array(parts, shape=(B, V)), torch.randn(V, D, generator=g)


def wanted(X, W):
    """The product in float64, and the size of what was added up."""
    dense = np.zeros(X.shape)
    size = np.zeros(X.shape)
    for row in range(X.shape[0]):
        for place in range(X.indptr[row], X.indptr[row + 1]):
            dense[row, X.indices[place]] += float(X.data[place])
            size[row, X.indices[place]] += abs(float(X.data[place]))
    return dense @ W.double().numpy(), size @ W.double().abs().numpy()


@pytest.mark.filterwarnings("ignore:Sparse CSR tensor support")
@given(matrices())
@settings(deadline=None, database=None, max_examples=60)
def test_every_form_that_reads_the_counts_is_the_dense_product(book, drawn):
    X, W = drawn
    product, size = wanted(X, W)
    bound = 2e-7 * (X.nnz + 1) * size + 1e-30
    for name, form in book["forms"].items():
        if name != "the recipe":
            found = form(X, W)
            assert tuple(found.shape) == product.shape, name
            assert (np.abs(found.numpy() - product) <= bound).all(), name


@given(matrices())
@settings(deadline=None, database=None, max_examples=60)
def test_the_recipe_is_the_product_of_the_counts_taken_as_ones(book, drawn):
    X, W = drawn
    ones = csr_array((np.ones_like(X.data), X.indices, X.indptr), X.shape)
    product, size = wanted(ones, W)
    found = book["forms"]["the recipe"](X, W).numpy()
    assert (np.abs(found - product) <= 2e-7 * (X.nnz + 1) * size + 1e-30).all()


def test_the_recipe_is_wrong_where_a_stored_number_is_not_one(book):
    W = torch.randn(5, 3, generator=torch.Generator().manual_seed(0))
    for value in (0.0, 2.0, 0.37, -1.0):
        X = csr_array((np.array([1, value], "f4"), [0, 3], [0, 2]), shape=(1, 5))
        recipe, right = (book["forms"][name](X, W) for name in ("the recipe", "EmbeddingBag"))
        torch.testing.assert_close(recipe - right, (1 - value) * W[3:4], rtol=1e-5, atol=1e-6)
        assert not torch.allclose(recipe, right)


def batch(book, X):
    bags = book["Bags"](X, list(range(X.shape[0])))
    return book["collate"]([bags[row] for row in range(len(bags))])


@given(matrices())
@settings(deadline=None, database=None, max_examples=40)
def test_collate_gives_what_an_embedding_bag_needs(book, drawn):
    X, W = drawn
    ids, offsets, counts, labels = batch(book, X)
    found = torch.nn.functional.embedding_bag(
        ids, W, offsets, mode="sum", per_sample_weights=counts
    )
    product, size = wanted(X, W)
    assert (np.abs(found.numpy() - product) <= 2e-7 * (X.nnz + 1) * size + 1e-30).all()
    assert labels.tolist() == list(range(X.shape[0]))


def test_collate_takes_a_row_of_fifty_thousand_entries(book):
    X = csr_array(np.ones((2, 50_000), "f4"))
    ids, offsets, counts, _ = batch(book, X)
    assert (len(ids), offsets.tolist(), counts.sum().item()) == (100_000, [0, 50_000], 100_000)


def spoilt(part, place, value):
    """A good CSR matrix with one number changed behind SciPy's back."""
    X = csr_array(np.array([[0, 2.0, 1], [1, 0, 0]], "f4"))
    getattr(X, part)[place] = value
    return X


@pytest.mark.parametrize(
    ("X", "text"),
    [
        (spoilt("indices", 0, 3), "names column 3, but has 3 columns"),
        (spoilt("indices", 0, -1), "names column -1"),
        (spoilt("indptr", 1, 9), "indptr must never fall, got 9 and then 3"),
        (spoilt("indptr", 0, 1), "indptr must run from 0 to 3"),
        (csr_array(np.eye(2, dtype=complex)), "real numbers, got complex128"),
        (csr_array(np.eye(2, dtype=bool)), "real numbers, got bool"),
        (csr_array((0, 3), dtype="f4"), "at least one row and one column, got shape (0, 3)"),
        (csr_array((3, 0), dtype="f4"), "at least one row and one column, got shape (3, 0)"),
        (np.eye(2), "must be CSR"),
    ],
    ids=lambda value: value[:24] if isinstance(value, str) else "",
)
def test_a_data_set_refuses_what_is_no_csr_matrix(book, X, text):
    assert text in refusal(lambda: book["Bags"](X, [0, 1]))[1]
