"""What notebook 06 says of bytes, of room and of its six ways, by its own definitions."""

import contextlib
import io
import json
import mmap

import pytest
import torch
import torch.nn.functional as F
from hypothesis import given, settings
from hypothesis import strategies as st

from course import LOOKUP, NOTEBOOKS, code_cells, read
from lookup import mapped, measure_memory, pages_read

CELLS = code_cells(read(next(path for path in NOTEBOOKS if path.stem.startswith("06"))))
NEEDED = [
    "pick_device(",
    "ways = {",
    "class Trainer",
    "def reserve(",
    "def part(",
    "def race(",
    "def peak(",
    "def peaks(",
    "def gains(",
    "def send(",
]
FOUR = ["Linear, one-hot", "Embedding", "Embedding, sparse", "CSR @ W"]
V = 4000
D = 8
B = 5  # few enough ids to be small beside the table
TABLE = 4 * V * D


@pytest.fixture(scope="module")
def book():
    """The names that the notebook's definitions leave behind, on the CPU."""
    names = {"D": 64, "four": FOUR, "sizes": [1, 2]}
    threads = torch.get_num_threads()
    with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(io.StringIO()):
        patch.setenv("ONE_ROW_DEVICE", "cpu")
        for needle in NEEDED:
            source = next(cell.source for cell in CELLS if needle in cell.source)
            exec(source.partition("\n\nlines = {way")[0].partition("\n\nothers =")[0], names)
    yield names
    torch.set_num_threads(threads)


@pytest.fixture
def runs(book):
    """The notebook's list of runs, empty."""
    book["runs"].clear()
    return book["runs"]


def trainer(book, way, optimizer="SGD", rows=V):
    return book["Trainer"](way, rows, B, D, optimizer)


@st.composite
def lookups(draw):
    """Ids with repeats, a table, and what a loss sends back; all sizes different."""
    V, D, B = draw(st.permutations(range(1, 30)))[:3]
    ids = draw(st.lists(st.integers(0, V - 1), min_size=B, max_size=B))
    g = torch.Generator().manual_seed(draw(st.integers(0, 99)))
    return torch.tensor(ids), torch.randn(V, D, generator=g), torch.randn(B, D, generator=g)


@pytest.mark.filterwarnings("ignore:Sparse CSR tensor support")
@given(lookups())
@settings(deadline=None, database=None, max_examples=50)
def test_the_six_ways_give_the_same_rows_and_the_same_gradient(book, drawn):
    ids, W, up = drawn
    wanted = torch.zeros_like(W)
    for place, row in enumerate(ids.tolist()):
        wanted[row] += up[place]
    for name, way in book["ways"].items():
        leaf = W.clone().requires_grad_()
        rows = way(ids, leaf)
        (grad,) = torch.autograd.grad(rows, leaf, up)
        assert torch.equal(rows, W[ids]), name
        torch.testing.assert_close(grad.to_dense(), wanted, rtol=1e-5, atol=1e-5)
        assert (grad.layout == torch.sparse_coo) == ("sparse" in name)


def test_a_gradient_is_a_whole_table_and_a_sparse_one_an_entry_for_every_id(book):
    ids = torch.tensor([3, 7, 3, 3, 0])
    for name, way in book["ways"].items():
        W = torch.ones(V, D, requires_grad=True)
        way(ids, W).sum().backward()
        if "sparse" in name:
            parts = W.grad._indices(), W.grad._values()
            assert sum(part.nbytes for part in parts) == len(ids) * (8 + 4 * D)
            assert W.grad.coalesce().values().shape == (3, D)
        else:
            assert W.grad.untyped_storage().nbytes() == TABLE
            assert (W.grad.abs().sum(1) > 0).sum() == 3


TABLES = {
    ("Linear, one-hot", "SGD"): max(3 * B / D, 1 + B / D),
    ("Embedding", "SGD"): 1,
    ("EmbeddingBag", "SGD"): 1,
    ("Embedding, sparse", "SGD"): 0,
    ("EmbeddingBag, sparse", "SGD"): 0,
    ("CSR @ W", "SGD"): 2.1,  # two, and V column pointers
    ("Embedding", "fused Adam"): 3,
    ("Embedding", "Adam"): 5,
    ("Embedding, sparse", "SparseAdam"): 2,
}


@pytest.mark.filterwarnings("ignore:Sparse CSR tensor support")
@pytest.mark.parametrize(("way", "optimizer"), TABLES)
def test_the_peak_of_a_first_step_is_so_many_tables(book, way, optimizer):
    peak = measure_memory(trainer(book, way, optimizer).training).peak
    off = 0.4 if way == "CSR @ W" else 0.05
    assert peak / TABLE == pytest.approx(TABLES[way, optimizer], abs=off)


@pytest.mark.parametrize("way", ["Embedding, sparse", "EmbeddingBag, sparse"])
def test_the_peak_of_a_sparse_step_does_not_know_the_table(book, way):
    small = measure_memory(trainer(book, way, rows=V).training).peak
    large = measure_memory(trainer(book, way, rows=10 * V).training).peak
    assert small == large < 2000


def test_a_gradient_stays_until_zero_grad_and_beyond_if_it_is_only_filled_with_zeros(book):
    there = trainer(book, "Embedding")
    assert measure_memory(there.training).kept == TABLE
    assert measure_memory(lambda: there.opt.zero_grad(set_to_none=False)).kept == 0
    assert there.W.grad is not None
    assert measure_memory(there.opt.zero_grad).kept == -TABLE


@pytest.mark.parametrize("layers", [5, 50, 150])
def test_activations_and_the_tables_gradient_never_meet_unless_the_last_one_stays(book, layers):
    size = layers * book["B"] / book["V"]  # of the activations, in tables
    peak = book["peak"]
    assert peak(layers, False, True) == pytest.approx(max(1, size), abs=0.1)
    assert peak(layers, False, False) == pytest.approx(max(1, 1 + size), abs=0.15)
    assert peak(layers, True, True) == pytest.approx(size, abs=0.1)


@pytest.mark.parametrize("what", ["forward", "backward", "step", "training"])
def test_a_part_can_be_called_again_and_again_and_notes_what_the_recorder_takes(book, runs, what):
    schema = json.loads((LOOKUP / "measuring/recorded/schema.json").read_text(encoding="utf-8"))
    wanted = set(schema["$defs"]["run"]["required"])
    time = book["race"](what, "Embedding", V, B, D)
    assert [set(run) for run in runs] == [wanted]
    assert runs[0]["seconds"] == list(time.times)
    assert (runs[0]["peak"] is not None) == (what == "training")
    book["race"](what, "Embedding", V, B, D)
    assert len(runs) == 1, "a second one takes the place of the first"


def test_without_room_it_says_why_and_the_next_one_is_measured(book, runs):
    assert book["race"]("training", "Linear, one-hot", 10**6, B=10**6) is None
    assert book["race"]("training", "Embedding", 10**12) is None
    assert book["race"]("training", "Embedding", 100)
    assert ["allowed are 1e9" in run["why"] for run in runs] == [True, True, False]
    assert [len(run["seconds"]) for run in runs] == [0, 0, 5]


@pytest.mark.parametrize(
    ("sizes", "why"), [({"V": -1}, "negative dimension"), ({"V": 9, "B": -1}, "negative dimension")]
)
def test_a_size_that_is_none_is_noted_and_the_sweep_goes_on(book, runs, sizes, why):
    assert book["race"]("training", "Embedding", **sizes) is None
    assert book["race"]("training", "Embedding", 100)
    assert [why in run["why"] for run in runs] == [True, False]


def test_peaks_and_gains_read_the_runs(book, runs):
    assert book["race"]("training", "Embedding", 300, B=16)
    assert book["race"]("training", "Embedding, sparse", 300, B=16)
    assert book["peaks"]("Embedding") == {300: 4 * 300 * 64 + 4 * 16 * 64}
    assert set(book["gains"](runs)) == set()
    book["sizes"].append(300)
    assert book["gains"](runs)[300] > 0


def test_what_crosses_are_rows_and_their_gradient(book):
    assert book["ledger"]["rows"] == book["ledger"]["gradient, back"] == 256 * 64 * 4
    assert book["ledger"]["else: ids, table there"] == 256 * 8
    assert book["ledger"]["else: one-hots"] == 256 * 50_000 * 4
    assert book["table"].grad.is_sparse


def test_a_lookup_reads_a_page_for_each_id_and_the_product_all(book, tmp_path):
    rows = 300
    width = mmap.PAGESIZE // 4
    torch.randn(rows, width).numpy().tofile(tmp_path / "table")
    W = mapped(tmp_path / "table", (rows, width))
    ids = torch.randperm(rows)[:40]
    try:
        assert pages_read(tmp_path / "table", lambda: F.embedding(ids, W)) == 40
        assert pages_read(tmp_path / "table", lambda: book["linear"](ids[:1], W)) == rows
    except NotImplementedError as error:
        pytest.skip(str(error))


@pytest.mark.parametrize("optimizer", ["SGD", "SparseAdam"])
def test_with_repeats_a_sparse_step_is_the_dense_one(book, optimizer):
    """Of Adam only the first step: later ones move rows that SparseAdam leaves alone."""
    ids = torch.tensor([1, 1, 4, 1])
    up = torch.arange(12.0).reshape(4, 3)
    found = []
    for sparse, name in [(False, optimizer.replace("Sparse", "")), (True, optimizer)]:
        W = torch.ones(6, 3, requires_grad=True)
        opt = book["optimizers"][name]([W])
        F.embedding(ids, W, sparse=sparse).backward(up)
        opt.step()
        found.append(W.detach())
    torch.testing.assert_close(*found)


def test_on_a_cpu_with_one_thread_every_way_repeats_itself(book):
    g = torch.Generator().manual_seed(0)
    W, up = (torch.randn(rows, 16, generator=g) for rows in (50, 2000))
    ids = torch.randint(50, (2000,), generator=g)
    W.requires_grad_()
    for name, way in book["ways"].items():
        grads = [torch.autograd.grad(way(ids, W), W, up)[0].to_dense() for _ in range(4)]
        assert all(torch.equal(grads[0], grad) for grad in grads), name
