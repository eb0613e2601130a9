"""`Linear` on one-hot rows beside `Embedding`: one table, two ways to a row."""

from .picture import product_and_lookup

__all__ = ["product_and_lookup"]
