"""The memory that training steps hold, over their time."""

from .picture import memory_over_time

__all__ = ["memory_over_time"]
