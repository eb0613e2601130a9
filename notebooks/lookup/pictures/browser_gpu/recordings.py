"""GPUs of browsers that were measured elsewhere, each a small file that the picture saved."""

import json
from pathlib import Path

from ...schema import refusal
from .picture import BrowserGpu

FOLDER = Path(__file__).with_name("recorded")
SCHEMA = FOLDER / "schema.json"
LARGEST_FILE = 100_000  # bytes; true files have about 10,000


def recorded_gpus(folder=None):
    """The browsers' GPUs that come with the course, or those in a folder of yours, by file name.

    Args:
        folder: where files lie that the picture's button Save made.

    Returns:
        A list of pictures as `browser_gpu` makes them, measured already. A file that cannot be one
        is left out; a printed line says which, and why.

    Raises:
        NotADirectoryError: if the folder is not there.

    Example:
        >>> [gpu.measured["software"] for gpu in recorded_gpus()][:1]
        [True]
    """
    folder = Path(folder or FOLDER)
    if not folder.is_dir():
        raise NotADirectoryError(
            f"recorded_gpus needs a folder that is there, got {folder}."
        )
    found = []
    for path in sorted(folder.glob("*.json")):
        if path.name == SCHEMA.name:
            continue
        try:
            record = _read(path)
        except (OSError, ValueError, RecursionError) as error:
            print(f"{path.name} was left out: {error}")
        else:
            sizes = sorted({one["rows"] for one in record["times"]})
            found.append(BrowserGpu(sizes, measured=record))
    return found


def _read(path):
    """The record in a file. Raises ValueError with the rule and the offending value."""
    if path.stat().st_size > LARGEST_FILE:
        raise ValueError(f"a recording is a file of at most {LARGEST_FILE:,} bytes.")
    try:
        record = json.loads(path.read_bytes())
    except (ValueError, RecursionError) as error:
        raise ValueError(f"it is not whole JSON ({error}).") from None
    refused = refusal(record, SCHEMA)
    if refused:
        raise ValueError(refused)
    return record
