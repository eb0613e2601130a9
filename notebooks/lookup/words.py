"""Text into tokens, and the words of the installed packages into numbered rows."""

import ast
import hashlib
import importlib.metadata
import importlib.util
import json
import os
import unicodedata
import uuid
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import platformdirs
import regex

UNKNOWN = "<unk>"
FORMAT = 1
LARGEST_FILE = 32_000_000  # bytes; a true file is under 1 MB
SKIPPED = {"tests", "test", "testing", "_testing", "generated"}
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")
NUMBER = regex.compile(r"\p{N}")
# A token begins with a visible character. It is a word (letters and digits with their marks,
# held together by an apostrophe, a joiner, or a point between digits), or else one grapheme.
TOKEN = regex.compile(
    r"""(?V1x) (?! [\p{Cc}\p{Default_Ignorable_Code_Point}] ) (?:
        [[\p{L}\p{N}]--[\p{Han}\p{Hiragana}]] [[\p{L}\p{M}\p{N}]--[\p{Han}\p{Hiragana}]]*
        (?: (?: ' | [\u200c\u200d]+ | (?<=\p{N}) \. (?=\p{N}) )
            (?= [\p{L}\p{N}] ) [[\p{L}\p{M}\p{N}]--[\p{Han}\p{Hiragana}]]+ )*
      | \X )"""
)


def tokens(text: str) -> list[str]:
    """The words of a text in lower case, and each other visible character by itself.

    Nothing that can be seen is lost: a mark, an emoji, a flag or a Chinese character is one
    token, and so is each "_" of an identifier. Spaces, control characters and invisible format
    characters are no tokens. Written alike are é in one or two code points (NFC) and ’ and '.
    A lone surrogate becomes U+FFFD. Anything but a str is a TypeError.

    >>> tokens("Don't panic: num_embeddings=3 🙂")
    ["don't", 'panic', ':', 'num', '_', 'embeddings', '=', '3', '🙂']
    """
    if not isinstance(text, str):
        raise TypeError(f"tokens() takes one text, a str; this is of type {type(text).__name__}")
    text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    text = text.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").replace("\N{SOFT HYPHEN}", "")
    # A line feed ends every grapheme; a space may belong to one.
    return TOKEN.findall("\n".join(unicodedata.normalize("NFC", text.lower()).split()))


@dataclass(frozen=True, repr=False)
class Vocabulary:
    """Words numbered by row: 0 is "<unk>", then the most frequent first, ties by alphabet.

    `words` (V,) and `counts` (V,) are tuples; `counts[0]` counts the tokens without a row.
    A word that has no row is given row 0. A row number is refused with a TypeError.

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
            raise ValueError(f"row 0 is {UNKNOWN!r}, and each word stands once, with its count")
        object.__setattr__(self, "_rows", rows)

    def __len__(self) -> int:
        return len(self.words)

    def __getitem__(self, word: str) -> int:
        if not isinstance(word, str):
            raise TypeError(f"vocabulary[word] takes a str, not {word!r}; see vocabulary.words")
        return self._rows.get(word, 0)

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and word in self._rows

    def __iter__(self) -> Iterator[str]:
        return iter(self.words)

    def __repr__(self) -> str:
        return f"Vocabulary of {len(self):,} words"


def count_words(texts: Iterable[str]) -> Vocabulary:
    """The vocabulary of some texts: every token without a digit has a row of its own.

    Texts without a single such token are a ValueError.
    """
    counts = Counter[str]()
    for text in texts:
        counts.update(tokens(text))
    numbers = {token for token in counts if NUMBER.search(token)}
    words = sorted(counts.keys() - numbers, key=lambda word: (-counts[word], word))
    if not words:
        raise ValueError("there is no word in these texts")
    unknown = sum(counts[token] for token in numbers)
    return Vocabulary((UNKNOWN, *words), (unknown, *(counts[word] for word in words)))


def docstrings(source: bytes) -> list[str]:
    """The docstrings of a module, its classes and functions, parsed and never run.

    A source that this Python cannot parse has none.

    >>> docstrings(b"def f():\\n    'Say why.'")
    ['Say why.']
    """
    try:
        nodes: list[ast.AST] = [ast.parse(source)]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    found = []
    while nodes:
        node = nodes.pop()
        if isinstance(node, DOCUMENTED):
            found.append(ast.get_docstring(node, clean=False) or "")
        for block in BLOCKS:
            nodes += getattr(node, block, ())
    return [docstring for docstring in found if docstring]
