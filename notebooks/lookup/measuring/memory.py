"""The bytes that a call asks torch for: the most at any moment, and what stays when it is over."""

import contextlib
import gc
import itertools
import os
import re
import tempfile
import weakref
from dataclasses import dataclass

import torch
from torch.autograd.profiler import profile, record_function

from .device import device_of, told

NOISE = re.compile(  # of the profiler itself; the second where torch was built for GPUs and there is no driver
    rb"(?:USDT:\d|ERROR:\d[^\n]* gpuGetDeviceCount failed|\[W\S+ \S+ \S+\] Memory block of unknown size)[^\n]*\n"
)
FREED = "freed before: "


@dataclass(frozen=True)
class Memory:
    """Bytes that a call held beyond what was held before it, counted by torch's allocator, and on which device.

    `peak`: the most at any moment, at least 0; `kept`: after the call, below 0 where it gave back more than it took.

    Raises:
        ValueError: a peak below 0 or below what is kept.

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
    """The bytes that `call(*inputs)` asks torch's allocator for. It is called once, and its result is thrown away.

    On the CPU every block is counted as it was asked for, so the same call gives the same bytes each time. Not seen
    are: what other libraries hold (NumPy, the scratch room of MKL and oneDNN, Python itself), what other threads
    allocate, and blocks that were there before and are freed where no tensor in Python holds them. Every operation is
    recorded, for about 0.1 ms each: measure a few steps, not thousands.

    On CUDA its caching allocator counts: blocks are rounded up to 512 bytes, large ones that are cut from a larger
    one by up to 1 MB, and the first product keeps some MB of cuBLAS for itself: call once before.

    Args:
        call: a function. What it keeps alive is `kept`: a `.grad`, an optimiser's state, an entry in a list.
        inputs: what it is called with.
        device: where it works, a torch.device or its name as in `pick_device`, where no input tells it.

    Returns:
        A `Memory`.

    Raises:
        TypeError: `call` is not callable.
        ValueError: a device that is not here, or is neither a CPU nor CUDA.

    Example:
        >>> memory = measure_memory(torch.zeros, 1000)
        >>> memory.peak, memory.kept
        (4000, 0)
    """
    if not callable(call):
        raise TypeError(
            f"measure_memory needs the function itself, then its inputs, got {type(call).__name__}."
        )
    device = device_of(inputs, device)
    if device.type not in ("cpu", "cuda"):
        raise ValueError(f"measure_memory counts on cpu and cuda, got {str(device)!r}.")
    count = _on_cuda if device.type == "cuda" else _on_cpu
    return Memory(*count(device, lambda: call(*inputs)), told(device))


@contextlib.contextmanager
def _swept():
    """Collect the garbage of the call at its end, and none of before: that would take most of the time, and be freed."""
    gc.freeze()
    try:
        yield
        gc.collect()
    finally:
        gc.unfreeze()


def _on_cuda(device, call):
    torch.cuda.synchronize(device)
    torch.cuda.reset_peak_memory_stats(device)
    before = torch.cuda.memory_allocated(device)
    with _swept():
        call()
    torch.cuda.synchronize(device)
    return torch.cuda.max_memory_allocated(device) - before, torch.cuda.memory_allocated(
        device
    ) - before


def _on_cpu(_, call):
    """From the events of the allocator, which knows the size of no block that is older than the recording."""
    with _silent(), _marked_when_freed(), profile(profile_memory=True) as recorded, _swept():
        call()
    ours, changes = set(), []  # blocks of this recording; bytes taken, or given back
    for event in _events(recorded.kineto_results.experimental_event_tree()):
        if event.name.startswith(FREED):
            changes.append(-int(event.name.removeprefix(FREED)))
        elif event.name == "[memory]":
            block, size = event.extra_fields.ptr, event.extra_fields.alloc_size
            if (
                size > 0 or block in ours
            ):  # else its size is that of a block that an earlier recording saw there
                (ours.add if size > 0 else ours.remove)(block)
                changes.append(size)
    held = list(itertools.accumulate(changes, initial=0))
    return max(held), held[-1]


def _events(tree):
    for event in tree:
        yield event
        yield from _events(event.children)


@contextlib.contextmanager
def _marked_when_freed():
    """The memory of tensors that are there already leaves a mark in the recording when it is freed."""
    storages = {
        storage.data_ptr(): storage for storage in _storages() if storage.resizable()
    }  # torch's own memory
    marks = [weakref.finalize(storage, _mark, storage.nbytes()) for storage in storages.values()]
    storages.clear()
    try:
        yield
    finally:
        for mark in marks:
            mark.detach()


def _mark(size):
    with record_function(f"{FREED}{size}"):
        pass


def _storages():
    """The memory on the CPU of every tensor that Python knows of, and of its gradient and parts."""
    things = gc.get_objects()
    kinds = {kind for kind in set(map(type, things)) if issubclass(kind, torch.Tensor)}
    tensors = [thing for thing in things if type(thing) in kinds]
    tensors += [tensor.grad for tensor in tensors if tensor.is_leaf and tensor.grad is not None]
    for tensor in tensors:
        if tensor.layout == torch.sparse_coo:
            tensors += [tensor._indices(), tensor._values()]
        elif tensor.layout == torch.sparse_csr:
            tensors += [tensor.crow_indices(), tensor.col_indices(), tensor.values()]
        elif tensor.layout == torch.strided and tensor.device.type == "cpu":
            yield tensor.untyped_storage()


@contextlib.contextmanager
def _silent():
    """Hold back the process's error stream, which a notebook shows, and give all of it back but the profiler's noise."""
    try:
        stream = os.dup(2)
    except OSError:  # there is none
        yield
        return
    with tempfile.TemporaryFile() as held:
        os.dup2(held.fileno(), 2)
        try:
            yield
        finally:
            os.dup2(stream, 2)
            os.close(stream)
            held.seek(0)
            with open(2, "wb", closefd=False) as back:
                back.write(NOISE.sub(b"", held.read()))
