"""Rows of a table on a map, moving while it is trained."""

from .picture import moving_rows

__all__ = ["moving_rows"]
