"""The forms in which one gradient is stored, dense or COO, checked at the door."""

import itertools
from dataclasses import dataclass

import numpy as np

from ..kit.inputs import check_name

MOST_FORMS = 4
LETTERS = 24  # of a form's name
DENSE, COO = "torch.strided", "torch.sparse_coo"  # layouts
BLOCK = 4096  # rows read at a time
# Of a number of so many bytes: how far it may be from the next one, and what any two sums of the
# same numbers may differ by, both in shares of the largest.
SPACING = {8: 2.3e-16, 4: 1.2e-7, 2: 0.008}
ROUNDING = {8: 1e-12, 4: 1e-4, 2: 0.05}


@dataclass(frozen=True)
class Form:
    """One form of a (V, D) gradient; `values` is a tensor."""

    name: str
    values: object  # (V, D) if dense, else a row for each of `rows`, repeats added up
    rows: np.ndarray | None  # the rows that are stored, ascending; None if all are
    counts: np.ndarray | None  # how many entries each of these rows has
    bytes: int

    @property
    def dense(self):
        return self.rows is None

    @property
    def stored(self):
        """How many rows are stored."""
        return len(self.values)

    @property
    def entries(self):
        """How many rows of numbers lie in memory, repeats included."""
        return len(self.values) if self.dense else int(self.counts.sum())

    @property
    def repeats(self):
        return self.entries > self.stored

    def lit(self):
        """The rows that hold a number other than 0, ascending."""
        blocks = [
            self.values[at : at + BLOCK] for at in range(0, len(self.values), BLOCK)
        ]
        held = [np.asarray((block != 0).any(dim=1).cpu()) for block in blocks]
        places = (
            np.flatnonzero(np.concatenate(held))
            if held
            else np.empty(0, dtype=np.int64)
        )
        return places if self.dense else self.rows[places]

    def take(self, rows):
        """These rows as float64 numbers; zeros where one is not stored."""
        if self.dense:
            return self._numbers(rows)
        taken = np.zeros((len(rows), self.values.shape[1]))
        held = np.isin(rows, self.rows)
        taken[held] = self._numbers(np.searchsorted(self.rows, rows[held]))
        return taken

    def _numbers(self, places):
        return np.asarray(self.values[places].double().cpu())

    def count(self, row):
        """How many entries a row has; 0 where it is not stored."""
        if self.dense:
            return 1
        return int(self.counts[self.rows == row].sum())


def read_forms(gradients):
    """The forms of a gradient, and the rows that hold numbers: ([Form], ascending row numbers).

    Raises TypeError and ValueError as `stored_rows` does.
    """
    if not isinstance(gradients, dict):
        raise TypeError(
            f"gradients must be a dict, {{name: tensor}}, got {type(gradients).__name__}."
        )
    if not 1 <= len(gradients) <= MOST_FORMS:
        raise ValueError(
            f"gradients must hold 1 to {MOST_FORMS} forms, got {len(gradients)}."
        )
    for name, tensor in gradients.items():
        check_name(name, "a form", LETTERS)
        _check(tensor, name)
    shapes = {name: tuple(tensor.shape) for name, tensor in gradients.items()}
    if len(set(shapes.values())) > 1:
        said = ", ".join(f"{shape} for {name!r}" for name, shape in shapes.items())
        raise ValueError(
            f"gradients must be forms of one gradient, of one shape, got {said}."
        )
    forms = [_form(name, tensor.detach()) for name, tensor in gradients.items()]
    lit = [form.lit() for form in forms]
    _check_equal(forms, lit)
    return forms, np.unique(np.concatenate(lit))


def _check(tensor, name):
    """Raises TypeError or ValueError unless the tensor is a dense or COO gradient of a table."""
    if not hasattr(tensor, "is_coalesced") or tensor.is_nested:
        raise TypeError(
            f"a gradient must be a dense or COO tensor, got {type(tensor).__name__} for {name!r}."
        )
    if str(tensor.layout) not in (DENSE, COO):
        raise TypeError(
            f"a gradient must be dense or COO, got {tensor.layout} for {name!r}: "
            "pass its to_sparse_coo() or to_dense()."
        )
    if not tensor.is_floating_point():
        raise TypeError(
            f"a gradient must hold floats, got {tensor.dtype} for {name!r}."
        )
    if tensor.is_meta:
        raise ValueError(
            f"a gradient must hold numbers, got a meta tensor for {name!r}."
        )
    if tensor.ndim != 2 or 0 in tensor.shape:
        raise ValueError(
            "a gradient must have a row or more and a column or more, shape (V, D), "
            f"got shape {tuple(tensor.shape)} for {name!r}."
        )
    if str(tensor.layout) == COO and tensor.sparse_dim() != 1:
        raise ValueError(
            "a COO gradient must store whole rows, as nn.Embedding(sparse=True) does, "
            f"got sparse_dim {tensor.sparse_dim()} for {name!r}: pass its to_dense().to_sparse(1)."
        )


def _form(name, tensor):
    if str(tensor.layout) == DENSE:
        return Form(name, tensor, None, None, tensor.nbytes)
    merged = tensor.coalesce()
    # The public indices() and values() refuse a tensor that is not coalesced.
    rows, counts = np.unique(tensor._indices()[0].cpu().numpy(), return_counts=True)
    stored = tensor._indices().nbytes + tensor._values().nbytes
    return Form(name, merged.values(), rows, counts, stored)


def _check_equal(forms, lit):
    """Raises ValueError unless all forms hold the same numbers, up to rounding.

    lit: for each form the rows that hold numbers.
    """
    rule = "gradients must be forms of one gradient"
    for (one, held), other in itertools.product(zip(forms, lit), forms):
        missing = [] if other.dense else np.setdiff1d(held, other.rows)
        if len(missing):
            raise ValueError(
                f"{rule}: row {missing[0]:,} holds numbers in {one.name!r} "
                f"and is not stored in {other.name!r}."
            )
    first, *others = forms
    rows = np.unique(np.concatenate(lit))
    for at in range(0, len(rows), BLOCK):
        block = rows[at : at + BLOCK]
        wanted = first.take(block)
        for other in others:
            found = other.take(block)
            atol = _tolerance(wanted, first, other)
            apart = ~np.isclose(wanted, found, rtol=0, atol=atol, equal_nan=True)
            if apart.any():
                row, column = np.argwhere(apart)[0]
                raise ValueError(
                    f"{rule}: row {block[row]:,}, column {column}, "
                    f"is {wanted[row, column]:g} in {first.name!r} "
                    f"and {found[row, column]:g} in {other.name!r}."
                )


def _tolerance(numbers, *forms):
    """What these numbers may differ by where they were added in another order."""
    reach = abs(numbers[np.isfinite(numbers)]).max(initial=0)
    # Floats of a single byte are held to the tolerance of two.
    size = max(2, min(form.values.element_size() for form in forms))
    visits = max(1 if form.dense else form.counts.max(initial=1) for form in forms)
    return reach * max(ROUNDING[size], SPACING[size] * visits)
