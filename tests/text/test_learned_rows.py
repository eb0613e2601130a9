"""The stored rows of learned words: whole, sensible, and made as their docstring says."""

import ast
import importlib
import json
from types import SimpleNamespace

import pytest
import torch
import torch.nn.functional as F

import renew_learned
from course import code_cells, read
from lookup import read_learned_rows
from lookup.text.learned_rows import FILE

ABOUT = json.loads(FILE.read_text(encoding="utf-8").splitlines()[0])
MARGIN = 0.05  # by which a word's nearest of its family is nearer than all other words


@pytest.fixture
def names():
    """What notebook 05 would leave, of a table of five rows."""
    words = ["<unk>", "red", "blue", "two", "<never>"]
    return {
        "docs": SimpleNamespace(libraries=("torch", "numpy", "torch")),
        "places": torch.arange(9),
        "words": words,
        "vocabulary": {word: i for i, word in enumerate(words)},
        "W": torch.arange(15.0).reshape(5, 3) / 7,
        "pairs": [["red", "blue"]],
        "hits": lambda W: 2 / 3,
        "group": {
            "blue": "colours",
            "red": "colours",
            "<never>": "programs",
            "green": "colours",
        },
    }


def cell(source):
    return SimpleNamespace(source=source)


def test_the_rows_are_whole():
    words, W = read_learned_rows()
    assert 35 <= len(words) == len(set(words)) <= 50
    assert W.shape == (len(words), 64)
    assert W.dtype == torch.float32
    assert W.isfinite().all()
    assert W.norm(dim=1).min() > 1
    assert FILE.stat().st_size < 40_000


def test_the_file_says_how_it_came_about():
    assert ABOUT["command"] == "python tests/renew_learned.py"
    assert {"python", "torch", "numpy"} <= ABOUT["versions"].keys()
    assert ABOUT["read"] > 1_000_000
    assert ABOUT["hits"] > 0.55
    assert ABOUT["pairs"] == 45


@pytest.mark.parametrize(
    ("word", "family"),
    [
        ("red", "blue green black"),
        ("blue", "red green black"),
        ("left", "right top bottom"),
        ("upper", "lower"),
        ("mean", "median variance std"),
        ("cpu", "cuda gpu"),
        ("three", "one two four five"),
        ("matrix", "matrices vector vectors"),
        ("rows", "row column columns"),
    ],
)
def test_a_word_of_its_family_is_nearest(word, family):
    words, W = read_learned_rows()
    like = F.cosine_similarity(W, W[words.index(word)])
    cosine = dict(zip(words, like.tolist()))
    del cosine[word]
    of_family = [cosine.pop(other) for other in family.split()]
    assert max(of_family) > max(cosine.values()) + MARGIN


def test_words_of_the_map_come_first_and_only_those_that_text_taught(names):
    assert renew_learned.picked(names) == ["blue", "red", "two"]


def test_what_is_written_is_what_is_read(names, tmp_path, monkeypatch):
    path = tmp_path / "learned.jsonl"
    path.write_bytes(renew_learned.content(names))
    monkeypatch.setattr(
        importlib.import_module("lookup.text.learned_rows"), "FILE", path
    )
    words, W = read_learned_rows()
    assert words == ("blue", "red", "two")
    torch.testing.assert_close(W, names["W"][[2, 1, 3]], rtol=0, atol=0.0005)
    about = json.loads(path.read_text(encoding="utf-8").splitlines()[0])
    assert (
        about.items() >= {"read": 9, "V": 5, "D": 3, "hits": 0.667, "pairs": 1}.items()
    )
    assert [*about["versions"]] == ["python", "torch", "numpy"]


def test_cells_run_in_order_until_all_names_are_there():
    last = cell("".join(f"{name} = old + 1\n" for name in renew_learned.NEEDED))
    names = renew_learned.trained([cell("old = 1"), last, cell("W = 0 / 0")])
    assert names["W"] == 2


def test_a_notebook_that_leaves_no_table_is_refused():
    rest = cell(
        "".join(f"{name} = 1\n" for name in renew_learned.NEEDED - {"W", "vocabulary"})
    )
    with pytest.raises(
        ValueError, match=r"05_learned_rows\.ipynb must leave W, vocabulary\.$"
    ):
        renew_learned.trained([rest])


def test_notebook_05_still_leaves_these_names():
    made = set()
    for cell in code_cells(read(renew_learned.BOOK)):
        for node in ast.walk(ast.parse(cell.source)):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                made.add(node.id)
            if isinstance(node, ast.FunctionDef):
                made.add(node.name)
    assert made >= renew_learned.NEEDED
