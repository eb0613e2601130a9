"""A function of a notebook, and what it uses of that notebook, as a module that runs elsewhere."""

import ast
import dis
import linecache
import types

PLAIN = (bool, int, float, str, type(None))


def lesson_of(function):
    """The source of a module that holds the function and, before it, all that it uses.

    Functions and classes of the notebook come as they were typed, modules and names of modules as
    imports, and plain values, such as `D = 16`, as they are now.

    Raises:
        TypeError: if it is no function, or one whose source is not known, or if it uses a value of
            the notebook that is none of these, such as a tensor.

    >>> D = 3
    >>> def width(rows): return rows * D
    >>> lesson_of(width).split()
    ['D', '=', '3', 'def', 'width(rows):', 'return', 'rows', '*', 'D']
    """
    if not isinstance(function, types.FunctionType):
        raise TypeError(f"a function of the notebook is needed, got {type(function).__name__}.")
    parts = {}
    _add(function.__name__, function, function.__globals__, parts)
    imports = sorted(part for part in parts.values() if part.startswith(("import ", "from ")))
    others = [part for part in parts.values() if part not in imports]
    return "\n\n\n".join(["\n".join(imports), *others]) + "\n"


def _add(name, value, namespace, parts):
    """Put the part that defines a name behind the parts that it uses itself."""
    if name in parts:
        return
    if not _is_of(value, namespace):
        parts[name] = _line(name, value)
        return
    source = _source(value)
    parts[name] = ""  # so that a function that uses itself is added once
    for used in _globals(compile(source, "lesson.py", "exec")):
        if used in namespace:
            _add(used, namespace[used], namespace, parts)
    del parts[name]
    parts[name] = source


def _is_of(value, namespace):
    """Whether a function or class was defined in this namespace."""
    code = _function_of(value)
    return code is not None and code.__globals__ is namespace


def _function_of(value):
    """A function, or a class's own first one: it knows where it was typed. Else None."""
    members = vars(value).values() if isinstance(value, type) else [value]
    plain = (getattr(one, "__func__", one) for one in members)
    return next((one for one in plain if isinstance(one, types.FunctionType)), None)


def _source(value):
    """The lines of a function or class, of a class in a notebook's cell, too."""
    text = "".join(linecache.getlines(_function_of(value).__code__.co_filename))
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == value.__name__:
            first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
            return "\n".join(text.splitlines()[first - 1 : node.end_lineno])
    raise TypeError(f"{value.__name__} needs a source to be sent elsewhere; define it in a cell.")


def _globals(code):
    """The names that a code object and those within it look up outside, in order, without dunders.

    The local names of a function are not among them, nor the names of attributes.
    """
    found = {}
    for step in dis.get_instructions(code):
        if step.opname in ("LOAD_GLOBAL", "LOAD_NAME") and not step.argval.startswith("__"):
            found[step.argval] = None
        if isinstance(step.argval, types.CodeType):
            found |= _globals(step.argval)
    return found


def _line(name, value):
    """The line that defines a name which stands for something imported, or for a plain value."""
    if isinstance(value, types.ModuleType):
        return f"import {value.__name__} as {name}" if value.__name__ != name else f"import {name}"
    if isinstance(value, type | types.FunctionType | types.BuiltinFunctionType):
        line = f"from {value.__module__} import {value.__name__}"
        return line if value.__name__ == name else f"{line} as {name}"
    if isinstance(value, PLAIN):
        return f"{name} = {value!r}"
    raise TypeError(
        f"{name} is of the notebook and is {type(value).__name__}: other processes cannot see it; "
        "hand it over as an argument."
    )
