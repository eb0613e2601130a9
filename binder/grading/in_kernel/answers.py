"""In a learner's kernel: call the learner's function on inputs that come as data, and give its answer back as data.

Whatever the learner's cells did to this module, what comes back is data, and is judged elsewhere.
"""

import importlib
import json
import pkgutil
import sys
from contextlib import suppress

import psutil
from as_data import pack, unpack

import lookup.exercises

LARGEST = 2_000_000  # characters; the largest true answer has about 3,000
for module in pkgutil.iter_modules(lookup.exercises.__path__, "lookup.exercises."):
    importlib.import_module(module.name)  # before a learner's cell can delete it


def limit(memory):
    """Take so many bytes more than now, and no more: on Linux, while macOS hardly heeds it and Windows has no limit."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        most = psutil.Process().memory_info().vms + memory
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def answer(function, inputs, names):
    """As JSON: what the function that is called `function` in `names` answers, and what it left of its inputs.

    inputs: as JSON; without any, the answer is the function itself, or "callable".
    """
    try:
        found = eval(function, names)
        if inputs is None:
            return json.dumps({"callable": True} if callable(found) else {"answer": pack(found)})
        given = unpack(json.loads(inputs), course=True)
        said = json.dumps({"answer": pack(found(*given)), "inputs": pack(given)})
    except BaseException as error:  # SystemExit, too
        return json.dumps({"error": [type(error).__name__, str(error)[:500]]})
    finally:
        sys.stdout.flush()
    return (
        said
        if len(said) <= LARGEST
        else json.dumps({"error": ["MemoryError", "the answer is larger than 2 MB"]})
    )
