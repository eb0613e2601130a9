"""What notebook 02 says of nn.Embedding, held against torch over many sizes.

Its traps are in test_02_traps.py.
"""

import math

import pytest
import torch
import torch.nn.functional as F
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from torch import nn

from spellings import SPELLINGS, TEACH, different_gradients, pair

DTYPES = [torch.float64, torch.float32, torch.float16, torch.bfloat16]
SIZES = st.tuples(*[st.integers(1, 24)] * 2)
SHAPES = st.lists(st.integers(0, 4), max_size=3)
SEEDS = st.integers(0, 2**31)


def drawn(sizes, shape, seed, dtype=torch.float32):
    """A random table (V, D), random ids of the shape, most of them repeated, and the generator."""
    g = torch.Generator().manual_seed(seed)
    V, D = sizes
    return (
        torch.randn(V, D, generator=g).to(dtype),
        torch.randint(V, tuple(shape), generator=g),
        g,
    )


@settings(deadline=None, max_examples=60)
@given(SIZES, SHAPES, SEEDS, st.sampled_from(DTYPES))
def test_linear_on_one_hots_gives_exactly_the_rows(sizes, shape, seed, dtype):
    W, ids, _ = drawn(sizes, shape, seed, dtype)
    linear, emb = pair(W)
    rows = emb(ids)
    assert rows.shape == (*shape, sizes[1])
    assert torch.equal(rows, W[ids])
    assert torch.equal(rows, linear(F.one_hot(ids, num_classes=sizes[0]).to(dtype)))


@settings(deadline=None, max_examples=60)
@given(SIZES, SHAPES, SEEDS, st.sampled_from([torch.float64, torch.float32]))
def test_the_gradients_are_close(sizes, shape, seed, dtype):
    W, ids, g = drawn(sizes, shape, seed, dtype)
    linear, emb = pair(W)
    grad = torch.randn(*shape, sizes[1], generator=g, dtype=dtype)
    emb(ids).backward(grad)
    linear(F.one_hot(ids, num_classes=sizes[0]).to(dtype)).backward(grad)
    torch.testing.assert_close(emb.weight.grad, linear.weight.grad.T)


@settings(deadline=None, max_examples=40)
@given(SIZES, st.integers(1, 9), SEEDS, st.sampled_from(DTYPES))
def test_the_gradients_are_exact_where_no_id_comes_more_than_twice(
    sizes, B, seed, dtype
):
    W, ids, g = drawn(sizes, (B,), seed, dtype)
    assume(ids.bincount().max() <= 2)  # a sum of two numbers has no order
    linear, emb = pair(W)
    grad = torch.randn(B, sizes[1], generator=g).to(dtype)
    emb(ids).backward(grad)
    linear(F.one_hot(ids, num_classes=sizes[0]).to(dtype)).backward(grad)
    assert torch.equal(emb.weight.grad, linear.weight.grad.T)


@settings(deadline=None, max_examples=60)
@given(SIZES, st.integers(0, 9), SEEDS, st.sampled_from(DTYPES))
def test_six_spellings_give_the_same_rows(sizes, B, seed, dtype):
    W, ids, _ = drawn(sizes, (B,), seed, dtype)
    assert all(torch.equal(spelled(W, ids), W[ids]) for spelled in SPELLINGS.values())


@pytest.mark.parametrize("name", SPELLINGS)
def test_six_spellings_give_the_same_gradient(name):
    W = TEACH.clone().requires_grad_()
    SPELLINGS[name](W, torch.tensor([2, 3, 1, 2, 2])).sum().backward()
    assert W.grad[:, 0].tolist() == [0, 1, 3, 1, 0, 0]


@settings(deadline=None, max_examples=30)
@given(SIZES, SHAPES, SEEDS)
def test_int32_ids_are_ids_too(sizes, shape, seed):
    W, ids, _ = drawn(sizes, shape, seed)
    assert torch.equal(pair(W)[1](ids.int()), W[ids])


def test_a_book_prints_these_rows_with_seed_123():
    torch.manual_seed(123)
    emb = nn.Embedding(4, 5)
    ids = torch.tensor([2, 3, 1])
    rows = emb(ids)
    book = [
        [0.6957, -1.8061, -1.1589, 0.3255, -0.6315],
        [-2.8400, -0.7849, -1.4096, -0.4076, 0.7953],
        [1.3010, 1.2753, -0.2010, -0.1606, -0.4015],
    ]
    torch.testing.assert_close(rows, torch.tensor(book), atol=6e-5, rtol=0)
    linear, _ = pair(emb.weight.detach())
    assert torch.equal(linear(F.one_hot(ids, num_classes=4).float()), rows)


def test_the_one_hot_of_2_picks_the_third_column_of_linears_weight():
    linear, _ = pair(TEACH)
    v = torch.zeros(6)
    v[2] = 1
    assert linear(v).tolist() == linear.weight[:, 2].tolist() == [20, 21, 22, 23]
    assert linear.weight[2].shape == (6,)


@pytest.mark.parametrize("V", [4, 100, 1000])
def test_a_new_table_is_n_0_1_and_a_new_linear_is_narrow(V):
    torch.manual_seed(0)
    assert nn.Embedding(V, 2000).weight.std().item() == pytest.approx(1, rel=0.05)
    weight = nn.Linear(V, 2000).weight
    assert weight.abs().max() <= 1 / math.sqrt(V)
    assert weight.std().item() == pytest.approx(1 / math.sqrt(3 * V), rel=0.05)


@pytest.mark.parametrize(
    ("dtype", "V", "D"),
    [
        (torch.float32, 500_000, 1),
        (torch.bfloat16, 3000, 1),
        (torch.bfloat16, 20_000, 2),
    ],
)
def test_equal_rows_come_as_the_birthday_formula_says(dtype, V, D):
    g = torch.Generator().manual_seed(0)

    def pairs(numbers, dim=None):
        times = numbers.unique(dim=dim, return_counts=True)[1].double()
        return (times * (times - 1) / 2).sum().item()

    p = pairs(torch.randn(1_000_000, generator=g).to(dtype)) / (1e6 * (1e6 - 1) / 2)
    expected = V * (V - 1) / 2 * p**D
    found = pairs(torch.randn(V, D, generator=g).to(dtype), dim=0 if D > 1 else None)
    assert abs(found - expected) <= 5 * math.sqrt(expected)


def test_only_linear_has_a_gradient_to_its_input_and_takes_a_mixture():
    soft = torch.tensor([0, 0.5, 0.5, 0, 0, 0], requires_grad=True)
    mixed = pair(TEACH)[0](soft)
    mixed.sum().backward()
    assert mixed.tolist() == [15, 16, 17, 18]
    assert soft.grad.tolist() == TEACH.sum(1).tolist()


@pytest.mark.parametrize("name", sorted(SPELLINGS.keys() - {"W[ids]"}))
def test_with_two_threads_the_gradient_is_the_same_each_time(name):
    assert different_gradients(name) == 1
