"""One gradient, stored whole and stored as the rows that are not zero."""

from .picture import stored_rows

__all__ = ["stored_rows"]
