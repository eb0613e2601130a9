"""A table that is followed: what is kept is what torch's optimisers do, step by step."""

import dataclasses

import pytest
import torch
from torch import nn
from torch.optim import SGD, Adam, AdamW, SparseAdam

from lookup import follow

BATCHES = [[0, 1], [0], [0], [0]]


def train_on(ids, emb, optimiser):
    optimiser.zero_grad()
    loss = ((emb(torch.tensor(ids)) - 3) ** 2).sum()
    loss.backward()
    optimiser.step()


def table(**more):
    torch.manual_seed(0)
    return nn.Embedding(3, 4, dtype=torch.float64, **more)


def followed(make_optimiser, batches=BATCHES, **more):
    emb = table(**more)
    return follow(emb, make_optimiser(emb.parameters()), batches, train_on)


def test_sgd_moves_by_its_gradient_and_remembers_nothing():
    run = followed(lambda weights: SGD(weights, lr=0.01))
    assert run.rows.shape == (5, 3, 4)
    assert run.gradients.shape == run.memory.shape == (4, 3, 4)
    assert run.rows.dtype == torch.float64
    torch.testing.assert_close(run.rows.diff(dim=0), -0.01 * run.gradients)
    torch.testing.assert_close(run.gradients[0, :2], 2 * (run.rows[0, :2] - 3))
    assert not run.gradients[1:, 1].any()
    assert not run.memory.any()


def test_momentum_remembers_the_gradient_of_a_row_seen_once():
    run = followed(lambda weights: SGD(weights, lr=0.01, momentum=0.9))
    once = run.gradients[0, 1]
    for step in range(4):
        torch.testing.assert_close(run.memory[step, 1], 0.9**step * once)
    torch.testing.assert_close(run.rows.diff(dim=0), -0.01 * run.memory)
    assert not run.memory[:, 2].any()


@pytest.mark.parametrize("kind", [Adam, AdamW])
def test_adams_memory_is_its_mean_of_past_gradients(kind):
    run = followed(lambda weights: kind(weights, lr=0.01))
    mean = torch.zeros(3, 4, dtype=torch.float64)
    for gradient, memory in zip(run.gradients, run.memory):
        mean = 0.9 * mean + 0.1 * gradient
        torch.testing.assert_close(memory, mean)


def test_what_is_sparse_is_made_dense():
    makers = {
        SparseAdam: lambda weights: SparseAdam(list(weights), lr=0.01),
        SGD: lambda weights: SGD(weights, lr=0.01, momentum=0.9),
    }
    for make in makers.values():
        run = followed(make, sparse=True)
        assert run.gradients.layout == run.memory.layout == torch.strided
        assert not run.gradients[1:, 1].any()
        assert run.memory[0, 1].all()
    dense = followed(makers[SGD])
    torch.testing.assert_close(run.memory, dense.memory)
    torch.testing.assert_close(run.rows, dense.rows)


def test_no_gradient_gives_zeros():
    emb = table()
    run = follow(
        emb, SGD(emb.parameters(), lr=0.01), [[0]], lambda ids, emb, optimiser: None
    )
    assert not run.gradients.any()
    torch.testing.assert_close(run.rows[0], run.rows[1])


def test_what_was_kept_does_not_change_with_the_table():
    emb = table()
    run = follow(emb, Adam(emb.parameters()), iter(BATCHES), train_on)
    before = [kept.clone() for kept in (run.rows, run.gradients, run.memory)]
    follow(emb, Adam(emb.parameters()), BATCHES, train_on)
    assert all(map(torch.equal, before, (run.rows, run.gradients, run.memory)))
    assert not run.rows.requires_grad
    with pytest.raises(dataclasses.FrozenInstanceError):
        run.rows = None


def test_train_on_hears_of_each_batch_in_turn():
    heard = []
    emb = table()
    optimiser = SGD(emb.parameters(), lr=0.1)
    follow(emb, optimiser, BATCHES, lambda *given: heard.append(given))
    assert heard == [(ids, emb, optimiser) for ids in BATCHES]


@pytest.mark.parametrize(
    ("changed", "error", "words"),
    [
        (
            {"emb": nn.Linear(3, 4)},
            TypeError,
            "emb must be an nn.Embedding, got Linear.",
        ),
        (
            {"optimiser": Adam},
            TypeError,
            "optimiser must be a torch optimiser, got type.",
        ),
        ({"train_on": 3}, TypeError, "train_on must be a function, got int."),
        ({"batches": []}, ValueError, "at least one list of ids, got none."),
        ({"emb": nn.Embedding(3, 4)}, ValueError, "optimiser must train emb.weight"),
    ],
)
def test_what_cannot_be_followed_is_refused(changed, error, words):
    emb = table()
    given = {"emb": emb, "optimiser": SGD(emb.parameters(), lr=0.1)}
    given |= {"batches": BATCHES, "train_on": train_on}
    with pytest.raises(error, match=words):
        follow(**given | changed)
