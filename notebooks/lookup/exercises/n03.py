"""Exercises of 03 Bag-of-words rows."""

import torch
import torch.nn.functional as F

from .check import Exercise, several
from .trials import whole_numbers


def _lists(rng):
    """Documents as lists of columns: one is empty, one repeats its first column last and is in no order.

    A set gives small numbers back in order, as if it sorted; of multiples of 8 the first one stands first.
    """
    V, B = rng.sample(range(4, 10), 2)
    documents = [rng.sample(range(V), rng.randint(1, V - 1)) for _ in range(B)]
    documents.insert(1, [])
    low, middle, high = sorted(rng.sample(range(8, 80, 8), 3))
    documents[-1] = [high, low, middle, high]
    return (documents,)


def _csr(rng):
    """indptr, indices, data and W: sizes all different, an empty document in the middle, counts above 1."""
    V, D, B = rng.sample(range(4, 10), 3)
    lengths = [rng.randint(1, 3) for _ in range(B)]
    lengths[B // 2], lengths[0], lengths[-1] = 0, 2, 2
    n = sum(lengths)
    data = torch.tensor(rng.choices([1.0, 2.0, 3.0], k=n))
    data[0], data[-1] = 2.0, 3.0
    indptr = torch.tensor([0, *lengths]).cumsum(0)
    return indptr, torch.tensor(rng.choices(range(V), k=n)), data, whole_numbers(rng, V, D)


def _document(rng):
    V, D, n = rng.sample(range(3, 9), 3)
    data = torch.tensor([2.0, 3.0, *rng.choices([1.0, 2.0, 3.0], k=n - 2)])
    return torch.tensor(rng.choices(range(V), k=n)), data, whole_numbers(rng, V, D)


def _picked(rng):
    indptr, indices, data, _ = _csr(rng)
    return indptr, indices, data, torch.tensor(rng.sample(range(1, len(indptr) - 1), 3))


def _slow_csr(documents, order=sorted):
    indptr, indices, data = [0], [], []
    for document in documents:
        counts = {column: document.count(column) for column in order(document)}
        indices += counts
        data += counts.values()
        indptr.append(len(indices))
    return indptr, indices, data


def _token_by_token(documents):
    tokens = [column for document in documents for column in sorted(document)]
    ends = [sum(map(len, documents[:b])) for b in range(len(documents) + 1)]
    return ends, tokens, [1] * len(tokens)


def _lengths(documents):
    indptr, indices, data = _slow_csr(documents)
    return [b - a for a, b in zip(indptr, indptr[1:])], indices, data  # noqa: RUF007


def _slow_times(indices, data, W):
    out = torch.zeros(W.shape[1])
    for i, n in zip(indices.tolist(), data.tolist()):
        out = out + n * W[i]
    return out


def _slow_batch(indptr, indices, data, W):
    spans = [slice(a, b) for a, b in zip(indptr.tolist(), indptr[1:].tolist())]
    return torch.stack([_slow_times(indices[s], data[s], W) for s in spans])


def _bag(indptr, indices, data, W, offsets, **how):
    return F.embedding_bag(indices, W, offsets, **{"mode": "sum", "per_sample_weights": data} | how)


def _slow_pick(indptr, indices, data, rows):
    ids, weights, offsets = [], [], []
    for r in rows.tolist():
        offsets.append(len(ids))
        for place in range(indptr[r], indptr[r + 1]):
            ids.append(indices[place].item())
            weights.append(data[place].item())
    return torch.tensor(ids), torch.tensor(offsets), torch.tensor(weights)


def _costs(B, V, D, n):
    return 4 * B * V, 4 * (B + 1 + 2 * n), B * V * D, n * D


def _but(place, other):
    """The costs, with another number at one place."""
    return lambda *sizes: tuple(
        other(*sizes) if k == place else cost for k, cost in enumerate(_costs(*sizes))
    )


def _from(wrong):
    """The picked entries, with wrong offsets."""
    return lambda indptr, indices, data, rows: tuple(
        wrong(indptr, rows) if k == 1 else part
        for k, part in enumerate(_slow_pick(indptr, indices, data, rows))
    )


def _sizes(rng):
    B, V, D = rng.sample(range(10, 2000), 3)
    return B, V, D, rng.randint(1, B * V // 3)


EXERCISES = {
    "a": Exercise(
        truth=_slow_csr,
        trials=several(_lists),
        names=("documents",),
        wrong={
            "indptr holds lengths; it should say where each document begins, and where the last one ends.": _lengths,
            "a word that comes twice has two entries; count it, and store it once.": _token_by_token,
            "columns stand in reading order; sort them within each document.": lambda documents: (
                _slow_csr(documents, order=list)
            ),
            "the leading 0 of indptr is missing: document 0 begins there.": lambda documents: (
                _slow_csr(documents)[0][1:],
                *_slow_csr(documents)[1:],
            ),
            "the counts are lost: data should say how often.": lambda documents: (
                *_slow_csr(documents)[:2],
                [1] * len(_slow_csr(documents)[1]),
            ),
        },
    ),
    "b": Exercise(
        truth=_slow_times,
        trials=several(_document),
        names=("indices", "data", "W"),
        wrong={
            "each row was added once, whatever data says.": lambda indices, data, W: W[indices].sum(
                0
            ),
            "the rows are weighed, but not added up.": lambda indices, data, W: (
                W[indices] * data[:, None]
            ),
            "that is the mean; a bag of words is a sum.": lambda indices, data, W: (
                W[indices] * data[:, None]
            ).mean(0),
            "the sum was divided by the sum of the weights; leave it a sum.": lambda indices, data, W: (
                (W[indices] * data[:, None]).sum(0) / data.sum()
            ),
        },
    ),
    "c": Exercise(
        truth=_slow_batch,
        trials=several(_csr),
        names=("indptr", "indices", "data", "W"),
        wrong={
            "there is a row too many: indptr's last number opened a bag of its own.": lambda p, i, d, W: (
                _bag(p, i, d, W, p)
            ),
            "each row was added once, whatever data says.": lambda p, i, d, W: _bag(
                p, i, d, W, p[:-1], per_sample_weights=None
            ),
            "that is the mean of each bag, which is the default mode.": lambda p, i, d, W: _bag(
                p, i, d, W, p[:-1], mode="mean", per_sample_weights=None
            ),
            "all documents were added into one.": lambda p, i, d, W: _slow_batch(p, i, d, W).sum(0),
            "each bag ends where it should begin: offsets are indptr without its last number.": lambda p, i, d, W: (
                _bag(p, i, d, W, torch.cat([p[:1], p[2:]]))
            ),
        },
    ),
    "d": Exercise(
        truth=_costs,
        trials=several(_sizes),
        names=("B", "V", "D", "n"),
        wrong={
            "indptr is forgotten: B + 1 numbers, 4 bytes each.": _but(1, lambda B, V, D, n: 8 * n),
            "indptr has one number more than there are documents.": _but(
                1, lambda B, V, D, n: 4 * (B + 2 * n)
            ),
            "an entry needs its column and its count: two numbers.": _but(
                1, lambda B, V, D, n: 4 * (B + 1 + n)
            ),
            "those are numbers, not bytes: each takes 4.": lambda B, V, D, n: (
                B * V,
                B + 1 + 2 * n,
                B * V * D,
                n * D,
            ),
            "every stored entry meets a whole row of the table: D multiplications.": _but(
                3, lambda B, V, D, n: n
            ),
        },
    ),
    "e": Exercise(
        truth=_slow_pick,
        trials=several(_picked),
        names=("indptr", "indices", "data", "rows"),
        wrong={
            "those are places in the whole matrix; count from the batch's own beginning.": _from(
                lambda indptr, rows: indptr[rows]
            ),
            "offsets must begin with 0, where the first document does.": _from(
                lambda indptr, rows: indptr.diff()[rows].cumsum(0)
            ),
            "those are lengths; offsets add them up.": _from(
                lambda indptr, rows: indptr.diff()[rows]
            ),
            "the documents came in the matrix's order; keep the order of rows.": lambda p, i, d, rows: (
                _slow_pick(p, i, d, rows.sort().values)
            ),
        },
    ),
}
