"""A card that is made to work before it is timed, and what is noted of it, with stand-ins."""

import subprocess

import pytest
import torch

from lookup import Race, record
from lookup.measuring import clocks as clocks_module
from lookup.measuring.clocks import clocks, wake
from lookup.measuring.recordings import Recording

PROPERTIES = {"name": "A GPU", "total_memory": 8 * 10**9, "L2_cache_size": 10**6, "uuid": "1-2"}


@pytest.fixture
def answers(monkeypatch):
    """{query: what nvidia-smi says of the card}; `asked` has the other options of its calls."""
    card = type("Card", (), PROPERTIES)
    monkeypatch.setattr(torch.cuda, "get_device_properties", lambda device: card)
    said = {"driver_version": "555.1\n555.1\n", "clocks.sm,clocks.mem": "1980, 2619\n"}
    said["asked"] = []

    def nvidia_smi(command, **how):
        said["asked"].append(command[3:])
        return said.get(command[1].removeprefix("--query-gpu="), "")  # `platform` asks uname

    monkeypatch.setattr(subprocess, "check_output", nvidia_smi)
    return said


def missing(command, **how):
    raise FileNotFoundError(command[0])


def test_a_card_tells_its_clocks(answers, monkeypatch):
    card = torch.device("cuda", 3)
    assert clocks(card) == {"sm": 1980, "memory": 2619}
    assert answers["asked"] == [["--id=GPU-1-2"]], "this one, whatever number the driver gives it"
    for said in ("[N/A], [N/A]\n", "", "1980\n"):
        answers["clocks.sm,clocks.mem"] = said
        assert clocks(card) is None
    monkeypatch.setattr(subprocess, "check_output", missing)
    assert clocks(card) is None
    assert clocks(torch.device("cpu")) is None


def test_what_is_recorded_of_a_card(answers, monkeypatch):
    race = Race("cpu")
    race("training", "Embedding", 10, B=1, D=2)
    race.device = torch.device("cuda")
    race.clocks = clocks(race.device)
    made = record.record(race)
    assert Recording(made).device == "A GPU"
    assert made["device"]["driver"] == "555.1"
    assert made["device"]["clocks"] == {"sm": 1980, "memory": 2619}
    assert made["device"]["cache"] == 10**6
    assert made["command"] == "python -m lookup.record --device cuda"
    monkeypatch.setattr(subprocess, "check_output", missing)
    assert record.record(race)["device"]["driver"] == ""


def test_a_card_works_before_it_is_timed_and_again_after_a_pause(monkeypatch):
    now = [0.0]
    products = []

    def product(rows, *to):
        products.append(rows)
        now[0] += 0.125

    card = torch.device("cuda")
    monkeypatch.setattr(clocks_module, "_worked", {})
    monkeypatch.setattr(clocks_module.time, "perf_counter", lambda: now[0])
    monkeypatch.setattr(torch, "ones", lambda *size, device, **how: torch.eye(2))
    monkeypatch.setattr(torch.autograd, "grad", product)
    monkeypatch.setattr(torch.cuda, "synchronize", lambda device: None)
    wake(torch.device("cpu"))
    assert products == []
    wake(card)
    assert len(products) == clocks_module.SECONDS / 0.125
    before = len(products)
    now[0] += clocks_module.PAUSE / 2
    wake(card)
    now[0] += clocks_module.PAUSE * 0.9
    wake(card)
    assert len(products) == before, "it has not idled"
    now[0] += clocks_module.PAUSE * 1.1
    wake(card)
    assert len(products) == 2 * before
