"""`check` says why an answer fails: the exercise's own hints, where it fails, and on what input."""

import re

import pytest
import torch
import torch.nn.functional as F

from lookup.exercises.check import Exercise, exercise, judge
from lookup.exercises.clues.code_facts import code_facts, unused
from lookup.exercises.clues.stops import meaning
from lookup.exercises.kit.inputs import as_call, sizes
from lookup.vocabulary import Vocabulary


def swapped(x):
    """the sum and the numbers have changed places."""
    return [2 * n for n in x], sum(x)


def sum_of_the_doubled(x):
    """that is the sum of the doubled numbers."""
    return 2 * sum(x), [2 * n for n in x]


def halved(x):
    """the numbers are halved."""
    return sum(x), [n / 2 for n in x]


def first_by_name(x):
    """a list has no first; x[0] is its first member."""
    return x.first, x


PAIR = Exercise(
    truth=lambda x: (sum(x), [2 * n for n in x]),
    trials=lambda rng: [
        ([rng.randint(1, 99) for _ in range(k)],) for k in (0, 2, 3, 3)
    ],
    names=("x",),
    wrong_answers=[swapped, sum_of_the_doubled, halved, first_by_name],
    parts=("the sum", "the numbers"),
    special={"x is empty": lambda x: not x},
)


def only_sum(x):
    total = sum(x)
    return total


def in_the_loop(x):
    for n in x:
        return n, [2 * n]
    return 0, []


def made_anew(x):
    for n in x:
        doubled = []
        doubled.append(2 * n)
    return sum(x), doubled if x else []


def nothing_for_some(x):
    if len(x) > 2:
        return sum(x), [2 * n for n in x]


CALLS = []


def kept_from_call_to_call(x):
    CALLS.append(x)
    return sum(x), [len(CALLS)] * len(x)


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (
            lambda x: (2 * sum(x), [2 * n for n in x]),
            "\nLikely cause: that is the sum of the",
        ),
        (
            lambda x: (2 * sum(x), [n / 2 for n in x]),
            "\nLikely cause: that is the sum of the doubled numbers.\nLikely cause: the numbers",
        ),
        (
            lambda x: (2 * sum(x), x[::-1]),
            "\nLikely cause for the sum: that is the sum of the doubled numbers.\n",
        ),
        (
            lambda x: ([2 * n for n in x], sum(x)),
            "\nLikely cause: the sum and the numbers have",
        ),
        (
            lambda x: (x.first, x),
            "\nLikely cause: a list has no first; x[0] is its first member.",
        ),
        (
            lambda x: (sum(x), [2 * n + 1 for n in x]),
            "\nClue for the numbers: yours is too large",
        ),
        (
            lambda x: (3 * sum(x), [2 * n for n in x]),
            "\nClue for the sum: yours is 3 times what",
        ),
        (
            lambda x: (sum(x) / len(x) * len(x), [2 * n for n in x]),
            "ZeroDivisionError: division by zero\nin line ",
        ),
        (
            lambda x: (sum(x) / len(x) * len(x), [2 * n for n in x]),
            "\nWhat it means: Something is divided by 0: by the length of something empty, perhaps?"
            "\nIt goes wrong only where x is empty.\nTry it with:\nyour_function(x=[])",
        ),
        (only_sum, "\nClue: yours is the first part alone"),
        (
            lambda x: {"sum": sum(x)},
            "\nClue: yours is a dict, which holds each key once.",
        ),
        (
            in_the_loop,
            "\nLikely cause: a return stands in the loop, which so ends in its first",
        ),
        (made_anew, "\nLikely cause: doubled is made anew in each pass of the loop"),
        (
            nothing_for_some,
            "Your function returns None: is a return missing?\nIt is right in 50%",
        ),
        (kept_from_call_to_call, "\nClue: yours is another one each time"),
        (
            lambda: (3, []),
            "check calls your function with 1 input, x; yours takes others.",
        ),
    ],
)
def test_the_cause_is_told(answer, told):
    assert told in judge(PAIR, answer).text


def gradients_of_one_copy(f, g, W, ids):
    W = W.clone().requires_grad_()
    f(W, ids).sum().backward()
    first = W.grad
    g(W, ids).sum().backward()
    return torch.equal(f(W, ids), g(W, ids)) and torch.equal(first, W.grad)


def rows_or_gradients(f, g, W, ids):
    gradients = []
    for lookup in (f, g):
        fresh = W.clone().requires_grad_()
        lookup(fresh, ids).sum().backward()
        gradients.append(fresh.grad)
    return torch.equal(f(W, ids), g(W, ids)) or torch.equal(*gradients)


def clock_read_before_the_warm_up(gpu, n):
    start = gpu.clock()
    gpu.call()
    gpu.wait()
    for _ in range(n):
        gpu.call()
    gpu.wait()
    return (gpu.clock() - start) / n


@pytest.mark.parametrize(
    ("name", "answer", "told", "untrue"),
    [
        ("02-c", rows_or_gradients, "one of the two is not enough", "sums hide"),
        (
            "02-c",
            gradients_of_one_copy,
            "each on a fresh copy of W",
            "compare the rows",
        ),
        (
            "06-c",
            clock_read_before_the_warm_up,
            "the first call is in it: call, wait, and only then read the clock",
            "waited for",
        ),
    ],
)
def test_no_cause_is_named_that_is_not_there(name, answer, told, untrue):
    for _ in range(3):
        said = judge(exercise(name), answer).text
        assert told in said
        assert untrue not in said


def falling(indptr, indices, data, W):
    offsets = torch.cat([indptr[:1], indptr[1:-1].flip(0)])
    return F.embedding_bag(indices, W, offsets, mode="sum", per_sample_weights=data)


def none_at_all(indptr, indices, data, W):
    return F.embedding_bag(indices, W.double(), indptr[:0], mode="sum")


def test_offsets_that_torch_takes_without_a_word_are_named_and_nothing_is_made_of_them():
    for answer, told in (
        (falling, "Your offsets fall, from "),
        (none_at_all, "offsets are empty"),
    ):
        given = torch.embedding_bag
        said = judge(exercise("03-b"), answer).text
        assert told in said
        assert torch.embedding_bag is given


@pytest.mark.parametrize(
    ("name", "answer", "told"),
    [
        (
            "04-b",
            lambda W, ids, up, lr: W.index_add(0, ids, up, alpha=-1 / lr),
            "yours would be right if lr were 1 / lr",
        ),
        (
            "04-b",
            lambda W, ids, up, lr: -lr * torch.zeros_like(W).index_add(0, ids, up),
            "yours would be right if W were 0 everywhere: is W left out?",
        ),
        (
            "02-a",
            lambda weight, ids: weight.reshape(weight.shape[::-1])[ids],
            "reshape turned weight on the side; it only folds, .T turns.",
        ),
        (
            "04-a",
            lambda V, D, B, n: (4 * B * D, (8 + 4 * D) * B, (8 + 4 * D) * n),
            "Clue for the dense gradient: yours would be right if V were B.",
        ),
        (
            "01-b",
            lambda B, V, D: (1 / B, V / 2),
            "Clue for the first number: yours would be right if V were B.",
        ),
        (
            "04-c",
            lambda batches, V, name: exercise("04-c").truth(
                batches, V, "Adam" if "Adam" in name else name
            ),
            "where yours is wrong, it would be right if name were 'Adam'.\n"
            "It goes wrong only where name is 'AdamW' or 'SparseAdam'.",
        ),
    ],
)
def test_an_answer_that_would_be_right_for_other_inputs_is_told_so(name, answer, told):
    for _ in range(3):
        assert told in judge(exercise(name), answer).text


def test_lines_of_code_that_change_nothing_are_named():
    def compares(ids, V):
        out = torch.zeros(len(ids), V)
        out[torch.arange(len(ids)), ids] == 1  # noqa: B015
        return out

    def throws_away(W, ids, up, lr):
        out = W.clone()
        out.index_add(0, ids, -lr * up)
        return out

    assert (
        "`out[torch.arange(len(ids)), ids] == 1` compares, and changes nothing"
        in judge(exercise("01-a"), compares).text
    )
    assert (
        "`out.index_add(0, ids, -lr * up)` changes nothing: it gives something new"
        in judge(exercise("04-b"), throws_away).text
    )


def test_why_nothing_is_returned():
    def sorts(words, vocabulary):
        return [vocabulary[word] for word in words].sort()

    def prints(words, vocabulary):
        print(words)

    assert (
        ".sort() changes what it is called on, and gives nothing"
        in judge(exercise("00-a"), sorts).text
    )
    assert (
        "None: to print something is not to return it."
        in judge(exercise("00-a"), prints).text
    )


def test_what_an_answer_prints_is_printed_once_for_each_trial(capsys):
    judge(PAIR, lambda x: print("here"))
    assert capsys.readouterr().out == 4 * "here\n"


def test_an_input_that_is_never_looked_at_is_named():
    def blind(W, ids):
        return W[: len(W)]

    assert (
        "\nClue: your function never looks at ids."
        in judge(exercise("00-b"), blind).text
    )
    assert unused(blind, [True, True]) == ["ids"]
    assert unused(blind, [True, False]) == []


def test_a_loop_that_is_in_order_is_not_blamed():
    def fine(documents):
        lengths = []
        for document in documents:
            seen = []
            for column in document:
                if column in seen:
                    return None
                seen.append(column)
            lengths.append(len(seen))
        return lengths

    assert list(code_facts(fine)) == []


def test_a_call_sets_no_name_and_names_inputs_as_the_function_does():
    def rows(W, V, v):
        return W, V, v

    wide = torch.arange(60).reshape(3, 20)
    vocabulary = Vocabulary(("<unk>", "emu"), (1, 2))
    call = as_call(rows, ["W", "V", "v"], [wide, 3, vocabulary])
    names = {"torch": torch, "rows": rows}
    assert "    V=3,\n" in call
    exec(
        f"given = {call.split(chr(10), 1)[1]}",
        names | {"Vocabulary": Vocabulary},
        names,
    )
    assert names["given"][0].equal(wide)
    assert names["given"][1:] == (3, vocabulary)
    assert as_call(rows, ["a"], [3]) == "rows(3)"
    assert as_call(lambda a: a, ["a"], [[True]]) == "your_function(a=[True])"
    rows.__name__ = "print(1) or rows"
    assert as_call(rows, ["a"], [3]) == "your_function(3)"
    described = "your_function(\n    ...,  # a tensor of (40, 50)\n)"
    assert as_call(rows, ["a"], [torch.zeros(40, 50)]) == described
    assert sizes(["W", "V"], [wide, 3]) == {"len(W)": 3, "W.shape[1]": 20, "V": 3}


def error_of(call, *inputs):
    """What a function raises."""
    try:
        return call(*inputs) and None
    except Exception as error:
        return error


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda W, ids: W[ids], "Size 4 means the places 0 to 3; len(W) is 4."),
        (
            lambda W, ids: W[:, ids],
            "Size 3 means the places 0 to 2; W.shape[1] is 3; len(ids) is 3.",
        ),
        (lambda W, ids: np.eye(ids), "It needs a line: import numpy as np."),  # noqa: F821
        (
            lambda W, ids: W[idss],  # noqa: F821
            "There is nothing of the name idss. Did you mean ids?",
        ),
        (lambda W, ids: xyzzy, "Has the cell that makes it been run?"),  # noqa: F821
        (lambda W, ids: W.reshap(2, 6), "Did you mean reshape?"),
        (lambda W, ids: W.append(ids), "A tensor does not grow"),
        (lambda W, ids: [].tolist(), "This is a list, not a tensor"),
        (
            lambda W, ids: W @ W,
            "In A @ B the columns of A must be as many as the rows of B.",
        ),
        (
            lambda W, ids: torch.eye(4).long() @ W,
            "Both sides must hold numbers of one dtype",
        ),
        (
            lambda W, ids: 1 if W == W else 0,
            "if, and, not and bool(...) need one True or False",
        ),
        (lambda W, ids: W + torch.ones(7), "Shapes are compared from the right"),
        (lambda W, ids: W.item(), "One number is needed here"),
        (lambda W, ids: torch.stack([]), "There is nothing to join"),
        (lambda W, ids: tuple(ids)["a"], "The places of a tuple are whole numbers."),
        (lambda W, ids: {[1]: 2}, "A list cannot be counted, be a key or be in a set"),
        (lambda W, ids: None + 1, "A value is None here."),
        (lambda W, ids: len(5), ""),
    ],
)
def test_what_an_error_means(call, told):
    inputs = [torch.ones(4, 3), torch.tensor([7, 0, 1])]
    said = meaning(error_of(call, *inputs), ["W", "ids"], inputs)
    assert told in said
    assert bool(told) == bool(said)


def test_what_a_vocabulary_has_is_told():
    vocabulary = Vocabulary(("<unk>",), (0,))
    error = error_of(lambda: vocabulary.items())
    said = meaning(error, ["words", "vocabulary"], [[], vocabulary])
    assert "There are vocabulary.counts and vocabulary.words" in said


def test_the_line_is_that_of_the_learners_code_not_of_the_library():
    def answer(x):
        total = torch.stack(x)  # here
        return total, x

    said = judge(PAIR, answer).text
    assert re.search(r"\nin line \d+, total = torch.stack\(x\)  # here\n", said)
    helped = judge(exercise("00-b"), lambda W, ids: torch.cat([W, W]) @ "x").text
    assert "in line" in helped
