"""Record the steps of several ranks that notebook 07 measures, for larger tables and over a link.

`python tests/bench/record_ranks.py` takes the notebook's own functions. The runs over a link of
1 Gbit/s are between two network namespaces of this machine, which needs root.
"""

import argparse
import ast
import datetime
import linecache
import pathlib
import sys
import tempfile

import nbformat
import torch
from tqdm import tqdm

from two_hosts import ends, start_on, two_hosts, why_not

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "notebooks"))

from lookup import launch
from lookup.measuring.device import name_of_cpu
from lookup.measuring.recordings import RANKS, put_record
from lookup.record import versions

NOTEBOOK = pathlib.Path(__file__).parents[2] / "notebooks/07_beyond_one_machine.ipynb"
WAYS = ("row shards", "DDP sparse", "DDP dense")
SIZES = (10**4, 10**5, 10**6, 10**7)
ON_A_LINK = (10**6,)
STEPS = 30  # that are kept; two come before them
LINK = "1gbit"
WAIT = 300  # seconds


def main(arguments=None):
    """Record and print what was written."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--to", metavar="FOLDER", default=RANKS, type=pathlib.Path)
    folder = parser.parse_args(arguments).to
    torch.set_num_threads(1)
    names = functions_of(NOTEBOOK)
    runs = [*_here(names), *_over_a_link(names)]
    cpu = name_of_cpu()
    record = {
        "device": {"name": cpu},
        "versions": versions(),
        "date": f"{datetime.date.today()}",
        "command": "python tests/bench/record_ranks.py",
        "runs": runs,
    }
    print(f"{len(runs)} runs on {cpu} are now in {put_record(record, folder)}")


def functions_of(notebook):
    """The names that the imports, functions and classes of a notebook's cells define."""
    names = {"__name__": "__main__"}
    for number, cell in enumerate(nbformat.read(notebook, as_version=4).cells):
        if cell.cell_type == "code":
            where = f"<cell {number} of {notebook.name}>"
            lines = cell.source.splitlines(True)
            linecache.cache[where] = (len(cell.source), None, lines, where)
            tree = ast.parse(cell.source)
            kept = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef)
            tree.body = [node for node in tree.body if isinstance(node, kept)]
            exec(compile(tree, where, "exec"), names)
    return names


def _here(names):
    """One process, and two ranks on this machine."""
    for V in tqdm(SIZES, "one process", leave=False):
        emb = torch.nn.Embedding(V, 16, sparse=True)
        seconds = names["seconds_of"](emb, torch.randint(V, (STEPS + 2, 2048)))
        yield {"way": "one process", "link": "one machine", "V": V, "seconds": seconds}
    for way in tqdm(WAYS, "two ranks", leave=False):
        times = launch(
            names["race"], way, list(SIZES), STEPS, timeout=WAIT, limit=WAIT
        )[0]
        yield from _runs(way, "one machine", SIZES, times)


def _over_a_link(names):
    """A rank on each of two hosts."""
    if why_not():
        print(f"Nothing over a link: {why_not()}.")
        return
    with two_hosts(LINK) as hosts:
        for way in tqdm(WAYS, "two hosts", leave=False):
            with tempfile.TemporaryDirectory() as name:
                folder = pathlib.Path(name)
                job = way, list(ON_A_LINK), STEPS
                processes = start_on(hosts, folder, names["race"], job, timeout=WAIT)
                times = ends(processes, folder, 2, WAIT)[0]
            yield from _runs(way, "1 Gbit/s", ON_A_LINK, times)


def _runs(way, link, sizes, times):
    for V, seconds in zip(sizes, times, strict=True):
        yield {"way": way, "link": link, "V": V, "seconds": seconds}


if __name__ == "__main__":
    main()
