"""What torch's allocator for the CPU takes and gives back while a call runs, block by block."""

import contextlib
import gc
import itertools
import os
import re
import tempfile
import weakref
from typing import NamedTuple

import torch
from torch.autograd.profiler import profile, record_function
from torch.nn.parameter import UninitializedTensorMixin

NOISE = re.compile(  # lines of the profiler itself
    rb"(?:USDT:\d"
    rb"|ERROR:\d[^\n]* gpuGetDeviceCount failed"  # torch was built for GPUs, and no driver is here
    rb"|\[W\S+ \S+ \S+\] Memory block of unknown size"
    rb")[^\n]*\n"
)
FREED = "freed before: "
PHASE = "phase: "


class Change(NamedTuple):
    """Bytes taken, below 0 if given back; or, without any, the beginning of a phase.

    `block` is where they are, None for a block that is older than the recording.
    """

    size: int = 0
    block: int | None = None
    phase: str | None = None


def changes_in(call):
    """The `Change`s while `call()` runs, in order.

    The allocator's events give the size of no block older than the recording; those that a tensor
    in Python holds leave a mark when they are freed.
    """
    with (
        # From the outside in: marks are there before the profiler begins, and the call's garbage is
        # collected while it still records.
        _silent(),
        _marked_when_freed(),
        profile(profile_memory=True) as recorded,
        swept(),
    ):
        call()
    return list(_changes(recorded.kineto_results.experimental_event_tree()))


def mark_phase(name):
    """Leave a mark in the recording: a phase begins."""
    _mark(PHASE, name)


@contextlib.contextmanager
def swept():
    """Collect the call's garbage at its end, but none from before: that would count as freed."""
    gc.freeze()
    try:
        yield
        gc.collect()
    finally:
        gc.unfreeze()


def _changes(tree):
    taken = set()  # the blocks of this recording
    for event in _events(tree):
        if event.name.startswith(FREED):
            yield Change(-int(event.name.removeprefix(FREED)))
        elif event.name.startswith(PHASE):
            yield Change(phase=event.name.removeprefix(PHASE))
        elif event.name == "[memory]":
            block = event.extra_fields.ptr
            size = event.extra_fields.alloc_size
            if size > 0:
                taken.add(block)
                yield Change(size, block)
            elif (
                block in taken
            ):  # else this is the size of what an earlier recording saw there
                taken.remove(block)
                yield Change(size, block)


def _events(tree):
    for event in tree:
        yield event
        yield from _events(event.children)


@contextlib.contextmanager
def _marked_when_freed():
    """Let the memory of older tensors leave a mark in the recording when it is freed."""
    # One for each memory, of which several tensors may be views.
    storages = {
        storage.data_ptr(): storage
        for storage in _storages()
        if storage.resizable()  # torch's own memory
    }
    marks = [
        weakref.finalize(storage, _mark, FREED, storage.nbytes())
        for storage in storages.values()
    ]
    # Held here, none of them could be freed while the call is recorded.
    storages.clear()
    try:
        yield
    finally:
        for mark in marks:
            # Else a tensor freed long afterwards would still run its mark.
            mark.detach()


def _mark(kind, what):
    with record_function(f"{kind}{what}"):
        pass


def _storages():
    """The memory on the CPU of every tensor that Python knows of, and of its gradient and parts."""
    things = gc.get_objects()  # some 500,000: so no loop in Python looks at each
    types = list(map(type, things))
    kinds = {kind for kind in set(types) if issubclass(kind, torch.Tensor)}
    kinds = {
        kind for kind in kinds if not issubclass(kind, UninitializedTensorMixin)
    }  # no memory
    tensors = list(itertools.compress(things, map(kinds.__contains__, types)))
    # torch warns where the .grad of another tensor than a leaf is read.
    tensors += [
        tensor.grad for tensor in tensors if tensor.is_leaf and tensor.grad is not None
    ]
    # The list grows as it is gone through: a sparse tensor adds its parts.
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
        # The profiler writes to the process's own stream, past Python's sys.stderr.
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
