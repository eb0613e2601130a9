"""What notebook 04 says of optimizers: which rows they move, and which take a sparse gradient."""

import re

import pytest
import torch
from torch import nn, optim

from course import ROOT, read

PATH = ROOT / "notebooks" / "04_which_rows_learn.ipynb"
TABLE = {  # name: (make, sparse, whether rows 1 and 2 move after step 1)
    "SGD": (lambda w: optim.SGD(w, 0.01), False, (False, False)),
    "SGD, sparse": (lambda w: optim.SGD(w, 0.01), True, (False, False)),
    "SGD, momentum": (lambda w: optim.SGD(w, 0.01, momentum=0.9), False, (True, False)),
    "SGD, momentum, sparse": (
        lambda w: optim.SGD(w, 0.01, momentum=0.9),
        True,
        (True, False),
    ),
    "SGD, weight decay": (
        lambda w: optim.SGD(w, 0.01, weight_decay=0.1),
        False,
        (True, True),
    ),
    "Adagrad": (lambda w: optim.Adagrad(w, 0.01), False, (False, False)),
    "Adagrad, sparse": (lambda w: optim.Adagrad(w, 0.01), True, (False, False)),
    "RMSprop": (lambda w: optim.RMSprop(w, 0.01), False, (False, False)),
    "Adam": (lambda w: optim.Adam(w, 0.01), False, (True, False)),
    "Adam, weight decay": (
        lambda w: optim.Adam(w, 0.01, weight_decay=0.1),
        False,
        (True, True),
    ),
    "AdamW": (lambda w: optim.AdamW(w, 0.01), False, (True, True)),
    "SparseAdam": (lambda w: optim.SparseAdam(w, 0.01), True, (False, False)),
    "Muon": (lambda w: optim.Muon(w, 0.01), False, (True, True)),
    "Muon, no decay": (
        lambda w: optim.Muon(w, 0.01, weight_decay=0),
        False,
        (True, False),
    ),
    "LBFGS": (lambda w: optim.LBFGS(w, 0.01), False, (True, False)),
}
EVERY = {
    cls.__name__: cls
    for cls in vars(optim).values()
    if isinstance(cls, type)
    and issubclass(cls, optim.Optimizer)
    and cls is not optim.Optimizer
}


@pytest.fixture(autouse=True)
def _unchecked():
    """As the notebook says once: else the first sparse tensor that an optimizer makes warns."""
    torch.sparse.check_sparse_tensor_invariants.disable()


def path(make, steps=20, sparse=False):
    """Rows 0 (in each batch), 1 (in the first) and 2 (in none), before and after each step."""
    torch.manual_seed(0)
    emb = nn.Embedding(3, 4, sparse=sparse)
    opt = make(emb.parameters())
    at = [emb.weight.detach().clone()]
    for step in range(steps):
        ids = torch.tensor([0, 1] if step == 0 else [0])

        def loss(ids=ids):
            opt.zero_grad()
            out = (emb(ids) - 3).pow(2).sum()
            out.backward()
            return out

        opt.step(loss)
        at.append(emb.weight.detach().clone())
    return torch.stack(at)


@pytest.mark.parametrize("name", TABLE)
def test_which_rows_move(name):
    make, sparse, moves = TABLE[name]
    at = path(make, sparse=sparse)
    assert [not at[1, row].equal(at[-1, row]) for row in range(3)] == [True, *moves]


def test_a_row_seen_once_drifts_to_six_of_adams_first_steps():
    at = path(TABLE["Adam"][0], steps=60)[:, 1]
    way = (at - at[0]).norm(dim=1)
    assert way[-1] / way[1] == pytest.approx(5.99, abs=0.02)
    assert (way.diff() > 0).all()


def adam_way(seen, steps, gradient=1.0):
    """Adam's first move and its whole way, in lr, if it gets a gradient at step `seen` only."""
    x = nn.Parameter(torch.zeros(1, dtype=torch.float64))
    opt = optim.Adam([x], lr=1.0)
    at = [0.0]
    for step in range(1, steps + 1):
        x.grad = torch.tensor([gradient * (step == seen)], dtype=torch.float64)
        opt.step()
        at.append(-x.item())
    return at[seen], at[-1]


@pytest.mark.parametrize(
    ("seen", "first", "whole"),
    [
        (1, 1.0, 6.0),
        (100, 0.98, 10.2),
        (1000, 2.51, 25.3),
        (10_000, 3.16, 31.7),
        (20_000, 3.16, 31.7),  # and no farther, however late
    ],
)
def test_the_later_a_row_is_first_seen_the_longer_adams_way(seen, first, whole):
    assert adam_way(seen, seen + 200) == (
        pytest.approx(first, rel=0.02),
        pytest.approx(whole, rel=0.02),
    )


@pytest.mark.parametrize(("times", "whole"), [(10, 25), (1, 20)])
def test_eps_shortens_adams_way_where_gradients_are_as_small_as_is_said(times, whole):
    """Of "04-61": at ten times that gradient the 25 of "04-64" hold."""
    (text,) = (cell.source for cell in read(PATH).cells if cell.id == "04-61")
    (small,) = re.findall(r"gradients are as small as (1e-\d+)", text)
    _, found = adam_way(1000, 1200, times * float(small))
    assert found == pytest.approx(whole, abs=0.5)


def test_without_any_gradient_an_optimizer_moves_nothing():
    emb = nn.Embedding(3, 4)
    before = emb.weight.detach().clone()
    optim.AdamW(emb.parameters(), 0.01, weight_decay=0.1).step()
    assert emb.weight.equal(before)


def test_adamw_shrinks_a_row_that_is_never_named():
    at = path(lambda w: optim.AdamW(w, 0.01, weight_decay=0.1), steps=100)[:, 2]
    torch.testing.assert_close(at[-1], at[0] * (1 - 0.001) ** 100)


@pytest.mark.parametrize(("decay", "left"), [(0.1, 0.37), (0.01, 0.90)])
def test_after_a_thousand_steps_adamw_has_left_a_part_of_an_unread_row(decay, left):
    at = path(lambda w: optim.AdamW(w, 0.01, weight_decay=decay), steps=1000)[:, 2]
    torch.testing.assert_close(
        at[-1] / at[0], torch.full((4,), left), atol=0.005, rtol=0
    )


def test_where_adams_shares_stand_in_the_steps_that_are_read_out():
    shares = {n: sum(0.001 * 0.999**k for k in range(n)) for n in (2, 1000, 100_000)}
    at_step_2 = 0.001 * 0.999 / shares[2]  # the mean of the squares 1 and 0
    assert at_step_2 == pytest.approx(0.5, abs=0.001)
    assert at_step_2**0.5 == pytest.approx(0.71, abs=0.005)
    assert shares[1000] == pytest.approx(0.63, abs=0.005)
    assert shares[1000] < shares[100_000] == pytest.approx(1)
    assert (0.001 / shares[1000]) ** 0.5 == pytest.approx(0.04, abs=0.0005)
    assert (0.001 / shares[100_000]) ** 0.5 == pytest.approx(0.032, abs=0.0005)


def tables(rows, steps):
    """(Adam's table, SparseAdam's) less their common start, both on the same batches."""
    moved = []
    for make, sparse in ((optim.Adam, False), (optim.SparseAdam, True)):
        g = torch.Generator().manual_seed(1)
        start, goal = torch.randn(2, 50, 8, generator=g)
        emb = nn.Embedding.from_pretrained(start.clone(), freeze=False, sparse=sparse)
        opt = make(emb.parameters(), 0.01)
        for _ in range(steps):
            ids = torch.randperm(50, generator=g)[:rows]
            opt.zero_grad()
            (emb(ids) - goal[ids]).pow(2).mean().backward()
            opt.step()
        moved.append(emb.weight.detach() - start)
    return moved


@pytest.mark.parametrize(
    ("rows", "steps", "low", "high"),
    [
        (50, 40, 0, 1e-4),
        (10, 1, 0, 1e-4),
        (10, 200, 0.1, 0.3),
        (2, 1000, 0.1, 0.3),
        (1, 200, 0.5, 1),
    ],
)
def test_sparse_adam_is_adam_only_if_every_row_is_in_every_batch(
    rows, steps, low, high
):
    adam, lazy = tables(rows, steps)
    assert low <= (adam - lazy).norm() / adam.norm() <= high


def one_step(make, sparse=True):
    emb = nn.Embedding(6, 3, sparse=sparse)

    def loss():
        emb.zero_grad()
        out = emb(torch.tensor([2, 3, 1, 2])).pow(2).sum()
        out.backward()
        return out

    make(emb.parameters()).step(loss)


def decaying(kind):
    return lambda w: kind(w, 0.01, weight_decay=0.1)


def test_four_of_fifteen_optimizers_take_a_sparse_gradient():
    assert len(EVERY) == 15
    takes = {"SGD", "Adagrad", "SparseAdam", "LBFGS"}
    for name, cls in EVERY.items():
        if name in takes:
            one_step(cls)
        else:
            with pytest.raises(RuntimeError, match="not support sparse gradients"):
                one_step(cls)


@pytest.mark.parametrize(
    ("make", "sparse", "message"),
    [
        (optim.SparseAdam, False, "SparseAdam does not support dense gradients"),
        (decaying(optim.SGD), True, "add.sparse, dense. is not supported"),
        (decaying(optim.Adagrad), True, "not compatible with sparse gradients"),
    ],
)
def test_what_is_refused(make, sparse, message):
    with pytest.raises(RuntimeError, match=message):
        one_step(make, sparse)


def test_momentum_hoards_the_entries_of_sparse_gradients_and_stays_right():
    ids = torch.randint(200, (300, 8), generator=torch.Generator().manual_seed(0))
    found = {}
    for sparse in (True, False):
        emb = nn.Embedding.from_pretrained(
            torch.ones(200, 4), freeze=False, sparse=sparse
        )
        opt = optim.SGD(emb.parameters(), 0.01, momentum=0.9)
        for batch in ids:
            opt.zero_grad()
            emb(batch).pow(2).sum().backward()
            opt.step()
        found[sparse] = emb.weight.detach(), opt.state[emb.weight]["momentum_buffer"]
    torch.testing.assert_close(found[True][0], found[False][0])
    assert found[True][1]._nnz() > 1600
    assert found[True][1]._values().nbytes > 8 * found[False][1].nbytes


def test_clipping_refuses_a_sparse_gradient_whose_stored_rows_have_another_norm():
    emb = nn.Embedding(6, 3, sparse=True)
    emb(torch.tensor([1, 1, 2])).sum().backward()
    with pytest.raises(NotImplementedError, match="linalg_vector_norm"):
        nn.utils.clip_grad_norm_(emb.parameters(), 1.0)
    grad = emb.weight.grad
    assert grad._values().norm().item() == pytest.approx(3)
    assert grad.coalesce().values().norm().item() == pytest.approx(15**0.5)
