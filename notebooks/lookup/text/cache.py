"""What was read at an earlier start, kept for as long as nothing that it was read from changes."""

import hashlib
import json
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from typing import TypeVar

from ..files import cache_folder, put

# bytes; true ones have about 350,000 (words) and 17,000,000 (documents)
LARGEST_CACHE = 64_000_000
Value = TypeVar("Value")


def kept(
    name: str,
    marks: object,
    cache: str | os.PathLike[str] | None,
    kind: type[Value],
    read: Callable[[], Value],
) -> Value:
    """The dataclass of tuples that `read()` gives, kept on disk for as long as `marks` stay.

    marks: a JSON value. A file in `cache_folder(cache)` that is not whole, or of which no `kind`
    can be made, is read and written anew. If the disk keeps nothing, one printed line says so.

    Raises what `read` raises.

    >>> with TemporaryDirectory() as cache:
    ...     kept("words", [1], cache, Vocabulary, lambda: count_words(["the cat"]))
    Vocabulary of 3 words
    """
    key = hashlib.sha256(json.dumps(marks, sort_keys=True).encode()).hexdigest()
    # Marks are in the name, so another version of a package does not undo the file of the first.
    path = cache_folder(cache) / f"{name}-{key[:16]}.jsonl"
    value = _load(path, kind)
    if value is None:
        value = read()
        _save(path, value)
    return value


def _sealed(name: str, columns: bytes) -> bytes:
    """What a file of that name holds, two lines of JSON: a checksum of both, and the columns."""
    # The checksum is of bytes: one of values would have to write 17 MB of JSON anew at every start.
    return b'"%s"\n%s' % (
        hashlib.sha256(name.encode() + columns).hexdigest().encode(),
        columns,
    )


def _load(path: Path, kind: type[Value]) -> Value | None:
    """What is kept at `path`, or None unless it is whole."""
    # A file may be cut short, a folder, of an older format or somebody's joke: none of it stops a
    # lesson, for everything can be read anew.
    with suppress(OSError, ValueError, TypeError, KeyError, RecursionError):
        if path.is_file() and path.stat().st_size <= LARGEST_CACHE:
            content = path.read_bytes()
            columns = content.partition(b"\n")[2]
            if content == _sealed(path.name, columns):
                return kind(*map(tuple, json.loads(columns)))
    return None


def _save(path: Path, value: object) -> None:
    """Put a dataclass at `path`, whole or not at all; say so in one line if it cannot be."""
    columns = json.dumps([getattr(value, field.name) for field in fields(value)])
    try:
        put(path, _sealed(path.name, columns.encode()))
    except OSError as error:
        why = f"{path.parent} ({error.strerror or error})"
        name = path.name.partition("-")[0]
        print(
            f"The {name} could not be kept in {why}; the next start reads the docstrings again."
        )
