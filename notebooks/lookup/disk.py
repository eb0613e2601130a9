"""What is on the learner's disk: docstrings of installed packages, and what was made of them at an earlier start."""

import ast
import hashlib
import importlib.metadata
import importlib.util
import json
import os
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from typing import TypeVar

import platformdirs

from .progress import progress

SKIPPED = {"tests", "test", "testing", "_testing", "distutils"}  # NumPy ships distutils for old Pythons only
BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")
SHARE = 0.1  # files with less in triple quotes hold half of the code and a twentieth of the words
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
DISTRIBUTIONS = {"sklearn": "scikit-learn"}  # asking for every package's would take longer than the cache
LARGEST_CACHE = 64_000_000  # bytes; true ones have about 350,000 (words) and 17,000,000 (documents)
Value = TypeVar("Value")


def versions(packages: Iterable[str]) -> dict[str, str]:
    """{package: version}, each package once; one that is not installed is a ModuleNotFoundError.

    >>> list(versions(["numpy", "sklearn", "numpy"]))
    ['numpy', 'sklearn']
    """
    return {package: _version(package) for package in packages}


def _version(package: str) -> str:
    if package.isidentifier() and importlib.util.find_spec(package):
        with suppress(importlib.metadata.PackageNotFoundError):
            return importlib.metadata.version(DISTRIBUTIONS.get(package, package))
    raise ModuleNotFoundError(f"the package {package!r} is not installed here", name=package)


def docstrings(packages: Iterable[str]) -> Iterator[tuple[str, str, str]]:
    """(package, module, docstring) of every docstring of installed packages, which are never imported.

    Tests are left out, and so are files of which less than a tenth is docstrings, and those that
    this Python cannot parse. The order is the same on every disk. A bar shows how far it is. A
    file that cannot be read is an OSError.

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
            inner[:] = sorted(set(inner) - SKIPPED)
            for path in (Path(folder, name) for name in sorted(names) if name.endswith(".py")):
                parts = (package, *path.relative_to(root).with_suffix("").parts)
                yield ".".join(parts).removesuffix(".__init__"), path


def _docstrings(source: bytes) -> list[str]:
    """Those of a module, its classes and functions; none where this Python cannot parse it."""
    if sum(map(len, source.split(b'"""')[1::2])) < SHARE * len(source):
        return []
    try:
        with warnings.catch_warnings(action="ignore"):
            nodes: list[ast.AST] = [ast.parse(source)]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    for node in nodes:  # which grows
        nodes += [inner for block in BLOCKS for inner in getattr(node, block, ())]
    documented = [node for node in nodes if isinstance(node, DOCUMENTED)]
    return [ast.get_docstring(node, clean=False) or "" for node in documented]


def kept(
    name: str,
    marks: object,
    cache: str | os.PathLike[str] | None,
    restored: Callable[..., Value | None],
    read: Callable[[], Value],
) -> Value:
    """The dataclass that `read()` gives, kept on disk for as long as `marks`, a JSON value, stay.

    What lies in `cache_folder(cache)` is not trusted: `restored(*columns)` is given the fields as
    lists, if they are whole, and makes the dataclass of them, or None if they cannot have been
    read. A disk that keeps nothing is told of in one line; what `read` raises is raised.

    >>> with TemporaryDirectory() as cache:
    ...     kept("words", [1], cache, Vocabulary, lambda: count_words(["the cat"]))
    Vocabulary of 3 words
    """
    key = hashlib.sha256(json.dumps(marks, sort_keys=True).encode()).hexdigest()
    path = cache_folder(cache) / f"{name}-{key[:16]}.jsonl"
    if (value := _load(path, restored)) is None:
        value = read()
        _save(path, value)
    return value


def cache_folder(cache: str | os.PathLike[str] | None = None) -> Path:
    """Where things are kept: the folder `cache`, else $ONE_ROW_CACHE, else the user's cache folder."""
    folder = cache or os.environ.get("ONE_ROW_CACHE")
    return Path(folder or platformdirs.user_cache_dir("one-row-at-a-time", appauthor=False))


def _sealed(name: str, columns: bytes) -> bytes:
    """What a file of that name holds, two lines of JSON: a checksum of the name and the columns, and the columns."""
    # The checksum is of bytes: one of values would have to write 17 MB of JSON anew at every start.
    return b'"%s"\n%s' % (hashlib.sha256(name.encode() + columns).hexdigest().encode(), columns)


def _load(path: Path, restored: Callable[..., Value | None]) -> Value | None:
    """What is kept at `path`, or None unless it is whole and could have been read."""
    with suppress(OSError, ValueError, TypeError, KeyError, RecursionError):
        if path.is_file() and path.stat().st_size <= LARGEST_CACHE:
            content = path.read_bytes()
            columns = content.partition(b"\n")[2]
            if content == _sealed(path.name, columns):
                return restored(*json.loads(columns))
    return None


def _save(path: Path, value: object) -> None:
    """Put a dataclass at `path`, whole or not at all; say so in one line if it cannot be."""
    columns = json.dumps([getattr(value, field.name) for field in fields(value)])
    try:
        put(path, _sealed(path.name, columns.encode()))
    except OSError as error:
        why = f"{path.parent} ({error.strerror or error})"
        name = path.name.partition("-")[0]
        print(f"The {name} could not be kept in {why}; the next start reads the docstrings again.")


def put(path: Path, content: bytes) -> None:
    """Make or replace the file at `path`, whole or not at all: what stops this half-way leaves the old one.

    A disk that takes no more, or does not let us, is an OSError.

    >>> with TemporaryDirectory() as folder:
    ...     put(Path(folder, "new", "row"), b"10 11 12")
    """
    part = path.with_name(f"{path.name}.{os.urandom(8).hex()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(content)
        os.replace(part, path)
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
