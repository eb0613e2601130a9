"""Record what notebook 06 measures on this machine.

In notebooks/: `python -m lookup.record [--device cuda]`, as 06b tells a reader who has a device to
add. Runs the notebook's own cells and keeps the runs of the `race` that they leave, with what they
were measured on. Then the race runs `ALSO`.
"""

import argparse
import contextlib
import datetime
import io
import os
import pathlib
import platform

import nbformat
import numpy as np
import torch
from tqdm import tqdm

from .measuring.clocks import nvidia_smi, said_of
from .measuring.device import name_of_cpu, name_of_device, pick_device
from .measuring.memory import COUNTED
from .measuring.race import Race
from .measuring.recordings import FOLDER, SCHEMA_NUMBER, keep
from .measuring.room import cache

NOTEBOOK = pathlib.Path(__file__).parents[1] / "06_gradient_sparsity_on_gpu.ipynb"
SPARSE = "Embedding, sparse"
ALSO = [  # what the notebook has no place for: (part, ways, optimizer), for few ids and for many
    ("forward", ["Embedding"], "SGD"),
    ("training", ["Embedding", SPARSE, "Embedding, in the backward"], "SGD"),
    ("training", ["Embedding"], "fused Adam"),
    ("training", [SPARSE], "SparseAdam"),
    ("training", [SPARSE], "row-wise Adagrad"),
]
BATCHES = [16, 4096]
DEVICE = "ONE_ROW_DEVICE"  # the variable that tells the notebook where to measure


def main(arguments=None):
    """Record as the arguments say and print what was written, or exit with the reason why not."""
    options = _options(arguments)
    try:
        device = pick_device(options.device)
        if device.type not in COUNTED:
            raise ValueError(
                f"a record holds the memory of steps, counted on {' or '.join(COUNTED)}, "
                f"got {str(device)!r}."
            )
        race = measured(options.notebook, device)
        if options.notebook == NOTEBOOK:
            run_also(race)
        path = keep(record(race), options.to)
    except Exception as error:  # a cell may raise anything
        raise SystemExit(f"Nothing was recorded: {_reason(error)}") from error
    print(f"{len(race.runs):,} runs on {name_of_device(race.device)} are now in {path}")


def measured(notebook, device):
    """The `race` that the code cells of a notebook leave when they measure on the device.

    Raises whatever a cell raises, with a note of which cell it was, and ValueError if the cells
    leave no `Race`, or one without runs or on another device.
    """
    cells = nbformat.read(notebook, as_version=4).cells
    sources = [cell.source for cell in cells if cell.cell_type == "code"]
    # The cells' names, with a `display` that shows nothing: IPython gives them theirs.
    names = {"__name__": "__main__", "display": lambda *things: None}
    # The notebook is run as it stands, so the device comes to it as a learner would set it.
    os.environ[DEVICE] = str(device)
    for number, source in enumerate(tqdm(sources, "measuring", leave=False), start=1):
        _run(source, names, f"code cell {number} of {notebook}")
    race = names.get("race")
    if not isinstance(race, Race) or not race.runs:
        raise ValueError(
            f"{notebook} must leave a Race with runs, named `race`, got {race!r:.80}."
        )
    if race.device != device:
        raise ValueError(
            f"{notebook} must measure on {device}, as {DEVICE} says, got {race.device}."
        )
    return race


def run_also(race):
    """Sweep over `ALSO`; a run that the race has already is measured anew."""
    sweeps = [(*sweep, B) for sweep in ALSO for B in BATCHES]
    for what, ways, optimizer, B in tqdm(sweeps, "measuring more", leave=False):
        race.sweep(what, ways, B=B, optimizer=optimizer)


def record(race):
    """All that a recording holds: the runs of a race, and what they were measured on and with."""
    device = race.device
    where = _card(device) if device.type == "cuda" else _cpu()
    return {
        "schema": SCHEMA_NUMBER,
        "device": where
        | {
            "kind": device.type,
            "room": race.room,
            "cache": cache(device),
            "threads": torch.get_num_threads(),
        },
        "versions": versions(),
        "date": f"{datetime.date.today()}",
        "command": f"python -m lookup.record --device {device}",
        "ids": race.ids,
        "runs": race.runs,
    }


def versions():
    """Of Python, of what a record was made with, and of the system."""
    return {
        "python": platform.python_version(),
        "torch": torch.__version__,
        "cuda": torch.version.cuda or "",
        "hip": torch.version.hip or "",
        "numpy": np.__version__,
        "platform": platform.platform(),
    }


def _options(arguments):
    parser = argparse.ArgumentParser(
        "python -m lookup.record", description=__doc__.splitlines()[0]
    )
    parser.add_argument(
        "--device", help="cpu, cuda or cuda:1; without it cuda where there is one"
    )
    parser.add_argument(
        "--to", metavar="FOLDER", default=FOLDER, help="where to put the record"
    )
    parser.add_argument(
        "--notebook", default=NOTEBOOK, help="another one that leaves a `race`"
    )
    return parser.parse_args(arguments)


def _run(source, names, where):
    """Run a cell; what it prints and shows is not wanted."""
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(source, where, "exec"), names)
    # A note, and the error itself goes on: an interruption must stay one.
    except BaseException as error:
        error.add_note(f"(This was in {where}.)")
        raise


def _reason(error):
    """What an error says in one line, with its kind if that is needed, and which cell it was."""
    text = " ".join(str(error).split())
    if not text or not isinstance(error, (ValueError, TypeError, OSError)):
        text = f"{type(error).__name__} {text}".strip()
    return " ".join([text, *getattr(error, "__notes__", [])])


def _card(device):
    card = torch.cuda.get_device_properties(device)
    return {
        "name": card.name,
        "memory": card.total_memory,
        "driver": nvidia_smi("driver_version"),
        "capability": f"{card.major}.{card.minor}",
        "processors": card.multi_processor_count,
        "bandwidth": _bandwidth(card),
        "power_limit": said_of(device, "power.limit"),
        "ecc": said_of(device, "ecc.mode.current"),
    }


def _bandwidth(card):
    """Bytes in a second at the most, by a card's bus and its memory's clock, or None."""
    kilohertz = getattr(card, "memory_clock_rate", None)
    bits = getattr(card, "memory_bus_width", None)
    # Twice, for memory of such cards moves data on both edges of its clock.
    return 2 * 1000 * kilohertz * bits // 8 if kilohertz and bits else None


def _cpu():
    return {"name": name_of_cpu(), "memory": _memory(), "driver": ""}


def _memory():
    """Bytes of memory of this machine, or None if the system does not say."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return None


if __name__ == "__main__":
    main()
