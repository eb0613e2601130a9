"""A kernel of a few lines, changed by the learner and run on the GPU of the browser."""

from .picture import gpu_kernel

__all__ = ["gpu_kernel"]
