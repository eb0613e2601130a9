"""Kept moments of a table while it is trained: the rows drawn, a map of them, who is near whom. Numpy alone."""

import contextlib

import numpy as np

from .table import Table, ids_of

MOMENTS, ROWS = 24, 40  # most moments and most rows that a picture holds
NEAREST = 3  # rows that are said to be near
FLAT = 1e-9  # share of the first axis below which a second one is rounding


def read_moments(tables, ids=None, names=None):
    """The rows to be drawn at every moment, as (numbers (S, n, D) in float64, their ids, the last moment as a `Table`).

    Raises TypeError, ValueError, IndexError as `moving_rows` says.
    """
    if not 2 <= len(tables) <= MOMENTS:
        raise ValueError(
            f"tables must hold 2 to {MOMENTS} moments of one table, got {len(tables):,}."
        )
    checked = []
    for s, numbers in enumerate(tables):
        with _telling(s):
            checked.append(Table(numbers))
        if checked[s].shape != checked[0].shape:
            shapes = f"shape {checked[0].shape} at first, {checked[s].shape} at moment {s}"
            raise ValueError(f"tables must be moments of one table: {shapes}.")
    ids, moments = _drawn(ids, checked[0].V), []
    for s, numbers in enumerate(tables):
        with _telling(s):
            moments.append(_read(numbers, ids))
    return np.stack(moments), ids, Table(tables[-1], names)


@contextlib.contextmanager
def _telling(moment):
    """An error within names the moment."""
    try:
        yield
    except (TypeError, ValueError) as error:
        raise type(error)(f"moment {moment}: {error}") from None


def _drawn(ids, V):
    if ids is None and V > ROWS:
        raise ValueError(
            f"the table has {V:,} rows: name those to be drawn in ids, 2 to {ROWS} of them."
        )
    ids = list(range(V)) if ids is None else ids_of(ids, V)[0]
    if not 2 <= len(ids) <= ROWS:
        raise ValueError(f"ids must name 2 to {ROWS} rows, got {len(ids):,}.")
    twice = [row for at, row in enumerate(ids) if row in ids[:at]]
    if twice:
        raise ValueError(f"ids must name each row once, got {twice[0]} twice.")
    return ids


def _read(table, ids):
    rows = [table[row] for row in ids]
    rows = np.array(
        [row.tolist() if hasattr(row, "tolist") else row for row in rows], dtype=np.float64
    )
    bad = np.argwhere(~np.isfinite(rows))
    if len(bad):
        at, column = bad[0]
        raise ValueError(
            f"row {ids[at]:,} holds {rows[at, column]} in column {column:,}; a map needs finite numbers."
        )
    return rows


def named_since(batches, ids, V, count):
    """For every moment which of the drawn rows its batches name, as sets of places in ids; None without batches."""
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
    several = isinstance(batch, (list, tuple)) and any(
        hasattr(part, "tolist") and len(part.shape) for part in batch
    )
    parts = [
        part
        for part in (batch if several else [batch])
        if part is not None and 0 not in np.shape(part)
    ]
    return {row for part in parts for row in ids_of(part, V)[0]}


def map_of(moments, width, height):
    """The two main axes of the last moment (PCA) and every moment on them: (places (S, n, 2), shares of variance (2,)).

    The places are whole pixels from the lower left of a map of this size, one scale for both axes and all moments.
    An axis points to where its largest entry is positive. Where rows spread along one line there is no second axis.
    """
    moments = moments / (
        np.abs(moments).max() or 1
    )  # so that no square of a large number overflows
    centre = moments[-1].mean(axis=0)
    _, sizes, axes = np.linalg.svd(moments[-1] - centre, full_matrices=False)
    sizes, axes = np.append(sizes, 0)[:2], np.vstack([axes, 0 * axes[:1]])[:2]
    real = sizes > FLAT * max(sizes[0], FLAT)
    axes = (
        axes
        * np.sign(np.take_along_axis(axes, np.abs(axes).argmax(axis=1)[:, None], axis=1))
        * real[:, None]
    )
    places = (moments - centre) @ axes.T
    low, high = places.min(axis=(0, 1)), places.max(axis=(0, 1))
    room = np.array([width, height])
    scale = min((side / span for side, span in zip(room, high - low) if span > 0), default=0)
    shares = real * sizes**2 / (np.square(moments[-1] - centre).sum() or 1)
    return np.rint((places - (low + high) / 2) * scale + room / 2).astype(int), shares


def nearest(rows):
    """For each of the rows (n, D) the places of the 3 that are nearest by cosine, the nearest first.

    A row of zeros has no direction: it is near to none, and none to it. Of equals the first one comes first.
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
