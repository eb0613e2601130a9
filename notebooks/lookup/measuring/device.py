"""On which device a call runs, and what that device calls itself."""

import functools
import pathlib
import platform

import torch

CPUINFO = pathlib.Path("/proc/cpuinfo")


def pick_device(name=None):
    """The device to measure on.

    Args:
        name: "cpu", "cuda" or one card of several as "cuda:1", or a torch.device. None or "", as
            from an unset environment variable, means "cuda" if there is a card, else "cpu". A card
            is NVIDIA's, or AMD's with torch for ROCm, which goes by "cuda", too; Apple's (mps) and
            Intel's (xpu) are not measured on.

    Returns:
        A torch.device. Nothing is started on it.

    Raises:
        ValueError: if the name is that of no device, or of one that is not here.

    Example:
        >>> pick_device("cpu")
        device(type='cpu')
    """
    count = torch.cuda.device_count() if torch.cuda.is_available() else 0
    here = ["cpu"]
    if count:
        here += ["cuda", *(f"cuda:{number}" for number in range(count))]
    if not name:
        return torch.device("cuda" if count else "cpu")
    if str(name) not in here:
        raise ValueError(
            f"the device must be one that is here, {', '.join(here)}, got {str(name)!r}: "
            "a CPU, or a card of NVIDIA or AMD as cuda."
        )
    return torch.device(name)


def device_of(inputs, device=None):
    """The device of this name; without a name that of the first tensor among inputs, or the CPU."""
    if device is not None:
        return pick_device(device)
    return next((i.device for i in inputs if isinstance(i, torch.Tensor)), torch.device("cpu"))


def name_of_device(device):
    """What a device calls itself, with the number of threads if the CPU does the work."""
    if device.type == "cuda":
        return torch.cuda.get_device_name(device)
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
