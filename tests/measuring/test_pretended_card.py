"""On cards of 8 to 139 GB, pretended, a race runs to its end, and so do the notebooks."""

import os
import subprocess
import sys

import nbformat
import pytest
import torch
import torch.nn.functional as F

import notebook_on_card
from course import LOOKUP, NOTEBOOKS
from lookup import Race, held_over_time, measure_memory, phase, pick_device
from pretended_card import pretended_card

GIGABYTES = (8, 24, 139)
SCALES = {
    8: 16,
    139: 64,
}  # so that both hold a notebook's own tables, which do not shrink
SMALL = 1024  # the scale of tests that measure, so that they take seconds
LARGEST = 13_107_200 // SMALL
WAYS = ["one-hot @ W", "Embedding", "Embedding, sparse", "CSR @ W"]
MEASURING = [path for path in NOTEBOOKS if path.name.startswith("06")]
NEEDS_RACE = "Race"  # a notebook without it has not been made ready for a card
TABLE = 4 * 64  # bytes of a row
PEAKS = {  # in tables, of a first step; "Adam, as it comes" is what CUDA takes
    ("one-hot @ W", "SGD"): 1.25,
    ("Embedding", "SGD"): 1,
    ("Embedding, sparse", "SGD"): 0,
    ("Embedding", "fused Adam"): 3,
    ("Embedding", "Adam"): 5,
    ("Embedding", "Adam, foreach"): 4,
    ("Embedding", "Adam, as it comes"): 4,
    ("Embedding, sparse", "SparseAdam"): 2,
}


@pytest.fixture(params=GIGABYTES)
def card(request):
    """A pretended card."""
    with pretended_card(request.param, SMALL) as card:
        yield card


@pytest.fixture
def quick(monkeypatch):
    """Time each call once."""
    monkeypatch.setattr(
        "timeit.Timer.repeat", lambda timer, *how: [timer.timeit(1)] * how[0]
    )


def test_what_is_made_on_the_card_is_there_and_what_comes_of_it():
    with pretended_card(16) as card:
        device = pick_device()
        W = torch.randn(5, 2, device=device, requires_grad=True)
        assert W.device == torch.device("cuda", 0)
        assert W.is_cuda
        rows = F.embedding(torch.tensor([1, 1], device="cuda"), W, sparse=True)
        rows.sum().backward()
        assert [rows.device, W.grad.device] == [W.device] * 2
        assert torch.nn.Embedding(3, 2).to(device).weight.is_cuda
        assert torch.ones(3).cuda().is_cuda
        here = W.detach().cpu()
        assert here.device.type == "cpu"
        assert here.numpy().shape == (5, 2)
        table = torch.randn(5, 2, requires_grad=True)
        table[[1]].to(device).sum().backward()
        assert table.grad.device.type == "cpu", "the gradient comes back"
        assert card.allocated > 0
    assert torch.ones(2).device.type == "cpu"


def test_what_is_on_both_sides_does_not_mix():
    with pretended_card(16):
        W = torch.ones(3, 2, device="cuda")
        for mixed in (
            lambda: W + torch.ones(3, 2),
            lambda: F.embedding(torch.tensor([1]), W),
            lambda: torch.stack([W, torch.ones(3, 2)]),
            lambda: torch.ones(4, 3) @ W,
        ):
            with pytest.raises(RuntimeError, match="to be on the same device"):
                mixed()
        with pytest.raises(TypeError, match="can't convert cuda:0"):
            W.numpy()
        assert (W * torch.tensor(2.0)).is_cuda, "a single number may come along"
        assert W[torch.tensor([1])].is_cuda, "and indices"


def test_every_block_is_counted_and_the_room_ends():
    with pretended_card(1, scale=1000) as card:
        free, total = torch.cuda.mem_get_info()
        assert (card.total, total, free) == (10**6, 10**6, 950_000)
        kept = torch.ones(50_000, device="cuda")  # 200,000 bytes
        double = kept * 2
        assert card.allocated == 400_000
        assert torch.cuda.memory_allocated() == 2 * 391 * 512, "in whole blocks"
        view = kept[:10]
        assert card.allocated == 400_000
        del double
        assert (card.allocated, card.peak) == (200_000, 400_000)
        with pytest.raises(
            torch.OutOfMemoryError, match=r"Tried to allocate 0\.95 MiB"
        ):
            torch.ones(250_000, device="cuda")
        with pytest.raises(torch.OutOfMemoryError):
            kept.repeat(10)
        assert card.refused == [1_000_000, 2_000_000]
        assert card.allocated == 200_000
        assert measure_memory(torch.add, kept, 1).peak == 200_000
        del kept
        assert card.allocated == 200_000, "as long as one views it"
        del view
        assert card.allocated == 0


def test_bytes_are_those_that_are_asked_for_and_not_whole_blocks():
    with pretended_card(1, scale=1000):
        number = torch.ones(1, device="cuda")
        memory = measure_memory(lambda: number + 1, device="cuda")
        assert (memory.peak, memory.kept) == (4, 0)

        def call():
            phase("forward")
            return number + 1

        (forward,) = held_over_time(call, device="cuda").phases
        assert (forward.held, forward.peak) == ((0, 4, 0), 4)


def test_an_allocator_that_does_not_count_is_refused(monkeypatch):
    with pretended_card(1, scale=1000):
        monkeypatch.setattr(torch.cuda, "memory_stats", lambda *device: {})
        for measured in (measure_memory, held_over_time):
            with pytest.raises(
                RuntimeError, match="without PYTORCH_NO_CUDA_MEMORY_CACHING"
            ):
                measured(torch.ones, 3, device="cuda")


def test_a_lost_card_ends_a_race_and_is_not_taken_for_a_lack_of_room(monkeypatch):
    def lost(*sizes):
        raise torch.AcceleratorError("CUDA error: no kernel image is available")

    with pretended_card(16):
        race = Race("cuda")
        monkeypatch.setattr("lookup.measuring.race.Trainer", lost)
        with pytest.raises(torch.AcceleratorError, match="no kernel image"):
            race("forward", "Embedding", 100)
        assert race.left_out == []


def test_a_call_whose_card_nobody_names_stops_a_notebook(tmp_path, monkeypatch):
    monkeypatch.setenv("ONE_ROW_DEVICE", "")
    cells = [
        SET_UP,
        "from lookup import measure",
        "measure(torch.ones(3, device='cuda').zero_)",
    ]
    cells = [nbformat.v4.new_code_cell(cell) for cell in cells]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), tmp_path / "small.ipynb")
    with pytest.raises(ValueError, match="must be told that the card works"):
        notebook_on_card.main(tmp_path / "small.ipynb", 8, SMALL)


def test_a_race_runs_to_its_end_and_never_meets_the_end_of_the_room(card, quick):
    race = Race("cuda")
    for what in ("forward", "backward", "step", "training"):
        race.sweep(what, WAYS)
    for name in ("Adam", "fused Adam", "Adam, as it comes"):
        race.sweep("step", ["Embedding"], optimizer=name)
    race.sweep("step", ["Embedding, sparse"], optimizer="SparseAdam")
    for B in (1, 4096):
        race("training", "one-hot @ W", race.sizes[-2], B)
        race("training", "Embedding", race.sizes[-1], B, D=256)
    for V in race.sizes[2:]:
        for (way, optimizer), tables in PEAKS.items():
            peak = race.peak("training", way, V, optimizer=optimizer)
            assert peak is None or peak / V / TABLE == pytest.approx(tables, abs=0.1)
    assert race.sizes == [50, 400, 3200, LARGEST]
    dense = [
        run
        for run in race.runs
        if run["way"].startswith("Embedding") and run["D"] == 64
    ]
    sgd = [run for run in dense if run["optimizer"] == "SGD"]
    assert not any(run["why"] for run in sgd), (
        "the sizes are those that a step of SGD has room for"
    )
    assert all("are allowed" in sentence for sentence in race.left_out)
    assert card.refused == [], "room was reckoned, and reckoned right"
    assert card.allocated == 0, "nothing stays"


def test_a_race_gives_the_cards_own_times_of_what_it_swept(card, quick):
    race = Race("cuda")
    race.sizes = [50, 400]
    ways = ["Embedding", "Embedding, sparse"]
    assert race.own_times("training", ways) is None  # nothing has run
    race.sweep("training", ways[1:])
    race("training", "Embedding", 400)
    own = race.own_times("training", ways)
    assert own["Embedding"][0] is None
    assert own["Embedding"][1].device == "A pretended card"
    found = {
        (way, V): time.times
        for way, line in own.items()
        for V, time in zip(race.sizes, line)
        if time
    }
    assert found == {
        (run["way"], run["V"]): tuple(run["on_card"]["warm"]) for run in race.runs
    }
    assert race.own_times("training", ways, B=4096) is None
    with pytest.raises(ValueError, match="the way must be one of"):
        race.own_times("training", ["a way"])


def test_the_smaller_the_card_the_more_is_left_out(quick):
    left_out = []
    for gigabytes in GIGABYTES:
        with pretended_card(gigabytes, SMALL):
            race = Race("cuda")
            for way, optimizer in PEAKS:
                race("training", way, race.sizes[-1], optimizer=optimizer)
            race("training", "one-hot @ W", race.sizes[-1], 256)
            left_out.append(len(race.left_out))
    assert left_out == sorted(left_out, reverse=True)
    assert left_out[0] > left_out[1] > left_out[-1] == 0


def test_on_a_card_torch_takes_foreach_where_nobody_chooses(quick):
    with pretended_card(16):
        race = Race("cuda")
        named = {"SGD": "foreach", "Adam": "for-loop", "fused Adam": "fused"}
        for optimizer, implementation in [
            *named.items(),
            ("Adam, as it comes", "foreach"),
        ]:
            race("training", "Embedding", 400, optimizer=optimizer)
            assert race.runs[-1]["implementation"] == implementation
    race = Race("cpu")
    race("training", "Embedding", 400, optimizer="Adam, as it comes")
    assert race.runs[-1]["implementation"] == "for-loop", (
        "no card's choice is kept in mind"
    )


def test_what_runs_out_of_memory_all_the_same_is_noted_and_the_allocator_emptied(
    quick, monkeypatch
):
    with pretended_card(8) as card:
        race = Race("cuda")
        monkeypatch.setattr("lookup.measuring.race.needed", lambda *sizes: 0)
        assert race("training", "Embedding", 10**6) is None
        assert (
            "it ran out of memory: CUDA out of memory. Tried to allocate"
            in race.left_out[0]
        )
        assert (card.allocated, card.emptied, len(card.refused)) == (0, 1, 1)
        assert race("training", "Embedding", 1000)


def test_room_is_what_is_free_at_the_moment():
    with pretended_card(16, scale=64):
        race = Race("cuda")
        before = race.fits(3, D=100)
        W = torch.ones(before, 100, device="cuda")
        other, out = torch.empty_like(W), torch.empty_like(W)
        assert race.fits(1, D=100) < before
        del W, other, out
        assert race.fits(3, D=100) == before
        assert race.room == pytest.approx(16e9 / 64 * 0.95 * 0.9, abs=1)


SET_UP = """
import os, torch
from lookup import Race, pick_device
race = Race(pick_device(os.environ.get("ONE_ROW_DEVICE")))
forward = race.sweep("forward", ["one-hot @ W", "Embedding"])
"""
COPIES = "W, other, out = (torch.randn({}, 64, device=race.device) for _ in range(3))"


@pytest.mark.parametrize(
    ("cell", "stops"),
    [
        (COPIES.format("race.fits(3)"), ""),
        (COPIES.format("race.sizes[-1]"), "CUDA out of memory"),
        ("torch.ones(2, device=race.device) + torch.ones(2)", "on the same device"),
    ],
)
def test_a_notebook_that_is_not_ready_for_a_card_stops_with_its_cell(
    tmp_path, monkeypatch, capsys, cell, stops
):
    monkeypatch.setenv("ONE_ROW_DEVICE", "")
    cells = [
        nbformat.v4.new_code_cell(SET_UP),
        nbformat.v4.new_code_cell(cell, id="06-99"),
    ]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), tmp_path / "small.ipynb")
    if stops:
        with pytest.raises(RuntimeError, match=stops) as caught:
            notebook_on_card.main(tmp_path / "small.ipynb", 8, SMALL)
        assert any(entry.path == "cell 06-99" for entry in caught.traceback)
    else:
        notebook_on_card.main(tmp_path / "small.ipynb", 8, SMALL)
        assert capsys.readouterr().out.endswith(" 0 blocks refused\n")


@pytest.mark.long
@pytest.mark.parametrize(
    ("notebook", "sizes"),
    zip(MEASURING, SCALES.items()),
    ids=["06 on a small one", "06b on a large one"],
)
def test_a_notebook_runs_to_its_end_on_a_card(notebook, sizes):
    if NEEDS_RACE not in notebook.read_text(encoding="utf-8"):
        pytest.skip("it measures without a Race")
    folders = [str(LOOKUP.parent), os.environ.get("PYTHONPATH", "")]
    ran = subprocess.run(
        [sys.executable, notebook_on_card.__file__, notebook, *map(str, sizes)],
        cwd=notebook.parent, capture_output=True, text=True, encoding="utf-8",
        env=os.environ | {"PYTHONPATH": os.pathsep.join(folders), "MPLBACKEND": "Agg"},
    )  # fmt: skip
    assert ran.returncode == 0, ran.stdout[-1000:] + ran.stderr[-3000:]
    assert ran.stdout.endswith("bytes, 0 blocks refused\n"), ran.stdout[-1000:]
