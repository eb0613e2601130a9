"""Pairs of words that follow each other in real text, for a model that tells the next word."""

import re
from collections import Counter
from functools import lru_cache
from itertools import chain

import numpy as np
import torch

from .documents import read_documents

WORD = re.compile("[a-z]{2,}")
OTHER = -1  # a word without a row, and the gap behind a document


@lru_cache(maxsize=1)
def read_pairs(most: int = 1000) -> tuple[tuple[str, ...], torch.Tensor]:
    """Neighbouring words of the documents, both among the most frequent ones.

    A word is two letters or more, in lower case. The answer is kept until another number is asked
    for, so change it only in a copy.

    Args:
        most: how many words have a row, at least 2.

    Returns:
        words: a tuple of `most` str, the most frequent first; row i belongs to words[i].
        pairs: ids, (N, 2) int64: a word and the one that follows it in the same document.

    Raises ValueError for fewer than two words, or for more than the documents have.

    >>> words, pairs = read_pairs(100)
    >>> len(words), pairs.shape[1], int(pairs.max())
    (100, 2, 99)
    """
    texts = read_documents().texts
    counts = Counter[str]()
    for text in texts:
        counts.update(WORD.findall(text.lower()))
    if not 2 <= most <= len(counts):
        raise ValueError(f"most must be from 2 to {len(counts):,} words, got {most!r}.")
    words = tuple(word for word, _ in counts.most_common(most))
    row = {word: i for i, word in enumerate(words)}
    # The "" behind each document has no row, so no pair reaches over into the next one.
    line = chain.from_iterable([*WORD.findall(text.lower()), ""] for text in texts)
    ids = np.fromiter((row.get(word, OTHER) for word in line), dtype=np.int64)
    pairs = np.stack([ids[:-1], ids[1:]], axis=1)
    return words, torch.from_numpy(pairs[(pairs != OTHER).all(axis=1)])
