"""Words of a text and the places that a vocabulary gives them."""

from .picture import word_places

__all__ = ["word_places"]
