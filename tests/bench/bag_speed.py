"""What a batch of CSR rows costs, and what notebook 03's classifier is worth.

`python tests/bench/bag_speed.py` runs the notebook's own cells. Prints, in one run: from 256 random
rows of the real X to a (256, 64) result, each way turn by turn with ours; the documents read anew
and from the cache; training time and accuracy over splits by module beside naive Bayes and logistic
regression. Reports and never fails; beside other work the ratios hold, the times do not.
"""

import contextlib
import io
import pathlib
import sys
import tempfile
import time
import warnings

import numpy as np
import torch
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression

sys.path.extend(str(pathlib.Path(__file__).parents[1] / folder) for folder in ("", "browser"))
sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "notebooks"))

from bench.lookup_speed import side_by_side
from course import NOTEBOOKS, code_cells, read
from lookup import read_documents

B, D, COLUMNS, ROUNDS, SPLITS = 256, 64, 17_000, 9, 5


def notebook(last):
    """The names that notebook 03 leaves behind, run up to the cell that holds `last`."""
    names = {"display": print}
    path = next(path for path in NOTEBOOKS if path.stem.startswith("03"))
    for cell in code_cells(read(path)):
        if cell.source.startswith("ask("):
            continue
        with contextlib.redirect_stdout(io.StringIO()):
            exec(cell.source, names)
        if last in cell.source:
            return names
    raise SystemExit(f"no cell of {path.name} holds {last!r}")


def ways(names, X, W):
    """{name: from rows of X to the result}: ours first."""
    bags = names["bags"]
    emb = torch.nn.Embedding.from_pretrained(W)
    linear = torch.nn.Linear(*W.shape, bias=False)
    linear.weight.data = W.T.contiguous()

    def article(rows):
        found = [X.getrow(r) for r in rows]
        return torch.stack([emb(torch.from_numpy(row.indices)).sum(0) for row in found])

    def dense(rows):
        with torch.no_grad():
            return linear(torch.from_numpy(X[rows].toarray()))

    return {
        "EmbeddingBag of X[rows]": lambda rows: bags(X[rows], W),
        "the article's loop (no counts)": article,
        "toarray + Linear": dense,
        "SciPy X[rows] @ W": lambda rows: X[rows] @ W.numpy(),
    }


def speed(names):
    texts = names["docs"].texts
    counts = CountVectorizer(token_pattern=r"[^\W\d_]{2,}", dtype=np.float32).fit_transform(texts)
    common = np.argsort(-counts.sum(axis=0, dtype=np.int64).A1)[:COLUMNS]
    X = counts[:, np.sort(common)]
    W = torch.randn(X.shape[1], D, generator=torch.Generator().manual_seed(0))
    rows = np.random.default_rng(0).integers(0, X.shape[0], B)
    calls = ways(names, X, W)
    ours, *others = calls.items()
    print(f"X {X.shape}, {X[rows].nnz / B:.0f} entries a row, result ({B}, {D})\n")
    print(f"| way | µs | times ours, median (range) of {ROUNDS} rounds |\n|---|---|---|")
    for name, call in others:
        first, second, ratio, low, high, sample = side_by_side(
            (ours[1], rows), (call, rows), ROUNDS
        )
        times = f"{second:,.0f} (ours {first:,.0f})"
        print(f"| {name} | {times} | {ratio:.2f} ({low:.2f} to {high:.2f}) |", flush=True)
    print(f"\n{sample.where}\n")


def reading():
    with tempfile.TemporaryDirectory() as cache:
        for what in ("anew", "from the cache"):
            start = time.perf_counter()
            documents = read_documents(cache=cache)
            print(f"{documents} {what}: {time.perf_counter() - start:.2f} s")


def classifier(names):
    X, y, docs = names["X"], names["y"], names["docs"]
    smoothing = [names["MultinomialNB"](alpha=a) for a in (0.003, 0.03, 0.3)]
    rivals = [LogisticRegression(C=c, max_iter=1000, tol=1e-3) for c in (0.1, 1, 10)]
    print("\n| split by module | naive Bayes | logistic regression | EmbeddingBag | trained in |")
    print("|---|---|---|---|---|")
    for seed in range(SPLITS):
        learn, choose, test = names["split"](docs.modules, seed)
        nb, lr = (names["tuned"](models, learn, choose) for models in (smoothing, rivals))
        start = time.perf_counter()
        two = (names["Bags"](X[part], y[part]) for part in (learn, choose))
        model = names["train"](names["from_bayes"](nb), *two)
        seconds = time.perf_counter() - start
        ours = names["accuracy"](model, names["Bags"](X[test], y[test]))
        theirs = [m.score(X[test], y[test]) for m in (nb, lr)]
        print(
            f"| {seed} | {theirs[0]:.3f} | {theirs[1]:.3f} | {ours:.3f} | {seconds:.1f} s |",
            flush=True,
        )


def main():
    warnings.filterwarnings("ignore")
    torch.set_num_threads(1)
    reading()
    names = notebook(last="def tuned")
    speed(names)
    classifier(names)


if __name__ == "__main__":
    main()
