"""Files that are written whole or not at all, where the course keeps its own, and text that any file can hold."""

import os
from contextlib import suppress
from pathlib import Path

import platformdirs


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


def cache_folder(cache: str | os.PathLike[str] | None = None) -> Path:
    """Where things are kept: the folder `cache`, else $ONE_ROW_CACHE, else the user's cache folder."""
    folder = cache or os.environ.get("ONE_ROW_CACHE")
    return Path(folder or platformdirs.user_cache_dir("one-row-at-a-time", appauthor=False))


def well_formed(text: str) -> str:
    """The text with the two halves of a surrogate pair joined, and a lone one as U+FFFD. Nothing is raised.

    >>> well_formed("\\ud83d\\ude42 \\ud83d")
    '🙂 �'
    """
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
