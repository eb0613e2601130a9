"""The inputs of a trial: as a call that a learner can run by hand, and as sizes with names."""

import inspect
from itertools import repeat
from keyword import iskeyword
from textwrap import indent

import torch

from ...vocabulary import Vocabulary
from ..difference import short
from .lookups import Lookup
from .pieces import Pieces
from .pretend_gpu import PretendGpu
from .pretend_group import PretendGroup

PLAIN = (list, tuple, Pieces)
LINE = 72  # characters
LONGEST = 400
IMPORTS = {
    PretendGpu: "from lookup.exercises.kit.pretend_gpu import PretendGpu",
    PretendGroup: "from lookup.exercises.kit.pretend_group import PretendGroup",
    Vocabulary: "from lookup.vocabulary import Vocabulary",
    Lookup: "from lookup.exercises.kit.lookups import lookup_called",
}


def as_call(function, names, inputs):
    """A call of a function with these inputs, as Python that sets no name but of what it imports.

    The inputs are named as the function names them, if it does so as `names` does. One that is
    long, or no plain data, is `...`, with a comment that describes it: `W=...,  # a tensor of
    (40, 5)`.

    >>> def ids_of(words, V): ...
    >>> print(as_call(ids_of, ["words", "V"], [["the", "emu"], 4]))
    ids_of(words=['the', 'emu'], V=4)
    """
    lines = [line for kind, line in IMPORTS.items() if kind in map(type, inputs)]
    keys = (
        [f"{name}=" for name in names]
        if _parameters(function) == list(names)
        else repeat("")
    )
    texts = [(key, _expression(value), value) for key, value in zip(keys, inputs)]
    arguments = [
        f"{key}{text}," if text else _described(key, value)
        for key, text, value in texts
    ]
    call = f"{_name(function)}({' '.join(arguments).rstrip(',')})"
    # Behind a comment nothing more can stand on a line.
    if len(call) > LINE or "\n" in call or "#" in call:
        call = f"{_name(function)}(\n{indent(chr(10).join(arguments), '    ')}\n)"
    return "\n".join([*lines, call])


def _parameters(function):
    """What a function calls its inputs, [] if it does not say."""
    try:
        return list(inspect.signature(function).parameters)
    except Exception:
        return []


def _name(function):
    """By which name a cell can call a function, if that is known."""
    name = getattr(function, "__name__", "")
    is_name = type(name) is str and name.isidentifier() and not iskeyword(name)
    return name if is_name else "your_function"


def _expression(value):
    """Python for a value; "" if it would be long, or there is none."""
    if isinstance(value, Vocabulary):
        text = f"Vocabulary({value.words}, {value.counts})"
    elif isinstance(value, PretendGpu | PretendGroup):
        text = f"{type(value).__name__}({dict(value)})"
    elif isinstance(value, Lookup):
        text = f"lookup_called({value.name!r})"
    elif isinstance(value, torch.Tensor):
        text = f"torch.tensor({_nested(value.tolist())})"
    elif isinstance(value, list) and any(
        isinstance(part, torch.Tensor) for part in value
    ):
        text = "[\n" + "".join(f"    {_expression(part)},\n" for part in value) + "]"
    elif isinstance(value, str | bool | int | float) or type(value) in PLAIN:
        text = repr(value)
    else:
        text = ""
    return text if len(text) <= LONGEST else ""


def _nested(numbers):
    """A nested list on one line, or, if that is long, with a line for each row."""
    text = repr(numbers)
    if len(text) <= LINE:
        return text
    return "[\n" + "".join(f"    {row},\n" for row in numbers) + "]"


def _described(key, value):
    is_tensor = isinstance(value, torch.Tensor)
    return f"{key}...,  # {f'a tensor of {tuple(value.shape)}' if is_tensor else short(value)}"


def sizes(names, inputs):
    """{name: number}: whole numbers among the inputs, and how long the others are.

    >>> sizes(["ids", "V"], [[2, 0, 2], 4])
    {'len(ids)': 3, 'V': 4}
    """
    found = {}
    for name, value in zip(names, inputs, strict=True):
        if type(value) is int:
            found[name] = value
        if isinstance(value, list | Vocabulary) or (
            isinstance(value, torch.Tensor) and value.ndim
        ):
            found[f"len({name})"] = len(value)
        if isinstance(value, torch.Tensor) and value.ndim > 1:
            found[f"{name}.shape[1]"] = value.shape[1]
    return found
