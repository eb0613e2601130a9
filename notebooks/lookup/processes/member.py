"""What each process of a launch runs: `torchrun ... member.py FOLDER`; it needs torch alone.

FOLDER holds lesson.py and job.pt. A rank leaves RANK.pt there, what its function returned, or
RANK.json, how it failed; and RANK.out, what it printed. torchrun ends a rank at any moment once
another one has failed, so what is printed is written line by line, and the rest whole.
"""

import contextlib
import gc
import json
import linecache
import os
import sys
import threading
import time
import traceback
from datetime import timedelta
from functools import partial
from pathlib import Path

import torch
import torch.distributed as dist

LESSON = "lesson.py"
START = timedelta(minutes=10)  # torchrun ends who waits for a rank that has failed
WATCH = "ONE_ROW_WATCH"  # set where the standard input is a pipe of the notebook


def main(folder):
    """Run the job of a folder as the rank that torchrun made of this process."""
    rank = int(os.environ["RANK"])
    if WATCH in os.environ:
        threading.Thread(target=_end_with_the_notebook, daemon=True).start()
    torch.set_num_threads(1)
    gc.set_threshold(
        100_000
    )  # optimisers import much of torch, and hardly any of it is garbage
    try:
        with (
            open(folder / f"{rank}.out", "w", buffering=1, encoding="utf-8") as out,
            contextlib.redirect_stdout(out),
        ):
            result = _result(folder)
        _put(folder / f"{rank}.pt", partial(torch.save, result))
        dist.barrier()  # a rank that leaves at once may cut off one that still connects
        dist.destroy_process_group()
    except BaseException as error:
        told = _told(error)
        _put(
            folder / f"{rank}.json",
            lambda part: part.write_bytes(json.dumps(told).encode()),
        )
        _leave(1)  # without waiting for a group of which a member is lost
    _leave(0)  # the interpreter would take a third of a second to tidy up after torch


def _result(folder):
    """What the job's function returns, in a group of all the ranks."""
    job = torch.load(folder / "job.pt")
    source = (folder / LESSON).read_text(encoding="utf-8")
    # So that a traceback shows the learner's lines: Python would look for that bare name elsewhere.
    linecache.cache[LESSON] = (len(source), None, source.splitlines(True), LESSON)
    names = {"__name__": "lesson"}
    exec(compile(source, LESSON, "exec"), names)  # what it imports takes seconds
    _meet()
    dist.init_process_group("gloo", timeout=timedelta(seconds=job["timeout"]))
    return names[job["function"]](*job["arguments"])


def _meet():
    """Wait until all ranks have begun, so that a short time-out is not used up by a slow start."""
    store = dist.TCPStore(
        os.environ["MASTER_ADDR"], int(os.environ["MASTER_PORT"])
    )  # torchrun's
    store.set(f"{os.environ['RANK']} is here", "")
    store.wait(
        [f"{rank} is here" for rank in range(int(os.environ["WORLD_SIZE"]))], START
    )


def _put(path, write):
    """Make a file whole or not at all."""
    part = path.with_suffix(".part")
    write(part)
    # torchrun may end this process in the middle of a write.
    os.replace(part, path)


def _leave(code):
    # os._exit throws away what is not written yet.
    sys.stderr.flush()
    os._exit(code)


def _told(error):
    """When an error was raised, what it says, and by which lines of the lesson it came about."""
    frames = traceback.extract_tb(error.__traceback__)
    lines = [
        f"in {frame.name}: {frame.line}" for frame in frames if frame.filename == LESSON
    ]
    says = "".join(traceback.format_exception_only(error)).strip()
    return {"time": time.time(), "says": says, "lines": lines}


def _end_with_the_notebook():
    """End this process when the other end of its standard input is closed, however that happens."""
    while os.read(0, 1):
        pass
    os._exit(1)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
