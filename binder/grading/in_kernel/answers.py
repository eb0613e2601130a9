"""In a learner's kernel: call the learner's function, its inputs and its answer being data.

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
    """Let this process take so many bytes more than now, and no more.

    It holds on Linux only: macOS hardly heeds it, and Windows has no such limit.
    """
    with suppress(ImportError, OSError, ValueError):
        import resource

        most = psutil.Process().memory_info().vms + memory
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def answer(function, inputs, names):
    """As JSON: what a function answers, and what it left of its inputs.

    function: an expression over `names`. inputs: as JSON; if None, the reply is the expression's
    own value, or only that it is "callable".
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
    if len(said) > LARGEST:
        return json.dumps({"error": ["MemoryError", "the answer is larger than 2 MB"]})
    return said
