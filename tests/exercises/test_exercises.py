"""Every exercise: untouched, solved as in the notebook and otherwise, and each wrong answer."""

import random
import runpy
import sys
from contextlib import nullcontext

import pytest

from course import CORE, ROOT, code_cells, exercises, function_of, read, solutions
from lookup.exercises.check import exercise, verdict
from lookup.exercises.clues.own_hints import hint

BOOKS = {path.name: read(path) for path in CORE}
EXERCISES = {
    name: (book, cell) for book in BOOKS.values() for name, cell in exercises(book).items()
}


def answers(folder):
    """{case: (exercise, function)} of the files in a folder."""
    return {
        f"{path.stem}:{name}": (path.stem, function)
        for path in sorted((ROOT / "tests/exercises" / folder).glob("*.py"))
        for name, function in runpy.run_path(str(path)).items()
        if callable(function)
        and getattr(function, "__module__", "") == "<run_path>"
        and not name.startswith("_")
    }


RIGHT = answers("right")
WRONG = answers("wrong")
SLIPS = answers("slips")  # written as learners might, before any message was looked at
NOT_YET = WRONG | {f"slips {case}": answer for case, answer in SLIPS.items()}
STRANGERS = answers("strangers")  # by those who knew the tasks alone, neither hints nor messages
RUNS = 10  # the sizes are random: a verdict must not depend on them
WRONG_RUNS = 5  # each asks a wrong answer in five times as many trials
CHANCES = 12  # of a hint to be told: inputs may hide a cause, the worst known one in 4 of 10
# How a message begins a line that names a cause, and two sentences that are one.
CAUSES = ("Likely cause", "Clue", "What it means", "changes its input", "returns None", "holds the")
DIFFERS = ("wanted is", "stopped with", "not yet.")  # told to those whose cause is not known


def run(book, source):
    """The names that a notebook's set-up and then `source` leave behind."""
    names = {}
    exec(code_cells(book)[0].source, names)
    exec(source, names)
    return names


@pytest.mark.parametrize("book", BOOKS)
def test_a_notebook_has_three_to_five_exercises_each_with_a_solution_and_three_wrong_answers(book):
    names = set(exercises(BOOKS[book]))
    assert 3 <= len(names) <= 5
    assert names == set(solutions(BOOKS[book]))
    for name in names:
        assert sum(known == name for known, _ in WRONG.values()) >= 3, name


@pytest.mark.parametrize("name", EXERCISES)
def test_an_untouched_exercise_says_so_and_the_notebook_goes_on(name, capsys):
    book, cell = EXERCISES[name]
    run(book, cell.source)
    assert (
        capsys.readouterr().out
        == f"{name}: not attempted yet. Replace the ... and run the cell again.\n"
    )


@pytest.mark.parametrize("name", EXERCISES)
def test_the_notebooks_own_solution_is_right(name, capsys):
    book, cell = EXERCISES[name]
    stub, check = cell.source.split("\n\n\n")
    assert stub.endswith("return ..."), "the stub comes first, then two empty lines, then the check"
    names = run(book, f"{solutions(book)[name]}\n{check}")
    assert capsys.readouterr().out == f"{name}: right.\n"
    solution = names[function_of(cell)]
    assert {verdict(exercise(name), solution) for _ in range(RUNS)} == {"right."}


@pytest.mark.parametrize("case", RIGHT)
def test_a_right_answer_in_another_idiom_is_right(case):
    name, answer = RIGHT[case]
    assert {verdict(exercise(name), answer) for _ in range(RUNS)} == {"right."}


class OftenZero(random.Random):
    def randint(self, least, most):
        return 0 if least < 0 and self.random() < 0.3 else super().randint(least, most)


def test_no_table_of_05_b_has_a_row_without_a_direction():
    """The cosine of a row of zeros is whatever a formula says: 0, or nan."""
    rng = OftenZero(0)
    for _ in range(5):
        assert all(W.any(dim=1).all() for W, _, _ in exercise("05-b").trials(rng))


@pytest.mark.parametrize(
    "case",
    [
        *WRONG,
        *(pytest.param(case, marks=pytest.mark.long) for case in NOT_YET if case not in WRONG),
    ],
)
def test_a_known_wrong_answer_gets_its_own_hint(case, monkeypatch):
    """And finding it raises nothing; with learners it would be passed over in silence."""
    monkeypatch.setattr(sys.modules[verdict.__module__], "suppress", lambda *_: nullcontext())
    name, answer = NOT_YET[case]
    for _ in range(CHANCES):
        said = verdict(exercise(name), answer)
        assert said.startswith("not yet. ")
        if answer.__doc__ in said:
            return
    pytest.fail(said)


@pytest.mark.long
@pytest.mark.parametrize("case", NOT_YET)
def test_a_wrong_answer_is_never_right(case):
    name, answer = NOT_YET[case]
    for _ in range(WRONG_RUNS):
        assert verdict(exercise(name), answer).startswith("not yet. ")


@pytest.mark.parametrize(("asked", "least"), [(WRONG, 500), (SLIPS, 200)])
def test_the_cause_is_named_for_nine_in_ten_of_the_wrong_answers(asked, least):
    told = [answer.__doc__ for _, answer in asked.values()]
    named = [text for text in told if not text.startswith(DIFFERS)]
    assert len(told) >= least
    assert len(named) >= 0.9 * len(told)


@pytest.mark.long
def test_strangers_right_answers_are_right_and_most_of_the_wrong_ones_are_told_why():
    told = {}
    for case, (name, answer) in STRANGERS.items():
        said = verdict(exercise(name), answer)
        if answer.__name__.startswith("right_"):
            assert said == "right.", case
        else:
            assert said.startswith("not yet. "), case
            told[case] = any(cause in said for cause in CAUSES)
    assert len(told) >= 90
    assert sum(told.values()) >= 0.8 * len(told), [case for case in told if not told[case]]


@pytest.mark.parametrize("name", EXERCISES)
def test_every_hint_of_an_exercise_is_reached_by_a_known_wrong_answer(name):
    asked = [*WRONG.values(), *SLIPS.values()]
    reached = [answer.__doc__ for known, answer in asked if known == name]
    for wrong in exercise(name).wrong:
        assert any(text in hint(wrong) for text in reached), wrong


@pytest.mark.parametrize("name", EXERCISES)
def test_each_hint_is_a_sentence_of_one_line_that_no_other_wrong_answer_gets(name):
    hints = [hint(wrong) for wrong in exercise(name).wrong]
    assert len(set(hints)) == len(hints)
    for text in hints:
        assert text.endswith((".", "?")), text
        assert "\n" not in text, text
        assert "  " not in text, text
