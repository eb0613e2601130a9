"""What a learner's session takes in a real JupyterLab: time to a first row that moves, and memory.

    python tests/bench/session.py [NOTEBOOK ...]

First row: Chromium opens 00_start_here as a launch link does, runs every cell, and presses “next
step” on the first picture that has it. Each part is timed from the moment at which the server
answers, once as binder/postBuild leaves the machine (words read, modules and fonts kept) and once
without.
Memory: server and kernel as resident sets, looked at every 0.1 s while a notebook runs to its end;
the highest sum is printed. Pages that both hold, some 15 MB, count twice.
A benchmark only: nothing here passes or fails.
"""

import compileall
import contextlib
import datetime
import os
import platform
import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path
from unittest import mock

import psutil
from playwright.sync_api import expect, sync_playwright

sys.path.extend(str(Path(__file__).parents[1] / folder) for folder in ("", "browser"))
from conftest import FLAGS, browser_path
from course import NOTEBOOKS
from lab import Notebook, jupyterlab

PARTS = ("server answers", "kernel idle", "picture drawn", "row moved", "all cells run")
KEPT = ("ONE_ROW_CACHE", "MPLCONFIGDIR")  # where a machine keeps what postBuild makes


def first_row(browser, warm):
    """Seconds from the server's start to its answer, and from there to each later of `PARTS`."""
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        fresh = {} if warm else {name: str(Path(folder, name)) for name in KEPT}
        stack.enter_context(mock.patch.dict(os.environ, fresh))
        start = time.perf_counter()
        lab = stack.enter_context(jupyterlab(Path(folder)))
        times = [time.perf_counter() - start]
        if warm:
            compileall.compile_dir(lab.course / "lookup", quiet=1)
        page = stack.enter_context(
            contextlib.closing(
                browser.new_page(viewport={"width": 1366, "height": 768})
            )
        )
        start = time.perf_counter()
        notebook = Notebook(page, lab, lab.copy(NOTEBOOKS[0]))
        times.append(time.perf_counter() - start)
        page.evaluate(
            "() => { window.done = jupyterapp.commands.execute('notebook:run-all-cells'); }"
        )
        step = page.get_by_role("button", name="Next")
        picture = page.locator(".lookup.picture").filter(has=step).first
        picture.wait_for(timeout=60_000)
        times.append(time.perf_counter() - start)
        picture.scroll_into_view_if_needed()
        picture.get_by_role("button", name="Next").click()
        expect(picture).not_to_have_attribute("data-phase", "rest")
        times.append(time.perf_counter() - start)
        page.evaluate("() => done")
        times.append(time.perf_counter() - start)
        notebook.close()
    return times


class Memory(threading.Thread):
    """Looks at this process's children, the server and its kernels, until `stop`.

    `peak` and its `parts` are in MB.
    """

    def __init__(self):
        super().__init__(daemon=True)
        self.peak, self.parts, self.over = 0, {}, threading.Event()

    def run(self):
        while not self.over.wait(0.1):
            parts = {}
            for process in psutil.Process().children(recursive=True):
                with contextlib.suppress(psutil.Error):
                    line = " ".join(process.cmdline())
                    kind = (
                        "kernel"
                        if "ipykernel" in line
                        else "server"
                        if "jupyter-lab" in line
                        else None
                    )
                    if kind:
                        parts[kind] = (
                            parts.get(kind, 0) + process.memory_info().rss / 1e6
                        )
            if sum(parts.values()) > self.peak:
                self.peak, self.parts = sum(parts.values()), parts

    def stop(self):
        self.over.set()
        self.join()
        return self


def memories(browser, notebooks):
    """(notebook, `Memory` while it ran) of each notebook, one after another in one session."""
    with tempfile.TemporaryDirectory() as folder, jupyterlab(Path(folder)) as lab:
        page = browser.new_page()
        for path in notebooks:
            memory = Memory()
            memory.start()
            notebook = Notebook(page, lab, lab.copy(path))
            notebook.run_all()
            yield path, memory.stop()
            notebook.close()


def main():
    notebooks = [Path(name) for name in sys.argv[1:]] or NOTEBOOKS
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=FLAGS)
        print(
            f"{datetime.date.today()}: python tests/bench/session.py {' '.join(sys.argv[1:])}"
        )
        print(f"{platform.platform()}, Python {platform.python_version()}\n")
        print(
            f"{'seconds, median of 3':<24}" + "".join(f"{part:>16}" for part in PARTS)
        )
        for warm in (True, False):
            runs = [first_row(browser, warm) for _ in range(3)]
            medians = [statistics.median(times) for times in zip(*runs, strict=True)]
            print(
                f"{'after' if warm else 'without'} postBuild".ljust(24)
                + "".join(f"{t:>16.1f}" for t in medians)
            )
        print(f"\n{'peak MB':<40}{'session':>9}{'server':>9}{'kernel':>9}")
        for path, memory in memories(browser, notebooks):
            row = memory.peak, memory.parts["server"], memory.parts["kernel"]
            print(f"{path.name:<40}" + "".join(f"{number:>9.0f}" for number in row))
        browser.close()


if __name__ == "__main__":
    main()
