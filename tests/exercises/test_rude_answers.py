"""Whatever an answer does or is, `check` says a sentence, and the next verdict is not spoilt."""

import cProfile
import functools
import sys
import warnings

import numpy as np
import pytest
import torch

from lookup import check
from lookup.exercises.check import Exercise, exercise, judge, several

TABLE = Exercise(
    truth=lambda x: 2 * x, trials=several(lambda rng: (torch.ones(2, 4),)), names=("x",)
)
NUMBER = Exercise(
    truth=lambda x: 2 * x,
    trials=several(lambda rng: (rng.randint(1, 9),)),
    names=("x",),
)
SHARE = Exercise(
    truth=lambda x: x / 3,
    trials=several(lambda rng: (rng.randint(1, 9),)),
    names=("x",),
)
PAIR = Exercise(
    truth=lambda x: [2 * x, x],
    trials=several(lambda rng: (rng.randint(1, 9),)),
    names=("x",),
)
WORD = Exercise(
    truth=lambda x: x * 2,
    trials=several(lambda rng: (rng.choice("abc"),)),
    names=("x",),
)
YES = Exercise(
    truth=lambda x: True, trials=several(lambda rng: (rng.randint(1, 9),)), names=("x",)
)
ALL = {
    "TABLE": TABLE,
    "NUMBER": NUMBER,
    "SHARE": SHARE,
    "PAIR": PAIR,
    "WORD": WORD,
    "YES": YES,
}


def _raises(*_):
    raise RuntimeError("rude")


def _exits(*_):
    sys.exit()


def thing(base=object, name="Thing", **members):
    """An object of a class with such members."""
    return type(name, (base,), members)()


class Agreeing(torch.Tensor):
    """A tensor that differs from nothing."""

    def __ne__(self, other):
        return torch.zeros(2, 4, dtype=torch.bool)


@functools.cache  # and not at import: the first jagged tensor takes torch a second
def unusual():
    """{name: a tensor that is no plain one of shape (2, 4)}."""
    x = torch.full((2, 4), 2.0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # torch's own remarks that these are in beta
        return {
            "coo": x.to_sparse(),
            "csr": x.to_sparse_csr(),
            "csc": x.to_sparse_csc(),
            "bsr": x.to_sparse_bsr((1, 2)),
            "bsc": x.to_sparse_bsc((1, 2)),
            "meta": x.to("meta"),
            "nested": torch.nested.nested_tensor([x[0], x[1]]),
            "jagged": torch.nested.nested_tensor([x[0], x[1]], layout=torch.jagged),
            "quantized": torch.quantize_per_tensor(x, 0.5, 0, torch.qint8),
            "complex": x + 5j,
            "mkldnn": x.to_mkldnn(),
        }


RUDE = {
    "a subclass": torch.zeros(2, 4).as_subclass(Agreeing),
    "nameless": thing(name=""),
    "equality a tensor": thing(__eq__=lambda self, other: torch.ones(2), __hash__=None),
    "shape a number": thing(shape=3),
    "shape raises": thing(shape=property(_raises)),
    "repr raises": thing(__repr__=_raises),
    "repr exits": thing(__repr__=_exits),
    "many digits": 10**100_000,
    "a list of them": [10**100_000, 10**100_000],
    "half a character": "\ud800",
    "complex number": 2 + 0j,
    "NumPy's": np.complex128(2),
    "dates": np.array("2020", dtype="datetime64[Y]"),
    "objects": np.array(None),
    "no number": float("nan"),
    "a generator": (x for x in ()),
}


@pytest.mark.parametrize("asked", ALL)
def test_nothing_is_raised_whatever_an_answer_gives_or_is(asked, capsys):
    for rude in (*unusual().values(), *RUDE.values()):
        said = judge(ALL[asked], lambda x, rude=rude: rude).text
        assert said.startswith("not yet. ")
        print(said.encode())  # as a page or a terminal gets it
        assert judge(ALL[asked], rude).text.startswith("not yet. ")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (
            "coo",
            "a sparse COO tensor (layout torch.sparse_coo), wanted is a dense tensor;",
        ),
        (
            "csr",
            "a sparse CSR tensor (layout torch.sparse_csr), wanted is a dense tensor;",
        ),
        (
            "csc",
            "a sparse CSC tensor (layout torch.sparse_csc), wanted is a dense tensor;",
        ),
        (
            "bsr",
            "a sparse BSR tensor (layout torch.sparse_bsr), wanted is a dense tensor;",
        ),
        (
            "bsc",
            "a sparse BSC tensor (layout torch.sparse_bsc), wanted is a dense tensor;",
        ),
        (
            "mkldnn",
            "a strange tensor (layout torch._mkldnn), wanted is a dense tensor;",
        ),
        ("meta", "a tensor on the device meta: a shape without numbers."),
        ("nested", "a nested tensor, wanted is a dense tensor"),
        ("jagged", "a nested tensor, wanted is a dense tensor"),
        (
            "quantized",
            "a quantized tensor, wanted is one of plain numbers; .dequantize() makes",
        ),
        (
            "complex",
            "a tensor of complex numbers (torch.complex64), wanted are real ones.",
        ),
    ],
)
@pytest.mark.parametrize("asked", ["TABLE", "NUMBER"])
def test_a_tensor_of_another_kind_is_named_with_what_to_do(name, said, asked):
    verdict_on_it = judge(ALL[asked], lambda x: unusual()[name]).text
    assert f"Your answer is {said}" in verdict_on_it
    assert (".to_dense() makes it one." in verdict_on_it) == ("layout" in said)


UNLIKE = {
    "sparse COO": lambda rows: rows.to_sparse(),
    "sparse CSR": lambda rows: rows.reshape(len(rows), -1).to_sparse_csr(),
    "device meta": lambda rows: rows.to("meta"),
}


@pytest.mark.filterwarnings("ignore")  # torch's own remark on CSR
@pytest.mark.parametrize("unlike", UNLIKE)
@pytest.mark.parametrize("name", ["01-a", "03-b", "02-b", "04-b"])
def test_a_right_answer_in_another_layout_is_named_in_the_courses_own_exercises(
    name, unlike
):
    truth = exercise(name).truth

    def answer(*inputs):
        made = truth(*inputs)
        return (
            tuple(map(UNLIKE[unlike], made))
            if type(made) is tuple
            else UNLIKE[unlike](made)
        )

    said = judge(exercise(name), answer).text
    assert said.startswith("not yet. ")
    assert unlike in said.splitlines()[0]


def test_a_sparse_gradient_is_named_with_what_makes_it_dense():
    def answer(W, ids, up, lr):
        W = W.clone().requires_grad_()
        (torch.nn.functional.embedding(ids, W, sparse=True) * up).sum().backward()
        return -lr * W.grad

    said = judge(exercise("04-b"), answer).text
    assert "Your answer is a sparse COO tensor" in said
    assert said.splitlines()[0].endswith(".to_dense() makes it one.")


def gradient(x):
    """Of the sum of squares: turning gradients off, or another device or dtype, would spoil it."""
    x = x.clone().requires_grad_()
    return torch.autograd.grad((x * x).sum(), x)[0] + torch.zeros(2, 4)


GRADIENT = Exercise(
    truth=gradient, trials=several(lambda rng: (torch.ones(2, 4),)), names=("x",)
)
KEPT = []  # an inference mode ends with its object


def enter_inference_mode():
    KEPT.append(torch.inference_mode())
    KEPT[-1].__enter__()


CHANGES = {
    "gradients": lambda: torch.set_grad_enabled(False),
    "inference": enter_inference_mode,
    "device": lambda: torch.set_default_device("meta"),
    "dtype": lambda: torch.set_default_dtype(torch.float64),
    "deterministic": lambda: torch.use_deterministic_algorithms(True),
    "warnings": lambda: warnings.simplefilter("error"),
}


def settings():
    """What torch is set to, and the filters of warnings."""
    found = (
        torch.is_grad_enabled(),
        torch.get_default_device(),
        torch.get_default_dtype(),
    )
    return *found, torch.get_deterministic_debug_mode(), warnings.filters[:]


@pytest.fixture
def put_back():
    """torch as it was before the test."""
    with warnings.catch_warnings():
        yield
    for mode in KEPT:
        mode.__exit__(None, None, None)
    KEPT.clear()
    torch.set_grad_enabled(True)
    torch.set_default_device(None)
    torch.set_default_dtype(torch.float32)
    torch.use_deterministic_algorithms(False)


@pytest.mark.parametrize("change", CHANGES)
def test_what_an_answer_sets_spoils_no_truth_and_is_put_back(change, put_back):
    def answer(x):
        CHANGES[change]()
        return 2 * x

    before = settings()
    assert judge(GRADIENT, answer).text == "right."
    assert settings() == before
    assert judge(GRADIENT, gradient).text == "right."


@pytest.mark.parametrize("change", CHANGES)
def test_what_an_earlier_cell_has_set_spoils_no_verdict_and_stays_set(change, put_back):
    CHANGES[change]()
    before = settings()
    assert judge(GRADIENT, gradient).text == "right."
    assert settings() == before


def raising(error):
    """An answer that raises this."""

    def answer(*_):
        raise error

    return answer


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (SystemExit(), "SystemExit"),
        (thing(Exception, "Rude", __str__=_raises), "Rude, which does not say why."),
        (thing(Exception, "Rude", __str__=_exits), "Rude, which does not say why."),
        (RecursionError("deep"), "RecursionError: deep"),
        (MemoryError(), "MemoryError"),
        (StopIteration(), "StopIteration"),
        (UnicodeError("\ud800"), "UnicodeError: \N{REPLACEMENT CHARACTER}"),
    ],
)
def test_the_verdict_says_what_an_answer_raises(error, said):
    assert judge(NUMBER, raising(error)).text.startswith(
        f"not yet. Your code stopped with {said}"
    )


def test_only_an_interrupt_comes_through(capsys):
    with pytest.raises(KeyboardInterrupt):
        check("00-a", raising(KeyboardInterrupt()))
    check("00-a", lambda words, vocabulary: sys.exit(3))
    told = capsys.readouterr().out
    assert told.startswith("00-a: not yet. Your code stopped with SystemExit: 3\n")


def test_a_list_is_judged_by_what_it_holds_whatever_it_gives_to_a_loop():
    said = judge(
        PAIR, lambda x: thing(list, __iter__=lambda self: iter([2 * x, x]))
    ).text
    assert "Your answer is [], wanted is [" in said


LARGE = {
    "a tensor": torch.zeros(500, 500),
    "a list": list(range(5000)),
    "a list of lists": [[0] * 500] * 500,
}


@pytest.mark.parametrize("what", LARGE)
@pytest.mark.parametrize("name", ["00-a", "03-a", "04-c", "05-b"])
def test_an_answer_of_thousands_is_judged_without_looking_at_each_number_again_and_again(
    name, what
):
    """Counted in calls of functions, which no busy machine makes more of."""
    asked = exercise(name)
    answer = eval(f"lambda {', '.join(asked.names)}: large", {"large": LARGE[what]})
    with cProfile.Profile() as profile:
        said = judge(asked, answer).text
    assert said.startswith("not yet. ")
    assert sum(entry.callcount for entry in profile.getstats()) < 1_000_000
