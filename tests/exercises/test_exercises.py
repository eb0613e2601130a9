"""Every exercise: untouched, solved as in the notebook and otherwise, and each wrong answer."""

import runpy

import pytest

from course import NOTEBOOKS, ROOT, code_cells, exercises, function_of, read, solutions
from lookup.exercises.check import exercise, hint, verdict

BOOKS = {path.name: read(path) for path in NOTEBOOKS}
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
RUNS = 10  # the sizes are random: a verdict must not depend on them


def run(book, source):
    """The names that a notebook's set-up and then `source` leave behind."""
    names = {}
    exec(code_cells(book)[0].source, names)
    exec(source, names)
    return names


@pytest.mark.parametrize("book", BOOKS)
def test_a_notebook_has_three_to_five_exercises_each_with_a_solution_and_three_wrong_answers(book):
    names = set(exercises(BOOKS[book]))
    assert 3 <= len(names) <= 6
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


@pytest.mark.parametrize("case", WRONG)
def test_a_known_wrong_answer_gets_its_own_hint(case):
    name, answer = WRONG[case]
    for _ in range(RUNS):
        said = verdict(exercise(name), answer)
        assert said.startswith("not yet. ")
        assert answer.__doc__ in said


@pytest.mark.parametrize("name", EXERCISES)
def test_every_hint_of_an_exercise_is_reached_by_a_known_wrong_answer(name):
    reached = [answer.__doc__ for known, answer in WRONG.values() if known == name]
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
