"""Record the training steps of several ranks that notebook 07 shows, and more over a link.

`python tests/bench/record_ranks.py` takes the notebook's own table. The runs over a link of
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
RACE = """
from time import perf_counter

from torch.nn.parallel import DistributedDataParallel


def seconds_of(emb, batches):
    # The time of each training step, but for the first two.
    optimizer = torch.optim.SGD(emb.parameters(), lr=0.01)
    times = []
    for ids in batches:
        start = perf_counter()
        optimizer.zero_grad()
        emb(ids).sum().backward()
        optimizer.step()
        times.append(perf_counter() - start)
    return times[2:]


def table_for(way, V, D):
    # The table of a rank.
    if way == "row shards":
        return ShardedEmbedding(V, D, sparse=True)
    emb = nn.Embedding(V, D, sparse=way == "DDP sparse")
    return DistributedDataParallel(emb)


def race(way, sizes, steps):
    # For each size of the table the times of so many steps.
    torch.manual_seed(dist.get_rank())  # other ids on each rank
    times = []
    for V in sizes:
        batches = torch.randint(V, (steps + 2, 1024))  # (steps + 2, B)
        times.append(seconds_of(table_for(way, V, 16), batches))
    return times
"""


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
    """The names that a notebook's imports, functions and classes define, and those of the race."""
    names = {"__name__": "__main__"}
    sources = [
        (f"<cell {number} of {notebook.name}>", cell.source)
        for number, cell in enumerate(nbformat.read(notebook, as_version=4).cells)
        if cell.cell_type == "code"
    ]
    for where, source in [*sources, ("<race>", RACE)]:
        lines = source.splitlines(True)
        linecache.cache[where] = (len(source), None, lines, where)
        tree = ast.parse(source)
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
