"""What is recorded is what a notebook measured, whole or not at all; a broken file is left out."""

import copy
import importlib
import json
import os
import signal
import subprocess
import sys
import time

import jsonschema
import nbformat
import pytest
import torch

from course import LOOKUP
from lookup import record, recorded
from lookup.measuring.recordings import SCHEMA, Recording, keep

recordings_module = importlib.import_module("lookup.measuring.recordings")
SETUP = """
import os, torch
from lookup import Race, pick_device
device = pick_device(os.environ.get("ONE_ROW_DEVICE"))
print("on", device)
display(device)
"""
MEASURE = """
from dataclasses import dataclass
@dataclass
class Size: V: int = 10
race = Race(device)
race("training", "Embedding", Size().V, B=1, D=4)
race("forward", "one-hot @ W", Size().V, B=10**9, D=4)
"""


@pytest.fixture
def notebook(tmp_path):
    """Writes a tiny stand-in for the notebook; its path."""

    def write(*cells):
        made = nbformat.v4.new_notebook(
            cells=[nbformat.v4.new_code_cell(cell) for cell in cells]
        )
        made.cells.insert(0, nbformat.v4.new_markdown_cell("# Not run"))
        nbformat.write(made, tmp_path / "small.ipynb")
        return tmp_path / "small.ipynb"

    return write


@pytest.fixture
def command(notebook, tmp_path):
    """Starts the recorder as its users do, on a notebook of these cells."""

    def start(*cells, device="cpu"):
        where = ["--notebook", str(notebook(*cells)), "--to", str(tmp_path / "to")]
        recorder = [sys.executable, "-W", "error", "-m", "lookup.record"]
        run = [*recorder, "--device", device, *where]
        env = os.environ | {"CUDA_VISIBLE_DEVICES": ""}
        return subprocess.Popen(
            run,
            cwd=LOOKUP.parent,
            env=env,
            stdout=-1,
            stderr=-1,
            text=True,
            encoding="utf-8",
        )

    return start


def a_run(way, **measured):
    named = {
        "what": "step",
        "way": way,
        "optimizer": "SGD",
        "implementation": "for-loop",
    }
    return named | {"V": 10, "D": 4, "B": 1} | measured


GOOD = {
    "schema": 2,
    "device": {
        "name": "A CPU (TM) @ 2 GHz",
        "kind": "cpu",
        "memory": 10**10,
        "driver": "",
        "threads": 1,
        "room": 10**9,
        "cache": None,
        "clocks": None,
    },
    "versions": {
        "python": "3.11.7",
        "torch": "2.13.0",
        "cuda": "",
        "numpy": "2.4.6",
        "platform": "Linux",
    },
    "date": "2026-01-31",
    "command": "python -m lookup.record --device cpu",
    "ids": "int64",
    "runs": [
        a_run("sparse", seconds=[2e-6, 1e-6, 3e-6], peak=40, kept=-8, why=""),
        a_run("dense", seconds=[], peak=None, kept=None, why="out of memory"),
    ],
}


def changed(*path, value):
    """A good record with one thing in it changed."""
    record = copy.deepcopy(GOOD)
    place = record
    for name in path[:-1]:
        place = place[name]
    place[path[-1]] = value
    return record


@pytest.mark.long
def test_the_command_records_what_the_notebook_measured(command, tmp_path):
    process = command(SETUP, MEASURE)
    out, err = process.communicate()
    assert process.returncode == 0, err
    assert "Warning" not in err
    (recording,) = recorded(tmp_path / "to")
    (file,) = (tmp_path / "to").iterdir()
    assert out == f"2 runs on {recording.device} are now in {file}\n"
    assert file.name.endswith(f"-{recording.date}.json")
    jsonschema.validate(json.loads(file.read_bytes()), json.loads(SCHEMA.read_bytes()))
    assert recording.record["command"] == "python -m lookup.record --device cpu", (
        "and no path of this machine"
    )
    assert str(tmp_path) not in file.read_text(encoding="utf-8")
    assert recording.record["versions"]["torch"] == torch.__version__
    assert recording.record["device"]["memory"] > 1e8
    assert recording.record["device"]["room"] == 10**9
    assert recording.record["device"]["cache"] is recording.runs[0]["clocks"] is None
    assert recording.record["ids"] == "int64"
    lookup, product = recording.runs
    assert (len(lookup["seconds"]), lookup["kept"]) == (5, None), "asked for no peak"
    assert lookup["implementation"] == "for-loop"
    assert product["seconds"] == []
    assert product["why"].startswith("needs a tensor of ")


@pytest.mark.long
def test_a_recorder_that_is_killed_half_way_leaves_nothing(command, tmp_path):
    (tmp_path / "to").mkdir()
    ready = tmp_path / "ready"
    process = command(
        SETUP,
        MEASURE,
        f"open({str(ready)!r}, 'w').close(); import time; time.sleep(600)",
    )
    while not ready.exists():
        assert process.poll() is None, process.communicate()
        time.sleep(0.05)
    process.kill()
    process.communicate()
    assert process.returncode != 0
    assert list((tmp_path / "to").iterdir()) == []


@pytest.mark.long
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system cannot kill so")
def test_a_recorder_that_is_killed_while_it_writes_leaves_the_old_record(
    command, notebook, tmp_path, monkeypatch, capsys
):
    monkeypatch.setenv("ONE_ROW_DEVICE", "")
    record.main(
        [
            "--device",
            "cpu",
            "--notebook",
            str(notebook(SETUP, MEASURE)),
            "--to",
            str(tmp_path / "to"),
        ]
    )
    (old,) = (tmp_path / "to").iterdir()
    before = old.read_bytes()
    die = """
import pathlib, signal
def half(path, content):
    with open(path, "wb") as file:
        file.write(content[:100])
    os.kill(os.getpid(), signal.SIGKILL)
pathlib.Path.write_bytes = half
"""
    process = command(SETUP, MEASURE, die)
    assert process.communicate()[0] == ""
    assert process.returncode == -signal.SIGKILL
    assert old.read_bytes() == before
    capsys.readouterr()  # what the first one said
    assert len(recorded(tmp_path / "to")) == 1
    assert capsys.readouterr().out == "", (
        "the half is no recording, and not taken for one"
    )


@pytest.mark.parametrize(
    ("cells", "device", "rule"),
    [
        ([SETUP], "quda", "device must be one that is here, cpu, got 'quda'"),
        ([SETUP], "cuda", "device must be one that is here, cpu, got 'cuda'"),
        ([SETUP], "cpu", "must leave a Race with runs, named `race`, got None"),
        (["race = [1]"], "cpu", "named `race`, got [1]"),
        ([SETUP, "race = Race(device)"], "cpu", "got 0 runs on "),
        (
            [SETUP, MEASURE, "race.runs[0] = 1"],
            "cpu",
            "runs[0] is wrong: 1 is not of type 'object'",
        ),
        (
            [SETUP, MEASURE, "race.runs[0]['seconds'] = [float('nan')]"],
            "cpu",
            "not JSON compliant",
        ),
        (
            [SETUP, MEASURE, "race.runs[0]['V'] = torch.ones(1)"],
            "cpu",
            "is not JSON serializable",
        ),
        (
            [SETUP, MEASURE, "race.runs[0]['why'] = 'slow'"],
            "cpu",
            "runs[0].seconds is wrong: ",
        ),
        (
            [SETUP, MEASURE, "race.device = torch.device('meta')"],
            "cpu",
            "must measure on cpu, as ONE",
        ),
        (
            [SETUP, MEASURE, "assert race is None"],
            "cpu",
            "AssertionError (This was in code cell 3",
        ),
        ([SETUP, "{}[204800]"], "cpu", "KeyError 204800 (This was in code cell 2 of "),
        (
            ["None.times"],
            "cpu",
            "AttributeError 'NoneType' object has no attribute 'times' (This",
        ),
        (
            ["import torch", "raise torch.OutOfMemoryError('no\\nroom')"],
            "cpu",
            "OutOfMemoryError no room",
        ),
        (["x ="], "cpu", "SyntaxError "),
    ],
)
def test_what_cannot_be_recorded_is_refused_in_one_line(
    notebook, tmp_path, monkeypatch, cells, device, rule
):
    monkeypatch.setenv("ONE_ROW_DEVICE", "")
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    where = ["--notebook", str(notebook(*cells)), "--to", str(tmp_path / "to")]
    with pytest.raises(SystemExit) as caught:
        record.main(["--device", device, *where])
    text = str(caught.value)
    assert text.startswith("Nothing was recorded: ")
    assert rule in text
    assert not (tmp_path / "to").exists()


def test_an_error_in_a_cell_says_where_it_was(notebook, monkeypatch):
    monkeypatch.setenv("ONE_ROW_DEVICE", "")
    path = notebook("x = 1", "x / 0")
    with pytest.raises(ZeroDivisionError) as caught:
        record.measured(path, torch.device("cpu"))
    assert caught.value.__notes__ == [f"(This was in code cell 2 of {path}.)"]


def test_a_record_of_the_first_schema_is_still_read(tmp_path):
    old = changed("schema", value=1)
    del (
        old["ids"],
        old["device"]["room"],
        old["device"]["cache"],
        old["device"]["clocks"],
    )
    for run in old["runs"]:
        del run["implementation"]
    assert len(Recording(old).runs) == 2
    with pytest.raises(ValueError, match="required property"):
        Recording(old | {"schema": 2})


def test_a_card_of_the_third_schema_tells_more_and_each_run_has_its_clocks():
    new = changed("schema", value=3)
    del new["device"]["clocks"]
    new["device"] |= {
        "kind": "cuda",
        "capability": "9.0",
        "processors": 132,
        "bandwidth": None,
    }
    new["device"] |= {"power_limit": "700.00", "ecc": "Enabled"}
    new["versions"]["hip"] = ""
    new["runs"][0]["clocks"] = {"sm": 1980, "memory": 2619}
    new["runs"][1]["clocks"] = None
    assert len(Recording(new).runs) == 2
    for part, name in [(new["device"], "processors"), (new["versions"], "hip")]:
        kept = part.pop(name)
        with pytest.raises(ValueError, match=f"'{name}' is a required property"):
            Recording(new)
        part[name] = kept
    del new["runs"][1]["clocks"]
    with pytest.raises(ValueError, match="'clocks' is a required property"):
        Recording(new)


def test_a_recording_can_be_put_beside_ones_own():
    recording = Recording(GOOD)
    assert recording.device == "A CPU (TM) @ 2 GHz, 1 thread"
    assert recording.where == "A CPU (TM) @ 2 GHz, 1 thread, torch 2.13.0, 2026-01-31"
    assert repr(recording) == f"2 runs on {recording.where}"
    time = recording.times(what="step", way="sparse", V=10)
    assert str(time) == "2.0 µs (1.0 to 3.0)"
    assert time.where == recording.where
    assert recording.find(V=10) == recording.runs
    assert recording.find(V=11) == []


@pytest.mark.parametrize(
    ("fields", "rule"),
    [
        ({"V": 10}, "must name one run, got 2 with {'V': 10}"),
        ({"V": 9}, "must name one run, got 0 with {'V': 9}"),
        ({"way": "dense"}, "was not measured: out of memory"),
        ({"v": 1}, "a run has the fields what, way.*got v"),
    ],
)
def test_what_names_no_time_is_refused(fields, rule):
    with pytest.raises(ValueError, match=rule):
        Recording(GOOD).times(**fields)


def test_a_record_is_kept_under_its_devices_name(tmp_path):
    path = keep(GOOD, tmp_path / "new")
    assert path == tmp_path / "new" / "a-cpu-tm-2-ghz-2026-01-31.json"
    keep(changed("command", value="again"), tmp_path / "new")
    (recording,) = recorded(tmp_path / "new")
    assert recording.record["command"] == "again"


WRONG = {
    "schema 5": (
        changed("schema", value=5),
        "it has schema 5 of a newer course, this one reads 4.",
    ),
    "schema 0": (
        changed("schema", value=0),
        "schema is wrong: 0 is not one of [1, 2, 3, 4].",
    ),
    "no schema": (
        {k: v for k, v in GOOD.items() if k != "schema"},
        "'schema' is a required property",
    ),
    "list": ([GOOD], "the record is wrong: [{'schema': 2, 'device':"),
    "null": (None, "None is not of type 'object'"),
    "more": (changed("mood", value=1), "'mood' was unexpected"),
    "kind": (
        changed("device", "kind", value="quda"),
        "device.kind is wrong: 'quda' is not one of ['cpu', 'cuda']",
    ),
    "threads": (
        changed("device", "threads", value=0),
        "device.threads is wrong: 0 is less than the minimum of 1",
    ),
    "version": (
        changed("versions", "torch", value=2.13),
        "versions.torch is wrong: 2.13 is not of type 'string'",
    ),
    "date": (
        changed("date", value="yesterday"),
        "date is wrong: 'yesterday' does not match",
    ),
    "no runs": (changed("runs", value=[]), "runs is wrong: [] should be non-empty"),
    "text": (
        changed("runs", 0, "V", value="10"),
        "runs[0].V is wrong: '10' is not of type 'integer'",
    ),
    "time": (
        changed("runs", 0, "seconds", 1, value=-1),
        "runs[0].seconds[1] is wrong: -1 is less than or equal to",
    ),
    "untimed": (
        changed("runs", 0, "seconds", value=[]),
        "runs[0].seconds is wrong: [] should be non-empty",
    ),
    "peak": (
        changed("runs", 0, "peak", value=-1),
        "runs[0].peak is wrong: -1 is less than the minimum of 0",
    ),
}
BROKEN = {
    "empty": (b"", "it is not whole JSON (Expecting value"),
    "cut short": (json.dumps(GOOD).encode()[:300], "it is not whole JSON ("),
    "one byte short": (json.dumps(GOOD).encode()[:-1], "it is not whole JSON ("),
    "not UTF-8": (b'{"schema": "\xff"}', "it is not whole JSON ("),
    "NaN": (
        json.dumps(changed("runs", 0, "seconds", value=[float("nan")])).encode(),
        "NaN is no number of JSON",
    ),
    "too deep": (b"[" * 200_000, "it is not whole JSON ("),
}
BROKEN |= {
    name: (json.dumps(record).encode(), rule) for name, (record, rule) in WRONG.items()
}


@pytest.mark.parametrize(("content", "rule"), BROKEN.values(), ids=BROKEN)
def test_a_broken_file_is_left_out_with_the_reason_and_the_rest_is_read(
    tmp_path, capsys, content, rule
):
    keep(GOOD, tmp_path)
    (tmp_path / "b.json").write_bytes(content)
    keep(changed("date", value="2026-02-01"), tmp_path)
    (tmp_path / "b.json.part").write_bytes(b"half")
    recordings = recorded(tmp_path)
    assert [recording.date for recording in recordings] == ["2026-01-31", "2026-02-01"]
    (reason,) = capsys.readouterr().out.splitlines()
    assert reason.startswith("b.json was left out: ")
    assert rule in reason
    assert len(reason) < 300


def test_a_folder_and_a_huge_file_are_no_recordings(tmp_path, monkeypatch, capsys):
    (tmp_path / "folder.json").mkdir()
    monkeypatch.setattr(recordings_module, "LARGEST_FILE", 100)
    (tmp_path / "huge.json").write_bytes(json.dumps(GOOD).encode())
    assert recorded(tmp_path) == []
    rule = "was left out: a recording is a file of at most 100 bytes."
    said = capsys.readouterr().out.splitlines()
    assert said == [f"folder.json {rule}", f"huge.json {rule}"]


def test_no_folder_is_refused(tmp_path):
    with pytest.raises(NotADirectoryError, match="needs a folder that is there"):
        recorded(tmp_path / "none")


def test_the_recordings_of_the_course_are_whole(capsys):
    recorded()
    assert capsys.readouterr().out == ""
    jsonschema.Draft202012Validator.check_schema(json.loads(SCHEMA.read_bytes()))
