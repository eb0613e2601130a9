"""What a batch of CSR rows costs, and how long the documents take that it is made of.

`python tests/bench/bag_speed.py` prints, in one run: the documents read anew and from the cache;
from 256 random rows of the real X to a (256, 64) result, each way turn by turn with ours. Reports
and never fails; beside other work the ratios hold, the times do not.
"""

import pathlib
import sys
import tempfile
import time
import warnings

import numpy as np
import torch
import torch.nn.functional as F
from sklearn.feature_extraction.text import CountVectorizer

sys.path.extend(
    str(pathlib.Path(__file__).parents[1] / folder) for folder in ("", "browser")
)
sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "notebooks"))

from bench.lookup_speed import side_by_side
from lookup import read_documents

B, D, COLUMNS, ROUNDS = 256, 64, 17_000, 9


def bag(X, W):
    """The product X times W, as notebook 03 computes it."""
    ids, offsets, counts = map(torch.from_numpy, (X.indices, X.indptr[:-1], X.data))
    return F.embedding_bag(ids, W, offsets, mode="sum", per_sample_weights=counts)


def ways(X, W):
    """{name: from rows of X to the result}: ours first."""
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
        "EmbeddingBag of X[rows]": lambda rows: bag(X[rows], W),
        "the article's loop (no counts)": article,
        "toarray + Linear": dense,
        "SciPy X[rows] @ W": lambda rows: X[rows] @ W.numpy(),
    }


def speed():
    texts = read_documents().texts
    counts = CountVectorizer(
        token_pattern=r"[^\W\d_]{2,}", dtype=np.float32
    ).fit_transform(texts)
    common = np.argsort(-counts.sum(axis=0, dtype=np.int64).A1)[:COLUMNS]
    X = counts[:, np.sort(common)]
    W = torch.randn(X.shape[1], D, generator=torch.Generator().manual_seed(0))
    rows = np.random.default_rng(0).integers(0, X.shape[0], B)
    calls = ways(X, W)
    ours, *others = calls.items()
    print(f"X {X.shape}, {X[rows].nnz / B:.0f} entries a row, result ({B}, {D})\n")
    print(
        f"| way | µs | times ours, median (range) of {ROUNDS} rounds |\n|---|---|---|"
    )
    for name, call in others:
        first, second, ratio, low, high, sample = side_by_side(
            (ours[1], rows), (call, rows), ROUNDS
        )
        times = f"{second:,.0f} (ours {first:,.0f})"
        print(
            f"| {name} | {times} | {ratio:.2f} ({low:.2f} to {high:.2f}) |", flush=True
        )
    print(f"\n{sample.where}\n")


def reading():
    with tempfile.TemporaryDirectory() as cache:
        for what in ("anew", "from the cache"):
            start = time.perf_counter()
            documents = read_documents(cache=cache)
            print(f"{documents} {what}: {time.perf_counter() - start:.2f} s")


def main():
    warnings.filterwarnings("ignore")
    torch.set_num_threads(1)
    reading()
    speed()


if __name__ == "__main__":
    main()
