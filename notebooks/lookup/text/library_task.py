"""Notebook 05's question, from which library a docstring comes, as a task that judges tables."""

from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from .documents import Documents, read_documents
from .running_text import read_running_text

WORDS = 60  # that are read of each document
TEST = 0.2  # the share of the modules, whose documents are the test
STEPS, BATCH, RATE = 300, 64, 0.01
# A docstring that says "numpy" gives its library away: the task would be solved by a few words.
TOLD = (
    "torch pytorch aten numpy np scipy matplotlib mpl pyplot plt sklearn scikit learn"
)


@dataclass(frozen=True, repr=False, eq=False)
class LibraryTask:
    """Documents as rows of numbered words, and the library that each comes from.

    `words`: the word of each id, the most frequent one with id 1. `texts`, (documents, 60) int64:
    the first words of each document; 0 is no word. `libraries`, (documents,) int64: the number of
    its library. `learn` and `test`: the documents to learn from, and those to be asked.
    """

    words: tuple[str, ...]
    texts: torch.Tensor
    libraries: torch.Tensor
    learn: torch.Tensor
    test: torch.Tensor

    def __repr__(self) -> str:
        return f"{len(self.learn):,} documents to learn from, {len(self.test):,} to be asked"

    def train(self, table, optimizer, seed: int = 0) -> nn.Linear:
        """Train a table, and a linear layer on the mean of a document's rows, for 300 steps.

        Args:
            table: a module that gives a row for each id, (B, C, D) for ids (B, C).
            optimizer: steps on the table's parameters; the layer has an Adam of its own.
            seed: of the batches, 64 documents each.

        Returns:
            The layer.

        Raises:
            ValueError: if the table gives something else than a row for each id.
        """
        g = torch.Generator().manual_seed(seed)
        layer = nn.Linear(
            self._means(table, self.learn[:1]).shape[1], int(self.libraries.max()) + 1
        )
        # No random start: what differs between two tables is theirs, and not the layer's.
        nn.init.zeros_(layer.weight)
        nn.init.zeros_(layer.bias)
        of_layer = torch.optim.Adam(layer.parameters(), lr=RATE, fused=True)
        for _ in range(STEPS):
            some = self.learn[torch.randint(len(self.learn), (BATCH,), generator=g)]
            loss = F.cross_entropy(
                layer(self._means(table, some)), self.libraries[some]
            )
            table.zero_grad()
            layer.zero_grad()
            loss.backward()
            optimizer.step()
            of_layer.step()
        return layer

    @torch.no_grad()
    def right(self, table, layer) -> float:
        """The share of the test's documents whose library the table and the layer find."""
        # In parts, as all documents' rows at once would take 60 times their means' memory.
        parts = self.test.split(512)
        guesses = [layer(self._means(table, some)).argmax(dim=1) for some in parts]
        return (torch.cat(guesses) == self.libraries[self.test]).double().mean().item()

    def _means(self, table, some):
        """The mean of the rows of each document's words, (documents, D)."""
        ids = self.texts[some]
        rows = table(ids)
        if rows.ndim != 3 or rows.shape[:2] != ids.shape:
            raise ValueError(
                f"a table gives a row for each id, (B, C, D) for ids {tuple(ids.shape)}, "
                f"got shape {tuple(rows.shape)}."
            )
        known = (ids > 0).float()
        # A document without a known word has a sum of 0, and then a mean of 0, not nan.
        shares = known / known.sum(dim=1, keepdim=True).clamp(min=1)
        return torch.bmm(shares.unsqueeze(1), rows).squeeze(1)


def read_library_task(documents: Documents | None = None) -> LibraryTask:
    """The docstrings of the installed packages as a task; names of the libraries are left out.

    The documents of a module, a Python file, are either all to learn from or all to be asked.

    documents: others than those of `read_documents()`.

    Raises ValueError if there is no document, or no word frequent enough to have a row.

    >>> task = read_library_task()
    >>> task.texts.shape[1], task.words[1]
    (60, 'the')
    """
    documents = read_documents() if documents is None else documents
    text = read_running_text(documents)
    modules = np.array(documents.modules)
    # RandomState's streams never change, by NumPy's promise (NEP 19); a Generator's may.
    names = np.random.RandomState(0).permutation(np.unique(modules))
    asked = torch.from_numpy(np.isin(modules, names[: int(np.ceil(TEST * len(names)))]))
    _, libraries = np.unique(documents.libraries, return_inverse=True)
    return LibraryTask(
        text.vocabulary.words,
        text.first_words(WORDS, without=TOLD.split()),
        torch.from_numpy(libraries),
        (~asked).nonzero().flatten(),
        asked.nonzero().flatten(),
    )
