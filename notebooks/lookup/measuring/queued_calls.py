"""When calls return, and when their work is done: a GPU or a helper thread works behind Python."""

import itertools
import math
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import torch

from ..whole import whole_number
from .device import name_of_device, pick_device
from .timing import clock


@dataclass(frozen=True)
class QueuedCalls:
    """When n calls, made one after the other, returned, and when their work was done.

    `called`, `returned`: when Python made each call, and when it went on; `began`, `done`: when the
    work of each call began and ended; each n seconds since the first call. `waited`: when Python
    had waited for all of them. `gpu`: whether a GPU worked, or else a helper thread; `device`: what
    worked, in words.

    Raises:
        ValueError: if there is no call, if a time is not finite or missing, if the first call is
            not at 0, or if times are not in order: a call is made, returns, and the next one is
            made; its work begins after it was made, ends, and the next work begins; Python has
            waited when all calls have returned and all work is done.

    Example:
        >>> two = QueuedCalls((0, 2), (1, 3), (1, 5), (5, 9), 10, gpu=True, device="some GPU")
        >>> two.returned[-1], two.waited
        (3, 10)
    """

    called: tuple[float, ...]
    returned: tuple[float, ...]
    began: tuple[float, ...]
    done: tuple[float, ...]
    waited: float
    gpu: bool
    device: str

    def __post_init__(self):
        columns = (self.called, self.returned, self.began, self.done)
        sizes = [len(column) for column in columns]
        if len({*sizes}) > 1 or not sizes[0]:
            raise ValueError(f"each call must have its four times, got {sizes} times.")
        for seconds in (*itertools.chain(*columns), self.waited):
            if not math.isfinite(seconds):
                raise ValueError(f"times must be finite seconds, got {seconds}.")
        if self.called[0] != 0:
            raise ValueError(
                f"times must count from the first call, at 0 s, got {self.called[0]}."
            )
        _check_order("each call must return before the next is made", zip(*columns[:2]))
        _check_order(
            "the work of each call must be done before the next begins",
            zip(*columns[2:]),
        )
        for pair in zip(self.called, self.began):
            _check_order("work must begin after its call", [pair])
        ends = max(self.returned[-1], self.done[-1])
        _check_order(
            "the wait must end after all calls and all work", [(ends, self.waited)]
        )


def _check_order(rule, pairs):
    """Raises ValueError unless these pairs of times, one after the other, never go back."""
    for before, after in itertools.pairwise(itertools.chain(*pairs)):
        if after < before:
            raise ValueError(f"{rule}, got {before:g} s and then {after:g} s.")


def queued_calls(call, n=4, device=None):
    """Make a call n times without waiting, then wait; and tell when each returned and was done.

    On CUDA the GPU works behind Python by itself. Events around each call tell when its work began
    and ended, by the GPU's clock; it is set against Python's by one event that is waited for at the
    start, and by what must be true: no work begins before its call, none ends after the wait. What
    is left open is a few µs. An event is recorded as soon as the GPU is free, so the first work
    seems to begin before its call has reached the GPU, by as much as a call takes.

    Elsewhere a helper thread stands in for the GPU: it takes the calls from a queue, and waits
    until the work of each is done, on Apple's and Intel's GPUs, too. A call that holds Python's
    lock (the GIL) lets no other call be made meanwhile; torch's products release it.

    Args:
        call: a function without arguments, called once before the clock runs; on CUDA it must work
            on `device`, on the current stream, and not wait for it. Results are thrown away.
        n: how many calls are queued, at least 1.
        device: as in `pick_device`; None means "cuda" if there is a card, else "cpu".

    Returns:
        A `QueuedCalls`.

    Raises:
        TypeError: if `call` is not callable, or n is no whole number.
        ValueError: if n is below 1, or the device is not here.
        Whatever the call raises.

    Example:
        >>> W = torch.ones(200, 200)
        >>> queued = queued_calls(lambda: W @ W, n=3, device="cpu")
        >>> len(queued.done), queued.gpu, queued.waited >= queued.done[-1]
        (3, False, True)
    """
    if not callable(call):
        raise TypeError(
            f"queued_calls needs the function itself, got {type(call).__name__}."
        )
    whole_number(n, "n")
    if n < 1:
        raise ValueError(f"n must be at least 1, got {n}.")
    device = pick_device(device)
    if device.type == "cuda":
        with torch.cuda.device(device):
            times = _on_cuda(call, n)
    else:
        times = _in_a_thread(call, n, device)
    return QueuedCalls(*times, device.type == "cuda", name_of_device(device))


def _in_a_thread(call, n, device):
    """The times of n calls that a helper thread takes from its queue."""
    called, returned, began, done = [], [], [], []

    def work():
        began.append(time.perf_counter())
        call()
        done.append(clock(device))

    # One helper, as a GPU's stream: work is done in the order in which it was queued.
    with ThreadPoolExecutor(max_workers=1) as helper:
        # The first call is not timed; it is made by the helper, so that what torch sets up for a
        # thread is set up for this one.
        helper.submit(call).result()
        queue = []
        for _ in range(n):
            called.append(time.perf_counter())
            queue.append(helper.submit(work))
            returned.append(time.perf_counter())
        for queued in queue:
            queued.result()
        waited = time.perf_counter()
    return _since(called[0], called, returned, began, done, waited)


def _on_cuda(call, n):
    """The times of n calls on the current GPU."""
    call()
    torch.cuda.synchronize()
    zero, *events = [torch.cuda.Event(enable_timing=True) for _ in range(2 * n + 1)]
    earliest = time.perf_counter()
    zero.record()
    zero.synchronize()
    latest = time.perf_counter()
    called, returned = [], []
    for before, after in zip(events[::2], events[1::2]):
        called.append(time.perf_counter())
        before.record()
        call()
        after.record()
        returned.append(time.perf_counter())
    torch.cuda.synchronize()
    waited = time.perf_counter()
    ticks = [
        zero.elapsed_time(event) / 1000 for event in events
    ]  # milliseconds, says torch
    start = _zero_of((earliest, latest), called, ticks[::2], ticks[-1], waited)
    # Within what the two clocks leave open, times are moved into the order in which they must be.
    on_clock = [min(start + tick, waited) for tick in ticks]
    began = [max(pair) for pair in zip(called, on_clock[::2])]
    done = [max(pair) for pair in zip(began, on_clock[1::2])]
    return _since(called[0], called, returned, began, done, waited)


def _zero_of(bounds, called, begins, end, waited):
    """When the GPU's clock read zero, by Python's: the middle of what is possible, within bounds.

    >>> _zero_of((10, 14), called=[15], begins=[2], end=6, waited=30)
    13.5
    """
    low = max(bounds[0], *(call - begin for call, begin in zip(called, begins)))
    high = min(bounds[1], waited - end)
    return (low + high) / 2


def _since(start, called, returned, began, done, waited):
    """All times as seconds since `start`."""
    columns = [
        tuple(seconds - start for seconds in c) for c in (called, returned, began, done)
    ]
    return *columns, waited - start
