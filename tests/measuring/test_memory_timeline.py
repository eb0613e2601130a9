"""What a call holds over its time: bytes known beforehand, phase by phase."""

import importlib

import pytest
import torch

from lookup import held_over_time, measure_memory, phase
from two_steps import ROWS, TABLE, two_steps

memory = importlib.import_module("lookup.measuring.memory")
over_time = importlib.import_module("lookup.measuring.memory_timeline")


def names(held):
    return [part.name for part in held.phases]


def test_blocks_are_known_by_the_phase_in_which_they_were_taken():
    def call():
        phase("first")
        one = torch.empty(10, dtype=torch.uint8)
        phase("second")
        two = torch.empty(200, dtype=torch.uint8)
        del one
        phase("third")
        del two

    first, second, third = held_over_time(call).phases
    assert (first.name, first.held, first.taken) == (
        "first",
        (0, 10),
        {"first": (0, 10)},
    )
    assert second.held == (10, 210, 200)
    assert second.taken == {"first": (10, 10, 0), "second": (0, 200, 200)}
    assert (third.held, third.peak) == ((200, 0), 200)


@pytest.mark.parametrize("sparse", [False, True])
@pytest.mark.parametrize("early", [False, True])
def test_a_phase_begins_where_the_last_one_ended_and_the_parts_make_the_whole(
    early, sparse
):
    held = held_over_time(two_steps(early, sparse=sparse))
    level = 0
    for part in held.phases:
        assert part.held[0] == level
        level = part.held[-1]
        sums = [sum(moment) for moment in zip(*part.taken.values(), strict=True)]
        assert sums == list(part.held) or not any(part.held)
    assert held.kept == level


@pytest.mark.parametrize("sparse", [False, True])
@pytest.mark.parametrize("early", [False, True])
@pytest.mark.parametrize(
    "optimizer",
    [torch.optim.SGD, pytest.param(torch.optim.Adagrad, marks=pytest.mark.long)],
)
def test_the_peak_is_the_one_that_measure_memory_finds(early, sparse, optimizer):
    found = measure_memory(two_steps(early, sparse=sparse, optimizer=optimizer))
    held = held_over_time(two_steps(early, sparse=sparse, optimizer=optimizer))
    assert (held.peak, held.kept, held.device) == (found.peak, found.kept, found.device)


@pytest.mark.long
@pytest.mark.parametrize("layers", [5, 20, 40])
def test_activations_meet_the_gradient_only_where_zero_grad_comes_late(layers):
    size = layers * ROWS
    for sparse, peaks in (
        (False, (max(TABLE, size), TABLE + size)),
        (True, (size, size)),
    ):
        for early, peak in zip((True, False), peaks, strict=True):
            held = held_over_time(two_steps(early, sparse=sparse, layers=layers))
            assert held.peak == pytest.approx(peak, abs=0.2 * TABLE)


def test_the_gradient_stays_from_the_backward_until_zero_grad():
    held = held_over_time(two_steps(early=False))
    assert names(held) == ["forward", "zero_grad", "backward", "step"] * 2
    _, _, backward, step, forward, zero_grad, *_ = held.phases
    ends = [part.taken["backward"][-1] for part in (backward, step, forward, zero_grad)]
    assert ends == pytest.approx([TABLE, TABLE, TABLE, 0], abs=4)
    assert zero_grad.taken["forward"][-1] >= 30 * ROWS


def test_the_states_of_an_optimizer_are_what_its_first_step_takes():
    held = held_over_time(two_steps(early=True, optimizer=torch.optim.Adam))
    assert held.phases[3].taken["step"][-1] == pytest.approx(2 * TABLE, abs=4)
    assert held.phases[-1].taken["step"][-1] == pytest.approx(2 * TABLE, abs=4)


def test_what_is_older_than_the_call_is_named_so():
    old = [torch.empty(1000)]

    def call():
        phase("clear")
        old.clear()

    (part,) = held_over_time(call).phases
    assert (part.held, part.taken) == ((0, -4000), {"older": (0, -4000)})


def test_bytes_before_the_first_phase_belong_to_the_start():
    def call():
        kept = torch.empty(1000)
        phase("use")
        return kept.sum()

    held = held_over_time(call)
    assert names(held) == ["start", "use"]
    assert held.phases[1].taken["start"][0] == 4000


def test_without_a_measurement_a_phase_does_nothing():
    two_steps(early=True)()
    assert phase("forward") is None
    assert not over_time._hearing


def test_what_a_call_raises_comes_through_and_the_next_is_right():
    def call():
        phase("forward")
        return 1 // 0

    with pytest.raises(ZeroDivisionError):
        held_over_time(call)
    assert not over_time._hearing
    held = held_over_time(lambda: (phase("one"), torch.empty(10)))
    assert (names(held), held.peak) == (["one"], 40)


def test_it_refuses():
    with pytest.raises(TypeError, match="held_over_time needs the function itself"):
        held_over_time(torch.zeros(3))
    with pytest.raises(
        ValueError, match="held_over_time counts on cpu and cuda, got 'meta'"
    ):
        held_over_time(torch.neg, torch.zeros(3, device="meta"))
    with pytest.raises(
        ValueError, match=r'name its phases, such as phase\("forward"\), got none'
    ):
        held_over_time(torch.zeros, 3)
    with pytest.raises(
        RuntimeError, match="held_over_time measures one call at a time"
    ):
        measure_memory(lambda: held_over_time(torch.zeros, 3))


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        (3, "must be a str, got 3"),
        ("", "1 to 20 printable letters, got ''"),
        ("a" * 21, "1 to 20 printable letters"),
        ("a\nb", "1 to 20 printable letters"),
        ("older", "must not be 'start' or 'older', got 'older'"),
    ],
)
def test_what_is_no_name_of_a_phase_is_refused(name, rule):
    with pytest.raises((TypeError, ValueError), match=rule):
        phase(name)


class StandIn:
    """In place of torch.cuda: an allocator, so that the arithmetic is tested without a card."""

    def __init__(self, held):
        self.held = self.most = held

    def take(self, size):
        self.held += size
        self.most = max(self.most, self.held)

    def synchronize(self, device):
        assert device == torch.device("cuda")

    def reset_peak_memory_stats(self, device):
        self.most = self.held

    def memory_stats(self, device):
        asked = {"current": self.held, "peak": self.most}
        return {f"requested_bytes.all.{when}": size for when, size in asked.items()}

    def get_device_name(self, device):
        return "A GPU"


def test_on_cuda_each_phase_has_its_first_its_most_and_its_last_bytes(monkeypatch):
    cuda = StandIn(1000)
    warmed = []
    monkeypatch.setattr(
        "lookup.measuring.memory_timeline.device_to_count_on",
        lambda *_: torch.device("cuda"),
    )
    monkeypatch.setattr(memory, "_warm", warmed.append)
    monkeypatch.setattr(torch, "cuda", cuda)

    def call():
        phase("forward")
        cuda.take(500)
        phase("backward")
        cuda.take(300)
        cuda.take(-700)
        phase("step")

    held = held_over_time(call)
    assert warmed == [torch.device("cuda")]
    assert names(held) == ["forward", "backward", "step"], (
        "nothing changed at the start"
    )
    assert [part.held for part in held.phases] == [
        (0, 500, 500),
        (500, 800, 100),
        (100, 100, 100),
    ]
    assert (held.peak, held.kept, held.device) == (800, 100, "A GPU")
    assert not any(part.taken for part in held.phases)


@pytest.mark.skipif(not torch.cuda.is_available(), reason="no CUDA device here")
def test_a_training_step_on_cuda():
    W = torch.ones(50_000, 64, device="cuda", requires_grad=True)

    def call():
        phase("forward")
        loss = W[:100].sum()
        phase("backward")
        loss.backward()

    held = held_over_time(call, device="cuda")
    assert names(held) == ["forward", "backward"]
    assert held.kept == pytest.approx(W.nbytes, abs=2e6)
