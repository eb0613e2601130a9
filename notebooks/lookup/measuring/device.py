"""On which device a call runs, and what that device calls itself."""

import functools
import pathlib
import platform

import torch

CPUINFO = pathlib.Path("/proc/cpuinfo")


def pick_device(name=None):
    """The device to measure on.

    Args:
        name: "cpu", "cuda" or one card of several as "cuda:1", or a torch.device. None or "", as an environment
            variable that is not set gives them, is "cuda" where there is one, else "cpu".

    Returns:
        A torch.device. Nothing is started on it.

    Raises:
        ValueError: a device that is not here, or a text that names none.

    Example:
        >>> pick_device("cpu")
        device(type='cpu')
    """
    count = torch.cuda.device_count() if torch.cuda.is_available() else 0
    here = ["cpu", *["cuda"] * (count > 0), *(f"cuda:{number}" for number in range(count))]
    if not name:
        return torch.device("cuda" if count else "cpu")
    if str(name) not in here:
        raise ValueError(
            f"the device must be one that is here, {', '.join(here)}, got {str(name)!r}."
        )
    return torch.device(name)


def device_of(inputs, device=None):
    """The device that is named, else the device of the first input that has one, else the CPU."""
    if device is not None:
        return pick_device(device)
    return next((i.device for i in inputs if isinstance(i, torch.Tensor)), torch.device("cpu"))


def told(device):
    """What a device calls itself; with the number of threads where the CPU does the work."""
    if device.type == "cuda":
        return torch.cuda.get_device_name(device)
    threads = torch.get_num_threads()
    plain = f"{cpu()}, {threads} thread{'s' * (threads > 1)}"
    return plain if device.type == "cpu" else f"{device.type} of {plain}"


@functools.cache
def cpu():
    """What this machine calls its CPU."""
    text = CPUINFO.read_text(encoding="utf-8") if CPUINFO.exists() else ""
    names = [
        line.partition(":")[2].strip()
        for line in text.splitlines()
        if line.startswith("model name")
    ]
    return next(filter(None, [*names, platform.processor(), platform.machine()]), "CPU")
