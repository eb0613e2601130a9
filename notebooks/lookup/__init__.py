"""The course's helper package: pictures, questions, checks and real text. The lesson itself stands in the notebooks."""

import sys

if sys.version_info < (3, 11):
    raise ImportError(f"The course needs Python 3.11 or newer; this is {sys.version.split()[0]}.")

from .add_rows import add_rows
from .ask import ask
from .charts import bars, histograms, time_lines
from .check import check
from .csr import checked_csr
from .documents import read_documents
from .machine import machine
from .measure import Measured, measure
from .select_rows import select_rows
from .words import read_vocabulary, tokens

__all__ = [
    "Measured",
    "add_rows",
    "ask",
    "bars",
    "check",
    "checked_csr",
    "histograms",
    "machine",
    "measure",
    "read_documents",
    "read_vocabulary",
    "select_rows",
    "time_lines",
    "tokens",
]
