"""Wrong answers to 06-a; each docstring is a part of what its author must be told."""


def no_indices(V, D, ids):
    """the indices are forgotten"""
    return 4 * V * D, 4 * D * len(ids), 4 * D * len(ids.unique())


def short_indices(V, D, ids):
    """indices are int64"""
    return 4 * V * D, (4 * D + 4) * len(ids), (4 * D + 4) * len(ids.unique())


def numbers(V, D, ids):
    """not bytes"""
    return V * D, (D + 1) * len(ids), (D + 1) * len(ids.unique())


def coalesced_by_itself(V, D, ids):
    """an entry for every id, repeats included"""
    entries = len(ids.unique()) * (8 + 4 * D)
    return 4 * V * D, entries, entries


def touched_rows_only(V, D, ids):
    """as large as the table"""
    touched, entry = len(ids.unique()), 8 + 4 * D
    return 4 * D * touched, entry * len(ids), entry * touched


def only_two(V, D, ids):
    """wanted is a tuple of 3"""
    return 4 * V * D, (8 + 4 * D) * len(ids)
