"""One place of a text in training: the rows that it reads, and how they are pulled."""

from .picture import one_place

__all__ = ["one_place"]
