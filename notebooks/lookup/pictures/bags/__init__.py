"""`EmbeddingBag`: a flat list of ids, cut into bags, whose rows are added up."""

from .picture import bags

__all__ = ["bags"]
