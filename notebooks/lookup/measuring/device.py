"""On which device a call runs, and what that device calls itself."""

import functools
import pathlib
import platform
import re

import torch

CPUINFO = pathlib.Path("/proc/cpuinfo")
TIMED = ("mps", "xpu")  # Apple's and Intel's GPUs, whose bytes we cannot count


def pick_device(name=None):
    """The device to measure on.

    Args:
        name: "cpu", "cuda" or one card of several as "cuda:1", or a torch.device. None or "", as
            from an unset environment variable, means "cuda" if there is a card for which this torch
            has code, else "cpu"; if there is another GPU, a printed sentence says why not that one.
            A card is NVIDIA's, or AMD's with torch for ROCm, which goes by "cuda", too. Apple's GPU
            ("mps") and Intel's ("xpu") are taken only by name: they are timed, but what memory a
            step needs is counted on the CPU then, or not at all.

    Returns:
        A torch.device. Nothing is allocated on it.

    Raises:
        ValueError: if the name is that of no device, or of one that is not here.

    Example:
        >>> pick_device("cpu")
        device(type='cpu')
    """
    count = torch.cuda.device_count() if torch.cuda.is_available() else 0
    if not name:
        why_not = _why_no_card(count)
        if why_not:
            print(f"{why_not} So we measure on the CPU.")
        return torch.device("cuda" if count and not why_not else "cpu")
    here = ["cpu"]
    if count:
        here += ["cuda", *(f"cuda:{number}" for number in range(count))]
    other = _other_gpu()
    if other in TIMED:
        here.append(other)
    if str(name) not in here:
        raise ValueError(
            f"the device must be one that is here, {', '.join(here)}, got {str(name)!r}: "
            "a CPU, a card of NVIDIA or AMD as cuda, Apple's GPU as mps, or Intel's as xpu."
        )
    return torch.device(name)


def _why_no_card(count):
    """Why no GPU that is here is measured on unasked, or "" if one is, or if there is none."""
    if count:
        name = torch.cuda.get_device_name(0)
        return (
            ""
            if _has_code_for(0)
            else f"This build of torch has no code for the {name}."
        )
    other = _other_gpu()
    if not other:
        return ""
    here = f"A GPU that torch calls {other} is here"
    if other not in TIMED:
        return f"{here}, which we cannot measure on."
    return f'{here}: pick_device("{other}") times it, but its memory cannot be counted.'


def _other_gpu():
    """What torch calls a GPU that is here and is none of CUDA's, or ""."""
    if not torch.accelerator.is_available():
        return ""
    other = torch.accelerator.current_accelerator()
    return other.type if other and other.type != "cuda" else ""


def _has_code_for(number):
    """Whether this build of torch runs on that card. Builds for AMD are not asked."""
    if torch.version.hip:
        return True
    card = torch.cuda.get_device_capability(number)
    for name in torch.cuda.get_arch_list():
        kind, major, minor = re.match(r"(sm|compute)_(\d+)(\d)", name).groups()
        built = int(major), int(minor)
        # Code for a card runs on later ones of its generation; "compute" is made into any later.
        if built <= card and (kind == "compute" or built[0] == card[0]):
            return True
    return False


def cards_in_use():
    """The GPUs on which this program holds memory. None is started for the question."""
    if not torch.cuda.is_initialized():
        other = _other_gpu()
        return [torch.device(other)] if other else []
    numbers = range(torch.cuda.device_count())
    return [torch.device("cuda", n) for n in numbers if torch.cuda.memory_reserved(n)]


def device_of(inputs, device=None):
    """The device of this name; without a name that of the first tensor among inputs, or the CPU."""
    if device is not None:
        return pick_device(device)
    return next(
        (i.device for i in inputs if isinstance(i, torch.Tensor)), torch.device("cpu")
    )


def name_of_device(device):
    """What a device calls itself, with the number of threads if the CPU does the work."""
    if device.type == "cuda":
        return torch.cuda.get_device_name(device)
    if device.type == "xpu":
        return torch.xpu.get_device_name(device)
    name = with_threads(name_of_cpu(), torch.get_num_threads())
    return name if device.type == "cpu" else f"{device.type} of {name}"


def with_threads(name, number):
    """A CPU's name with the number of threads: "some CPU, 2 threads"."""
    if number == 1:
        return f"{name}, 1 thread"
    return f"{name}, {number} threads"


@functools.cache
def name_of_cpu():
    """What this machine calls its CPU."""
    text = CPUINFO.read_text(encoding="utf-8") if CPUINFO.exists() else ""
    models = [line for line in text.splitlines() if line.startswith("model name")]
    names = [model.partition(":")[2].strip() for model in models]
    names += [platform.processor(), platform.machine(), "CPU"]
    return next(name for name in names if name)
