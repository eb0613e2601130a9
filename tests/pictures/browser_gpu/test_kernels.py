"""The kernels of a training step, run on a GPU that the processor plays, against torch."""

import contextlib
from pathlib import Path

import pytest
import torch
from torch import nn

from conftest import new_context, new_page
from lookup.widget import module

MODULE = """esm => import(URL.createObjectURL(new Blob([esm], { type: "text/javascript" })))
    .then((module) => { window.kernels = module.default; })"""
V, B, D = 50, 80, 64  # more ids than rows: some repeat, and some rows are named by none
SIZES = {"V": V, "B": B, "D": D}
FORWARD = ["lookup"]
PRODUCT = ["make_onehot", "product", "add_parts"]
BACK = ["zero", "scatter_add"]


@pytest.fixture(scope="module")
def page(gpu_browser):
    with contextlib.closing(new_context(gpu_browser)) as context:
        page = new_page(context)
        page.route("https://page.test/", lambda route: route.fulfill(body=""))
        page.goto("https://page.test/")
        page.evaluate(MODULE, module(Path(__file__).with_name("kernels.js")))
        yield page
        assert not page.problems


@pytest.fixture(scope="module")
def given():
    draw = torch.Generator().manual_seed(0)
    ids = torch.randint(V - 5, (B,), generator=draw)
    W, up = (torch.randn(n, D, generator=draw) for n in (V, B))
    return W, ids, up


@pytest.fixture
def after(page, given):
    """A function: the arrays as tensors after some kernels ran."""

    def after(*steps, up=None):
        W, ids, drawn = given
        numbers = {"W": W, "ids": ids, "up": drawn if up is None else up}
        sent = {name: one.flatten().tolist() for name, one in numbers.items()}
        found = page.evaluate("given => kernels.after(...given)", [SIZES, sent, steps])
        return {name: torch.tensor(one).view(-1, D) for name, one in found.items()}

    return after


def stepped(given, optimizer, sparse=False):
    """W after a step of torch's, and its gradient."""
    W, ids, up = given
    table = nn.Embedding.from_pretrained(W.clone(), freeze=False, sparse=sparse)
    table(ids).backward(up)
    grad = table.weight.grad
    optimizer(table.parameters(), lr=0.01).step()
    return table.weight.detach(), grad.to_dense() if sparse else grad


@pytest.mark.parametrize("steps", [FORWARD, PRODUCT])
def test_rows_are_torchs_to_the_bit(after, given, steps):
    W, ids, _ = given
    assert torch.equal(after(*steps)["rows"], W[ids])


@pytest.mark.parametrize("steps", [BACK, ["make_onehot", "product_back"]])
def test_gradients_of_whole_numbers_are_torchs_to_the_bit(after, given, steps):
    _, ids, up = given
    whole = up.mul(100).round()
    expected = torch.zeros(V, D).index_add_(0, ids, whole)
    assert torch.equal(after(*steps, up=whole)["G"], expected)


def test_other_gradients_are_as_near_as_sums_in_another_order(after, given):
    _, ids, up = given
    _, grad = stepped(given, torch.optim.SGD)
    size = torch.zeros(V, D).index_add_(0, ids, up.abs())
    most = ids.bincount().max()
    assert ((after(*BACK)["G"] - grad).abs() <= most * 2**-23 * size).all()


@pytest.mark.parametrize(
    ("kernel", "optimizer", "sparse"),
    [
        ("sgd", torch.optim.SGD, False),
        ("sgd_rows", torch.optim.SGD, True),
        ("adam", torch.optim.Adam, False),
        ("adam_rows", torch.optim.SparseAdam, True),
    ],
)
def test_a_step_is_torchs(after, given, kernel, optimizer, sparse):
    W, _ = stepped(given, optimizer, sparse)
    found = after(*FORWARD, *BACK, kernel)
    assert torch.allclose(found["W"], W, rtol=1e-5, atol=1e-6)
    if sparse:  # and the gradient is zeros again, so that none need be written
        assert not found["G"].any()


def test_threads_of_more_groups_than_a_dimension_has_reach_every_number(page):
    """65,535 groups of 64 threads reach 65,535 rows of 64 columns; these begin a second row."""
    found = page.evaluate("kernels.copied({ V: 70_000, B: 1, D: 64 })")
    assert found == -1


def test_ids_are_taken_in_turn_or_the_same_again(page):
    """Of two batches that are added up the sums are even, if they are one batch twice."""
    in_turn, again = (
        page.evaluate("given => kernels.added(...given)", [SIZES, pace])
        for pace in (1, 0)
    )
    assert {one % 2 for one in in_turn} == {0, 1}
    assert {one % 2 for one in again} == {0}
    assert sum(again) == sum(in_turn) == 2 * B * D


def test_work_that_would_hold_the_screen_is_not_begun(page):
    """A smaller table took 30 ms for a million threads: twice as many pass, ten times do not."""
    smaller = {"threads": 1e6, "seconds": [0.03, 0.05]}
    asked = "([smaller, threads]) => kernels.too_long(smaller, threads)"
    assert page.evaluate(asked, [smaller, 2e6]) is None
    assert "longer than some 0.1 s" in page.evaluate(asked, [smaller, 1e7])
    assert page.evaluate(asked, [None, 1e12]) is None


PRETENDED = "given => kernels.pretended(...given)"
# seconds, of fast and slow GPUs
CALLS = [2e-8, 3e-6, 4e-5, 7e-4, 9.99e-3, 0.026, 0.099]


@pytest.mark.parametrize("seconds", CALLS)
@pytest.mark.parametrize("starts", [1, 5])
@pytest.mark.parametrize("tick", [1e-4, 1e-7, 0])
def test_no_piece_of_work_holds_the_gpu_for_longer_than_100_ms(
    page, seconds, starts, tick
):
    found = page.evaluate(PRETENDED, [seconds, starts, tick])
    assert max(found["held"]) <= 0.1
    assert max(found["held"]) * starts / seconds < 4096.5
    if not tick or max(found["held"]) < tick:
        assert found["why"] == "a call is too short for the clock"
    else:
        piece = found["held"][-1]
        assert found["seconds"] == pytest.approx([seconds] * 5, rel=tick / piece + 1e-3)
        # long enough to tell, or of as many starts as there may be
        assert piece >= 0.0099 or 4 * starts * piece / seconds > 4096


@pytest.mark.parametrize("seconds", CALLS)
def test_lookups_together_hold_the_gpu_for_100_ms_at_most(page, seconds):
    calls = page.evaluate("seconds => kernels.as_many([seconds])", seconds)
    assert 1 <= calls <= 1024
    assert calls * seconds <= 0.1
    assert calls == 1024 or (calls + 1) * seconds > 0.1, "and as many as that lets"


def test_one_slow_piece_of_lookups_together_does_not_count(page):
    found = page.evaluate("seconds => kernels.middle_of(seconds)", [9, 1, 3, 2, 4, 0])
    assert found == [3, 1]


def test_a_call_that_takes_longer_is_not_repeated(page):
    found = page.evaluate(PRETENDED, [0.15, 4, 1e-4])
    assert "longer than some 0.1 s" in found["why"]
    assert len(found["held"]) == 2


def test_what_was_timed_while_the_page_was_left_is_timed_again(page):
    assert page.evaluate("kernels.kept([0, 0])") == 1
    assert page.evaluate("kernels.kept([0, 1, 1, 2, 2, 2])") == 3
