"""What an EmbeddingBag is handed, checked at the door: ids, offsets, counts, a mode."""

import numpy as np
import traitlets

from ..kit.inputs import as_list, given_kind, ids_of, real_numbers, words_of
from ..kit.wording import listed

MODES = ("sum", "mean")


def line_of_ids(ids, V):
    """The ids (n,) as a list of ints. Raises as `bags` does."""
    found, shape = ids_of(ids, V)
    if len(shape) != 1:
        raise ValueError(
            f"ids must be one line, (n,), which the offsets cut, got shape {shape}: "
            "nn.EmbeddingBag takes no offsets with ids of more dimensions."
        )
    return found


def offsets_of(offsets, n):
    """Where each bag of n ids begins, a list of B ints. Raises as `bags` does."""
    array = real_numbers(offsets, "offsets", "[0, 2, 4]")
    shape = tuple(array.shape)
    if len(shape) != 1 or 0 in shape:
        raise ValueError(
            f"offsets must be one line, (B,), of at least one, got shape {shape}."
        )
    if str(array.dtype).removeprefix("torch.") not in ("int64", "int32"):
        got = given_kind(offsets, array)
        raise TypeError(
            f"offsets must be int64 or int32, as in nn.EmbeddingBag, got {got}."
        )
    starts = np.asarray(as_list(array, "offsets"), dtype=np.int64)
    if starts[0] != 0:
        raise ValueError(
            f"offsets must begin with 0, the place of the first id, got {starts[0]:,}."
        )
    falls = np.flatnonzero(starts[1:] < starts[:-1])
    if falls.size:
        at = int(falls[0])
        raise ValueError(
            f"offsets must never fall, got {starts[at]:,} and then {starts[at + 1]:,} "
            f"at place {at + 1:,}."
        )
    if starts[-1] > n:
        raise ValueError(
            f"offsets must not exceed {n:,}, where the ids end, got {starts[-1]:,}."
        )
    return starts.tolist()


def cut_anew(starts, count, n):
    """Where so many bags of n ids begin, moved. Raises TraitError as `bags` does."""
    if len(starts) != count:
        raise traitlets.TraitError(
            f"offsets must hold one number for each of the {listed(count, 'bag')}, got {starts}."
        )
    try:
        return offsets_of(np.array(starts, dtype=np.int64), n)
    except ValueError as error:
        raise traitlets.TraitError(str(error)) from None


def counts_of(counts, n, mode):
    """How often each of n ids counts, a list of n floats; None for None. Raises as `bags` does."""
    if counts is None:
        return None
    if mode != "sum":
        raise ValueError(
            f'counts need mode="sum", got mode={mode!r}: '
            "nn.EmbeddingBag, too, refuses per_sample_weights with any other mode."
        )
    array = real_numbers(counts, "counts", "per_sample_weights")
    if tuple(array.shape) != (n,):
        raise ValueError(
            f"counts must hold one number for each of the {listed(n, 'id')}, shape ({n},), "
            f"got shape {tuple(array.shape)}."
        )
    return [float(count) for count in as_list(array, "counts")]


def documents_of(documents, count):
    """The name of each of so many bags; "" for each where there are none."""
    if documents is None:
        return [""] * count
    names = words_of(documents, "documents")
    if len(names) != count:
        raise ValueError(
            f"documents must hold one name for each of the {listed(count, 'bag')}, "
            f"got {len(names):,}."
        )
    return names


def check_mode(mode):
    """Raises ValueError unless this is a mode that is drawn."""
    if mode not in MODES:
        raise ValueError(f"mode must be 'sum' or 'mean', got {mode!r:.60}.")
