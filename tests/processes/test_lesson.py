"""What of a notebook goes to other processes: the function, what it uses, and nothing else."""

import pytest
import torch

from cells import run
from lookup.processes.lesson import lesson_of

NOTEBOOK = '''
import functools
import math as m
from dataclasses import dataclass
from typing import NamedTuple
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

@torch.no_grad()
def decorated(x):
    return x * LARGEST

LARGEST = m.inf
other_name = decorated

@functools.cache
def aliased(x):
    return other_name(torch.tensor([x]))

@torch.no_grad()
def uses_decorated(x):
    return aliased(x), torch.is_grad_enabled()

class Pair(NamedTuple):
    left: int

    def twice(self):
        return 2 * self.left

@dataclass
class Point:
    x: int

class Shop:
    pass

double = lambda x: 2 * x

def uses_pair():
    return Pair(4).twice()

def uses_point():
    return Point(1)

def uses_shop():
    return Shop()

def uses_double():
    return double(1)
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
    assert (
        source.index("D = 3") < source.index("class Table") < source.index("def outer")
    )
    assert "import math as m\n" in source
    assert "W = " not in source
    assert "helper_of_torch" not in source


def test_a_definition_comes_as_it_was_typed(names):
    source = lesson_of(names["outer"])
    typed = NOTEBOOK[NOTEBOOK.index("class Table") : NOTEBOOK.index("\n\ndef plain")]
    assert typed in source


def test_decorated_functions_other_names_and_infinity_go_along(names):
    alone = {}
    exec(lesson_of(names["uses_decorated"]), alone)
    assert alone["uses_decorated"](3.0) == (torch.inf, False)
    assert alone["other_name"] is alone["decorated"]


def test_a_class_goes_where_a_method_of_its_own_was_typed(names):
    alone = {"__name__": "lesson"}
    exec(lesson_of(names["uses_pair"]), alone)
    assert alone["uses_pair"]() == 8


def test_another_name_of_what_was_defined_anew_is_refused(names):
    names["old"] = names["plain"]
    run("def plain(ids):\n    return ids\n\ndef again():\n    return old(1)", names)
    with pytest.raises(TypeError, match="the source of old is not found"):
        lesson_of(names["again"])


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (
            "uses_a_tensor",
            "W is a value of the notebook, of type Tensor, .* as an argument",
        ),
        (
            "uses_point",
            "the source of Point is not found: only a def, or a class with a method",
        ),
        ("uses_shop", "the source of Shop is not found"),
        ("uses_double", "the source of double is not found"),
        ("double", "the source of <lambda> is not found"),
        ("D", "a function of the notebook is needed, got int"),
    ],
)
def test_what_cannot_go_is_refused(names, name, message):
    with pytest.raises(TypeError, match=message):
        lesson_of(names[name])


def test_a_function_without_source_is_refused():
    names = {}
    exec("def f(): pass", names)
    with pytest.raises(TypeError, match="the source of f is not found"):
        lesson_of(names["f"])
