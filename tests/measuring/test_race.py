"""A race notes what it measured or why it could not, and asks for no more than there is."""

import gc
import weakref

import pytest
import torch
import torch.nn.functional as F
from hypothesis import given, settings
from hypothesis import strategies as st

from lookup import Measurement, Race, measure_memory
from lookup.measuring import race as race_module
from lookup.measuring import room as room_module
from lookup.measuring.optimizers import OPTIMIZERS, RATE
from lookup.measuring.room import needed
from lookup.measuring.steps import (
    FUSED,
    PARTS,
    WAYS,
    Trainer,
    implementation,
)

CPU = torch.device("cpu")
GRADIENTS = [way for way in WAYS if way != FUSED]
FOR_LISTS = ["SparseAdam", "row-wise Adagrad"]
FOR_TABLES = [name for name in OPTIMIZERS if name not in FOR_LISTS]
RIGHT = [
    (way, name)
    for way in GRADIENTS
    for name in (["SGD", *FOR_LISTS] if "sparse" in way else FOR_TABLES)
]
RIGHT += [(FUSED, "SGD")]


@pytest.fixture
def race():
    return Race("cpu")


@st.composite
def lookups(draw):
    """Ids with repeats, a table, and what a loss sends back; all sizes different."""
    V, D, B = draw(st.permutations(range(1, 30)))[:3]
    ids = draw(st.lists(st.integers(0, V - 1), min_size=B, max_size=B))
    g = torch.Generator().manual_seed(draw(st.integers(0, 99)))
    return (
        torch.tensor(ids),
        torch.randn(V, D, generator=g),
        torch.randn(B, D, generator=g),
    )


@given(lookups())
@settings(deadline=None, database=None, max_examples=50)
def test_the_six_ways_give_the_same_rows_and_the_same_gradient(drawn):
    ids, W, up = drawn
    wanted = torch.zeros_like(W)
    for place, row in enumerate(ids.tolist()):
        wanted[row] += up[place]
    for name in GRADIENTS:
        way = WAYS[name]
        leaf = W.clone().requires_grad_()
        rows = way(ids, leaf)
        (grad,) = torch.autograd.grad(rows, leaf, up)
        assert torch.equal(rows, W[ids]), name
        torch.testing.assert_close(grad.to_dense(), wanted, rtol=1e-5, atol=1e-5)
        assert (grad.layout == torch.sparse_coo) == ("sparse" in name)


@given(lookups())
@settings(deadline=None, database=None, max_examples=50)
def test_in_the_backward_a_table_takes_the_step_that_sgd_would_take_and_has_no_gradient(
    drawn,
):
    ids, W, up = drawn
    fused, usual = (W.clone().requires_grad_() for _ in range(2))
    rows = WAYS[FUSED](ids, fused)
    assert torch.equal(rows, W[ids])
    rows.backward(up)
    F.embedding(ids, usual).backward(up)
    torch.optim.SGD([usual], lr=RATE).step()
    assert fused.grad is None
    torch.testing.assert_close(fused, usual)


@given(lookups())
@settings(deadline=None, database=None, max_examples=50)
def test_row_wise_adagrad_does_what_its_rule_says_row_by_row(drawn):
    ids, W, up = drawn
    trained = W.clone().requires_grad_()
    optimiser = OPTIMIZERS["row-wise Adagrad"]([trained], lr=0.1, eps=0.01)
    wanted, sums = W.clone(), [0.0] * len(W)
    for _ in range(2):
        optimiser.zero_grad()
        F.embedding(ids, trained, sparse=True).backward(up)
        optimiser.step()
        for row in set(ids.tolist()):
            gradient = up[ids == row].sum(dim=0)
            sums[row] += (gradient**2).mean().item()
            wanted[row] -= 0.1 * gradient / (sums[row] ** 0.5 + 0.01)
    torch.testing.assert_close(trained.detach(), wanted, rtol=1e-4, atol=1e-4)


@pytest.mark.long
@pytest.mark.parametrize(
    ("what", "way", "optimizer"),
    [("training", *right) for right in RIGHT]
    + [(what, way, "SGD") for what in PARTS for way in GRADIENTS if what != "training"],
)
def test_a_part_holds_no_more_than_is_reckoned_and_not_far_less(what, way, optimizer):
    V, B, D = 3000, 7, 16
    adam = implementation(way, optimizer, CPU) if "Adam" in optimizer else ""
    reckoned = needed(what, way, V, B, D, adam)
    kept = []

    def all_of_it():
        kept.append(Trainer(way, optimizer, V, B, D, CPU))
        kept.append(kept[0].part(what))
        kept[1]()
        kept[1]()

    held = measure_memory(all_of_it).peak
    assert held <= reckoned
    reserve = 2.2 * 4 * V * D if way == "CSR @ W" else 0.1 * 4 * V * D + 12 * B * V
    assert reckoned - held <= reserve


@pytest.mark.parametrize("what", PARTS)
def test_a_run_notes_its_time_and_a_second_one_takes_its_place(race, what):
    time = race(what, "Embedding", 300, B=5, D=8)
    assert isinstance(time, Measurement)
    (run,) = race.runs
    assert run["seconds"] == list(time.times)
    assert len(run["seconds"]) == 5
    assert {name: run[name] for name in ("what", "way", "optimizer", "V", "B", "D", "why")} == {
        "what": what, "way": "Embedding", "optimizer": "SGD", "V": 300, "B": 5, "D": 8, "why": ""
    }  # fmt: skip
    assert run["peak"] is None
    again = race(what, "Embedding", 300, 5, 8)
    assert [run["seconds"] for run in race.runs] == [list(again.times)]
    race(what, "Embedding", 300, B=6, D=8)
    assert len(race.runs) == 2
    assert race.left_out == []


def test_a_cpu_has_no_times_of_its_own(race):
    race.sizes = [50, 400]
    race.sweep("training", ["Embedding"])
    assert race.own_times("training", ["Embedding"]) is None


def test_a_sweep_goes_over_the_sizes_and_has_none_where_there_is_no_room(
    race, monkeypatch
):
    race.sizes = [5, 40, 10**7]
    found = race.sweep("forward", ["one-hot @ W", "Embedding"], B=3)
    assert [*found] == ["one-hot @ W", "Embedding"]
    for times in found.values():
        assert [isinstance(time, Measurement) for time in times] == [True, True, False]
        assert times[2] is None
    assert race.left_out == [
        "one-hot @ W, V = 10,000,000, B = 3: needs 2.9 GB, 1.0 GB are allowed",
        "Embedding, V = 10,000,000, B = 3: needs 2.6 GB, 1.0 GB are allowed",
    ]


PEAKS = {
    ("one-hot @ W", "SGD"): 1 + 4 * 16 / (4 * 64),
    ("Embedding", "SGD"): 1,
    ("EmbeddingBag", "SGD"): 1,
    ("Embedding, sparse", "SGD"): 0,
    ("EmbeddingBag, sparse", "SGD"): 0,
    ("CSR @ W", "SGD"): 2.05,
    ("Embedding", "fused Adam"): 3,
    ("Embedding", "Adam"): 5,
    ("Embedding", "Adam, foreach"): 4,
    ("Embedding, sparse", "SparseAdam"): 2,
}


@pytest.mark.long
@pytest.mark.parametrize(("way", "optimizer"), PEAKS)
def test_the_peak_of_a_first_step_is_so_many_tables(race, way, optimizer):
    V = 4000
    race("training", way, V, optimizer=optimizer)
    peak = race.peak("training", way, V, optimizer=optimizer)
    assert len(race.runs) == 1, "the run that noted it is not run again"
    assert peak / (4 * V * 64) == pytest.approx(PEAKS[way, optimizer], abs=0.05)


def test_a_peak_that_no_run_noted_is_measured(race):
    race("backward", "Embedding", 2000)
    assert race.runs[0]["peak"] is None
    assert race.peak("backward", "Embedding", 2000) == 4 * 2000 * 64
    assert race.peak("training", "Embedding", 1000) > 4 * 1000 * 64
    assert race.peak("training", "Embedding", 10**8) is None
    assert len(race.runs) == 3


@pytest.mark.parametrize("way", ["Embedding, sparse", "EmbeddingBag, sparse"])
def test_the_peak_of_a_sparse_step_does_not_know_the_table(race, way):
    small, large = (race.peak("training", way, V, B=5, D=8) for V in (4000, 40_000))
    assert small == large < 2000


def test_the_implementation_is_what_torch_did(race):
    found = {(way, name): implementation(way, name, CPU) for way, name in RIGHT}
    assert found["Embedding", "fused Adam"] == "fused"
    assert found["Embedding", "Adam, foreach"] == "foreach"
    assert found.pop((FUSED, "SGD")) == "", "the backward took the step"
    others = {
        kind
        for (_, name), kind in found.items()
        if name in ("SGD", "Adam", "SparseAdam")
    }
    assert others == {found["Embedding", "Adam, as it comes"]} == {"for-loop"}, (
        "on a CPU"
    )
    race("training", "Embedding", 50, optimizer="fused Adam")
    race("forward", "Embedding", 50)
    assert [run["implementation"] for run in race.runs] == ["fused", ""], (
        "none had a step to do"
    )


def test_without_room_it_says_why_and_the_next_one_is_measured(race):
    assert race("training", "one-hot @ W", 25_600, B=4096) is None
    assert race("training", "one-hot @ W", 10**6, B=10**6) is None
    assert race("training", "Embedding", 10**12) is None
    assert race("training", "Embedding, sparse", 100, optimizer="Adam, foreach") is None
    assert race("training", "Embedding", 100)
    assert [len(run["seconds"]) for run in race.runs] == [0, 0, 0, 0, 5]
    needs, places, table, refused = race.left_out
    assert (
        needs == "one-hot @ W, V = 25,600, B = 4,096: needs 1.3 GB, 1.0 GB are allowed"
    )
    assert (
        "needs a tensor of 1,000,000,000,000 numbers, 2,147,483,647 are allowed"
        in places
    )
    assert "needs a tensor of 64,000,000,000,000 numbers" in table
    assert refused.startswith(
        "Embedding, sparse with Adam, foreach, V = 100, B = 16: Adam does not"
    )


def test_what_runs_out_of_memory_all_the_same_is_noted(race, monkeypatch):
    def full(*sizes):
        raise torch.OutOfMemoryError(
            "CUDA out of memory. Tried to allocate 20 MiB.\nMore."
        )

    with monkeypatch.context() as patch:
        patch.setattr(race_module, "Trainer", full)
        assert race("forward", "Embedding", 100, D=8) is None
    assert race.left_out == [
        "Embedding, V = 100, B = 16, D = 8: "
        "it ran out of memory: CUDA out of memory. Tried to allocate 20 MiB."
    ]
    assert race("forward", "Embedding", 100, D=8)
    assert race.left_out == []


def test_an_error_that_is_not_the_devices_is_not_swallowed(race, monkeypatch):
    monkeypatch.setattr(race_module, "measure", lambda *call, **how: {}["gone"])
    with pytest.raises(KeyError, match="gone"):
        race("forward", "Embedding", 100)
    assert race.runs == [], "nor is a half of a run noted"


@pytest.mark.parametrize("what", PARTS)
def test_a_run_leaves_nothing_allocated(race, monkeypatch, what):
    tables = []

    class Kept(Trainer):
        def __init__(self, *given):
            super().__init__(*given)
            tables.append(weakref.ref(self.W))

    monkeypatch.setattr(race_module, "Trainer", Kept)
    gc.collect()
    gc.disable()
    try:
        race(what, "Embedding", 100, optimizer="Adam")
        assert [table() for table in tables] == [None], (
            "without waiting for the collector"
        )
    finally:
        gc.enable()


REFUSED = [
    (
        {"what": "sideways"},
        ValueError,
        "the part must be one of forward | backward | step",
    ),
    (
        {"way": ["Embedding"]},
        ValueError,
        r"the way must be one of .* got \['Embedding'\]",
    ),
    (
        {"way": "Linear"},
        ValueError,
        "the way must be one of one-hot @ W | .* got 'Linear'",
    ),
    (
        {"optimizer": "Lion"},
        ValueError,
        "the optimizer must be one of SGD | .* got 'Lion'",
    ),
    ({"V": 0}, ValueError, "V must be 1 or more, got 0"),
    ({"B": -1}, ValueError, "B must be 1 or more, got -1"),
    ({"D": 0}, ValueError, "D must be 1 or more, got 0"),
    ({"V": 1e3}, TypeError, "V must be a whole number, got 1000.0"),
    ({"B": True}, TypeError, "B must be a whole number, got True"),
]


@pytest.mark.parametrize(("wrong", "kind", "rule"), REFUSED)
def test_what_cannot_be_run_is_refused_and_not_noted(race, wrong, kind, rule):
    fields = {"what": "training", "way": "Embedding", "V": 10} | wrong
    with pytest.raises(kind, match=rule):
        race(**fields)
    with pytest.raises(kind, match=rule):
        race.peak(**fields)
    assert race.runs == []


def test_so_many_rows_fit(race):
    assert race.fits(1) == 10**9 // 256
    assert race.fits(3, D=100) == 10**9 // 1200
    assert race.fits(2.5) == 10**9 // 640
    assert race.cache_rows() == race.cache_rows(64) == 1000
    for wrong, kind in [
        ((0,), ValueError),
        ((1, 0), ValueError),
        ((1, 0.5), TypeError),
    ]:
        with pytest.raises(kind, match=r"got 0(\.5)?\."):
            race.fits(*wrong)
    with pytest.raises(ValueError, match="D must be 1 or more, got 0"):
        race.cache_rows(0)


def test_a_device_that_is_not_here_is_refused():
    with pytest.raises(ValueError, match="must be one that is here"):
        Race("cuda:99")


def card(patch, free, reserved=0, allocated=0):
    """As if torch saw a card with so many bytes free, of which nothing is to be used."""
    patch.setattr(torch.cuda, "is_available", lambda: True)
    patch.setattr(torch.cuda, "device_count", lambda: 1)
    patch.setattr(torch.cuda, "mem_get_info", lambda device: (int(free), int(free)))
    patch.setattr(torch.cuda, "memory_reserved", lambda device: int(reserved))
    patch.setattr(torch.cuda, "memory_allocated", lambda device: int(allocated))


@pytest.mark.parametrize(
    ("free", "largest"),
    [
        (0, 400),
        (0.1e9, 25_600),
        (1e9, 1_638_400),
        (7e9, 1_638_400),
        (8e9, 13_107_200),
        (139e9, 13_107_200),
    ],
)
def test_the_sizes_of_a_card_are_those_with_room_for_a_table_and_its_gradient(
    monkeypatch, free, largest
):
    card(monkeypatch, free)
    race = Race("cuda")
    assert race.sizes[0] == 50
    assert race.sizes[-1] == largest
    assert all(b == 8 * a for a, b in zip(race.sizes, race.sizes[1:]))


def test_room_on_a_card_is_what_is_free_and_what_the_allocator_does_not_use(
    monkeypatch,
):
    card(monkeypatch, 4e9, reserved=3e9, allocated=1e9)
    race = Race("cuda")
    assert race.room == pytest.approx(0.9 * 6e9)
    assert race.fits(2, D=50) == race.room // 400
    card(monkeypatch, 1e9)
    assert race.fits(1, D=25) == 9_000_000, "as it is now, not as it was"
    monkeypatch.setattr(race_module, "implementation", lambda *names: "foreach")
    assert (
        race("training", "Embedding", 1_000_000, optimizer="Adam, as it comes") is None
    )
    assert race.left_out == [
        "Embedding with Adam, as it comes, V = 1,000,000, B = 16: needs 1.3 GB, 0.9 GB are allowed"
    ], "and nothing was allocated, as no such card is here"


def test_rows_that_fit_a_cards_cache(monkeypatch):
    card(monkeypatch, 4e9)
    properties = {"L2_cache_size": 50 * 2**20}
    monkeypatch.setattr(
        torch.cuda, "get_device_properties", lambda device: type("Card", (), properties)
    )
    assert Race("cuda").cache_rows(64) == 51_200
    properties.clear()
    assert Race("cuda").cache_rows(64) == room_module.CACHED // 256


def test_with_repeats_a_first_sparse_step_is_the_dense_one():
    """Of Adam only the first step: later ones move rows that SparseAdam leaves alone."""
    ids = torch.tensor([1, 1, 4, 1])
    up = torch.arange(12.0).reshape(4, 3)
    for dense, sparse in [
        ("SGD", "SGD"),
        ("Adam", "SparseAdam"),
        ("fused Adam", "SparseAdam"),
    ]:
        found = []
        for name in (dense, sparse):
            W = torch.ones(6, 3, requires_grad=True)
            opt = OPTIMIZERS[name]([W])
            F.embedding(ids, W, sparse=name == sparse).backward(up)
            opt.step()
            found.append(W.detach())
        torch.testing.assert_close(*found)
