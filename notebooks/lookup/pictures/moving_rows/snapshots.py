"""Snapshots of a table while it is trained: the rows drawn, a map of them, who is near whom."""

import contextlib
import itertools
from collections.abc import Mapping

import numpy as np

from ..kit.inputs import ids_of
from ..kit.table import Table
from ..kit.wording import listed, quoted, short

MOST_SNAPSHOTS, MOST_ROWS = 24, 40  # that a picture holds
MOST_GROUPS = 4  # that the shapes of dots tell apart
NEAREST = 3  # rows that are said to be near
FLAT = 1e-9  # share of the first axis below which a second one is rounding


def read_snapshots(tables, ids=None, names=None):
    """What a map is made of: (moments, the ids of the rows drawn, the last `Table`).

    `moments` yields the rows drawn of each moment in float64 (n, D), the last moment first, each
    read when its turn comes. Raises TypeError, ValueError and IndexError as `moving_rows` does.
    """
    if not 2 <= len(tables) <= MOST_SNAPSHOTS:
        raise ValueError(
            f"tables must hold 2 to {MOST_SNAPSHOTS} moments of one table, got {len(tables):,}."
        )
    tables = list(tables)
    checked = []
    for s, numbers in enumerate(tables):
        with _naming(s):
            checked.append(Table(numbers))
        if checked[s].shape != checked[0].shape:
            shapes = (
                f"shape {checked[0].shape} at first, {checked[s].shape} at moment {s}"
            )
            raise ValueError(f"tables must be moments of one table: {shapes}.")
    _refuse_shared(tables)
    ids = _ids_drawn(ids, checked[0].V)
    return _from_the_last(tables, ids), ids, Table(tables[-1], names)


def _refuse_shared(tables):
    """Moments in the same memory are one moment: of a table that is trained each needs a copy."""
    moment_of = {}
    for s, table in enumerate(tables):
        first = moment_of.setdefault(_memory_of(table), s)
        if first != s:
            raise ValueError(
                f"moments {first} and {s} share their memory, so they can only be equal: "
                "did you forget .clone()?"
            )


def _memory_of(table):
    """Where the numbers of a table lie, and how far apart: equal for two views of the same ones."""
    if hasattr(table, "data_ptr"):  # a tensor
        steps = [step * table.element_size() for step in table.stride()]
        return str(table.device), table.data_ptr(), *steps
    if isinstance(table, np.ndarray):
        return "cpu", table.ctypes.data, *table.strides
    return id(table)


def _from_the_last(tables, ids):
    """The drawn rows of each moment, the last one first."""
    for s in reversed(range(len(tables))):
        with _naming(s):
            rows = _finite_rows(tables[s], ids)
        yield rows


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
    rows = np.empty((len(ids), len(table[0])))
    for at, row in enumerate(ids):
        rows[at] = _float64(table[row])
    bad = np.argwhere(~np.isfinite(rows))
    if len(bad):
        at, column = bad[0]
        found = f"row {ids[at]:,} holds {rows[at, column]} in column {column:,}"
        raise ValueError(f"{found}; a map needs finite numbers.")
    return rows


def _float64(row):
    if hasattr(row, "detach"):  # a tensor, on any device
        return row.detach().cpu().double().numpy()
    return np.asarray(row, dtype=np.float64)


def grouped(groups, words):
    """The groups of the rows drawn, which are called `words`: (their names, for each row a place).

    ([], None) without groups. Raises TypeError and ValueError as `moving_rows` does.
    """
    if groups is None:
        return [], None
    if isinstance(groups, str) or not hasattr(groups, "__len__"):
        kind = type(groups).__name__
        raise TypeError(
            f"groups must be a list of names, or {{word: name}}, got {kind}."
        )
    if isinstance(groups, Mapping):
        without = [word for word in words if word not in groups]
        if without:
            word = quoted(short(str(without[0]), 40))
            raise ValueError(
                f"groups must name a group for each row drawn, got none for {word}."
            )
        groups = [groups[word] for word in words]
    if len(groups) != len(words):
        raise ValueError(
            f"groups must hold one name for each of the {listed(len(words), 'row')} drawn, "
            f"got {len(groups):,}."
        )
    wrong = [name for name in groups if not isinstance(name, str)]
    if wrong:
        raise TypeError(f"groups must hold names as text, got {wrong[0]!r}.")
    names = list(dict.fromkeys(groups))
    if len(names) > MOST_GROUPS:
        raise ValueError(
            f"groups must hold at most {MOST_GROUPS} different names, got {len(names)}."
        )
    return [short(name) for name in names], [names.index(name) for name in groups]


def shares_of(hits, count):
    """For each of `count` moments its share as a float, None without hits.

    Raises TypeError and ValueError as `moving_rows` does.
    """
    if hits is None:
        return None
    if not hasattr(hits, "__len__") or len(hits) != count:
        got = f"{len(hits):,}" if hasattr(hits, "__len__") else type(hits).__name__
        raise ValueError(
            f"hits must hold a number for each of the {count} moments, got {got}."
        )
    return [_share(hit, moment) for moment, hit in enumerate(hits)]


def _share(hit, moment):
    try:
        share = float(hit)
    except (TypeError, ValueError):
        raise TypeError(
            f"hits must hold numbers, got {hit!r} for moment {moment}."
        ) from None
    if not 0 <= share <= 1:
        raise ValueError(f"hits must be from 0 to 1, got {share} for moment {moment}.")
    return share


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
        raise ValueError(
            "batches[0] must be empty: no moment stands before the first one."
        )
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


def map_of(moments, width, height):
    """Moments (n, D), the last one first, on the two main axes (PCA) of the last.

    Returns, in the order of time, places (S, n, 2) and what `nearest` says of each moment, then the
    shares (2,) of the variance that the axes show. The places are whole pixels from the lower left
    of a map of this size, at one scale for both axes and all moments. An axis points to where its
    largest entry is positive. Where rows spread along one line there is no second axis. One moment
    at a time is held.
    """
    moments = iter(moments)
    last = next(moments)
    axes, shares = _main_axes(last)
    flat, sizes, near = [], [], []
    for rows in itertools.chain([last], moments):
        units, size = scaled(rows)
        flat.append(units @ axes.T)
        sizes.append(size)
        near.append(nearest(units))
    sizes = np.stack(sizes)
    places = _fitted(np.stack(flat) * (sizes / (sizes.max() or 1)), width, height)
    return places[::-1], near[::-1], shares


def scaled(rows):
    """Rows (n, D) whose largest entry is 1 or, of zeros, 0, and what it was (n, 1).

    So that no square of a large number overflows.
    """
    sizes = np.abs(rows).max(axis=1, keepdims=True)
    return rows / np.where(sizes > 0, sizes, 1), sizes


def _main_axes(rows):
    """The two main axes (2, D) of rows (n, D), zeros where there is none; their shares (2,)."""
    rows = rows / (np.abs(rows).max() or 1)
    spread = rows - rows.mean(axis=0)
    _, sizes, axes = np.linalg.svd(spread, full_matrices=False)
    sizes = np.append(sizes, 0)[:2]
    axes = np.vstack([axes[:2], 0 * axes[:1]])[:2]
    largest = np.abs(axes).argmax(axis=1)[:, None]
    signs = np.sign(np.take_along_axis(axes, largest, axis=1))
    real = sizes > FLAT * max(sizes[0], FLAT)
    shares = real * sizes**2 / (np.square(spread).sum() or 1)
    return axes * signs * real[:, None], shares


def _fitted(places, width, height):
    """Places (S, n, 2) as whole pixels in the middle of a map, as large as it holds them."""
    low = places.min(axis=(0, 1))
    high = places.max(axis=(0, 1))
    size = np.array([width, height])
    scales = [side / span for side, span in zip(size, high - low) if span > 0]
    scale = min(scales, default=0)
    return np.rint((places - (low + high) / 2) * scale + size / 2).astype(int)


def nearest(units):
    """For each of the rows (n, D), `scaled`, the 3 nearest by cosine: {place: cosine}, in order.

    A row of zeros has no direction: it is near to none, and none to it. Of equals the first comes
    first.
    """
    products = units @ units.T
    lengths = np.sqrt(np.diagonal(products))
    safe = np.where(lengths > 0, lengths, 1)
    cosines = np.round(
        products / safe / safe[:, None], 9
    )  # what differs by less is equal, on every machine
    alone = lengths == 0
    cosines[alone] = cosines[:, alone] = -np.inf
    np.fill_diagonal(cosines, -np.inf)
    order = np.argsort(-cosines, axis=1, kind="stable")[:, :NEAREST]
    return [
        {at: float(cosines[row, at]) for at in near if cosines[row, at] > -np.inf}
        for row, near in enumerate(order.tolist())
    ]
