"""What a handed-in notebook is checked by: the cells that an exercise needs, and its verdict."""

import doctest
import sys
import textwrap

import pytest

from course import NOTEBOOKS, exercises, read
from grading import (
    course_text,
    feedback,
    hand_ins,
    judge,
    learner_notebook,
    list_file,
    outcome,
    roster,
    spreadsheet,
)
from grading.kernel import verdict_on
from grading.share import share_of
from learners_notebooks import BOOKS
from lookup.exercises.check import exercise

pytestmark = pytest.mark.long

NAMES = [name for path in NOTEBOOKS for name in exercises(read(path))]


def verdict(name, function):
    """(state, why, share) of a function, as a kernel gives them."""
    return tuple(verdict_on(name, "f", {"f": function}).values())


def test_a_kernel_says_what_check_says_in_the_notebook():
    truth = exercise("00-b").truth
    assert verdict("00-b", truth) == ("right", "", 1)
    assert verdict("01-a", lambda ids, V: ...) == ("not attempted", "", 0)
    assert verdict("01-a", 3)[1].startswith("check needs the function itself")
    assert "changes its input W" in verdict("00-b", lambda W, ids: W.zero_()[ids])[1]
    gone = verdict_on("01-a", "one_hot", {})
    assert (
        gone["why"] == "The cell stopped with NameError: name 'one_hot' is not defined"
    )


def test_an_answer_that_is_rude_is_not_yet_and_ends_nothing():
    class Rude:
        def __repr__(self):
            raise RuntimeError("no")

    def interrupted(ids, V):
        raise KeyboardInterrupt

    def talkative(words, vocabulary):
        raise ValueError("x" * 3_000_000)

    assert verdict("01-a", lambda ids, V: Rude())[0] == "not yet"
    assert "SystemExit" in verdict("01-a", lambda ids, V: sys.exit())[1]
    assert verdict("01-a", interrupted)[1].startswith(
        "The cell stopped with KeyboardInterrupt"
    )
    assert len(verdict("00-a", talkative)[1]) <= 2_000


def test_parts_that_are_right_earn_their_share():
    def first_two(documents):
        indptr, indices, data = exercise("03-a").truth(documents)
        return indptr, indices, [number + 1 for number in data]

    def spoils_its_input(documents):
        answer = exercise("03-a").truth(documents)
        documents.append([])
        return answer

    assert share("03-a", first_two) == pytest.approx(2 / 3)
    assert share("03-a", spoils_its_input) == pytest.approx(2 / 3), (
        "not all: it is wrong"
    )
    assert share("03-a", lambda documents: ([0], [], [])) == 0
    assert share("03-a", lambda documents: 1 / 0) == 0
    assert share("03-a", lambda documents: sys.exit()) == 0
    assert share("03-a", lambda documents: None) == 0
    assert share("00-b", lambda W, ids: W[0]) == 0


def share(name, function):
    return share_of(exercise(name), function, "not yet")


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
        (
            [
                "[f for f in ()]",
                "{f: g for f in () for g in f}",
                "{f for f in ()}",
                "f",
            ],
            [3],
        ),
        (
            [
                "def g(): return [f for f in x]",
                "x = 1",
                "f",
                "f = [[g() for g in f] for f in ()]",
            ],
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
    assert cell.answers == asked
    assert not asked or "def f(:" in source or "check" not in cell.source, (
        "it is taken out"
    )


def test_what_is_taken_out_of_a_cell_moves_no_line_of_it():
    (cell,) = cells_of('# mine\nx = "ä"; check(\n    "01-a",\n    f,\n); y = "ü"\nlast')
    assert cell.answers == {"01-a": "f"}
    assert cell.source == '# mine\nx = "ä"; (None\n\n\n); y = "ü"\nlast\n'


def test_a_cell_that_would_take_the_memory_of_all_is_not_read():
    cell = learner_notebook._cell(f'x = [{"1," * 600_000}]\ncheck("00-a", f)')
    assert cell.binds is None, "not parsed, here"
    assert cell.answers == {"00-a": "f"}


def test_many_cells_that_need_each_other_take_no_time():
    cells = cells_of(*(f"x{k} = x{k - 1}" for k in range(1, 5_000)))
    assert len(learner_notebook.needed(cells, [4_998])) == 4_999


@pytest.mark.parametrize(
    ("source", "mark"),
    [
        ("def mine(a):\n    b = a\n    return b", True),
        (
            "import torch\ndef mine(a):  # mine\n\n  'Does it.'\n  b = a\n  return (b)",
            True,
        ),
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
        found = course_text.exercise_texts(number)
        assert found.keys() == judge.names_of(number)
        assert all(one.stars in (1, 2, 3) and one.solution for one in found.values())
    assert sum(map(len, map(course_text.exercise_texts, BOOKS))) == len(NAMES)


@pytest.mark.parametrize(
    "module",
    [
        course_text,
        feedback,
        hand_ins,
        learner_notebook,
        list_file,
        outcome,
        spreadsheet,
        roster,
    ],
)
def test_the_examples_hold(module):
    ran = doctest.testmod(module, optionflags=doctest.ELLIPSIS)
    assert ran.attempted > 0
    assert ran.failed == 0
