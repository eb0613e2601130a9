"""A card that is made to work before it is timed, and what is noted of it, with stand-ins."""

import subprocess

import pytest
import torch

from lookup import Race, measure, record, time_step
from lookup.measuring import clocks as clocks_module
from lookup.measuring.clocks import clocks, wake
from lookup.measuring.recordings import Recording

PROPERTIES = {
    "name": "A GPU", "total_memory": 8 * 10**9, "L2_cache_size": 10**6, "uuid": "1-2", "major": 8,
    "minor": 0, "multi_processor_count": 108, "memory_clock_rate": 1_215_000,
    "memory_bus_width": 5120,
}  # fmt: skip


@pytest.fixture
def answers(monkeypatch):
    """{query: what nvidia-smi says of the card}; `asked` has the other options of its calls."""
    card = type("Card", (), PROPERTIES)
    monkeypatch.setattr(torch.cuda, "get_device_properties", lambda device: card)
    said = {"driver_version": "555.1\n555.1\n", "clocks.sm,clocks.mem": "1980, 2619\n"}
    said |= {"power.limit": "400.00\n", "ecc.mode.current": "Enabled\n"}
    said["asked"] = []

    def nvidia_smi(command, **how):
        said["asked"].append(command[3:])
        return said.get(
            command[1].removeprefix("--query-gpu="), ""
        )  # `platform` asks uname

    monkeypatch.setattr(subprocess, "check_output", nvidia_smi)
    return said


def missing(command, **how):
    raise FileNotFoundError(command[0])


def test_a_card_tells_its_clocks(answers, monkeypatch):
    card = torch.device("cuda", 3)
    assert clocks(card) == {"sm": 1980, "memory": 2619}
    assert answers["asked"] == [["--id=GPU-1-2"]], (
        "this one, whatever number the driver gives it"
    )
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
    made = record.record(race)
    assert Recording(made).device == "A GPU"
    told = {"driver": "555.1", "cache": 10**6, "capability": "8.0", "processors": 108}
    told |= {"bandwidth": 1_555_200_000_000, "power_limit": "400.00", "ecc": "Enabled"}
    assert told.items() <= made["device"].items()
    assert made["versions"]["hip"] == ""
    assert made["command"] == "python -m lookup.record --device cuda"
    monkeypatch.setattr(subprocess, "check_output", missing)
    monkeypatch.setitem(PROPERTIES, "memory_bus_width", None)
    unknown = record.record(race)
    assert Recording(unknown)
    assert [unknown["device"][name] for name in ("driver", "power_limit", "ecc")] == [
        ""
    ] * 3


def test_each_run_keeps_the_clocks_at_its_end(monkeypatch):
    read = iter([{"sm": 1000 + number, "memory": 2000} for number in range(3)])
    monkeypatch.setattr("lookup.measuring.race.clocks", lambda device: next(read))
    race = Race("cpu")
    race.sizes = [10, 20]
    race.sweep("forward", ["Embedding"])
    race("training", "Embedding", 10**12)
    assert [run["clocks"] and run["clocks"]["sm"] for run in race.runs] == [
        1000,
        1001,
        None,
    ]
    assert Recording(record.record(race)).runs == race.runs


class Worked:
    """In place of a card: `products`, of an eighth of a second, and the numbers `copied`."""

    def __init__(self, patch, room):
        self.now, self.products, self.copied = 0.0, 0, []
        patch.setattr(clocks_module, "_worked", {})
        patch.setattr(clocks_module, "room", lambda device: room)
        patch.setattr(clocks_module.time, "perf_counter", lambda: self.now)
        patch.setattr(torch, "ones", self.ones)
        patch.setattr(torch, "mm", self.product)
        patch.setattr(torch.cuda, "synchronize", lambda device: None)
        patch.setattr(torch.cuda, "current_device", lambda: 0)

    def ones(self, *size, device):
        numbers = torch.eye(2)
        numbers.clone = lambda: self.copied.append(*size)
        return numbers

    def product(self, *factors):
        self.products += 1
        self.now += 0.125


def test_a_card_multiplies_and_copies_before_it_is_timed_and_again_after_a_pause(
    monkeypatch,
):
    card = Worked(monkeypatch, room=10**12)
    wake(torch.device("cpu"))
    assert card.products == 0
    wake(torch.device("cuda"))
    assert card.products == clocks_module.SECONDS / 0.125
    assert card.copied == [clocks_module.COPIED] * card.products
    before = card.products
    card.now += clocks_module.PAUSE * 0.9
    wake(torch.device("cuda", 0))
    assert card.products == before, "the same card, and it has not idled"
    card.now += clocks_module.PAUSE * 0.2
    wake(torch.device("cuda", 0))
    assert card.products == 2 * before, "what was measured meanwhile kept nobody awake"
    wake(torch.device("cuda", 1))
    assert card.products == 3 * before, "another card"


def test_a_full_card_copies_less(monkeypatch):
    card = Worked(monkeypatch, room=16_000)
    wake(torch.device("cuda"))
    assert set(card.copied) == {1000}


def test_whatever_is_timed_wakes_its_card(monkeypatch):
    woken = []
    monkeypatch.setattr("lookup.measuring.timing.wake", woken.append)
    monkeypatch.setattr("lookup.measuring.timed_step.wake", woken.append)
    measure(len, "ab", repeats=1, seconds=1e-9)
    emb = torch.nn.Embedding(3, 2)
    sgd = torch.optim.SGD(emb.parameters(), lr=0.1)
    time_step(emb, sgd, torch.tensor([1]), repeats=1)
    Race("cpu")("forward", "Embedding", 10)
    assert woken == [torch.device("cpu")] * 3
