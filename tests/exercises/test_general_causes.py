"""What is said of a wrong answer without knowing its exercise is true, and of all trials."""

import pytest
import torch

from lookup.exercises.clues.general_causes import common_fact

TABLE = torch.tensor(
    [[11.0, 2.0, 37.0], [4.0, 50.0, 6.0], [7.0, 80.0, 9.0], [1.0, 12.0, 3.0]]
)
SQUARE = TABLE[:3]
HOT = torch.eye(4)[[2, 0, 1]]
WORDS = ["emu", "emu", "cat", "okapi"]


def said(given, wanted, **inputs):
    """What is said of one trial."""
    return common_fact(list(inputs), [(list(inputs.values()), given, wanted)])


@pytest.mark.parametrize(
    ("given", "wanted", "fact"),
    [
        (TABLE.T, TABLE, "rows and columns are swapped"),
        (SQUARE.T, SQUARE, "rows and columns are swapped"),
        (TABLE.reshape(2, 6), TABLE, "the numbers are right and in order, but folded"),
        (TABLE[None], TABLE, "a dimension of size 1 is too many"),
        (TABLE[:, 0], TABLE[:, :1], "a dimension of size 1 is missing"),
        (TABLE.sum(0), TABLE, "yours is the right answer added up along dimension 0"),
        (TABLE, TABLE.sum(0), "would be right, had it been added up along dimension 0"),
        (
            TABLE,
            TABLE.mean(1),
            "would be right, had the mean been taken along dimension 1",
        ),
        (
            TABLE.mean(0),
            TABLE,
            "yours is the mean of the right answer along dimension 0",
        ),
        (TABLE[0], TABLE, "yours is the first row alone"),
        (TABLE[-1], TABLE, "yours is the last row alone"),
        (TABLE[:, 1], TABLE, "one number where a whole row is wanted"),
        (TABLE.flip(0), TABLE, "the rows are right, but in reverse order"),
        (TABLE[[2, 0, 3, 1]], TABLE, "the rows are right, but in another order"),
        (TABLE.flip(1), TABLE, "the columns are right, but in reverse order"),
        (TABLE.roll(1, 0), TABLE, "every row stands one place too late"),
        (TABLE.roll(-1, 1), TABLE, "every column stands one place too early"),
        (TABLE[1:], TABLE, "the first row is missing"),
        (TABLE[:2], TABLE, "the last rows are missing"),
        (TABLE[[0, 2]], TABLE, "some rows are missing"),
        (TABLE, TABLE[1:], "one row too many stands at the beginning"),
        (torch.zeros(4, 3), TABLE, "yours is 0 everywhere"),
        (torch.zeros(0), TABLE, "yours holds no number"),
        (TABLE / 0 * 0, TABLE, "yours holds nan"),
        (2 * TABLE, TABLE, "yours is 2 times what is wanted"),
        (TABLE / 4, TABLE, "what is wanted is 4 times yours"),
        (-TABLE, TABLE, "the sign is the wrong way round"),
        (TABLE + 1, TABLE, "yours is too large by 1"),
        (1 - HOT, HOT, "yours is 1 minus what is wanted"),
        (HOT.sum(0).clamp(max=1).repeat(3, 1), HOT, "all that is wanted is there, but"),
        (
            torch.cat([TABLE[:1], 0 * TABLE[1:]]),
            TABLE,
            "only your first row is written",
        ),
        (
            torch.cat([TABLE[1:2], 0 * TABLE[1:]]),
            TABLE,
            "all your rows but the first are 0",
        ),
        (
            torch.cat([0 * TABLE[:1], TABLE[1:]]),
            TABLE,
            "wherever yours is wrong, it is 0",
        ),
        (
            TABLE * torch.tensor([[2], [1], [5], [3]]),
            TABLE,
            "the right one times a number of its",
        ),
        (
            torch.stack([TABLE[0] + TABLE[1], 0 * TABLE[1], *TABLE[2:]]),
            TABLE,
            "lies in other rows",
        ),
        (TABLE.tolist(), TABLE, "torch.tensor(...) makes a tensor of the list"),
        ([*TABLE], TABLE, "torch.stack(...) makes one tensor of the list"),
        ([*TABLE[1:]], TABLE, "yours is a list of tensors"),
        (TABLE.numpy(), TABLE, "torch.from_numpy(...) makes a tensor of the array"),
        ((TABLE,), TABLE, "yours stands in brackets of its own, or before a comma"),
    ],
)
def test_tensors(given, wanted, fact):
    assert fact in said(given, wanted)


@pytest.mark.parametrize(
    ("given", "wanted", "fact"),
    [
        (WORDS[::-1], WORDS, "the words are right, but in reverse order"),
        (sorted(WORDS), WORDS, "the words are right, but sorted"),
        ([3, 1, 9], [1, 3, 9], "the numbers are right, but not in ascending order"),
        (
            ["emu", "cat", "okapi"],
            WORDS,
            "each word stands there once, but some are wanted more",
        ),
        (
            ["okapi", "cat", "emu"],
            WORDS,
            "each word stands there once, whatever repeats and order",
        ),
        (["emu"], WORDS, "yours is the first word alone"),
        (["okapi"], WORDS, "yours is the last word alone"),
        (WORDS[:2], WORDS, "the last words are missing"),
        (["cat", "okapi"], WORDS, "some words are missing"),
        ([*WORDS, "the"], WORDS, "one word too many stands at the end"),
        (
            ["the", *WORDS, "the"],
            WORDS,
            "all the right words are there, and others besides",
        ),
        ([], WORDS, "yours is empty"),
        ([[3], [1, 9]], [3, 1, 9], "in lists of their own"),
        ([3, 1, 9, 4], [(3, 1), (9, 4)], "in one flat list"),
        (
            [("emu", 3), ("cat", 1)],
            [3, 1],
            "each member holds the right one and something besides",
        ),
        ([True, False, True], [3, 0, 1], "yours says for each member whether it is so"),
        (["3", "1"], [3, 1], "your numbers are pieces of text"),
        ([3, None], [3, 0], "there is a None among yours"),
        ([2, 0, 3], [2, 2, 5], "the running sums of yours would be right"),
        ([2, 0, 3], [0, 2, 2, 5], "with a 0 in front of them"),
        ([2, 0, 3], [0, 2, 2], "if they began with 0"),
        ([2, 2, 5], [2, 0, 3], "added up from the beginning once more"),
        ([5, 2, 10], [4, 1, 9], "yours is too large by 1"),
        ([7, 7, 7], [4, 1, 9], "all your numbers are the same"),
        ([0, 3, 6], [0, 2, 5], "all your numbers but the first are too large by 1"),
        ([1, 1, 2], [1, 2, 1], "the numbers are right, but sorted"),
        (13, [3, 1, 9], "yours is the sum of the members"),
        ([8, 1, 9], [4, 1, 9], "only your first number is wrong"),
        ({"emu"}, WORDS, "yours is a set"),
        ({"emu": 3}, WORDS, "yours is a dict"),
        (map(str, [3]), WORDS, "list(...) makes one of it"),
        ("emu cat", WORDS, "yours is one piece of text"),
        (True, WORDS, "yours is one True or False"),
        (4, WORDS, "yours is how many there are"),
        ("okapi", [3, 1, 9], "yours is one piece of text"),
        (9, [3, 1, 9], "yours is the last member alone"),
    ],
)
def test_lists(given, wanted, fact):
    assert fact in said(given, wanted)


@pytest.mark.parametrize(
    ("given", "wanted", "fact"),
    [
        ((5, 2), (2, 5), "the parts are right, but in another order"),
        (2, (2, 5), "yours is the first part alone"),
        ((2,), (2, 5, 7), "what is there is right, but it is only the first part"),
        ((2, 7), (2, 5, 7), "it is only the first and the third part"),
        ((2, 5, 7), (2, 5), "others besides"),
        (7, (2, 5), "yours is all of them added up"),
        (torch.tensor([4, 1, 9]), [3, 1, 9], "only your first number is wrong"),
        (torch.tensor([True, False]), True, ".all() makes one answer of them"),
        ([True, False], True, "all(...) makes one of them"),
        (1, True, "yours is a number; a comparison"),
        ("True", True, "without quotes"),
        ("3", 3, "return the number itself"),
        (torch.tensor([3, 4])[:1], 4, ".item() gives the number"),
    ],
)
def test_other_kinds(given, wanted, fact):
    assert fact in said(given, wanted)


@pytest.mark.parametrize(
    ("rule", "fact"),
    [
        (lambda V: V * (V / 3), "yours is V times what is wanted"),
        (lambda V: 8 * V / 3, "yours is 8 times what is wanted"),
        (lambda V: V / 3 / V, "what is wanted is V times yours"),
        (lambda V: 4 * V * V * (V / 3), "yours is 4 * V * V times what is wanted"),
        (lambda V: V / 3 - 1.5, "yours is too small by 1.5"),
        (lambda V: V // 3, "what stands behind the decimal point is lost"),
        (lambda V: round(V / 3, 2), "yours is rounded to 2 digits"),
        (lambda V: 3 / V, "yours is upside down"),
        (lambda V: 1 - V / 3, "yours is 1 minus what is wanted"),
        (lambda V: (V / 3) ** 2, "yours is the square of what is wanted"),
        (lambda V: (V / 3) ** 0.5, "yours is the square root of what is wanted"),
        (lambda V: 0.25, "yours is the same in every trial"),
    ],
)
def test_numbers_in_several_trials(rule, fact):
    trials = [([V], rule(V), V / 3) for V in (5, 11, 17, 29)]
    assert fact in common_fact(["V"], trials)


def test_a_whole_number_is_not_taken_for_one_that_is_rounded():
    trials = [([V], V + 1 / V, V) for V in (5_000, 7_000_000)]
    assert "a whole number is wanted" in common_fact(["V"], trials)


def test_a_step_is_told_by_the_name_of_an_input():
    trials = [([V], 10 / V + V, 10 / V) for V in (5, 11, 17)]
    assert common_fact(["V"], trials) == "yours is too large by V"


def test_two_numbers_are_no_evidence_if_only_one_trial_fails():
    assert said(6, 3) == ""
    assert common_fact(["V"], [([5], 6, 3), ([7], 4, 4)]) == ""


def test_a_fact_holds_in_every_failing_trial_or_is_not_told():
    ascending = ([], [1, 2, 3], [1, 2, 3])
    assert "reverse" in common_fact([], [ascending, ([], [9, 5, 1], [1, 5, 9])])
    assert "reverse" not in common_fact(
        [], [([], [3, 2, 1], [1, 2, 3]), ([], [5, 1, 9], [1, 5, 9])]
    )
    assert common_fact([], [ascending]) == ""


def test_an_input_that_comes_back_is_named():
    ids = torch.tensor([2, 0, 2, 1])
    assert said(ids.clone(), ids + 1, ids=ids) == "yours is ids as it came"
    assert said(ids[:2], ids + 1, ids=ids) == "yours is the beginning of ids"


def test_shapes_are_told_in_the_names_of_the_inputs():
    trials = []
    for B, V in ((3, 5), (4, 7)):
        ids = torch.arange(B)
        trials.append(([ids, V], torch.rand(V, V), torch.rand(B, V)))
    said = common_fact(["ids", "V"], trials)
    assert said == "yours has the shape (V, V), wanted is (len(ids), V)"


@pytest.mark.parametrize(
    ("verdicts", "fact"),
    [
        ([(True, False), (True, True)], "yours is the same in every trial"),
        ([(True, False), (False, True)], "yours always says the opposite"),
        (
            [(True, False), (True, True), (False, False)],
            "it says True where False is wanted",
        ),
    ],
)
def test_verdicts(verdicts, fact):
    assert fact in common_fact([], [([], given, wanted) for given, wanted in verdicts])


def test_nothing_is_said_of_what_cannot_be_compared():
    assert said(TABLE.to_sparse(), TABLE) == ""
    assert said(TABLE + 1j, TABLE) == ""
    assert said(TABLE.to("meta"), TABLE) == ""
