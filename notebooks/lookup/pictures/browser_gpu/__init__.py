"""The GPU that the learner's browser lends, measured; and those of others."""

from .picture import browser_gpu
from .recordings import recorded_gpus

__all__ = ["browser_gpu", "recorded_gpus"]
