"""How good the word vectors of notebook 05 are, and what they cost.

`python tests/bench/word_vectors.py` runs the notebook's own cells. Prints, in one run: the share of
its 45 pairs that are hits, after 100, 200, 300 and 400 steps, for three seeds, of CBOW dense and
sparse and of skip-gram, with CPU seconds on one thread, beside PPMI + SVD. Reports and never fails;
beside other work the ratios hold, the times do not.
"""

import contextlib
import io
import pathlib
import statistics
import sys
import time

import torch

sys.path.extend(str(pathlib.Path(__file__).parents[1] / folder) for folder in ("", "browser"))

from course import NOTEBOOKS, code_cells, read

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "notebooks"))

SEEDS, STEPS = (0, 1, 2), (100, 200, 300, 400)
NEEDED = [
    "torch.set_num_threads(1)",
    "number, line, begins",
    "listed =",
    "get_close_matches",
    "class CBOW",
    "def batch",
    "class Training",
    "def counted",
]


def notebook():
    """The names that the notebook's definitions leave behind."""
    names = {}
    cells = code_cells(read(next(path for path in NOTEBOOKS if path.stem.startswith("05"))))
    for needle in NEEDED:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(next(cell.source for cell in cells if needle in cell.source), names)
    return names


def trained(names, task, seed, sparse=False):
    """(hits after each of STEPS, CPU seconds of all steps) of one training."""
    torch.manual_seed(seed)
    opt = torch.optim.SparseAdam if sparse else torch.optim.Adam
    training = names["Training"](names[task](sparse=sparse), names["places"], opt)
    training.g.manual_seed(seed)
    return [names["hits"](training.run(step)) for step in STEPS], training.seconds


def main():
    torch.sparse.check_sparse_tensor_invariants.disable()
    names = notebook()
    sizes = f"V = {names['V']:,}, {len(names['places']):,} places, {len(names['pairs'])} pairs"
    print(f"{sizes}, torch {torch.__version__}")
    steps = " | ".join(f"step {step}" for step in STEPS)
    print(f"\n| way | {steps} | each seed at {STEPS[-1]} | CPU s |")
    print("|---" * (len(STEPS) + 3) + "|")
    start = time.process_time()
    svd = names["counted"]()
    hits = f"{names['hits'](svd):.2f}"
    seconds = time.process_time() - start
    print(f"| PPMI + SVD |{' |' * len(STEPS)} {hits} | {seconds:.1f} |")
    for name, *how in (
        ("CBOW", "CBOW", False),
        ("CBOW, sparse", "CBOW", True),
        ("skip-gram", "SkipGram", False),
    ):
        runs = [trained(names, how[0], seed, how[1]) for seed in SEEDS]
        medians = [
            f"{statistics.median(column):.2f}" for column in zip(*(hits for hits, _ in runs))
        ]
        last = ", ".join(f"{hits[-1]:.2f}" for hits, _ in runs)
        seconds = statistics.median(seconds for _, seconds in runs)
        print(f"| {name} | {' | '.join(medians)} | {last} | {seconds:.1f} |", flush=True)


if __name__ == "__main__":
    main()
