"""Text into tokens, and the words of the installed packages into numbered rows."""

import os
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence

import regex

from ..files import well_formed
from ..vocabulary import UNKNOWN, Vocabulary
from .cache import kept
from .docstrings import SHARE, SKIPPED, docstrings, versions

FORMAT = 1
NUMBER = regex.compile(r"\p{N}")
HIDDEN = r"[\p{Cc}\p{Default_Ignorable_Code_Point}]"
# Chinese characters and hiragana stand side by side without making one word.
LETTER = r"[[\p{L}\p{M}]--[\p{Han}\p{Hiragana}]]"
DIGIT = r"[[\p{N}]--[\p{Han}]](?!\ufe0f?\u20e3)"  # one on a key is an emoji
PART = rf"(?!\p{{M}})(?:{LETTER}++|{DIGIT})++"
JOINT = r"(?:'|[\u200c\u200d]+|(?<=\p{N})\.(?=\p{N}))"
# Within a row of flags \X would count at each one all letters before it: quadratic in the row.
FLAG = r"\p{RI}{2}(?=\p{RI})"
TOKEN = regex.compile(rf"(?V1)(?!{HIDDEN})(?:{PART}(?:{JOINT}{PART})*|{FLAG}|\X)")


def tokens(text: str) -> list[str]:
    """The words of a text in lower case, and every other visible character by itself.

    Nothing visible is lost: a punctuation mark, an emoji, a flag, a Chinese character is one
    token, and so is each "_" of an identifier. White space, control characters and invisible
    format characters are no tokens. ’ is read as ', a lone surrogate as U+FFFD, and composed
    and decomposed letters alike (NFC).

    Raises TypeError unless the text is a str.

    >>> tokens("Don't panic: num_embeddings=3 🙂")
    ["don't", 'panic', ':', 'num', '_', 'embeddings', '=', '3', '🙂']
    """
    if not isinstance(text, str):
        raise TypeError(
            f"tokens() takes one text, a str; this is of type {type(text).__name__}"
        )
    text = well_formed(text).replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    # A soft hyphen says where a word may be broken; it does not part it.
    text = text.replace("\N{SOFT HYPHEN}", "")
    # Joined by line feeds, because a grapheme may take in a space but never a line feed.
    return TOKEN.findall("\n".join(unicodedata.normalize("NFC", text.lower()).split()))


def count_words(texts: Iterable[str]) -> Vocabulary:
    """The vocabulary of some texts: a row for every token without a digit.

    Raises ValueError if there is no such token.

    >>> vocabulary = count_words(["the cat", "the 7 dogs"])
    >>> vocabulary.words, vocabulary.counts
    (('<unk>', 'the', 'cat', 'dogs'), (1, 2, 1, 1))
    """
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
    packages: Sequence[str] = ("torch", "numpy", "scipy", "matplotlib"),
    cache: str | os.PathLike[str] | None = None,
) -> Vocabulary:
    """The vocabulary of the docstrings of installed packages, which are never imported.

    Tests are left out, and so are files of which less than a tenth is docstrings. The vocabulary
    is kept in the folder `cache`, else $ONE_ROW_CACHE, else the user's cache folder, and taken
    from there as long as the packages' versions stay.

    Raises TypeError for one name in place of a list, ModuleNotFoundError if a package is not
    installed, ValueError if there is no word.

    >>> len(read_vocabulary()) > 20_000
    True
    """
    found = versions(packages)
    # All that the words depend on: whoever changes the pattern gets no words of the old one.
    marks = [FORMAT, TOKEN.pattern, NUMBER.pattern, sorted(SKIPPED), SHARE, found]

    def read() -> Vocabulary:
        return count_words(text for _, _, text in docstrings(found))

    return kept("words", marks, cache, Vocabulary, read)
