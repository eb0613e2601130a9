"""A lookup's way back: gradients added into the rows that the ids name."""

from .picture import gradient_rows

__all__ = ["gradient_rows"]
