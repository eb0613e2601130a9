"""The bytes that a call asks torch for: the most at any moment, and what stays when it is over."""

import contextlib
import gc
import itertools
import os
import re
import tempfile
import threading
import weakref
from dataclasses import dataclass

import torch
from torch.autograd.profiler import profile, record_function

from .device import device_of, name_of_device

NOISE = re.compile(  # lines of the profiler itself
    rb"(?:USDT:\d"
    rb"|ERROR:\d[^\n]* gpuGetDeviceCount failed"  # torch was built for GPUs, and no driver is here
    rb"|\[W\S+ \S+ \S+\] Memory block of unknown size"
    rb")[^\n]*\n"
)
FREED = "freed before: "
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

    On CUDA its caching allocator counts: blocks are rounded up to 512 bytes, large ones that are
    cut from a larger one by up to 1 MB, and the first product keeps some MB of cuBLAS for itself:
    call once before.

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
        RuntimeError: if another call is being measured, such as the one that asks for this.

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
    with _alone():
        peak, kept = count(device, lambda: call(*inputs))
    return Memory(peak, kept, name_of_device(device))


@contextlib.contextmanager
def _alone():
    """Raises RuntimeError while another call is measured: both would count wrong."""
    if not _counting.acquire(blocking=False):
        raise RuntimeError(
            "measure_memory measures one call at a time, got one inside another: "
            "measure the two calls one after the other."
        )
    try:
        yield
    finally:
        _counting.release()


@contextlib.contextmanager
def _swept():
    """Collect the call's garbage at its end, but none from before: that would count as freed."""
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
    peak = torch.cuda.max_memory_allocated(device)
    after = torch.cuda.memory_allocated(device)
    return peak - before, after - before


def _on_cpu(_, call):
    """From the allocator's events, which give the size of no block older than the recording."""
    with _silent(), _marked_when_freed(), profile(profile_memory=True) as recorded, _swept():
        call()
    changes = _changes(recorded.kineto_results.experimental_event_tree())
    held = list(itertools.accumulate(changes, initial=0))
    return max(held), held[-1]


def _changes(tree):
    """The bytes that each event took, below 0 if it gave them back."""
    taken = set()  # the blocks of this recording
    for event in _events(tree):
        if event.name.startswith(FREED):
            yield -int(event.name.removeprefix(FREED))
        elif event.name == "[memory]":
            block = event.extra_fields.ptr
            size = event.extra_fields.alloc_size
            if size > 0:
                taken.add(block)
                yield size
            elif block in taken:  # else this is the size of what an earlier recording saw there
                taken.remove(block)
                yield size


def _events(tree):
    for event in tree:
        yield event
        yield from _events(event.children)


@contextlib.contextmanager
def _marked_when_freed():
    """Let the memory of older tensors leave a mark in the recording when it is freed."""
    storages = {
        storage.data_ptr(): storage
        for storage in _storages()
        if storage.resizable()  # torch's own memory
    }
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
    """Hold back the error stream, which a notebook shows, and give it back without NOISE."""
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
