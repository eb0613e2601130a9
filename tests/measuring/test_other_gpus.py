"""Apple's and Intel's GPUs, pretended: timed by name, waited for, and never asked as CUDA's."""

import os
import subprocess
import sys

import pytest
import torch

import notebook_on_card
from conftest import refusal
from course import LOOKUP, NOTEBOOKS
from lookup import (
    Race,
    held_over_time,
    measure,
    measure_memory,
    pick_device,
    queued_calls,
    record,
    time_step,
)
from pretended_card import pretended_card

NAMES = {"mps": "mps of ", "xpu": "A pretended GPU"}
(PATH,) = (path for path in NOTEBOOKS if path.stem.startswith("06_"))


@pytest.fixture(params=NAMES)
def gpu(request):
    """A GPU that is here; `torch.device("mps")` or the like as `gpu.device`."""
    with pretended_card(16, kind=request.param) as gpu:
        yield gpu


def kind_of(gpu):
    return gpu.device.type


def test_it_is_measured_on_by_name_and_the_cpu_unasked(gpu, capsys):
    assert pick_device() == torch.device("cpu")
    assert f'pick_device("{kind_of(gpu)}") times it' in capsys.readouterr().out
    assert pick_device(kind_of(gpu)) == torch.device(kind_of(gpu))


def test_a_time_says_whose_it_is_and_the_gpu_was_waited_for(gpu):
    W = torch.ones(50, 8, device=kind_of(gpu))
    found = measure(lambda: W + 1, device=kind_of(gpu), repeats=2, seconds=0.001)
    assert found.device.startswith(NAMES[kind_of(gpu)])
    assert gpu.waited >= 2


def test_a_race_times_steps_and_counts_no_memory(gpu):
    race = Race(kind_of(gpu))
    assert race.sizes == [50, 400, 3200, 25_600, 204_800]
    for way in ("one-hot @ W", "Embedding", "Embedding, sparse"):
        time = race("training", way, 50)
        assert time.device.startswith(NAMES[kind_of(gpu)])
    assert race.peak("training", "Embedding", 50) is None
    assert race.counts_on == torch.device("cpu")
    assert not race.left_out
    assert {run["on_card"] for run in race.runs} == {None}


def test_a_step_is_timed_part_by_part(gpu):
    emb = torch.nn.Embedding(1000, 8, device=kind_of(gpu))
    sgd = torch.optim.SGD(emb.parameters(), lr=0.01)
    ids = torch.arange(4, device=kind_of(gpu))
    gpu.waited = 0
    step = time_step(emb, sgd, ids, repeats=2)
    assert step.parts[0].time.device.startswith(NAMES[kind_of(gpu)])
    assert gpu.waited >= 2 * len(step.parts)


def test_a_helper_thread_waits_for_each_of_its_calls(gpu):
    queued = queued_calls(lambda: None, n=3, device=kind_of(gpu))
    assert not queued.gpu
    assert gpu.waited == 3


def test_what_cannot_be_counted_is_refused_with_the_rule_and_the_name(gpu):
    kind = kind_of(gpu)
    for name, count in [
        ("measure_memory", measure_memory),
        ("held_over_time", held_over_time),
    ]:
        found, text = refusal(lambda count=count: count(len, "abc", device=kind))
        assert found is ValueError
        assert text.endswith(f"{name} counts on cpu and cuda, got '{kind}'.")
    with pytest.raises(SystemExit, match=f"counted on cpu or cuda, got '{kind}'"):
        record.main(["--device", kind])


@pytest.mark.long
@pytest.mark.parametrize("kind", NAMES)
def test_notebook_06_runs_to_its_end_on_it(kind):
    folders = [str(LOOKUP.parent), os.environ.get("PYTHONPATH", "")]
    ran = subprocess.run(
        [sys.executable, notebook_on_card.__file__, PATH, "16", "64", kind],
        cwd=PATH.parent, capture_output=True, text=True, encoding="utf-8",
        env=os.environ | {"PYTHONPATH": os.pathsep.join(folders), "MPLBACKEND": "Agg"},
    )  # fmt: skip
    assert ran.returncode == 0, ran.stdout[-1000:] + ran.stderr[-3000:]
