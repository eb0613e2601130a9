"""What of a notebook goes to other processes: the function, what it uses, and nothing else."""

import pytest
import torch

from cells import run
from lookup.processes.lesson import lesson_of

NOTEBOOK = '''
import math as m
import torch
from torch import nn
D = 3
W = torch.ones(2)
rows = "not used: rows is a name of an attribute below"
del rows
_ = W

class Table(nn.Module):
    """A class, its functions and its constants."""

    each = D

    @staticmethod
    def above(x):
        return m.ceil(x)

    def forward(self, ids):
        return plain(ids)[: self.each]

def plain(ids):
    for _ in range(1):
        ids = ids + len(ids.W if hasattr(ids, "W") else ids)
    return ids

def outer(ids):
    return Table()(ids) if len(ids) else outer(ids)

def uses_a_tensor():
    return W

def helper_of_torch(x):
    return nn.functional.relu(x)
'''


@pytest.fixture
def names():
    return run(NOTEBOOK)


def test_a_lesson_defines_all_that_the_function_uses_and_gives_the_same(names):
    source = lesson_of(names["outer"])
    alone = {}
    exec(source, alone)
    ids = torch.arange(5)
    assert alone["outer"](ids).equal(names["outer"](ids))
    assert source.index("D = 3") < source.index("class Table") < source.index("def outer")
    assert "import math as m\n" in source
    assert "W = " not in source
    assert "helper_of_torch" not in source


def test_a_definition_comes_as_it_was_typed(names):
    source = lesson_of(names["outer"])
    typed = NOTEBOOK[NOTEBOOK.index("class Table") : NOTEBOOK.index("\n\ndef plain")]
    assert typed in source


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("uses_a_tensor", "W is of the notebook and is Tensor: .* hand it over as an argument"),
        ("D", "a function of the notebook is needed, got int"),
    ],
)
def test_what_cannot_go_is_refused(names, name, message):
    with pytest.raises(TypeError, match=message):
        lesson_of(names[name])


def test_a_function_without_source_is_refused():
    names = {}
    exec("def f(): pass", names)
    with pytest.raises(TypeError, match="f needs a source"):
        lesson_of(names["f"])
