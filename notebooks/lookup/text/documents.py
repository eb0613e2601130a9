"""Documents of real text: the docstrings of the installed packages, each with where it stands."""

import os
from collections.abc import Sequence
from dataclasses import dataclass

from ..files import well_formed
from .cache import kept
from .docstrings import SHARE, SKIPPED, docstrings, versions

WORDS = 20  # a shorter docstring says nothing of its own: "Return a copy.", "See the base class."
FORMAT = 1


@dataclass(frozen=True, repr=False)
class Documents:
    """Texts, and the library and the module of each: three tuples of one length.

    Raises ValueError if their lengths differ.

    >>> Documents(("Rows of a table.",), ("scipy",), ("scipy.sparse._csr",)).modules[0]
    'scipy.sparse._csr'
    """

    texts: tuple[str, ...]
    libraries: tuple[str, ...]
    modules: tuple[str, ...]

    def __post_init__(self) -> None:
        if not len(self.texts) == len(self.libraries) == len(self.modules):
            raise ValueError("every text has one library and one module")

    def __len__(self) -> int:
        return len(self.texts)

    def __repr__(self) -> str:
        libraries = len(set(self.libraries))
        of = "1 library" if libraries == 1 else f"{libraries:,} libraries"
        return f"{len(self):,} documents of {of}"


def read_documents(
    packages: Sequence[str] = ("torch", "numpy", "scipy", "matplotlib", "sklearn"),
    cache: str | os.PathLike[str] | None = None,
) -> Documents:
    """The docstrings of installed packages as documents; the packages are never imported.

    A docstring of fewer than 20 words is left out, and a text that stands in several places is
    kept once, where it stands first. Which files are read, and where the documents are kept for
    the next start, is as in `read_vocabulary`.

    Raises TypeError for one name in place of a list, ModuleNotFoundError if a package is not
    installed, ValueError if there is no document.

    >>> len(read_documents()) > 8_000
    True
    """
    found = versions(packages)
    marks = [FORMAT, WORDS, sorted(SKIPPED), SHARE, list(found.items())]
    return kept("documents", marks, cache, Documents, lambda: _read(found))


def _read(packages: dict[str, str]) -> Documents:
    places: dict[str, tuple[str, str]] = {}
    for library, module, docstring in docstrings(packages):
        text = _document(docstring)
        if text:
            # The first place stays, and a dict keeps its order: the same documents on every disk.
            places.setdefault(text, (library, module))
    if not places:
        raise ValueError(f"there is no docstring of {WORDS} words in these packages")
    return Documents(tuple(places), *zip(*places.values()))


def _document(docstring: str) -> str:
    """The text of a docstring, or "" if it is too short."""
    # JSON would join the halves of a surrogate pair, and a page shows no lone one.
    text = well_formed(docstring).strip()
    # As many parts as asked for, the rest unsplit, tell whether there are enough words.
    return text if len(text.split(maxsplit=WORDS - 1)) == WORDS else ""
