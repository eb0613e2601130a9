"""Text into tokens, and the words of the installed packages into numbered rows."""

import ast
import hashlib
import importlib.metadata
import importlib.util
import json
import os
import unicodedata
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import platformdirs
import regex

UNKNOWN = "<unk>"
SKIPPED = {"tests", "test", "testing", "_testing"}
BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")
SHARE = 0.1  # files with less in triple quotes hold half of the code and a twentieth of the words
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
FORMAT = 1
LARGEST_CACHE = 16_000_000  # bytes; a true one has about 350,000
NUMBER = regex.compile(r"\p{N}")
HIDDEN = r"[\p{Cc}\p{Default_Ignorable_Code_Point}]"
# Chinese characters and hiragana stand side by side without making one word.
PART = r"(?!\p{M})[[\p{L}\p{M}\p{N}]--[\p{Han}\p{Hiragana}]]+"
JOINT = r"(?:'|[\u200c\u200d]+|(?<=\p{N})\.(?=\p{N}))"
TOKEN = regex.compile(rf"(?V1)(?!{HIDDEN})(?:{PART}(?:{JOINT}{PART})*|\X)")


def tokens(text: str) -> list[str]:
    """The words of a text in lower case, and every other visible character by itself.

    Nothing visible is lost: a punctuation mark, an emoji, a flag, a Chinese character is one
    token, and so is each "_" of an identifier. White space, control characters and invisible
    format characters are no tokens. ’ is read as ', a lone surrogate as U+FFFD, and composed
    and decomposed letters alike (NFC). Anything but a str is a TypeError.

    >>> tokens("Don't panic: num_embeddings=3 🙂")
    ["don't", 'panic', ':', 'num', '_', 'embeddings', '=', '3', '🙂']
    """
    if not isinstance(text, str):
        raise TypeError(f"tokens() takes one text, a str; this is of type {type(text).__name__}")
    text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    text = text.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").replace("\N{SOFT HYPHEN}", "")
    # Joined by line feeds, because a grapheme may take in a space but never a line feed.
    return TOKEN.findall("\n".join(unicodedata.normalize("NFC", text.lower()).split()))


@dataclass(frozen=True, repr=False)
class Vocabulary:
    """Words numbered by row: 0 is "<unk>", then the most frequent first, ties by alphabet.

    `words` (V,) and `counts` (V,) are tuples; `counts[0]` counts the tokens without a row.
    `vocabulary[word]` is the word's row, 0 if it has none; anything but a str is a TypeError.

    >>> vocabulary = count_words(["the cat", "the 7 dogs"])
    >>> vocabulary.words, vocabulary.counts
    (('<unk>', 'the', 'cat', 'dogs'), (1, 2, 1, 1))
    >>> vocabulary["cat"], vocabulary["emu"], "emu" in vocabulary
    (2, 0, False)
    """

    words: tuple[str, ...]
    counts: tuple[int, ...]

    def __post_init__(self) -> None:
        rows = {word: row for row, word in enumerate(self.words)}
        if self.words[:1] != (UNKNOWN,) or not len(rows) == len(self.words) == len(self.counts):
            raise ValueError(f"row 0 is {UNKNOWN!r}, and every word stands once, with its count")
        object.__setattr__(self, "_rows", rows)

    def __len__(self) -> int:
        return len(self.words)

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and word in self._rows

    def __getitem__(self, word: str) -> int:
        if not isinstance(word, str):
            raise TypeError(f"a vocabulary takes a word, not {word!r}; words[row] is the way back")
        return self._rows.get(word, 0)

    def __repr__(self) -> str:
        return f"Vocabulary of {len(self):,} words"


def count_words(texts: Iterable[str]) -> Vocabulary:
    """The vocabulary of some texts: a row for every token without a digit; none: ValueError."""
    counts = Counter[str]()
    for text in texts:
        counts.update(tokens(text))
    words = [token for token in counts if not NUMBER.search(token)]
    if not words:
        raise ValueError("there is no word in these texts")
    words.sort(key=lambda word: (-counts[word], word))
    known = [counts[word] for word in words]
    return Vocabulary((UNKNOWN, *words), (counts.total() - sum(known), *known))


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


def read_vocabulary(
    packages: Sequence[str] = ("torch", "numpy", "scipy", "matplotlib"), cache: str | os.PathLike[str] | None = None
) -> Vocabulary:
    """The vocabulary of the docstrings of installed packages, which are never imported.

    Tests are left out, and so are files of which less than a tenth is docstrings. The vocabulary
    is kept in the folder `cache`, else $ONE_ROW_CACHE, else the user's cache folder, and taken
    from there as long as the packages' versions stay. A package that is not installed is a
    ModuleNotFoundError; packages without a word are a ValueError.

    >>> len(read_vocabulary()) > 20_000
    True
    """
    versions = {name: _version(name) for name in packages}
    key = _digest([FORMAT, TOKEN.pattern, NUMBER.pattern, sorted(SKIPPED), SHARE, versions])
    folder = cache or os.environ.get("ONE_ROW_CACHE")
    path = Path(folder or platformdirs.user_cache_dir("one-row-at-a-time", appauthor=False))
    path /= f"words-{key[:16]}.json"
    if (kept := _load(path, key)) is not None:
        return kept
    vocabulary = _read([file for package in versions for file in _files(package)])
    _save(path, key, vocabulary)
    return vocabulary


def _version(package: str) -> str:
    if package.isidentifier() and importlib.util.find_spec(package):
        with suppress(importlib.metadata.PackageNotFoundError):
            return importlib.metadata.version(package)
    raise ModuleNotFoundError(f"the package {package!r} is not installed here", name=package)


def _files(package: str) -> Iterator[Path]:
    for root in importlib.util.find_spec(package).submodule_search_locations or ():
        for folder, inner, names in os.walk(root):
            inner[:] = set(inner) - SKIPPED
            yield from (Path(folder, name) for name in names if name.endswith(".py"))


def _read(files: list[Path]) -> Vocabulary:
    from tqdm.auto import tqdm

    with tqdm(files, "reading docstrings", leave=False) as bar:
        return count_words("\n".join(_docstrings(file.read_bytes())) for file in bar)


def _digest(value: object) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()


def _load(path: Path, key: str) -> Vocabulary | None:
    """What is kept at `path`, or None unless it is whole and could have been counted."""
    with suppress(OSError, ValueError, TypeError, KeyError, RecursionError):
        if not path.is_file() or path.stat().st_size > LARGEST_CACHE:
            return None
        kept = json.loads(path.read_bytes())
        words, counts = kept["words"], kept["counts"]
        order = [(-count, word) for count, word in zip(counts[1:], words[1:], strict=True)]
        whole = (kept["key"], kept["checksum"]) == (key, _digest([words, counts]))
        natural = all(type(count) is int and count >= 0 for count in counts)
        spelt = tokens(" ".join(words[1:])) == words[1:] and not any(map(NUMBER.search, words))
        if whole and natural and spelt and order == sorted(order):
            return Vocabulary(tuple(words), tuple(counts))
    return None


def _save(path: Path, key: str, vocabulary: Vocabulary) -> None:
    """Put the vocabulary at `path`, whole or not at all; say so in one line if it cannot be."""
    words, counts = vocabulary.words, vocabulary.counts
    kept = {"key": key, "checksum": _digest([words, counts]), "words": words, "counts": counts}
    part = path.with_name(f"{path.name}.{os.urandom(8).hex()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(json.dumps(kept), encoding="utf-8")
        os.replace(part, path)
    except OSError as error:
        why = f"{path.parent} ({error.strerror or error})"
        print(f"The words could not be kept in {why}; the next start reads the docstrings again.")
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
