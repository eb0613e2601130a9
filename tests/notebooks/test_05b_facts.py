"""What the companion of notebook 05 says of tables of films, positions, hours, columns and words.

Its sections are run cell by cell, as a reader does who opens one of them.
"""

from copy import deepcopy

import numpy as np
import pytest
import torch
import torch.nn.functional as F

from course import COMPANIONS, code_cells, read

pytestmark = pytest.mark.long  # they train anew what nbval has just trained

(PATH,) = (path for path in COMPANIONS if path.name.startswith("05b"))
CELLS = {cell.id: cell.source for cell in code_cells(read(PATH))}
FILMS = ("truth", "known", "film-tables", "film-error", "film-train")
GRID = ("grid", "layers", "inputs", "grid-fit")
PADDED = ("pad-next-word", "pad-train", "pad-wasted", "pad-table")
GROWN = (
    "grow-pairs",
    "grow-loss",
    "grow-steps",
    "grow-old",
    "grow-train",
    "grow-longer",
    "grow-carry",
)
HIDDEN = (
    "hidden-text",
    "hidden-models",
    "hidden-two",
    "hidden-train",
    "hidden-chances",
)
SEEDS = [0, 1, 2]
TASKS = (
    "tasks-train",
    "tasks-next",
    "tasks-counts",
    "tasks-bag",
    "tasks-near",
    "tasks-table",
)


def left_by(*ids, seed=0):
    """The names that the set-up and these cells leave behind, with another seed if asked for."""
    names = {}
    for name in ("set-up", *ids):
        exec(
            CELLS[f"05b-{name}"].replace("manual_seed(0)", f"manual_seed({seed})"),
            names,
        )
    return names


@pytest.fixture(scope="module")
def grown():
    """What the section on growing leaves behind before its memory is tried."""
    return left_by(*GROWN)


@pytest.fixture(scope="module")
def padded():
    return left_by(*PADDED)


@pytest.fixture(scope="module")
def heated():
    return left_by(*GRID, "heat", "heat-chart", "heat-errors")


@pytest.fixture(scope="module")
def placed():
    return left_by("lists", "fit", "errors", "wave")


@pytest.fixture(scope="module")
def tasks():
    return left_by(*TASKS)


@pytest.mark.parametrize("seed", SEEDS[:2])
def test_two_columns_miss_nothing_and_learn_hardly_any_noise(seed):
    """Of "05b-widths"."""
    learned, aside = left_by(*FILMS, "widths", seed=seed)["table"].to_numpy().T
    assert learned[0] > 0.6
    assert learned[2] < 0.1
    assert aside[1] < 0.42
    assert min(aside[0], aside[2]) > 0.6


@pytest.mark.parametrize(
    ("decay", "best", "end"), [(0, 0.48, 0.74), (0.003, 0.43, 0.43)]
)
def test_eight_columns_lose_to_two_even_when_they_are_held_back(decay, best, end):
    """Of the text after "05b-widths"."""
    names = left_by(*FILMS)
    error = names["error"]
    people, films = names["new_tables"](8)
    weights = [people.weight, films.weight]
    optimiser = torch.optim.Adam(weights, lr=0.03, weight_decay=decay)
    aside = []
    for _ in range(301):
        optimiser.zero_grad()
        error(people, films, names["learned"]).backward()
        optimiser.step()
        with torch.no_grad():
            aside.append(error(people, films, names["put_aside"]).sqrt().item())
    assert min(aside) == pytest.approx(best, abs=0.005)
    assert aside[-1] == pytest.approx(end, abs=0.005)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_films_stand_in_the_order_of_the_circle(seed):
    """Of "05b-circle" and "05b-angles"."""
    names = left_by(*FILMS, "circle", "angles", seed=seed)
    first, *_, last = names["moments"]
    assert len(names["moments"]) == 7
    assert last[7].equal(first[7])
    rated = [film for film in range(24) if film != 7]
    off = (names["found"] - names["truth"] + 180) % 360 - 180
    assert off[rated].abs().max() < 10, "a few degrees"
    around = torch.atan2(last[:, 1], last[:, 0])[rated]  # the table as it was trained
    begin = int(around.argmin())
    steps = around.roll(-begin).diff()
    assert (steps > 0).all() or (around.flip(0).roll(begin + 1).diff() > 0).all()
    assert last[rated].norm(dim=1).min() > 1


def test_a_row_that_was_never_trained_is_worse_than_no_answer(placed):
    """Of "05b-errors"."""
    table = placed["table"]
    assert table.loc["table, seen"].max() < 0.01
    assert table.loc["table, not seen"].min() > 1.4
    assert 1.7 < table.loc["table, not seen"].mean() < 2.7
    assert table.loc[["Linear, seen", "Linear, not seen"], "ramp"].max() < 0.01
    assert table.loc["Linear, seen"].drop("ramp").min() > 0.85
    ends = placed["lists"][96:].pow(2).mean(0)
    assert ends[0] == pytest.approx(1.74, abs=0.005)
    assert ends[1:].tolist() == pytest.approx([1, 1, 1], abs=0.1)
    unseen = [((torch.randn(1000) - torch.randn(1000)) ** 2).mean() for _ in range(20)]
    assert abs(float(np.mean(unseen)) - 2) < 0.1


def test_the_line_of_the_table_lies_upon_the_wave_where_it_was_seen(placed):
    """Of "05b-wave"."""
    off = (placed["from_table"] - placed["lists"])[:, 1].abs()
    assert off[:96].max() < 0.05
    assert off[96:].max() > 1


def test_positions_are_like_their_neighbours_in_waves():
    """Of "05b-places-matrix", "05b-places-apart" and their texts: at 1 to 12, 25 and 52."""
    names = left_by("places-matrix", "places-apart")
    alike = names["alike"]
    assert alike.shape == (512, 512)
    for d in range(1, 96):  # 0 is like no other that the matrix shows
        assert alike[0, d].abs() < 0.2, d
    assert all(alike[p].topk(2).indices[1] in (p - 1, p + 1) for p in range(2, 90))
    of = dict(zip(names["apart"], names["means"]))
    assert of == pytest.approx(
        {1: 0.83, 3: 0.36, 6: 0.65, 9: 0.10, 12: 0.51, 25: 0.00, 52: 0.36}, abs=0.005
    )
    every = [alike.diagonal(d).mean() for d in range(60)]
    peaks = [d for d in range(2, 59) if every[d] > max(every[d - 1], every[d + 1])]
    assert peaks[:4] == [6, 12, 17, 22]
    assert max(peaks, key=lambda d: every[d] if d > 24 else -1) == 52
    beside = alike.diagonal(1)  # 127 and 511 end texts of 128 and of 512
    assert beside[126].item() == pytest.approx(0.39, abs=0.005)
    assert beside[510].item() == pytest.approx(0.50, abs=0.005)
    assert {*beside.topk(4, largest=False).indices.tolist()} == {0, 126, 127, 510}


def test_bert_has_30_522_rows_of_which_994_are_unused():
    """Of "05b-bert-rows", "05b-bert-kinds", "05b-bert-share" and their texts."""
    names = left_by("bert-kinds", "bert-share")
    real = names["real"]
    assert repr(real.embedding) == "Embedding(30522, 384, padding_idx=0)"
    assert real.vocabulary[0] == "[PAD]"
    unused = [piece for piece in real.vocabulary if piece.startswith("[unused")]
    assert unused == [f"[unused{k}]" for k in range(994)]
    assert not {*real.pieces("[unused5] [PAD]")} & {*unused, "[PAD]"}, "cut like others"
    means = names["by_kind"].groupby("rows")["length"].mean()
    assert means.to_dict() == pytest.approx(
        {"[PAD]": 0.77, "unused": 0.46, "all others": 1.09}, abs=0.005
    )
    lengths = names["by_kind"]["length"]
    assert lengths.min() == pytest.approx(0.25, abs=0.005)
    of_base = len(real.vocabulary) * 768 / 1e6  # BERT base, in millions
    assert of_base == pytest.approx(23.4, abs=0.05)
    assert of_base / 110 == pytest.approx(0.21, abs=0.005)
    assert names["W"].numel() / names["all_numbers"] == pytest.approx(0.52, abs=0.005)
    assert names["positions"] / names["all_numbers"] < 0.01


def test_the_page_of_the_model_counts_what_its_layers_have():
    """Six blocks of attention and two layers of 1,536, tables, norms: 22.7 million."""
    D, wide = 384, 1536
    norm = 2 * D
    block = 4 * (D * D + D) + 2 * norm + D * wide + wide + wide * D + D
    tables = (30_522 + 512 + 2) * D
    assert tables + norm + 6 * block + D * D + D == 22_713_216


def test_one_row_serves_all_senses_of_a_word():
    """Of "05b-hidden-senses"."""
    ranking = left_by("hidden-senses")["ranking"]
    assert " ".join(ranking["bank"][:8]) == (
        "banks banking bankers banker banco financial money teller"
    )
    assert ranking["bank"][49] == ranking["money"][3566] == "river"
    assert sum(piece.isalpha() for piece in ranking["bank"]) == 22_500
    assert {"might", "could", "june", "april"} <= {*ranking["may"][:8]}
    assert "rats" in ranking["mouse"][:8]
    assert ranking["mouse"][7] == "click"


@pytest.mark.parametrize("seed", SEEDS[:2])
def test_an_hour_is_a_name(seed):
    """Of "05b-hour"."""
    names = left_by(*GRID, "hour", seed=seed)
    heats = names["as_numbers"]["heat"]
    off = []
    for layer, hours in names["codings"].values():
        guess = names["fit_both"](layer, hours, names["bend"](), heats)
        off.append((guess - names["load"])[names["cool"]].pow(2).mean().sqrt())
    assert off[0] > 0.6
    assert off[1] > 0.6
    assert 0.25 < off[2] < 0.35


def test_sixteen_kinks_well_placed_come_near_the_24_levels():
    """Of the text after "05b-hour": the bend could, and its training does not find them."""
    names = left_by(*GRID)
    hours = names["as_numbers"]["hour"][:24]
    levels = names["levels"][:, None]
    into, bent, out = layer = names["bend"]()
    kinks = torch.tensor([0, 1, 3, 4, 7, 8, 9, 12, 13, 15, 16, 17, 18, 20, 21, 22]) / 24
    with torch.no_grad():
        into.weight.fill_(1)
        into.bias.copy_(-kinks)
        heights = torch.cat([bent(into(hours)), torch.ones(24, 1)], dim=1)  # (24, 17)
        solved = torch.linalg.lstsq(heights, levels).solution[:, 0]
        out.weight[0] = solved[:16]
        out.bias[0] = solved[16]
        off = (layer(hours) - levels).pow(2).mean().sqrt()
    assert round(off.item(), 1) == 0.1


def test_a_bend_goes_on_and_a_row_of_its_own_knows_nothing_of_its_neighbours(heated):
    """Of "05b-heat-chart" and "05b-heat-errors"."""
    table = heated["table"]
    assert table.loc["a bend"].max() < 0.2
    assert 0.5 < table.loc["a line", "seen"] < 0.9
    assert table.loc["a line", "never seen"] > 1.5
    assert table.loc["a row a degree", "seen"] < 0.15
    assert table.loc["a row a degree", "never seen"] > 1.5


def test_the_chart_of_the_heat_begins_at_0_and_its_truth_is_a_v(heated):
    """Of "05b-heat-chart"."""
    assert heated["degrees"].tolist() == [k / 4 for k in range(100)]
    assert heated["lines"]["the truth"].argmin() == 48


def test_columns_that_share_a_table_do_not_share_rows_if_there_are_offsets():
    names = left_by("purchases", "one-each-of", "offsets")
    ids = names["bought"] + names["offsets"]
    assert not set(ids[:, 0].tolist()) & set(ids[:, 1].tolist())
    assert int(ids.max()) <= 13
    assert names["stacked"][ids].squeeze(2).equal(torch.cat(names["parts"], dim=1))


def test_the_answer_is_dense_whether_or_not_the_lookup_is_sparse():
    torch.manual_seed(0)
    dense = torch.randn(50, 8, requires_grad=True)
    ids = torch.tensor([3, 4])
    F.cross_entropy(F.embedding(ids, dense) @ dense.T, ids.flip(0)).backward()
    assert dense.grad.abs().sum(1).count_nonzero() == 50
    detached = F.embedding(ids, dense).detach()
    (grad,) = torch.autograd.grad(F.cross_entropy(detached @ dense.T, ids), dense)
    assert grad.abs().sum(1).count_nonzero() == 50


def test_rows_of_zeros_added_later_take_about_one_percent(padded):
    """Of "05b-pad-wasted" and "05b-pad-table"."""
    chances = padded["chances"]
    assert abs(chances["new, 1,024 rows"] - 24 / 1024) < 0.001
    assert chances["trained, 1,024 rows"] < 0.0005
    assert 0.005 < chances["trained, then padded"] < 0.02
    assert chances["padded and masked"] == 0


def test_zero_is_no_low_score(padded):
    with torch.no_grad():
        assert (padded["plain"](padded["first_words"]) < 0).float().mean() > 0.5


def test_four_new_words_come_with_some_pairs(grown):
    """Of "05b-grow-pairs"."""
    new = len(grown["pairs"]) - len(grown["first_pairs"])
    assert 800 < new < 4000
    assert len(grown["words"]) == 1000


def test_a_forgotten_memory_moves_each_number_by_one_learning_rate(grown):
    """Of "05b-grow-first"."""
    exec(CELLS["05b-grow-first"], grown)
    old, new = grown["moved"].to_numpy().T
    assert abs(old[1] - 0.01 * 32**0.5) < 0.001
    assert 0.01 < old[0] < 0.02
    assert abs(new[1] - 0.01 * 32**0.5) < 0.001
    assert 0.08 < new[0] < 0.11


def test_a_forgotten_memory_shows_in_the_loss_for_less_than_a_hundred_steps(grown):
    """Of "05b-grow-curve"."""
    exec(CELLS["05b-grow-curve"], grown)
    carried, forgotten = grown["lines"].values()
    assert carried[0] == forgotten[0]
    assert 0.005 < max(forgotten) - forgotten[0] < 0.04
    assert max(carried) < carried[0] + 0.004
    assert abs(carried[-1] - forgotten[-1]) < 0.01


def test_four_new_words_are_learned_when_their_pairs_are_mixed_in(grown):
    """Of "05b-grow-joined" and "05b-grow-mixture"."""
    for name in ("curve", "joined"):
        exec(CELLS[f"05b-grow-{name}"], grown)
    table, of = grown["grown"], grown["losses"]
    assert (
        min(float(of(each).split(",")[0]) for each in (table, grown["longer"]())) > 6.5
    )
    exec(CELLS["05b-grow-mixture"], grown)
    theirs, all_pairs = of(grown["mixed"]).removesuffix(" on all pairs").split(", and ")
    assert float(theirs) < 4.5
    assert 4.8 <= float(all_pairs) <= 5.3


def test_few_others_seen_over_and_over_raise_the_loss_of_all_pairs(grown):
    """Of the text after "05b-grow-mixture": without the new pairs, too; not if they are fresh."""
    for name in ("curve", "joined", "mixture"):
        exec(CELLS[f"05b-grow-{name}"], grown)
    others, joined, pairs = (grown[name] for name in ("others", "joined", "pairs"))
    assert len(others) == 14_751
    assert 100 * 512 / (len(others) + len(joined)) == pytest.approx(3, abs=0.2)
    tenth = joined.repeat(len(pairs) // (9 * len(joined)), 1)
    said = {}
    for name, part in (("few", others), ("fresh", torch.cat([pairs, tenth]))):
        table, adam = deepcopy((grown["grown"], grown["adam"]))
        grown["train"](table, grown["turn"], adam, part, steps=100)
        said[name] = grown["losses"](table).split()[2]
    assert said == {"few": "5.0", "fresh": "4.9"}


def test_the_old_optimiser_takes_a_new_table_that_it_is_given():
    """Of the text after "05b-grow-trap"."""
    names = left_by(*GROWN[:6])
    table, adam = names["longer"](), names["old_adam"]
    before = table.weight.detach().clone()
    schedule = torch.optim.lr_scheduler.StepLR(adam, 10)
    adam.add_param_group({"params": [table.weight]})
    names["train"](table, names["turn"], adam, names["pairs"], steps=1)
    assert (table.weight != before).any(dim=1).all()
    assert schedule.optimizer is adam, "so it does not step another one"


def test_two_tasks_share_no_more_neighbours_than_two_tables_drawn_blindly(tasks):
    """Of "05b-tasks-table" and "05b-tasks-shared"."""
    exec(CELLS["05b-tasks-shared"], tasks)
    shared = tasks["shared"]
    two_tasks = shared(tasks["by_next"], tasks["by_library"])
    assert two_tasks <= 0.4
    assert 2 < shared(tasks["by_next"], tasks["next_word_rows"](1)) < 4.5
    assert 2 < shared(tasks["by_library"], tasks["library_rows"](1)) < 5
    blind = shared(torch.randn(1000, 32), torch.randn(1000, 32))
    assert blind <= 0.2
    found = tasks["found"]["next word"]
    assert "right" in found["left"]
    assert "false" in found["true"]
    assert "second" in found["first"] or "last" in found["first"]


def test_a_row_cannot_tell_two_contexts_apart_and_a_hidden_state_can():
    """Of "05b-hidden-chances"."""
    names = left_by(*HIDDEN)
    chances = names["after"]
    assert np.allclose(chances[:2], 0.5, atol=0.02)
    assert chances.loc["hidden state, river bank", "floods"] > 0.95
    assert chances.loc["hidden state, savings bank", "lends"] > 0.95
