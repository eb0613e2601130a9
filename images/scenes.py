"""The scenes of images/ as JSON for draw.mjs: pictures of the course with names and alt texts.

`python tests/renew.py` draws them. Run alone it prints the scenes.
"""

import json
import pathlib
import sys
from dataclasses import dataclass

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "notebooks"))

import torch
from scipy.sparse import csr_array

from lookup import add_rows, gradient_rows, moving_rows, read_vocabulary, select_rows, tokens
from lookup.widget import palette

WORDS = ["the", "a", "dog", "ran", "cat", "sat", "mat"]
COLOURS = ["red", "blue", "green", "black", "white"]
NUMBERS = ["one", "two", "three", "four", "five"]


@dataclass
class Scene:
    """An image: a picture at a step, or a film of all steps where `step` is None.

    One for the `gallery` is drawn at half the width, too.
    """

    name: str
    picture: object
    step: int | None
    alt: str
    gallery: bool = False


def halves():
    """The table of seven words that notebook 00 shows: halves from -2 to 2."""
    return torch.randint(-4, 5, (len(WORDS), 5), generator=torch.Generator().manual_seed(0)) / 2


def places(V, D):
    """A table whose numbers spell their place: row 3 begins with 30."""
    return 10.0 * torch.arange(V)[:, None] + torch.arange(D)


def words_of(sentence):
    """The small picture of a sentence over the seven words."""
    words = sentence.split()
    ids = [WORDS.index(word) for word in words]
    return select_rows(halves(), ids, words=words, names=WORDS, by="lookup")


def real_words(sentence):
    """The picture of a sentence over the real vocabulary, as in notebook 00."""
    vocabulary, words = read_vocabulary(), tokens(sentence)
    W = torch.randn(len(vocabulary), 4, generator=torch.Generator().manual_seed(0))
    ids = [vocabulary[word] for word in words]
    return select_rows(W, ids, words=words, names=vocabulary.words, by="lookup")


def parting():
    """Two groups of words that part over four moments, by a formula.

    A row in the batch goes most of its way, others stay.
    """
    words = [*COLOURS, *NUMBERS, "blorf"]
    turn = 2.4 * torch.arange(len(words), dtype=torch.float64)
    tables = [torch.stack([turn.cos(), turn.sin(), (3 * turn).cos()], dim=1)]
    goal = 0.5 * tables[0] + torch.tensor([[2.5, 0, 0]] * 5 + [[-2.5, 0.0, 0]] * 6)
    batches = [[], [0, 1, 2, 3, 5, 6, 7, 8], [0, 2, 4, 6, 8, 9], [1, 3, 5, 7, 4, 9]]
    for ids in batches[1:]:
        tables.append(tables[-1].clone())
        tables[-1][ids] += 0.7 * (goal - tables[-1])[ids]
    families = ["colours"] * 5 + ["numbers"] * 5 + ["a made-up word"]
    picture = moving_rows(
        tables, names=words, batches=batches, steps=[0, 10, 30, 100], groups=families, step=3
    )
    picture.row = 1
    return picture


def rows_of_words():
    """The rows of words, one for each id."""
    yield Scene(
        "cover",
        words_of("the cat sat"),
        None,
        "Each word of “the cat sat” stands over its id; the id goes to its row of a 7 by 5 table, "
        "and a copy of that row travels to the output, one row at a time.",
    )
    yield Scene(
        "select_rows",
        words_of("the cat sat"),
        1,
        "Above a 7 by 5 table the words “the cat sat” and their ids; the row of id 4, “cat”, "
        "is ringed; the second output row equals row 4.",
        gallery=True,
    )
    yield Scene(
        "sentence",
        real_words("The cat sat on the blorf mat."),
        1,
        "A strip stands for the rows of a real vocabulary, a lens shows five of them; the row "
        "of “cat” is ringed and is the second output row; “blorf” is hatched, as it is unknown.",
    )


def rows_of_ids():
    """The rows of ids alone, of a table whose numbers spell their place."""
    yield Scene(
        "one_hot_row",
        select_rows(places(6, 4), [3]),
        0,
        "One-hot for index 3 beside a 6 by 4 table; only row 3 is ringed; "
        "the output reads 30, 31, 32, 33, as row 3 does.",
    )
    yield Scene(
        "repeated_id",
        select_rows(places(6, 4), [2, 3, 1, 2, 2]),
        4,
        "Five ids, 2, 3, 1, 2 and 2, give five output rows; "
        "row 2 of the table came out three times and rows 0, 4, 5 never.",
    )
    yield Scene(
        "batch_of_ids",
        select_rows(places(6, 4), [[1, 3], [0, 1]], by="lookup"),
        3,
        "Ids 1, 3, 0, 1 in shape (2, 2) give rows in shape (2, 2, 4): "
        "each id is replaced by its row of the 6 by 4 table, and row 1 came out twice.",
    )


def rows_that_change():
    """Rows weighed and added, forward and backward, and rows on the move."""
    X = csr_array([[1, 0, 1, 0], [0, 0, 1, 1], [1, 1, 2, 0], [0, 0, 0, 0]])
    yield Scene(
        "weighed_rows",
        add_rows(places(4, 5), X, names=["cats", "dogs", "eat", "fish"]),
        2,
        "Row 2 of a CSR matrix beside a 4 by 5 table; rows 0, 1 and 2 are ringed; their copies, "
        "the last one doubled, stand one under the other and add up to 50, 54, 58, 62, 66.",
        gallery=True,
    )
    up = 2.0 ** torch.arange(4)[:, None] * torch.tensor([1, -1, 0.5])  # as in notebook 04
    yield Scene(
        "gradient_rows",
        gradient_rows(up, [2, 3, 1, 2], 6),
        3,
        "Four incoming rows are added to rows 2, 3, 1 and again 2 of a 6 by 3 gradient; "
        "row 2 holds the sum of two; rows 0, 4 and 5, which no id names, stay exactly zero.",
        gallery=True,
    )
    yield Scene(
        "moving_rows",
        parting(),
        3,
        "Map of 11 rows made by a formula to part into two groups; "
        "the trail of “blue” leads from the middle to the colours; “blorf” is in no batch.",
        gallery=True,
    )


def as_data(scene):
    """What draw.mjs needs of a scene."""
    return {
        "kind": type(scene.picture).__name__,
        "name": scene.name,
        "spec": scene.picture.spec,
        "step": scene.step,
        "title": scene.alt,
        "row": getattr(scene.picture, "row", None),
        "by": getattr(scene.picture, "by", None),
        "forms": ["", ".half"] if scene.gallery else [""],
    }


if __name__ == "__main__":
    scenes = [*rows_of_words(), *rows_of_ids(), *rows_that_change()]
    sys.stdout.reconfigure(encoding="utf-8")
    palettes = {theme: palette(theme) for theme in ("light", "dark")}
    data = {"palettes": palettes, "scenes": [as_data(scene) for scene in scenes]}
    json.dump(data, sys.stdout, ensure_ascii=False)
