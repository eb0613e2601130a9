"""Bytes that are known beforehand are the bytes that are measured."""

import importlib
import os
import sys

import nbformat
import numpy as np
import pytest
import torch
from nbclient import NotebookClient
from torch import nn

from conftest import threads
from course import LOOKUP
from lookup.measuring.device import name_of_device
from lookup.measuring.memory import Memory, measure_memory

memory = importlib.import_module("lookup.measuring.memory")
V = 1000
D = 64
T = 5
IDS = torch.arange(T)


def counted(call, *inputs):
    """The peak and what is kept; nothing must be written to either stream."""
    found = measure_memory(call, *inputs)
    return found.peak, found.kept


@pytest.fixture(autouse=True)
def silent(capfd):
    """Whatever is measured, the process writes nothing by itself: a notebook would show it."""
    yield
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("size", [1, 7, 1000, 3_000_001])
def test_a_call_that_allocates_n_bytes_reports_n(size):
    kept = []
    assert counted(torch.empty, size) == (4 * size, 0), "its result is thrown away"
    assert counted(lambda: kept.append(torch.empty(size, dtype=torch.uint8))) == (
        size,
        size,
    )
    assert counted(kept.clear) == (0, -size)


def one_after_the_other(sizes):
    for size in sizes:
        torch.empty(size, dtype=torch.uint8)


def together(sizes):
    return [torch.empty(size, dtype=torch.uint8) for size in sizes]


def test_the_peak_is_what_is_held_at_one_time():
    assert counted(one_after_the_other, [3000, 5000, 4000]) == (5000, 0)
    assert counted(together, [3000, 5000, 4000]) == (12_000, 0)


@pytest.mark.parametrize("sparse", [False, True])
def test_a_backward_leaves_the_gradient(sparse):
    emb = nn.Embedding(V, D, sparse=sparse)
    peak, kept = counted(lambda: emb(IDS).sum().backward())
    assert kept == (T * (8 + 4 * D) if sparse else 4 * V * D)
    rows = 4 * T * D
    total = 4
    assert kept <= peak <= kept + rows + 2 * total + 8 * T


def test_a_gradient_of_an_earlier_step_is_known_when_it_is_freed():
    """So that a step measured after other steps gives the same numbers as on CUDA."""
    emb = nn.Embedding(V, D)

    def step():
        emb.zero_grad()
        emb(IDS).sum().backward()

    step()
    gradient = 4 * V * D
    peak, kept = counted(step)
    assert kept == 0
    assert peak <= 4 * T * D + 8, "the new one takes the place of the old one"
    assert counted(emb.zero_grad) == (0, -gradient)
    assert counted(step)[1] == gradient
    peak, kept = counted(lambda: (emb(IDS).sum().backward(), emb.zero_grad()))
    assert peak >= 4 * T * D
    assert kept == -gradient


@pytest.mark.filterwarnings("ignore:Sparse")
def test_a_layer_that_has_no_weight_yet_takes_no_memory():
    lazy = nn.LazyLinear(3)
    assert measure_memory(torch.ones, 100).peak == 400
    assert lazy.has_uninitialized_params()


def test_the_parts_of_a_sparse_tensor_are_known_too():
    kept = [torch.eye(9).to_sparse()]
    assert counted(kept.clear) == (0, -9 * (2 * 8 + 4))
    kept = [
        torch.sparse_csr_tensor(torch.arange(10), torch.zeros(9).long(), torch.ones(9))
    ]
    assert counted(kept.clear) == (0, -(10 * 8 + 9 * 8 + 9 * 4))


@pytest.mark.parametrize(
    ("kind", "states"), [(torch.optim.SGD, 0), (torch.optim.Adam, 2)]
)
def test_an_optimizers_state_stays(kind, states):
    emb = nn.Embedding(V, D)
    emb(IDS).sum().backward()
    optimizer = kind(emb.parameters(), lr=0.1)
    assert counted(optimizer.step)[1] == pytest.approx(states * 4 * V * D, abs=4)


def test_a_second_measurement_knows_what_the_first_left():
    """The profiler keeps the sizes of blocks that outlive it, even for blocks that come later."""
    kept = []
    assert counted(lambda: kept.append(torch.empty(1000))) == (4000, 4000)
    kept.clear()
    kept.extend(torch.empty(250) for _ in range(8))  # where the first one was
    assert counted(kept.clear) == (0, -8000)


def test_what_the_counter_does_not_see_is_as_the_docstring_says():
    kept = []
    block = np.ones(1000)
    assert counted(lambda: kept.append(np.zeros(1000))) == (0, 0)
    kept[:] = [torch.from_numpy(block)]
    del block
    assert counted(kept.clear) == (0, 0)
    scores = torch.zeros(100, 10, requires_grad=True)
    # cross_entropy keeps (100, 10) logarithms for itself
    hidden = [nn.functional.cross_entropy(scores, torch.zeros(100).long())]
    assert counted(hidden.clear)[1] > -4000


def test_the_same_call_gives_the_same_bytes_with_any_number_of_threads():
    W = torch.randn(20_000, D)
    ids = torch.randint(20_000, (50_000,), generator=torch.Generator().manual_seed(0))

    def step():
        leaf = W.requires_grad_()
        leaf.grad = None
        nn.functional.embedding_bag(ids.view(-1, 10), leaf, mode="sum").sum().backward()

    step()
    found = []
    for number in (1, 2):
        with threads(number):
            found += [counted(step) for _ in range(2)]
    assert len(set(found)) == 1
    assert found[0][1] == 0


def test_what_a_call_raises_comes_through_and_nothing_stays_broken():
    with pytest.raises(ZeroDivisionError):
        measure_memory(lambda: torch.zeros(10) + 1 // 0)
    assert not torch.autograd._profiler_enabled()
    assert counted(torch.empty, 10) == (40, 0)


def test_a_thousand_old_blocks_are_freed_in_silence():
    old = [(torch.ones(1, requires_grad=True) * 2).exp() for _ in range(1500)]
    assert counted(old.clear)[0] == 0


def test_what_the_call_itself_writes_is_not_lost(capfd):
    measure_memory(lambda: (os.write(2, b"one\nUSDT: mine\ntwo"), print("three")))
    assert capfd.readouterr() == ("three\n", "one\nUSDT: mine\ntwo")


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="a kernel does not show it here")
def test_a_notebook_shows_nothing_of_the_profiler(monkeypatch, capfd):
    """A kernel shows what its process writes to its error stream, unless pytest runs it."""
    monkeypatch.delenv("PYTEST_CURRENT_TEST")
    set_up = """
import os, torch
from lookup import measure_memory
old = [(torch.ones(1, requires_grad=True) * 2).exp()]
"""
    cells = [
        set_up,
        "measure_memory(old.clear).peak",
        "import time; os.write(2, b'seen'); time.sleep(0.5)",
    ]
    notebook = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell(cell) for cell in cells]
    )
    NotebookClient(
        notebook, resources={"metadata": {"path": str(LOOKUP.parent)}}
    ).execute()
    capfd.readouterr()  # a kernel writes it here as well
    first, (peak,), (seen,) = [cell.outputs for cell in notebook.cells]
    assert (first, peak["data"]) == ([], {"text/plain": "0"})
    assert seen["text"] == "seen", "else this could not have failed"


def test_it_works_without_an_error_stream(monkeypatch, capfd):
    with monkeypatch.context() as patch:
        patch.setattr(os, "dup", lambda number: os.close(-1))
        found = counted(torch.empty, 10)
    assert found == (40, 0)
    capfd.readouterr()


@pytest.mark.parametrize(("peak", "kept"), [(-1, -2), (3, 4)])
def test_what_is_no_peak_is_refused(peak, kept):
    with pytest.raises(ValueError, match=f"got {peak} and {kept}"):
        Memory(peak, kept, "a CPU")


def test_measuring_refuses():
    with pytest.raises(TypeError, match="needs the function itself"):
        measure_memory(torch.zeros(3))
    with pytest.raises(ValueError, match=r"device must be one that is here.*'quda'"):
        measure_memory(torch.zeros, 3, device="quda")
    with pytest.raises(ValueError, match="counts on cpu and cuda, got 'meta'"):
        measure_memory(torch.neg, torch.zeros(3, device="meta"))


def test_a_memory_names_the_device():
    found = measure_memory(torch.zeros, 3).device
    assert found == name_of_device(torch.device("cpu"))
    assert found == measure_memory(torch.zeros, 3, device="cpu").device


class StandIn:
    """In place of torch.cuda: an allocator, so that the arithmetic is tested without a card."""

    def __init__(self):
        self.held = self.peak = 1000
        self.calls = []

    def take(self, size):
        self.held += size
        self.peak = max(self.peak, self.held)

    def __getattr__(self, name):
        def answer(device=None):
            assert device == torch.device("cuda")
            self.calls.append(name)
            if name == "reset_peak_memory_stats":
                self.peak = self.held
            if name == "memory_stats":
                asked = {"current": self.held, "peak": self.peak}
                return {
                    f"requested_bytes.all.{when}": size for when, size in asked.items()
                }
            return "A GPU"

        return answer


def test_the_arithmetic_on_cuda_with_a_stand_in(monkeypatch):
    cuda = StandIn()
    cuda.take(9000)
    cuda.take(-9000)
    monkeypatch.setattr(
        memory, "device_of", lambda inputs, device: torch.device("cuda")
    )
    monkeypatch.setattr(torch, "cuda", cuda)
    monkeypatch.setattr(memory, "_warm", lambda device: cuda.calls.append("warm"))
    found = measure_memory(lambda: (cuda.take(500), cuda.take(300), cuda.take(-600)))
    assert found == Memory(800, 200, "A GPU")
    first, second, *_, last, name = cuda.calls
    assert (first, second, name) == ("warm", "synchronize", "get_device_name")
    assert cuda.calls.count("synchronize") == 2
    assert last == "memory_stats"


def test_a_first_product_is_made_before_with_its_way_back(monkeypatch):
    """cuBLAS takes its workspace at the first product of a thread, and the backward has its own."""
    monkeypatch.setattr(
        torch.cuda, "memory_stats", lambda device: {"requested_bytes.all.current": 4}
    )
    held = memory.measure_memory(memory._warm, torch.device("cpu"))
    assert held.kept == 0
    assert held.peak >= 3 * 4, "x, its product and a gradient"


@pytest.mark.skipif(not torch.cuda.is_available(), reason="no CUDA device here")
def test_known_bytes_on_cuda():
    kept = []
    for size in (1, 1000, 3_000_000):
        found = measure_memory(
            lambda size=size: kept.append(torch.empty(size, device="cuda")),
            device="cuda",
        )
        assert found.kept == found.peak == 4 * size
    assert found.device == torch.cuda.get_device_name()


def test_a_measurement_inside_another_is_refused_and_the_next_is_right():
    rule = r"^measure_memory measures one call at a time, got one inside another: "
    with pytest.raises(RuntimeError, match=rule):
        measure_memory(lambda: measure_memory(torch.empty, 1000))
    assert counted(torch.empty, 1000) == (4000, 0)
