"""How a gradient is stored: what is read of each form, what is refused, what travels."""

import json

import numpy as np
import pytest
import torch
import traitlets

from frames import G
from lookup import stored_rows
from test_stored_rows_frames import NAMES, coo, forms
from without_browser import lines, size, typed, untouched

IDS = [4, 1, 4, 1, 6, 4]
SMALL = forms(coo(IDS, 8))
DENSE = SMALL["dense"]


def trained(V, D, ids, sparse):
    """The gradient of a table after one backward pass of a real layer."""
    table = torch.nn.Embedding(V, D, sparse=sparse)
    table(torch.as_tensor(ids)).sum().backward()
    return table.weight.grad


def test_the_bytes_are_those_of_the_tensors():
    sparse = trained(22_311, 64, [5] * 700 + [*range(314)], sparse=True)
    picture = stored_rows(
        {
            "dense": sparse.to_dense(),
            "sparse=True": sparse,
            "coalesced": sparse.coalesce(),
        }
    )
    assert picture.bytes == {
        "dense": 22_311 * 64 * 4,
        "sparse=True": 1014 * (64 * 4 + 8),
        "coalesced": 314 * (64 * 4 + 8),
    }
    texts = [step["text"] for step in picture.spec["steps"]]
    assert texts == ["5.7 MB", "267.7 kB", "82.9 kB"]


@pytest.mark.parametrize("dtype", [torch.float64, torch.float16, torch.bfloat16])
def test_the_bytes_are_those_of_the_dtype(dtype):
    entries = coo(IDS, 8).to(dtype)
    each = 4 * torch.finfo(dtype).bits // 8
    picture = stored_rows({"dense": entries.to_dense(), "sparse": entries})
    assert picture.bytes == {"dense": 8 * each, "sparse": 6 * (each + 8)}


def test_what_a_real_layer_leaves_is_taken():
    entries = trained(8, 4, IDS, sparse=True)
    real = {"dense": trained(8, 4, IDS, sparse=False), "sparse=True": entries}
    spec = stored_rows(real).spec
    assert [step["stored"] for step in spec["steps"]] == [8, 3]
    assert [step["entries"] for step in spec["steps"]] == [8, 6]
    assert spec["count"] == 3


def test_a_tensor_that_needs_a_gradient_is_read():
    assert stored_rows({"dense": DENSE.clone().requires_grad_()}).spec["count"] == 3


def test_not_a_number_is_a_number_and_not_a_zero():
    odd = torch.zeros(5, 2)
    odd[1, 1], odd[3, 0] = torch.nan, torch.inf
    assert stored_rows(forms(odd.to_sparse(1))).spec["known"]["rows"] == "1 2"


def test_visits_are_entries_before_they_are_coalesced():
    known = stored_rows(SMALL, names=NAMES).spec["known"]
    assert known == {"rows": "1 3 2", "visits": "2 3 1", "names": ["a", "cat", "eel"]}
    plain = stored_rows({"coalesced": SMALL["coalesced"]}).spec["known"]
    assert plain == {"rows": "1 3 2", "visits": None, "names": None}


def test_later_changes_do_not_change_what_is_told():
    changed = DENSE.clone()
    picture = stored_rows({"dense": changed, "sparse": SMALL["sparse=True"]})
    before = json.dumps(picture.spec)
    changed.zero_()
    picture.row = 4
    assert picture.spec["asked"]["lit"]
    picture.row = None
    assert json.dumps(picture.spec) == before


def test_a_step_shows_a_form_and_a_row_is_picked():
    picture = stored_rows(SMALL, names=NAMES, step=1)
    assert (picture.step, picture.row, picture.spec["asked"]) == (1, None, None)
    picture.row = 4
    assert picture.spec["asked"] == {
        "row": 4, "name": "cat", "lit": True, "visits": 3, "stored": [True, True, True]
    }  # fmt: skip
    picture.row = 7
    assert picture.spec["asked"] == {
        "row": 7, "name": "mat", "lit": False, "visits": 0, "stored": [True, False, False]
    }  # fmt: skip
    picture.row = None
    assert picture.spec["asked"] is None


@pytest.mark.parametrize("row", [-1, 8, 10**9])
def test_a_row_that_is_not_there_cannot_be_picked(row):
    picture = stored_rows(SMALL)
    picture.row = 3
    refused = f"^row must be from 0 to 7, or None, got {row:,}\\.$"
    with pytest.raises(traitlets.TraitError, match=refused):
        picture.row = row
    assert picture.row == 3


@pytest.mark.parametrize(
    ("text", "row"), [("5", 5), (" mat ", 7), ("٢", 2), ("", None), ("cat", 4)]
)
def test_a_typed_row_is_picked(text, row):
    picture = stored_rows(SMALL, names=NAMES, step=2)
    picture.row = 3
    assert typed(picture, text) == ""
    assert (picture.row, picture.step) == (row, 2)


@pytest.mark.parametrize("text", ["8", "-1", "cow", "<b>x</b>"])
def test_a_typed_row_is_refused_with_the_rule(text):
    picture = stored_rows(SMALL, names=NAMES)
    picture.row = 3
    assert "0 to 7" in untouched(picture, text)
    assert picture.row == 3


def test_the_repr_counts_the_form_shown():
    picture = stored_rows(SMALL)
    said = "<stored rows: form 1 of 3, dense, 3 of 8 rows hold numbers, 128 B>"
    assert repr(picture) == said
    picture.step = 2
    assert (
        repr(picture)
        == "<stored rows: form 3 of 3, coalesced, 3 of 8 rows hold numbers, 72 B>"
    )


def test_the_still_holds_all_forms():
    picture = stored_rows(SMALL, names=NAMES)
    picture.row = 7
    page = picture.to_html()
    assert lines(page, "thead") == [
        ["row", "visits", "dense", "sparse=True", "coalesced"]
    ]
    assert lines(page, "tbody") == [
        ["1 a", "2", "stored", "2 entries", "1 entry"],
        ["4 cat", "3", "stored", "3 entries", "1 entry"],
        ["6 eel", "1", "stored", "1 entry", "1 entry"],
        ["7 mat", "0", "zeros, stored", "not stored", "not stored"],
    ]
    assert lines(page, "tfoot") == [
        ["rows stored", "", "8", "3", "3"],
        ["entries", "", "", "6", "3"],
        ["memory", "", "128 B", "144 B", "72 B"],
    ]
    assert "<b>7 mat</b>" in page
    assert "<caption>how a gradient is stored: shape (8, 4)</caption>" in page


def test_the_still_lists_twelve_rows_and_counts_the_others():
    page = stored_rows({"dense": torch.ones(50, 2)}).to_html()
    assert len(lines(page, "tbody")) == 12
    assert "38 more rows with numbers not listed</caption>" in page


@pytest.mark.parametrize(
    ("gradients", "error", "rule"),
    [
        ([DENSE], TypeError, r"a dict, \{name: tensor\}, got list\."),
        ({}, ValueError, "1 to 4 forms, got 0"),
        (dict.fromkeys("abcde", DENSE), ValueError, "1 to 4 forms, got 5"),
        ({3: DENSE}, TypeError, "name of a form must be a str, got 3"),
        ({"": DENSE}, ValueError, "1 to 24 printable letters, got ''"),
        ({"x" * 25: DENSE}, ValueError, "1 to 24 printable letters"),
        ({"a\nb": DENSE}, ValueError, "1 to 24 printable letters"),
        ({"a": [[1.0]]}, TypeError, "dense or COO tensor, got list for 'a'"),
        ({"a": np.ones((2, 2))}, TypeError, "dense or COO tensor, got ndarray for 'a'"),
        ({"a": None}, TypeError, "dense or COO tensor, got NoneType for 'a'"),
        ({"a": DENSE.long()}, TypeError, "must hold floats, got torch.int64 for 'a'"),
        ({"a": DENSE.to("meta")}, ValueError, "a meta tensor for 'a'"),
        ({"a": torch.ones(3)}, ValueError, r"shape \(V, D\), got shape \(3,\) for 'a'"),
        ({"a": torch.ones(0, 3)}, ValueError, r"got shape \(0, 3\) for 'a'"),
        ({"a": torch.ones(3, 0)}, ValueError, r"got shape \(3, 0\) for 'a'"),
        (
            {"a": DENSE.to_sparse()},
            ValueError,
            "whole rows, .* got sparse_dim 2 for 'a'",
        ),
        (
            {"a": DENSE, "b": DENSE[:5]},
            ValueError,
            r"one shape, got \(8, 4\) for 'a', \(5, 4\)",
        ),
    ],
)
def test_what_is_no_gradient_is_refused(gradients, error, rule):
    with pytest.raises(error, match=rule):
        stored_rows(gradients)


def test_a_csr_is_refused():
    with pytest.raises(TypeError, match=r"dense or COO, got torch\.sparse_csr for 'a'"):
        stored_rows({"a": DENSE.to_sparse_csr()})


def test_forms_of_two_gradients_are_refused():
    other = DENSE.clone()
    other[4, 2] += 1
    found = f"is {DENSE[4, 2]:g} in 'a' and {other[4, 2]:g} in 'b'"
    with pytest.raises(
        ValueError, match=f"forms of one gradient: row 4, column 2, {found}"
    ):
        stored_rows({"a": SMALL["sparse=True"], "b": other})
    elsewhere = DENSE.roll(1, dims=0)
    missing = "row 2 holds numbers in 'b' and is not stored in 'a'"
    with pytest.raises(ValueError, match=missing):
        stored_rows({"a": SMALL["coalesced"], "b": elsewhere})


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.float16])
@pytest.mark.parametrize("seed", range(5))
def test_sums_in_another_order_are_the_same_gradient(dtype, seed):
    values = torch.randn(4000, 8, generator=torch.Generator().manual_seed(seed)).to(
        dtype
    )
    entries = coo(torch.arange(4000) % 7, 9, values=values)
    turned = coo(torch.arange(4000).flip(0) % 7, 9, values=values.flip(0))
    stored_rows({"a": entries, "b": turned, "dense": entries.to_dense()})


@pytest.mark.parametrize("wrong", [["a"] * 7, ["a"] * 9])
def test_names_are_those_of_all_rows(wrong):
    with pytest.raises(
        ValueError, match=f"one word for each of the 8 rows, got {len(wrong)}"
    ):
        stored_rows(SMALL, names=wrong)


@pytest.mark.parametrize("V", [2000, 22_311, 200_000])
@pytest.mark.parametrize("word", ["the", "한국어단어모음집" * 3])
def test_two_thousand_rows_with_numbers_travel_in_little(V, word):
    ids = torch.randperm(V, generator=G)[:2000].repeat(3)
    picture = stored_rows(forms(coo(ids, V, 1)), names=[word] * V)
    picture.row = V - 1
    known = picture.spec["known"]
    assert 40_000 <= size(picture.get_state()) <= 60_000
    gaps = [int(gap) for gap in known["rows"].split(" ")]
    assert np.cumsum(gaps).tolist() == ids.unique().tolist()
    assert known["visits"] == " ".join(["3"] * 2000)
    assert len(known["names"]) >= (1000 if word == "the" else 90), "the first ones"


def test_more_rows_travel_as_squares_alone():
    ids = torch.arange(0, 30_000, 3)
    picture = stored_rows(forms(coo(ids, 1_000_000, 1)))
    assert picture.spec["known"] is None
    assert picture.spec["each"] == 40
    assert size(picture.spec) <= 8000


def test_the_most_that_can_travel_is_little():
    V = 25_000
    ids = torch.randperm(V, generator=G)[:2000]
    values = torch.ones(2000, 1)
    blank = torch.zeros(9000, 1)
    gradients = {
        f"a rather long name of it{k}"[-24:]: coo(
            torch.cat([ids, torch.randperm(V, generator=G)[:9000]]), V,
            values=torch.cat([values, blank]),
        )
        for k in range(4)
    }  # fmt: skip
    picture = stored_rows(gradients, names=["word of ten"] * V)
    assert size(picture.get_state()) <= 58_000
