"""The parts of a training step, drawn to scale, for several ways of doing it."""

from .picture import step_times

__all__ = ["step_times"]
