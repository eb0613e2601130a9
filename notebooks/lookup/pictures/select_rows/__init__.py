"""One-hot rows times a table: the product picks the rows that the ids name."""

from .picture import select_rows

__all__ = ["select_rows"]
