"""A step timed part by part: parts that add up, and the rows that each one touches."""

import itertools

import pytest
import torch
from torch import nn
from torch.optim import SGD, Adam, SparseAdam

from lookup import Measurement, time_step
from lookup.measuring.timed_step import Part, TimedStep

V, D = 50, 4
IDS = torch.tensor([[7, 3], [7, 49]])


def timed(make, ids=IDS, *, sparse=False, **more):
    emb = nn.Embedding(V, D, sparse=sparse)
    return time_step(emb, make(list(emb.parameters())), ids, **{"repeats": 4} | more)


def sgd(weights):
    return SGD(weights, lr=0.01)


def test_a_step_has_four_parts_that_add_up():
    step = timed(sgd)
    assert [part.name for part in step.parts] == [
        "forward",
        "backward",
        "SGD step",
        "zero_grad",
    ]
    assert (step.V, step.row_bytes, step.ids) == (V, 4 * D, (3, 7, 49))
    assert all(len(part.time.times) == 4 for part in step.parts)
    for k, whole in enumerate(step.time.times):
        assert whole == pytest.approx(sum(part.time.times[k] for part in step.parts))
    assert step.time.where == step.parts[0].time.where


def test_the_typical_step_is_one_that_was_taken():
    def measured(*times):
        return Measurement(times, "a CPU", "2.13.0", "2026-01-31")

    parts = measured(3.0, 1.0, 2.0), measured(1.0, 9.0, 3.0)
    step = TimedStep(
        V, 4 * D, (0,), tuple(Part("", time, {}, {}, {}) for time in parts)
    )
    assert step.time.times == (4, 10, 5)
    assert step.typical == (2, 3)
    assert sum(step.typical) == step.time.median


def test_what_touches_all_rows_says_so():
    forward, backward, step, zero_grad = timed(sgd).parts
    assert (forward.read, forward.written, forward.held) == (
        {"table": 3},
        {},
        {"table": V},
    )
    assert (backward.read, backward.written) == ({}, {"gradient": V})
    assert (step.read, step.written) == ({"gradient": V, "table": V}, {"table": V})
    assert backward.held == step.held == {"table": V, "gradient": V}
    assert (zero_grad.rows, zero_grad.held) == (0, {"table": V})


def test_a_sparse_gradient_has_an_entry_for_each_id():
    forward, backward, step, zero_grad = timed(sgd, sparse=True).parts
    assert (forward.read, backward.written) == ({"table": 3}, {"gradient": 4})
    assert (step.read, step.written) == ({"gradient": 4, "table": 3}, {"table": 3})
    assert (step.held, zero_grad.held) == ({"table": V, "gradient": 4}, {"table": V})


@pytest.mark.parametrize(
    ("kind", "sparse", "swept"), [(Adam, False, V), (SparseAdam, True, 3)]
)
def test_what_adam_keeps_is_swept_and_held_from_the_start(kind, sparse, swept):
    forward, _, step, _ = timed(
        lambda weights: kind(weights, lr=0.01), sparse=sparse
    ).parts
    own = {"exp_avg", "exp_avg_sq"}
    assert set(forward.held) == {"table"} | own
    assert step.written == dict.fromkeys(["table", *own], swept)
    assert step.read == step.written | {"gradient": 4 if sparse else V}


def test_the_table_is_trained_by_what_a_loss_sends_back_and_keeps_no_gradient():
    emb = nn.Embedding(V, D)
    before = emb.weight.detach().clone()
    up = torch.full((4, D), 2.0)
    time_step(emb, sgd(emb.parameters()), IDS.flatten(), up=up, repeats=5)
    moved = emb.weight.detach() - before
    assert moved.sum().item() == pytest.approx(-0.01 * 8 * up.sum().item(), rel=1e-4)
    assert emb.weight.grad is None


def test_no_step_asks_for_the_rows_of_the_one_before():
    emb = nn.Embedding(1000, D)
    asked = []
    emb.register_forward_pre_hook(lambda emb, given: asked.append(given[0]))
    found = time_step(
        emb, sgd(emb.parameters()), torch.tensor([7, 3, 7, 999]), repeats=5
    )
    batches = asked[1:]  # the first shapes what a loss sends back
    assert len(batches) == 8
    for before, after in itertools.pairwise(batches):
        assert not {*before.tolist()} & {*after.tolist()}
    assert all(batch[0] == batch[2] for batch in batches), "repeats stay repeats"
    assert found.ids == (3, 7, 999)


def test_a_printed_step_shows_times_and_rows():
    lines = str(timed(sgd)).splitlines()
    assert [line.split("  ")[0] for line in lines] == [
        *("forward", "backward", "SGD step", "zero_grad"),
        "the whole step",
    ]
    assert [line.split()[-2] for line in lines] == ["3", "50", "150", "0", "203"]


def test_a_wrong_call_is_told_so():
    emb = nn.Embedding(V, D)
    opt = sgd(emb.parameters())
    with pytest.raises(TypeError, match=r"ids must be a tensor, got list"):
        time_step(emb, opt, [1])
    with pytest.raises(ValueError, match="at least 1 id and 1 repeat, got 0 and 15"):
        time_step(emb, opt, IDS[:0])
    with pytest.raises(ValueError, match="at least 1 id and 1 repeat, got 4 and 0"):
        time_step(emb, opt, IDS, repeats=0)
    with pytest.raises(TypeError, match=r"emb must be an nn\.Embedding, got Parameter"):
        time_step(emb.weight, opt, IDS)
    with pytest.raises(ValueError, match=r"optimiser must train emb\.weight"):
        time_step(nn.Embedding(V, D), opt, IDS)
    with pytest.raises(IndexError):
        time_step(emb, opt, torch.tensor([V]))
