"""The scenes of images/ as JSON for draw.mjs: pictures of the course with names and alt texts.

`python tests/renew.py` draws them. Run alone it prints the scenes.
"""

import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "notebooks"))

import torch
from samples import (
    circling,
    coasting,
    four_bags,
    four_ranks,
    meeting,
    parting,
    places,
    real_pieces,
    same_company,
    sixteen_pages,
    stored_forms,
    three_calls,
    timed_steps,
    two_ranks,
    words_of,
)
from scene import Scene
from scipy.sparse import csr_array

from lookup import add_rows, gradient_rows, product_and_lookup, select_rows
from lookup.widget import palette


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
    )
    yield Scene(
        "sentence",
        real_pieces("My grandmother loves embedding tables"),
        1,
        "A strip stands for 30,522 rows, a lens shows five; the row of “grandmother” is ringed; "
        "“embedding” is three pieces: em, ##bed, ##ding.",
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
    broken = places(6, 4)
    broken[5, 2] = torch.inf
    yield Scene(
        "zero_times_infinity",
        select_rows(broken, [4]),
        0,
        "One-hot for index 4 times a 6 by 4 table with ∞ in row 5, column 2; "
        "0 × ∞ is nan, so the output is not 40, 41, 42, 43, as row 4 is, but 40, 41, nan, 43.",
    )
    yield Scene(
        "batch_of_ids",
        select_rows(places(6, 4), [[1, 3], [0, 1]], by="lookup"),
        3,
        "Ids 1, 3, 0, 1 in shape (2, 2) give rows in shape (2, 2, 4): "
        "each id is replaced by its row of the 6 by 4 table, and row 1 came out twice.",
    )


def two_lanes():
    """Linear beside Embedding, of the table whose numbers spell their place."""
    yield Scene(
        "two_lanes",
        product_and_lookup(places(6, 4), [2, 3, 1]),
        0,
        "Two lanes for id 2: Linear multiplies all 24 numbers of a 6 by 4 table, 20 of them by 0; "
        "Embedding reads the 4 of row 2; both give 20, 21, 22, 23.",
    )
    yield Scene(
        "between_words",
        product_and_lookup(places(6, 4), [[0, 0.5, 0.5, 0, 0, 0]]),
        0,
        "Two lanes for half of row 1 and half of row 2: Linear mixes them to 15, 16, 17, 18; "
        "the lane of Embedding is grey and says “No id gives this row.”",
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
    up = 2.0 ** torch.arange(4)[:, None] * torch.tensor(
        [1, -1, 0.5]
    )  # as in notebook 04
    yield Scene(
        "gradient_rows",
        gradient_rows(up, [2, 3, 1, 2], 6),
        3,
        "Four incoming rows are added to rows 2, 3, 1 and again 2 of a 6 by 3 gradient; "
        "row 2 holds the sum of two; rows 0, 4 and 5, which no id names, stay exactly zero.",
        gallery=True,
    )
    yield Scene(
        "coasting_rows",
        coasting(),
        9,
        "Lanes of three optimisers after ten steps; “zebra” was in the first batch only: under SGD "
        "it stands still, under momentum and Adam it glides on, more slowly at each step.",
    )
    yield Scene(
        "moving_rows",
        parting(),
        3,
        "Map of 11 rows made by a formula to part into two groups; "
        "the trail of “blue” leads from the middle to the colours; “blorf” is in no batch.",
        gallery=True,
    )


def rows_in_bags():
    """Rows of a batch, cut into bags, with counts and without."""
    yield Scene(
        "bags",
        four_bags(),
        2,
        "A list of seven ids, cut at offsets 0, 2, 4 and 7 into four bags, the last one empty; "
        "rows 0, 1 and twice row 2 of the third bag fall together into 50, 54, 58, 62, 66.",
    )
    forgotten = four_bags()
    forgotten.counted = False
    yield Scene(
        "forgotten_counts",
        forgotten,
        2,
        "The same four bags with the counts crossed out: the third one now gives "
        "30, 33, 36, 39, 42, ringed, and below it stands what is right: 50, 54, 58, 62, 66.",
    )


def rows_on_ranks():
    """A table in shards: ids at the owners of their rows, and gradients."""
    yield Scene(
        "all_to_all",
        two_ranks(),
        0,
        "Two ranks, each with four of eight rows: each id has gone to the owner of its row; "
        "the way of id 7 leads along the wire from rank 0 to row 7 on rank 1; "
        "3 of 6 crossed, 24 B.",
    )
    yield Scene(
        "added_by_owners",
        four_ranks(),
        3,
        "Four ranks, each with three of 12 rows: the gradients of 10 ids are added up on the "
        "owners; eight rows are touched; 192 B crossed in all, however many rows there are.",
    )


def rows_that_learn():
    """One step of word2vec at one place of a text, and rows of films on the move."""
    yield Scene(
        "one_place",
        same_company(),
        0,
        "In “red car stops” the word “car” is hidden; an arrow pulls it on a line towards the "
        "mean of the other two, and pushes two drawn words away; the loss goes from 1.31 to 1.239.",
    )
    yield Scene(
        "films_on_a_circle",
        circling(),
        3,
        "Map of 24 films that a formula moved from a heap in the middle to a circle, in the order "
        "of their numbers; film 7, which nobody rated, is still in the middle.",
    )


def rows_in_memory():
    """What a form of a gradient stores, and what training steps hold."""
    yield Scene(
        "stored_rows",
        stored_forms(),
        1,
        "Wall of 400 rows, 12 of which hold numbers; as a COO 30 entries of these 12 rows are "
        "stored, 2.2 kB, and none of the 388 rows of zeros, which fill most of 25.6 kB if dense.",
    )
    yield Scene(
        "memory_over_time",
        meeting(),
        7,
        "Areas over two training steps: activations of two tables pile up and go; the gradient of "
        "one table stays from the first backward on and meets them: a peak of three tables.",
        gallery=True,
    )


def calls_on_a_machine():
    """What calls read of a file, and when they return and are done."""
    yield Scene(
        "file_pages",
        sixteen_pages(),
        1,
        "Wall of 2,000 squares, the pages of a file; 16 of them, 65,536 bytes, are lit: "
        "those that a lookup of 16 ids reads.",
    )
    yield Scene(
        "calls_in_time",
        three_calls(),
        2,
        "Two lanes in time: in that of Python three calls have returned after 59 µs, and a wait "
        "goes on until 15.1 ms; in that of the GPU the work of each call takes 5 ms.",
    )


def times_of_a_step():
    """A training step to scale, as it comes and with sparse=True."""
    yield Scene(
        "step_times",
        timed_steps(),
        2,
        "Timeline of a training step of 28 ms: backward takes 21 of them and writes 204,800 rows, "
        "SGD 4.4, reads twice as many and writes as many; the forward, 16 rows, is too short to be "
        "seen.",
    )
    collapsed = timed_steps()
    collapsed.by = "sparse=True"
    yield Scene(
        "step_collapsed",
        collapsed,
        2,
        "The same step with sparse=True: at the same scale its bar is a hairline; enlarged 300 "
        "times it shows 96 µs, in which each part reads or writes 16 rows of the table.",
    )


if __name__ == "__main__":
    scenes = [*rows_of_words(), *rows_of_ids(), *two_lanes()]
    scenes += [*rows_that_change(), *rows_in_bags(), *rows_on_ranks()]
    scenes += [
        *rows_that_learn(),
        *rows_in_memory(),
        *calls_on_a_machine(),
        *times_of_a_step(),
    ]
    sys.stdout.reconfigure(encoding="utf-8")
    palettes = {theme: palette(theme) for theme in ("light", "dark")}
    data = {"palettes": palettes, "scenes": [scene.as_data() for scene in scenes]}
    json.dump(data, sys.stdout, ensure_ascii=False)
