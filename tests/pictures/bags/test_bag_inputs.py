"""What an EmbeddingBag is handed: taken from whatever holds it, or refused with rule and value."""

import numpy as np
import pytest
import torch
from torch.nn import functional as F

from conftest import refusal
from lookup import bags
from test_bags import COUNTS, IDS, NAMES, OFFSETS, W, four

SPARSE = torch.eye(4).to_sparse()
REFUSED = {  # what is wrong: (how, the kind of error, what is said)
    "offsets that do not begin with 0": (
        {"offsets": [1, 2]},
        ValueError,
        "offsets must begin with 0, the place of the first id, got 1.",
    ),
    "offsets that fall": (
        {"offsets": [0, 4, 2, 7]},
        ValueError,
        "offsets must never fall, got 4 and then 2 at place 2.",
    ),
    "offsets that exceed the ids": (
        {"offsets": torch.tensor([0, 2, 8])},
        ValueError,
        "offsets must not exceed 7, where the ids end, got 8.",
    ),
    "no offsets": (
        {"offsets": np.zeros(0, dtype=np.int64)},
        ValueError,
        "offsets must be one line, (B,), of at least one, got shape (0,).",
    ),
    "offsets in a table": (
        {"offsets": [[0, 2]]},
        ValueError,
        "offsets must be one line, (B,), of at least one, got shape (1, 2).",
    ),
    "one offset": (
        {"offsets": 0},
        ValueError,
        "offsets must be one line, (B,), of at least one, got shape ().",
    ),
    "offsets that are floats": (
        {"offsets": [0.0, 2.0]},
        TypeError,
        "offsets must be int64 or int32, as in nn.EmbeddingBag, got float64.",
    ),
    "offsets that are words": (
        {"offsets": ["0", "2"]},
        TypeError,
        "offsets must hold real numbers, such as [0, 2, 4], got list.",
    ),
    "an id outside": (
        {"ids": [0, 2, 2, 4, 0, 1, 2]},
        IndexError,
        "ids contains 4, but the table has 4 rows: use 0 to 3.",
    ),
    "ids in a table": (
        {"ids": [[0, 1], [2, 3]]},
        ValueError,
        "ids must be one line, (n,), which the offsets cut, got shape (2, 2): "
        "nn.EmbeddingBag takes no offsets with ids of more dimensions.",
    ),
    "one id": (
        {"ids": torch.tensor(2)},
        ValueError,
        "ids must be one line, (n,), which the offsets cut, got shape (): "
        "nn.EmbeddingBag takes no offsets with ids of more dimensions.",
    ),
    "no ids": (
        {"ids": []},
        ValueError,
        "ids is empty (shape (0,)): a picture needs at least one id.",
    ),
    "too few counts": (
        {"counts": COUNTS[1:]},
        ValueError,
        "counts must hold one number for each of the 7 ids, shape (7,), got shape (6,).",
    ),
    "counts in a table": (
        {"counts": [COUNTS]},
        ValueError,
        "counts must hold one number for each of the 7 ids, shape (7,), got shape (1, 7).",
    ),
    "counts that are words": (
        {"counts": NAMES},
        TypeError,
        "counts must hold real numbers, such as per_sample_weights, got list.",
    ),
    "sparse counts": (
        {"counts": SPARSE},
        TypeError,
        "counts must be dense, got a sparse Tensor: pass its to_dense() or toarray().",
    ),
    "counts with mean": (
        {"mode": "mean"},
        ValueError,
        "counts need mode=\"sum\", got mode='mean': nn.EmbeddingBag, too, refuses "
        "per_sample_weights with any other mode.",
    ),
    "another mode": (
        {"mode": "max"},
        ValueError,
        "mode must be 'sum' or 'mean', got 'max'.",
    ),
    "no mode": ({"mode": None}, ValueError, "mode must be 'sum' or 'mean', got None."),
    "too few documents": (
        {"documents": ["a", "b"]},
        ValueError,
        "documents must hold one name for each of the 4 bags, got 2.",
    ),
    "documents that are no words": (
        {"documents": range(4)},
        TypeError,
        "documents must be a list of words, each a str, got 0 at place 0.",
    ),
    "too few names": (
        {"names": NAMES[1:]},
        ValueError,
        "names must hold one word for each of the 4 rows, got 3.",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused_is_named_with_the_rule(name):
    how, kind, said = REFUSED[name]
    given = {"ids": IDS, "offsets": OFFSETS, "counts": COUNTS} | how
    assert refusal(lambda: bags(W, **given)) == (kind, said)


@pytest.mark.parametrize(
    ("mode", "counts"),
    [("mean", torch.ones(7)), ("max", torch.ones(7))],
    ids=["mean", "max"],
)
def test_torch_refuses_weights_with_the_same_modes(mode, counts):
    ids, offsets = torch.tensor(IDS), torch.tensor(OFFSETS)
    with pytest.raises(
        (RuntimeError, NotImplementedError), match="only supported for mode='sum'"
    ):
        F.embedding_bag(ids, W, offsets, mode=mode, per_sample_weights=counts)


@pytest.mark.parametrize("kind", [list, tuple, np.array, torch.tensor])
def test_ids_offsets_and_counts_are_taken_from_whatever_holds_them(kind):
    taken = bags(W, kind(IDS), kind(OFFSETS), counts=kind(COUNTS))
    assert taken.spec == four().spec


@pytest.mark.parametrize(
    "dtype", [torch.float16, torch.bfloat16, torch.int64, torch.float64]
)
def test_counts_of_any_numbers_are_taken(dtype):
    assert four(counts=torch.tensor(COUNTS, dtype=dtype)).spec == four().spec


def test_counts_that_follow_a_gradient_are_taken():
    assert (
        four(counts=torch.tensor(COUNTS).float().requires_grad_()).spec == four().spec
    )
