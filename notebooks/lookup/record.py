"""Record what notebook 06 measures on this machine.

In notebooks/: `python -m lookup.record [--device cuda]`. Runs the notebook's own cells and keeps
the list `runs` that they leave, with what it was measured on.
"""

import argparse
import contextlib
import datetime
import io
import os
import pathlib
import platform
import subprocess

import nbformat
import numpy as np
import torch
from tqdm import tqdm

from .measuring.device import name_of_cpu, name_of_device, pick_device
from .measuring.recordings import FOLDER, SCHEMA_NUMBER, keep

NOTEBOOK = pathlib.Path(__file__).parents[1] / "06_gradient_sparsity_on_gpu.ipynb"
DEVICE = "ONE_ROW_DEVICE"  # the variable that tells the notebook where to measure


def main(arguments=None):
    """Record as the arguments say and print what was written, or exit with the reason why not."""
    options = _options(arguments)
    try:
        device = pick_device(options.device)
        runs = measured(options.notebook, device)
        path = keep(record(device, runs), options.to)
    except (ValueError, TypeError, OSError) as error:
        raise SystemExit(f"Nothing was recorded: {error}") from error
    print(f"{len(runs):,} runs on {name_of_device(device)} are now in {path}")


def measured(notebook, device):
    """The list `runs` that the code cells of a notebook leave when they measure on the device.

    Raises whatever a cell raises, with a note of which cell it was, and ValueError if the cells
    leave no list or an empty one.
    """
    cells = nbformat.read(notebook, as_version=4).cells
    sources = [cell.source for cell in cells if cell.cell_type == "code"]
    names = {"__name__": "__main__", "display": lambda *things: None}
    os.environ[DEVICE] = str(device)
    for number, source in enumerate(tqdm(sources, "measuring", leave=False), start=1):
        _run(source, names, f"code cell {number} of {notebook}")
    runs = names.get("runs")
    if not isinstance(runs, list) or not runs:
        raise ValueError(
            f"{notebook} must leave a list `runs` with a dict for each, got {runs!r:.80}."
        )
    return runs


def record(device, runs):
    """All that a recording holds: the runs, and what they were measured on and with."""
    return {
        "schema": SCHEMA_NUMBER,
        "device": _card(device) if device.type == "cuda" else _cpu(device),
        "versions": _versions(),
        "date": f"{datetime.date.today()}",
        "command": f"python -m lookup.record --device {device}",
        "runs": runs,
    }


def _options(arguments):
    parser = argparse.ArgumentParser("python -m lookup.record", description=__doc__.splitlines()[0])
    parser.add_argument("--device", help="cpu, cuda or cuda:1; without it cuda where there is one")
    parser.add_argument("--to", metavar="FOLDER", default=FOLDER, help="where to put the record")
    parser.add_argument(
        "--notebook", default=NOTEBOOK, help="another one that leaves a list `runs`"
    )
    return parser.parse_args(arguments)


def _run(source, names, where):
    """Run a cell; what it prints and shows is not wanted."""
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(source, where, "exec"), names)
    except BaseException as error:
        error.add_note(f"This was in {where}; nothing was recorded.")
        raise


def _versions():
    return {
        "python": platform.python_version(),
        "torch": torch.__version__,
        "cuda": torch.version.cuda or "",
        "numpy": np.__version__,
        "platform": platform.platform(),
    }


def _card(device):
    card = torch.cuda.get_device_properties(device)
    return {
        "name": card.name,
        "kind": device.type,
        "memory": card.total_memory,
        "driver": _driver(),
        "threads": torch.get_num_threads(),
    }


def _cpu(device):
    return {
        "name": name_of_cpu(),
        "kind": device.type,
        "memory": _memory(),
        "driver": "",
        "threads": torch.get_num_threads(),
    }


def _driver():
    """The version of NVIDIA's driver, or "" if nvidia-smi does not say."""
    command = ["nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader"]
    try:
        return subprocess.check_output(command, text=True, timeout=30).split()[0]
    except (OSError, subprocess.SubprocessError, IndexError):
        return ""


def _memory():
    """Bytes of memory of this machine, or None if the system does not say."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return None


if __name__ == "__main__":
    main()
