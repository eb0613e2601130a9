"""How long each notebook runs and how large its kernel grows, beside one that only imports torch.

`python tests/bench/run_notebooks.py [NOTEBOOK ...]`: a fresh kernel each, cell by cell as Run All
does, the vocabulary already kept; wall seconds without the kernel's start, the kernel's peak
resident memory, and its file's size.
"""

import datetime
import pathlib
import platform
import sys
import time

import nbformat
import torch
from nbclient import NotebookClient

NOTEBOOKS = pathlib.Path(__file__).parents[2] / "notebooks"
# Of the kernel alone: ru_maxrss would also count the process that started it. Linux only.
PEAK = """
for line in open("/proc/self/status"):
    if line.startswith("VmHWM"):
        print(line.split()[1])
"""


def run(notebook):
    """(wall seconds, peak MB) of a notebook in a fresh kernel."""
    notebook.cells.append(nbformat.v4.new_code_cell(PEAK))
    client = NotebookClient(
        notebook,
        timeout=120,
        store_widget_state=False,
        resources={"metadata": {"path": str(NOTEBOOKS)}},
    )
    with client.setup_kernel():
        start = time.perf_counter()
        for number, cell in enumerate(notebook.cells):
            client.execute_cell(cell, number)
        wall = time.perf_counter() - start
    return wall, int(notebook.cells[-1].outputs[0].text) / 1000


def main():
    sys.path.insert(0, str(NOTEBOOKS))
    from lookup import read_documents, read_vocabulary

    read_vocabulary()
    read_documents()
    bare = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("import torch")])
    paths = [pathlib.Path(name) for name in sys.argv[1:]] or sorted(NOTEBOOKS.glob("*.ipynb"))
    rows = [("import torch, nothing else", run(bare), None)]
    rows += [
        (path.name, run(nbformat.read(path, as_version=4)), path.stat().st_size) for path in paths
    ]
    print(f"{datetime.date.today()}: python tests/bench/run_notebooks.py {' '.join(sys.argv[1:])}")
    print(f"{platform.platform()}, Python {platform.python_version()}, torch {torch.__version__}\n")
    print(f"{'':<32}{'seconds':>9}{'peak MB':>9}{'file kB':>9}")
    for name, (wall, peak), size in rows:
        print(f"{name:<32}{wall:>9.1f}{peak:>9.0f}" + (f"{size / 1000:>9.0f}" if size else ""))


if __name__ == "__main__":
    main()
