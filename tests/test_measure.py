"""What a measured time says, and what measuring refuses."""

import doctest
import importlib
import math

import pytest
import torch

from lookup.measure import Measured, measure


def measured(*times):
    return Measured(times, "a CPU, 1 thread", "2.13.0", "2026-01-31")


def test_examples_of_the_docstrings():
    ran = doctest.testmod(importlib.import_module("lookup.measure"))
    assert ran.attempted
    assert not ran.failed


@pytest.mark.parametrize(
    ("times", "text"),
    [
        ((2.5e-6, 2e-6, 3e-6), "2.5 µs (2.0 to 3.0)"),
        ((9e-4, 8e-4, 1.2e-3), "900 µs (800 to 1,200)"),
        ((12.3e-3,), "12 ms (12 to 12)"),
        ((1e-3,), "1.0 ms (1.0 to 1.0)"),
        ((1.5,), "1.5 s (1.5 to 1.5)"),
        ((4e-10,), "0.4 ns (0.4 to 0.4)"),
    ],
)
def test_a_time_is_written_with_its_spread(times, text):
    assert str(measured(*times)) == text


@pytest.mark.parametrize("times", [(), (0.0,), (-1.0,), (math.nan,), (math.inf,)])
def test_what_is_no_time_is_refused(times):
    with pytest.raises(ValueError, match="times must hold seconds"):
        measured(*times)


def test_measure_calls_with_the_inputs_and_says_where():
    inputs = torch.zeros(2), 3
    seen = []
    time = measure(lambda *given: seen.append(given), *inputs, repeats=3, seconds=1e-4)
    assert len(time.times) == 3
    assert time.low <= time.median <= time.high
    assert all(a is b for given in seen for a, b in zip(given, inputs))
    assert torch.__version__ in time.where
    assert time.device.endswith(f"{torch.get_num_threads()} thread{'s' * (torch.get_num_threads() > 1)}")


def test_measure_leaves_the_threads_as_they_were():
    before = torch.get_num_threads()
    measure(torch.zeros, 1, repeats=1, seconds=1e-4)
    assert torch.get_num_threads() == before


def test_a_slow_call_is_made_at_least_once_a_repeat():
    calls = []
    measure(lambda: calls.append(torch.ones(300, 300) @ torch.ones(300, 300)), repeats=2, seconds=1e-9)
    assert len(calls) >= 2


@pytest.mark.parametrize(
    ("call", "how", "error"),
    [(3, {}, TypeError), (torch.ones(2), {}, TypeError), (len, {"repeats": 0}, ValueError),
     (len, {"seconds": 0}, ValueError), (len, {"seconds": math.nan}, ValueError)],
)  # fmt: skip
def test_measure_refuses(call, how, error):
    with pytest.raises(error):
        measure(call, **how)
