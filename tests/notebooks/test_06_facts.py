"""What notebook 06 says of pages, rows and bytes; its times are no test's business."""

import re
import sys

import pytest
import torch

import lookup
from cells_of_06 import PATH, prose, source, stored
from course import names_of, read
from run_notebooks import run

pytestmark = pytest.mark.long  # they train anew what nbval has just trained

V, D, B = 50_000, 64, 1000  # of the model whose memory is drawn
HEIGHTS = [50 * 8**k for k in range(7)]  # of the tables of the H100
UNIT = {"µs": 1e-6, "ms": 1e-3}


@pytest.fixture(scope="module")
def book():
    return names_of(PATH)


@pytest.fixture(scope="module")
def said():
    return prose()


def test_a_lookup_reads_a_page_for_each_id_and_the_product_all():
    """Of the cells "06-05-read" and "06-07"."""
    book = names_of(PATH, "import mmap", "calls = {", "read = {}")
    book["folder"].cleanup()
    if not book["read"]:
        pytest.skip("this system does not tell which pages are in memory")
    assert [len(pages) for pages in book["read"].values()] == [1, 16, 256, 2000]
    assert book["read"]["lookup of 256 ids"] == sorted(book["asked"].tolist())
    assert "16 of 2,000 pages" in repr(
        lookup.file_pages(book["read"], pages=2000, step=1)
    )


def the_h100():
    (gpu,) = (one for one in lookup.recorded() if "H100" in one.device)
    return gpu


def at_the_last_size(id):
    """{way: the time at 204,800 rows, as a stored chart tells it}."""
    line = re.compile(r"^(.+?): .*, (\S+ [µm]s) \([^)]*\) at 204,800$", re.MULTILINE)
    return dict(line.findall(stored(id)))


def in_seconds(time):
    number, unit = time.split()
    return float(number) * UNIT[unit]


def test_the_account_of_the_title_closes_by_what_is_stored_above_it(said):
    """Of the cells "06-00-on", "06-24", "06-27", "06-28" and "06-account"."""
    rows = re.findall(
        r"^\| (forward|training, lookup [^|]+?) \| (\S+ [µm]s) \| (\S+ [µm]s) \| \D*([\d,.]+) \|$",
        said,
        re.MULTILINE,
    )
    forward, step = at_the_last_size("06-24"), at_the_last_size("06-27")
    product, lookup, sparse = "one-hot @ W", "Embedding", "Embedding, sparse"
    assert {name: times for name, *times, _ in rows} == {
        "forward": [forward[product], forward[lookup]],
        "training, lookup with `sparse=True`": [step[product], step[sparse]],
        "training, lookup as it comes": [step[product], step[lookup]],
    }
    leads = []
    for _, slow, fast, lead in rows:
        leads.append(float(lead.replace(",", "")))
        ratio = in_seconds(slow) / in_seconds(fast)
        assert ratio == pytest.approx(leads[-1], rel=0.03)
    last = [line.split()[-1] for line in stored("06-28").splitlines()[1:]]
    first, without, left = leads
    zeros = float(last[2])
    assert [float(last[0]), float(last[1])] == [pytest.approx(first, rel=1e-3), left]
    assert first / without == pytest.approx(8.5, rel=0.01)
    assert without / left == pytest.approx(zeros, rel=0.01)
    assert f"{zeros:.0f} times as fast again" in said
    assert "shrinks by 30 / 3.5, about 8.5" in said
    assert f"it shrinks by {zeros:.0f}. Much of" in said
    (slow, fast), (slower, without_zeros) = (
        map(in_seconds, one[1:3]) for one in rows[:2]
    )
    assert without_zeros / fast == pytest.approx(30, rel=0.02)
    assert slower / slow == pytest.approx(3.5, rel=0.02)
    assert "takes 30 times as long as the lookup alone, 106 µs / 3.5 µs" in said
    assert "only 3.5 times as long as the product alone, 46 ms / 13 ms" in said
    closed = 8.5 * round(zeros)
    assert f"8.5 × {zeros:.0f}, or {closed:,.0f}: the 2,150" in said
    assert first / left == pytest.approx(2150, rel=1e-3)
    assert closed == pytest.approx(2150, rel=0.01)


def test_the_title_is_of_the_run_that_is_stored(said):
    assert said.startswith("# Where did the other 2,150 go?")
    assert "the lookup fetched them 3,655 times as fast" in said
    assert "the training step was only 1.7 times as fast" in said


def test_where_sparse_adam_pays_on_the_cpu(said):
    """Of the cell "06-adam-own"."""
    heads, *lines = stored("06-adam-own").splitlines()
    sizes = [int(size) for size in heads.split()]
    few, many = ([float(one) for one in line.split()[-4:]] for line in lines)
    ratios = dict(zip(sizes, few, strict=True))
    assert [V for V, ratio in ratios.items() if ratio >= 1.5] == [25_600]
    assert "With 16 ids SparseAdam pays on our CPU at 25,600 rows, by 5.8 times" in said
    assert ratios[25_600] == 5.8
    assert all(ratios[V] < 0.7 for V in sizes if V < 3200)
    assert "and with 4,096 ids it pays at none of these sizes" in said
    assert all(ratio < 1.5 for ratio in many)


def test_where_the_sparse_step_pays_and_where_it_loses_on_the_h100(said):
    gpu = the_h100()
    how = {"what": "training", "B": 16}
    dense, sparse = (
        {V: gpu.times(way=way, V=V, optimizer="SGD", **how) for V in HEIGHTS}
        for way in ("Embedding", "Embedding, sparse")
    )
    whole = [times.median for times in sparse.values()]
    own = [
        gpu.own_times(way="Embedding, sparse", V=V, optimizer="SGD", **how).median
        for V in HEIGHTS
    ]
    assert all(card < 0.125 * step for card, step in zip(own, whole))
    assert "nine tenths of its time are what the CPU takes" in said
    assert [round(1e6 * step) for step in (min(whole), max(whole))] == [183, 313]
    assert "from 183 to 313 µs in this run" in said
    assert 1.8 < sparse[50].median / dense[50].median < 2
    assert sparse[50].low > dense[50].high
    assert "at 50 rows it takes nearly twice as long" in said
    adam, rows = (
        [gpu.times(way=way, V=V, optimizer=name, **how).median for V in HEIGHTS]
        for way, name in (
            ("Embedding", "fused Adam"),
            ("Embedding, sparse", "SparseAdam"),
        )
    )
    paying = [V for V in HEIGHTS if dense[V].median / sparse[V].median >= 1.5]
    assert paying == HEIGHTS[4:]
    assert [V for V, a, b in zip(HEIGHTS, adam, rows) if a / b >= 1.5] == HEIGHTS[5:]
    sgd, sparse_adam = HEIGHTS[4:6]
    pays = f"from {sgd:,} rows with SGD, from {sparse_adam:,} with SparseAdam"
    assert f"on the H100, of the sizes tried, {pays}" in said
    assert f"From {sgd:,} rows on. There the dense step" in said
    assert f"the blue begins at {sparse_adam:,} rows" in said
    assert 4 < max(b / a for a, b in zip(adam, rows)) < 4.5
    assert "there SparseAdam took several times as long as fused Adam" in said


def test_the_first_call_takes_ten_times_as_long_as_ids_in_turn(said):
    """Of the cell "06-11"."""
    first, _, in_turn = re.findall(r"([\d,]+) µs", stored("06-11"))
    assert int(first.replace(",", "")) / int(in_turn) == pytest.approx(10, rel=0.02)
    assert "ten times as long as ids in turn" in said


def test_what_is_read_out_of_the_stored_run_stands_in_it(said):
    """Of the cells "06-11", "06-13", "06-24", "06-27", "06-31", "06-33" and "06-40"."""
    for id, shown, told in [
        ("06-11", "1,258 µs", "the first call takes 1.3 ms"),
        ("06-11", "75 µs", "The same ids again take 75 µs and ids in turn 126"),
        ("06-11", "126 µs", "ids in turn 126"),
        ("06-13", "98 µs", "had returned after 0.1 ms"),
        ("06-13", "47,165 µs", "their work was done after 47"),
        ("06-24", "Embedding: 3.3 µs", "that takes 3.3 to 3.5 µs"),
        ("06-27", "sparse: 94 µs", "the step takes 94 µs even with 50 rows"),
        ("06-31", "forward          79 µs", "It takes 79 µs, and not the race's 3.5"),
        ("06-31", "backward         19 ms", "backward pass takes 19 of 26 ms"),
        ("06-31", "SGD step         3.8 ms", "three times as many rows, only 3.8"),
        ("06-31", "the whole step   26 ms", "takes 0.11 ms instead of 26"),
        ("06-33", "the whole step   109 µs", "takes 0.11 ms instead of 26"),
        ("06-40", "300 at V = 204,800", "by 300 times for the largest table"),
        ("06-40", "52 at V = 204,800", "the gain shrinks upwards, to 52"),
    ]:
        assert shown in stored(id)
        assert told in said


@pytest.mark.skipif(sys.platform != "linux", reason="the peak is read from /proc")
def test_all_of_it_takes_at_most_800_mb():
    """It takes 640 to 730 MB, as the allocator happens to keep what it is given back.

    How long it takes is no test's business: tests/bench/run_notebooks.py says that, too.
    """
    _, _, peak, _ = run(read(PATH))
    assert 300 < peak <= 800


def test_four_calls_are_drawn(book):
    """Of the cells "06-13" and "06-15"."""
    A = torch.randn(60, 60)
    queued = lookup.queued_calls(lambda: A @ A, n=4, device="cpu")
    assert "4 calls" in repr(lookup.calls_in_time(queued))


def test_sizes_are_those_that_have_room(book):
    """Of the cells "06-01" and "06-22"."""
    race = lookup.Race("cpu")
    assert race.sizes == [50, 400, 3200, 25_600, 204_800]
    assert race.cache_rows() == 1000


def test_a_dense_step_touches_every_row_and_a_sparse_one_those_of_its_ids(book):
    """Of the cells "06-31", "06-33" and "06-35", in a smaller table."""
    steps = {}
    for sparse in (False, True):
        emb = torch.nn.Embedding(1000, 64, sparse=sparse)
        optimizer = torch.optim.SGD(emb.parameters(), lr=0.01)
        steps[sparse] = lookup.time_step(
            emb, optimizer, torch.arange(0, 160, 10), repeats=2
        )
    rows = {
        sparse: [part.rows for part in step.parts] for sparse, step in steps.items()
    }
    assert rows[False] == [16, 1000, 3000, 0]
    assert rows[True] == [16, 16, 48, 0]
    picture = lookup.step_times(
        {"dense": steps[False], "sparse=True": steps[True]}, step=1
    )
    assert "backward writes 1,000 rows" in repr(picture)


def test_every_predicted_peak_is_found_but_that_of_plain_adam_which_needs_two_tables_more(
    book,
):
    """Of the cells "06-45" and "06-46"."""
    names = book | {"race": lookup.Race("cpu")}
    names["race"].sizes = [50, 400, 3200, 25_600, 25_600]
    names["pd"] = __import__("pandas")
    exec(source("predicted = {"), names)
    names["predicted"]["one-hot @ W", "SGD"] = 1.25  # gradient, and 16/64 of one-hots
    exec(source("peak = race.peak("), names)
    tables, found = names["lines"].pop("Embedding, Adam, as it comes")
    assert [tables, found] == [3, pytest.approx(5, abs=0.1)]
    for tables, found in names["lines"].values():
        assert abs(found - tables) < 0.1


@pytest.mark.parametrize("layers", [0, 25, 75])
def test_activations_and_the_gradient_meet_only_if_zero_grad_comes_late(book, layers):
    """Of the cells "06-52" and "06-54"."""
    names = book | {"race": lookup.Race("cpu")}
    for needle in ("def sines(", "def two_steps(", "def held("):
        exec(source(needle), names)
    size, table = layers * B / V, 4 * V * D
    peaks = {
        (sparse, early): names["held"](layers, sparse=sparse, early=early).peak / table
        for sparse in (False, True)
        for early in (False, True)
    }
    assert abs(peaks[False, True] - max(1, size)) < 0.2
    assert abs(peaks[False, False] - (1 + size)) < 0.2
    assert abs(peaks[True, True] - size) < 0.2
    assert abs(peaks[True, False] - size) < 0.2


def test_what_is_said_of_the_h100_stands_in_its_recording(said):
    gpu = the_h100()
    step = {"what": "training", "optimizer": "SGD", "B": 16}
    factors = {}
    for rows in (204_800, 1_638_400, 13_107_200):
        dense = gpu.times(way="Embedding", V=rows, **step).median
        factors[rows] = (
            dense / gpu.times(way="Embedding, sparse", V=rows, **step).median
        )
    assert [f"{factor:.1f}" for factor in factors.values()] == ["1.5", "3.9", "23.5"]
    assert "step takes 1.5 times as long, at 1,638,400 rows 3.9 times" in said
    assert "3.9 times, and at 13 million 23 times" in said

    own = {
        (way, rows): gpu.own_times(way=way, V=rows, **step).median * 1e6
        for way in ("Embedding", "Embedding, sparse")
        for rows in HEIGHTS
    }
    sparse = [time for (way, _), time in own.items() if "sparse" in way]
    assert 17.5 < min(sparse) <= max(sparse) < 21.5
    assert 4.8 < own["Embedding", 204_800] / own["Embedding, sparse", 204_800] < 5.2
    assert (
        round(own["Embedding", 13_107_200] / own["Embedding, sparse", 13_107_200], -1)
        == 260
    )

    (sweep,) = gpu.find(what="step", way="Embedding", optimizer="SGD", V=13_107_200)
    assert round(gpu.own_times(**_named(sweep)).median * 1e3, 1) == 3.7

    for what, factor in [("forward", 315), ("training", 1.7)]:
        times = [
            gpu.times(what=what, optimizer="SGD", B=16, V=13_107_200, way=way).median
            for way in ("one-hot @ W", "Embedding")
        ]
        assert times[0] / times[1] == pytest.approx(factor, rel=0.003)
    assert "315 times as long as the lookup forward, and 1.7 times in a step" in said
    lookups = gpu.find(what="forward", way="Embedding", B=16)
    assert {round(gpu.times(**_named(run)).median * 1e6) for run in lookups} == {10, 12}
    assert gpu.find(optimizer="Adam, as it comes")[0]["peak"] == 4 * 4 * 25_600 * 64
    assert "`foreach`, which peaked at four tables" in said


def test_what_is_said_of_adam_and_of_the_zeros_on_the_h100_stands_there_too(said):
    gpu = the_h100()

    def ratios(B, dense, sparse, times=gpu.times):
        """How many times as long the dense step takes, for each size of the table."""
        step = {"what": "training", "B": B}
        whole, rows = (
            [times(V=V, way=way, optimizer=optimizer, **step).median for V in HEIGHTS]
            for way, optimizer in (("Embedding", dense), ("Embedding, sparse", sparse))
        )
        return [a / b for a, b in zip(whole, rows)]

    few, many = (ratios(B, "fused Adam", "SparseAdam") for B in (16, 4096))
    assert {f"{ratio:.1f}" for ratio in few[:5]} == {"0.2", "0.3"}
    assert "is 0.2 or 0.3, so it takes several times as long" in said
    assert all(2.8 < 1 / ratio <= 5 for ratio in few[:5])
    assert all(ratio < 0.8 for ratio in many[:5])
    assert all(ratio > 2.5 for ratio in few[5:] + many[5:])
    assert (round(many[-1]), round(few[-1], -1)) == (10, 20)
    assert all(1 / 2 < ratio < 2 for ratio in ratios(16, "SGD", "SGD")[:5])
    own = ratios(16, "fused Adam", "SparseAdam", gpu.own_times)
    assert max(own[:5]) < 0.5 < 2.5 < min(own[5:])


def _named(run):
    return {name: run[name] for name in ("what", "way", "optimizer", "V", "B")}
