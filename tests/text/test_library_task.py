"""The task that judges tables: what is learned and asked, and what `train` and `right` do."""

import pytest
import torch
from torch import nn

from lookup.text.documents import Documents
from lookup.text.library_task import LibraryTask, read_library_task

APART = ["rows of rows and rows"] * 30 + ["columns of columns and columns"] * 30


def made():
    """A task in which a word tells the library: documents of 20 modules, two libraries."""
    libraries = ("scipy",) * 30 + ("torch",) * 30
    modules = tuple(f"module {k % 20}" for k in range(60))
    return read_library_task(Documents(tuple(APART), libraries, modules))


def table_for(task):
    torch.manual_seed(0)
    return nn.Embedding(len(task.words), 4)


def test_a_module_is_either_learned_from_or_asked():
    task = made()
    assert sorted([*task.learn.tolist(), *task.test.tolist()]) == list(range(60))
    assert {k % 20 for k in task.learn.tolist()}.isdisjoint(
        k % 20 for k in task.test.tolist()
    )
    assert len(task.test) == 12
    assert repr(task) == "48 documents to learn from, 12 to be asked"


def test_words_that_tell_the_library_are_no_words():
    texts = tuple(f"{text} torch" for text in APART)
    task = read_library_task(Documents(texts, ("a", "b") * 30, ("m", "n") * 30))
    assert "torch" in task.words
    assert task.words.index("torch") not in task.texts


def test_a_table_learns_what_a_word_tells():
    task = made()
    table = table_for(task)
    before = table.weight.detach().clone()
    layer = task.train(table, torch.optim.SGD(table.parameters(), lr=0.1))
    assert task.right(table, layer) == 1.0
    moved = (table.weight != before).any(dim=1)
    assert not moved[0], "no word has no row"
    assert moved[task.texts.unique()[1:]].all()


def test_an_optimizer_needs_nothing_but_a_step():
    class Still:
        def step(self):
            pass

    task = made()
    table = table_for(task)
    before = table.weight.detach().clone()
    task.train(table, Still())
    assert table.weight.equal(before)


def test_the_seed_alone_says_which_batches_come():
    task = made()
    weights = []
    for seed, other in [(0, 1), (0, 2), (1, 1)]:
        table = table_for(task)
        torch.manual_seed(other)
        weights.append(
            task.train(table, torch.optim.SGD(table.parameters(), lr=0.1), seed).weight
        )
    assert weights[0].equal(weights[1])
    assert not weights[0].equal(weights[2])


def test_a_document_without_words_has_the_mean_zero():
    texts = torch.tensor([[1, 1, 2], [0, 0, 0]])
    task = LibraryTask(
        ("", "a", "b"), texts, torch.tensor([0, 1]), torch.arange(2), torch.arange(2)
    )
    table = nn.Embedding.from_pretrained(torch.tensor([[9.0], [3.0], [6.0]]))
    layer = nn.Linear(1, 2)
    with torch.no_grad():
        layer.weight.copy_(torch.tensor([[1.0], [0.0]]))
        layer.bias.copy_(torch.tensor([0.0, 1.0]))
    assert task.right(table, layer) == 1.0  # means 4 and 0


@pytest.mark.parametrize(
    "rows", [torch.ones(1, 60), torch.ones(1, 59, 4), torch.ones(60, 4)]
)
def test_a_table_that_gives_no_row_for_each_id_is_refused(rows):
    task = made()
    with pytest.raises(ValueError, match=r"\(B, C, D\) for ids \(1, 60\), got shape"):
        task.train(lambda ids: rows, None)


def test_no_documents_are_refused_and_not_those_of_the_packages_read():
    with pytest.raises(
        ValueError, match="documents must hold a text at least, got none"
    ):
        read_library_task(Documents((), (), ()))
