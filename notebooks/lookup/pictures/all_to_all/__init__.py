"""An all-to-all: ids go to the ranks that own their rows, rows come back."""

from .picture import all_to_all

__all__ = ["all_to_all"]
