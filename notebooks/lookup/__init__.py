"""The course's helper package: pictures, questions, checks and real text. The lesson itself stands in the notebooks."""

import sys

if sys.version_info < (3, 11):
    raise ImportError(f"The course needs Python 3.11 or newer; this is {sys.version.split()[0]}.")

from .add_rows import add_rows
from .ask import ask
from .charts import bars, histograms
from .check import check
from .csr import checked_csr
from .device import pick_device
from .documents import read_documents
from .gradient_rows import gradient_rows
from .lines import byte_lines, curves, time_lines
from .machine import machine
from .measure import Measured, measure
from .memory import Memory, measure_memory
from .moving_rows import moving_rows
from .pages import mapped, pages_read
from .progress import progress
from .rooflines import rooflines
from .runs import recorded
from .select_rows import select_rows
from .words import read_vocabulary, tokens

__all__ = [
    "Measured",
    "Memory",
    "add_rows",
    "ask",
    "bars",
    "byte_lines",
    "check",
    "checked_csr",
    "curves",
    "gradient_rows",
    "histograms",
    "machine",
    "mapped",
    "measure",
    "measure_memory",
    "moving_rows",
    "pages_read",
    "pick_device",
    "progress",
    "read_documents",
    "read_vocabulary",
    "recorded",
    "rooflines",
    "select_rows",
    "time_lines",
    "tokens",
]
