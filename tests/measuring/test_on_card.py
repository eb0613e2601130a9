"""A card's own time is that between two events, with the card kept busy and, if cold, swept."""

import copy
import json
from unittest import mock

import pytest
import torch

from lookup.measuring import on_card as module
from lookup.measuring.on_card import on_card
from lookup.measuring.recordings import FOLDER, Recording, recorded
from pretended_card import pretended_card

CARD = torch.device("cuda", 0)


def test_a_cpu_has_no_such_time():
    assert on_card(lambda: None, torch.device("cpu")) is None


def test_each_call_waits_behind_a_busy_card_and_a_cold_one_behind_a_sweep():
    order = []
    with pretended_card(8), pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "REPEATS", 2)
        patch.setattr(torch.cuda, "_sleep", lambda cycles: order.append("busy"))
        patch.setattr(torch.cuda, "synchronize", lambda *device: order.append("wait"))
        patch.setattr(
            torch.Tensor, "zero_", lambda swept: order.append(f"sweep {swept.nbytes}")
        )
        found = on_card(lambda: order.append("call"), CARD)
        size = 4 * torch.cuda.get_device_properties(CARD).L2_cache_size
    assert [*map(len, found.values())] == [2, 2]
    warm = ["busy", "call", "wait"]
    cold = ["busy", f"sweep {size}", "call", "wait"]
    assert order == ["call", *warm, *warm, *cold, *cold]


def test_the_time_is_between_the_events_in_seconds():
    with (
        pretended_card(8),
        mock.patch("pretended_card._Event.elapsed_time", return_value=3.0),
    ):
        assert on_card(lambda: None, CARD)["warm"] == [0.003] * module.REPEATS


def test_the_fourth_schema_wants_both_of_each_run():
    (path,) = FOLDER.glob("nvidia-h100-*.json")
    record = json.loads(path.read_bytes())
    assert record["schema"] == 4
    record["runs"] = record["runs"][:1]
    half, none = copy.deepcopy(record), copy.deepcopy(record)
    del half["runs"][0]["on_card"]["cold"], none["runs"][0]["on_card"]
    for broken, missing in [(half, "cold"), (none, "on_card")]:
        with pytest.raises(ValueError, match=f"'{missing}' is a required property"):
            Recording(broken)


def test_a_recording_gives_the_cards_own_times_and_refuses_where_it_has_none():
    cpu, gpu = recorded()
    run = {"what": "forward", "way": "Embedding", "V": 400, "B": 16}
    warm = gpu.find(**run)[0]["on_card"]["warm"]
    assert gpu.own_times(**run).times == tuple(warm)
    cold = gpu.find(**run)[0]["on_card"]["cold"]
    assert gpu.own_times(**run, cold=True).times == tuple(cold)
    assert min(cold) > max(warm)
    with pytest.raises(
        ValueError, match="of this run on AMD EPYC, 1 thread no time of a card"
    ):
        cpu.own_times(**run)
    with pytest.raises(ValueError, match="must name one run, got 2"):
        gpu.own_times(what="forward", way="Embedding", V=400)


@pytest.mark.skipif(not torch.cuda.is_available(), reason="no CUDA device here")
def test_on_a_true_card_a_sleep_takes_its_cycles():
    short, long = (
        on_card(lambda n=n: torch.cuda._sleep(n), CARD) for n in (10**6, 10**7)
    )
    assert min(long["warm"]) > 5 * min(short["warm"])
