"""What the companion of notebook 06 says of times, crossings, repeats, rounding and packed rows.

Its sections are run cell by cell on the CPU, as a reader does who opens one of them.
"""

import re

import pytest
import torch
import torch.nn.functional as F
from hypothesis import given, settings
from hypothesis import strategies as st

from course import COMPANIONS, code_cells, read
from lookup import measure_memory, recorded

pytestmark = pytest.mark.long  # they train anew what nbval has just trained

(PATH,) = (path for path in COMPANIONS if path.name.startswith("06b"))
CELLS = {cell.id: cell.source for cell in code_cells(read(PATH))}
TEXTS = [cell for cell in read(PATH).cells if cell.cell_type == "markdown"]


@pytest.fixture(autouse=True)
def _on_the_cpu(monkeypatch):
    monkeypatch.setenv("ONE_ROW_DEVICE", "cpu")


def left_by(*ids):
    """The names that the set-up and these cells leave behind."""
    names = {}
    for name in ("06b-set-up", *ids):
        exec(CELLS[name], names)
    return names


@pytest.fixture(scope="module")
def draws():
    """What the section on Zipf's law leaves behind, its last table as `table`."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ONE_ROW_DEVICE", "cpu")
        names = left_by("06b-zipf-draw", "06b-zipf-count")
        names["counted"] = names["table"]
        exec(CELLS["06b-zipf-gradient"], names)
    return names


def test_only_what_asks_for_a_new_place_takes_memory():
    """Of "06b-slow-causes": the rows are the same, in a place that is there and in a new one."""
    names = left_by()
    for name in ("06b-slow-copy", "06b-slow-roofline", "06b-slow-calls"):
        exec(CELLS[name].replace("300_000", "3000"), names)
    big, place, fetch, mixed = (
        names[name] for name in ("big", "place", "fetch", "mixed")
    )
    assert measure_memory(fetch, mixed).peak == measure_memory(place.zero_).peak == 0
    fetch(mixed)
    assert torch.equal(place, F.embedding(mixed, big))
    for call in (F.embedding, mixed, big), (torch.zeros_like, big):
        assert measure_memory(*call).peak == big.nbytes


def test_a_step_cut_in_two_sends_rows_only():
    """Of the ledger: rows there, as much back, and 195 times as much for the table."""
    names = left_by("06b-crosses-step", "06b-crosses-same", "06b-crosses-ledger")
    sizes = names["table"]
    there = sizes["rows, there"]
    assert there == sizes["their gradient, back"] == 256 * 64 * 4
    assert round(sizes["instead: the whole table, there"] / there) == 195
    assert sizes["instead: ids, to a table there"] == 2048
    assert sizes["instead: one-hots, to a table there"] == 51_200_000


def test_by_zipfs_law_seven_of_ten_lookups_ask_again(draws):
    """Of "06b-zipf-count" and "06b-zipf-gradient"."""
    counted, stored = draws["counted"], draws["table"]
    different = counted["different ids"]
    assert 47_500 < different["evenly"] < 48_700
    assert 17_800 < different["by Zipf's law"] < 18_700
    assert different["always the same"] == 1
    busiest = counted["visits of the busiest"]
    assert 5 <= busiest["evenly"] <= 8
    assert busiest["by Zipf's law"] == pytest.approx(65_536 / 12, rel=0.06)
    assert set(stored["list"]) == {65_536}
    assert stored["coalesced list"].tolist() == different.tolist()
    assert set(stored["dense"]) == {100_000}


def test_real_text_repeats_at_least_as_much():
    """Of "06b-zipf-real"."""
    words = left_by("06b-zipf-real")["text_words"]
    assert 8 < len(words) / len(set(words)) < 18


def test_only_the_brackets_with_two_threads_differ_and_strict_mode_stops_nothing():
    """Of "06b-same-table" and "06b-same-strict"."""
    names = left_by("06b-same-data")
    for visits in ("evenly", "up"):  # a tenth of them is enough
        names[visits] = names[visits][:100_000]
    for name in (
        "06b-same-ways",
        "06b-same-repeat",
        "06b-same-table",
        "06b-same-strict",
    ):
        exec(CELLS[name], names)
    same = names["table"]
    assert same["1 thread"].all()
    assert same["2 threads"].drop("brackets").all()
    assert set(names["strict"]["strict mode says"]) == {"no error"}
    assert names["strict"]["2 threads"].all()
    assert not torch.are_deterministic_algorithms_enabled()


def test_no_setting_rounds_the_lookup_and_the_product_by_no_more_than_bfloat16():
    """Of "06b-switch-gaps"."""
    names = left_by("06b-switch-keep", "06b-switch-gaps")
    assert names["gaps"]["highest"] == "0.0000"
    assert all(float(gap) < 0.02 for gap in names["gaps"].values())
    assert torch.get_float32_matmul_precision() == "highest"


@given(
    st.floats(width=32, allow_nan=False, allow_infinity=False, allow_subnormal=False)
)
@settings(database=None)
def test_eight_digits_are_those_of_bfloat16(number):
    x = torch.tensor(number)
    kept = left_by("06b-switch-keep")["keep"](x, 8)
    assert kept == x.bfloat16().float() or abs(number) > 3.3e38 or abs(number) < 2e-38


def test_the_step_by_hand_needs_neither_a_table_nor_a_list():
    """Of "06b-never-peaks"."""
    ids = [
        "06b-never-data",
        "06b-never-make-step",
        "06b-never-fused",
        "06b-never-memory",
    ]
    rows = left_by(*ids, "06b-never-peaks")["rows"]
    assert rows["dense"] == pytest.approx(20_000, rel=0.03)
    assert rows["sparse=True"] == pytest.approx(3434, rel=0.05)
    assert rows["by hand"] == pytest.approx(320, rel=0.05)


def test_the_step_by_hand_is_sgd():
    ids = ["06b-never-data", "06b-never-make-step", "06b-never-fused"]
    names = left_by(*ids)
    films = names["films"]
    films[:, 1] = films[:, 0]  # a film twice in every bag
    usual, fused = names["start"].clone().requires_grad_(), names["start"].clone()
    for step in (
        names["make_step"](usual, sparse=True),
        names["make_fused_step"](fused),
    ):
        step()
    torch.testing.assert_close(fused, usual.detach(), rtol=1e-4, atol=1e-5)
    assert not torch.allclose(fused, names["start"], atol=1e-3)


def test_steps_made_at_once_keep_one_gradient_instead_of_eight():
    """Of "06b-never-hooks-peak"."""
    peak = left_by("06b-never-hooks", "06b-never-hooks-peak")["peak"]
    assert peak(False) == pytest.approx(8, abs=0.05)
    assert peak(True) == pytest.approx(1, abs=0.05)


def prose_of(id):
    (cell,) = (cell for cell in TEXTS if cell.id == id)
    return cell.source


def test_on_the_h100_a_step_in_the_backward_keeps_the_card_as_busy_as_the_lists():
    """Of "06b-never-race-table" and the text below it."""
    table = left_by("06b-never-race-ways", "06b-never-race-table")["table"]
    rounded = {name: [round(time) for time in times] for name, times in table.items()}
    whole, own, cold = (
        dict(zip(rounded, column)) for column in zip(*rounded.values(), strict=True)
    )
    said = prose_of("06b-never-race-read")
    fused, listed = "in the backward", "sparse=True"
    assert set(sorted(own, key=own.get)[:2]) == {fused, listed}
    assert (
        f"works {own[fused]} µs for either, and {own['dense']:,} for the dense one."
        in said
    )
    assert own[fused] == own[listed]
    assert f"{whole[fused]} µs as a whole and not {whole[listed]}." in said
    adagrad, adam = whole["row-wise Adagrad"], whole["SparseAdam"]
    assert f"Row-wise Adagrad takes {adagrad} and SparseAdam {adam}:" in said
    assert {cold[name] - own[name] for name in (listed, fused)} <= {7, 8}
    assert "the two fastest take some seven microseconds longer" in said


def test_the_border_of_the_h100_is_where_four_tables_take_a_sparse_step():
    """Of "06b-others-table-read"."""
    (gpu,) = (one for one in recorded() if "H100" in one.device)
    step = {"what": "training", "optimizer": "SGD", "B": 16}
    times = gpu.times(way="Embedding, sparse", V=1_638_400, **step)
    bandwidth = gpu.record["device"]["bandwidth"]  # bytes in a second
    rows = times.median * bandwidth / (4 * 4 * 64)
    said = prose_of("06b-others-table-read")
    shown = f"{round(bandwidth / 1e9, -1):,.0f} GB in a second"
    assert f"moves at most {shown}." in said
    assert f"takes {1e6 * times.median:.0f} µs" in said
    assert f"four tables of {round(rows, -4):,.0f} rows" in said
    gains = left_by("06b-others-of")["gain"](gpu.runs)
    below, above = gains[[204_800, 1_638_400]].round(1)
    assert (
        f"{below} at 204,800 rows, where the calls still take most of the step" in said
    )
    assert f"and {above} at 1,638,400, where the zeros do." in said
    for rows, zeros_take_most in ((204_800, False), (1_638_400, True)):
        whole = gpu.times(way="Embedding", V=rows, **step).median
        zeros = 4 * rows * 256 / bandwidth
        assert (zeros > whole / 2) == zeros_take_most


def test_a_lookup_unpacks_the_rows_that_it_reads_and_reads_204_bytes_for_each():
    """Of "06b-bits-file-read" and "06b-bits-lookup-read"."""
    names = left_by("06b-bits-file", "06b-bits-unpack", "06b-bits-lookup")
    packed, scales, real = (names[name] for name in ("packed", "scales", "real"))
    assert (packed[0].nbytes, scales[0].nbytes) == (192, 12)
    assert packed.nbytes + scales.nbytes == 6_226_488
    assert real.embedding.weight.nbytes == 46_881_792
    assert len(names["ids"]) == 4
    g = torch.Generator().manual_seed(0)
    ids = torch.randint(len(packed), (1000,), generator=g)
    for some in (ids, ids[:1], ids[:0], torch.arange(len(packed))):
        assert torch.equal(names["unpack"](some), real.embedding(some))


BITS = ("06b-bits-file", "06b-bits-unpack", "06b-bits-lookup", "06b-bits-of")


def shares(names):
    """The last column of the section's table, in percent."""
    return [float(kept.removesuffix("%")) for _, _, kept in names["table"].values()]


def test_from_four_bits_eight_lose_little_and_two_a_third():
    """Of "06b-bits-table-read", first paragraph; a word or two may tip on another processor."""
    names = left_by(*BITS, "06b-bits-table")
    sizes, cosines, _ = zip(*names["table"].values())
    assert sizes == (396, 204, 156, 108)
    assert cosines == ("1.000", "1.000", "0.968", "0.782")
    assert shares(names) == pytest.approx([99.8, 100, 89, 64], abs=0.3)
    before, rounded = names["before"], names["rounded"]
    assert torch.equal(rounded(before, 4), before)
    mistake = (rounded(before, 3) - before).norm(dim=1) / before.norm(dim=1)
    assert mistake.mean().item() == pytest.approx(0.25, abs=0.01)
    across = F.cosine_similarity(rounded(before, 3) - before, before).mean()
    assert abs(across.item()) < 0.1  # nearly at a right angle
    words = [names["real"].vocabulary[row] for row in names["alone"][:2000]]
    nearest = names["nearest"](before)
    assert words[nearest[words.index("red")]] == "blue"


def test_from_the_models_own_bits_four_lose_one_word_in_twenty(whole):
    """Of "06b-bits-table-read", second paragraph."""
    names = left_by(*BITS)
    names["real"] = whole
    exec(CELLS["06b-bits-table"], names)
    prose = prose_of("06b-bits-table-read")
    said = re.search(r"said ([\d.]+), ([\d.]+), ([\d.]+) and ([\d.]+) %", prose)
    assert shares(names) == pytest.approx(
        [float(share) for share in said.groups()], abs=0.2
    )


@pytest.mark.parametrize("bits", [2, 3, 4, 8])
def test_no_number_is_off_by_more_than_half_a_scale(bits):
    rounded = left_by("06b-bits-of")["rounded"]
    W = torch.randn(5, 384, generator=torch.Generator().manual_seed(bits))
    groups = W.view(-1, 64)
    scale = groups.abs().amax(dim=1, keepdim=True) / (2 ** (bits - 1) - 1)
    error = (rounded(W, bits) - W).view(-1, 64).abs()
    assert (error <= 0.51 * scale).all()
    assert len((rounded(W, bits).view(-1, 64)[0] / scale[0]).unique()) < 2**bits


def test_small_tables_lose_by_sparse_and_large_ones_win():
    """Of "06b-others-table": the course's own CPU is among the devices."""
    columns = left_by("06b-others-of", "06b-others-table")["columns"]
    said = prose_of("06b-others-table-read")
    assert len(columns) >= 2
    for where, gains in columns.items():
        if "thread" in where:
            assert f"or {1 / gains[50]:.1f} times as long" in said
            assert 3 < gains[25_600] < 12
            assert gains[204_800] > 50
        if "H100" in where:
            assert gains[50].round(1) == 0.5
            assert gains.loc[:25_600].between(0.5, 1.3).all()
            assert gains[[1_638_400, 13_107_200]].round(1).tolist() == [3.9, 23.5]
