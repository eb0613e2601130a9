"""The inputs of a trial: as Python that a learner can run by hand, and as sizes with names."""

import torch

from ..vocabulary import Vocabulary
from .difference import short
from .pretend_gpu import PretendGpu
from .pretend_group import PretendGroup

LINE = 72  # characters
LONGEST = 400
IMPORTS = {
    PretendGpu: "from lookup.exercises.pretend_gpu import PretendGpu",
    PretendGroup: "from lookup.exercises.pretend_group import PretendGroup",
    Vocabulary: "from lookup.vocabulary import Vocabulary",
}


def as_code(names, inputs):
    """Lines that make the inputs: `ids = torch.tensor([2, 0])`.

    An input that is long, or is no plain data, is described instead: `W: a tensor of (40, 5)`.

    >>> print("\\n".join(as_code(["words", "V"], [["the", "emu"], 4])))
    words = ['the', 'emu']
    V = 4
    """
    lines = [line for kind, line in IMPORTS.items() if kind in map(type, inputs)]
    for name, value in zip(names, inputs, strict=True):
        text = _expression(value)
        lines.append(f"{name} = {text}" if text else f"{name}: {_described(value)}")
    return lines


def _expression(value):
    """Python for a value; "" if it would be long, or there is none."""
    if isinstance(value, Vocabulary):
        text = f"Vocabulary({value.words}, {value.counts})"
    elif isinstance(value, PretendGpu | PretendGroup):
        text = f"{type(value).__name__}({dict(value)})"
    elif isinstance(value, torch.Tensor):
        text = f"torch.tensor({_nested(value.tolist())})"
    elif isinstance(value, list) and any(isinstance(part, torch.Tensor) for part in value):
        text = "[\n" + "".join(f"    {_expression(part)},\n" for part in value) + "]"
    elif isinstance(value, str | bool | int | float) or type(value) in (list, tuple):
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


def _described(value):
    return f"a tensor of {tuple(value.shape)}" if isinstance(value, torch.Tensor) else short(value)


def sizes(names, inputs):
    """{name: number}: whole numbers among the inputs, and how long the others are.

    >>> sizes(["ids", "V"], [[2, 0, 2], 4])
    {'len(ids)': 3, 'V': 4}
    """
    found = {}
    for name, value in zip(names, inputs, strict=True):
        if type(value) is int:
            found[name] = value
        if isinstance(value, list | Vocabulary) or (isinstance(value, torch.Tensor) and value.ndim):
            found[f"len({name})"] = len(value)
        if isinstance(value, torch.Tensor) and value.ndim > 1:
            found[f"{name}.shape[1]"] = value.shape[1]
    return found
