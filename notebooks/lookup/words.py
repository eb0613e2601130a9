"""Text into tokens, and the words of the installed packages into numbered rows."""

import os
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import regex

from .disk import SHARE, SKIPPED, docstrings, kept, versions

UNKNOWN = "<unk>"
FORMAT = 1
NUMBER = regex.compile(r"\p{N}")
HIDDEN = r"[\p{Cc}\p{Default_Ignorable_Code_Point}]"
# Chinese characters and hiragana stand side by side without making one word.
PART = r"(?!\p{M})[[\p{L}\p{M}\p{N}]--[\p{Han}\p{Hiragana}]]+"
JOINT = r"(?:'|[\u200c\u200d]+|(?<=\p{N})\.(?=\p{N}))"
TOKEN = regex.compile(rf"(?V1)(?!{HIDDEN})(?:{PART}(?:{JOINT}{PART})*|\X)")


def well_formed(text: str) -> str:
    """The text with the two halves of a surrogate pair joined, and a lone one as U+FFFD. Nothing is raised.

    >>> well_formed("\\ud83d\\ude42 \\ud83d")
    '🙂 �'
    """
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


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
    text = well_formed(text).replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").replace("\N{SOFT HYPHEN}", "")
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
    found = versions(packages)
    marks = [FORMAT, TOKEN.pattern, NUMBER.pattern, sorted(SKIPPED), SHARE, found]
    return kept("words", marks, cache, _restored, lambda: count_words(text for *_, text in docstrings(found)))


def _restored(words: list, counts: list) -> Vocabulary | None:
    """The vocabulary of kept columns, or None where they cannot have been counted."""
    order = [(-count, word) for count, word in zip(counts[1:], words[1:], strict=True)]
    natural = all(type(count) is int and count >= 0 for count in counts)
    spelt = tokens(" ".join(words[1:])) == words[1:] and not any(map(NUMBER.search, words))
    return Vocabulary(tuple(words), tuple(counts)) if natural and spelt and order == sorted(order) else None
