"""The bytes that a call asks torch for: the most at any moment, and what stays when it is over."""

import contextlib
import itertools
import threading
from dataclasses import dataclass

import torch

from .allocations import changes_in, swept
from .device import device_of, name_of_device

COUNTED = ("cpu", "cuda")  # kinds of devices whose bytes we can count
_counting = threading.Lock()  # held while a call is measured


@dataclass(frozen=True)
class Memory:
    """Bytes that a call held beyond what was held before it, counted by torch's allocator.

    `peak`: the most at any moment, at least 0; `kept`: after the call, below 0 if it gave back more
    than it took; `device`: where they were counted.

    Raises:
        ValueError: if the peak is below 0 or below what is kept.

    Example:
        >>> Memory(4000, 0, "some CPU, 1 thread").peak
        4000
    """

    peak: int
    kept: int
    device: str

    def __post_init__(self):
        if self.peak < max(0, self.kept):
            raise ValueError(
                f"the peak must be at least 0 and what is kept, got {self.peak} and {self.kept}."
            )


def measure_memory(call, *inputs, device=None):
    """The bytes that one `call(*inputs)` asks torch's allocator for; its result is thrown away.

    On the CPU every block is counted as it was asked for, so the same call gives the same bytes
    each time. It does not see what other libraries hold (NumPy, the scratch memory of MKL and
    oneDNN, Python itself), what other threads allocate, or older blocks that are freed while no
    tensor in Python holds them. Recording takes about 0.1 ms an operation: measure a few steps, not
    thousands.

    On CUDA its caching allocator counts what it is asked for, too; what it takes of the card is
    more, as blocks are rounded up and kept. The first product keeps some MB of cuBLAS for itself,
    so one is made before; what else a first call keeps is counted: call once before.

    Args:
        call: a function. What it keeps alive is `kept`: a `.grad`, an optimizer's state, an entry
            in a list.
        inputs: what it is called with.
        device: where it works if no input says so: a torch.device, or a name as in `pick_device`.

    Returns:
        A `Memory`.

    Raises:
        TypeError: if `call` is not callable.
        ValueError: if the device is not here, or is neither a CPU nor CUDA.
        RuntimeError: if another call is being measured, such as the one that asks for this, or if
            the card's allocator is set not to count.

    Example:
        >>> memory = measure_memory(torch.zeros, 1000)
        >>> memory.peak, memory.kept
        (4000, 0)
    """
    device = device_to_count_on("measure_memory", call, inputs, device)
    count = _on_cuda if device.type == "cuda" else _on_cpu
    with alone("measure_memory"):
        peak, kept = count(device, lambda: call(*inputs))
    return Memory(peak, kept, name_of_device(device))


def device_to_count_on(name, call, inputs, device):
    """The device whose bytes are counted. Raises as `measure_memory` does; `name` is who asks."""
    if not callable(call):
        raise TypeError(
            f"{name} needs the function itself, then its inputs, got {type(call).__name__}."
        )
    device = device_of(inputs, device)
    if device.type not in COUNTED:
        raise ValueError(f"{name} counts on cpu and cuda, got {str(device)!r}.")
    return device


@contextlib.contextmanager
def alone(name):
    """Raises RuntimeError while another call is measured: both would count wrong."""
    # Not waited for: a measurement inside another one would wait for itself.
    if not _counting.acquire(blocking=False):
        raise RuntimeError(
            f"{name} measures one call at a time, got one inside another: "
            "measure the two calls one after the other."
        )
    try:
        yield
    finally:
        _counting.release()


def begin(device):
    """The bytes that are asked of a card's allocator now, from where its peak counts anew.

    cuBLAS has then taken its workspaces: one for this thread, and one for that of the backward.
    """
    _warm(device)
    torch.cuda.synchronize(device)
    torch.cuda.reset_peak_memory_stats(device)
    return asked_for(device)[0]


def asked_for(device):
    """Bytes that are asked of a card's allocator: now, and the most since its peak was reset."""
    stats = torch.cuda.memory_stats(device)
    return tuple(
        stats.get(f"requested_bytes.all.{when}", 0) for when in ("current", "peak")
    )


def _warm(device):
    x = torch.ones(1, 1, device=device, requires_grad=True)
    # The way back begins with a plain product: where cuBLAS is first in its thread, torch warns
    # that the thread has no CUDA context.
    (x @ x * x).backward()
    if not asked_for(device)[0]:
        raise RuntimeError(
            "the card's allocator must count its bytes, got 0 for a tensor that is there: start "
            "Python without PYTORCH_NO_CUDA_MEMORY_CACHING and without another allocator."
        )


def _on_cuda(device, call):
    before = begin(device)
    with swept():
        call()
    torch.cuda.synchronize(device)
    after, peak = asked_for(device)
    return peak - before, after - before


def _on_cpu(_, call):
    held = list(
        itertools.accumulate((change.size for change in changes_in(call)), initial=0)
    )
    return max(held), held[-1]
