"""Where an answer is not what is wanted, in words: kind first, then shape, then the first place."""

import math
from decimal import Decimal
from numbers import Real

import numpy as np
import torch

LAYOUTS = {
    torch.sparse_coo: "sparse COO",
    torch.sparse_csr: "sparse CSR",
    torch.sparse_csc: "sparse CSC",
    torch.sparse_bsr: "sparse BSR",
    torch.sparse_bsc: "sparse BSC",
}
CLOSE = 1e-6  # another order of the same steps may round otherwise, and a mean in float32 does


def difference(given, wanted):
    """Where `given` differs from `wanted`, in words, or "" if it does not.

    Raises whatever a rude answer raises, such as one whose length or `==` raises.
    """
    if isinstance(wanted, torch.Tensor):
        return _tensor_difference(given, wanted)
    if isinstance(wanted, tuple | list):
        return _list_difference(given, wanted)
    return _value_difference(given, wanted)


def kind(value):
    """What sort of thing a value is: "a tuple of 2"."""
    name = type(value).__name__ or "thing without a name"
    article = "an" if name.startswith((*"aeiou", "nd")) else "a"  # an ndarray
    for base in (tuple, list, str):
        if isinstance(value, base):
            return f"{article} {name} of {base.__len__(value)}"
    return f"{article} {name}"


def short(value):
    """A value in at most 60 characters, whatever it is."""
    try:
        is_number = isinstance(value, int) and not isinstance(value, bool)
        text = f"{value:,}" if is_number else repr(value)
    except (Exception, SystemExit):  # a number of too many digits, an object that refuses
        text = f"{kind(value)} that cannot be shown"
    return text if len(text) <= 60 else text[:59] + "…"


def _tensor_difference(given, wanted):
    if not isinstance(given, torch.Tensor):
        return f"your answer is {kind(given)}, wanted is a tensor of shape {tuple(wanted.shape)}."
    unlike = _unlike(given)
    if unlike:
        return unlike
    given = _bare(given)
    if given.shape != wanted.shape:
        return f"your answer has shape {tuple(given.shape)}, wanted is {tuple(wanted.shape)}."
    given = given.detach().cpu().double()
    wanted = wanted.double()
    wrong = (given != wanted) & ~(given.isnan() & wanted.isnan())
    if not wrong.any():
        return ""
    place = wrong.nonzero()[0].tolist()
    yours = given[tuple(place)].item()
    right = wanted[tuple(place)].item()
    return f"the first place that differs is {place}: yours is {yours:g}, wanted is {right:g}."


def _bare(given):
    """The tensor without what a subclass may have made of `!=` or `shape`."""
    return torch.Tensor.as_subclass(given, torch.Tensor)


def _unlike(given):
    """Why the numbers of a tensor cannot be compared place by place, or "" if they can."""
    if given.is_nested:
        return (
            "your answer is a nested tensor, wanted is a dense tensor; "
            "torch.stack makes one of rows of one length."
        )
    if given.layout is not torch.strided:
        name = LAYOUTS.get(given.layout, "strange")
        how = f"{name} tensor (layout {given.layout})"
        return f"your answer is a {how}, wanted is a dense tensor; .to_dense() makes it one."
    given = _bare(given)
    if given.is_meta:
        return (
            "your answer is a tensor on the device meta: a shape without numbers. "
            "Make it on another device."
        )
    if given.is_quantized:
        return (
            "your answer is a quantized tensor, wanted is one of plain numbers; "
            ".dequantize() makes it one."
        )
    if given.is_complex():
        return f"your answer is a tensor of complex numbers ({given.dtype}), wanted are real ones."
    return ""


def _list_difference(given, wanted):
    if not isinstance(given, tuple | list):
        return f"your answer is {kind(given)}, wanted is {kind(wanted)}."
    base = list if isinstance(given, list) else tuple
    members = base.__getitem__(given, slice(None))  # whatever a class of its own says of its length
    if len(members) != len(wanted):
        return f"your answer is {kind(given)}, wanted is {kind(wanted)}."
    for i, (member, part) in enumerate(zip(members, wanted, strict=True)):
        text = difference(member, part)
        if text:
            return f"in part {i}, {text}"
    return ""


def _value_difference(given, wanted):
    unlike = _unlike(given) if isinstance(given, torch.Tensor) else ""
    if unlike:
        return unlike
    if isinstance(given, torch.Tensor | np.ndarray | np.generic):
        array = _bare(given) if isinstance(given, torch.Tensor) else np.asarray(given)
        if array.shape != ():
            return f"your answer has shape {tuple(array.shape)}, wanted is {short(wanted)}."
        given = array.item()
    if _equal(given, wanted):
        return ""
    return f"your answer is {short(given)}, wanted is {short(wanted)}."


def _equal(given, wanted):
    if isinstance(wanted, bool | str):
        return type(given) is type(wanted) and given == wanted
    if isinstance(wanted, int):
        return isinstance(given, Real | Decimal) and given == wanted
    if isinstance(wanted, float):
        return isinstance(given, Real | Decimal) and _close(given, wanted)
    return given == wanted  # an input of the course's own, such as a vocabulary


def _close(given, wanted):
    try:
        return math.isclose(given, wanted, rel_tol=CLOSE)
    except OverflowError:  # a whole number beyond every float
        return False
