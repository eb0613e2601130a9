"""How many bytes a device may lend, and how many a training step asks for. Nothing is allocated."""

import torch

from .steps import FUSED, GRAPHS

ON_A_CPU = 1_000_000_000  # bytes: beyond its memory a system may take the disk instead
SHARE = 0.9  # of what a card has free: blocks are rounded up, and libraries take some
CACHED = 256_000  # bytes that surely stay in a CPU core's cache
LARGEST = 2**31 - 1  # numbers in one tensor, as many kernels count them
ADAM_TABLES = {
    "for-loop": 6,
    "foreach": 5,
    "fused": 4,
}  # table, gradient, averages, their roots


def room(device):
    """Bytes that may be asked for now.

    On a card what the driver has free, and what torch's allocator keeps but does not use. Asking
    for more need not end in an error: drivers on Windows spill into the machine's memory, and
    everything crawls.
    """
    if device.type != "cuda":
        return ON_A_CPU
    free, _ = torch.cuda.mem_get_info(device)
    unused = torch.cuda.memory_reserved(device) - torch.cuda.memory_allocated(device)
    return int(SHARE * (free + unused))


def cache(device):
    """Bytes of a card's L2 cache, or None where none is told."""
    if device.type != "cuda":
        return None
    return (
        getattr(torch.cuda.get_device_properties(device), "L2_cache_size", None) or None
    )


def needed(what, way, V, B, D, implementation):
    """Bytes that a part of a training step holds at most, the table included.

    `implementation` is "" where the step has no Adam: see `steps.implementation`.
    """
    table = 4 * V * D
    rows = 16 * 4 * B * D + 1024 * B  # a few (B, D) at a time, and the ids
    return _tables(what, way, implementation) * table + rows + _helpers(what, way, V, B)


def _tables(what, way, implementation):
    """The table, and what is as large: gradient, averages, an optimiser's intermediate results."""
    if what == "forward":
        return 1
    gradient = 0 if "sparse" in way or way == FUSED else 1
    scratch = 2 if way == "CSR @ W" else 0  # of the product on the way back
    if what == "backward" or not implementation:
        return 1 + gradient + scratch
    if not gradient:
        return 3  # with SparseAdam's averages
    return max(
        ADAM_TABLES[implementation], 4 + scratch
    )  # in a later step the averages are there


def _helpers(what, way, V, B):
    """What grows with V and is no table.

    One-hots, 8 bytes a place and then 4; CSR's pointers; row-wise Adagrad's number for each row.
    """
    graphs = GRAPHS if what == "backward" else 1
    if way == "one-hot @ W":
        return (8 + 4 * graphs) * B * V
    if "sparse" in way:
        return 4 * V
    return 32 * V if way == "CSR @ W" else 0
