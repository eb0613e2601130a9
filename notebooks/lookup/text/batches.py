"""Batches of real text: words as a training step reads them."""

import random

from .documents import read_documents
from .words import tokens


def read_batch(documents: int = 16, words: int = 64, seed: int = 0) -> list[str]:
    """The first words of some documents of `read_documents`, one document after the other.

    Args:
        documents: how many are drawn, without repeats, from 1 to all there are.
        words: how many words of each are read, at least 1; a shorter document gives all it has.
        seed: the same seed draws the same documents, as long as the installed packages are the
            same.

    Raises ValueError for a number of documents or of words that is too small or too large.

    >>> len(read_batch(documents=2, words=10))
    20
    """
    texts = read_documents().texts
    if not 1 <= documents <= len(texts):
        raise ValueError(
            f"documents must be from 1 to {len(texts):,}, got {documents!r}."
        )
    if words < 1:
        raise ValueError(f"words must be at least 1, got {words!r}.")
    # A generator of its own: a learner's `random.seed` is neither used nor moved on.
    drawn = random.Random(seed).sample(texts, documents)
    return [word for text in drawn for word in tokens(text)[:words]]
