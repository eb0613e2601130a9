"""What notebook 04 says of the gradient of a lookup, held against torch over many sizes."""

import pytest
import torch
import torch.nn.functional as F
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import nn

from conftest import threads
from spellings import SPELLINGS, different_gradients, pair

IDS = torch.tensor([3, 3, 3, 1])


@st.composite
def backwards(draw):
    """Random W (V, D), ids (B,) with repeats and up (B, D), whole numbers or normal ones.

    Sums of whole numbers are exact.
    """
    V, D, B = (draw(st.integers(1, 20)) for _ in range(3))
    g = torch.Generator().manual_seed(draw(st.integers(0, 2**31)))
    ids = torch.randint(min(V, draw(st.integers(1, 20))), (B,), generator=g)
    up = torch.randn(B, D, generator=g)
    if draw(st.booleans()):
        up = (100 * up).round()
    return torch.randn(V, D, generator=g), ids, up


def by_hand(W, ids, up):
    """The gradient of W in float64, visit by visit."""
    grad = torch.zeros(W.shape, dtype=torch.float64)
    for i, row in zip(ids.tolist(), up.double()):
        grad[i] += row
    return grad


def gradients(W, ids, up):
    """{name: gradient of W} of the product, three layers and two spellings of the scatter-add."""
    linear, emb = pair(W)
    _, lean = pair(W, sparse=True)
    onehot = F.one_hot(ids, num_classes=len(W)).float()
    for layer, x in ((linear, onehot), (emb, ids), (lean, ids)):
        layer(x).backward(up)
    return {
        "onehot.T @ up": onehot.T @ up,
        "Linear": linear.weight.grad.T,
        "Embedding": emb.weight.grad,
        "sparse=True": lean.weight.grad.to_dense(),
        "index_add": torch.zeros_like(W).index_add(0, ids, up),
        "scatter_add": torch.zeros_like(W).scatter_add(
            0, ids[:, None].expand_as(up), up
        ),
    }


@settings(deadline=None, max_examples=100)
@given(backwards())
def test_scatter_add_is_the_transposed_product_is_autograd(drawn):
    W, ids, up = drawn
    truth = by_hand(*drawn)
    whole = bool((up == up.round()).all())
    bound = torch.finfo(torch.float32).eps * len(ids) * up.abs().max()
    for name, grad in gradients(*drawn).items():
        gap = (grad.double() - truth).abs().max()
        assert gap == 0 if whole else gap <= bound, name
        assert not grad[~torch.isin(torch.arange(len(W)), ids)].any(), name


@settings(deadline=None, max_examples=60)
@given(backwards())
def test_with_one_thread_the_lookup_adds_in_the_order_of_the_ids(drawn):
    W, ids, up = drawn
    in_order = torch.zeros_like(W)
    for i, row in zip(ids.tolist(), up):
        in_order[i] += row
    with threads(1):
        found = gradients(*drawn)
    assert found["Embedding"].equal(in_order)
    assert found["sparse=True"].equal(in_order)


def test_assigning_to_repeated_ids_keeps_one_visit():
    grad = torch.zeros(5, 2)
    up = torch.tensor([[1.0, 2], [10, 20], [100, 200], [1, 1]])
    grad[IDS] += up
    assert grad[3].tolist() != [111, 222]
    assert grad[3].tolist() in up[:3].tolist()


@settings(deadline=None, max_examples=30)
@given(backwards())
def test_a_gradient_is_as_large_as_the_table_or_holds_an_entry_for_each_id(drawn):
    W, ids, up = drawn
    linear, emb = pair(W)
    _, lean = pair(W, sparse=True)
    emb(ids).backward(up)
    linear(F.one_hot(ids, num_classes=len(W)).float()).backward(up)
    lean(ids).backward(up)
    assert emb.weight.grad.nbytes == linear.weight.grad.nbytes == W.nbytes
    coo = lean.weight.grad
    assert coo._indices().tolist() == [ids.tolist()]
    assert coo._values().equal(up)
    assert coo._indices().nbytes + coo._values().nbytes == len(ids) * (
        8 + 4 * W.shape[1]
    )
    assert coo.coalesce().indices()[0].equal(ids.unique())


@pytest.mark.parametrize(
    ("how", "rows"),
    [
        ({}, [0, 1, 0, 3, 0]),
        ({"scale_grad_by_freq": True}, [0, 1, 0, 1, 0]),
        ({"padding_idx": 3}, [0, 1, 0, 0, 0]),
    ],
)
def test_what_three_switches_make_of_a_repeated_id(how, rows):
    emb = nn.Embedding(5, 2, **how)
    emb(IDS).sum().backward()
    assert emb.weight.grad.T.tolist() == [rows, rows]


def test_scaling_by_frequency_and_sparse_do_not_go_together():
    rows = nn.Embedding(5, 2, scale_grad_by_freq=True, sparse=True)(IDS)
    with pytest.raises(
        RuntimeError, match="scale_grad_by_freq not supported with sparse"
    ):
        rows.sum().backward()


def test_padding_does_not_survive_a_new_start():
    emb = nn.Embedding(5, 2, padding_idx=3)
    assert not emb.weight[3].any()
    nn.init.ones_(emb.weight)
    assert emb.weight[3].tolist() == [1, 1]
    given = nn.Embedding.from_pretrained(torch.ones(5, 2), padding_idx=3)
    assert given.weight[3].tolist() == [1, 1]


def test_max_norm_shortens_only_the_rows_that_are_looked_up_and_writes_in_the_forward():
    emb = nn.Embedding(5, 2, max_norm=1.0)
    nn.init.ones_(emb.weight)
    used = emb.weight.pow(2).sum()
    loss = used + emb(torch.tensor([1])).sum()
    lengths = emb.weight.detach().norm(dim=1)
    torch.testing.assert_close(lengths, torch.tensor([2.0, 1, 2, 2, 2]).sqrt())
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        loss.backward()


def test_the_strict_switch_makes_the_indexed_backward_repeat():
    torch.use_deterministic_algorithms(True)
    try:
        assert different_gradients("W[ids]", B=200_000) == 1
    finally:
        torch.use_deterministic_algorithms(False)
    assert set(SPELLINGS) >= {"W[ids]", "F.embedding"}
