"""The course's helper package: pictures, questions, checks and words. The lesson itself stands in the notebooks."""

from .ask import ask
from .check import check
from .machine import machine
from .pictures import select_rows
from .words import read_vocabulary, tokens

__all__ = ["ask", "check", "machine", "read_vocabulary", "select_rows", "tokens"]
