"""What the companion of notebook 02 says of spellings, copies, 16 bits and bad ids.

The traps that both tell of are in test_02_traps.py.
"""

import numpy as np
import pandas as pd
import pytest
import torch
import torch.nn.functional as F
from torch import nn

from lookup import message_of
from spellings import SPELLINGS, TEACH, pair


def total(name, dtype, times):
    """What a spelling's gradient of row 2 adds up to, if that is so many ones."""
    W = torch.zeros(6, 4, dtype=dtype, requires_grad=True)
    SPELLINGS[name](W, torch.full((times,), 2)).sum().backward()
    return W.grad[2, 0].item()


@pytest.mark.parametrize(
    ("name", "bfloat16", "float16"),
    [
        ("emb", 256, 2048),
        ("F.embedding", 256, 2048),
        ("W[ids]", 256, 2048),
        ("index_select", 1000, 5000),
        ("gather", 1000, 5000),
        ("onehot @ W", 1000, 5000),
    ],
)
def test_three_of_six_spellings_add_in_16_bits_and_get_stuck(name, bfloat16, float16):
    assert total(name, torch.bfloat16, 1000) == bfloat16
    assert total(name, torch.float16, 5000) == float16
    assert total(name, torch.float32, 5000) == 5000


@pytest.mark.parametrize("name", SPELLINGS)
def test_random_gradients_of_both_signs_come_out_a_few_percent_off(name):
    """3 to 5 % in the three that get stuck, and 0.2 % at most in the others."""
    for seed in range(5):
        g = torch.Generator().manual_seed(seed)
        up = torch.randn(1000, 64, generator=g).bfloat16()
        W = torch.zeros(6, 64, dtype=torch.bfloat16, requires_grad=True)
        SPELLINGS[name](W, torch.full((1000,), 2)).backward(up)
        true = up.double().sum(0)
        wrong = ((W.grad[2] - true).norm() / true.norm()).item()
        gets_stuck = name in ("emb", "F.embedding", "W[ids]")
        assert 0.03 < wrong < 0.05 if gets_stuck else wrong < 0.002


def test_bfloat16_counts_in_ones_to_256_and_then_in_twos():
    whole = torch.arange(260.0)
    short = whole.bfloat16().float()
    assert torch.equal(short[:257], whole[:257])
    assert short[257:].tolist() == [256, 258, 260]


def test_a_clone_keeps_the_strides_and_contiguous_makes_a_copy_of_its_own():
    turned = pair(TEACH)[0].weight.detach().T
    assert turned.clone().stride() == (1, 6)
    assert turned.contiguous().stride() == (4, 1)
    assert turned.contiguous().data_ptr() != turned.data_ptr()


def test_autocast_leaves_table_and_lookup_in_float32():
    linear, emb = pair(TEACH / 3)
    ids = torch.tensor([5])
    with torch.autocast("cpu", dtype=torch.bfloat16):
        rows, product = emb(ids), linear(F.one_hot(ids, num_classes=6).float())
    assert torch.equal(rows, (TEACH / 3)[ids])
    assert torch.equal(product, (TEACH / 3)[ids].bfloat16())
    assert {emb.weight.dtype, linear.weight.dtype, rows.dtype} == {torch.float32}
    rows.sum().backward()
    assert emb.weight.grad.dtype == torch.float32


def test_autocast_runs_matrix_products_in_16_bits_and_no_product_number_by_number():
    W = torch.rand(3, 3)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        products = [
            W @ W,
            F.linear(W, W),
            F.conv1d(W[None], W[:, :, None]),
            W * 2,
            W * W,
        ]
    assert [product.dtype for product in products] == 3 * [torch.bfloat16] + 2 * [
        torch.float32
    ]


@pytest.mark.parametrize(("std", "stay"), [(1, 0.617), (0.02, 0)])
def test_how_many_bfloat16_numbers_a_first_step_of_adam_leaves(std, stay):
    """Between 1/2 and 1 they are 1/256 apart, so from 1/2 on a step of 0.001 is rounded away."""
    g = torch.Generator().manual_seed(0)
    W = nn.Parameter((std * torch.randn(1000, 64, generator=g)).bfloat16())
    before = W.detach().clone()
    W.grad = torch.ones_like(W)
    torch.optim.Adam([W]).step()
    assert (before == W).float().mean().item() == pytest.approx(stay, abs=0.01 * stay)


@pytest.mark.parametrize("mode", ["sum", "mean", "max"])
def test_the_gradient_of_a_bag_gets_stuck_in_bfloat16_too(mode):
    bag = nn.EmbeddingBag(6, 4, mode=mode, dtype=torch.bfloat16)
    bag(torch.full((1000, 1), 2)).sum().backward()
    assert bag.weight.grad[2].tolist() == [256.0] * 4


def test_two_numbers_are_equal_with_these_probabilities():
    g = torch.Generator().manual_seed(0)
    numbers = torch.randn(1_000_000, generator=g)
    found = []
    for dtype in (torch.float32, torch.bfloat16):
        counted = numbers.to(dtype).unique(return_counts=True)[1].double()
        found.append((counted * (counted - 1)).sum().item() / (1e6 * (1e6 - 1)))
    assert found == [pytest.approx(1.4e-8, rel=0.03), pytest.approx(9.0e-4, rel=0.01)]


def test_a_thousand_rows_of_two_numbers_are_equal_and_off_the_edge_of_rounding():
    rows = torch.randn(50_000, 2, generator=torch.Generator().manual_seed(1))
    counted = rows.bfloat16().unique(dim=0, return_counts=True)[1]
    assert 960 < (counted * (counted - 1) / 2).sum().item() < 1045


@pytest.mark.parametrize("ids", [[2, 3, 1, 2], [0], [5, 5, 5, 0]])
def test_mtm_counts_the_ids(ids):
    M = F.one_hot(torch.tensor(ids), num_classes=6).float()
    assert torch.equal(
        M.T @ M, torch.bincount(torch.tensor(ids), minlength=6).float().diag()
    )


def test_self_is_the_table_as_the_spelling_that_the_lookup_calls_says_the_same():
    bad = torch.tensor([6])
    said = {message_of(F.embedding, bad, TEACH), message_of(TEACH.index_select, 0, bad)}
    assert said == {"IndexError: index out of range in self"}


def test_one_line_finds_the_bad_ids():
    ids = torch.tensor([[0, 5], [-1, 6]])
    bad = (ids < 0) | (ids >= 6)
    assert ids[bad].tolist() == [-1, 6]
    assert bad.nonzero().tolist() == [[1, 0], [1, 1]]
    assert message_of(nn.Embedding(6, 4), ids[~bad]) == "no error"


def test_index_select_adds_in_16_bits_if_ids_are_int32():
    W = torch.zeros(6, 4, dtype=torch.bfloat16, requires_grad=True)
    often = torch.full((1000,), 2, dtype=torch.int32)
    W.index_select(0, often).sum().backward()
    assert W.grad[2].tolist() == [256.0] * 4


def test_gather_returns_wrong_rows_for_int32_ids_that_are_no_copy():
    W = TEACH.float()
    ids = torch.tensor([2, 3, 1, 2], dtype=torch.int32)
    wide = ids[:, None].expand(-1, W.shape[1])
    assert torch.equal(W.gather(0, wide), W[[2, 2, 2, 2]])
    assert torch.equal(W.gather(0, wide.contiguous()), W[ids])


def test_index_select_takes_ids_of_any_shape_once_they_are_flat():
    W = TEACH.float()
    ids = torch.tensor([[2, 3, 1], [2, 0, 5]])
    assert "supposed to be a vector" in message_of(W.index_select, 0, ids)
    rows = W.index_select(0, ids.flatten()).view(*ids.shape, -1)
    assert torch.equal(rows, F.embedding(ids, W))


def test_uint8_ids_are_a_mask_and_only_a_warning_says_so():
    mask = torch.tensor([1, 0, 2], dtype=torch.uint8)
    with pytest.warns(UserWarning, match="uint8 is now deprecated"):
        assert torch.arange(3)[mask].tolist() == [0, 2]


def test_a_pandas_column_may_need_to_numpy_first():
    column = pd.Series([2, 3], index=[5, 6])
    assert "ValueError" in message_of(torch.tensor, column)
    assert torch.tensor(column.to_numpy()).tolist() == [2, 3]


def test_ids_must_be_a_tensor_and_a_table_of_no_numbers_does_not_mind_the_device():
    emb = nn.Embedding(6, 4)
    for ids, kind in (([2, 3], "list"), (2, "int"), (np.array([2, 3]), "ndarray")):
        said = message_of(emb, ids)
        assert "must be Tensor, not" in said
        assert said.endswith(kind)
        assert torch.equal(emb(torch.tensor(ids)), emb.weight[ids])
    away = nn.Embedding(6, 4, device="meta")
    for ids in (torch.tensor([2, 3]), torch.tensor([2, 3]).to(away.weight.device)):
        assert message_of(away, ids) == "no error"
        assert "no data" in message_of(away(ids).tolist)


def test_a_row_is_written_inside_no_grad_only():
    emb = nn.Embedding(6, 4)
    assert "leaf Variable that requires grad" in message_of(emb.weight.fill_, 1.0)
    row = emb.weight[1]
    assert "a view of a leaf Variable" in message_of(row.fill_, 1.0)
    with torch.no_grad():
        emb.weight[1] = 1.0
    assert emb.weight[1].tolist() == [1.0] * 4


@pytest.mark.parametrize(
    ("pick", "is_view"),
    [
        (3, True),
        (slice(3, 4), True),
        (torch.tensor(3), True),
        ([3], False),
        (torch.tensor([3]), False),
    ],
)
def test_a_number_or_a_slice_gives_a_view_and_a_list_a_copy(pick, is_view):
    row = TEACH[pick]
    assert (row.data_ptr() == TEACH[3].data_ptr()) is is_view
    assert F.embedding(torch.tensor(3), TEACH).data_ptr() != TEACH[3].data_ptr()
    said = message_of(nn.Embedding(6, 4).weight[pick].add_, 77)
    assert ("a view of a leaf Variable" in said) is is_view


@pytest.mark.parametrize("strict", [True, False])
def test_a_shorter_checkpoint_is_refused_strict_or_not(strict):
    longer = nn.Embedding(8, 4)
    with pytest.raises(RuntimeError, match="size mismatch for weight"):
        longer.load_state_dict(nn.Embedding(6, 4).state_dict(), strict=strict)
    names = nn.Embedding(8, 4).state_dict() | {"bias": torch.zeros(4)}
    assert (message_of(longer.load_state_dict, names, strict=strict) == "no error") is (
        not strict
    )
