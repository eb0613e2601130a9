"""The course's helper package: what is not the lesson. The lesson itself stands in the notebooks.

pictures/         a folder for each: what is checked and counted, drawn and said; the kit they share
exercises/        check, and a file for each exercise, with its known wrong answers
text/             text on disk: docstrings, words, documents, cache; learned rows, and a real table
measuring/        time, memory, pages, queues, training steps; runs recorded on named devices
processes/        launch: a function of the notebook in several processes
charts/           bars, areas, lines, planes, matrices, spikes, trails, rooflines, bytes; colours
checking.py       check draws what exercises/ says, by pictures/; so_far counts
widget.py         what widgets share, and `palette`; look.css: their colours
question.py       a question, drawn by question.js; guesses.py reads those of the course
machine_check.py  what this machine has, drawn by machine_check.js
vocabulary.py     words numbered by row; message.py: what a call that stops says
repeats.py        what was timed several times
units.py          seconds in words; whole.py: what counts as a whole number
packages.py       what a kernel lacks, said before anything else is imported
files.py          files written whole or not at all; progress.py shows how far a loop is
schema.py         what a JSON schema says against a record
record.py         `python -m lookup.record`: a reader adds a device to what 06b shows

A folder imports itself and the files beside it, never another folder; checking.py is a door.
"""

from .packages import MissingPackages, losing_kernel, missing_packages

# Before the imports below: the first of them that fails would name one package, and not the cure.
if missing_packages():
    raise MissingPackages(missing_packages())
if losing_kernel():
    print(losing_kernel())

from .charts.against_bytes import against_bytes
from .charts.areas import areas
from .charts.bars import bars, histograms
from .charts.curves import curves
from .charts.lines import byte_lines, time_lines
from .charts.matrix import matrix
from .charts.plane import plane
from .charts.rooflines import rooflines
from .charts.spikes import spikes
from .charts.trails import trails
from .checking import check, so_far
from .machine_check import machine
from .measuring.device import pick_device
from .measuring.file_pages import mapped, pages_read
from .measuring.memory import Memory, measure_memory
from .measuring.memory_timeline import held_over_time, phase
from .measuring.queued_calls import QueuedCalls, queued_calls
from .measuring.race import Race
from .measuring.recordings import recorded, recorded_steps
from .measuring.timed_step import time_step
from .measuring.timing import Measurement, measure, measured_here
from .measuring.trajectory import follow
from .message import message_of
from .pictures.add_rows import add_rows
from .pictures.all_to_all import all_to_all
from .pictures.bags import bags
from .pictures.browser_gpu import browser_gpu, recorded_gpus
from .pictures.calls_in_time import calls_in_time
from .pictures.coasting_rows import coasting_rows
from .pictures.file_pages import file_pages
from .pictures.gpu_kernel import gpu_kernel
from .pictures.gradient_rows import gradient_rows
from .pictures.memory_over_time import memory_over_time
from .pictures.moving_rows import moving_rows
from .pictures.neighbours import neighbours
from .pictures.one_place import one_place
from .pictures.product_and_lookup import product_and_lookup
from .pictures.select_rows import select_rows
from .pictures.step_times import step_times
from .pictures.stored_rows import stored_rows
from .pictures.whole_table import whole_table
from .processes.launch import launch
from .processes.outcome import LaunchError
from .progress import progress
from .question import ask
from .text.batches import read_batch
from .text.counted_rows import counted_rows
from .text.documents import read_documents
from .text.library_task import read_library_task
from .text.pairs import read_pairs
from .text.real_table import read_real_table
from .text.running_text import read_running_text
from .text.word_pairs import word_pairs
from .text.words import read_vocabulary, tokens

__all__ = [
    "LaunchError",
    "Measurement",
    "Memory",
    "QueuedCalls",
    "Race",
    "add_rows",
    "against_bytes",
    "all_to_all",
    "areas",
    "ask",
    "bags",
    "bars",
    "browser_gpu",
    "byte_lines",
    "calls_in_time",
    "check",
    "coasting_rows",
    "counted_rows",
    "curves",
    "file_pages",
    "follow",
    "gpu_kernel",
    "gradient_rows",
    "held_over_time",
    "histograms",
    "launch",
    "machine",
    "mapped",
    "matrix",
    "measure",
    "measure_memory",
    "measured_here",
    "memory_over_time",
    "message_of",
    "moving_rows",
    "neighbours",
    "one_place",
    "pages_read",
    "phase",
    "pick_device",
    "plane",
    "product_and_lookup",
    "progress",
    "queued_calls",
    "read_batch",
    "read_documents",
    "read_library_task",
    "read_pairs",
    "read_real_table",
    "read_running_text",
    "read_vocabulary",
    "recorded",
    "recorded_gpus",
    "recorded_steps",
    "rooflines",
    "select_rows",
    "so_far",
    "spikes",
    "step_times",
    "stored_rows",
    "time_lines",
    "time_step",
    "tokens",
    "trails",
    "whole_table",
    "word_pairs",
]
