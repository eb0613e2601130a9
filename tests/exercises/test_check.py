"""`check` says what differs, whatever the answer, and raises only for an unknown exercise."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
import torch

from lookup import check
from lookup.exercises.check import Exercise, difference, judge, several


def squared(x):
    """that is the square,
    not the double."""
    return x * x


DOUBLE = Exercise(
    truth=lambda x: 2 * x,
    trials=several(
        lambda rng: (torch.randint(1, 9, (rng.choice([2, 4, 5, 6, 7, 8, 9]), 3)),)
    ),
    names=("x",),
    wrong_answers=[squared],
)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (lambda x: 2 * x, "right."),
        (lambda x: (2 * x).double(), "right."),
        (lambda x: (2.0 * x).requires_grad_(), "right."),
        (lambda x: ..., "not attempted"),
        (lambda x: None, "is a return missing?"),
        (lambda x: x * x, "\nLikely cause: that is the square, not the double."),
        (lambda x: (2 * x).T, "Your answer has shape (3, "),
        (lambda x: 2 * x[:1], "Your answer has shape (1, 3), wanted is ("),
        (lambda x: (2 * x).tolist(), "Your answer is a list of"),
        (lambda x: 2 * x + (x == x[0, 0]), "Row 0 of your answer is ["),
        (
            lambda x: 2.0 * x * torch.tensor(float("nan")),
            "your answer is [nan, nan, nan], wanted is [",
        ),
        (lambda x: x.mul_(2), "changes its input x"),
        (lambda x: 1 / 0, "stopped with ZeroDivisionError: division by zero"),
        (lambda: 1, "check calls your function with 1 input, x; yours takes others."),
        (lambda x: exec("raise RuntimeError('<b>')"), "stopped with RuntimeError: <b>"),
        (
            torch.zeros(2),
            "check needs the function itself, without brackets and arguments; got a Tensor",
        ),
        (3, "got an int"),
    ],
)
def test_the_verdict_names_what_differs(answer, said):
    assert said in judge(DOUBLE, answer).text


@pytest.mark.parametrize(
    ("given", "wanted", "said"),
    [
        ((1, 2), (1, 2), ""),
        (Fraction(1, 3), 1 / 3, ""),
        (Decimal(3), 3, ""),
        (torch.tensor(1 / 3), 1 / 3, ""),
        (np.float32(0.1), 0.1, ""),
        (0.1001, 0.1, "your answer is 0.1001, wanted is 0.1."),
        pytest.param(10**400, 0.1, "wanted is 0.1.", id="beyond every float"),
        pytest.param(
            10**5000,
            3,
            "your answer is an int that cannot be shown, wanted is 3.",
            id="many digits",
        ),
        (3 + 0j, 3, "your answer is (3+0j), wanted is 3."),
        (torch.tensor(3 + 0j), 3, "wanted are real ones."),
        (
            np.ones(2),
            torch.ones(2),
            "your answer is an ndarray, wanted is a tensor of shape (2,).",
        ),
        ([1, 2], (1, 2), ""),
        (torch.tensor([1, 2]), [1, 2], ""),
        (np.array([1.0, 2.0]), (1, 2), ""),
        ((1, 3), (1, 2), "part 1 of your answer is 3, wanted is 2."),
        ([1, 3], [1, 2], "your answer is [1, 3], wanted is [1, 2]."),
        (
            [*range(50)],
            [*range(49), 0],
            "the first place that differs is 49: there your answer is 49, wanted is 0.",
        ),
        (1, (1, 2), "your answer is an int, wanted is a tuple of 2."),
        (torch.tensor(3), 3, ""),
        (3.0, 3, ""),
        (1, True, "your answer is 1, wanted is True."),
        (torch.tensor(True), True, ""),
        ("1", 1, "your answer is '1', wanted is 1."),
        (torch.ones(1), True, "your answer has shape (1,), wanted is True."),
        (torch.ones(2, 3), 6, "wanted is 6."),
        (torch.tensor([float("nan")]), torch.tensor([float("nan")]), ""),
    ],
)
def test_the_difference_of_two_values(given, wanted, said):
    assert difference(given, wanted) == said or (
        said and difference(given, wanted).endswith(said)
    )


@pytest.mark.parametrize("name", ["01-z", "99-a", "1", "", "../01-a", "os-path", 5])
def test_an_exercise_that_does_not_exist_is_refused_with_the_rule(name):
    with pytest.raises(ValueError, match=r"there (is no exercise|are no exercises)"):
        check(name, lambda: ...)


def test_the_answer_of_another_run_is_not_remembered(capsys):
    check("01-b", lambda B, V, D: (1 / V, V / 2))
    check("01-b", lambda B, V, D: ...)
    assert capsys.readouterr().out.splitlines() == [
        "01-b: right.",
        "01-b: not attempted yet. Replace the ... and run the cell again.",
    ]
