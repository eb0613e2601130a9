"""What a handed-in notebook is checked by: values as data, and the cells that an exercise needs."""

import doctest
import json
import random
import re
import sys
import textwrap
from decimal import Decimal
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest
import torch

from course import NOTEBOOKS, exercises, read
from grading import course_text, feedback, found, judge, learner_notebook, list_file, report, roster
from grading.in_kernel import as_data, kernel
from learners_notebooks import BOOKS, known_wrong
from lookup.exercises.check import difference, exercise, verdict

pytestmark = pytest.mark.long

PLAIN = [None, ..., True, 3, 2.5, float("inf"), "text", [], (1, [2]), {"a": 1}, range(3), {1}, 1j]
PLAIN += [iter([1]), b"", print, Fraction(1, 3), Decimal("0.25")]
ARRAYS = [np.arange(3), np.float32(2), np.array(["a"]), np.array([None])]
TENSORS = [
    torch.zeros(0, 3),
    torch.tensor(2.0),
    torch.ones(2, dtype=torch.bfloat16),
    torch.ones(2, dtype=torch.bool),
    torch.ones(2, requires_grad=True),
    torch.ones(2, 2).T,
    torch.ones(2).to_sparse(),
    torch.ones(2, dtype=torch.cfloat),
]
SEEN_IN_THE_CODE = re.compile(  # which does not travel
    "in its first pass|before the loop|in each pass|never looks at|Did you mean|changes nothing|"
    "to print something|gives nothing back"
)
CHANCES = 3  # inputs are random, and some of them show less of a cause
NAMES = [name for path in NOTEBOOKS for name in exercises(read(path))]


@pytest.mark.parametrize("name", NAMES)
def test_every_input_and_true_answer_survives_as_data(name):
    asked = exercise(name)
    for inputs in asked.trials(random.Random(0)):
        for value in [*inputs, asked.truth(*inputs)]:
            packed = json.loads(json.dumps(as_data.pack(value, dicts=True)))
            back, there = as_data.unpack(packed), as_data.unpack(packed, course=True)
            assert type(there) is type(value)
            if not callable(value):
                assert not difference(back, value)
            else:
                assert there is value
                assert repr(back) == repr(value)


@pytest.mark.parametrize(
    "value",
    [*PLAIN, *ARRAYS, *TENSORS],
    ids=lambda value: type(value).__name__,  # the same in every worker
)
def test_whatever_a_function_answers_is_judged_as_in_the_notebook(value):
    back = as_data.unpack(json.loads(json.dumps(as_data.pack(value))))
    for name in ("00-a", "00-b", "01-b", "01-c"):
        assert judged(name, back) != "right."
        lost = isinstance(value, torch.Tensor) and (value.is_sparse or value.is_complex())
        if not lost:  # on the way, as NumPy has no sparse arrays and `pack` no complex numbers
            assert judged(name, back) == judged(name, value)


def judged(name, value):
    """What differs, without what does so from trial to trial, and without the kinds of numbers."""
    said, _, _ = verdict(exercise(name), lambda *_: value).partition("\n")
    said = re.sub(r"wanted is .*|0x\w+", "", said)
    return re.sub(r"answer (is|has) .*(array|shape|float32|Decimal|Fraction).*", "", said)


@pytest.fixture
def ask():
    """(verdict, why) of a function for an exercise, by way of data as in a sandbox."""

    def said(name, function):
        def asked(f, inputs=None):
            inputs = json.loads(json.dumps(inputs))
            return json.loads(kernel.answer(f, inputs, {"f": function}))

        question = learner_notebook.Asked(name, 0, "f")
        return judge.judged(SimpleNamespace(ask=asked), question, "")[:2]

    return said


@pytest.mark.parametrize("number", BOOKS)
def test_a_known_wrong_answer_gets_its_hint_by_way_of_data(ask, number):
    for name, wrong, source in known_wrong(number):
        names = {}
        exec(source, names)
        for function, hint in list(wrong.items())[:3]:  # as for the rest, tests/exercises asks them
            hint = hint.removeprefix("not yet. ")
            for _ in range(CHANCES):
                said, why = ask(name, names[function])
                assert said == "not yet", (name, function)
                if hint in why or SEEN_IN_THE_CODE.search(hint):
                    break
            else:
                pytest.fail(f"{name}, {function}: {why}")


def test_what_changes_its_input_is_not_right_here_as_in_the_notebook(ask):
    def clears(documents):
        for document in documents:
            document.clear()  # so that nothing would be the true answer
        return [0] * (len(documents) + 1), [], []

    why = "Your function changes its input documents; work on a copy or make a new tensor."
    assert verdict(exercise("03-a"), clears) == f"not yet. {why}"
    assert ask("03-a", clears) == ("not yet", why)
    assert ask("03-a", lambda documents: documents.clear())[0] == "not yet"
    assert "changes its input gpu" in ask("06-c", lambda gpu, n: gpu.update(work=0) or n)[1]
    assert "changes its input W" in ask("00-b", lambda W, ids: W.zero_()[ids])[1]


def test_an_answer_that_is_rude_or_endless_is_an_error_of_its_own(ask):
    class Rude:
        def __repr__(self):
            raise RuntimeError("no")

    assert ask("01-a", lambda ids, V: Rude()) == (
        "not yet",
        "Your code stopped with RuntimeError: no",
    )
    assert "larger than 2 MB" in ask("01-a", lambda ids, V: ["x" * 3 * 10**6])[1]
    assert "SystemExit" in ask("01-a", lambda ids, V: sys.exit())[1]
    assert ask("01-a", 3)[1].startswith("check needs the function itself")
    assert ask("01-a", lambda ids, V: ...) == ("not attempted", "")


def test_parts_that_are_right_earn_their_share():
    def first_two(documents):
        indptr, indices, data = exercise("03-a").truth(documents)
        return indptr, indices, [number + 1 for number in data]

    def spoils_its_input(documents):
        answer = exercise("03-a").truth(documents)
        documents.append([])
        return answer

    asked = exercise("03-a")
    assert judge._share(asked, first_two) == pytest.approx(2 / 3)
    assert judge._share(asked, spoils_its_input) == pytest.approx(2 / 3), "not all: it is wrong"
    assert judge._share(asked, lambda documents: ([0], [], [])) == 0
    assert judge._share(asked, lambda documents: 1 / 0) == 0
    assert judge._share(asked, lambda documents: None) == 0
    assert judge._share(exercise("00-b"), lambda W, ids: W[0]) == 0


def test_a_dict_is_no_answer_and_a_large_one_no_input(ask):
    assert "your answer is a dict" in ask("00-a", lambda words, vocabulary: {1: 2})[1].lower()
    many = {"dict": [[k * (2**61 - 1), 0] for k in range(101)], "of": ["dict", "builtins"]}
    with pytest.raises(ValueError, match="100 entries"):
        as_data.unpack(many)


def test_a_ratio_is_of_whole_numbers_as_a_text_may_stand_for_a_billion_digits():
    with pytest.raises(TypeError):
        as_data.unpack({"ratio": ["1e9", "1"]})


def cells_of(*sources):
    return [learner_notebook._cell(textwrap.dedent(source)) for source in sources]


@pytest.mark.parametrize(
    ("sources", "wanted"),
    [
        (["import a", "b = 1", "def f(): return a.x", "f"], [0, 2, 3]),
        (["def f(): return b", "b = 1", "f"], [0, 1, 2]),
        (["from a import *", "x = 1", "f"], [0, 2]),
        (["%%time\nf = 1", "%load f", "f"], [0, 2]),
        (["x = 1", "%%capture out\n%%time\ny = 1", "%%time\nf = x", "f"], [0, 2, 3]),
        (["def broken(", "f"], [0, 1]),
        (["W = 1", "def f(W): return W", "f"], [1, 2]),
        (["for f in x: pass", "y = 1", "x = 1", "f"], [0, 2, 3]),
        (["def g():\n    global f\n    f = 1", "g()", "f"], [0, 2]),
        (["f = 1", "f = f + 1", "f", "f = 3"], [0, 1, 2]),
        (
            [
                "try:\n    import f\nexcept ImportError:\n    f = None",
                "with x as (f, _): pass",
                "f",
            ],
            [0, 1, 2],
        ),
        (["[f for f in ()]", "{f: g for f in () for g in f}", "{f for f in ()}", "f"], [3]),
        (
            ["def g(): return [f for f in x]", "x = 1", "f", "f = [[g() for g in f] for f in ()]"],
            [2],
        ),
        (["x = 1", "f = {k: [x for _ in k] for k in ()}", "f"], [0, 1, 2]),
        (["[f := x for x in ()]", "x = 1", "f"], [0, 2]),
        (["x = 1", "f = [await y async for y in x]", "f"], [0, 1, 2]),
        (["await x", "f = 1", "f"], [1, 2]),
        (["x = 1", "y = 1", "\n%%capture\nf = x", "f"], [0, 2, 3]),
        (["x = 1", "y = 1", "%time f = x", "f"], [0, 2, 3]),
        (["x = 1", "y = 1", "from math import *\nf = x", "f"], [0, 2, 3]),
        (["x = 1", "%matplotlib inline", "!pip list", "f = x", "f"], [0, 3, 4]),
    ],
)
def test_an_exercise_needs_the_cells_that_give_its_names(sources, wanted):
    place = max(k for k, source in enumerate(sources) if source == "f")
    assert learner_notebook.needed(cells_of(*sources), [place]) == wanted


def test_only_more_than_imports_and_functions_asks_for_all_cells():
    plain = ["import a", "def g(): return a", "x = 1", "def f(): return g()", "f"]
    assert not learner_notebook.whole_cells_matter(cells_of(*plain), [0, 1, 3, 4])
    assert learner_notebook.whole_cells_matter(cells_of(*plain, "g = 2"), [0, 1, 3, 4])
    nothing_left_out = cells_of("x = 1", "x")
    assert not learner_notebook.whole_cells_matter(nothing_left_out, [0, 1])


@pytest.mark.parametrize(
    ("source", "asked"),
    [
        ('check("01-a", one_hot)', {"01-a": "one_hot"}),
        ("check('01-a', lambda ids, V: ids)", {"01-a": "lambda ids, V: ids"}),
        ("check(\n    '01-a',\n    f(1),\n)  # mine", {"01-a": "f(1)"}),
        ('# check("01-a", one_hot)', {}),
        ('def f(:\n\ncheck("01-a", f)', {"01-a": "f"}),
        ('def f(:\n\n# check("01-a", f)', {}),
        ('if True:\n    check("01-a", f)', {"01-a": "f"}),
        ('for f in [g]:\n    check("01-a", f)', {"01-a": "f"}),
        ('check(name="01-a", answer=f)', {"01-a": "f"}),
        ('check("01-a", answer=f)', {"01-a": "f"}),
        ('_ = check("01-a", f)', {"01-a": "f"}),
        ('lookup.check("01-a", f)', {"01-a": "f"}),
        ('%time check("01-a", f)', {"01-a": "f"}),
        ('_ = %timeit -n 1 -r 1 check("01-a", f)', {"01-a": "f"}),
        ('%%timeit -n1\ncheck("01-a", f)', {"01-a": "f"}),
        ('%%capture said\n%%time\ncheck("01-a", f)', {"01-a": "f"}),
        ('check("../x", f)', {}),
        ("check(name, f)", {}),
        ('check("01-a")', {}),
        ('spell.check(*["01-a"], **{})', {}),
    ],
)
def test_an_exercise_is_known_by_its_check_however_it_is_called(source, asked):
    (cell,) = cells_of(source)
    assert cell.asked == asked
    assert not asked or "def f(:" in source or "check" not in cell.source, "it is taken out"


def test_a_cell_that_would_take_the_memory_of_all_is_not_read():
    cell = learner_notebook._cell(f'x = [{"1," * 600_000}]\ncheck("00-a", f)')
    assert cell.binds is None, "not parsed, here"
    assert cell.asked == {"00-a": "f"}


def test_many_cells_that_need_each_other_take_no_time():
    cells = cells_of(*(f"x{k} = x{k - 1}" for k in range(1, 5_000)))
    assert len(learner_notebook.needed(cells, [4_998])) == 4_999


@pytest.mark.parametrize(
    ("source", "mark"),
    [
        ("def mine(a):\n    b = a\n    return b", True),
        ("import torch\ndef mine(a):  # mine\n\n  'Does it.'\n  b = a\n  return (b)", True),
        ("def mine(a):\n    c = a\n    return c", False),
        ("def mine(a):\n    b = a\n    return b\ndef mine(a): return a", False),
        ("def theirs(a):\n    b = a\n    return b", False),
        ("mine = lambda a: a", False),
        ("def mine(", False),
    ],
)
def test_the_printed_solution_is_known_by_its_syntax(source, mark):
    solution = "def solution(a):\n    b = a\n    return b"
    assert course_text.is_printed(source, "mine", solution) is mark


def test_every_exercise_of_the_release_has_stars_and_a_solution():
    for number in BOOKS:
        found = course_text.printed(number)
        assert found.keys() == judge.names_of(number)
        assert all(one.stars in (1, 2, 3) and one.solution for one in found.values())
    assert sum(map(len, map(course_text.printed, BOOKS))) == len(NAMES)


@pytest.mark.parametrize(
    "module",
    [as_data, course_text, feedback, found, learner_notebook, list_file, report, roster],
)
def test_the_examples_hold(module):
    ran = doctest.testmod(module, optionflags=doctest.ELLIPSIS)
    assert ran.attempted > 0
    assert ran.failed == 0
