"""What cannot be read, or is not read as meant, is called so, and nobody is lost over it."""

import re

import nbformat
import pytest

import grade
from grading.feedback import with_feedback
from grading.hand_ins import HandIn, Refusal, owner_of
from grading.learner_notebook import cells_of, notebook_of, questions_of
from grading.one_hand_in import FEEDBACK, fill
from grading.outcome import Outcome, Verdict
from grading.report_page import as_page
from grading.roster import Roster
from grading.sandbox import Limits
from grading.spreadsheet import as_csv
from grading.store import Store
from grading.table import table
from grading.watch import outcomes_of
from learners_notebooks import content, notebook

MARKED = '{\n "cells": [\n<<<<<<< HEAD\n  1\n=======\n  2\n>>>>>>> theirs\n ]\n}\n'


@pytest.mark.parametrize(
    ("handed", "why"),
    [
        (b"", "it is empty"),
        (b"\n \n", "it is empty"),
        (MARKED.encode(), "it holds git's conflict marks (<<<<<<<)"),
        (MARKED.replace("\n", "\r\n").encode(), "it holds git's conflict marks (<<<<<<<)"),
        ('{"cells": []}'.encode("utf-16"), "it is in UTF-16: save it as UTF-8"),
        ('{"cells": []}'.encode("utf-16-be"), "it is in UTF-16: save it as UTF-8"),
        (b"PK\x03\x04\x14\x00", "it is an archive: unpack it first"),
        (b"<!DOCTYPE html><title>01</title>", "it is a web page"),
        (b'{"cells": [', "it is no notebook (Notebook does not appear to be JSON: "),
        (bytes(range(256)), "it is no notebook ('utf-8' codec can't decode byte 0x80 in"),
    ],
)  # fmt: skip
def test_what_is_no_notebook_says_why(handed, why):
    with pytest.raises(ValueError, match=re.escape(why)):
        notebook_of(handed)


def test_a_hand_in_that_cannot_be_read_is_called_so_by_its_process(tmp_path):
    other = content(nbformat.v4.new_notebook())
    handed = {"empty": b"", "marked": MARKED.encode(), "other": other}
    outcomes = dict(outcomes_of(handed, tmp_path, Limits(), 2))
    assert {path: outcome.unread for path, outcome in outcomes.items()} == {
        "empty": "it is empty",
        "marked": "it holds git's conflict marks (<<<<<<<)",
        "other": "",
    }
    assert (outcomes["empty"].problem, outcomes["marked"].problem) == ("", "")
    assert outcomes["other"].problem.startswith("it has no exercise")


def test_what_could_not_be_read_is_looked_at_again(tmp_path):
    hand_ins = [HandIn(path, b"", owner_of(path)) for path in "ab"]
    store = Store(tmp_path / "state", hand_ins)
    store.keep({"a": Outcome(unread="it is empty"), "b": Outcome()})
    assert store.outcomes() == {"b": Outcome()}
    changed = HandIn("b", b"1", owner_of("b"))
    assert Store(tmp_path / "state", [changed]).outcomes() == {}, (
        "another content, another key"
    )
    (tmp_path / "state").write_text("[1]")
    assert store.outcomes() == {}, "no file of ours"


def test_seven_on_the_list_are_seven_on_the_page_and_each_stands_where_it_belongs():
    roster = Roster("Name\n" + "".join(f"{name}\n" for name in "ABCDEFG"))
    paths = [f"{name}/01.ipynb" for name in "ABCDE"]
    hand_ins = [HandIn(path, path.encode(), owner_of(path)) for path in paths]
    right = Outcome(verdicts={"01-a": Verdict("right", share=1)})
    empty, none = Outcome(unread="it is empty"), Outcome("it has no exercise.")
    done = dict(zip(paths, [right, right, right, empty, none]))
    archive = Refusal("F/all.zip", "it is an archive")
    whole = table(hand_ins, done, [archive], roster)
    counts = "3 right, 0 not yet, 0 not attempted, 0 could not be checked"
    assert (
        grade.summary(whole)
        == f"{counts}, 1 of the learners without a verdict, 2 not read"
    )
    assert [(one.path, one.learner) for one in whole.refusals] == [
        ("D/01.ipynb", "D"),
        ("F/all.zip", "F"),
    ]
    page = " ".join(re.sub(r"<[^>]+>", "", as_page(whole).decode()).split())
    assert (
        "7 learners, 4 files, 1 without a verdict, nothing from 1, 2 not read." in page
    )
    assert "So far" not in page
    without, absent, unread = re.findall(
        r"Without a verdict (.*) Nothing handed in (.*) Not read (.*) Why", page
    )[0]
    assert (without, absent) == ("E", "G")
    assert unread == "D/01.ipynb D: it is empty F/all.zip F: it is an archive"
    lines = as_csv(whole).decode("utf-8-sig")
    assert '"D","D/01.ipynb","","","","","not read","","it is empty"' in lines
    assert lines.count("nothing handed in") == 1


@pytest.mark.parametrize(
    ("call", "why"),
    [
        ("check(“01-b”, f)", "its quotes are typographic, not straight"),
        ("check( ‘01-b’ , f)", "its quotes are typographic, not straight"),
        ('check("01-B", f)', 'is not read as check("01-b", …).'),
        ("check(01-b, f)", 'is not read as check("01-b", …).'),
        ('check("01-b" f)', 'is not read as check("01-b", …).'),
        ('# check("01-b", f)', None),
        ('check("01-b")', 'is not read as check("01-b", …).'),
    ],
)
def test_an_attempt_that_is_not_read_as_one_is_no_exercise_left_out(
    tmp_path, call, why
):
    cells = [nbformat.v4.new_code_cell(f"def f(x):\n    return x\n\n\n{call}")]
    cells.append(nbformat.v4.new_code_cell("1"))
    book = content(nbformat.v4.new_notebook(cells=cells))
    outcome = Outcome()
    if why is None:
        with pytest.raises(ValueError, match="it has no exercise"):
            list(fill(outcome, book, tmp_path, None))
        return
    list(fill(outcome, book, tmp_path, None))
    assert outcome.verdicts["01-b"].state == "not yet"
    assert call in outcome.verdicts["01-b"].why
    assert why in outcome.verdicts["01-b"].why
    assert (
        outcome.verdicts["01-a"].why
        == 'it has no cell with a line like check("01-a", …).'
    )
    copy = nbformat.read(tmp_path / FEEDBACK, as_version=4)
    assert [cell.cell_type for cell in copy.cells] == ["code", "markdown", "code"]
    assert copy.cells[1].source.startswith("**01-b: not yet**")


def test_a_copy_with_feedback_has_no_older_verdict_beside_it():
    book = notebook("01")
    for cell in book.cells:
        if cell.cell_type == "code":
            said = "01-b: not attempted yet."
            cell.outputs = [nbformat.v4.new_output("stream", text=said)]
    questions = questions_of(cells_of(book))
    verdicts = {question.name: Verdict("not yet", "why") for question in questions}
    copy = nbformat.reads(with_feedback(book, questions, verdicts), as_version=4)
    for cell, below in zip(copy.cells, copy.cells[1:]):
        if cell.cell_type == "code":
            ours = below.source.startswith("**01-")
            assert bool(cell.outputs) is not ours
    assert sum(cell.source.startswith("**01-") for cell in copy.cells) == 2


def test_the_commands_limits_are_the_sandboxs():
    options = grade._parser().parse_args(["folder", "out"])
    assert (options.cell, options.notebook, options.memory * grade.GB) == (
        Limits.cell,
        Limits.notebook,
        Limits.memory,
    )
    said = " ".join(grade._parser().format_help().split())
    assert (
        f"processes ({Limits.processes}) and disk ({Limits.disk // 10**9} GB)" in said
    )
