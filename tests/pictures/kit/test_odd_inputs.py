"""What libraries hand out in place of tensors: read, or refused with the way to what is read."""

from array import array
from collections import UserDict

import numpy as np
import pandas as pd
import pytest
import torch
from scipy.sparse import coo_array, csr_array
from torch import nn

from conftest import refusal
from frames import HALVES
from lookup import add_rows, all_to_all, bags, gradient_rows, moving_rows, select_rows

IDS = array("q", [4, 5, 1])


@pytest.mark.parametrize("ids", [IDS, memoryview(IDS), memoryview(np.array([4, 5, 1]))])
def test_ids_of_pythons_own_arrays_are_read(ids):
    assert select_rows(HALVES, ids).spec == select_rows(HALVES, [4, 5, 1]).spec
    assert (
        gradient_rows(HALVES[:3], ids, 7).spec
        == gradient_rows(HALVES[:3], [4, 5, 1], 7).spec
    )
    assert (
        bags(HALVES, ids, array("q", [0, 2])).spec
        == bags(HALVES, [4, 5, 1], [0, 2]).spec
    )
    assert (
        all_to_all(HALVES, [ids, []]).spec == all_to_all(HALVES, [[4, 5, 1], []]).spec
    )


def test_a_table_of_pythons_own_arrays_is_read():
    table = memoryview(np.arange(14.0).reshape(7, 2))
    assert select_rows(table, [4]).spec == select_rows(np.asarray(table), [4]).spec
    rows = [array("d", row) for row in np.asarray(table)]
    assert select_rows(rows, [4]).spec == select_rows(np.asarray(table), [4]).spec
    text = "table must have 2 dimensions (rows, columns), got shape (2,)."
    assert refusal(lambda: select_rows(array("d", [1, 2]), [0])) == (ValueError, text)


NO_IDS = {
    "a dict": ({"a": [1]}, "dict"),
    "a tokenizer's dict": (UserDict(input_ids=[1]), 'UserDict: pass its ["input_ids"]'),
    "a generator": ((row for row in [1]), "generator"),
    "a set": ({1, 2}, "set"),
    "None": (None, "NoneType"),
    "a list with None": ([4, None], "None in a list"),
    "an endless word": ((4, "z" * 999), f"'{'z' * 59} in a tuple"),
    "a number beyond all rows": ([4, 2**70], f"{2**70} in a list"),
    "a list of lists of words": ([["a"], ["b"]], "['a'] in a list"),
    "numbers that may be missing": (
        pd.Series([4, 5, 1], dtype="Int64"),
        'Int64: pass its to_numpy("int64")',
    ),
    "bytes": (pd.Series([4, 5, 1], dtype="int8"), "int8"),
}


@pytest.mark.parametrize("name", NO_IDS)
def test_what_is_no_ids_is_named_with_what_to_pass(name):
    ids, got = NO_IDS[name]
    text = f"ids must be int64 or int32, as in nn.Embedding, got {got}."
    assert refusal(lambda: select_rows(HALVES, ids)) == (TypeError, text)


def test_offsets_that_may_be_missing_are_named_with_what_to_pass():
    said = 'offsets must be int64 or int32, as in nn.EmbeddingBag, got Int64: pass its to_numpy("'
    kind, text = refusal(lambda: bags(HALVES, [4], pd.Series([0], dtype="Int64")))
    assert kind is TypeError
    assert text.startswith(said)


class DTensor(torch.Tensor):
    """As of torch.distributed: it cannot be read without the other ranks."""

    def full_tensor(self):
        raise AssertionError

    def tolist(self):
        raise NotImplementedError


ODD = {  # name: (something in place of two rows, what is said of it)
    "sharded": (
        DTensor(torch.ones(2, 2)),
        "must be whole, got a DTensor, whose rows lie on several ranks: pass its full_tensor().",
    ),
    "lazy": (
        nn.LazyLinear(2).weight,
        "must hold numbers, got an UninitializedParameter, which has none before its module is "
        "called.",
    ),
    "parameters": (
        list(nn.Parameter(torch.ones(2, 2))),
        "must be one tensor or array, got a list of tensors: pass torch.stack({}).",
    ),
}
DOORS = {
    "table": lambda odd: select_rows(odd, [0, 1]),
    "ids": lambda odd: select_rows(HALVES, odd),
    "up": lambda odd: gradient_rows(odd, [0, 1], 7),
    "moment 0: table": lambda odd: moving_rows([odd, odd]),
}


@pytest.mark.filterwarnings("ignore:Lazy modules")
@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("name", ODD)
def test_numbers_that_are_not_there_are_refused_with_what_to_pass(name, door):
    odd, rule = ODD[name]
    text = f"{door} {rule.format(door.removeprefix('moment 0: '))}"
    assert refusal(lambda: DOORS[door](odd)) == (TypeError, text)


def test_true_is_no_number_of_rows_and_one_row_is_one():
    text = "V must be a whole number, the rows of the table, got True."
    assert refusal(lambda: gradient_rows([[1.0]], [0], True)) == (TypeError, text)
    text = "ids contains 1, but the table has 1 row: use 0 to 0."
    assert refusal(lambda: select_rows([[1.0]], [1])) == (IndexError, text)
    text = "X has 1 column, but the table has 7 rows: a column for each row."
    assert refusal(lambda: add_rows(HALVES, csr_array([[1.0]]))) == (ValueError, text)


@pytest.mark.parametrize("X", [csr_array([[0, 1], [1, 0]])[1], coo_array([0, 1])])
def test_a_row_of_a_csr_array_is_told_the_way_to_two_dimensions(X):
    """`tocsr()`, which makes CSR of all else, would leave it a single line."""
    text = (
        "X must have two dimensions, at least one row and one column, got shape (2,). "
        "Of a csr_array A, A[[1]] is row 1 in two dimensions."
    )
    assert refusal(lambda: add_rows(HALVES[:2], X)) == (ValueError, text)
    if X.format == "csr":
        assert refusal(lambda: add_rows(HALVES[:2], X.tocsr())) == (ValueError, text)
    add_rows(HALVES[:2], csr_array([[0, 1], [1, 0]])[[1]])
