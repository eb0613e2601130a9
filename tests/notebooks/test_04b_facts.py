"""What the companion of notebook 04 says of optimisers, clipping, switches and repeatability.

What it shares with notebook 04 is in test_04_gradient_facts.py and test_04_optimizer_facts.py.
Two optimisers in one loop, and frozen rows, are in test_04b_loop_facts.py.
"""

import re
from functools import partial

import pytest
import torch
from torch import nn, optim

from conftest import threads
from course import COMPANIONS, code_cells, names_of, read
from lookup import message_of
from spellings import TEACH

(PATH,) = (path for path in COMPANIONS if path.name.startswith("04b"))


@pytest.fixture(autouse=True)
def _unchecked():
    """As the notebook says: else the first sparse tensor that an optimizer makes warns."""
    torch.sparse.check_sparse_tensor_invariants.disable()


def test_index_add_and_autograd_agree_with_the_loop_and_the_short_line_loses_a_visit():
    names = names_of(PATH, "def by_hand", "four = ", "short = ")
    loop = names["by_hand"](names["four"], names["four_up"], 6)
    *right, short = names["ways"].values()
    assert all(torch.equal(grad, loop) for grad in right)
    assert loop[:, 0].tolist() == [0, 4, 9, 2, 0, 0]
    assert short[:, 0].tolist() == [0, 4, 8, 2, 0, 0]


def test_the_list_names_every_optimizer_of_pytorch():
    every = {
        name
        for name, kind in vars(optim).items()
        if isinstance(kind, type)
        and issubclass(kind, optim.Optimizer)
        and name != "Optimizer"
    }
    assert set(names_of(PATH, "optimisers = {")["optimisers"]) == every
    assert len(every) == 15


def test_four_take_a_sparse_gradient_and_three_move_a_row_in_no_batch():
    names = names_of(PATH, "optimisers = {", "def train")
    train = names["train"]
    before = train(optim.SGD, sparse=False, steps=0)
    takes, moves = set(), set()
    for name, make in names["optimisers"].items():
        if message_of(train, make, sparse=True, steps=1) == "no error":
            takes.add(name)
        after = train(make, sparse=name == "SparseAdam", steps=12)
        if not torch.equal(after[[0, 4, 5]], before[[0, 4, 5]]):
            moves.add(name)
    assert takes == {"SGD", "Adagrad", "SparseAdam", "LBFGS"}
    assert moves == {"ASGD", "AdamW", "Muon"}


@pytest.mark.parametrize("kind", [optim.SGD, optim.Adagrad])
@pytest.mark.parametrize("extra", [{"weight_decay": 0.1}, {"fused": True}])
def test_two_that_take_it_refuse_with_a_little_more(kind, extra):
    emb = nn.Embedding(6, 3, sparse=True)
    emb(torch.tensor([2, 3])).sum().backward()
    optimiser = kind(emb.parameters(), lr=0.01, **extra)
    assert message_of(optimiser.step).startswith("RuntimeError: ")


def test_add_refuses_a_dense_tensor_only_in_the_second_place():
    dense = torch.ones(6, 3)
    sparse = torch.sparse_coo_tensor([[1, 2]], torch.ones(2, 3), (6, 3))
    assert "add(sparse, dense)" in message_of(torch.add, sparse, dense)
    assert not torch.add(dense, sparse).is_sparse


def test_momentum_takes_it():
    emb = nn.Embedding(6, 3, sparse=True)
    emb(torch.tensor([2, 3])).sum().backward()
    assert (
        message_of(optim.SGD(emb.parameters(), 0.01, momentum=0.9).step) == "no error"
    )


def test_adam_moves_an_unread_row_however_weak_the_decay_and_adamw_by_its_share():
    names = names_of(PATH, "def after_19_steps")
    start = torch.tensor([-0.72, -0.40, -0.60, 0.18])
    for decay in (0.1, 1e-4):
        moved = torch.tensor(names["after_19_steps"](optim.Adam, decay)) - start
        torch.testing.assert_close(
            moved.abs(), torch.full((4,), 0.19), atol=0.03, rtol=0
        )
        left = torch.tensor(names["after_19_steps"](optim.AdamW, decay)) / start
        torch.testing.assert_close(left, torch.full((4,), (1 - 0.01 * decay) ** 19))


def test_nine_optimizers_and_three_words():
    names = names_of(PATH, "def moved", "makers = {")
    moved = {name: names["moved"](make) for name, make in names["makers"].items()}
    moved["SparseAdam"] = names["moved"](
        lambda w: optim.SparseAdam(w, 0.01), sparse=True
    )
    assert len(moved) == 9
    assert {name for name, (_, _, quagga) in moved.items() if quagga} == {
        "SGD, decay",
        "Adam, decay",
        "AdamW, decay",
    }
    assert 17 < moved["Adam, decay"][2] / moved["AdamW, decay"][2] < 19
    assert moved["Adam"][0] == pytest.approx(19 * 0.01 * 2, rel=0.02)


@pytest.mark.parametrize(
    ("kind", "decay", "left"),
    [
        (optim.Adam, 0.1, 0.46),
        (optim.AdamW, 0.1, 0.66),
        (optim.Adam, 1e-4, 0.985),
        (optim.Adam, 0, 0.986),
    ],
)
def test_a_row_read_once_fades_with_either_but_takes_no_whole_steps(kind, decay, left):
    torch.manual_seed(0)
    emb = nn.Embedding(3, 4)
    optimiser = kind(emb.parameters(), 0.01, weight_decay=decay)
    lengths = []
    for step in range(400):
        optimiser.zero_grad()
        (emb(torch.tensor([0, 1] if step == 0 else [0])) - 3).pow(2).sum().backward()
        optimiser.step()
        lengths.append(emb.weight[1].norm().item())
    assert lengths[-1] / lengths[0] == pytest.approx(left, abs=0.005)


def test_the_list_of_momentum_outgrows_the_table_and_would_so_if_tidied():
    names = names_of(PATH, "def tables_held", "def sizes")
    held = names["sizes"](200)
    assert next(step for step, size in enumerate(held, 1) if size > 1) == 26
    assert held[-1] > 7
    emb = nn.Embedding(2000, 8, sparse=True)
    optimiser = optim.SGD(emb.parameters(), lr=0.01, momentum=0.9)
    emb(torch.arange(2000).repeat(2)).sum().backward()
    optimiser.step()
    state = optimiser.state[emb.weight]
    state["momentum_buffer"] = state["momentum_buffer"].coalesce()
    assert names["tables_held"](emb, optimiser) == 1.25


def test_momentum_merges_where_two_unsorted_lists_meet_at_the_same_row():
    torch.manual_seed(0)
    emb = nn.Embedding(50, 1, sparse=True)
    optimiser = optim.SGD(emb.parameters(), lr=0.01, momentum=0.9)
    walked = []
    for _ in range(20):
        optimiser.zero_grad()
        emb(torch.randint(50, (8,))).sum().backward()
        rows = emb.weight.grad._indices()[0].tolist()
        optimiser.step()
        walked = side_by_side(walked, rows)
        assert (
            optimiser.state[emb.weight]["momentum_buffer"]._indices()[0].tolist()
            == walked
        )
    assert 50 < len(walked) < 20 * 8


def side_by_side(one, other):
    """The rows that a single walk through both lists leaves, as if they were sorted."""
    merged = []
    while one and other:
        row = min(one[0], other[0])
        merged.append(row)
        one, other = one[one[0] == row :], other[other[0] == row :]
    return merged + one + other


def test_sparse_and_dense_gradients_are_clipped_together():
    names = names_of(PATH, "head = nn.Linear")
    grads = [weight.grad.to_dense().flatten() for weight in names["weights"]]
    assert torch.cat(grads).norm().item() == pytest.approx(1, abs=1e-5)


def test_a_weight_that_the_batch_did_not_use_is_left_out_of_clipping():
    (cell,) = (
        cell for cell in code_cells(read(PATH)) if "head = nn.Linear" in cell.source
    )
    unused = cell.source.replace(
        "list(head.parameters())\n",
        "list(head.parameters()) + [nn.Parameter(torch.ones(2))]\n",
    )
    assert unused != cell.source
    exec(unused, names := {"nn": nn, "torch": torch})
    assert len(names["weights"]) == 3


def test_a_sparse_gradient_is_clipped_by_its_own_norm_in_two_lines():
    emb = nn.Embedding(6, 3, sparse=True)
    emb(torch.tensor([1, 1, 2])).sum().backward()
    norm = emb.weight.grad.norm()
    assert norm.item() == pytest.approx(15**0.5)
    nn.utils.clip_grads_with_norm_(emb.parameters(), 1.0, norm)
    assert emb.weight.grad.to_dense().norm().item() == pytest.approx(1, abs=1e-5)


def test_a_padding_row_is_zeroed_once_and_only_where_the_table_is_made():
    assert not nn.Embedding(5, 2, padding_idx=3).weight[3].any()
    given = nn.Embedding.from_pretrained(TEACH.clone(), padding_idx=5)
    assert torch.equal(given.weight, TEACH)
    filled = nn.Embedding(5, 2, padding_idx=3)
    nn.init.ones_(filled.weight)
    assert filled.weight[3].tolist() == [1, 1]


def test_scaling_by_frequency_refuses_sparse_gradients():
    emb = nn.Embedding(5, 2, scale_grad_by_freq=True, sparse=True)
    assert "not supported with sparse" in message_of(
        emb(torch.tensor([1])).sum().backward
    )


def test_scaling_by_frequency_counts_the_visits_of_one_call():
    emb = nn.Embedding(5, 2, scale_grad_by_freq=True)
    (emb(torch.tensor([3, 3])).sum() + emb(torch.tensor([3])).sum()).backward()
    assert emb.weight.grad[3].tolist() == [2, 2]


def test_scaling_by_frequency_divides_by_wrong_counts_in_a_bag():
    """If this is red, torch has mended it: change the sentence below "04b-switches"."""
    bag = nn.EmbeddingBag(5, 2, mode="sum", scale_grad_by_freq=True)
    bag(torch.tensor([[1, 1, 3]])).sum().backward()
    assert bag.weight.grad[:, 0].tolist() == [0, 1, 0, 0.5, 0]


def test_padding_leaves_an_id_out_of_a_bag_and_lets_other_gradients_through():
    W = torch.tensor([[0.0], [2.0], [4.0], [10.0]])
    bag = nn.EmbeddingBag.from_pretrained(W, mode="mean", padding_idx=3)
    assert bag(torch.tensor([[1, 2, 3]])).item() == 3
    emb = nn.Embedding.from_pretrained(W.clone(), freeze=False, padding_idx=3)
    (emb(torch.tensor([3])).sum() + emb.weight.sum()).backward()
    assert emb.weight.grad.flatten().tolist() == [1, 1, 1, 1]


def test_max_norm_writes_to_the_table_that_was_handed_in():
    W = TEACH.clone()
    nn.Embedding.from_pretrained(W, max_norm=1.0).eval()(torch.tensor([3]))
    assert W[3].norm().item() == pytest.approx(1, abs=1e-4)
    assert torch.equal(W[[0, 1, 2, 4, 5]], TEACH[[0, 1, 2, 4, 5]])


def test_only_the_index_as_it_comes_may_differ_from_run_to_run():
    """A test of torch, and of what "04b-twice" stores: its text reads the number out."""
    names = names_of(PATH, "def way_back", "def differing")
    lookups = names["lookups"]
    with threads(2):
        assert names["differing"](lookups["F.embedding"]) == 0
        torch.use_deterministic_algorithms(True)
        try:
            assert {names["differing"](rows) for rows in lookups.values()} == {0}
        finally:
            torch.use_deterministic_algorithms(False)
    assert len(names["big"]) > 1000  # F.embedding shares out no fewer rows
    (cell,) = (cell for cell in read(PATH).cells if cell.id == "04b-twice")
    stored = cell.outputs[0].data["text/plain"]
    assert [re.findall(r" (\d+)", line) for line in stored.splitlines()[1:]] == [
        ["0", "0"],
        ["19", "0"],
    ]


def test_row_wise_adagrad_needs_a_sixteenth_and_gets_at_least_as_far():
    names = names_of(PATH, "class RowWiseAdagrad", "def distances", "def adagrad")
    for lr in (0.1, 0.3):
        lean, full = (
            names["distances"](names[n], lr) for n in ("RowWiseAdagrad", "adagrad")
        )
        assert lean[-1] < 0.8 * full[-1]
    for name in ("RowWiseAdagrad", "adagrad"):
        assert names["distances"](names[name], 1.0)[-1] < 0.005
    assert names["RowWiseAdagrad"](torch.zeros(2000, 16), 0.1).squares.nbytes == 8000


def test_row_wise_adagrad_lags_where_one_column_counts_a_hundredfold():
    names = names_of(PATH, "class RowWiseAdagrad", "def distances", "def adagrad")
    lean, full = (
        names["distances"](names[n], 0.3, 100.0) for n in ("RowWiseAdagrad", "adagrad")
    )
    assert lean[-1] == pytest.approx(0.867, abs=0.003)
    assert full[-1] == pytest.approx(0.178, abs=0.001)
    best = min(
        names["distances"](names["RowWiseAdagrad"], lr, 100.0)[-1] for lr in (1, 3, 10)
    )
    assert best == pytest.approx(0.666, abs=0.003)


def test_row_wise_adagrad_moves_the_rows_of_the_batch_only_and_repeats_once():
    emb = nn.Embedding(6, 4, sparse=True)
    before = emb.weight.detach().clone()
    emb(torch.tensor([1, 1, 2])).sum().backward()
    names_of(PATH, "class RowWiseAdagrad")["RowWiseAdagrad"](emb.weight, lr=0.5).step()
    moved = before - emb.weight.detach()
    torch.testing.assert_close(
        moved, torch.tensor([0, 0.5, 0.5, 0, 0, 0])[:, None].expand(6, 4)
    )


def test_the_way_of_sparse_adam_depends_on_the_size_of_the_gradient_at_first():
    """A smaller eps cures it, and so does a loss that is multiplied by a constant."""
    way = names_of(PATH, "def way(")["way"]
    lazy, adam = (partial(kind, eps=1e-15) for kind in (optim.SparseAdam, optim.Adam))
    assert way(lazy, 1e-8, 20, sparse=True) == pytest.approx(1, abs=1e-3)
    assert way(adam, 1e-8, 20) == pytest.approx(1, abs=1e-3)
    assert way(optim.SparseAdam, 1.0, 20, sparse=True) == pytest.approx(1, abs=1e-6)
    assert way(optim.Adam, 1e-8, 1000) == pytest.approx(0.5, abs=1e-3)
    starts = (way(optim.SparseAdam, 1e-8, n, sparse=True) for n in (20, 1000, 5000))
    assert list(starts) == pytest.approx([0.088, 0.358, 0.462], abs=1e-3)


@pytest.mark.parametrize(
    ("kind", "decay", "apart"),
    [(optim.Adam, 0, 0), (optim.AdamW, 0.1, 0), (optim.Adam, 1e-6, 1)],
)
def test_the_scale_of_the_loss_matters_where_adam_has_a_decay(kind, decay, apart):
    ends = []
    for scale in (1e-6, 1.0):
        row = nn.Parameter(torch.tensor([-0.72, -0.40], dtype=torch.float64))
        optimiser = kind([row], lr=0.01, eps=1e-16, weight_decay=decay)
        for gradient in (1.0, -1.0, 0.0, 0.0, 0.0):
            row.grad = torch.full_like(row, scale * gradient)
            optimiser.step()
        ends.append(row.detach().clone())
    assert ((ends[0] - ends[1]).norm() > 1e-4) == apart


def test_at_the_first_step_the_eps_of_sparse_adam_is_blown_up_thirtyfold():
    def first_move(kind, sparse):
        emb = nn.Embedding.from_pretrained(
            torch.zeros(1, 1).double(), freeze=False, sparse=sparse
        )
        (1e-8 * emb(torch.tensor([0]))).sum().backward()
        kind(emb.parameters(), lr=1.0).step()
        return -emb.weight.item()

    assert first_move(optim.Adam, sparse=False) == pytest.approx(0.5, rel=1e-3)
    assert first_move(optim.SparseAdam, sparse=True) == pytest.approx(
        1e-8 / 3.26e-7, rel=1e-2
    )
