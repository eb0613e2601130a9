"""`check` and `so_far` in a notebook: what is kept, drawn and counted; nothing is raised."""

import pytest
import torch

from lookup import check, checking, so_far


@pytest.fixture(autouse=True)
def drawn(monkeypatch):
    """What was displayed since the session began, in which nothing has been checked."""
    shown = []
    monkeypatch.setattr(checking, "display", shown.append)
    monkeypatch.setattr(checking, "_states", {})
    monkeypatch.setattr(check, "last", None)
    return shown


def one_hot(ids, V):
    out = torch.zeros(len(ids), V)
    for b, i in enumerate(ids):
        out[b, i - 1] = 1
    return out


def test_the_last_failing_trial_can_be_had_back(capsys):
    check("01-a", one_hot)
    told = capsys.readouterr().out
    assert told.endswith("\n# check.last holds it: .inputs, .wanted, .yours\n")
    ids, V = check.last.inputs.values()
    assert list(check.last.inputs) == ["ids", "V"]
    assert check.last.wanted.equal(torch.eye(V)[ids])
    assert check.last.yours.equal(one_hot(ids, V))
    call = told.split("Try it with:\n")[1]
    assert eval(call.split("\n#")[0], {"torch": torch, "one_hot": one_hot}).equal(
        check.last.yours
    )


def test_a_right_answer_leaves_the_last_failing_trial_where_it_is():
    check("01-a", one_hot)
    kept = check.last
    check("01-a", lambda ids, V: torch.eye(V)[ids])
    check("01-b", lambda B, V, D: ...)
    assert check.last is kept


@pytest.mark.parametrize(
    ("name", "answer", "title"),
    [
        ("01-a", one_hot, "01-a: wanted beside yours"),
        (
            "00-a",
            lambda words, vocabulary: [1 for _ in words],
            "00-a: wanted beside yours",
        ),
        (
            "03-a",
            lambda documents: ([0, 1], [], []),
            "03-a, indptr: wanted beside yours",
        ),
        (
            "06-b",
            lambda table, ids: (table[ids.unique()], ids),
            "06-b, where: wanted beside yours",
        ),
    ],
)
def test_where_arrays_differ_they_are_drawn(name, answer, title, drawn):
    check(name, answer)
    assert [picture.spec["title"] for picture in drawn] == [title]


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("01-a", lambda ids, V: ...),
        ("01-a", lambda ids, V: torch.eye(V)[ids]),
        ("01-a", lambda ids, V: torch.eye(V)[ids].long()),
        ("01-a", lambda ids, V: None),
        ("01-a", lambda ids, V: 1 / 0),
        ("01-a", lambda ids, V: torch.eye(V)[ids].to_sparse()),
        ("01-a", lambda ids, V: [one_hot(ids, V)]),
        ("01-b", lambda B, V, D: (1, 2)),
        ("00-c", lambda word, vocabulary: [word]),
    ],
)
def test_nothing_is_drawn_where_there_are_no_two_tables_that_differ(
    name, answer, drawn
):
    check(name, answer)
    assert drawn == []


class Stop(BaseException):
    """An exception of the kind that `except Exception` lets through."""


@pytest.mark.parametrize(
    "error", [Stop("here"), GeneratorExit("here"), SystemExit("here")]
)
def test_whatever_an_answer_raises_becomes_a_sentence(error, capsys):
    def answer(W, ids):
        raise error

    check("00-b", answer)
    said = capsys.readouterr().out
    assert said.startswith(
        f"00-b: not yet. Your code stopped with {type(error).__name__}: here"
    )
    so_far("00")
    assert "Not yet: 00-b." in capsys.readouterr().out


def test_an_interrupt_comes_through():
    def answer(W, ids):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        check("00-b", answer)


def test_one_line_tells_how_far_a_notebook_is(capsys):
    def told():
        so_far("01")
        return capsys.readouterr().out

    assert told() == "01: 0 of 2 exercises are right. Not attempted: 01-a, 01-b.\n"
    check("01-a", one_hot)
    check("01-b", lambda B, V, D: (1 / V, V / 2))
    capsys.readouterr()
    assert told() == "01: 1 of 2 exercises are right. Not yet: 01-a.\n"
    check("01-a", lambda ids, V: torch.eye(V)[ids])
    capsys.readouterr()
    assert told() == "01: 2 of 2 exercises are right.\n"


@pytest.mark.parametrize("notebook", ["9", "02b", "", "01-a", 1, None])
def test_a_notebook_without_exercises_is_refused_with_the_rule(notebook):
    with pytest.raises(ValueError, match="there are no exercises for a notebook"):
        so_far(notebook)
