"""A function of a notebook, and what it uses of that notebook, as a module that runs elsewhere."""

import ast
import dis
import inspect
import linecache
import math
import types

PLAIN = (bool, int, float, str, type(None))


def lesson_of(function):
    """The source of a module that holds the function and, before it, all that it uses.

    Functions and classes of the notebook come as they were typed, modules and names of modules as
    imports, and plain values, such as `D = 16`, as they are now.

    Raises:
        TypeError: if it is no function, or if it or what it uses has no known source, as a lambda
            and a class without methods, or is a value of the notebook that is none of these, such
            as a tensor.

    >>> D = 3
    >>> def width(rows): return rows * D
    >>> lesson_of(width).split()
    ['D', '=', '3', 'def', 'width(rows):', 'return', 'rows', '*', 'D']
    """
    if not isinstance(function, types.FunctionType):
        raise TypeError(
            f"a function of the notebook is needed, got {type(function).__name__}."
        )
    parts = {}
    _add(function.__name__, function, inspect.unwrap(function).__globals__, parts)
    imports = sorted(
        part for part in parts.values() if part.startswith(("import ", "from "))
    )
    # Imports first: a definition may use one at once, as in a default value.
    others = [part for part in parts.values() if part not in imports]
    return "\n\n\n".join(["\n".join(imports), *others]) + "\n"


def _add(name, value, namespace, parts):
    """Put the part that defines a name behind the parts that it uses itself."""
    if name in parts:
        return
    if not _is_of(value, namespace):
        parts[name] = _line(name, value)
        return
    parts[name] = ""  # so that a function that uses itself is added once
    source = _source(name, value, namespace)
    # Compiled from its text, so that default values, decorators and annotations count as well.
    for used in _globals(compile(source, "lesson.py", "exec")):
        if used in namespace:
            _add(used, namespace[used], namespace, parts)
    # A dict keeps the place of its first entry: out and in again, it stands behind what it needs.
    del parts[name]
    parts[name] = source


def _is_of(value, namespace):
    """Whether a function or class was defined in this namespace."""
    if isinstance(value, type):
        return value.__module__ == namespace.get("__name__")
    return _typed(value, namespace) is not None


def _typed(value, namespace):
    """A function as it was typed in this namespace, or the first such one of a class. Else None.

    It knows where that was. A decorator of a library may have wrapped it.
    """
    members = vars(value).values() if isinstance(value, type) else [value]
    for one in members:
        plain = inspect.unwrap(getattr(one, "__func__", one))
        if isinstance(plain, types.FunctionType) and plain.__globals__ is namespace:
            return plain
    return None


def _source(name, value, namespace):
    """The lines of a function or class, of a class in a notebook's cell, too, or of another name.

    Raises TypeError if they are not known.
    """
    own = value.__name__
    # A second name for a thing that comes by its first name as well.
    if name != own and namespace.get(own) is value:
        return f"{name} = {own}"
    # `inspect.getsource` finds no class of a cell, as it looks for the file of its module.
    typed = _typed(value, namespace)
    text = "".join(linecache.getlines(typed.__code__.co_filename)) if typed else ""
    for node in ast.parse(text).body:
        if (
            isinstance(node, ast.FunctionDef | ast.ClassDef)
            and node.name == own == name
        ):
            first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
            return "\n".join(text.splitlines()[first - 1 : node.end_lineno])
    raise TypeError(
        f"the source of {name} is not found: only a def, or a class with a method of its own, "
        "can be sent."
    )


def _globals(code):
    """The names that a code object and those within it look up outside, in order, without dunders.

    The local names of a function are not among them, nor the names of attributes.
    """
    found = {}
    for step in dis.get_instructions(code):
        if step.opname in ("LOAD_GLOBAL", "LOAD_NAME") and not step.argval.startswith(
            "__"
        ):
            found[step.argval] = None
        if isinstance(step.argval, types.CodeType):
            found |= _globals(step.argval)
    return found


def _line(name, value):
    """The line that defines a name which stands for something imported, or for a plain value."""
    if isinstance(value, types.ModuleType):
        return (
            f"import {value.__name__} as {name}"
            if value.__name__ != name
            else f"import {name}"
        )
    if isinstance(value, type | types.FunctionType | types.BuiltinFunctionType):
        line = f"from {value.__module__} import {value.__name__}"
        return line if value.__name__ == name else f"{line} as {name}"
    if isinstance(value, float) and not math.isfinite(value):
        # `repr` writes inf and nan, which are no literals of Python.
        return f"{name} = float('{value}')"
    if isinstance(value, PLAIN):
        return f"{name} = {value!r}"
    raise TypeError(
        f"{name} is a value of the notebook, of type {type(value).__name__}, which other processes "
        "cannot see; pass it as an argument."
    )
