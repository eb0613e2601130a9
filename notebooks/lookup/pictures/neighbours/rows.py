"""The rows of a table less their mean: which are nearest by cosine, and where they lie on a map."""

import re
from dataclasses import dataclass

import numpy as np

from ..kit.inputs import as_floats, two_dimensional

BLOCK = 512  # rows read at a time
SAFE = 1e-12, 1e15  # sizes of numbers whose squares float32 holds
LEAST = 1e-6  # share of the longest row below which one has no direction
CHANGED = 1e-5  # of the square of a row's length: more than rounding
TIED = 1e-6  # cosines that differ by less are equal, on every machine
FLAT = 1e-6  # share of the first axis below which a second one is rounding
BESIDE, TURNS = 16, 100  # vectors of a subspace, and how often it is turned
SETTLED = 1e-10  # share of the largest eigenvalue by which vectors may be off
GRID = 1000  # the side of the map, in whole steps
MARGIN = 30  # of them left around the words that are drawn at first
ASIDE = re.compile(r"##.+|\[.+\]", re.DOTALL)  # a piece of a word, a mark of a model


class Rows:
    """The rows less their mean, reckoned from the table in blocks, each time that they are asked.

    The table is copied once, as float32, so that later changes do not show. A frozen parameter of
    float32 on the CPU is not: it is read where it lies, and once it has changed, nothing can be
    asked any more. Raises TypeError and ValueError as `neighbours` does.
    """

    def __init__(self, table):
        array = two_dimensional(table)
        self.V, self.D = array.shape
        mean, reach = _mean_of(array, 1)
        safe = not reach or SAFE[0] < reach < SAFE[1]
        scale = 1 if safe else reach
        if not safe:
            mean, _ = _mean_of(array, scale)
        self._mean = mean.astype(np.float32)
        stays = safe and _is_frozen(table)
        self._numbers = table.detach().numpy() if stays else _copied(array, scale)
        self._squares = np.concatenate([_squares(rows) for _, rows in self._blocks()])
        self.sizes = np.sqrt(self._squares)
        self.sizes[self.sizes <= LEAST * self.sizes.max()] = 0
        self.open([True] * self.V)

    def _blocks(self):
        """The rows less their mean as (first row, (rows, D) float32), never all of them at once.

        All come in the same memory, so that each holds only until the next is asked for.
        """
        room = np.empty((BLOCK, self.D), np.float32)
        for first in range(0, self.V, BLOCK):
            some = self._numbers[first : first + BLOCK]
            yield first, np.subtract(some, self._mean, out=room[: len(some)])

    def open(self, whole):
        """Say of each row whether it is that of a whole word, and so may be a nearest one."""
        self._open = np.fromiter(whole, bool, self.V) & (self.sizes > 0)
        self.whole = int(self._open.sum())

    def is_open(self, row):
        """Whether a row may be a nearest one."""
        return bool(self._open[row])

    def at(self, rows):
        """These rows less the mean, in float64."""
        found = (self._numbers[rows] - self._mean).astype(np.float64)
        found[self.sizes[rows] == 0] = 0
        return found

    def point(self, rows):
        """The place of a row, or of a - b + c of three, (D,)."""
        first, *others = self.at(list(rows))
        return first - others[0] + others[1] if others else first

    def nearest(self, direction, count, without):
        """The nearest whole words to a direction, `without` some rows: [(row, cosine)].

        The nearest comes first, of equals the one of the lower row. Then the cosines of the rows
        left out, in their order. Raises LookupError if the table has changed.
        """
        length = np.linalg.norm(direction)
        cosines = self._cosines((direction / (length or 1)).astype(np.float32))
        own = [float(cosines[row]) for row in without]
        cosines[~self._open] = -np.inf
        cosines[list(without)] = -np.inf
        count = min(count, int(np.isfinite(cosines).sum())) if length else 0
        if not count:
            return [], own
        last = np.partition(cosines, -count)[-count]
        # All that tie with the last one, so that the lower row decides, and not the last digit.
        found = np.flatnonzero(cosines >= last - TIED)
        order = np.lexsort((found, -np.round(cosines[found] / TIED)))[:count]
        return [(int(row), float(cosines[row])) for row in found[order]], own

    def between(self, rows):
        """The lengths (n,) of these rows, and the cosine of each with each one before it."""
        found = self.at(rows)
        sizes = np.linalg.norm(found, axis=1)
        units = found / np.where(sizes > 0, sizes, 1)[:, None]
        cosines = np.einsum("id,jd->ij", units, units)
        return sizes, cosines[np.tril_indices(len(rows), -1)]

    def _cosines(self, unit):
        """The cosine of each row with a direction of length 1. Raises LookupError as `nearest`."""
        cosines = np.empty(self.V, np.float32)
        for first, rows in self._blocks():
            some = slice(first, first + BLOCK)
            if not np.allclose(_squares(rows), self._squares[some], CHANGED, 0):
                raise LookupError(
                    "The table has changed since this picture was made: make it anew."
                )
            cosines[some] = np.einsum("ij,j->i", rows, unit)
        return cosines / np.where(self.sizes > 0, self.sizes, 1)


@dataclass(frozen=True)
class Map:
    """The plane in which the rows drawn differ most: the middle (D,) and two axes (2, D).

    `shares` (2,) of the variance of the rows drawn lie along the axes. An axis points to where its
    largest entry is positive. Where there is no axis, it is zero.
    """

    middle: np.ndarray
    axes: np.ndarray
    shares: list[float]
    low: np.ndarray
    span: np.ndarray

    def places(self, points):
        """Whole places (n, 2) from the lower left of the map, and whether each lies beyond it."""
        found = np.rint(self._raw(points)).astype(int)
        inside = np.clip(found, 0, GRID)
        return inside, (found != inside).any(axis=1)

    def _raw(self, points):
        flat = (points - self.middle) @ self.axes.T
        return MARGIN + (flat - self.low) / self.span * (GRID - 2 * MARGIN)


def map_of(drawn, others):
    """The `Map` of the rows drawn (n, D), on which there is room for other points, too."""
    middle = drawn.mean(axis=0)
    axes, shares = _axes_of(drawn - middle)
    points = np.vstack([drawn, others])
    points -= middle
    flat = points @ axes.T
    low, high = flat.min(axis=0), flat.max(axis=0)
    span = np.where(high > low, high - low, 1)
    # Where all points have one place along an axis, it is put in the middle.
    return Map(middle, axes, shares.tolist(), low - (high == low) * span / 2, span)


def _axes_of(spread):
    """The two axes (2, D) of rows less their middle, and the shares (2,) of variance on them."""
    spread /= np.abs(spread).max() or 1
    sizes, axes = _singular(spread)
    largest = np.abs(axes).argmax(axis=1)[:, None]
    real = sizes > FLAT * max(sizes[0], FLAT)
    axes = axes * np.sign(np.take_along_axis(axes, largest, axis=1)) * real[:, None]
    return axes, real * sizes**2 / (np.square(spread).sum() or 1)


def _singular(spread):
    """The two largest singular values (2,) and their directions (2, D), as by `np.linalg.svd`."""
    squares, sides = _leading(np.einsum("id,jd->ij", spread, spread))
    sizes = np.sqrt(np.maximum(squares, 0))
    axes = np.einsum("id,ik->kd", spread, sides)
    if len(sizes) < 2:  # of one row
        sizes, axes = np.append(sizes, 0), np.vstack([axes, 0 * axes])
    return sizes, axes / np.where(sizes > 0, sizes, 1)[:, None]


def _leading(products):
    """The two largest eigenvalues of a symmetric matrix and their vectors, by subspace iteration.

    `np.linalg.eigh`, which is asked only where this does not settle, takes a second on a busy
    machine, as its threads wait for one another.
    """
    # Begun from columns of its own, none drawn at random: the same table gives the same map.
    first = np.linspace(0, len(products) - 1, min(len(products), BESIDE)).astype(int)
    turned = products[:, first]
    for _ in range(TURNS):
        basis = np.linalg.qr(turned)[0]
        turned = np.einsum("ij,jk->ik", products, basis)
        squares, sides = np.linalg.eigh(np.einsum("ij,ik->jk", basis, turned))
        squares, sides = squares[::-1][:2], sides[:, ::-1][:, :2]
        off = np.einsum("ij,jk->ik", turned, sides) - squares * (basis @ sides)
        if np.abs(off).max() <= SETTLED * abs(squares[0]):
            return squares, basis @ sides
    squares, sides = np.linalg.eigh(products)
    return squares[::-1][:2], sides[:, ::-1][:, :2]


def _is_frozen(table):
    """Whether a table is a parameter that no training changes, in float32 on the CPU."""
    if type(table).__name__ != "Parameter" or table.requires_grad:
        return False
    return str(table.dtype) == "torch.float32" and table.device.type == "cpu"


def _mean_of(array, scale):
    """The mean (D,) of all rows, divided by `scale`, and the size of the largest number.

    Raises ValueError if one of them is not finite.
    """
    V, D = array.shape
    total, reach = np.zeros(D), 0.0
    for first in range(0, V, BLOCK):
        block = as_floats(array[first : first + BLOCK])
        block = block if scale == 1 else block / scale
        largest = max(block.max(), -block.min())
        if not np.isfinite(largest):
            row, column = np.argwhere(~np.isfinite(block))[0]
            found = (
                f"row {first + row:,} holds {block[row, column]} in column {column:,}"
            )
            raise ValueError(f"{found}; cosines need finite numbers.")
        reach = max(reach, float(largest))
        total += block.sum(axis=0)
        del block  # before the next one is read
    return total / V, reach


def _copied(array, scale):
    """The numbers, divided by `scale`, as float32."""
    rows = np.empty(array.shape, np.float32)
    for first in range(0, len(rows), BLOCK):
        rows[first : first + BLOCK] = as_floats(array[first : first + BLOCK]) / scale
    return rows


def _squares(rows):
    """The squared length of each row, (rows,)."""
    return np.einsum("ij,ij->i", rows, rows)


def is_whole_word(word):
    """Whether this is no piece of a word, no mark of a model and no punctuation.

    >>> [is_whole_word(word) for word in ("red", "##s", "[unused1]", "7", ",", "é")]
    [True, False, False, True, False, True]
    """
    if word.isalnum():
        return True
    if ASIDE.fullmatch(word):
        return False
    return any(letter.isalnum() or not letter.isascii() for letter in word)


def pieces_of(word, known):
    """The longest known pieces of a word, "##" before all but the first; [] if there are none.

    >>> pieces_of("tarts", {"tar", "t", "##ts"})
    ['tar', '##ts']
    """
    # As `word_pieces` in text/, from which a picture may import nothing.
    pieces, begin = [], 0
    while begin < len(word):
        ends = range(len(word), begin, -1)
        open_ = (("##" if begin else "") + word[begin:end] for end in ends)
        piece = next((piece for piece in open_ if piece in known), None)
        if piece is None:
            return []
        pieces.append(piece)
        begin += len(piece.removeprefix("##")) if begin else len(piece)
    return pieces
