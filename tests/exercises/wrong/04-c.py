"""Wrong answers to 04-c; each docstring is a part of what its author must be told."""

from itertools import chain


def batch_only(batches, V, name):
    """Adam's means outlive a batch"""
    return list(range(V)) if name == "AdamW" else sorted(set(batches[-1]))


def lazy_like_adam(batches, V, name):
    """SparseAdam leaves a row"""
    if name == "AdamW":
        return list(range(V))
    return sorted(set(batches[-1] if name == "SGD" else chain(*batches)))


def no_decay(batches, V, name):
    """also those of rows never named"""
    return sorted(set(chain(*batches) if name.startswith("Adam") else batches[-1]))


def sgd_remembers(batches, V, name):
    """SGD remembers nothing"""
    if name == "AdamW":
        return list(range(V))
    return sorted(set(batches[-1] if name == "SparseAdam" else chain(*batches)))


def in_batch_order(batches, V, name):
    """the numbers are right, but not in ascending order"""
    if name == "AdamW":
        return list(range(V))[::-1]
    return list(dict.fromkeys(chain(*batches) if name == "Adam" else batches[-1]))


def as_a_set_gives_them(batches, V, name):
    """the numbers are right, but not in ascending order"""
    if name == "AdamW":
        return list(range(V))
    return list(
        {i for batch in (batches if name == "Adam" else batches[-1:]) for i in batch}
    )


def two_batches_remembered(batches, V, name):
    """yours forgets the early ones"""
    if name == "AdamW":
        return list(range(V))
    return sorted(set(chain(*batches[-2:])) if name == "Adam" else set(batches[-1]))


def half_done(batches, V, name):
    """not yet. One branch still returns ..."""
    if name == "AdamW":
        return list(range(V))
    return sorted(set(batches[-1])) if name in ("SGD", "SparseAdam") else ...


def one_branch_only(batches, V, name):
    """not yet. One branch still returns ..."""
    return list(range(V)) if name == "AdamW" else ...
