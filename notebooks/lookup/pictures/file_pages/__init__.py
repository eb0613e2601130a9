"""The pages of a mapped file that lookups read."""

from .picture import file_pages

__all__ = ["file_pages"]
