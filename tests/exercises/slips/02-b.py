"""Wrong answers to 02-b, written before any message was looked at; see test_exercises.py."""


def along_columns(W, ids):
    """stopped with"""
    return W.index_select(1, ids.flatten()).reshape(*ids.shape, W.shape[1])


def shape_without_star(W, ids):
    """A shape is written number by number; a star hands one over so: reshape(*ids.shape, D)."""
    return W.index_select(0, ids.flatten()).reshape(ids.shape, W.shape[1])


def two_dimensions_only(W, ids):
    """A tuple of n members has the places 0 to n - 1."""
    return W.index_select(0, ids.flatten()).reshape(
        ids.shape[0], ids.shape[1], W.shape[1]
    )


def ids_turned(W, ids):
    """yours would be right if the dimensions of ids were turned before its numbers were put"""
    rows = W.index_select(0, ids.T.flatten())
    return rows.reshape(*ids.shape, W.shape[1])
