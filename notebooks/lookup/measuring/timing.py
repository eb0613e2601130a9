"""The time of a call on the device at hand: several repeats, so that no number lacks its spread."""

import datetime
import functools
import math
import time
import timeit
from dataclasses import dataclass, replace

import torch

from ..repeats import Repeats
from .clocks import wake
from .device import cards_in_use, device_of, name_of_device

TICK = time.get_clock_info("perf_counter").resolution  # seconds


@dataclass(frozen=True)
class Measurement(Repeats):
    """Seconds that one call took in each of several repeats, and where and when that was.

    `times`: seconds, one number for each repeat; `device`, `torch`, `date`: text.

    Raises:
        ValueError: if there are no times, or one is not a positive finite number.

    Example:
        >>> time = Measurement((3e-5, 2e-5, 4e-5), "some CPU, 1 thread", "2.13.0", "2026-01-31")
        >>> time.low, time.median, time.high
        (2e-05, 3e-05, 4e-05)
        >>> print(time)
        30 µs (20 to 40)
        >>> print(time.fastest)
        20 µs
        >>> time.where
        'some CPU, 1 thread, torch 2.13.0, 2026-01-31'
    """

    device: str
    torch: str
    date: str

    def __post_init__(self):
        wrong = [time for time in self.times if not 0 < time < math.inf]
        if wrong or not self.times:
            raise ValueError(
                f"times must hold seconds, each above 0 and finite, got {wrong or 'none'}."
            )

    @property
    def fastest(self):
        """The fastest repeat alone, a `Measurement` of one time."""
        return replace(self, times=(self.low,))

    @property
    def where(self):
        """Device, torch version and date: without them a time says nothing."""
        return f"{self.device}, torch {self.torch}, {self.date}"


def measure(call, *inputs, device=None, repeats=5, seconds=0.005):
    """The time of `call(*inputs)`, on the device of the first input that has one, else on the CPU.

    A call that takes another input each time keeps a cache from being measured:
    `measure(lambda: step(next(batches)))`.

    Args:
        call: a function, called a few times before the clock runs; its result is thrown away.
        inputs: what it is called with, of any shape. They are not copied: a call may change them.
        device: where it works if no input says so: a torch.device, or a name as in `pick_device`.
        repeats: how many times to measure, at least 1. The median of several is steadier.
        seconds: about how long a repeat lasts, above 0; it holds at least one call.

    Returns:
        A `Measurement`. Work on the device is waited for; where that is the CPU, work on any card
        that the call began in its first run is, too. A card that has idled is made to work before.
        Threads are as `torch.set_num_threads` left them.

    Raises:
        TypeError: if `call` is not callable.
        ValueError: if there is less than one repeat, if seconds are not above 0, or if the device
            is not here.

    Example:
        >>> len(measure(torch.add, torch.zeros(3), 1, repeats=2, seconds=0.001).times)
        2
    """
    if not callable(call):
        raise TypeError(
            f"measure needs the function itself, then its inputs, got {type(call).__name__}."
        )
    if repeats < 1 or not 0 < seconds < math.inf:
        raise ValueError(
            f"repeats must be 1 or more and seconds above 0, got {repeats} and {seconds}."
        )
    device = device_of(inputs, device)
    wake(device)
    call(*inputs)  # the first one loads programs, and shows which cards are in use
    cards = cards_in_use() if device.type == "cpu" else [device]
    now = functools.partial(clock, *cards)
    timer = timeit.Timer(
        "call(*inputs)", timer=now, globals={"call": call, "inputs": inputs}
    )
    number = max(1, round(max(seconds, 10 * TICK) / _about(timer)))
    times = tuple(time / number for time in timer.repeat(repeats, number))
    return measured_here(times, device)


def _about(timer):
    """About how many seconds a call takes, seen over at least ten ticks of the clock."""
    for number in (1, 10, 100, 1000):
        # The faster of two runs, as one may have been disturbed. A coarse clock may see no time.
        lasted = min(timer.repeat(2, number))
        if lasted >= 10 * TICK:
            break
    return max(TICK, lasted) / number


def measured_here(times, device):
    """Times taken just now on this device, by a clock of your own.

    Args:
        times: seconds, one number for each repeat.
        device: the torch.device, or its name.

    Returns:
        A `Measurement` that names the device.

    Raises:
        ValueError: if there are no times, or one is not a positive finite number.

    Example:
        >>> print(measured_here([2e-5, 3e-5, 4e-5], "cpu"))
        30 µs (20 to 40)
    """
    name = name_of_device(torch.device(device))
    return Measurement(
        tuple(times), name, torch.__version__, f"{datetime.date.today()}"
    )


def clock(*devices):
    """Seconds, read when these devices have done all their work. A CPU has when it returns."""
    for device in devices:
        if device.type != "cpu":
            torch.accelerator.synchronize(device)
    return timeit.default_timer()
