"""Training steps of several ranks, as `python -m lookup.processes.record` recorded them."""

import json
import pathlib

from .device import with_threads
from .timing import Measurement

FOLDER = pathlib.Path(__file__).parents[1] / "processes" / "recorded"


class RecordedSteps:
    """Steps of several ranks: `times[way, link, V]` is a `Measurement`, `where` says on what.

    Raises KeyError if the record lacks a field.
    """

    def __init__(self, record):
        name = with_threads(record["device"]["name"], 1) + " a rank"
        torch, date = record["versions"]["torch"], record["date"]
        self.where = f"{name}, torch {torch}, {date}"
        self.command = record["command"]
        self.times = {}
        for run in record["runs"]:
            key = run["way"], run["link"], run["V"]
            self.times[key] = Measurement(tuple(run["seconds"]), name, torch, date)

    def __repr__(self):
        return f"{len(self.times)} steps on {self.where}"


def recorded_steps(path=None):
    """The newest recorded steps of several ranks that come with the course, or those in a file.

    Args:
        path: a file that `python -m lookup.processes.record --to FOLDER` wrote.

    Returns:
        A `RecordedSteps`. Its ways are those of notebook 07, its links are "one machine" and
        "1 Gbit/s".

    Raises:
        FileNotFoundError: if there is no such file.

    Example:
        >>> steps = recorded_steps()
        >>> steps.times["row shards", "one machine", 10_000_000].median < 1
        True
    """
    newest = max(FOLDER.glob("*.json"), key=lambda file: file.stem[-10:]) if path is None else path
    return RecordedSteps(json.loads(pathlib.Path(newest).read_bytes()))
