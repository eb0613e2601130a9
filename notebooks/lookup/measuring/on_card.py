"""The time for which a call keeps a card busy; Python's is in it only where a call waits."""

import torch

from .room import cache

REPEATS = 10
AHEAD = 4_000_000  # cycles, some 2 ms: so long Python may need to hand out a call
# so many times its L2 cache a card overwrites, so that nothing of it is left
L2_TIMES = 4
LEAST = 2**24  # bytes overwritten where no size of a cache is told


def on_card(call, device):
    """{"warm": seconds, "cold": seconds} on a card: ten repeats each; None for a CPU.

    The card is first kept busy for some 2 ms, in which Python as a rule hands out the whole call.
    Then two events of CUDA show when the card begins and ends; their clock has a resolution of half
    a microsecond, by CUDA's documentation, and the gaps between the call's parts are in it. Where
    Python was slower, or the call itself waits for the card, as `coalesce` does, Python's time is
    in it, too: the first stands out among the repeats, so take the median.

    Warm: after the same call. Cold: the card has just overwritten four times its L2 cache (16 MB
    where it tells no size).
    """
    if device.type != "cuda":
        return None
    size = L2_TIMES * cache(device) if cache(device) else LEAST
    swept = torch.empty(size, dtype=torch.uint8, device=device)
    with torch.cuda.device(device):
        call()  # the first one loads programs
        return {"warm": _times(call, lambda: None), "cold": _times(call, swept.zero_)}


def _times(call, before):
    """Seconds of the card for each of several calls, each after `before()`."""
    pairs = []
    for _ in range(REPEATS):
        start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        torch.cuda._sleep(AHEAD)  # as torch's own tests keep a card busy
        before()
        start.record()
        call()
        end.record()
        pairs.append((start, end))
        torch.cuda.synchronize()  # an endless queue would make Python wait
    return [start.elapsed_time(end) / 1000 for start, end in pairs]
