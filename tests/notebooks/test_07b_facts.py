"""What the companion of notebook 07 says of shared rows, few bytes and few columns.

Its sections are run cell by cell, as a reader does who opens one of them.
"""

import re
from functools import partial
from math import ceil

import numpy as np
import pandas as pd
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from cells_of_07b import PATH, left_by, section
from course import read

pytestmark = pytest.mark.long  # they train anew what nbval has just trained


@pytest.fixture(scope="module")
def narrow():
    return left_by(*section("columns"))


@pytest.fixture(scope="module")
def shared():
    return left_by(*section("who"))


@pytest.fixture(scope="module")
def fewer():
    return left_by(*section("bits"))


@pytest.fixture(scope="module")
def bought():
    return left_by(*section("buys"))


def test_the_table_hardly_misses_most_of_its_columns(narrow):
    """Of "07b-columns-table" and "07b-columns-read": about half a point with 8 of 32."""
    mean = {columns: np.mean(two) for columns, (_, two) in narrow["widths"].items()}
    assert list(mean) == [32, 16, 8, 4]
    assert 0.84 < mean[32] < 0.89
    assert abs(mean[16] - mean[32]) < 0.008
    assert -0.002 < mean[32] - mean[8] < 0.013
    assert 0.004 < mean[32] - mean[4] < 0.025


def test_four_columns_have_room_for_the_answers_of_all(bought):
    """Of "07b-columns-read": only differences between the scores of a word count."""
    task = bought["task"]
    table, layer = bought["by_adam"](bought["Hashed"], bought["V"], 0.01, 0)
    scores = table.weight.detach() @ layer.weight.detach().T  # (V, 5)
    scores -= scores.mean(dim=1, keepdim=True)
    left, strength, right = torch.linalg.svd(scores, full_matrices=False)
    narrow = torch.nn.Embedding.from_pretrained(left[:, :4] * strength[:4])
    of_four = torch.nn.Linear(4, 5)
    with torch.no_grad():
        of_four.weight.copy_(right[:4].T)
        of_four.bias.copy_(layer.bias)
    assert task.right(narrow, of_four) == pytest.approx(
        task.right(table, layer), abs=0.001
    )


def test_fifteen_words_or_so_share_the_row_of_red(shared):
    """Of "07b-who-names"."""
    words, V, m = shared["words"], shared["V"], shared["stored"]
    assert 7_000 < V < 8_500
    fellows = words[words.index("red") % m :: m]
    assert "red" in fellows
    assert 14 <= len(fellows) <= 17
    assert max(words.index(word) for word in ("the", "matrix")) < m, (
        "each has a row of its own"
    )


def test_no_word_has_the_pair_of_another(shared):
    """Of "07b-who-pairs"."""
    assert shared["same"] == 0
    assert 14 <= shared["quotients"] <= 17


@given(st.integers(1, 5000), st.integers(1, 500))
@settings(database=None)
def test_a_quotient_and_a_remainder_say_the_id(V, m):
    assert [q * m + r for q, r in (divmod(number, m) for number in range(V))] == [
        *range(V)
    ]


def test_two_tables_of_32_000_rows_are_enough_for_the_shop():
    assert 31_000 < 1_000_000_000**0.5 < 32_000


def test_bits_keep_the_pairs_and_fewer_columns_or_rows_do_not(fewer):
    """Of "07b-bits-table", "07b-bits-hits" and "07b-bits-compare"."""
    assert 7_000 < len(fewer["W"]) < 8_500
    columns = fewer["columns"]
    table = pd.DataFrame.from_dict(fewer["lines"], "index", columns=columns)
    found = table["hits of 45"]
    assert 27 <= found["as it is"] <= 35
    assert abs(found["8 bits"] - found["as it is"]) <= 1
    assert abs(found["4 bits"] - found["as it is"]) <= 3
    assert abs(found["2 bits"] - found["as it is"]) <= 4
    for cut in ("16 of 64 columns", "only the frequent quarter"):
        assert found["8 bits"] - found[cut] >= 2
        assert found[cut] - found["a quarter of the rows, by the mean"] >= 8
    error = table["error"].str.rstrip("%").astype(float)
    assert error["8 bits"] < 0.8
    assert 44 < error["2 bits"] < 54
    assert (
        error[cut]
        < error["16 of 64 columns"]
        < error["a quarter of the rows, by the mean"]
    )
    assert table["bytes a row"].tolist() == [256, 64, 64, 64, 72, 36, 20]


def test_the_table_of_counts_has_no_weak_directions_and_the_pairs_frequent_words(fewer):
    """Of "07b-bits-compare-read" and "07b-bits-mistakes"."""
    strength = torch.linalg.svdvals(fewer["W"])
    assert 2.2 < (strength[0] / strength[-1]).item() < 2.8
    words = {word for pair in fewer["word_pairs"]() for word in pair}
    frequent = [
        word for word in words if fewer["vocabulary"][word] < fewer["height"] // 4
    ]
    assert len(words) == 90
    assert 80 <= len(frequent) <= 88


def test_a_table_counted_with_16_columns_finds_what_one_cut_to_them_does(fewer):
    """Of "07b-columns-read"."""
    few = fewer["counted_rows"](fewer["text"].ids, fewer["height"], 16)
    cut = fewer["fewer_columns"](fewer["W"], 16)
    assert abs(fewer["hits"](few) - fewer["hits"](cut)) <= 1


def test_a_bag_of_4_bits_gives_the_sums_of_the_unpacked_rows(fewer):
    """Of "07b-bits-bag-read"."""
    ids, offsets = fewer["ids"], fewer["offsets"]
    bag_of = fewer["quantized"].embedding_bag_4bit_rowwise_offsets
    rows = fewer["again"][4][ids]
    sums = torch.stack([rows[:3].sum(dim=0), rows[3:].sum(dim=0)])
    torch.testing.assert_close(bag_of(fewer["packed"][4], ids, offsets), sums)


def test_a_number_is_the_smallest_and_the_scale_times_its_byte(fewer):
    row = fewer["packed"][8][5]
    scale, smallest = row[64:].view(torch.float32)
    torch.testing.assert_close(smallest + scale * row[:64], fewer["again"][8][5])


def test_fewer_columns_are_the_best_of_their_rank(fewer):
    W = torch.randn(50, 64)
    cut = fewer["fewer_columns"](W, 16)
    assert torch.linalg.matrix_rank(cut) == 16
    left = torch.linalg.svdvals(W)[16:]
    assert (cut - W).norm().item() == pytest.approx(left.norm().item(), rel=1e-4)


def test_merged_rows_are_the_means_of_those_of_a_remainder(fewer):
    W = torch.randn(10, 64)
    merged = fewer["by_the_mean"](W, 4)
    torch.testing.assert_close(merged[1], W[[1, 5, 9]].mean(dim=0))
    assert merged[1].equal(merged[9])


def means(bought):
    """{rows: {kind: the mean share that is right}}, and the rates that were chosen."""
    chosen = bought["chosen"]
    mean = {
        rows: {name: np.mean(two) for name, (_, two) in found.items()}
        for rows, found in chosen.items()
    }
    rates = {
        rows: {name: rate for name, (rate, _) in found.items()}
        for rows, found in chosen.items()
    }
    return mean, rates


def test_no_row_beats_a_shared_one_and_a_product_of_few_beats_both(bought):
    """Of "07b-columns-task", "07b-buys-rows" and "07b-buys-chart": right, by rows."""
    assert bought["task"].libraries.max() == 4
    mean, rates = means(bought)
    few, some, many = mean.values()
    whole = few["whole table"]
    assert 0.84 < whole < 0.89
    assert all(
        0.005 < whole - many[kind] < 0.04
        for kind in ("hashed", "product", "frequent only")
    )
    assert 0.06 < whole - some["hashed"] < 0.11
    assert 0.13 < whole - few["hashed"] < 0.19
    for at in mean.values():
        assert at["hashed"] < at["frequent only"] - 0.002
    assert few["product"] > few["frequent only"] + 0.03
    assert some["product"] > some["frequent only"] + 0.005
    assert 0.08 < few["product"] - few["hashed"] < 0.13
    few, some, _ = rates.values()
    assert few["product"] == some["product"] == 0.1


def first_seed(bought):
    """As the first of `means`, but with the seed 0 alone, as the trials below are."""
    return {
        rows: {name: two[0] for name, (_, two) in found.items()}
        for rows, found in bought["chosen"].items()
    }


def by_one_rate(bought, kind, m, rate):
    """What is right with the seed 0."""
    return bought["task"].right(*bought["by_adam"](kind, m, rate, 0))


def better_of_two(bought, kind, m):
    return max(by_one_rate(bought, kind, m, rate) for rate in (0.01, 0.1))


def test_by_one_rate_the_product_would_have_come_second(bought):
    """Of "07b-buys-sum-read"."""
    product = by_one_rate(bought, bought["Product"], 100, 0.01)
    few, *_ = first_seed(bought).values()
    assert few["hashed"] + 0.02 < product < few["frequent only"] - 0.003


def test_stirred_ids_lose_more_than_sorted_ones_and_take_the_lead_of_the_product(
    bought,
):
    """Of "07b-buys-sum-read": there the frequent words meet, too."""
    V = bought["V"]
    stirred = torch.randperm(V, generator=torch.Generator().manual_seed(0))

    class Stirred(bought["Hashed"]):
        def forward(self, ids):
            return super().forward(stirred[ids])

    class StirredProduct(bought["Product"]):
        def forward(self, ids):
            return super().forward(stirred[ids])

    right = first_seed(bought)
    for rows, at in right.items():
        assert 0.003 < at["hashed"] - better_of_two(bought, Stirred, rows) < 0.04
    few, some, _ = right.values()
    assert better_of_two(bought, StirredProduct, 100) > few["frequent only"] + 0.03
    assert better_of_two(bought, StirredProduct, 500) < some["frequent only"] + 0.01


def test_four_words_have_the_numbers_of_the_table(bought):
    """Of "07b-buys-why": each entry ends with what its sum gives."""
    (cell,) = (cell for cell in read(PATH).cells if cell.id == "07b-buys-why")
    lines = re.findall(
        r"^\| remainder (\d), quotient (\d) \|(.*)\|$", cell.source, re.MULTILINE
    )
    assert len(lines) == 4
    assert all(
        text in cell.source for text in ("(1, 0) and (3, −1)", "(1, 0) and (2, 1)")
    )
    remainders, quotients = [(1, 0), (3, -1)], [(1, 0), (2, 1)]
    for remainder, quotient, entries in lines:
        row, other = remainders[int(remainder)], quotients[int(quotient)]
        products = [a * b for a, b in zip(row, other)]
        said = [int(entry.split("=")[1]) for entry in entries.split("|")]
        assert said == [sum(row), products[0], sum(products)]


def test_177_rows_are_for_100_remainders_and_77_quotients(bought):
    """Of "07b-buys-why-ours"."""
    parts = list(bought["Product"](100).parameters())
    assert [tuple(part.shape) for part in parts] == [(100, 32), (77, 32)]


@pytest.mark.parametrize("rate", [0.003, 0.03])
def test_other_rates_change_no_winner(bought, rate):
    """Of "07b-buys-sum-read"; a kind takes the best of all rates tried."""
    for m, (rows, at) in zip((100, 500), first_seed(bought).items()):
        kinds = {"hashed": ("Hashed", rows), "frequent only": ("Frequent", rows)}
        kinds["product"] = ("Product", m)
        best = {
            name: max(at[name], by_one_rate(bought, bought[kind], size, rate))
            for name, (kind, size) in kinds.items()
        }
        assert best["product"] > best["frequent only"] > best["hashed"]


def test_by_a_third_rate_a_product_of_many_rows_is_level_with_hashing(bought):
    """Of "07b-buys-product-read": 2,004 rows, the rate 0.003."""
    *_, many = first_seed(bought).values()
    product = by_one_rate(bought, bought["Product"], 2000, 0.003)
    assert product == pytest.approx(many["hashed"], abs=0.01)


def test_a_third_rate_is_kinder_to_narrow_rows(bought):
    """Of "07b-buys-columns-read": to the whole table with 8 columns, and to the product with 4."""
    _, (whole, _) = bought["of_whole"]
    eight = partial(bought["Hashed"], columns=8)
    assert by_one_rate(bought, eight, bought["V"], 0.03) > whole - 0.01
    narrow = {name: two[0] for name, (_, two) in bought["narrower"][4].items()}
    four = {
        kind: partial(bought[kind], columns=4)
        for kind in ("Hashed", "Frequent", "Product")
    }
    product = by_one_rate(bought, four["Product"], 4126, 0.03)
    assert 0 < product - max(narrow["frequent only"], narrow["hashed"]) < 0.013
    for name, kind in (("hashed", "Hashed"), ("frequent only", "Frequent")):
        for rate in (0.03, 0.3):
            assert by_one_rate(bought, four[kind], 4128, rate) < narrow[name] + 0.006


def test_added_rows_do_worse_than_hashed_ones_and_one_for_all_the_rare_as_well_as_none(
    bought,
):
    """Of "07b-buys-sum-read"."""

    class Sum(bought["Product"]):
        def __init__(self, m):
            super().__init__(m)
            with torch.no_grad():
                self.quotients.weight -= 1

        def forward(self, ids):
            quotient = ids // self.remainders.num_embeddings
            return self.remainders(ids) + self.quotients(quotient)

    class LastForTheRare(bought["Hashed"]):
        def forward(self, ids):
            return super().forward(ids.clamp(max=self.num_embeddings - 1))

    for m, (rows, at) in zip((100, 500), first_seed(bought).items()):
        assert better_of_two(bought, Sum, m) < at["hashed"] - 0.005
        one_row = better_of_two(bought, LastForTheRare, rows)
        assert abs(one_row - at["frequent only"]) < 0.015


def test_the_frequent_words_have_rows_and_no_others(bought):
    table = bought["Frequent"](5)
    rows = table(torch.arange(12).reshape(3, 4)).flatten(0, 1)
    assert rows[:5].equal(table.weight)
    assert not rows[5:].any()


def test_pairs_begin_again_without_an_error(bought):
    """Of "07b-buys-kinds"."""
    V, m = bought["V"], 500
    table = bought["Product"](m)
    pairs = m * len(table.quotients.weight)
    assert pairs >= V
    assert table(torch.tensor([pairs + 3])).equal(table(torch.tensor([3])))


def test_the_largest_library_is_not_half_of_the_test(bought):
    task = bought["task"]
    count = task.libraries[task.test].bincount()
    assert 0.44 < (count.max() / count.sum()).item() < 0.5


def test_a_whole_hashed_table_is_an_embedding(bought):
    ids = torch.arange(12).reshape(3, 4)
    table = bought["Hashed"](bought["V"])
    assert table(ids).equal(table.weight[ids])


def test_with_few_columns_the_same_bytes_serve_all_kinds_alike(bought):
    """Of "07b-buys-columns-table" and "07b-buys-columns-read"."""
    widest, *_, narrowest = (
        {kind: np.mean(at[kind][1]) for kind in bought["rivals"]}
        for at in bought["narrower"].values()
    )
    assert max(narrowest.values()) - min(narrowest.values()) < 0.01
    assert min(narrowest.values()) > widest["product"] + 0.01
    rows = bought["numbers"] // 4
    m = rows - ceil(bought["V"] / rows)
    product = sum(
        weight.numel() for weight in bought["Product"](m, columns=4).parameters()
    )
    assert product == pytest.approx(bought["numbers"], rel=0.001)


def test_so_do_a_third_of_these_bytes(bought):
    """At 23 kB the kinds have 82, 84 and 84 with 4 columns."""
    narrow = {
        kind: better_of_two(bought, partial(bought[kind], columns=4), rows)
        for kind, rows in (("Hashed", 1416), ("Frequent", 1416), ("Product", 1410))
    }
    few, *_ = first_seed(bought).values()
    assert few["hashed"] + 0.08 < narrow["Hashed"] < narrow["Frequent"]
    assert few["product"] + 0.01 < narrow["Frequent"]
    assert narrow["Product"] == pytest.approx(narrow["Frequent"], abs=0.013)


def test_state_bits_and_columns_are_nearly_free_and_rows_are_not(bought):
    """Of "07b-buys-all-table" and "07b-buys-all-chart"."""
    mean = {name: np.mean(right) for name, (_, right) in bought["ways"].items()}
    size = {name: bytes_ for name, (bytes_, _) in bought["ways"].items()}
    assert abs(mean["whole by Adam"] - mean["whole"]) < 0.012
    assert abs(mean["whole"] - mean["8 columns"]) < 0.012
    assert 0.005 < mean["8 columns"] - mean["8 for the frequent"] < 0.025
    for name in ("whole", "8 columns", "8 for the frequent"):
        assert abs(mean[name] - mean[f"{name}, packed"]) < 0.012
    assert [round(bytes_, 1) for bytes_ in size.values()] == [384, 132, 36, 9, 20, 8, 2]


def test_rows_first_would_be_a_worse_bargain(bought):
    """Of "07b-buys-all-read": 33 bytes by rows lose more than 36 by columns."""
    (size, right), _ = bought["lean"](bought["Frequent"], bought["V"] // 4)
    assert round(size) == 33
    _, whole = bought["of_whole"]
    assert 0.01 < np.mean(whole) - np.mean(right) < 0.025
    assert 0.005 < np.mean(bought["ways"]["8 columns"][1]) - np.mean(right) < 0.025


def test_where_a_row_answers_alone_the_rare_pay_for_missing_rows(bought):
    """Of "07b-buys-own" and "07b-buys-alone-run"."""
    assert 0.45 < bought["largest"] < 0.57
    assert 1_500 < len(bought["clear"]) < 2_400
    assert bought["frequent"].double().mean().item() == pytest.approx(1 / 7, abs=0.03)
    assert 0.58 < bought["read"] < 0.7, "nearly two thirds"
    many, frequent, rare = bought["shares"].T.to_numpy()
    assert min(frequent[:4]) > 0.97
    assert min(rare[:4]) > 0.92
    assert max(rare[:4]) - min(rare[:4]) < 0.03
    hashed, stirred, product, dropped = rare[4:]
    assert max(hashed, stirred, product) < 0.5
    silent = bought["own"][bought["clear"]][~bought["frequent"]].bincount()
    assert dropped == pytest.approx((silent.max() / silent.sum()).item(), abs=0.01)
    quarter = bought["V"] // 4
    taken = len((bought["stirred"][:quarter] % quarter).unique())
    assert 0.28 < 1 - taken / quarter < 0.35, "nearly a third have no frequent word"
    hashed, stirred, product, dropped = frequent[4:]
    assert dropped > 0.97
    assert min(hashed, product) > 0.85
    assert 0.7 < stirred < 0.83
    lost = many[2] - many[4:]
    assert lost.min() > 0.003
    assert lost.max() < 0.045, "one to three points, where rows were cut"


def test_row_wise_adagrad_keeps_a_number_a_row_and_moves_along_the_gradient(bought):
    table = torch.nn.Parameter(torch.zeros(5, 3))
    rows = torch.nn.functional.embedding(torch.tensor([1, 1, 4]), table, sparse=True)
    (rows * torch.tensor([[1.0, 2.0, 2.0]])).sum().backward()
    optimizer = bought["RowWiseAdagrad"]([table])
    optimizer.step()
    assert [kept.shape for _, kept in optimizer.kept] == [(5, 1)]
    moved = (
        0.1 * torch.tensor([1.0, 2.0, 2.0]) / 3**0.5
    )  # the gradient over its root mean square
    torch.testing.assert_close(table[1].detach(), -moved)
    assert not table[[0, 2, 3]].any()
