"""A card that idles lowers its clocks: have it work first, and ask how fast it runs."""

import subprocess
import time

import torch

from .room import room

SECONDS = 0.5  # of work that brings an idle card to its clocks
PAUSE = 2  # seconds after which it may be idle again
SIDE = 1024  # of the square matrices that are multiplied
COPIED = (
    2**25
)  # numbers, 134 MB: more than a cache holds, so that the card's memory works, too
_worked = {}  # {number of a card: when it was last made to work}


def wake(device):
    """Have a card multiply and copy for half a second, unless it did less than 2 seconds ago.

    What was measured meanwhile does not count as work: short calls leave a card idle. A CPU needs
    no waking.
    """
    if device.type != "cuda":
        return
    # "cuda" and "cuda:0" may be one card.
    card = torch.cuda.current_device() if device.index is None else device.index
    if time.perf_counter() - _worked.get(card, float("-inf")) < PAUSE:
        return
    side = torch.ones(SIDE, SIDE, device=device)
    # 4 bytes each, and as many for the clone: half of the room at the most.
    numbers = torch.ones(min(COPIED, room(device) // 16), device=device)
    end = time.perf_counter() + SECONDS
    while time.perf_counter() < end:
        torch.mm(side, side)
        numbers.clone()
        # Waited for in each pass: else half a second of calls would queue up seconds of work.
        torch.cuda.synchronize(device)
    _worked[card] = time.perf_counter()


def clocks(device):
    """{"sm": MHz, "memory": MHz} of an NVIDIA card as it runs now, or None if nothing tells."""
    if device.type != "cuda":
        return None
    try:
        sm, memory = map(int, said_of(device, "clocks.sm,clocks.mem").split(","))
    except ValueError:
        return None
    return {"sm": sm, "memory": memory}


def said_of(device, query):
    """What nvidia-smi says of this very card, whatever number the driver gives it, else ""."""
    # CUDA_VISIBLE_DEVICES numbers the cards anew for torch, and not for nvidia-smi.
    uuid = getattr(torch.cuda.get_device_properties(device), "uuid", None)
    return nvidia_smi(query, f"GPU-{uuid}") if uuid else ""


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
