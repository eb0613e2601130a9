"""The docstrings of installed packages, read from their files; nothing is imported."""

import ast
import importlib.metadata
import importlib.util
import os
import platform
import sys
import warnings
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from ..progress import progress

TESTS = {"tests", "test", "testing", "_testing"}
SKIPPED = {*TESTS, "distutils"}  # NumPy ships distutils for old Pythons only
BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")
SHARE = 0.1  # files with less in triple quotes hold half of the code and a twentieth of the words
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
# Of this one it need not be looked up, which would take longer than the cache.
DISTRIBUTIONS = {"sklearn": "scikit-learn"}


def versions(packages: Iterable[str]) -> dict[str, str]:
    """{package: version}, each package once.

    Raises TypeError for one name in place of several, ModuleNotFoundError if one is not installed.

    >>> list(versions(["numpy", "sklearn", "numpy"]))
    ['numpy', 'sklearn']
    """
    if isinstance(packages, str):
        raise TypeError(
            f"packages must be a list of names, such as [{packages!r}], not one name"
        )
    return {package: _version(package) for package in packages}


def _version(package: str) -> str:
    # A dotted name would make `find_spec` import its parent, and here nothing is imported.
    if not package.isidentifier() or not importlib.util.find_spec(package):
        raise ModuleNotFoundError(
            f"the package {package!r} is not installed here", name=package
        )
    with suppress(importlib.metadata.PackageNotFoundError):
        return importlib.metadata.version(DISTRIBUTIONS.get(package, package))
    for distribution in importlib.metadata.packages_distributions().get(package, ()):
        return importlib.metadata.version(distribution)
    if package in sys.stdlib_module_names:
        return platform.python_version()
    rule = f"the package {package!r} lies in a folder and was not installed: its version is unknown"
    raise ModuleNotFoundError(rule, name=package)


def docstrings(packages: Iterable[str]) -> Iterator[tuple[str, str, str]]:
    """(package, module, docstring) of every docstring of packages, which are never imported.

    Tests are left out, and so are files of which less than a tenth is docstrings, and those that
    this Python cannot parse. The order is the same on every disk. A bar shows how far it is.

    Raises OSError if a file cannot be read.

    >>> {"numpy", "numpy.linalg._linalg"} <= {module for _, module, _ in docstrings(["numpy"])}
    True
    """
    files = [(package, *file) for package in packages for file in _files(package)]
    for package, module, file in progress(files, "reading docstrings"):
        yield from ((package, module, text) for text in _docstrings(file.read_bytes()))


def _files(package: str) -> Iterator[tuple[str, Path]]:
    """(dotted name, path) of its modules."""
    for root in importlib.util.find_spec(package).submodule_search_locations or ():
        for folder, inner, names in os.walk(root):
            # In place: `os.walk` goes on into what is left of this very list, in this order.
            inner[:] = sorted(set(inner) - SKIPPED)
            for path in (
                Path(folder, name) for name in sorted(names) if name.endswith(".py")
            ):
                parts = (package, *path.relative_to(root).with_suffix("").parts)
                yield ".".join(parts).removesuffix(".__init__"), path


def _docstrings(source: bytes) -> list[str]:
    """Those of a module, its classes and functions; none if this Python cannot parse it."""
    # Between the first and the second mark lies a docstring, between the second and third code.
    if sum(map(len, source.split(b'"""')[1::2])) < SHARE * len(source):
        return []
    try:
        with warnings.catch_warnings(action="ignore"):
            nodes: list[ast.AST] = [ast.parse(source)]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    for node in nodes:  # which grows
        # By statements only: `ast.walk` would look at every expression as well.
        nodes += [inner for block in BLOCKS for inner in getattr(node, block, ())]
    documented = [node for node in nodes if isinstance(node, DOCUMENTED)]
    return [ast.get_docstring(node, clean=False) or "" for node in documented]
