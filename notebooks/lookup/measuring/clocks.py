"""A card that idles lowers its clocks: have it work first, and ask how fast it runs."""

import subprocess
import time

import torch

SECONDS = 0.5  # of work that brings an idle card to its clock
PAUSE = 2  # seconds after which it counts as idle
SIDE = 1024  # of the square matrices that are multiplied
_worked = {}  # {card: when it was last kept at work}


def wake(device):
    """Keep a card at work for half a second, unless it was a moment ago. A CPU needs none."""
    if device.type != "cuda":
        return
    if time.perf_counter() - _worked.get(device, float("-inf")) > PAUSE:
        side = torch.ones(SIDE, SIDE, device=device, requires_grad=True)
        end = time.perf_counter() + SECONDS
        while time.perf_counter() < end:
            torch.autograd.grad(side @ side, side, side)
            torch.cuda.synchronize(device)
    _worked[device] = time.perf_counter()


def clocks(device):
    """{"sm": MHz, "memory": MHz} of an NVIDIA card as it runs now, or None if nothing tells."""
    if device.type != "cuda":
        return None
    try:
        name = f"GPU-{torch.cuda.get_device_properties(device).uuid}"
        answer = nvidia_smi("clocks.sm,clocks.mem", name)
        sm, memory = (int(number) for number in answer.split(","))
    except (AttributeError, ValueError):
        return None
    return {"sm": sm, "memory": memory}


def nvidia_smi(query, card=None):
    """What nvidia-smi says of a card, or of the first; "" where it is not there or fails."""
    command = ["nvidia-smi", f"--query-gpu={query}", "--format=csv,noheader,nounits"]
    if card:
        command.append(f"--id={card}")
    try:
        lines = subprocess.check_output(command, text=True, timeout=30).splitlines()
    except (OSError, subprocess.SubprocessError):
        return ""
    return lines[0].strip() if lines else ""
