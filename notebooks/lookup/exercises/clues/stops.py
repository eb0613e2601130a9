"""An answer that stops with an error: at which line, and what the error means."""

import builtins
import difflib
import inspect
import re
import traceback

from ..kit.inputs import sizes
from .meanings import general_meaning

CUT = 400  # characters
IMPORTS = {
    "F": "import torch.nn.functional as F",
    "np": "import numpy as np",
    "torch": "import torch",
    "nn": "from torch import nn",
    "math": "import math",
    "Counter": "from collections import Counter",
    "defaultdict": "from collections import defaultdict",
    "accumulate": "from itertools import accumulate",
    "chain": "from itertools import chain",
    "pairwise": "from itertools import pairwise",
    "Fraction": "from fractions import Fraction",
}


def in_words(error):
    """The name of an error and what it says.

    >>> in_words(ZeroDivisionError("division by zero"))
    'ZeroDivisionError: division by zero'
    """
    name = type(error).__name__
    try:
        return f"{name}: {error}"
    except (Exception, SystemExit):
        return f"{name}, which does not say why."


def line_of(error, function):
    """The last line of the function's own file that an error came through, "" if none is known.

    >>> line_of(ZeroDivisionError(), len)
    ''
    """
    inner = inspect.unwrap(function)  # the learner's own, if it is decorated
    file = getattr(getattr(inner, "__code__", None), "co_filename", None)
    frames = [
        one for one in traceback.extract_tb(error.__traceback__) if one.filename == file
    ]
    return (
        f"line {frames[-1].lineno}, {frames[-1].line}"
        if frames and frames[-1].line
        else ""
    )


def alike(error, other):
    """Whether two errors are of one kind and say the same, of which a long text may be cut off.

    Of several wrong indices either may be the one that an error names.

    >>> alike(IndexError("index 3 is out of bounds"), IndexError("index 9 is out of bounds"))
    True
    """
    one, another = (
        re.sub(r"index -?\d+ is", "index is", in_words(e)) for e in (error, other)
    )
    return one[:CUT] == another[:CUT]


def meaning(error, names, inputs):
    """What an error means, in a sentence, or "" if that is not known.

    names: what the inputs are called.

    >>> meaning(KeyError("emu"), ["words"], [["emu"]])
    'A dict has no entry for this key; .get(key, 0) gives 0 for it instead of stopping.'
    """
    return (
        _misspelt(error, names)
        or _of_sizes(error, sizes(names, inputs))
        or _of_an_object(error, names, inputs)
        or general_meaning(in_words(error))
    )


def _misspelt(error, names):
    """What an unknown name or attribute may have been meant for."""
    unknown = re.match(r"NameError: name '(\w+)' is not defined", in_words(error))
    if unknown and unknown[1] in IMPORTS:
        return f"It needs a line: {IMPORTS[unknown[1]]}."
    if unknown:
        near = difflib.get_close_matches(unknown[1], [*names, *_names_there(error)], 1)
        meant = (
            f"Did you mean {near[0]}?"
            if near
            else "Has the cell that makes it been run?"
        )
        return f"There is nothing of the name {unknown[1]}. {meant}"
    # An AttributeError that code raises itself, with a text alone, has no name.
    if type(error) is AttributeError and isinstance(error.name, str):
        near = difflib.get_close_matches(error.name, dir(error.obj), 1, cutoff=0.75)
        return f"Did you mean {near[0]}?" if near else ""
    return ""


def _names_there(error):
    """The names that could be used where an error was raised."""
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    return (
        [*frames[-1].f_locals, *frames[-1].f_globals, *dir(builtins)] if frames else []
    )


def _of_sizes(error, named):
    """Which input has the size that an index went beyond."""
    beyond = re.search(
        r"out of bounds for dimension \d with size (\d+)", in_words(error)
    )
    if not beyond:
        return ""
    size = int(beyond[1])
    known = [f"{name} is {size}" for name in named if named[name] == size]
    return "; ".join([f"Size {size} means the places 0 to {size - 1}", *known]) + "."


def _of_an_object(error, names, inputs):
    """What an input of the course's own has, where something that it has not was asked of it."""
    lacking = re.search(r"'(\w+)' object has no attribute", in_words(error))
    for name, value in zip(names, inputs, strict=True):
        own = [
            one for one in dir(value) if not hasattr(dict, one)
        ]  # a dict's are beside the point
        public = [f"{name}.{one}" for one in own if not one.startswith("_")]
        if lacking and type(value).__name__ == lacking[1] and len(public) < 6:
            return (
                f"There are {' and '.join(public)}, and {name}[...] looks something up."
            )
    return ""
