"""When queued calls return and are done: on a pretended GPU and clock, and on a real thread."""

import importlib
import math
import threading
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
import torch

from conftest import refusal
from lookup import QueuedCalls, queued_calls

module = importlib.import_module("lookup.measuring.queued_calls")
TWO = QueuedCalls((0, 2), (1, 3), (1, 5), (5, 9), 10, gpu=True, device="some GPU")


class Clock:
    """Python's clock, in seconds: it stands still unless it is told to go on."""

    def __init__(self):
        self.now = 100.0

    def perf_counter(self):
        return self.now


class PretendedGpu:
    """A GPU that takes what is queued one after the other, and its events.

    A call takes `launch` seconds of Python and `work` of the GPU; its clock is seen `delay` late.
    """

    def __init__(self, clock, launch=1, work=10, delay=0.5):
        self.clock, self.launch, self.work, self.delay = clock, launch, work, delay
        self.free = -math.inf  # when all that is queued is done
        self.calls = 0

    def call(self):
        self.calls += 1
        self.clock.now += self.launch
        self.free = max(self.free, self.clock.now) + self.work

    def synchronize(self, device=None):
        self.clock.now = max(self.clock.now, self.free) + self.delay

    def event(self, enable_timing):
        assert enable_timing
        return Event(self)


class Event:
    def __init__(self, gpu):
        self.gpu, self.at = gpu, None

    def record(self):
        self.at = max(self.gpu.free, self.gpu.clock.now)

    def synchronize(self):
        self.gpu.synchronize()

    def elapsed_time(self, other):
        return 1000 * (other.at - self.at)


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(module, "time", clock)
    return clock


@pytest.fixture
def on_gpu(monkeypatch, clock):
    """Measures n calls on a pretended GPU of these properties."""

    def measured(n=3, **how):
        gpu = PretendedGpu(clock, **how)
        monkeypatch.setattr(torch.cuda, "Event", gpu.event)
        monkeypatch.setattr(torch.cuda, "synchronize", gpu.synchronize)
        times = module._on_cuda(gpu.call, n)
        assert gpu.calls == n + 1, "once before the clock runs"
        return QueuedCalls(*times, gpu=True, device="a pretended GPU")

    return measured


def test_a_gpu_works_on_while_calls_return(on_gpu):
    queued = on_gpu()
    assert queued.called == (0, 1, 2)
    assert queued.returned == (1, 2, 3)
    assert queued.began == pytest.approx((0, 11, 21), abs=0.5)
    assert queued.done == pytest.approx((11, 21, 31), abs=0.5)
    assert queued.waited == 31.5


def test_what_must_be_true_sets_the_clocks_nearer(on_gpu):
    """The event at the start was seen 0.5 s late; but no work begins before its call."""
    assert on_gpu().began[0] == pytest.approx(0.25)
    assert on_gpu(delay=0).done == (11, 21, 31)


def test_a_gpu_that_is_faster_than_its_calls_waits_for_them(on_gpu):
    queued = on_gpu(launch=4, work=1, delay=0)
    assert queued.returned == (4, 8, 12)
    assert queued.done == (5, 9, 13)


def test_one_call_is_a_queue(on_gpu):
    assert on_gpu(n=1, delay=0).done == (11,)


@pytest.mark.parametrize(
    ("bounds", "called", "begins", "end", "waited", "zero"),
    [
        (
            (10, 14),
            [15],
            [2],
            6,
            30,
            13.5,
        ),  # from 13, as the work cannot begin before 15
        ((10, 14), [12], [2], 6, 18, 11),  # to 12, as it cannot end after 18
        ((10, 14), [11, 16], [2, 3], 6, 30, 13.5),
        ((10, 14), [10], [2], 6, 30, 12),
    ],
)
def test_the_gpus_clock_is_set_in_the_middle_of_what_is_possible(
    bounds, called, begins, end, waited, zero
):
    assert module._zero_of(bounds, called, begins, end, waited) == zero


def test_a_helper_thread_works_on_while_calls_return(monkeypatch):
    """No work can end before all calls have been made: the helper is held until then."""
    all_made, helpers, submitted = threading.Event(), set(), []

    def call():
        if helpers:  # the first call comes before the clock runs
            all_made.wait(10)
        helpers.add(threading.get_ident())

    class Watched(module.ThreadPoolExecutor):
        def submit(self, *call):
            submitted.append(super().submit(*call))
            if len(submitted) == 5:
                all_made.set()
            return submitted[-1]

    monkeypatch.setattr(module, "ThreadPoolExecutor", Watched)
    queued = queued_calls(call, device="cpu")
    assert len(queued.called) == len(queued.done) == 4
    assert not queued.gpu
    assert len(helpers) == 1
    assert threading.get_ident() not in helpers
    assert queued.called[-1] <= queued.done[0]


def test_a_product_is_queued_on_this_machine():
    W = torch.ones(100, 100)
    queued = queued_calls(lambda: W @ W, n=np.int64(3))
    assert len(queued.began) == 3
    assert queued.gpu == torch.cuda.is_available()
    assert queued.device


def test_what_the_call_raises_comes_through():
    with pytest.raises(ZeroDivisionError):
        queued_calls(lambda: 1 // 0, device="cpu")
    made = iter([1, 2])
    with pytest.raises(StopIteration):
        queued_calls(lambda: next(made), n=4, device="cpu")


@pytest.mark.parametrize(
    ("arguments", "kind", "text"),
    [
        ((3,), TypeError, "queued_calls needs the function itself, got int."),
        ((list, 2.0), TypeError, "n must be a whole number, got 2.0."),
        ((list, True), TypeError, "n must be a whole number, got True."),
        ((list, 0), ValueError, "n must be at least 1, got 0."),
    ],
)
def test_what_cannot_be_queued_is_refused(arguments, kind, text):
    assert refusal(lambda: queued_calls(*arguments, device="cpu")) == (kind, text)
    with pytest.raises(ValueError, match="the device must be one that is here"):
        queued_calls(list, device="tpu")


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        (
            {"done": (5, 11)},
            "the wait must end after all calls and all work, got 11 s and",
        ),
        ({"waited": 2.5}, "the wait must end after all calls and all work"),
        ({"began": (-1, 5)}, "work must begin after its call, got 0 s and then -1 s."),
        (
            {"began": (1, 4)},
            "the work of each call must be done before the next begins, got 5 s and then 4 s.",
        ),
        (
            {"done": (0.5, 9)},
            "the work of each call must be done before the next begins, got 1 s and then",
        ),
        (
            {"returned": (3, 3)},
            "each call must return before the next is made, got 3 s and then",
        ),
        (
            {"called": (0, 4)},
            "each call must return before the next is made, got 4 s and then 3",
        ),
        ({"called": (1, 2)}, "times must count from the first call, at 0 s, got 1."),
        ({"done": (5, math.nan)}, "times must be finite seconds, got nan."),
        ({"waited": math.inf}, "times must be finite seconds, got inf."),
        ({"done": (5,)}, "each call must have its four times, got [2, 2, 2, 1] times."),
        (
            dict.fromkeys(("called", "returned", "began", "done"), ()),
            "got [0, 0, 0, 0] times.",
        ),
    ],
)
def test_times_that_cannot_be_are_refused(changes, text):
    kind, said = refusal(lambda: replace(TWO, **changes))
    assert kind is ValueError
    assert text in said


def test_the_call_may_work_on_the_gpu_of_a_pretended_machine(monkeypatch, clock):
    """On CUDA the events are recorded on the device that was named."""
    seen = []

    class OnDevice:
        def __init__(self, device):
            seen.append(device)

        def __enter__(self):
            return self

        def __exit__(self, *error):
            return None

    monkeypatch.setattr(module, "pick_device", lambda name: torch.device("cuda:1"))
    monkeypatch.setattr(module, "name_of_device", lambda device: "a pretended GPU")
    gpu = PretendedGpu(clock)
    pretended = SimpleNamespace(
        device=OnDevice, Event=gpu.event, synchronize=gpu.synchronize
    )
    monkeypatch.setattr(torch, "cuda", pretended)
    queued = queued_calls(gpu.call, n=2)
    assert seen == [torch.device("cuda:1")]
    assert queued.gpu
    assert queued.device == "a pretended GPU"
