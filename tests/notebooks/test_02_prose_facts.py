"""What notebook 02 shows without being compared, and what its prose adds to its cells."""

import math

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from spellings import pair


@pytest.mark.parametrize(
    "dtype", [torch.float64, torch.float32, torch.float16, torch.bfloat16], ids=str
)
def test_rows_are_equal_and_gradients_equal_up_to_rounding(dtype):
    """In 16 bits the gradients are hardly ever equal to the last bit."""
    g = torch.Generator().manual_seed(0)
    equal = 0
    for _ in range(100):
        W = torch.randn(31, 7, generator=g, dtype=torch.float64).to(dtype)
        up = torch.randn(40, 7, generator=g, dtype=torch.float64).to(dtype)
        ids = torch.randint(31, (40,), generator=g)
        linear, emb = pair(W)
        rows, product = emb(ids), linear(F.one_hot(ids, num_classes=31).to(dtype))
        assert torch.equal(rows, product)
        rows.backward(up)
        product.backward(up)
        gap = (emb.weight.grad - linear.weight.grad.T).abs().max().item()
        assert gap <= 20 * torch.finfo(dtype).eps
        equal += gap == 0
    assert equal <= 10 or dtype in (torch.float64, torch.float32)


def test_the_number_after_1_in_bfloat16_is_1_and_a_128th():
    assert torch.finfo(torch.bfloat16).eps == 2**-7
    assert torch.tensor([1.003, 1.0039]).bfloat16().tolist() == [1, 1]
    assert torch.tensor(1.006).bfloat16() == 1.0078125


def test_a_wide_tied_table_starts_eleven_times_worse_than_without_an_opinion():
    for seed in range(5):
        torch.manual_seed(seed)
        wide = nn.Embedding(300, 64).weight.detach()
        following = (torch.arange(300) + 1) % 300
        loss = F.cross_entropy(wide @ wide.T, following)
        assert 10 < loss / math.log(300) < 12.5
        narrow = F.cross_entropy(0.0004 * wide @ wide.T, following)
        assert abs(narrow - math.log(300)) < 0.02


@pytest.mark.parametrize("lead", [20.0, 64.0])
def test_a_wrong_word_that_is_far_ahead_costs_about_its_lead(lead):
    """How the prose explains cross-entropy: 300 words, of which word 1 is right."""
    right = torch.tensor(1)
    scores = torch.zeros(300)
    assert F.cross_entropy(scores, right).item() == pytest.approx(math.log(300))
    scores[0] = lead
    assert F.cross_entropy(scores, right).item() == pytest.approx(lead, rel=1e-3)


@pytest.mark.parametrize("D", [4, 64, 1024])
def test_the_scores_of_random_rows_spread_as_the_square_root_of_their_length(D):
    """Of the cell "02-83"."""
    rows = torch.randn(20_000, D, generator=torch.Generator().manual_seed(0))
    scores = (rows[::2] * rows[1::2]).sum(dim=1)
    assert scores.std().item() == pytest.approx(math.sqrt(D), rel=0.05)


def test_minus_zero_is_the_one_row_that_comes_back_with_another_bit():
    W = torch.tensor([[-0.0], [1.0]])
    onehot = F.one_hot(torch.tensor([0]), num_classes=2).float()
    assert torch.equal(onehot @ W, W[[0]])
    assert math.copysign(1, (onehot @ W).item()) == 1
    assert math.copysign(1, W[0].item()) == -1
