"""A CSR matrix at the door: its three arrays, checked, whoever made them."""

import numpy as np

from ..kit.wording import listed

WHOLE = ("int64", "int32")


def checked_csr(X, columns=None):
    """The three arrays of a CSR matrix, once they are known to be what CSR asks for.

    Row r has the stored entries from `indptr[r]` up to, not including, `indptr[r + 1]`; `indices`
    holds their columns, `data` their numbers.
    Source: SciPy's documentation of csr_array, PyTorch's of sparse CSR tensors.

    Args:
        X: (B, V), B >= 1, V >= 1: a `csr_array`, a `csr_matrix` or a sparse CSR tensor on any
            device. Unsorted and repeated columns, stored zeros and empty rows are all allowed.
        columns: how many columns it must have, if that is known.

    Returns:
        `(indptr, indices, data)`, NumPy arrays of B + 1, n and n numbers; X's own, not copies,
        where they can be.

    Raises:
        TypeError: X is not CSR, indptr or indices are not int64 or int32, or data is bool, complex
            or no numbers at all.
        ValueError: a shape without rows or columns or with other `columns`; an `indptr` that does
            not start at 0, falls, or ends elsewhere than at n; `indices` and `data` of different
            length; a tensor without numbers.
        IndexError: a column outside 0 to V - 1.

    Example:
        >>> from scipy.sparse import csr_array
        >>> [part.tolist() for part in checked_csr(csr_array([[0, 2], [0, 0]]))]
        [[0, 1, 1], [1], [2]]
    """
    indptr, indices, data = _parts(X)
    rows, width = _shape(X)
    if columns not in (None, width):
        raise ValueError(
            f"X has {listed(width, 'column')}, but the table has {listed(columns, 'row')}: "
            "a column for each row."
        )
    _check_kinds(indptr, indices, data)
    _check_rows(indptr, rows, len(indices))
    _check_columns(indices, width)
    return indptr, indices, data


def _shape(X):
    shape = tuple(getattr(X, "shape", ()))
    if len(shape) != 2 or 0 in shape:
        row = (
            ". Of a csr_array A, A[[1]] is row 1 in two dimensions"
            if len(shape) == 1
            else ""
        )
        raise ValueError(
            f"X must have two dimensions, at least one row and one column, got shape {shape}{row}."
        )
    return shape


def _parts(X):
    if getattr(X, "format", "") == "csr":
        return [np.asarray(part) for part in (X.indptr, X.indices, X.data)]
    if str(getattr(X, "layout", "")) == "torch.sparse_csr":
        return [
            _as_array(part.detach())
            for part in (X.crow_indices(), X.col_indices(), X.values())
        ]
    if hasattr(X, "tocsr"):
        _shape(X)  # as a single line stays one in CSR
    converts = [name for name in ("tocsr", "to_sparse_csr") if hasattr(X, name)]
    how = f": call its {converts[0]}()" if converts else ""
    raise TypeError(
        "X must be CSR (a csr_array, a csr_matrix or a sparse CSR tensor), "
        f"got {type(X).__name__}{how}."
    )


def _as_array(tensor):
    # of small floats NumPy knows only some
    small = tensor.is_floating_point() and tensor.element_size() < 4
    try:
        return (tensor.float() if small else tensor).to("cpu").numpy()
    except (TypeError, RuntimeError) as error:
        raise ValueError(f"the numbers of X cannot be read: {error}") from None


def _check_kinds(indptr, indices, data):
    for name, part in {"indptr": indptr, "indices": indices}.items():
        if part.ndim != 1 or str(part.dtype) not in WHOLE:
            raise TypeError(
                f"{name} must be one line of int64 or int32, "
                f"got {part.dtype} of shape {part.shape}."
            )
    if data.dtype.kind not in "iuf":
        raise TypeError(
            f"data must hold real numbers, got {data.dtype}: "
            "X.astype(float) or X.float() converts it."
        )
    if data.shape != indices.shape:
        raise ValueError(
            f"data must be one line as long as indices, got shape {data.shape} and {indices.shape}."
        )


def _check_rows(indptr, rows, stored):
    if len(indptr) != rows + 1:
        raise ValueError(
            f"indptr must hold {rows + 1:,} numbers, one more than X has rows, got {len(indptr):,}."
        )
    falls = np.flatnonzero(
        indptr[1:] < indptr[:-1]
    )  # no difference, which might overflow
    if falls.size:
        at = int(falls[0])
        raise ValueError(
            f"indptr must never fall, got {indptr[at]:,} and then {indptr[at + 1]:,} at row {at:,}."
        )
    if indptr[0] != 0 or indptr[-1] != stored:
        raise ValueError(
            f"indptr must run from 0 to {stored:,}, the number of stored entries, "
            f"got {indptr[0]:,} to {indptr[-1]:,}."
        )


def _check_columns(indices, width):
    outside = indices[(indices < 0) | (indices >= width)]
    if outside.size:
        raise IndexError(
            f"X names column {outside[0]:,}, but has {listed(width, 'column')}: "
            f"use 0 to {width - 1:,}."
        )
