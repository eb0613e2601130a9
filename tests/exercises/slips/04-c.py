"""Wrong answers to 04-c, written before any message was looked at; see test_exercises.py."""


def last_batch_for_all(batches, V, name):
    """your function never looks at name."""
    return sorted(set(batches[-1]))


def all_for_all(batches, V, name):
    """your function never looks at batches."""
    return list(range(V))


def misspelt_names(batches, V, name):
    """where yours is wrong, it would be right if name were 'SGD'."""
    if name == "adamw":
        return list(range(V))
    if name == "adam":
        return sorted({i for batch in batches for i in batch})
    return sorted(set(batches[-1]))


def adam_in_name(batches, V, name):
    """it would be right if name were 'Adam'"""
    if "Adam" in name:
        return sorted({i for batch in batches for i in batch})
    return sorted(set(batches[-1]))


def adamw_from_one(batches, V, name):
    """the first number is missing; the others are right."""
    if name == "AdamW":
        return list(range(1, V))
    seen = batches if name == "Adam" else batches[-1:]
    return sorted({i for batch in seen for i in batch})


def adamw_as_range(batches, V, name):
    """yours is no list yet; list(...) makes one of it."""
    if name == "AdamW":
        return range(V)
    seen = batches if name == "Adam" else batches[-1:]
    return sorted({i for batch in seen for i in batch})


def a_set(batches, V, name):
    """yours is a set, which has neither order nor repeats."""
    if name == "AdamW":
        return set(range(V))
    seen = batches if name == "Adam" else batches[-1:]
    return {i for batch in seen for i in batch}


def batches_added(batches, V, name):
    """A list cannot be counted, be a key or be in a set: take its members one by one."""
    if name == "AdamW":
        return list(range(V))
    if name == "Adam":
        return sorted(set(batches))
    return sorted(set(batches[-1]))


def first_batch(batches, V, name):
    """yours would be right if batches were in reverse order."""
    if name == "AdamW":
        return list(range(V))
    seen = batches if name == "Adam" else batches[:1]
    return sorted({i for batch in seen for i in batch})


def adam_before_only(batches, V, name):
    """some numbers are missing; those that are there are right."""
    if name == "AdamW":
        return list(range(V))
    seen = batches[:-1] if name == "Adam" else batches[-1:]
    return sorted({i for batch in seen for i in batch})


def sgd_forgotten(batches, V, name):
    """It goes wrong only where name is 'SGD'."""
    if name == "AdamW":
        return list(range(V))
    if name == "Adam":
        return sorted({i for batch in batches for i in batch})
    if name == "SparseAdam":
        return sorted(set(batches[-1]))
