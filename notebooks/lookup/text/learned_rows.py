"""Rows of some forty words that notebook 05 learned, stored so that they can be shown at once."""

import json
from pathlib import Path

import torch

FILE = Path(__file__).parent / "learned_words.jsonl"


def read_learned_rows() -> tuple[tuple[str, ...], torch.Tensor]:
    """Some forty words and their learned rows, as they come with the course.

    `python tests/renew_learned.py` made them: it ran notebook 05's own cells, which train a table
    of several thousand words on the docstrings of installed packages, kept the rows of words that
    were chosen by hand for beginners, and rounded them to three decimals. The file's first line
    says when, with which versions, and which share of notebook 05's pairs the whole table hit.
    With other versions, another text or on another processor, a new run may learn other numbers.

    Returns:
        words: a tuple of n str, none twice.
        W: the table, (n, 64) float32; row i belongs to words[i].

    Raises:
        OSError: if the file that comes with the course is gone.

    Example:
        >>> words, W = read_learned_rows()
        >>> like = torch.cosine_similarity(W, W[words.index("red")], dim=1)  # (n,)
        >>> [words[i] for i in like.topk(2).indices]
        ['red', 'blue']
    """
    _, *lines = map(json.loads, FILE.read_text(encoding="utf-8").splitlines())
    words = tuple(line["word"] for line in lines)
    return words, torch.tensor([line["row"] for line in lines])
