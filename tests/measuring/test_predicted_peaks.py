"""The peak of a first training step, predicted in tables on paper, is the one that is measured."""

import pytest
import torch
import torch.nn.functional as F

from lookup import measure_memory

V, D, B = 20_000, 64, 16
ONE_HOT = B / D  # of floats, in tables; as int64 it takes twice


def one_hot(ids, W):
    return F.one_hot(ids, num_classes=len(W)).float() @ W


def csr(ids, W):
    ends, ones = torch.arange(len(ids) + 1), torch.ones_like(ids).float()
    how = {"size": (len(ids), len(W)), "check_invariants": False}
    return torch.sparse_csr_tensor(ends, ids, ones, **how) @ W


def sparse(ids, W):
    return F.embedding(ids, W, sparse=True)


def sgd(W):
    return torch.optim.SGD([W], lr=0.01)


def adam(**how):
    return lambda W: torch.optim.Adam([W], **how)


# The gradient is one table, two averages are two; Adam as a loop of tensors makes a root and the
# same, scaled; for a list of tensors it needs one of the two less. What CSR needs is its product's
# own affair: only measured.
PREDICTED = {
    "one-hot, SGD": (one_hot, sgd, max(3 * ONE_HOT, ONE_HOT + 1)),
    "Embedding, SGD": (F.embedding, sgd, 1),
    "sparse, SGD": (sparse, sgd, 0),
    "CSR @ W, SGD": (csr, sgd, 2.05),
    "Embedding, fused Adam": (F.embedding, adam(fused=True), 1 + 2),
    "sparse, SparseAdam": (sparse, lambda W: torch.optim.SparseAdam([W]), 0 + 2),
    "Embedding, Adam, foreach=False": (F.embedding, adam(foreach=False), 1 + 2 + 2),
    "Embedding, Adam, foreach=True": (F.embedding, adam(foreach=True), 1 + 2 + 1),
}


@pytest.mark.parametrize("name", PREDICTED)
def test_the_peak_of_a_first_step_is_as_predicted(name):
    way, make, tables = PREDICTED[name]
    W = torch.ones(V, D, requires_grad=True)
    ids = torch.arange(B) * 7
    up = torch.ones(B, D)
    optimiser = make(W)

    def step():
        optimiser.zero_grad()
        way(ids, W).backward(up)
        optimiser.step()

    found = measure_memory(step).peak / W.nbytes
    assert found == pytest.approx(tables, abs=0.1)
