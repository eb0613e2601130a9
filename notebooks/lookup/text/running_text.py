"""Documents as one line of row numbers, for models that read the words around a place."""

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import count

import numpy as np
import torch

from ..vocabulary import UNKNOWN, Vocabulary
from .documents import Documents, read_documents

WORD = re.compile(r"[^\W\d_]{2,}")
NEVER = "<never>"


@dataclass(frozen=True, repr=False, eq=False)
class RunningText:
    """Documents one after the other, a row number for each word.

    `ids`, (N,) int64: the row of each word, 0 for a rare word and in the gaps between documents.
    `begins`, (documents,) int64: the place at which each document begins. `gap`: how many zeros
    follow each document. `vocabulary`: the words; its last row, "<never>", stands for a word that
    the text does not contain.
    """

    vocabulary: Vocabulary
    ids: torch.Tensor
    begins: torch.Tensor
    gap: int

    def __repr__(self) -> str:
        return f"{len(self.ids):,} places, {len(self.begins):,} documents, {self.vocabulary}"

    def first_words(self, n: int, without: Iterable[str] = ()) -> torch.Tensor:
        """The first words of each document, (documents, n) int64.

        0 stands for a rare word, for each of the words `without`, and after a document's end.

        Raises ValueError if n is less than 1.

        >>> text = line_up(["red red car", "car red"], at_least=2, gap=1)
        >>> text.first_words(2, without=["car"])
        tensor([[1, 1],
                [0, 1]])
        """
        if n < 1:
            raise ValueError(f"n must be at least 1, got {n!r}.")
        ends = (
            torch.tensor([*self.begins[1:], len(self.ids)]) - self.gap
        )  # (documents,)
        at = self.begins[:, None] + torch.arange(n)  # (documents, n)
        # The last documents may end before n words; what is read there is set to 0 below.
        ids = self.ids[at.clamp(max=len(self.ids) - 1)]
        unwanted = torch.tensor([0, *(self.vocabulary[word] for word in without)])
        ids[at >= ends[:, None]] = 0
        ids[torch.isin(ids, unwanted)] = 0
        return ids


def line_up(texts: Iterable[str], at_least: int, gap: int) -> RunningText:
    """Texts as one line of row numbers.

    A word is two or more letters, read in lower case; one found less than `at_least` times has no
    row. The most frequent word has row 1.

    Raises ValueError if no word is frequent enough.

    >>> text = line_up(["A red car.", "red cars, red car"], at_least=2, gap=1)
    >>> text.vocabulary.words, text.ids.tolist()
    (('<unk>', 'red', 'car', '<never>'), [1, 2, 0, 1, 0, 1, 2, 0])
    """
    # of each word, from 1, as it is first found
    number: defaultdict[str, int] = defaultdict(count(1).__next__)
    found: list[int] = []
    begins: list[int] = []
    for text in texts:
        begins.append(len(found))
        found += map(number.__getitem__, WORD.findall(text.lower()))
        found += [0] * gap
    line = torch.from_numpy(
        np.array(found, dtype=np.int64)
    )  # in a quarter of torch.tensor's time
    times = line.bincount(minlength=len(number) + 1)
    # 0 stands for the gaps, which are no word, however many there are.
    times[0] = 0
    # Stable: of words as frequent as each other the one found first comes first, on every machine.
    by_times = times.argsort(descending=True, stable=True)
    often = by_times[times[by_times] >= at_least]
    if not len(often):
        raise ValueError(f"no word of these texts is found {at_least:,} times or more.")
    row = torch.zeros_like(times)
    row[often] = torch.arange(1, len(often) + 1)
    words = ["", *number]
    kept = times[often]
    rare = int(times.sum() - kept.sum())
    vocabulary = Vocabulary(
        (UNKNOWN, *(words[i] for i in often.tolist()), NEVER), (rare, *kept.tolist(), 0)
    )
    return RunningText(vocabulary, row[line], torch.tensor(begins), gap)


def read_running_text(
    documents: Documents | None = None, at_least: int = 10, gap: int = 5
) -> RunningText:
    """The docstrings of the installed packages as one line of row numbers.

    Args:
        documents: other texts than those of `read_documents()`.
        at_least: how often a word must be found to get a row of its own, at least 1.
        gap: how many zeros stand between documents, at least 0, so that nobody who looks that
            many places around a word looks into another document.

    Raises ValueError for a number that is too small, or if there is no document, or no word that is
    frequent enough.

    >>> text = read_running_text()
    >>> text.vocabulary["the"]
    1
    """
    if at_least < 1 or gap < 0:
        raise ValueError(
            f"at_least must be 1 or more and gap 0 or more, got {at_least!r} and {gap!r}."
        )
    documents = read_documents() if documents is None else documents
    if not documents:
        raise ValueError("documents must hold a text at least, got none.")
    return line_up(documents.texts, at_least, gap)
