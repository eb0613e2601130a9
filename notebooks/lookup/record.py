"""Record what notebook 06 measures on this machine: in notebooks/, `python -m lookup.record [--device cuda]`.

Runs the notebook's own cells and keeps the list `runs` that they leave, with what it was measured on.
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

from .measuring.device import cpu, pick_device, told
from .measuring.recordings import FOLDER, NUMBER, keep

NOTEBOOK = pathlib.Path(__file__).parents[1] / "06_gradient_sparsity_on_gpu.ipynb"
DEVICE = "ONE_ROW_DEVICE"  # the variable that tells the notebook where to measure


def main(arguments=None):
    """Record as the arguments say, and print what was written; where that cannot be, exit with the reason."""
    options = _options(arguments)
    try:
        device = pick_device(options.device)
        runs = measured(options.notebook, device)
        path = keep(record(device, runs), options.to)
    except (ValueError, TypeError, OSError) as error:
        raise SystemExit(f"Nothing was recorded: {error}") from error
    print(f"{len(runs):,} runs on {told(device)} are now in {path}")


def measured(notebook, device):
    """The list `runs` that the code cells of a notebook leave when they measure on the device.

    What a cell raises is raised, with a note of which cell it was. No list, or an empty one, is a ValueError.
    """
    cells = [
        cell.source
        for cell in nbformat.read(notebook, as_version=4).cells
        if cell.cell_type == "code"
    ]
    names = {"__name__": "__main__", "display": lambda *things: None}
    os.environ[DEVICE] = str(device)
    for number, source in enumerate(tqdm(cells, "measuring", leave=False), start=1):
        _run(source, names, f"code cell {number} of {notebook}")
    if not isinstance(runs := names.get("runs"), list) or not runs:
        raise ValueError(
            f"{notebook} must leave a list `runs` with a dict for each, got {runs!r:.80}."
        )
    return runs


def record(device, runs):
    """All that a recording holds: the runs, and what they were measured on and with."""
    name, memory, driver = _card(device) if device.type == "cuda" else (cpu(), _memory(), "")
    here = {"name": name, "kind": device.type, "memory": memory, "driver": driver}
    here |= {"threads": torch.get_num_threads()}
    command, date = f"python -m lookup.record --device {device}", f"{datetime.date.today()}"
    return {
        "schema": NUMBER, "device": here, "versions": _versions(), "date": date, "command": command, "runs": runs
    }  # fmt: skip


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
    own = {
        "python": platform.python_version(),
        "torch": torch.__version__,
        "cuda": torch.version.cuda or "",
    }
    return own | {"numpy": np.__version__, "platform": platform.platform()}


def _card(device):
    """Name, bytes and driver of an NVIDIA card; a driver that does not tell itself is an empty text."""
    card, asked = (
        torch.cuda.get_device_properties(device),
        ["--query-gpu=driver_version", "--format=csv,noheader"],
    )
    with contextlib.suppress(OSError, subprocess.SubprocessError, IndexError):
        driver = subprocess.check_output(["nvidia-smi", *asked], text=True, timeout=30).split()[0]
        return card.name, card.total_memory, driver
    return card.name, card.total_memory, ""


def _memory():
    """Bytes of memory of this machine, None where the system does not say."""
    with contextlib.suppress(AttributeError, ValueError, OSError):
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


if __name__ == "__main__":
    main()
