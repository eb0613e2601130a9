"""What learners hand to a picture, checked at the door: ids, and tables of real numbers."""

import numpy as np


def ids_of(ids, V):
    """Ids of any shape as (list of ints in reading order, shape). Raises as `select_rows` does."""
    array = ids if hasattr(ids, "tolist") else _array("ids", ids)
    shape = tuple(array.shape)
    if 0 in shape:
        raise ValueError(f"ids is empty (shape {shape}): a picture needs at least one id.")
    if str(array.dtype).removeprefix("torch.") not in ("int64", "int32"):
        raise TypeError(f"ids must be int64 or int32, as in nn.Embedding, got {array.dtype}.")
    flat = np.asarray(as_list(array, "ids"), dtype=np.int64).reshape(-1)
    bad = flat[(flat < 0) | (flat >= V)]
    if bad.size:
        raise IndexError(
            f"ids contains {bad[0]}, but the table has {V:,} rows: use 0 to {V - 1:,}."
        )
    return flat.tolist(), shape


def two_dimensional(numbers):
    """The numbers of a table of at least one row and one column, or ValueError, TypeError."""
    array = real_numbers(numbers, "table", "embedding.weight")
    shape = tuple(array.shape)
    if len(shape) != 2:
        raise ValueError(f"table must have 2 dimensions (rows, columns), got shape {shape}.")
    if 0 in shape:
        raise ValueError(f"table must have at least one row and one column, got shape {shape}.")
    return array


def real_numbers(numbers, name, such):
    """The numbers as a dense tensor or array. `such` is an example of some.

    Raises TypeError if they are sparse, or are no real numbers.
    """
    layout = str(getattr(numbers, "layout", "torch.strided"))
    if hasattr(numbers, "toarray") or layout != "torch.strided":
        raise TypeError(
            f"{name} must be dense, got a sparse {type(numbers).__name__}: "
            "pass its to_dense() or toarray()."
        )
    array = numbers if hasattr(numbers, "tolist") else _array(name, numbers)
    # numpy's kinds of objects, texts, bytes, dates and complex numbers; torch has only the last
    if getattr(array.dtype, "kind", None) in tuple("OUSmMc") or "complex" in str(array.dtype):
        raise TypeError(
            f"{name} must hold real numbers, such as {such}, got {type(numbers).__name__}."
        )
    return array


def as_list(part, name):
    """The numbers as nested lists. Raises ValueError if they cannot be read."""
    try:
        return part.tolist()
    except (RuntimeError, NotImplementedError) as error:
        raise ValueError(f"the numbers of {name} cannot be read: {error}") from None


def _array(name, numbers):
    try:
        return np.asarray(numbers)
    except ValueError as error:
        raise ValueError(f"{name} must have rows of equal length: {error}") from None
