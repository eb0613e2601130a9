"""A whole table, every number of it a pixel, and what a sentence does to it."""

from .picture import whole_table

__all__ = ["whole_table"]
