"""A GPU that is none: what is moved to it stays on the CPU, and it has only so much room.

`with pretended_card(16) as card:` every function of torch.cuda that the course uses tells of a card
of 16 GB, scaled down, and so are the tables of a race. A tensor that is made there says that it is
on `cuda:0`, what is computed from it is there, too, and an operation on tensors of both sides
fails, as on a card. Every block on the card is counted; one that finds no room raises
torch.OutOfMemoryError. `card.allocated`, `card.peak` and `card.refused` tell.

With `kind="mps"` or `"xpu"` it is Apple's or Intel's GPU, and a function of torch.cuda that asks a
card raises AssertionError. `card.waited` says how often anybody waited for it.

What an operation holds for itself alone is not seen, and nothing is asynchronous.
"""

import contextlib
import time
import types
import weakref
from unittest import mock

import torch
from torch.overrides import TorchFunctionMode
from torch.utils._python_dispatch import TorchDispatchMode

from lookup.measuring import race
from lookup.measuring.steps import implementation

FREE = 0.95  # of a card's bytes, when nothing is on it yet: its driver takes some
BLOCK = 512  # bytes: the allocator hands out multiples of it
MIXED = (  # may meet both sides
    "__getitem__",
    "__setitem__",
    "__set__",
    "copy_",
    "backward",
    "_has_compatible_shallow_copy_type",
)


@contextlib.contextmanager
def pretended_card(gigabytes, scale=64, kind="cuda"):
    """As if torch saw one card of so many gigabytes, so many times scaled down. Gives the `Card`.

    At 64 the largest of a race's tables, 13,107,200 rows on a card, has 204,800.
    """
    card = Card(gigabytes * 1e9 / scale, kind)
    functions = card.functions() if kind == "cuda" else card.functions_without_cuda()
    patches = {f"torch.{name}": stand_in for name, stand_in in functions.items()}
    largest = race.LENGTHS[-1] // scale
    patches["lookup.measuring.race.LENGTHS"] = [
        V for V in race.LENGTHS if largest > V
    ] + [largest]
    small = {"SECONDS": 0.01, "SIDE": 32, "COPIED": 1000}
    patches |= {
        f"lookup.measuring.clocks.{name}": number for name, number in small.items()
    }
    implementation.cache_clear()
    with contextlib.ExitStack() as stack:
        for name, stand_in in patches.items():
            stack.enter_context(mock.patch(name, stand_in))
        stack.callback(implementation.cache_clear)
        stack.enter_context(_Blocks(card))
        stack.enter_context(_Devices(card))
        yield card


class Card:
    """What is on the card: bytes by block, the most there ever was, and what found no room."""

    def __init__(self, total, kind):
        self.total = int(total)
        self.device = torch.device(kind, 0)
        self.waited = 0
        self.blocks = {}
        self.peak = 0
        self.refused = []
        self.emptied = 0
        self.inside = False  # a call that works on the card

    @property
    def allocated(self):
        return sum(self.blocks.values())

    @property
    def taken(self):
        """Bytes as the allocator hands them out, in whole blocks."""
        return sum(-(-size // BLOCK) * BLOCK for size in self.blocks.values())

    def holds(self, tensor):
        return any(storage._cdata in self.blocks for storage in _storages(tensor))

    def take(self, tensor):
        """Count a tensor's blocks. Raises torch.OutOfMemoryError if one finds no room."""
        for storage in _storages(tensor):
            if storage._cdata in self.blocks or not storage.nbytes():
                continue
            size = storage.nbytes()
            if self.allocated + size > FREE * self.total:
                self.refused.append(size)
                raise torch.OutOfMemoryError(
                    f"CUDA out of memory. Tried to allocate {size / 2**20:.2f} MiB. GPU 0 is full."
                )
            self.blocks[storage._cdata] = size
            weakref.finalize(
                storage, self.blocks.pop, storage._cdata, None
            ).atexit = False
            self.peak = max(self.peak, self.allocated)

    def let_go(self, tensor):
        """A copy on the CPU is not on the card."""
        for storage in _storages(tensor):
            self.blocks.pop(storage._cdata, None)

    def names(self, device):
        """Whether a device, or its name, is that of this card."""
        return isinstance(device, str | torch.device) and str(device).startswith(
            self.device.type
        )

    def wait(self, *device):
        self.waited += 1

    def functions_without_cuda(self):
        """As `functions`, of a GPU that is Apple's or Intel's."""
        kind = self.device.type
        refused = dict.fromkeys(self.functions(), _no_card)
        cuda = {name: one for name, one in refused.items() if name.startswith("cuda.")}
        return cuda | {
            "cuda.is_available": lambda: False,
            "cuda.device_count": lambda: 0,
            "cuda.is_current_stream_capturing": lambda: False,
            "xpu.get_device_name": lambda *device: "A pretended GPU",
            "accelerator.is_available": lambda: True,
            "accelerator.current_accelerator": lambda **how: torch.device(kind),
            "accelerator.current_stream": lambda *device: _Stream(),
            "accelerator.synchronize": self.wait,
            "Generator": _Generator,
        }

    def functions(self):
        """{name within torch: what stands in for it}"""
        properties = types.SimpleNamespace(
            name="A pretended card", total_memory=self.total, uuid="0",
            L2_cache_size=int(self.total) // 1000,
            multi_processor_count=1, major=7, minor=5,
        )  # fmt: skip
        free = lambda *device: (int(FREE * self.total) - self.allocated, self.total)  # noqa: E731
        return {
            "cuda.is_available": lambda: True,
            "cuda.device_count": lambda: 1,
            "cuda.current_device": lambda: 0,
            "cuda.mem_get_info": free,
            "cuda.memory_allocated": lambda *device: self.taken,
            "cuda.memory_reserved": lambda *device: self.taken,
            "cuda.memory_stats": self._stats,
            "cuda.reset_peak_memory_stats": self._forget_peak,
            "cuda.empty_cache": self._empty,
            "cuda.synchronize": lambda *device: None,
            "cuda.get_device_name": lambda *device: properties.name,
            "cuda.get_device_properties": lambda *device: properties,
            "cuda.get_device_capability": lambda *device: (7, 5),
            "cuda.get_arch_list": lambda: ["sm_75", "compute_75"],
            "cuda.Event": _Event,
            "cuda.device": contextlib.nullcontext,
            "cuda.current_stream": lambda *device: None,
            "cuda.is_current_stream_capturing": lambda: False,
            "cuda._sleep": lambda cycles: None,
            "accelerator.is_available": lambda: True,
            # whose stream optimisers ask for; a build of torch for CUDA makes it on a true card
            "accelerator.current_accelerator": lambda check_available=False: None,
            "accelerator.synchronize": lambda *device: None,
            "Generator": _Generator,
        }

    def _stats(self, *device):
        asked = {"current": self.allocated, "peak": self.peak}
        return {f"requested_bytes.all.{when}": size for when, size in asked.items()}

    def _forget_peak(self, *device):
        self.peak = self.allocated

    def _empty(self):
        self.emptied += 1


def _no_card(*asked, **how):
    raise AssertionError(
        "this GPU is none of CUDA's, and a function of torch.cuda asks it"
    )


class _Stream:
    def is_capturing(self):
        return False


class _Generator(torch.Generator):
    def __new__(cls, device="cpu"):
        return super().__new__(cls)


class _Event:
    def __init__(self, **how):
        self.at = None

    def record(self, *stream):
        self.at = time.perf_counter()

    def synchronize(self):
        pass

    def query(self):
        return True

    def elapsed_time(self, other):
        return 1e3 * (other.at - self.at)


class _Blocks(TorchDispatchMode):
    """Sees every operation, those of a backward as well: what comes of the card is on the card."""

    def __init__(self, card):
        super().__init__()
        self.card = card

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        given = list(_tensors((args, kwargs)))
        out = func(*args, **(kwargs or {}))
        if any(map(self.card.holds, given)) or (self.card.inside and not given):
            for tensor in _tensors(out):
                self.card.take(tensor)
        return out


class _Devices(TorchFunctionMode):
    """Sees every call of torch: where it is to work, and which device a tensor tells."""

    def __init__(self, card):
        super().__init__()
        self.card = card

    def __torch_function__(self, func, types, args=(), kwargs=None):
        kwargs = dict(kwargs or {})
        name = getattr(func, "__name__", "")
        if func == torch.Tensor.device.__get__:
            return self.card.device if self.card.holds(args[0]) else func(*args)
        if func == torch.Tensor.is_cuda.__get__:
            return self.card.device.type == "cuda" and self.card.holds(args[0])
        if name in ("to", "cuda", "cpu"):
            return self._moved(func, name, args, kwargs)
        if name in ("numpy", "__array__") and self.card.holds(args[0]):
            raise TypeError(
                "can't convert cuda:0 device type tensor to numpy. Use Tensor.cpu()."
            )
        if name in ("pin_memory", "is_pinned"):
            return args[0].clone() if name == "pin_memory" else False
        return self._called(func, name, args, kwargs)

    def _called(self, func, name, args, kwargs):
        there = self.card.names(kwargs.get("device"))
        if there:
            kwargs["device"] = "cpu"
        given = list(_tensors((args, kwargs)))
        held = [self.card.holds(tensor) for tensor in given if tensor.dim()]
        if any(held) and not all(held) and name not in MIXED:
            raise RuntimeError(
                f"Expected all tensors to be on the same device, but {name} got cuda:0 and cpu."
            )
        before, self.card.inside = self.card.inside, there or any(held)
        try:
            out = func(*args, **kwargs)
        finally:
            self.card.inside = before
        if there:
            for tensor in _tensors(out):
                self.card.take(tensor)
        return out

    def _moved(self, func, name, args, kwargs):
        tensor, *where = args
        targets = [*where, kwargs.get("device")]
        there = name == "cuda" or any(map(self._names_card, targets))
        back = name == "cpu" or any(map(self._names_cpu, targets))
        kinds = [
            kind
            for kind in [*where, kwargs.get("dtype")]
            if isinstance(kind, torch.dtype)
        ]
        if kinds:
            tensor = self._called(torch.Tensor.to, "to", (tensor, kinds[0]), {})
        if (there and not self.card.holds(tensor)) or (
            back and self.card.holds(tensor)
        ):
            return _Move.apply(tensor, self.card, there)
        return tensor

    def _names_card(self, target):
        return (
            self.card.holds(target)
            if isinstance(target, torch.Tensor)
            else self.card.names(target)
        )

    def _names_cpu(self, target):
        if isinstance(target, torch.Tensor):
            return not self.card.holds(target)
        return isinstance(target, str | torch.device) and not self.card.names(target)


class _Move(torch.autograd.Function):
    """A copy on the other side, whose gradient comes back to this one."""

    @staticmethod
    def forward(ctx, tensor, card, there):
        ctx.card, ctx.there = card, there
        return _copied(tensor, card, there)

    @staticmethod
    def backward(ctx, grad):
        return _copied(grad, ctx.card, not ctx.there), None, None


def _copied(tensor, card, there):
    copy = tensor.clone()
    (card.take if there else card.let_go)(copy)
    return copy


def _tensors(things):
    if isinstance(things, torch.Tensor):
        yield things
    elif isinstance(things, list | tuple):
        for thing in things:
            yield from _tensors(thing)
    elif isinstance(things, dict):
        yield from _tensors([*things.values()])


def _storages(tensor):
    if tensor.layout == torch.sparse_coo:
        parts = [tensor._indices(), tensor._values()]
    elif tensor.layout == torch.sparse_csr:
        parts = [tensor.crow_indices(), tensor.col_indices(), tensor.values()]
    elif tensor.layout == torch.strided:
        parts = [tensor]
    else:  # a product's transposed CSR, say
        parts = [tensor.ccol_indices(), tensor.row_indices(), tensor.values()]
    return [part.untyped_storage() for part in parts]
