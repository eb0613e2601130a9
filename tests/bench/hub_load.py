"""How many learners a machine carries: a real JupyterHub on it, and everyone at once.

`python tests/bench/hub_load.py [--learners 1 5 10 20] [--minutes 20]`: for each number, a fresh
hub. All log in at the same moment; each runs notebooks 00 and 02 in a kernel each, cell by cell
over the websocket as JupyterLab does, steps a picture after each cell of 02, and saves. A step
moves without the kernel; what is timed is how long it then takes to be saved in it. Prints a table,
and what failed, with exit status 1 then. Ends all it started, on Ctrl-C too.
"""

import argparse
import contextlib
import datetime
import os
import pathlib
import platform
import signal
import statistics
import sys
import tempfile
import threading
import time

import psutil

sys.path.extend(
    str(pathlib.Path(__file__).parents[1] / folder) for folder in ("", "browser")
)
sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "notebooks"))

from bench.hub import Kernel, Learner, Missing, proxy_program, running_hub
from course import NOTEBOOKS, code_cells, read
from lookup import read_vocabulary

RUN = [path for path in NOTEBOOKS if path.stem.startswith(("00_", "02_"))]
PARTS = ("singleuser", "ipykernel")
EACH = 0.65  # GB that a learner takes, at most
HEAD = [
    "learners",
    "server ready, s: median, last",
    "a cell, s: median, 95 %",
    "notebooks 00, 02, s: median",
    "a step saved, ms: median, 95 %",
    "server, MB: PSS, USS",
    "kernel of 02, MB: PSS, USS",
    "all together, MB",
    "failed",
]


class Day:
    """What one learner lived through: all times in seconds, memory in MB."""

    def __init__(self, hub, number, start):
        self.learner, self.start = Learner(hub, f"learner-{number}"), start
        self.ready = []
        self.cells = []
        self.notebooks = []
        self.steps = []
        self.memory = {}
        self.failed = []

    def live(self):
        """Log in, run the notebooks, save them. What goes wrong is kept in `failed`."""
        try:
            self.start.wait()
            self.ready.append(self.learner.log_in())
            for path in RUN:
                self.run(path)
        except Exception as error:
            self.failed.append(f"{self.learner.name}: {type(error).__name__}: {error}")

    def run(self, path):
        """Run a notebook from top to bottom, save it, and close it."""
        notebook, start = read(path), time.perf_counter()
        kernel = Kernel(self.learner, path.name)
        for cell in code_cells(notebook):
            before = time.perf_counter()
            _, error = kernel.run(cell.source)
            self.cells.append(time.perf_counter() - before)
            if error and "raises-exception" not in cell.metadata.get("tags", []):
                self.failed.append(f"{self.learner.name}, {path.name}: {error}")
            if kernel.picture and path != RUN[0]:
                self.steps.append(kernel.step(len(self.steps) % 2))
        self.notebooks.append(time.perf_counter() - start)
        self.learner.save(path.name, notebook)
        for part in PARTS:
            self.memory[part] = memory(self.learner.process(part))
        kernel.close()


def memory(process):
    """(PSS, USS) of a process, MB: its share of what several use, and what it alone uses.

    PSS is known on Linux only; elsewhere it is USS, too.
    """
    full = process.memory_full_info()
    return getattr(full, "pss", full.uss) / 1e6, full.uss / 1e6


def together(hub):
    """The MB of all processes of a hub together, its own and the proxy's too."""
    total = 0
    for process in hub.processes():
        with contextlib.suppress(psutil.Error):  # it ended meanwhile
            total += memory(process)[0]
    return total


def school(hub, learners, end):
    """The `Day` of each learner, and the most MB of all processes, as looked at every 3 s."""
    start = threading.Barrier(learners)
    most = 0
    days = [Day(hub, number, start) for number in range(learners)]
    threads = [threading.Thread(target=day.live, daemon=True) for day in days]
    for thread in threads:
        thread.start()
    while running := [thread for thread in threads if thread.is_alive()]:
        if time.monotonic() > end:
            remedy = "give more --minutes or fewer --learners"
            raise TimeoutError(f"{learners} learners were not done in time: {remedy}")
        most = max(most, together(hub))
        running[0].join(3)
    return days, most


def row(days, most):
    """The cells of a line of the table."""
    cells, steps, ready = (
        [each for day in days for each in getattr(day, what)]
        for what in ("cells", "steps", "ready")
    )
    whole = [day for day in days if len(day.notebooks) == len(RUN)]
    runs = [
        statistics.median(times) for times in zip(*(day.notebooks for day in whole))
    ]
    used = [
        [statistics.median(mb) for mb in zip(*(day.memory[part] for day in whole))]
        for part in PARTS
    ]
    return [
        len(days),
        f"{middle(ready):.1f}, {max(ready, default=0):.1f}",
        f"{middle(cells):.2f}, {high(cells):.2f}",
        ", ".join(f"{seconds:.0f}" for seconds in runs),
        f"{1e3 * middle(steps):.0f}, {1e3 * high(steps):.0f}",
        *(", ".join(f"{mb:.0f}" for mb in part) for part in used),
        f"{most:,.0f}",
        sum(len(day.failed) for day in days),
    ]


def middle(values):
    """The median, 0 of nothing."""
    return statistics.median(values) if values else 0


def high(values):
    """What 95 of 100 values stay below, 0 of nothing."""
    return (
        statistics.quantiles(values, n=20, method="inclusive")[-1]
        if len(values) > 1
        else sum(values)
    )


def learners_that_fit(text):
    """A number of learners from a text. Raises ValueError if it is not 1 to what memory holds."""
    most = int(psutil.virtual_memory().available / 1e9 / EACH)
    if not text.isdecimal() or not 1 <= int(text) <= most:
        raise ValueError(
            f"the free memory holds 1 to {most} learners of {EACH} GB, not {text!r}"
        )
    return int(text)


def main():
    """Print the table; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--learners",
        nargs="+",
        default=["1", "5", "10", "20"],
        metavar="N",
        help="at once, in turn",
    )
    parser.add_argument(
        "--minutes",
        type=float,
        default=20,
        metavar="M",
        help="all of it ends after so many",
    )
    options = parser.parse_args()
    numbers = [learners_that_fit(text) for text in options.learners]
    for number in (
        signal.SIGTERM,
        signal.SIGINT,
    ):  # as Ctrl-C: what was started is ended
        signal.signal(number, signal.default_int_handler)
    end, failed = time.monotonic() + 60 * options.minutes, []
    read_vocabulary()  # kept from now on, as a hub's image keeps it
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        program = proxy_program(pathlib.Path(folder, "proxy"))
        print(
            f"{datetime.date.today()}: python tests/bench/hub_load.py {' '.join(sys.argv[1:])}"
        )
        print(
            f"{platform.platform()}, {os.cpu_count()} cores, Python {platform.python_version()}\n"
        )
        print(f"| {' | '.join(HEAD)} |\n|{'---|' * len(HEAD)}")
        for learners in numbers:
            with running_hub(
                pathlib.Path(tempfile.mkdtemp(dir=folder)), program
            ) as hub:
                days, most = school(hub, learners, end)
            print(f"| {' | '.join(map(str, row(days, most)))} |", flush=True)
            failed += [line for day in days for line in day.failed]
    print("\n".join(["", *failed[:20]]) if failed else "")
    return bool(failed)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (Missing, TimeoutError, ValueError) as error:
        sys.exit(f"Not measured: {error}.")
    except KeyboardInterrupt:
        sys.exit("Stopped; all that was started has ended.")
