"""What learners hand to a picture, checked at the door: ids, words, tables of real numbers."""

import re
from collections.abc import Iterator, Mapping, Set

import numpy as np

from ...files import well_formed
from ...whole import is_whole
from .wording import listed, quoted, short

TYPED_NUMBER = re.compile("[0-9]{1,9}|[0-9]{1,3}(,[0-9]{3}){1,2}")


def ids_of(ids, V, name="ids", whole="the table", part="row"):
    """Ids of any shape as (list of ints in reading order, shape). Raises as `select_rows` does.

    `name` is what they are called, `whole` that of whose V parts each of them names one.
    """
    _check_layout(ids, name)
    array = _array(name, ids)
    shape = tuple(array.shape)
    if 0 in shape:
        raise ValueError(
            f"{name} is empty (shape {shape}): a picture needs at least one id."
        )
    if str(array.dtype).removeprefix("torch.") not in ("int64", "int32"):
        raise TypeError(
            f"{name} must be int64 or int32, as in nn.Embedding, got {given_kind(ids, array)}."
        )
    # As a list first, which a tensor on any device and an array of any library both give.
    flat = np.asarray(as_list(array, name), dtype=np.int64).reshape(-1)
    bad = flat[(flat < 0) | (flat >= V)]
    if bad.size:
        raise IndexError(
            f"{name} contains {bad[0]}, but {whole} has {listed(V, part)}: use 0 to {V - 1:,}."
        )
    return flat.tolist(), shape


def given_kind(ids, array):
    """What was given in place of ids, read as this array, and what to pass where that is known."""
    dtype = str(array.dtype)
    if isinstance(ids, Mapping):
        inner = ': pass its ["input_ids"]' if "input_ids" in ids else ""
        return f"{type(ids).__name__}{inner}"
    if dtype in ("Int64", "Int32"):  # of pandas, which has room for missing numbers
        return f'{dtype}: pass its to_numpy("int64")'
    if isinstance(ids, list | tuple) and getattr(array.dtype, "kind", "") in (
        "O",
        "U",
        "S",
    ):
        # NumPy makes objects of whole numbers beyond 64 bits, so they are odd as well.
        odd = [one for one in ids if not is_whole(one) or abs(one) >= 2**63]
        return f"{odd[0]!r:.60} in a {type(ids).__name__}"
    return type(ids).__name__ if dtype == "object" else dtype


def words_of(words, name):
    """The words as a list of str. A lone surrogate, which no page can be sent, becomes U+FFFD.

    Raises TypeError if they are no list, tuple, array or the like, or if one is no text.
    """
    rule = f"{name} must be a list of words, each a str, got"
    if isinstance(words, str | Iterator | Mapping | Set):
        raise TypeError(f"{rule} {type(words).__name__}.")
    try:
        found = list(words)
    except TypeError:
        raise TypeError(f"{rule} {type(words).__name__}.") from None
    for place, word in enumerate(found):
        if not isinstance(word, str):
            raise TypeError(f"{rule} {word!r:.60} at place {place:,}.")
    return [word if word.isascii() else well_formed(word) for word in found]


def check_name(name, what, most):
    """Raises TypeError or ValueError unless the name of `what` is a str that a picture can show."""
    if not isinstance(name, str):
        raise TypeError(f"the name of {what} must be a str, got {name!r:.60}.")
    if not 1 <= len(name) <= most or not name.isprintable():
        raise ValueError(
            f"the name of {what} must have 1 to {most} printable letters, got {name!r:.60}."
        )


def two_of(made, wanted):
    """The two things that a learner's `read` returned. Raises TypeError unless there are two."""
    if not isinstance(made, tuple | list):
        raise TypeError(f"read must return {wanted}, but it returned {made!r:.60}.")
    if len(made) != 2:
        raise TypeError(
            f"read must return {wanted}, but it returned {listed(len(made), 'thing')}."
        )
    return made


def two_dimensional(numbers, name="table"):
    """The numbers of a table of at least one row and one column, or ValueError, TypeError."""
    array = real_numbers(numbers, name, "embedding.weight")
    shape = tuple(array.shape)
    if len(shape) != 2:
        raise ValueError(
            f"{name} must have 2 dimensions (rows, columns), got shape {shape}."
        )
    if 0 in shape:
        raise ValueError(
            f"{name} must have at least one row and one column, got shape {shape}."
        )
    return array


def number_of(text, noun, low, high):
    """The whole number from low to high that a learner typed. Raises LookupError if it is none.

    >>> number_of("1,024", "page", 0, 1999)
    1024
    """
    number = int(text.replace(",", "")) if TYPED_NUMBER.fullmatch(text) else -1
    if not low <= number <= high:
        got = quoted(short(text, 40))
        raise LookupError(
            f"Type the number of a {noun} from {low:,} to {high:,}; got {got}."
        )
    return number


def real_numbers(numbers, name, such):
    """The numbers as a dense tensor or array. `such` is an example of some.

    Raises TypeError if they are sparse, nested, masked, quantized or an np.matrix, or are no real
    numbers.
    """
    _check_layout(numbers, name)
    array = _array(name, numbers)
    # numpy's kinds of objects, texts, bytes, dates and complex numbers; torch has only the last
    if getattr(array.dtype, "kind", None) in tuple("OUSmMc") or "complex" in str(
        array.dtype
    ):
        raise TypeError(
            f"{name} must hold real numbers, such as {such}, got {type(numbers).__name__}."
        )
    return array


def _check_layout(numbers, name):
    """Raises TypeError unless the numbers can be read row by row, one at every place."""
    if hasattr(numbers, "materialize"):
        raise TypeError(
            f"{name} must hold numbers, got an {type(numbers).__name__}, which has none before "
            "its module is called."
        )
    if hasattr(numbers, "full_tensor"):
        raise TypeError(
            f"{name} must be whole, got a {type(numbers).__name__}, whose rows lie on several "
            "ranks: pass its full_tensor()."
        )
    if getattr(numbers, "is_nested", False):
        raise TypeError(
            f"{name} must have rows of equal length, got a nested tensor: "
            "pass its to_padded_tensor(0)."
        )
    layout = str(getattr(numbers, "layout", "torch.strided"))
    if hasattr(numbers, "toarray") or layout != "torch.strided":
        raise TypeError(
            f"{name} must be dense, got a sparse {type(numbers).__name__}: "
            "pass its to_dense() or toarray()."
        )
    if getattr(numbers, "is_quantized", False):
        raise TypeError(
            f"{name} must hold plain numbers, got quantized: pass its dequantize()."
        )
    if isinstance(numbers, np.ma.MaskedArray):
        raise TypeError(
            f"{name} must hold a number at every place, got a MaskedArray: pass its filled(0)."
        )
    if isinstance(numbers, np.matrix):
        raise TypeError(
            f"{name} must be an array, got an np.matrix, whose rows are matrices again: "
            f"pass np.asarray({name})."
        )


def as_list(part, name):
    """The numbers as nested lists. Raises ValueError if they cannot be read."""
    try:
        return part.tolist()
    except (RuntimeError, NotImplementedError) as error:
        raise ValueError(f"the numbers of {name} cannot be read: {error}") from None


def as_floats(part):
    """The numbers as a float64 array; of a tensor on a device no more than this part is copied."""
    if hasattr(part, "detach"):
        part = part.detach().cpu()
        part = (
            part if part.element_size() == 8 else part.float()
        )  # numpy knows no bfloat16
    with np.errstate(
        over="ignore"
    ):  # a longdouble beyond them is as infinite when it is drawn
        return np.asarray(part, dtype=np.float64)


def _array(name, numbers):
    """The numbers as they are if they are a tensor or of pandas, else as an array."""
    if hasattr(numbers, "tolist") and hasattr(numbers, "dtype"):
        return numbers
    try:
        return np.asarray(numbers)
    except ValueError as error:
        raise ValueError(f"{name} must have rows of equal length: {error}") from None
    except (
        RuntimeError
    ):  # a tensor in a list may know a gradient, which an array cannot
        raise TypeError(
            f"{name} must be one tensor or array, got a {type(numbers).__name__} of tensors: "
            f"pass torch.stack({name})."
        ) from None
