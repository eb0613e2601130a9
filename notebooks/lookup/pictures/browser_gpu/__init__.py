"""The GPU that the learner's browser lends, measured."""

from .picture import browser_gpu

__all__ = ["browser_gpu"]
