"""The course's helper package: pictures, questions, checks and words. The lesson itself stands in the notebooks."""

from .pictures import select_rows

__all__ = ["select_rows"]
