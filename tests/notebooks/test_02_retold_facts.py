"""What notebook 02 shows without being compared, and what its prose adds to its cells."""

import math

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from course import ROOT, names_of

PATH = ROOT / "notebooks" / "02_embedding_lookup.ipynb"


def test_rows_are_equal_and_gradients_are_close():
    """Cell "02-counts": the counts of equal gradients differ between processors."""
    names = names_of(
        PATH, "def pair(", "def compare(", "def count_equal(", 'names = ["rows equal"'
    )
    assert [rows for rows, _, _ in names["counts"].values()] == [100] * 4
    for dtype, (_, gradients, gap) in names["counts"].items():
        assert gap <= 20 * torch.finfo(getattr(torch, dtype.removeprefix("torch."))).eps
        assert gradients <= 10 or dtype in ("torch.float64", "torch.float32")


def test_float32_gradients_of_4000_ids_differ_little_and_only_in_rows_used_three_times():
    names = names_of(PATH, "def pair(")
    g = torch.Generator().manual_seed(0)
    for _ in range(10):
        W, up = torch.randn(31, 7, generator=g), torch.randn(4000, 7, generator=g)
        ids = torch.cat(
            [torch.randint(29, (3997,), generator=g), torch.tensor([29, 30, 30])]
        )
        linear, emb = names["pair"](W)
        (emb(ids) * up).sum().backward()
        (linear(F.one_hot(ids, num_classes=31).float()) * up).sum().backward()
        gap = (emb.weight.grad - linear.weight.grad.T).abs()  # (31, 7)
        assert gap.max() < 5e-5
        assert not gap[29:].any()


def test_the_gaps_of_bfloat16_double_at_2_and_at_4_and_those_of_float16_are_eight_times_finer():
    assert torch.finfo(torch.bfloat16).eps == 2**-7
    assert torch.finfo(torch.float16).eps == 2**-10
    for start, gap in ((1, 1 / 128), (2, 1 / 64), (4, 1 / 32)):
        for dtype, step in ((torch.bfloat16, gap), (torch.float16, gap / 8)):
            numbers = torch.tensor([start, start + step / 4, start + step]).to(dtype)
            assert numbers.tolist() == [start, start, start + step]
    assert torch.tensor(1.0039).bfloat16() == 1


def test_a_wide_tied_table_starts_eleven_times_worse_than_without_an_opinion():
    for seed in range(5):
        torch.manual_seed(seed)
        wide = nn.Embedding(300, 64).weight.detach()
        following = (torch.arange(300) + 1) % 300
        loss = F.cross_entropy(wide @ wide.T, following)
        assert 10 < loss / math.log(300) < 12.5
        narrow = F.cross_entropy(0.0004 * wide @ wide.T, following)
        assert abs(narrow - math.log(300)) < 0.02


@pytest.mark.long
@pytest.mark.parametrize("own", [True, False])
def test_in_a_tied_table_a_word_itself_and_the_word_before_share_with_the_next(own):
    """Of "02-floor": without the words' own scores the floor is ln 2."""
    torch.manual_seed(0)
    W = (0.02 * torch.randn(300, 64)).double().requires_grad_()
    optimiser = torch.optim.Adam([W], lr=0.1)
    here = torch.arange(300)
    following = (here + 1) % 300
    for _ in range(61):
        scores = W @ W.T
        if not own:
            scores = scores.masked_fill(torch.eye(300, dtype=torch.bool), -torch.inf)
        loss = F.cross_entropy(scores, following)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    shares = scores.softmax(dim=1)
    found = [shares[here, word].mean().item() for word in (here, following, here - 1)]
    if own:
        assert found == pytest.approx([0.40, 0.24, 0.24], abs=0.005)
        beyond = shares[here, here - 2] + shares[here, (here + 2) % 300]
        assert beyond.mean().item() == pytest.approx(1 - sum(found), abs=0.02)
        assert loss.item() == pytest.approx(1.43, abs=0.01)
    else:
        assert found[1] < 0.5
        assert loss > math.log(2)


def test_minus_zero_is_the_one_row_that_comes_back_with_another_bit():
    W = torch.tensor([[-0.0], [1.0]])
    onehot = F.one_hot(torch.tensor([0]), num_classes=2).float()
    assert torch.equal(onehot @ W, W[[0]])
    assert math.copysign(1, (onehot @ W).item()) == 1
    assert math.copysign(1, W[0].item()) == -1
