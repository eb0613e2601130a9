"""Each trap of notebook 02 by name.

A red one says that torch has changed: change the notebook's sentence too.
"""

import math
import warnings

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from spellings import SPELLINGS, TEACH, different_gradients, pair


def one(dtype):
    return torch.tensor([1], dtype=dtype)


def ids(*numbers):
    return torch.tensor(numbers)


def frozen(table):
    return nn.Embedding.from_pretrained(table)(ids(1)).sum()


WIDE = "mat1 and mat2 shapes cannot be multiplied"
DTYPE = "Long, Int; but got"
RANGE = "index out of range in self"
OUT = "out of bounds"
LONG = "tensor of type LongTensor"
VECTOR = "to be a vector"
FLOATING = "only Tensors of floating point"
FROZEN = "does not require grad"
REFUSED = {  # what is refused: (error, a part of its message, call)
    "id V": (IndexError, RANGE, lambda: F.embedding(ids(6), TEACH)),
    "id -1, emb": (IndexError, RANGE, lambda: SPELLINGS["emb"](TEACH, ids(-1))),
    "id -1, F.embedding": (IndexError, RANGE, lambda: F.embedding(ids(-1), TEACH)),
    "id -1, index_select": (IndexError, RANGE, lambda: TEACH.index_select(0, ids(-1))),
    "id -1, gather": (RuntimeError, OUT, lambda: SPELLINGS["gather"](TEACH, ids(-1))),
    "id -1, one_hot": (
        RuntimeError,
        "must be non-negative",
        lambda: F.one_hot(ids(-1), 6),
    ),
    "float ids": (RuntimeError, DTYPE, lambda: F.embedding(one(torch.float32), TEACH)),
    "int8 ids": (RuntimeError, DTYPE, lambda: F.embedding(one(torch.int8), TEACH)),
    "int16 ids": (RuntimeError, DTYPE, lambda: F.embedding(one(torch.int16), TEACH)),
    "uint8 ids": (RuntimeError, DTYPE, lambda: F.embedding(one(torch.uint8), TEACH)),
    "bool ids": (RuntimeError, DTYPE, lambda: F.embedding(one(torch.bool), TEACH)),
    "int32 ids, one_hot": (RuntimeError, LONG, lambda: F.one_hot(one(torch.int32), 6)),
    "one_hot without a size": (
        RuntimeError,
        WIDE,
        lambda: F.one_hot(ids(1, 0)).float() @ TEACH,
    ),
    "a table as high as the batch": (
        IndexError,
        RANGE,
        lambda: nn.Embedding(4, 4)(ids(5)),
    ),
    "2-D ids, index_select": (
        IndexError,
        VECTOR,
        lambda: TEACH.index_select(0, ids([0, 0])),
    ),
    "ids that learn": (
        RuntimeError,
        FLOATING,
        lambda: one(torch.int64).requires_grad_(),
    ),
    "a frozen table that learns": (
        RuntimeError,
        FROZEN,
        lambda: frozen(TEACH).backward(),
    ),
}


@pytest.mark.parametrize("trap", REFUSED)
def test_trap_refused(trap):
    error, message, call = REFUSED[trap]
    with pytest.raises(error) as caught:
        call()
    assert message.lower() in str(caught.value).lower()


def test_trap_id_minus_1_wraps_where_it_is_an_index():
    assert TEACH[torch.tensor([-1])].tolist() == [[50, 51, 52, 53]]


def test_trap_uint8_ids_are_a_mask_where_they_are_an_index():
    with warnings.catch_warnings(record=True):
        warnings.simplefilter("always")
        assert len(TEACH[torch.tensor([1, 0, 1, 1, 0, 0], dtype=torch.uint8)]) == 3
        rows = TEACH[:3][torch.tensor([1, 0, 2], dtype=torch.uint8)]
        assert torch.equal(rows, TEACH[[0, 2]])


def test_trap_max_of_a_tensor_makes_a_size_that_is_a_tensor():
    emb = nn.Embedding(max(ids(2, 3, 1)) + 1, 4)
    assert isinstance(emb.num_embeddings, torch.Tensor)


def test_trap_linear_has_a_bias_by_default():
    linear = nn.Linear(6, 4)
    assert not torch.equal(linear(torch.eye(6)[2]), linear.weight[:, 2])


def test_trap_a_weight_given_as_a_parameter_is_shared_so_a_comparison_cannot_fail():
    linear, emb = pair(TEACH)
    linear.weight = nn.Parameter(emb.weight.T.detach())
    with torch.no_grad():
        linear.weight += 1
    assert torch.equal(emb.weight, TEACH + 1)


def test_trap_from_pretrained_shares_and_keeps_the_strides():
    linear, _ = pair(TEACH)
    emb = nn.Embedding.from_pretrained(linear.weight.T)
    assert emb.weight.data_ptr() == linear.weight.data_ptr()
    assert emb.weight.stride() == (1, 6)


def test_a_contiguous_copy_that_learns_is_the_way_out():
    linear, _ = pair(TEACH)
    emb = nn.Embedding.from_pretrained(linear.weight.T.contiguous(), freeze=False)
    assert emb.weight.is_leaf
    assert emb.weight.requires_grad
    assert emb.weight.stride() == (4, 1)
    assert emb.weight.data_ptr() != linear.weight.data_ptr()


def test_trap_from_pretrained_of_an_instance_draws_a_table_and_throws_it_away():
    before = torch.get_rng_state()
    nn.Embedding.from_pretrained(TEACH)
    assert torch.equal(torch.get_rng_state(), before)
    nn.Embedding(6, 4).from_pretrained(TEACH)
    assert not torch.equal(torch.get_rng_state(), before)


def test_trap_padding_idx_does_not_stop_weight_decay():
    _, emb = pair(TEACH, padding_idx=5)
    opt = torch.optim.SGD(emb.parameters(), lr=0.1, weight_decay=0.1)
    emb(torch.tensor([5, 1])).sum().backward()
    opt.step()
    assert emb.weight.grad[5].tolist() == [0, 0, 0, 0]
    torch.testing.assert_close(emb.weight[5], 0.99 * TEACH[5])


def test_trap_max_norm_edits_the_table_in_the_forward():
    emb = pair(TEACH, max_norm=1.0)[1].eval()
    with torch.no_grad():
        emb(torch.tensor([3]))
    assert emb.weight[3].norm().item() == pytest.approx(1, abs=1e-4)
    assert torch.equal(emb.weight[[0, 1, 2, 4, 5]], TEACH[[0, 1, 2, 4, 5]])


def test_trap_max_norm_spoils_a_gradient_already_on_its_way():
    _, emb = pair(TEACH, max_norm=1.0)
    size = (emb.weight**2).sum()
    emb(torch.tensor([3]))
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        size.backward()


def test_trap_bfloat16_gradients_of_a_lookup_stop_at_256():
    linear, emb = pair(TEACH.bfloat16())
    often = torch.full((1000,), 2)
    emb(often).sum().backward()
    linear(F.one_hot(often, num_classes=6).bfloat16()).sum().backward()
    assert emb.weight.grad[2].tolist() == [256] * 4
    assert linear.weight.grad[:, 2].tolist() == [1000] * 4


def test_trap_autocast_rounds_the_product_and_not_the_lookup():
    linear, emb = pair(TEACH / 7)
    batch = ids(2, 3, 1)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        product = linear(F.one_hot(batch, num_classes=6).float())
        rows = emb(batch)
    assert (product.dtype, rows.dtype) == (torch.bfloat16, torch.float32)
    assert not torch.equal(product.float(), rows)


def test_trap_infinity_anywhere_spoils_the_product_and_not_the_lookup():
    W = TEACH.clone()
    W[5] = math.inf
    assert SPELLINGS["onehot @ W"](W, ids(4)).isnan().all()
    assert torch.equal(SPELLINGS["F.embedding"](W, ids(4)), TEACH[ids(4)])


def test_trap_with_two_threads_the_gradient_of_an_index_differs_from_run_to_run():
    assert different_gradients("W[ids]", B=200_000, runs=20) > 1


def test_deterministic_algorithms_cure_the_gradient_of_an_index():
    torch.use_deterministic_algorithms(True)
    try:
        assert different_gradients("W[ids]", B=200_000) == 1
    finally:
        torch.use_deterministic_algorithms(False)
