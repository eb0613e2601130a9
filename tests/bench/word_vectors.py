"""How good the word vectors of notebook 05 are, and what they cost.

`python tests/bench/word_vectors.py` runs the notebook's own cells. Prints, in one run: the share of
its 45 pairs that are hits, after 100, 200, 300 and 400 steps of CBOW, for four seeds, with CPU
seconds on one thread, beside rows that are counted and never trained. Reports and never fails;
beside other work the ratios hold, the times do not.
"""

import contextlib
import io
import itertools
import pathlib
import statistics
import sys
import time

import torch

sys.path.extend(str(pathlib.Path(__file__).parents[1] / folder) for folder in ("", "browser"))

from course import NOTEBOOKS, names_of

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "notebooks"))

SEEDS, STEPS = (0, 1, 2, 3), (100, 200, 300, 400)
NEEDED = [
    "docs = read_documents()",
    "vocabulary = text.vocabulary",
    "start = 0.1 *",
    "def nearest(",
    "pairs = word_pairs()",
    "def hits(",
    "class CBOW",
    "places = ids.nonzero()",
    "def train(",
]


def counted(names):
    """(hits, CPU seconds) of rows that are counted."""
    start = time.process_time()
    W = names["counted_rows"](names["ids"], names["V"], names["D"])
    return names["hits"](W), time.process_time() - start


def trained(names, seed):
    """(hits after each of STEPS, CPU seconds of all steps) of one training."""
    torch.manual_seed(seed)
    model = names["CBOW"]()
    optimizer = torch.optim.Adam(model.parameters(), lr=0.02, fused=True)
    g = torch.Generator().manual_seed(seed)
    hits = []
    seconds = 0.0
    for done, step in itertools.pairwise((0, *STEPS)):
        start = time.process_time()
        names["train"](model, optimizer, names["places"], g, step - done)
        seconds += time.process_time() - start
        hits.append(names["hits"](model.table.weight.detach()))
    return hits, seconds


def main():
    path = next(path for path in NOTEBOOKS if path.name.startswith("05_"))
    with contextlib.redirect_stdout(io.StringIO()):
        names = names_of(path, *NEEDED)
    names["progress"] = iter
    sizes = f"V = {names['V']:,}, {len(names['places']):,} places, {len(names['pairs'])} pairs"
    print(f"{sizes}, torch {torch.__version__}")
    steps = " | ".join(f"step {step}" for step in STEPS)
    print(f"\n| way | {steps} | each seed at {STEPS[-1]} | CPU s |")
    print("|---" * (len(STEPS) + 3) + "|")
    hits, seconds = counted(names)
    print(f"| counted |{' |' * len(STEPS)} {hits:.2f} | {seconds:.1f} |", flush=True)
    runs = [trained(names, seed) for seed in SEEDS]
    medians = [f"{statistics.median(column):.2f}" for column in zip(*(hits for hits, _ in runs))]
    last = ", ".join(f"{hits[-1]:.2f}" for hits, _ in runs)
    seconds = statistics.median(seconds for _, seconds in runs)
    print(f"| CBOW | {' | '.join(medians)} | {last} | {seconds:.1f} |")


if __name__ == "__main__":
    main()
