"""What a measured time says, on which device it is, and what measuring refuses."""

import importlib
import itertools
import math
import time

import pytest
import torch

from lookup.measuring.device import name_of_cpu, name_of_device, pick_device
from lookup.measuring.timing import Measurement, measure

measuring = importlib.import_module("lookup.measuring.timing")


def measured(*times):
    return Measurement(times, "a CPU, 1 thread", "2.13.0", "2026-01-31")


@pytest.mark.parametrize(
    ("times", "text"),
    [
        ((2.5e-6, 2e-6, 3e-6), "2.5 µs (2.0 to 3.0)"),
        ((9e-4, 8e-4, 1.2e-3), "900 µs (800 to 1,200)"),
        ((12.3e-3,), "12 ms"),
        ((1e-3,), "1.0 ms"),
        ((1.5,), "1.5 s"),
        ((4e-10,), "0.4 ns"),
    ],
)
def test_a_time_is_written_with_its_spread(times, text):
    assert str(measured(*times)) == text


def test_the_fastest_time_keeps_its_device_and_date():
    assert measured(3e-3, 1e-3, 2e-3).fastest == measured(1e-3)


@pytest.mark.parametrize("times", [(), (0.0,), (-1.0,), (math.nan,), (math.inf,)])
def test_what_is_no_time_is_refused(times):
    with pytest.raises(ValueError, match="times must hold seconds"):
        measured(*times)


def test_measure_calls_with_the_inputs_and_says_where():
    inputs = torch.zeros(2), 3
    seen = []
    found = measure(lambda *given: seen.append(given), *inputs, repeats=3, seconds=1e-4)
    assert len(found.times) == 3
    assert found.low <= found.median <= found.high
    assert all(a is b for given in seen for a, b in zip(given, inputs))
    assert torch.__version__ in found.where
    assert found.device == name_of_device(torch.device("cpu"))


def test_measure_leaves_the_threads_as_they_were():
    before = torch.get_num_threads()
    measure(torch.zeros, 1, repeats=1, seconds=1e-4)
    assert torch.get_num_threads() == before


def test_a_slow_call_is_made_at_least_once_a_repeat():
    calls = []
    square = torch.ones(300, 300)
    measure(lambda: calls.append(square @ square), repeats=2, seconds=1e-9)
    assert len(calls) >= 2


def test_a_sleep_lasts_as_long_as_it_says_or_longer():
    found = measure(time.sleep, 0.02, repeats=2)
    assert found.low >= 0.01


def test_a_call_may_take_another_input_each_time():
    batches = itertools.cycle(torch.eye(3))
    seen = []
    measure(lambda: seen.append(next(batches)), repeats=2, seconds=1e-9)
    assert len(seen) >= 5
    assert all(not torch.equal(a, b) for a, b in itertools.pairwise(seen))


class StandIn:
    """In place of two cards: work given to them is done when it is waited for, as on CUDA.

    The second one alone holds memory.
    """

    def __init__(self, patch):
        self.queue = 0
        self.waited = []
        patch.setattr(torch.accelerator, "synchronize", self.wait)
        patch.setattr(torch.cuda, "is_initialized", lambda: True)
        patch.setattr(torch.cuda, "device_count", lambda: 2)
        patch.setattr(torch.cuda, "memory_reserved", lambda number: 512 * number)

    def wait(self, device):
        time.sleep(self.queue)
        self.queue = 0
        self.waited.append(device)

    def work(self):
        self.queue += 0.01


@pytest.mark.parametrize("name", [None, "cpu", "cuda"])
def test_work_on_an_accelerator_is_waited_for_with_a_stand_in(monkeypatch, name):
    device = StandIn(monkeypatch)
    if name == "cuda":
        monkeypatch.setattr(
            measuring, "device_of", lambda inputs, device: torch.device("cuda", 1)
        )
        monkeypatch.setattr(
            measuring, "name_of_device", lambda device: f"a GPU, {device}"
        )
        monkeypatch.setattr(measuring, "wake", lambda device: None)
    found = measure(device.work, device=name, repeats=2, seconds=0.03)
    assert found.low >= 0.01
    assert device.queue == 0
    assert set(device.waited) == {torch.device("cuda", 1)}
    assert found.device == (
        "a GPU, cuda:1" if name == "cuda" else name_of_device(torch.device("cpu"))
    )


def test_no_card_is_started_to_measure_on_the_cpu(monkeypatch):
    device = StandIn(monkeypatch)
    monkeypatch.setattr(torch.cuda, "is_initialized", lambda: False)
    measure(len, "abc", repeats=1, seconds=1e-9)
    assert device.waited == []


def cards(
    patch, number, capability=(8, 6), built=("sm_75", "sm_80", "sm_90a", "compute_90")
):
    """As if torch saw that many NVIDIA cards, and was built for these."""
    patch.setattr(torch.cuda, "is_available", lambda: number > 0)
    patch.setattr(torch.cuda, "device_count", lambda: number)
    patch.setattr(torch.cuda, "get_device_name", lambda device: "Old GPU")
    patch.setattr(torch.cuda, "get_device_capability", lambda device: capability)
    patch.setattr(torch.cuda, "get_arch_list", lambda: [*built])


@pytest.mark.parametrize(
    ("capability", "runs"),
    [((6, 1), False), ((7, 0), False), ((7, 5), True), ((8, 9), True), ((12, 0), True)],
)
def test_a_card_without_code_for_it_is_not_picked_and_a_sentence_says_so(
    monkeypatch, capsys, capability, runs
):
    cards(monkeypatch, 1, capability)
    assert pick_device().type == ("cuda" if runs else "cpu")
    sentence = (
        "This build of torch has no code for the Old GPU. So we measure on the CPU.\n"
    )
    assert capsys.readouterr().out == ("" if runs else sentence)


def test_without_code_made_for_any_later_card_a_new_one_is_not_picked(monkeypatch):
    cards(monkeypatch, 1, (12, 0), built=["sm_80", "sm_90"])
    assert pick_device().type == "cpu"


def test_amds_cards_are_taken_as_they_are(monkeypatch):
    cards(monkeypatch, 1, (9, 4), built=["gfx90a", "gfx942"])
    monkeypatch.setattr(torch.version, "hip", "6.4")
    assert pick_device().type == "cuda"


def test_another_gpu_is_not_passed_over_in_silence(monkeypatch, capsys):
    cards(monkeypatch, 0)
    other = torch.device("mps")
    # As torch 2.6 has them: the second knows no argument.
    monkeypatch.setattr(torch.accelerator, "is_available", lambda: True)
    monkeypatch.setattr(torch.accelerator, "current_accelerator", lambda: other)
    assert pick_device() == torch.device("cpu")
    assert capsys.readouterr().out == (
        'A GPU that torch calls mps is here: pick_device("mps") times it, '
        "but its memory cannot be counted. So we measure on the CPU.\n"
    )
    assert pick_device("mps") == other
    other = torch.device("hpu")
    assert pick_device() == torch.device("cpu")
    assert "calls hpu is here, which we cannot measure on." in capsys.readouterr().out
    assert pick_device("cpu") == torch.device("cpu")
    assert capsys.readouterr().out == "", "it was asked for"


@pytest.mark.parametrize("unset", [None, ""])
def test_without_a_name_the_card_is_picked_where_there_is_one(monkeypatch, unset):
    for number, picked in [(0, "cpu"), (1, "cuda"), (2, "cuda")]:
        cards(monkeypatch, number)
        assert pick_device(unset) == torch.device(picked)


@pytest.mark.parametrize(
    "name",
    ["cpu", "cuda", "cuda:0", "cuda:1", torch.device("cpu"), torch.device("cuda", 1)],
)
def test_a_device_that_is_here_is_picked(monkeypatch, name):
    cards(monkeypatch, 2)
    assert pick_device(name) == torch.device(name)


@pytest.mark.parametrize(
    "name", ["quda", "cuda:7", "cuda:-1", "CPU", "mps", " ", "cuda:", "cuda:1,0", 3]
)
def test_a_device_that_is_not_here_is_named_with_those_that_are(monkeypatch, name):
    cards(monkeypatch, 1)
    with pytest.raises(
        ValueError, match=r"must be one that is here, cpu, cuda, cuda:0, got"
    ) as caught:
        pick_device(name)
    assert repr(str(name)) in str(caught.value)
    cards(monkeypatch, 0)
    with pytest.raises(ValueError, match=r"must be one that is here, cpu, got 'cuda'"):
        measure(len, "abc", device="cuda")


def test_a_device_tells_what_it_is(monkeypatch):
    monkeypatch.setattr(
        torch.cuda, "get_device_name", lambda device: f"A GPU ({device})"
    )
    assert name_of_device(torch.device("cuda")) == "A GPU (cuda)"
    name = name_of_cpu()
    assert name.strip() == name != ""
    for number, said in [(1, f"{name}, 1 thread"), (2, f"{name}, 2 threads")]:
        monkeypatch.setattr(torch, "get_num_threads", lambda number=number: number)
        assert name_of_device(torch.device("cpu")) == said
        assert name_of_device(torch.device("meta")) == f"meta of {said}"


@pytest.mark.parametrize(
    ("call", "how", "error"),
    [
        (3, {}, TypeError),
        (torch.ones(2), {}, TypeError),
        (len, {"repeats": 0}, ValueError),
        (len, {"seconds": 0}, ValueError),
        (len, {"seconds": math.nan}, ValueError),
        (len, {"device": "quda"}, ValueError),
    ],
)
def test_measure_refuses(call, how, error):
    with pytest.raises(error):
        measure(call, **how)


def test_the_time_is_that_of_one_call_and_not_of_all_that_fill_a_repeat():
    assert measure(torch.add, torch.zeros(3), 1, repeats=3, seconds=0.05).low < 0.01


def test_a_call_that_a_coarse_clock_cannot_tell_from_nothing_is_timed_all_the_same(
    monkeypatch,
):
    """A tick of Windows' clock takes 100 ns, in which a small call may begin and end."""
    timing = importlib.import_module("lookup.measuring.timing")
    trials = iter([0] * 4)  # the readings around the two calls that find the number
    monkeypatch.setattr(
        timing, "clock", lambda *devices: next(trials, time.perf_counter())
    )
    assert measure(lambda: None, repeats=1, seconds=1e-4).median > 0


def test_a_clock_coarser_than_the_wanted_seconds_tells_a_time_all_the_same(monkeypatch):
    timing = importlib.import_module("lookup.measuring.timing")
    tick = 1 / 64
    monkeypatch.setattr(timing, "TICK", tick)
    monkeypatch.setattr(
        timing, "clock", lambda *devices: time.perf_counter() // tick * tick
    )
    assert measure(time.sleep, 5e-3, repeats=2, seconds=1e-3).low > 0
