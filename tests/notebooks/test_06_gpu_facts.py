"""What notebook 06 shows of other GPUs: a browser's beside the recorded one, a card's own times."""

import itertools
from types import SimpleNamespace

import pytest
import torch

import lookup
from cells_of_06 import PATH, prose, source, stored
from course import names_of

pytestmark = pytest.mark.long  # they train anew what nbval has just trained


@pytest.fixture(scope="module")
def book():
    return names_of(PATH)


@pytest.fixture(scope="module")
def said():
    return prose()


def test_the_software_gpu_loses_the_factor_too(said):
    """Of the cell "06-mine-beside"."""
    gpu = next(one for one in lookup.recorded_gpus() if one.measured["software"])
    leads = {}
    for of in ("forward", "SGD"):
        times = gpu.times(of, ids=16, sizes=[3200, 25_600])
        product, rows = times["one-hot @ W"], times["Embedding"]
        assert product[1] is None
        leads[of] = product[0].median / rows[0].median
    assert [round(lead) for lead in leads.values()] == [763, 13]
    assert "at 3,200 rows the product takes 763 times as long forward, and 13" in said
    table = stored("06-mine-beside").splitlines()
    assert [line.split()[-1] for line in table[1:]] == ["762.8", "13.4"]


def test_the_software_gpus_lines_have_the_shape_of_ours(said):
    """Of the cell "06-mine-chart"."""
    gpu = next(one for one in lookup.recorded_gpus() if one.measured["software"])
    lines = gpu.times("SGD", ids=16, sizes=[50 * 8**k for k in range(5)])
    product, rows, sparse = (
        [time.median for time in line if time] for line in lines.values()
    )
    for climbs in (product, rows):
        assert all(3 * low < high for low, high in itertools.pairwise(climbs))
    assert [round(1e6 * end) for end in (min(sparse), max(sparse))] == [95, 122]
    assert "stays flat, at 95 to 122 µs" in said
    told = [line for line in stored("06-mine-chart").splitlines() if gpu.name in line]
    assert [line.partition(",")[0] for line in told] == [
        "one-hot @ W",
        *2 * ["Embedding"],
    ]
    thick = stored("06-27").splitlines()[:3]
    assert stored("06-mine-chart").splitlines()[:3] == thick, "of the same run"


def test_a_gpu_that_was_measured_stands_beside_the_recorded_one(book):
    """Of the cells "06-mine-kept", "06-mine-chart" and "06-mine-beside"."""
    kept = next(one for one in lookup.recorded_gpus() if one.measured["software"])
    mine = lookup.browser_gpu()
    times = [one for one in kept.measured["times"] if one["rows"] != 3200]
    mine.measured = kept.measured | {"gpu": "acme ninety", "times": times}
    race = lookup.Race("cpu")
    time = lookup.measure(torch.ones(3).sum, repeats=1)
    ways = ["one-hot @ W", "Embedding", "Embedding, sparse"]
    training = {way: [time] * len(race.sizes) for way in ways}
    names = book | {"mine": mine, "race": race, "training": training}
    names |= {"pd": __import__("pandas"), "x": "rows"}
    exec(source("def factors("), names)
    exec(source("recorded_gpus"), names)
    chart = eval(source("beside=there"), names)
    assert {line.partition(":")[0] for line in repr(chart).splitlines()[-6:]} == {
        f"{way}, {gpu}" for way in ways for gpu in (kept.name, "your acme ninety")
    }
    for gpu in (kept.name, "acme ninety"):
        assert f"{gpu} by WebGPU" in chart.caption
    *head, last = source("leads = {}").splitlines()
    exec("\n".join(head), names)
    table = eval(last, names)
    assert [*table.columns] == [50, 400, 3200]
    assert table[3200].isna().to_dict() == {
        f"forward, {kept.name}": False,
        f"SGD, {kept.name}": False,
        "forward, your acme ninety": True,
        "SGD, your acme ninety": True,
    }
    assert table[400].nunique() == 2


@pytest.mark.parametrize(("kind", "count"), [("cpu", 4), ("cuda", 5)])
def test_adam_is_tried_at_the_last_size_only_off_the_cpu(book, kind, count):
    """Of the cell "06-adam-own": what finds no room there has no ratio."""
    tried = []

    def race(what, way, V, B, optimizer):
        tried.append((V, B))
        return None if V == 204_800 else lookup.measure(int, repeats=1, seconds=1e-4)

    names = book | {"pd": __import__("pandas"), "race": race}
    names |= {"device": torch.device(kind), "sizes": [50 * 8**k for k in range(5)]}
    names |= {"shared": {"what": "training"}}
    names["adam"] = {"way": "Embedding", "optimizer": "fused Adam"}
    names["sparse_adam"] = {"way": "Embedding, sparse", "optimizer": "SparseAdam"}
    exec(source("def factors("), names)
    *head, last = source("smaller = ").splitlines()
    exec("\n".join(head), names)
    table = eval(last, names)
    assert {*tried} == {(V, B) for V in table.columns for B in (16, 4096)}
    assert [*table.index] == ["16 ids", "4,096 ids"]
    assert len(table.columns) == count
    assert table.isna().any().tolist() == [False] * 4 + [True] * (count - 4)


def test_a_cards_own_times_are_thin_lines_of_the_same_ways(book):
    """Of the cell "06-27", with a race that stands in for one on a card."""
    slow, fast = (
        lookup.Measurement((t,), "a card", "2.13.0", "") for t in (2e-5, 1e-5)
    )
    lines = {"one-hot @ W": [slow] * 5, "Embedding": [fast] * 5}
    for own, told in [({"Embedding": [fast] * 5}, 3), (None, 2)]:
        race = SimpleNamespace(
            sizes=[50 * 8**k for k in range(5)],
            sweep=lambda what, ways: lines,
            own_times=lambda what, ways, own=own: own,
        )
        names = book | {"race": race, "ways": [*lines]}
        *head, last = source('race.sweep("training"').splitlines()
        exec("\n".join(head), names)
        chart = repr(eval(last, names)).splitlines()
        assert len([line for line in chart if " at 50," in line]) == told
        assert ("Embedding, the card's own: " in "\n".join(chart)) == bool(own)


def test_a_cpus_zeros_cost_a_hundred_times_the_h100s_and_its_sparse_step_no_more(said):
    """Of the cell "06-h100"."""
    book = names_of(PATH, "gpu = next(", "thin[name]")
    dense, own, sparse, sparse_own = book["lines"].values()
    zeros, rows = book["thin"].values()
    assert len(zeros) == len(rows) == 5
    assert f"as long as the H100's, {1e3 * zeros[-1].median:.0f} ms." in said
    assert zeros[-1].median / dense[4].median == pytest.approx(100, rel=0.05)
    assert all(here.median < there.median for here, there in zip(rows, sparse))
    ratio = own[4].median / sparse_own[4].median
    assert ratio == pytest.approx(5, rel=0.05)
    assert "by them the dense step takes five times as long at 204,800 rows" in said
    assert "its sparse step takes no longer than the H100's" in said
    assert [line.partition(":")[0] for line in stored("06-h100").splitlines()[-2:]] == [
        "dense, a CPU",
        "sparse, a CPU",
    ]
