"""Runs of a notebook on named devices, to be shown beside the learner's own.

`python -m lookup.record` makes them, and `tests/bench/record_ranks.py` those of several ranks.
"""

import json
import pathlib
import re

from ..files import put
from ..schema import refusal
from .device import with_threads
from .timing import Measurement

FOLDER = pathlib.Path(__file__).parent / "recorded"
RANKS = FOLDER / "ranks"
SCHEMA = FOLDER / "schema.json"
# 3 had no time on the card; 2 one pair of clocks; 1 no implementations
SCHEMA_NUMBER = 4
LARGEST_FILE = 10_000_000  # bytes; true files have about 100,000


class Recording:
    """What one device measured.

    `device` and `where` say on what, with which torch and when; `runs` is a list of dicts. A run
    has `what` was measured, which `way`, with which `optimizer` and `implementation` of it, the
    sizes `V`, `D` and `B`, every repeat's `seconds`, the bytes `peak` and `kept`, `why` it was not
    measured, "" if it was, from schema 3 on a card's `clocks` right after it, and from 4 on its
    own seconds `on_card`, {"warm": a list, "cold": a list}; both are None for a CPU.

    Raises:
        ValueError: if the schema refuses the record, with the rule and the offending value.
    """

    def __init__(self, record):
        refused = _refusal(record)
        if refused:
            raise ValueError(refused)
        device = record["device"]
        is_cpu = device["kind"] == "cpu"
        self.record = record
        self.runs = record["runs"]
        self.date = record["date"]
        self.torch = record["versions"]["torch"]
        self.device = (
            with_threads(device["name"], device["threads"])
            if is_cpu
            else device["name"]
        )
        self.where = f"{self.device}, torch {self.torch}, {self.date}"

    def __repr__(self):
        return f"{len(self.runs):,} runs on {self.where}"

    def find(self, **fields):
        """The runs with these fields, as in `find(what="step", V=1000)`.

        Raises ValueError if no run has such a field.
        """
        unknown = sorted(set(fields) - set(self.runs[0]))
        if unknown:
            raise ValueError(
                f"a run has the fields {', '.join(self.runs[0])}, got {', '.join(unknown)}."
            )
        return [run for run in self.runs if fields.items() <= run.items()]

    def times(self, **fields):
        """The one run with these fields as a `Measurement`.

        Raises ValueError if there is none or more than one, or if it was not measured.
        """
        return self._measured(self._one(fields)["seconds"])

    def own_times(self, *, cold=False, **fields):
        """As `times`, of the card's own time; Python's is in it where a call waits.

        Warm, or, if asked for, cold: after the card has overwritten what its cache held.

        Raises what `times` raises, and ValueError if that of a CPU, or an old record, is asked for.
        """
        own = self._one(fields).get("on_card")
        if not own:
            raise ValueError(
                f"of this run on {self.device} no time of a card itself is recorded."
            )
        return self._measured(own["cold" if cold else "warm"])

    def _one(self, fields):
        found = self.find(**fields)
        if len(found) != 1:
            raise ValueError(
                f"the fields must name one run, got {len(found)} with {fields}."
            )
        if found[0]["why"]:
            raise ValueError(f"this run was not measured: {found[0]['why']}.")
        return found[0]

    def _measured(self, seconds):
        return Measurement(tuple(seconds), self.device, self.torch, self.date)


def recorded(folder=None):
    """The recorded runs that come with the course, or those in a folder of yours, by file name.

    Args:
        folder: where `python -m lookup.record --to FOLDER` put them.

    Returns:
        A list of `Recording`. A file that cannot be one, for example because it is cut short or
        from a newer course, is left out; a printed line says which, and why.

    Raises:
        NotADirectoryError: if the folder is not there.

    Example:
        >>> with TemporaryDirectory() as folder:
        ...     _ = Path(folder, "a-cpu-2026-01-31.json").write_text("")
        ...     recorded(folder)  # doctest: +ELLIPSIS
        a-cpu-2026-01-31.json was left out: it is not whole JSON (Expecting value: ...).
        []
    """
    folder = pathlib.Path(folder or FOLDER)
    recordings = []
    if not folder.is_dir():
        raise NotADirectoryError(
            f"recorded needs a folder that is there, got {folder}."
        )
    for path in sorted(folder.glob("*.json")):
        if path.name != SCHEMA.name:
            try:
                recordings.append(Recording(_read(path)))
            except (OSError, ValueError, RecursionError) as error:
                print(f"{path.name} was left out: {error}")
    return recordings


class RankSteps:
    """Training steps of several ranks, and `where` they were measured.

    `times[way, link, V]` is a `Measurement`.
    Raises KeyError if the record lacks a field.
    """

    def __init__(self, record):
        name = with_threads(record["device"]["name"], 1) + " a rank"
        torch, date = record["versions"]["torch"], record["date"]
        self.where = f"{name}, torch {torch}, {date}"
        self.times = {}
        for run in record["runs"]:
            key = run["way"], run["link"], run["V"]
            self.times[key] = Measurement(tuple(run["seconds"]), name, torch, date)

    def __repr__(self):
        return f"{len(self.times)} steps on {self.where}"


def recorded_steps(path=None):
    """The newest recorded steps of several ranks that come with the course, or those in a file.

    Args:
        path: a file that `tests/bench/record_ranks.py --to FOLDER` wrote.

    Returns:
        A `RankSteps`. Its ways are those of notebook 07, its links are "one machine" and
        "1 Gbit/s".

    Raises:
        FileNotFoundError: if there is no such file.

    Example:
        >>> steps = recorded_steps()
        >>> steps.times["row shards", "one machine", 10_000_000].median < 1
        True
    """
    newest = (
        # A name ends in its date, and ISO dates ascend as texts do.
        max(RANKS.glob("*.json"), key=lambda file: file.stem[-10:])
        if path is None
        else path
    )
    return RankSteps(json.loads(pathlib.Path(newest).read_bytes()))


def keep(record, folder=None):
    """Put a record in the folder as `<device>-<date>.json`, whole or not at all, and give its path.

    One of the same device and day is replaced.

    Raises ValueError if JSON or the schema refuses the record, TypeError if JSON knows no such
    type; either leaves what is there.
    """
    # Judged as it will be read: on its way through JSON a tuple becomes a list.
    Recording(json.loads(json.dumps(record, allow_nan=False)))
    return put_record(record, folder or FOLDER)


def put_record(record, folder):
    """As `keep` does, a record of any schema that has the name of a device and a date."""
    content = json.dumps(record, indent=1, allow_nan=False)
    name = "-".join(re.findall(r"[^\W_]+", record["device"]["name"].lower()))
    path = pathlib.Path(folder) / f"{name}-{record['date']}.json"
    put(path, content.encode() + b"\n")
    return path


def _read(path):
    """The JSON in a file. Raises ValueError if the file is too large or its content is not JSON."""
    if not path.is_file() or path.stat().st_size > LARGEST_FILE:
        raise ValueError(f"a recording is a file of at most {LARGEST_FILE:,} bytes.")
    try:
        return json.loads(path.read_bytes(), parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"it is not whole JSON ({error}).") from None


def _no_number(text):
    raise ValueError(f"{text} is no number of JSON")


def _refusal(record):
    """What the schema says against a record, or "" if nothing."""
    number = record.get("schema") if isinstance(record, dict) else None
    # Said first, as the schema would find fault with some field that is right in the newer course.
    if isinstance(number, int) and number > SCHEMA_NUMBER:
        return (
            f"it has schema {number} of a newer course, this one reads {SCHEMA_NUMBER}."
        )
    return refusal(record, SCHEMA)
