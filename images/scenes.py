"""The scenes of images/ as JSON for draw.mjs: each is a picture of the course, with a name and an alt text.

`python tests/renew.py` draws them. Run alone it prints the scenes.
"""

import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "notebooks"))

import torch
from scipy.sparse import csr_array

from lookup import add_rows, gradient_rows, moving_rows, read_vocabulary, select_rows, tokens

WORDS = ["the", "a", "dog", "ran", "cat", "sat", "mat"]


def halves():
    """The table of seven words that notebook 00 shows: halves from -2 to 2."""
    return torch.randint(-4, 5, (len(WORDS), 5), generator=torch.Generator().manual_seed(0)) / 2


def places(V, D):
    """A table whose numbers spell their place: row 3 begins with 30."""
    return 10.0 * torch.arange(V)[:, None] + torch.arange(D)


def words_of(sentence):
    """The small picture of a sentence over the seven words."""
    words = sentence.split()
    return select_rows(halves(), [WORDS.index(word) for word in words], words=words, names=WORDS)


def real_words(sentence):
    """The picture of a sentence over the real vocabulary, as in notebook 00."""
    vocabulary, words = read_vocabulary(), tokens(sentence)
    W = torch.randn(len(vocabulary), 4, generator=torch.Generator().manual_seed(0))
    return select_rows(W, [vocabulary[word] for word in words], words=words, names=vocabulary.words)


def parting():
    """Two groups of words that part over four moments, by a formula: a row in the batch goes most of its way, others stay."""
    words = [
        "red",
        "blue",
        "green",
        "black",
        "white",
        "one",
        "two",
        "three",
        "four",
        "five",
        "blorf",
    ]
    turn = 2.4 * torch.arange(len(words), dtype=torch.float64)
    tables = [torch.stack([turn.cos(), turn.sin(), (3 * turn).cos()], dim=1)]
    goal = 0.5 * tables[0] + torch.tensor([[2.5, 0, 0]] * 5 + [[-2.5, 0.0, 0]] * 6)
    batches = [[], [0, 1, 2, 3, 5, 6, 7, 8], [0, 2, 4, 6, 8, 9], [1, 3, 5, 7, 4, 9]]
    for ids in batches[1:]:
        tables.append(tables[-1].clone())
        tables[-1][ids] += 0.7 * (goal - tables[-1])[ids]
    picture = moving_rows(tables, names=words, batches=batches, steps=[0, 10, 30, 100], step=3)
    picture.row = 1
    return picture


def scenes():
    """name, picture, step (None: all of them, moving) and alt text of each image."""
    yield from picked()
    yield from added()


def picked():
    """Rows of a table, one for each id."""
    yield (
        "cover", words_of("the cat sat"), None,
        "For each word of “the cat sat” a one-hot rings one row of a 7 by 5 table; "
        "a copy of that row travels to the output, one row at a time.",
    )  # fmt: skip
    yield (
        "select_rows", words_of("the cat sat"), 1,
        "One-hot for index 4, “cat”, beside a 7 by 5 table; only row 4 is ringed; the second output row equals row 4.",
    )  # fmt: skip
    yield (
        "sentence", real_words("The cat sat on the blorf mat."), 1,
        "A strip stands for the rows of a real vocabulary; a lens shows five of them; "
        "the row of “cat” is ringed and a copy of it is the second output row.",
    )  # fmt: skip
    yield (
        "one_hot_row", select_rows(places(6, 4), [3]), 0,
        "One-hot for index 3 beside a 6 by 4 table; only row 3 is ringed; the output reads 30, 31, 32, 33, as row 3 does.",
    )  # fmt: skip
    yield (
        "repeated_id", select_rows(places(6, 4), [2, 3, 1, 2, 2]), 4,
        "Five ids, 2, 3, 1, 2 and 2, give five output rows; row 2 of the table came out three times and rows 0, 4, 5 never.",
    )  # fmt: skip
    yield (
        "batch_of_ids", select_rows(places(6, 4), [[1, 3], [0, 1]]), 3,
        "Ids 1, 3, 0, 1 in shape (2, 2) give rows in shape (2, 2, 4): "
        "each id is replaced by its row of the 6 by 4 table, and row 1 came out twice.",
    )  # fmt: skip


def added():
    """Rows weighed and added, forward and backward, and rows on the move."""
    X = csr_array([[1, 0, 1, 0], [0, 0, 1, 1], [1, 1, 2, 0], [0, 0, 0, 0]])
    yield (
        "weighed_rows", add_rows(places(4, 5), X, names=["cats", "dogs", "eat", "fish"]), 2,
        "Row 2 of a CSR matrix beside a 4 by 5 table; rows 0, 1 and 2 are ringed; "
        "their copies, the last one doubled, stand one under the other and add up to 50, 54, 58, 62, 66.",
    )  # fmt: skip
    up = 2.0 ** torch.arange(4)[:, None] * torch.tensor([1, -1, 0.5])  # as in notebook 04
    yield (
        "gradient_rows", gradient_rows(up, [2, 3, 1, 2], 6), 3,
        "Four incoming rows are added to rows 2, 3, 1 and again 2 of a 6 by 3 gradient; "
        "row 2 holds the sum of two; rows 0, 4 and 5, which no id names, stay exactly zero.",
    )  # fmt: skip
    yield (
        "moving_rows", parting(), 3,
        "Map of 11 rows made by a formula to part into two groups; the trail of “blue” leads from the middle "
        "to the colours; “blorf” is in no batch.",
    )  # fmt: skip


if __name__ == "__main__":
    listed = [
        {
            "kind": type(p).__name__,
            "name": n,
            "spec": p.spec,
            "step": s,
            "title": t,
            "row": getattr(p, "row", None),
        }
        for n, p, s, t in scenes()
    ]
    sys.stdout.reconfigure(encoding="utf-8")
    json.dump(listed, sys.stdout, ensure_ascii=False)
