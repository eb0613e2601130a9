"""The course's helper package: what is not the lesson. The lesson itself stands in the notebooks.

pictures/         the Python half of each picture: input checked, numbers formatted, words chosen
browser/          the half that runs in the page: X.js draws, X_text.js speaks; look.css: colours
exercises/        check, and each notebook's exercises with their known wrong answers
text/             real text on the learner's disk: docstrings, words, documents, the cache
measuring/        time, memory, pages of a file; runs recorded on named devices
charts/           bars, lines and rooflines in the course's colours
widget.py         what widgets share, and `palette`; question.py and machine_check.py are two
vocabulary.py     words numbered by row
files.py          files written whole or not at all; progress.py shows how far a loop is
record.py         `python -m lookup.record` records what notebook 06 measures

A folder imports itself and the files beside it, never another folder.
"""

import sys

if sys.version_info < (3, 11):
    raise ImportError(f"The course needs Python 3.11 or newer; this is {sys.version.split()[0]}.")

from .charts.bars import bars, histograms
from .charts.lines import byte_lines, curves, time_lines
from .charts.rooflines import rooflines
from .exercises.check import check
from .machine_check import machine
from .measuring.device import pick_device
from .measuring.file_pages import mapped, pages_read
from .measuring.memory import Memory, measure_memory
from .measuring.recordings import recorded
from .measuring.timing import Measured, measure
from .pictures.add_rows import add_rows
from .pictures.csr import checked_csr
from .pictures.gradient_rows import gradient_rows
from .pictures.moving_rows import moving_rows
from .pictures.select_rows import select_rows
from .progress import progress
from .question import ask
from .text.documents import read_documents
from .text.words import read_vocabulary, tokens

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
