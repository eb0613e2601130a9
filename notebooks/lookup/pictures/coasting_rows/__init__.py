"""Rows that no id names and that an optimiser moves all the same, step by step."""

from .picture import coasting_rows

__all__ = ["coasting_rows"]
