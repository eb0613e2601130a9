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
LINE = 80  # characters of a value that is shown
MANY = 2000  # members; the longest right answer has about a hundred
FEW = 12  # numbers that are shown beside each other
CLOSE = 1e-6  # another order of the same steps may round otherwise, and a mean in float32 does


def difference(given, wanted, subject="your answer", parts=()):
    """Where `given` differs from `wanted`, in words, or "" if it does not.

    subject: what the sentence calls `given`. parts: what it calls the members of a tuple.
    Raises whatever a rude answer raises, such as one whose length or `==` raises.

    >>> difference((3, [1, 2]), (3, [1, 4]), parts=["the sum", "ids"])
    'ids is [1, 2], wanted is [1, 4].'
    """
    if given is ...:
        return f"{subject} is still ...; replace that, too."
    if isinstance(wanted, torch.Tensor):
        return _tensor_difference(given, wanted, subject)
    given = listed(given, wanted)
    if isinstance(wanted, tuple):
        return _tuple_difference(given, wanted, subject, parts)
    if isinstance(wanted, list):
        return _list_difference(given, wanted, subject)
    return _value_difference(given, wanted, subject)


def first_part(given, wanted, parts=()):
    """(its name, the given one, the wanted one) of the first part of a tuple that differs.

    Where no tuple is wanted, or `given` has other parts, it is all, and its name is empty.

    >>> first_part((3, [1, 2]), (3, [1, 4]), ["the sum", "ids"])
    ('ids', [1, 2], [1, 4])
    """
    given = listed(given, wanted)
    if not isinstance(wanted, tuple) or not isinstance(given, tuple | list):
        return "", given, wanted
    for i, (member, part) in enumerate(zip(members(given), wanted)):
        if len(members(given)) == len(wanted) and difference(member, part):
            return parts[i] if parts else f"part {i}", member, part
    return "", given, wanted


def listed(given, wanted):
    """A line of numbers as a list where several are wanted: of a tensor or an array; else `given`.

    >>> listed(torch.tensor([3, 1]), [3, 4]), listed(torch.tensor([3, 1]), 3)
    ([3, 1], tensor([3, 1]))
    """
    if not isinstance(wanted, list | tuple) or not all(
        isinstance(one, Real) for one in wanted
    ):
        return given
    if isinstance(given, torch.Tensor) and is_comparable(given):
        given = bare(given).detach().cpu()
    elif (
        not isinstance(given, np.ndarray) or given.dtype.kind not in "biuf"
    ):  # of numbers
        return given
    return given.tolist() if given.ndim == 1 else given


def members(value):
    """The members of a list or a tuple, whatever a class of its own says of them.

    >>> members((1, 2))
    [1, 2]
    """
    base = list if isinstance(value, list) else tuple
    return list(base.__getitem__(value, slice(None)))


def holds_many(value):
    """Whether there are more than MANY members in lists in lists, each of which had to be compared.

    >>> holds_many([[0] * 500] * 500), holds_many([[1, 2], [3]])
    (True, False)
    """
    count = 0
    inside = [value]
    while inside and count <= MANY:
        one = inside.pop()
        if isinstance(one, tuple | list):
            inside += members(one)
            count += len(members(one))
    return count > MANY


def kind(value):
    """What sort of thing a value is: "a tuple of 2"."""
    name = type(value).__name__ or "thing without a name"
    article = "an" if name.startswith((*"aeiou", "nd")) else "a"  # an ndarray
    for base in (tuple, list, str):
        if isinstance(value, base):
            return f"{article} {name} of {base.__len__(value)}"
    return f"{article} {name}"


def short(value):
    """A value in at most 80 characters, whatever it is."""
    try:
        is_number = isinstance(value, int) and not isinstance(value, bool)
        text = f"{value:,}" if is_number else repr(_beginning(value))
    except (
        Exception,
        SystemExit,
    ):  # a number of too many digits, an object that refuses
        text = f"{kind(value)} that cannot be shown"
    return text if len(text) <= LINE else text[: LINE - 1] + "…"


def _beginning(value):
    """What can be seen of lists and tuples in one line: each member takes a character at least."""
    if type(value) not in (list, tuple):
        return value
    return type(value)(map(_beginning, value[:LINE]))


def _tensor_difference(given, wanted, subject):
    if not isinstance(given, torch.Tensor):
        return f"{subject} is {kind(given)}, wanted is a tensor of shape {tuple(wanted.shape)}."
    unlike = _unlike(given, subject)
    if unlike:
        return unlike
    given = bare(given)
    if given.shape != wanted.shape:
        return f"{subject} has shape {tuple(given.shape)}, wanted is {tuple(wanted.shape)}."
    # A dtype alone makes no difference here; an exercise that asks for one says so in `also`.
    given = given.detach().cpu().double()
    wanted = wanted.double()
    # To the last bit: trials are made of whole numbers and halves, of which every sum is exact.
    wrong = (given != wanted) & ~(given.isnan() & wanted.isnan())
    if not wrong.any():
        return ""
    if wanted.ndim < 2 and wanted.numel() <= FEW:
        yours, right = _both(given.tolist(), wanted.tolist())
        return f"{subject} is {yours}, wanted is {right}."
    place = wrong.nonzero()[0].tolist()
    if wanted.ndim == 2 and wanted.shape[1] <= FEW:
        row = place[0]
        yours, right = _both(given[row].tolist(), wanted[row].tolist())
        return f"row {row} of {subject} is {yours}, wanted is {right}."
    yours, right = _both(given[tuple(place)].item(), wanted[tuple(place)].item())
    there = f"there {subject} is {yours}, wanted is {right}."
    return f"the first place that differs is {place}: {there}"


def _both(given, wanted):
    """Two numbers, or lists of them, in as few digits as tell them apart."""
    texts = _brief(given), _brief(wanted)
    return texts if texts[0] != texts[1] else (repr(given), repr(wanted))


def _brief(numbers):
    if isinstance(numbers, list):
        return f"[{', '.join(map(_brief, numbers))}]"
    return f"{numbers:.0f}" if numbers.is_integer() else f"{numbers:g}"


def bare(given):
    """The tensor without what a subclass may have made of `!=` or `shape`."""
    return torch.Tensor.as_subclass(given, torch.Tensor)


def is_comparable(tensor):
    """Whether the numbers of a tensor can be compared place by place.

    >>> is_comparable(torch.ones(2)), is_comparable(torch.ones(2, device="meta"))
    (True, False)
    """
    return not _unlike(tensor, "it")


def _unlike(given, subject):
    """Why the numbers of a tensor cannot be compared place by place, or "" if they can."""
    if given.is_nested:
        return (
            f"{subject} is a nested tensor, wanted is a dense tensor; "
            "torch.stack makes one of rows of one length."
        )
    if given.layout is not torch.strided:
        name = LAYOUTS.get(given.layout, "strange")
        how = f"{name} tensor (layout {given.layout})"
        return (
            f"{subject} is a {how}, wanted is a dense tensor; .to_dense() makes it one."
        )
    given = bare(given)
    if given.is_meta:
        return (
            f"{subject} is a tensor on the device meta: a shape without numbers. "
            "Make it on another device."
        )
    if given.is_quantized:
        return (
            f"{subject} is a quantized tensor, wanted is one of plain numbers; "
            ".dequantize() makes it one."
        )
    if given.is_complex():
        return f"{subject} is a tensor of complex numbers ({given.dtype}), wanted are real ones."
    return ""


def _tuple_difference(given, wanted, subject, parts):
    if not isinstance(given, tuple | list) or len(members(given)) != len(wanted):
        return f"{subject} is {kind(given)}, wanted is {_named(wanted, parts)}."
    for i, (member, part) in enumerate(zip(members(given), wanted, strict=True)):
        text = difference(member, part, parts[i] if parts else f"part {i} of {subject}")
        if text:
            return text
    return ""


def _named(wanted, parts):
    return f"a tuple of {len(wanted)}" + (f": {', '.join(parts)}" if parts else "")


def _list_difference(given, wanted, subject):
    if not isinstance(given, tuple | list):
        return f"{subject} is {kind(given)}, wanted is {kind(wanted)}."
    found = members(given)
    places = range(min(len(found), len(wanted)))
    place = next((i for i in places if difference(found[i], wanted[i])), None)
    if place is None and len(found) == len(wanted):
        return ""
    whole = short(found), short(wanted)
    # Where both fit into a line a learner sees more in them than in a sentence.
    if not any(text.endswith("…") for text in whole):
        return f"{subject} is {whole[0]}, wanted is {whole[1]}."
    if len(found) != len(wanted):
        return f"{subject} is {kind(given)}, wanted is {kind(wanted)}."
    return (
        f"the first place that differs is {place}: "
        f"there {subject} is {short(found[place])}, wanted is {short(wanted[place])}."
    )


def _value_difference(given, wanted, subject):
    unlike = _unlike(given, subject) if isinstance(given, torch.Tensor) else ""
    if unlike:
        return unlike
    if isinstance(given, torch.Tensor | np.ndarray | np.generic):
        array = bare(given) if isinstance(given, torch.Tensor) else np.asarray(given)
        if array.shape != ():
            return (
                f"{subject} has shape {tuple(array.shape)}, wanted is {short(wanted)}."
            )
        given = array.item()
    if _equal(given, wanted):
        return ""
    return f"{subject} is {short(given)}, wanted is {short(wanted)}."


def _equal(given, wanted):
    if isinstance(wanted, bool | str):
        # By type as well, for in Python 1 == True.
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
