"""A sentence into the pieces of a vocabulary, the longest first, as BERT's tokenizer makes them."""

import unicodedata
from collections.abc import Container

import regex

from ..files import well_formed

UNKNOWN_PIECE = "[UNK]"
INSIDE = "##"  # before a piece that does not begin its word
LONGEST_WORD = 100  # letters
# What BERT calls Chinese: blocks of ideographs, and no kana and no hangul.
IDEOGRAPH = (
    r"\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0002a6df"
    r"\U0002a700-\U0002b81f\U0002b920-\U0002ceaf\U0002f800-\U0002fa1f"
)
MARK = r"\p{P}!-/:-@\[-`{-~"  # punctuation, and symbols of ASCII such as $ and +
HIDDEN = regex.compile(r"(?V1)[[\p{Cc}\p{Cf}\p{Co}\ufffd]--[\t\n\r]]")
ACCENT = regex.compile(r"\p{Mn}")
WORD = regex.compile(rf"[{IDEOGRAPH}{MARK}]|[^\s{IDEOGRAPH}{MARK}]+")


def bare_words(sentence: str) -> list[str]:
    """The words of a sentence in lower case and without accents, each mark by itself.

    Control and format characters are dropped, a lone surrogate, too. A Chinese character is a
    word; so is each punctuation mark, which parts "don't" into three. The same as BERT's tokenizer
    gives, but for some 750 rare characters that newer versions of Unicode count as marks or accents
    and that takes for letters.

    Raises TypeError unless the sentence is a str.

    >>> bare_words("Don't touch the Café 中文!")
    ['don', "'", 't', 'touch', 'the', 'cafe', '中', '文', '!']
    """
    if not isinstance(sentence, str):
        kind = type(sentence).__name__
        raise TypeError(f"a sentence must be a str, this is of type {kind}")
    seen = HIDDEN.sub("", well_formed(sentence))
    # Taken apart (NFD), an accent is a mark of its own and can be dropped.
    bare = ACCENT.sub("", unicodedata.normalize("NFD", seen))
    # Python alone knows the Greek sigma that ends a word; BERT's tokenizer takes each by itself.
    return WORD.findall(bare.replace("Σ", "σ").lower())


def word_pieces(word: str, known: Container[str]) -> list[str]:
    """A word's pieces: the longest known beginning, then the longest of the rest, and so on.

    Args:
        word: a word in lower case.
        known: the pieces that there are; one that does not begin a word has "##" before it.

    Returns:
        The pieces, or ["[UNK]"] if some part of the word has none, or it has over 100 letters.

    Raises:
        TypeError: if the word is no str.

    Example:
        >>> word_pieces("embedding", {"em", "embed", "##ding", "##ing"})
        ['embed', '##ding']
        >>> word_pieces("embedded", {"em", "embed", "##ding", "##ing"})
        ['[UNK]']
    """
    if len(word) > LONGEST_WORD:
        return [UNKNOWN_PIECE]
    pieces, begin = [], 0
    while begin < len(word):
        prefix = INSIDE if begin else ""
        for end in range(len(word), begin, -1):
            piece = prefix + word[begin:end]
            if piece in known:
                break
        else:
            return [UNKNOWN_PIECE]
        pieces.append(piece)
        begin = end
    return pieces
