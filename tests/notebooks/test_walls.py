"""The whole table in 00, 02, 04 and 05: its acts, and the numbers that the prose reads out."""

import pytest
import torch
from torch import nn

from course import NOTEBOOKS, read
from lookup import read_real_table, whole_table

BOOKS = {path.name[:2]: read(path) for path in NOTEBOOKS if "b_" not in path.name}
ACTS = {
    "00": ("look up",),
    "02": ("multiply", "look up"),
    "04": ("learn", "sparse=True"),
}
SENTENCE = "the king and the queen lost the kingdom"


def source(number, cell):
    return next(c.source for c in BOOKS[number].cells if c.id == f"{number}-{cell}")


@pytest.fixture(scope="module")
def walls():
    """{notebook: the picture that its cell makes}"""
    names = {"whole_table": whole_table, "read_real_table": read_real_table}
    made = {}
    for number in ACTS:
        *lines, call = source(number, "wall").partition("whole_table(")[::2]
        exec("\n".join(lines), names)
        made[number] = eval("whole_table(" + call, names)
    return made


@pytest.mark.parametrize("number", ACTS)
def test_a_notebook_has_its_own_acts_and_all_look_the_same_sentence_up(walls, number):
    picture = walls[number]
    assert tuple(picture.spec["acts"]) == ACTS[number]
    assert picture.by == ACTS[number][0]
    assert picture.sentence == SENTENCE
    assert len(picture.ids) == len(SENTENCE.split()) == 8, "every word has a row"
    assert picture.spec == walls["00"].spec | {"acts": picture.spec["acts"]}


def test_05_sorts_the_table_that_it_trained():
    assert 'by="sort"' in source("05", "45-wall")


def test_the_prose_reads_out_what_the_wall_counts(walls):
    picture = walls["00"]
    V, D = picture.spec["V"], picture.spec["D"]
    ids = torch.tensor(picture.ids)
    said = source("00", "wall-why")
    assert f"{V:,} rows that a real model learned" in said
    assert (len(ids), len(ids.unique())) == (8, 6)
    said = source("00", "wall-close")
    assert "Six rows of the wall are framed" in said
    assert "and eight copies have come out" in said
    assert "“the” comes three times" in said
    assert SENTENCE.split().count("the") == 3
    all_of_it, zeros = len(ids) * V * D, len(ids) * (V - 1) * D
    said = source("02", "wall-close")
    assert f"multiplied {all_of_it:,} times, {zeros:,} of them by 0" in said
    assert f"all {len(ids) * D:,} numbers are equal" in said


def test_the_prose_reads_out_what_torch_keeps_of_the_gradient(walls):
    picture = walls["04"]
    V, D = picture.spec["V"], picture.spec["D"]
    dense, sparse = gradient(V, D, picture.ids), gradient(V, D, picture.ids, True)
    said = source("04", "wall-close")
    zeros = int((dense == 0).sum())
    assert f"{zeros:,} of {V * D:,} numbers are exactly 0" in said
    assert sparse._nnz() == 8
    assert "for each of the eight words" in said


def gradient(V, D, ids, sparse=False):
    """What a sum of all numbers looked up sends back."""
    emb = nn.Embedding(V, D, sparse=sparse)
    emb(torch.tensor(ids)).sum().backward()
    return emb.weight.grad
