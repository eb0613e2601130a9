"""Snapshots of a table while it is trained: the rows drawn, a map of them, who is near whom."""

import contextlib

import numpy as np

from .inputs import ids_of
from .table import Table

MOST_SNAPSHOTS, MOST_ROWS = 24, 40  # that a picture holds
NEAREST = 3  # rows that are said to be near
FLAT = 1e-9  # share of the first axis below which a second one is rounding


def read_snapshots(tables, ids=None, names=None):
    """The rows to be drawn, at every moment: (numbers (S, n, D), their ids, the last `Table`).

    The numbers are float64. Raises TypeError, ValueError and IndexError as `moving_rows` does.
    """
    if not 2 <= len(tables) <= MOST_SNAPSHOTS:
        raise ValueError(
            f"tables must hold 2 to {MOST_SNAPSHOTS} moments of one table, got {len(tables):,}."
        )
    checked = []
    for s, numbers in enumerate(tables):
        with _naming(s):
            checked.append(Table(numbers))
        if checked[s].shape != checked[0].shape:
            shapes = f"shape {checked[0].shape} at first, {checked[s].shape} at moment {s}"
            raise ValueError(f"tables must be moments of one table: {shapes}.")
    ids = _ids_drawn(ids, checked[0].V)
    snapshots = []
    for s, numbers in enumerate(tables):
        with _naming(s):
            snapshots.append(_finite_rows(numbers, ids))
    return np.stack(snapshots), ids, Table(tables[-1], names)


@contextlib.contextmanager
def _naming(moment):
    """An error raised inside names the moment."""
    try:
        yield
    except (TypeError, ValueError) as error:
        raise type(error)(f"moment {moment}: {error}") from None


def _ids_drawn(ids, V):
    """The rows drawn, as a list. Raises TypeError, ValueError and IndexError."""
    if ids is None and V > MOST_ROWS:
        raise ValueError(
            f"the table has {V:,} rows: name those to be drawn in ids, 2 to {MOST_ROWS} of them."
        )
    ids = list(range(V)) if ids is None else ids_of(ids, V)[0]
    if not 2 <= len(ids) <= MOST_ROWS:
        raise ValueError(f"ids must name 2 to {MOST_ROWS} rows, got {len(ids):,}.")
    twice = [row for at, row in enumerate(ids) if row in ids[:at]]
    if twice:
        raise ValueError(f"ids must name each row once, got {twice[0]} twice.")
    return ids


def _finite_rows(table, ids):
    """The rows `ids` of a table in float64. Raises ValueError if a number in them is not finite."""
    rows = [table[row] for row in ids]
    rows = [row.tolist() if hasattr(row, "tolist") else row for row in rows]
    rows = np.array(rows, dtype=np.float64)
    bad = np.argwhere(~np.isfinite(rows))
    if len(bad):
        at, column = bad[0]
        found = f"row {ids[at]:,} holds {rows[at, column]} in column {column:,}"
        raise ValueError(f"{found}; a map needs finite numbers.")
    return rows


def named_since(batches, ids, V, count):
    """For each snapshot the drawn rows that its batches name: sets of places in `ids`.

    None without batches. Raises TypeError, ValueError and IndexError as `moving_rows` does.
    """
    if batches is None:
        return None
    if len(batches) != count:
        raise ValueError(
            f"batches must hold the ids of each of the {count} moments, got {len(batches):,}."
        )
    named = [_named(batch, V) for batch in batches]
    if named[0]:
        raise ValueError("batches[0] must be empty: no moment stands before the first one.")
    return [{at for at, row in enumerate(ids) if row in rows} for rows in named]


def _named(batch, V):
    """All ids of one batch or of a list of batches."""
    parts = batch if _is_several(batch) else [batch]
    parts = [part for part in parts if part is not None and 0 not in np.shape(part)]
    return {row for part in parts for row in ids_of(part, V)[0]}


def _is_several(batch):
    """Whether this is a list of batches: one of arrays, not of numbers."""
    if not isinstance(batch, (list, tuple)):
        return False
    return any(hasattr(part, "tolist") and len(part.shape) for part in batch)


def map_of(snapshots, width, height):
    """Snapshots (S, n, D) on the two main axes (PCA) of the last: places (S, n, 2), shares (2,).

    The places are whole pixels from the lower left of a map of this size, at one scale for both
    axes and all snapshots; the shares are those of the variance. An axis points to where its
    largest entry is positive. Where rows spread along one line there is no second axis.
    """
    # so that no square of a large number overflows
    snapshots = snapshots / (np.abs(snapshots).max() or 1)
    centre = snapshots[-1].mean(axis=0)
    spread = snapshots[-1] - centre
    axes, sizes = _main_axes(spread)
    places = (snapshots - centre) @ axes.T
    low = places.min(axis=(0, 1))
    high = places.max(axis=(0, 1))
    size = np.array([width, height])
    scales = [side / span for side, span in zip(size, high - low) if span > 0]
    scale = min(scales, default=0)
    places = (places - (low + high) / 2) * scale + size / 2
    shares = sizes**2 / (np.square(spread).sum() or 1)
    return np.rint(places).astype(int), shares


def _main_axes(spread):
    """The two main axes of centred rows and their singular values; zeros where there is none."""
    _, sizes, axes = np.linalg.svd(spread, full_matrices=False)
    sizes = np.append(sizes, 0)[:2]
    axes = np.vstack([axes, 0 * axes[:1]])[:2]
    largest = np.abs(axes).argmax(axis=1)[:, None]
    signs = np.sign(np.take_along_axis(axes, largest, axis=1))
    real = sizes > FLAT * max(sizes[0], FLAT)
    return axes * signs * real[:, None], real * sizes


def nearest(rows):
    """For each of the rows (n, D) the places of the 3 nearest by cosine, the nearest first.

    A row of zeros has no direction: it is near to none, and none to it. Of equals the first comes
    first.
    """
    sizes = np.abs(rows).max(axis=1, keepdims=True)
    units = rows / np.where(sizes > 0, sizes, 1)
    lengths = np.linalg.norm(units, axis=1, keepdims=True)
    units = units / np.where(lengths > 0, lengths, 1)
    cosines = np.round(units @ units.T, 9)  # what differs by less is equal, on every machine
    alone = lengths[:, 0] == 0
    cosines[alone] = cosines[:, alone] = -np.inf
    np.fill_diagonal(cosines, -np.inf)
    order = np.argsort(-cosines, axis=1, kind="stable")[:, :NEAREST]
    return [
        [at for at in near if cosines[row, at] > -np.inf] for row, near in enumerate(order.tolist())
    ]
