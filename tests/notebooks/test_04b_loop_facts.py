"""What the companion of notebook 04 says of two optimisers in one loop, and of frozen rows."""

import pytest
import torch
from torch import nn, optim

from course import COMPANIONS, code_cells, names_of, read
from lookup import message_of

(PATH,) = (path for path in COMPANIONS if path.name.startswith("04b"))


def test_a_table_and_its_net_learn_with_two_optimisers_at_a_rate_for_its_visits():
    names = names_of(PATH, "def step_both", "def right_after")
    (cell,) = (
        cell.source for cell in code_cells(read(PATH)) if cell.id == "04b-both-table"
    )
    exec(cell, names)
    before, usual, more, most = names["table"]["right"].str.rstrip("%").astype(int)
    assert 48 <= before <= 52
    assert 55 < usual < 72
    assert 86 < more < 97
    assert most >= 98


def test_no_optimiser_takes_both_kinds_of_gradients():
    table, net = nn.Embedding(6, 3, sparse=True), nn.Linear(3, 2)
    net(table(torch.tensor([1, 2]))).sum().backward()
    every = [*table.parameters(), *net.parameters()]
    for kind in (optim.Adam, optim.AdamW, optim.SparseAdam):
        assert "does not support" in message_of(kind(every).step)


def test_at_a_small_rate_the_table_has_hardly_moved_after_19_visits_of_a_row():
    step_both = names_of(PATH, "def step_both")["step_both"]
    torch.manual_seed(0)
    table = nn.Embedding(1000, 16, sparse=True)
    net = nn.Sequential(nn.Linear(16, 32), nn.ReLU(), nn.Linear(32, 2))
    weights = [*table.parameters(), *net.parameters()]
    both = [optim.SparseAdam(weights[:1], lr=0.001), optim.AdamW(weights[1:], lr=0.001)]
    start = table.weight.detach().clone()
    for _ in range(300):
        ids = torch.randint(1000, (64,))
        with torch.autocast("cpu", dtype=torch.bfloat16):
            loss = nn.functional.cross_entropy(net(table(ids)), ids % 2)
        step_both(both, weights, loss)
    way = (table.weight.detach() - start).abs().mean().item()
    assert way == pytest.approx(0.030, abs=0.003)


def test_a_weight_that_the_batch_did_not_use_does_not_stop_the_two_optimisers():
    step_both = names_of(PATH, "def step_both")["step_both"]
    table, unused = nn.Embedding(6, 3, sparse=True), nn.Parameter(torch.ones(2))
    both = [optim.SparseAdam(table.parameters()), optim.AdamW([unused])]
    loss = table(torch.tensor([1, 1])).sum()
    step_both(both, [table.weight, unused], loss)
    assert table.weight.grad.norm().item() == pytest.approx(0.25, abs=1e-5)


def unscaled(bad):
    """A table, a net, their optimisers, a scaler and the norm; weight `bad` has a NaN."""
    table, net = nn.Embedding(6, 3, sparse=True), nn.Linear(3, 2)
    every = [*table.parameters(), *net.parameters()]
    both = [optim.SparseAdam(every[:1], lr=0.1), optim.AdamW(every[1:], lr=0.1)]
    scaler = torch.amp.GradScaler("cpu", init_scale=1024.0)
    with torch.autocast("cpu", dtype=torch.float16):
        loss = net(table(torch.tensor([1, 2, 1]))).float().square().mean()
    scaler.scale(loss).backward()
    if bad is not None:
        every[bad].grad *= torch.nan
    for optimiser in both:
        scaler.unscale_(optimiser)
    return every, both, scaler, torch.stack([w.grad.norm() for w in every]).norm()


@pytest.mark.parametrize("bad", [0, 1, None])
def test_one_scaler_serves_two_optimisers_and_neither_steps_on_a_nan(bad):
    every, both, scaler, norm = unscaled(bad)
    before = [weight.detach().clone() for weight in every]
    if norm.isfinite():
        assert 0 < norm < 20  # no longer times 1,024
        nn.utils.clip_grads_with_norm_(every, 0.01, norm)
        for optimiser in both:
            scaler.step(optimiser)
    scaler.update()
    assert scaler.get_scale() == (1024 if bad is None else 512)
    for old, new in zip(before, every, strict=True):
        assert torch.equal(old, new) == (bad is not None)


def test_the_norm_carries_a_nan_past_the_scaler_into_the_other_optimiser():
    every, both, scaler, norm = unscaled(bad=1)
    nn.utils.clip_grads_with_norm_(every, 0.01, norm)
    for optimiser in both:
        scaler.step(optimiser)
    assert [weight.isnan().any().item() for weight in every] == [True, False, False]


def test_a_hook_does_not_stop_decay_and_putting_back_does():
    row_1 = names_of(PATH, "def row_1_after")["row_1_after"]
    stay = {kind.__name__: row_1(kind, False) for kind in (optim.SGD, optim.Adam)}
    assert stay == {"SGD": 10, "Adam": 10}
    decayed = row_1(optim.AdamW, False)
    assert decayed == pytest.approx(10 * (1 - 0.01 * 0.01) ** 20, abs=1e-4)
    assert row_1(optim.AdamW, True) == 10


@pytest.mark.parametrize("kind", [optim.SGD, optim.Adagrad, optim.SparseAdam])
def test_the_hook_keeps_a_row_of_a_sparse_table(kind):
    emb = nn.Embedding(6, 2, sparse=True)
    before = emb.weight.detach().clone()
    learns = (torch.arange(6) > 2).float()[:, None]
    emb.weight.register_hook(lambda grad: grad * learns)
    optimiser = kind(emb.parameters(), lr=0.01)
    emb(torch.tensor([1, 1, 4])).sum().backward()
    optimiser.step()
    assert emb.weight.grad.is_sparse
    moved = (emb.weight != before).any(dim=1)
    assert moved.tolist() == [False, False, False, False, True, False]


def test_a_hook_comes_too_late_for_a_row_that_adam_remembers():
    emb = nn.Embedding(3, 2)
    optimiser = optim.Adam(emb.parameters())
    emb(torch.tensor([1])).sum().backward()
    optimiser.step()
    after_one = emb.weight[1].tolist()
    emb.weight.grad.zero_()
    optimiser.step()
    assert emb.weight[1].tolist() != after_one
