"""Calls queued by the host and run by a device, as bars over time."""

from .picture import calls_in_time

__all__ = ["calls_in_time"]
