"""torch's settings as in a fresh kernel, so that no cell and no answer changes a verdict."""

from contextlib import contextmanager

import torch


@contextmanager
def plain_torch():
    """Within it torch computes as in a fresh kernel; afterwards all settings are as before.

    That holds for gradients and inference mode, the default device and dtype, and deterministic
    algorithms, whatever is set within.

    >>> with plain_torch():
    ...     torch.set_default_dtype(torch.float64)
    >>> torch.get_default_dtype()
    torch.float32
    """
    found = _found()
    with torch.inference_mode(False):  # it turns gradients on, too, and puts both back
        try:
            _set(torch.device("cpu"), torch.float32, 0)
            yield
        finally:
            _set(*found)


def _found():
    return (
        torch.empty(
            0
        ).device,  # get_default_device fails in torch 2.6 once none was set
        torch.get_default_dtype(),
        torch.get_deterministic_debug_mode(),
    )


def _set(device, dtype, deterministic):
    # None takes the setting away; a "cpu" that is set would intercept every call of torch.
    torch.set_default_device(None if device.type == "cpu" else device)
    torch.set_default_dtype(dtype)
    torch.set_deterministic_debug_mode(deterministic)
