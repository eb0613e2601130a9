"""The rows nearest to that of a word, on a map of words."""

from .picture import neighbours

__all__ = ["neighbours"]
