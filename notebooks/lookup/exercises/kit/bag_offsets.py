"""Offsets that F.embedding_bag takes without a word, and then reads what nobody wrote."""

from contextlib import contextmanager

import torch


class BadOffsets(ValueError):
    """Offsets of which no sums can be made; it says so in a whole sentence."""


@contextmanager
def checked_offsets():
    """Within it a bag refuses offsets that begin with 0 and fall, and empty ones: `BadOffsets`.

    torch 2.13 takes both: it gives memory that nobody wrote where they fall, and may end the
    process where there are none. Of others that are wrong it says so itself.

    >>> with checked_offsets():
    ...     torch.embedding_bag(torch.ones(3, 2), torch.tensor([0, 2]), torch.tensor([0]))[0]
    tensor([[2., 2.]])
    """
    given = torch.embedding_bag

    def checked(weight, input, offsets, *args, **kwargs):
        _check(offsets)
        return given(weight, input, offsets, *args, **kwargs)

    # F.embedding_bag and nn.EmbeddingBag both end in this function, whatever an answer imports.
    torch.embedding_bag = checked
    try:
        yield
    finally:
        torch.embedding_bag = given


def _check(offsets):
    if offsets.numel() == 0:
        raise BadOffsets(
            "Your offsets are empty: each document needs one, where its bag begins. Without any, "
            "F.embedding_bag may end the kernel."
        )
    falls = (offsets.diff() < 0).nonzero().flatten().tolist()
    if offsets[0] == 0 and falls:
        high, low = offsets[falls[0] : falls[0] + 2].tolist()
        raise BadOffsets(
            f"Your offsets fall, from {high} to {low}, and no bag begins before the one in front "
            "of it. F.embedding_bag raises nothing then, and gives memory that nobody wrote."
        )
