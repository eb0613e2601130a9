"""Batches: which documents are drawn, how many words of each are read, what is refused."""

from types import SimpleNamespace

import pytest

from lookup import read_batch, read_documents, tokens
from lookup.text import batches


def test_a_batch_holds_the_first_words_of_documents_one_after_the_other():
    batch = read_batch(documents=3, words=5, seed=7)
    assert len(batch) == 15
    beginnings = {tuple(batch[k : k + 5]) for k in (0, 5, 10)}
    found = (tuple(tokens(text[:1000])[:5]) for text in read_documents().texts)
    assert beginnings <= {*found}


def test_a_seed_draws_the_same_batch_and_another_seed_another():
    assert read_batch(seed=1) == read_batch(seed=1) != read_batch(seed=2)


def test_a_short_document_gives_all_its_words(monkeypatch):
    few = SimpleNamespace(texts=read_documents().texts[::50])
    monkeypatch.setattr(batches, "read_documents", lambda: few)
    lengths = [len(tokens(text)) for text in few.texts]
    longest = sorted(lengths)[-2]
    assert len(read_batch(len(lengths), longest)) == sum(
        min(n, longest) for n in lengths
    )
    assert len(read_batch(len(lengths), min(lengths))) == len(lengths) * min(lengths)


@pytest.mark.parametrize(
    ("documents", "words", "says"),
    [
        (0, 5, "documents must be from 1 to"),
        (10**9, 5, "got 1000000000"),
        (1, 0, "words must be at least 1, got 0"),
    ],
)
def test_what_cannot_be_drawn_is_refused(documents, words, says):
    with pytest.raises(ValueError, match=says):
        read_batch(documents, words)
