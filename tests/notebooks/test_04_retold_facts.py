"""What notebook 04 shows of the learner's own text, and what its prose adds to its cells."""

import pytest
import torch
from torch import nn, optim

from course import ROOT, names_of
from lookup import follow

pytestmark = pytest.mark.long  # they train anew what nbval has just trained

PATH = ROOT / "notebooks" / "04_which_rows_learn.ipynb"


@pytest.fixture(scope="module")
def real():
    """The names after the cells "04-touched", "04-first-ids", "04-dense" and "04-forms"."""
    return names_of(
        PATH,
        "touched = ",
        "gradient_rows(few, many, len",
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


def test_the_second_step_moves_the_rows_of_its_batch_of_both_batches_or_all():
    """Cell "04-rows-moved"."""
    parts = [
        "vocabulary = ",
        "def train_on",
        "makers = {",
        "def rows_moved",
        "counts = {",
    ]
    names = names_of(PATH, *parts)
    batches = [
        {names["vocabulary"][word] for word in names["read_batch"](16, 64, seed)}
        for seed in (0, 1)
    ]
    assert names["counts"] == {
        "SGD": len(batches[1]),
        "Adam": len(batches[0] | batches[1]),
        "AdamW": len(names["vocabulary"]),
    }


def test_the_zebra_comes_to_rest_after_one_to_two_hundred_steps():
    names = names_of(PATH, "def train_on", "makers = {", "def run(")
    zebra = names["run"](names["makers"]["Adam"], after=400).rows[:, 1]  # (401, 4)
    moves = (zebra[1:] != zebra[:-1]).any(dim=1).nonzero().flatten()
    assert 100 < moves.max() < 220


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


def test_rows_and_the_learning_rate_of_sparse_adam():
    """A row that SparseAdam visits late moves as far at once as Adam's would."""
    emb = nn.Embedding.from_pretrained(torch.zeros(2, 1), freeze=False, sparse=True)
    optimiser = optim.SparseAdam(emb.parameters(), lr=0.01)
    for step in range(1, 1001):
        optimiser.zero_grad()
        emb(torch.tensor([0 if step < 1000 else 1])).sum().backward()
        optimiser.step()
    assert emb.weight[1].item() == pytest.approx(-0.0251, abs=2e-4)


def test_the_visits_of_a_row_pile_up_faster_in_sparse_adams_mean_than_in_its_root():
    names = names_of(PATH, "goals = torch.randn", "def train(make_optimiser")
    memory = [(0, 0)]

    class Watched(optim.SparseAdam):
        def step(self):
            super().step()
            (state,) = self.state.values()
            memory.append(
                (state["exp_avg"][11, 1].item(), state["exp_avg_sq"][11, 1].item())
            )

    names["train"](Watched, 2, sparse=True)
    for step, mean, root, ratio, correction in (
        (354, 0.093, 0.029, 3.16, 0.55),
        (2451, 0.48, 0.077, 6.27, 0.96),
    ):
        found, square = memory[step]
        assert -found == pytest.approx(mean, rel=0.01)
        assert square**0.5 == pytest.approx(root, rel=0.02)
        assert -found / square**0.5 == pytest.approx(ratio, abs=0.01)
        assert (1 - 0.999**step) ** 0.5 == pytest.approx(correction, abs=0.005)
    by_hand = names_of(
        PATH,
        "goals = torch.randn",
        "def train(make_optimiser",
        "for in_batch in",
        "visited =",
        "visits =",
    )
    moves = [move for *_, move in by_hand["visits"]]
    assert moves == pytest.approx(
        (by_hand["moves"][by_hand["visited"], 1] / 0.01).tolist(), 1e-3
    )


def test_sparse_adams_long_moves_overshoot_at_the_large_rate():
    """Of "04-81": six of ten numbers."""
    names = names_of(PATH, "goals = torch.randn", "def train(make_optimiser")
    lazy, _ = names["train"](optim.SparseAdam, 2, 0.1, sparse=True)
    beyond = lazy / names["goals"] > 1
    assert 0.55 < beyond.float().mean() < 0.66


@pytest.mark.parametrize(
    ("kind", "lr", "left"), [(optim.Adam, 0.02, 0.144), (optim.SparseAdam, 0.03, 0.452)]
)
def test_at_the_best_rates_adam_comes_closer_than_sparse_adam(kind, lr, left):
    names = names_of(PATH, "goals = torch.randn", "def train(make_optimiser")
    table, _ = names["train"](kind, 2, lr, sparse=kind is optim.SparseAdam)
    found = (table - names["goals"]).norm(dim=1).mean().item()
    assert found == pytest.approx(left, abs=0.003)


def test_sparse_adam_keeps_two_whole_tables():
    emb = nn.Embedding(1000, 4, sparse=True)
    optimiser = optim.SparseAdam(emb.parameters())
    emb(torch.tensor([3])).sum().backward()
    optimiser.step()
    state = optimiser.state[emb.weight]
    assert state["exp_avg"].shape == state["exp_avg_sq"].shape == (1000, 4)
    assert not state["exp_avg"].is_sparse


def test_a_group_of_its_own_leaves_embeddings_out_of_weight_decay():
    emb = nn.Embedding(3, 2)
    group = {"params": emb.parameters(), "weight_decay": 0}
    optimiser = optim.AdamW([group], lr=0.01, weight_decay=0.1)
    before = emb.weight.detach().clone()
    emb(torch.tensor([0])).sum().backward()
    optimiser.step()
    assert (emb.weight != before).any(dim=1).tolist() == [True, False, False]
