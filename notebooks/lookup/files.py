"""Files written whole or not at all, the course's own folder, text that any file can hold."""

import os
from contextlib import suppress
from pathlib import Path

import platformdirs


def put(path: Path, content: bytes) -> None:
    """Make or replace the file at `path`, whole or not at all: if it fails, the old one stays.

    Raises OSError if the disk is full or cannot be written to.

    >>> with TemporaryDirectory() as folder:
    ...     put(Path(folder, "new", "row"), b"10 11 12")
    """
    # In the same folder, as os.replace cannot move a file to another file system; and by a name of
    # its own, so that two that write at once do not share it.
    part = path.with_name(f"{path.name}.{os.urandom(8).hex()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(content)
        os.replace(part, path)
    finally:
        with suppress(OSError):
            # Gone already if all went well.
            part.unlink(missing_ok=True)


def cache_folder(cache: str | os.PathLike[str] | None = None) -> Path:
    """The folder `cache`, else $ONE_ROW_CACHE, else the user's own cache folder."""
    folder = cache or os.environ.get("ONE_ROW_CACHE")
    return Path(
        folder or platformdirs.user_cache_dir("one-row-at-a-time", appauthor=False)
    )


def well_formed(text: str) -> str:
    """The text with surrogate pairs joined, and a lone surrogate as U+FFFD. Raises nothing.

    A text that has neither is returned itself, and takes no memory a second time.

    >>> well_formed("\\ud83d\\ude42 \\ud83d")
    '🙂 �'
    """
    # In UTF-16 two halves that stand side by side are one character: reading it back joins them.
    found = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text if found == text else found
