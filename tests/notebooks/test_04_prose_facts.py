"""What notebook 04 shows of the learner's own text, and what its prose adds to its cells."""

from functools import partial

import pytest
import torch
from torch import nn, optim

from course import ROOT, names_of
from lookup import follow

pytestmark = pytest.mark.long  # they train anew what nbval has just trained

PATH = ROOT / "notebooks" / "04_which_rows_learn.ipynb"
TOY = ["goals = torch.randn", "def train(make_optimiser"]


@pytest.fixture(scope="module")
def real():
    """The names after the cells "04-touched", "04-dense" and "04-forms"."""
    return names_of(
        PATH,
        "touched = ",
        "dense = ",
        "stored_rows(forms",
    )


def test_a_batch_touches_a_small_part_of_the_table(real):
    assert len(real["touched"]) < len(real["many"]) <= 16 * 64
    assert len(real["touched"]) < len(real["vocabulary"]) / 30


def test_the_rest_of_the_gradient_is_exactly_zero_and_stored(real):
    dense = real["dense"]
    touched = (dense != 0).any(dim=1)
    assert dense.nbytes == real["emb"].weight.nbytes == 4 * 64 * len(real["vocabulary"])
    assert touched.nonzero().flatten().tolist() == real["touched"].tolist()
    assert real["zeros"] == len(dense) - len(real["touched"])


def test_a_list_stores_an_entry_an_id_and_coalesced_one_a_row(real):
    forms = real["forms"]
    entry = 8 + 4 * 64
    assert forms["sparse=True"]._nnz() * entry == len(real["many"]) * entry
    assert forms["coalesced"]._nnz() == len(real["touched"])
    torch.testing.assert_close(forms["coalesced"].to_dense(), real["dense"])


def test_a_gradient_five_times_as_large_makes_the_same_moves():
    moves = []
    for size in (1.0, 5.0):
        emb = nn.Embedding.from_pretrained(torch.zeros(1, 1).double(), freeze=False)
        optimiser = optim.Adam(emb.parameters(), lr=0.01)

        def train_on(ids, emb, optimiser, size=size):
            optimiser.zero_grad()
            (size * emb(torch.tensor([0])).sum() * (ids == "seen")).backward()
            optimiser.step()

        moves.append(follow(emb, optimiser, ["seen", "not", "not"], train_on).rows)
    torch.testing.assert_close(moves[0], moves[1], rtol=1e-6, atol=0)


def test_adam_and_sparse_adam_agree_to_a_thousandth_where_all_rows_are_read():
    """Of "04-77", which says 0 %; what is left is of *eps*."""
    names = names_of(PATH, *TOY)
    apart = []
    for eps in (1e-8, 1e-14):
        adam, lazy = (
            names["train"](partial(kind, eps=eps), 500, sparse=sparse)[-1]
            for kind, sparse in ((optim.Adam, False), (optim.SparseAdam, True))
        )
        apart.append(((adam - lazy).norm() / adam.norm()).item())
    assert 100 * apart[1] < apart[0] < 0.003


def test_rows_and_the_learning_rate_of_sparse_adam():
    """A row that SparseAdam visits late moves as far at once as Adam's would."""
    emb = nn.Embedding.from_pretrained(torch.zeros(2, 1), freeze=False, sparse=True)
    optimiser = optim.SparseAdam(emb.parameters(), lr=0.01)
    for step in range(1, 1001):
        optimiser.zero_grad()
        emb(torch.tensor([0 if step < 1000 else 1])).sum().backward()
        optimiser.step()
    assert emb.weight[1].item() == pytest.approx(-0.0251, abs=2e-4)


def left(names, kind, in_batch, lr):
    """How far the rows still are from their goals, on average."""
    tables = names["train"](kind, in_batch, lr, sparse=kind is optim.SparseAdam)
    return (tables[-1] - names["goals"]).norm(dim=1).mean().item()


@pytest.mark.parametrize(
    ("kind", "in_batch", "best", "others"),
    [
        (optim.Adam, 2, 0.02, (0.01, 0.04, 0.08)),
        (optim.SparseAdam, 2, 0.04, (0.01, 0.02, 0.08)),
        (optim.Adam, 25, 0.1, (0.01, 0.02, 0.03, 0.05, 0.2)),
        (optim.SparseAdam, 25, 0.1, (0.01, 0.02, 0.03, 0.05, 0.2)),
    ],
)
def test_the_best_rate_of_sparse_adam_is_one_to_two_times_adams(
    kind, in_batch, best, others
):
    names = names_of(PATH, *TOY)
    least = left(names, kind, in_batch, best)
    assert all(least < left(names, kind, in_batch, lr) - 0.01 for lr in others)


def test_it_is_what_sparse_adam_remembers_that_pushes_rows_past_their_goals():
    """Of "04-81": without a running mean of gradients few rows end past their goal."""
    names = names_of(PATH, *TOY, "def without_mean(")
    goals = names["goals"]
    now = names["without_mean"](optim.SparseAdam)
    away, past = {}, {}
    for kind in (optim.SparseAdam, now):
        end = names["train"](kind, 2, lr=0.04, sparse=True)[-1]
        away[kind] = (end - goals).norm(dim=1).mean().item()
        share = (end * goals).sum(1) / goals.pow(2).sum(1)  # of the way
        past[kind] = (share > 1.2).float().mean().item()
    assert away[now] < away[optim.SparseAdam] / 3
    assert past[now] < 0.1 < 0.4 < past[optim.SparseAdam]


@pytest.mark.parametrize("lr", [0.01, 0.02, 0.04, 0.08])
def test_adams_glide_carries_rows_as_far_as_steps_without_a_mean(lr):
    """Of "04-81": so an Adam that cannot glide ends about as far from the goals."""
    names = names_of(PATH, *TOY)
    jumps = partial(optim.Adam, betas=(0.0, 0.999))
    glides = left(names, optim.Adam, 2, lr)
    assert left(names, jumps, 2, lr) == pytest.approx(glides, rel=0.1)


def test_no_rate_of_sparse_adam_suits_all_rows():
    """Of "04-81": near its best rate many rows end well past their goal, many well short."""
    names = names_of(PATH, *TOY)
    goals = names["goals"]
    end = names["train"](optim.SparseAdam, 2, lr=0.03, sparse=True)[-1]
    share = (end * goals).sum(1) / goals.pow(2).sum(1)  # of the way
    assert (share < 0.8).float().mean() > 0.2
    assert (share > 1.2).float().mean() > 0.3


def test_row_11_is_visited_a_few_times_and_goals_are_far():
    names = names_of(PATH, *TOY)
    path = names["train"](optim.SparseAdam, 2, sparse=True)[:, 11]
    moves = path.diff(dim=0).abs() / 0.01  # in learning rates
    visits = moves[moves.any(dim=1)]
    assert len(visits) == 8
    assert 1.5 < visits.min() < visits.max() < 6.5
    assert names["goals"].norm(dim=1).mean().item() == pytest.approx(1.27, abs=0.004)


def test_sparse_adam_takes_the_table_and_another_optimiser_the_rest():
    model = nn.Sequential(nn.Embedding(3, 4, sparse=True), nn.Linear(4, 2))
    optimisers = [
        optim.SparseAdam([model[0].weight]),
        optim.AdamW(model[1].parameters()),
    ]
    before = [weight.detach().clone() for weight in model.parameters()]
    model(torch.tensor([0])).sum().backward()
    for optimiser in optimisers:
        optimiser.step()
    assert all(not torch.equal(*pair) for pair in zip(before, model.parameters()))
    with pytest.raises((RuntimeError, ValueError)):
        optim.Adam(model.parameters()).step()
    with pytest.raises((RuntimeError, ValueError)):
        optim.SparseAdam(model.parameters()).step()


def test_sparse_adam_keeps_two_whole_tables():
    emb = nn.Embedding(1000, 4, sparse=True)
    optimiser = optim.SparseAdam(emb.parameters())
    emb(torch.tensor([3])).sum().backward()
    optimiser.step()
    state = optimiser.state[emb.weight]
    assert state["exp_avg"].shape == state["exp_avg_sq"].shape == (1000, 4)
    assert not state["exp_avg"].is_sparse
