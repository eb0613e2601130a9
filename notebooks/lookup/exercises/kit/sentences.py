"""Sentences with and without unknown words and repeats, and a vocabulary of the others."""

from itertools import product

from ...vocabulary import UNKNOWN, Vocabulary

KNOWN = ["the", "cat", "sees", "a", "zebra", "and", "sleeps"]
STRANGE = ["emu", "quagga", "okapi", "axolotl"]


def sentences(rng):
    """Words and their vocabulary, with and without words that come twice or are unknown.

    The ids of the words are in no order, and the vocabularies not equally large.
    """
    one, other = rng.sample(STRANGE, 2)
    kinds = product((False, True), ([], [one], [one, other], [one, other, one]))
    return [_sentence(rng, 3 + k % 3, *kind) for k, kind in enumerate(kinds)]


def _sentence(rng, size, repeats, unknown):
    """Words of a vocabulary of `size`, the last row's first, and these unknown ones among them."""
    known = rng.sample(KNOWN, size)
    vocabulary = Vocabulary((UNKNOWN, *known), (9, 7, 5, 4, 3, 2)[: size + 1])
    words = [known[-1], known[0], *unknown[:1], known[1], *unknown[1:]]
    if repeats:
        words = [*unknown[:1], known[-1], known[0], known[1], known[-1], *unknown[1:]]
    return words, vocabulary


def repeats(words):
    return len(set(words)) < len(words)


def unknown_words(words, vocabulary):
    return [word for word in words if vocabulary[word] == 0]
