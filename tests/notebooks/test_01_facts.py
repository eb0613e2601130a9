"""What the prose of notebook 01 adds to its cells."""

import math
from fractions import Fraction

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from spellings import TEACH, pair


def test_a_tenth_is_rounded_and_not_cut_off():
    assert Fraction(0.1) > Fraction(1, 10)
    assert Fraction(0.2) > Fraction(2, 10)


@pytest.mark.parametrize("by_product", [True, False])
def test_a_step_through_the_product_spreads_the_nan_of_a_row_that_no_id_names(
    by_product,
):
    W = TEACH.clone()
    W[5, 2] = math.inf
    linear, emb = pair(W)
    ids = torch.tensor([4, 1])
    torch.manual_seed(0)
    above = nn.Linear(4, 2)
    rows = linear(F.one_hot(ids, num_classes=6).float()) if by_product else emb(ids)
    above(rows).pow(2).sum().backward()
    gradient = linear.weight.grad if by_product else emb.weight.grad
    assert gradient.isnan().all().item() == by_product
    assert gradient.isnan().any().item() == by_product
    assert above.weight.grad.isnan().any().item() == by_product


def test_without_a_layer_above_the_nan_stays_in_its_column():
    W = TEACH.clone()
    W[5, 2] = math.inf
    linear, _ = pair(W)
    rows = linear(F.one_hot(torch.tensor([4, 1]), num_classes=6).float())
    rows.pow(2).sum().backward()
    spoilt = linear.weight.grad.T.isnan()  # (6, 4), as W
    assert spoilt.any(dim=0).tolist() == [False, False, True, False]
    assert spoilt[:, 2].all()


def test_an_embedding_refuses_the_id_that_square_brackets_take():
    """Of the cell "01-37-close"."""
    with pytest.raises(IndexError):
        nn.Embedding(6, 4)(torch.tensor([-1]))
