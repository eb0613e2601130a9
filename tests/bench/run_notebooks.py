"""How long each notebook runs and how much memory it takes, beside one that only imports torch.

`python tests/bench/run_notebooks.py [NOTEBOOK ...]`: a fresh kernel each, cell by cell as Run All
does, the vocabulary already kept. Wall seconds and CPU seconds, both without the kernel's start,
the latter of the kernel with its processes; the kernel's peak resident memory; the highest memory
of the kernel with its processes, looked at each 0.1 s, in which shared pages count once; and the
size of the notebook's file.
"""

import contextlib
import datetime
import pathlib
import platform
import subprocess
import sys
import threading
import time
from importlib.metadata import version

import nbformat
import psutil
from nbclient import NotebookClient

NOTEBOOKS = pathlib.Path(__file__).parents[2] / "notebooks"
# Of the kernel alone: ru_maxrss would also count the process that started it. Linux only.
PEAK = """
for line in open("/proc/self/status"):
    if line.startswith("VmHWM"):
        print(line.split()[1])
"""


def of_all(kernel, what):
    """The sum of `what` of each process, over a kernel and all that it has started."""
    total = 0
    for process in [kernel, *kernel.children(recursive=True)]:
        with contextlib.suppress(psutil.Error):  # it ended meanwhile
            total += what(process)
    return total


def cpu(process):
    """CPU seconds of a process and of those that it has waited for."""
    times = process.cpu_times()
    return times.user + times.system + times.children_user + times.children_system


def memory(process):
    """MB of a process: its share of what several use, or, not on Linux, what it alone uses."""
    full = process.memory_full_info()
    return getattr(full, "pss", full.uss) / 1e6


def run(notebook):
    """(wall s, CPU s, peak MB, peak MB with its processes) of a notebook in a fresh kernel."""
    notebook.cells.append(nbformat.v4.new_code_cell(PEAK))
    client = NotebookClient(
        notebook,
        timeout=120,
        store_widget_state=False,
        resources={"metadata": {"path": str(NOTEBOOKS)}},
        extra_arguments=["--log-level=ERROR"],
    )
    seen, over = [], threading.Event()
    with client.setup_kernel():
        kernel = psutil.Process(client.km.provisioner.pid)

        def watch():
            while not over.wait(0.1):
                seen.append(of_all(kernel, memory))

        watcher = threading.Thread(target=watch, daemon=True)
        watcher.start()
        start, before = time.perf_counter(), of_all(kernel, cpu)
        for number, cell in enumerate(notebook.cells):
            client.execute_cell(cell, number)
        wall, used = time.perf_counter() - start, of_all(kernel, cpu) - before
        over.set()
        watcher.join()
    return wall, used, int(notebook.cells[-1].outputs[0].text) / 1000, max(seen)


def main():
    # Not in this process, which would then share torch's pages with each kernel.
    keep = "from lookup import read_documents, read_vocabulary; read_vocabulary(); read_documents()"
    subprocess.run([sys.executable, "-c", keep], cwd=NOTEBOOKS, check=True)
    bare = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("import torch")])
    paths = [pathlib.Path(name) for name in sys.argv[1:]] or sorted(
        NOTEBOOKS.glob("*.ipynb")
    )
    rows = [("import torch, nothing else", run(bare), None)]
    rows += [
        (path.name, run(nbformat.read(path, as_version=4)), path.stat().st_size)
        for path in paths
    ]
    print(
        f"{datetime.date.today()}: python tests/bench/run_notebooks.py {' '.join(sys.argv[1:])}"
    )
    print(
        f"{platform.platform()}, Python {platform.python_version()}, torch {version('torch')}\n"
    )
    print(
        f"{'':<32}{'wall s':>9}{'CPU s':>9}{'kernel MB':>11}{'all MB':>9}{'file kB':>9}"
    )
    for name, (wall, used, peak, together), size in rows:
        print(
            f"{name:<32}{wall:>9.1f}{used:>9.1f}{peak:>11.0f}{together:>9.0f}", end=""
        )
        print(f"{size / 1000:>9.0f}" if size else "")


if __name__ == "__main__":
    main()
