"""What the companion of notebook 03 says of scores and splits, untidy matrices, classes and costs.

Its sections are run cell by cell, as a reader does who opens one of them.
"""

import numpy as np
import pytest
import sklearn
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_array, csr_matrix
from sklearn.base import clone
from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS, CountVectorizer
from sklearn.naive_bayes import MultinomialNB
from sklearn.neighbors import NearestNeighbors
from torch import nn

from course import COMPANIONS, code_cells, read
from lookup import measure_memory, message_of

pytestmark = pytest.mark.long  # they train anew what nbval has just trained

(PATH,) = (path for path in COMPANIONS if path.name.startswith("03b"))
CELLS = {cell.id: cell.source for cell in code_cells(read(PATH))}


@pytest.fixture(autouse=True)
def _unchecked():
    """As the notebook says: else the first CSR tensor warns."""
    torch.sparse.check_sparse_tensor_invariants.disable()


def left_by(*ids):
    """The names that the set-up and these cells leave behind."""
    names = {}
    for name in ("03b-set-up", *ids):
        exec(CELLS[name], names)
    return names


@pytest.fixture(scope="module")
def runners():
    """What the first section leaves behind, `race` with the shares as numbers."""
    ids = ["03b-count", "03b-bayes", "03b-same-scores", "03b-splits", "03b-runners"]
    ids += ["03b-four-models", "03b-train", "03b-race-theirs", "03b-race"]
    return left_by(*ids, "03b-leak")


@pytest.fixture(scope="module")
def splits():
    """What the section on splits leaves behind, its last table as `table`, the others by name."""
    ids = ["03b-split-count", "03b-split-groups", "03b-split-sizes"]
    names = left_by(*ids)
    names["sizes"] = names["table"]
    for name in ("03b-split-runners", "03b-split-bars", "03b-split-lead"):
        exec(CELLS[name], names)
    names["leads"] = names["table"]
    exec(CELLS["03b-split-twenty"], names)
    names["twenty_scores"] = names["scores"]
    for name in ("03b-nearest", "03b-twins", "03b-twins-table"):
        exec(CELLS[name], names)
    return names


def test_whoever_always_says_torch_is_right_in_44_percent():
    """Of "03b-libraries"."""
    shares = left_by("03b-count", "03b-libraries")["shares"]
    assert shares.index[0] == "torch"
    assert 0.42 < shares["share"].iloc[0] < 0.46


def test_naive_bayes_is_not_beaten_and_the_four_are_not_ranked(runners):
    """Of "03b-race"."""
    race = runners["with_ours"]
    mean = race["mean"].copy()
    bayes = mean.pop("naive Bayes")
    assert 0.38 < mean.pop("majority guess") < 0.45
    assert 0.87 < bayes < 0.885
    assert len(mean) == 3
    assert mean.min() > 0.85
    assert mean.max() < bayes + 0.005
    spread = race.drop(columns="mean").max(axis=1) - race.drop(columns="mean").min(
        axis=1
    )
    assert 0.03 < spread.drop("majority guess").max() < 0.06
    first = race.drop(columns="mean").idxmax()
    assert first["split 2"] == "naive Bayes"
    assert len(set(first)) >= 2


def test_with_the_usual_alpha_the_svm_is_ahead(runners):
    X, y = runners["X"], runners["y"]
    found = []
    for learn, test in runners["splits"]:
        found.append(MultinomialNB().fit(X[learn], y[learn]).score(X[test], y[test]))
    assert 0.86 < np.mean(found) < runners["with_ours"].loc["linear SVM", "mean"]


def test_columns_chosen_from_all_texts_cost_nothing_but_fewer_columns_do(runners):
    """Of "03b-leak"."""
    kept = {rows: float(share.strip("%")) for rows, share in runners["kept"].items()}
    bayes = 100 * runners["with_ours"].loc["naive Bayes", "mean"]
    assert kept["users >= 1"] == pytest.approx(bayes, abs=0.2)
    assert 0.1 < bayes - kept["users >= 3"] < 0.6
    texts = np.array(runners["docs"].texts, dtype=object)
    y = runners["y"]
    for fewest in (1, 3):  # as a vocabulary does that never saw the test
        right = []
        for learn, test in runners["splits"]:
            counter = clone(runners["counter"]).set_params(min_df=fewest)
            model = MultinomialNB(alpha=0.1)
            model.fit(counter.fit_transform(texts[learn]), y[learn])
            right.append(model.score(counter.transform(texts[test]), y[test]))
        assert 100 * np.mean(right) == pytest.approx(
            kept[f"users >= {fewest}"], abs=0.1
        )


def test_the_learner_of_the_bag_learns(runners):
    X, y = runners["X"], runners["y"]
    learn, _ = runners["splits"][0]
    bag = runners["train"](X[learn], y[learn], np.random.default_rng(0))
    right = runners["scores_of"](bag, X[learn]).argmax(1).numpy() == y[learn]
    assert right.mean() > 0.97


def test_no_group_is_on_both_sides_of_a_split(splits):
    for group in splits["groups"].values():
        group = np.asarray(group)
        for learn, test in splits["splitter"].split(splits["X"], splits["y"], group):
            assert not set(group[learn]) & set(group[test])


def test_a_fifth_of_the_groups_is_not_a_fifth_of_the_documents(splits):
    """Of "03b-split-sizes"."""
    sizes = splits["sizes"]
    assert (
        sizes.loc["at random", "fewest learned"]
        == sizes.loc["at random", "most learned"]
    )
    far = sizes.loc["by subpackage"]
    assert far["most learned"] > 1.2 * far["fewest learned"]
    assert all(
        0.4 < float(share.strip("%")) / 100 < 0.46 for share in sizes["majority guess"]
    )


def test_the_further_away_the_test_the_lower_the_score(splits):
    """Of "03b-split-bars" and "03b-split-lead"."""
    svm = [np.mean(models["linear SVM"]) for models in splits["found"].values()]
    assert np.allclose(svm, [0.947, 0.875, 0.804], atol=0.015)
    leads = splits["leads"]
    assert (leads.loc["at random"] > 1).all()
    assert leads.loc["by module"].min() < 0 < leads.loc["by module"].max()
    assert (leads.loc["by subpackage"] < 0).all()


def test_twenty_splits_by_subpackage_have_no_winner(splits):
    """Of "03b-split-twenty"."""
    assert 6 <= splits["ahead"] <= 14
    assert min(splits["twenty_scores"]) < 0.75
    assert max(splits["twenty_scores"]) > 0.87


def test_twins_explain_about_one_of_seven_points(splits):
    """Of "03b-twins-table"."""
    table = splits["table"]
    all_right = {
        name: np.mean(models["linear SVM"]) for name, models in splits["found"].items()
    }
    gap = all_right["at random"] - all_right["by module"]
    assert 0.18 < table.loc["at random, above 0.9", "have a twin"] < 0.23
    assert table.loc["by module, above 0.9", "have a twin"] < 0.09
    assert table.loc["at random, above 0.9", "right on twins"] > 0.98
    assert 0.06 < gap < 0.085
    rest = table["right on the rest"]
    for limit in ("0.9", "0.7"):
        left = rest[f"at random, above {limit}"] - rest[f"by module, above {limit}"]
        assert gap - left < 0.25 * gap
        assert left > 0.05


def test_the_nearest_document_is_the_one_with_the_largest_cosine(splits):
    X, nearest = splits["X"], splits["nearest"]
    learn, test = np.arange(0, 3000, 3), np.arange(1, 150, 3)
    rows = X[np.r_[learn, test]].toarray()
    unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    wanted = (unit[len(learn) :] @ unit[: len(learn)].T).max(axis=1)
    np.testing.assert_allclose(nearest(learn, test), wanted, atol=1e-5)


def test_about_half_of_a_twins_cosine_comes_from_function_words(splits):
    """Of "03b-cosine-read"."""
    X, y = splits["X"], splits["y"]
    words = splits["counter"].get_feature_names_out()
    function_words = np.isin(words, list(ENGLISH_STOP_WORDS))
    learn, test = next(splits["splitter"].split(X, y, splits["groups"]["by module"]))
    test = test[::2]
    search = NearestNeighbors(n_neighbors=1, metric="cosine").fit(X[learn])
    distances, places = search.kneighbors(X[test])
    shares, overlaps = [], []
    for row in np.flatnonzero(distances[:, 0] < 0.3):
        ours = X[[test[row]]].toarray()[0]
        theirs = X[[learn[places[row, 0]]]].toarray()[0]
        product = ours * theirs
        shares.append(product[function_words].sum() / product.sum())
        overlap = np.minimum(ours, theirs).sum() / np.maximum(ours, theirs).sum()
        overlaps.append(overlap)
    assert 0.4 < np.mean(shares) < 0.65
    assert np.median(overlaps) < 0.5  # most are no copies


@pytest.mark.parametrize("name", ["Adam", "Adagrad"])
def test_other_optimisers_learn_the_same_table_from_dense_rows(name):
    """Of "03b-dense-same-read"."""
    names = left_by("03b-dense-data", "03b-dense-layers", "03b-dense-step-of")
    loop = CELLS["03b-dense-loop"].replace("SGD(", f"{name}(")
    exec(loop.replace("lr=1.0", "lr=0.01"), names)
    lean, full = names["lean"].weight, names["full"].weight.T
    torch.testing.assert_close(lean, full, rtol=0, atol=1e-5)
    assert (lean - names["start"]).abs().max() > 1e-2


@st.composite
def matrices(draw):
    """CSR with unsorted and repeated columns, stored zeros and empty rows; and a table."""
    B, V, D = draw(st.permutations(range(1, 9)))[:3]
    lengths = draw(st.lists(st.integers(0, 6), min_size=B, max_size=B))
    n = sum(lengths)
    indices = draw(st.lists(st.integers(0, V - 1), min_size=n, max_size=n))
    data = draw(
        st.lists(st.sampled_from([0.0, 1.0, 2.0, 0.37, -1.5]), min_size=n, max_size=n)
    )
    parts = np.array(data, "f4"), np.array(indices, "i8"), np.cumsum([0, *lengths])
    W = torch.randn(
        V, D, generator=torch.Generator().manual_seed(draw(st.integers(0, 9)))
    )
    return csr_array(parts, shape=(B, V)), W


@given(matrices())
@settings(deadline=None, database=None, max_examples=60)
def test_untidy_matrices_are_harmless_but_for_the_recipe(drawn):
    X, W = drawn
    found = left_by("03b-nasty-one", "03b-nasty-quiet", "03b-nasty-ways")["five_ways"](
        X, W
    )
    ones = csr_array((np.ones_like(X.data), X.indices, X.indptr), X.shape)
    recipe = found.pop("the recipe")
    torch.testing.assert_close(
        recipe, torch.from_numpy(ones.toarray()) @ W, rtol=1e-4, atol=1e-4
    )
    for rows in found.values():
        truth = torch.from_numpy(X.toarray()) @ W
        torch.testing.assert_close(rows, truth, rtol=1e-4, atol=1e-4)


def test_a_hundred_drawn_matrices_have_all_the_faults():
    names = left_by("03b-nasty-one", "03b-nasty-draw")
    g = np.random.default_rng(0)
    drawn = [names["nasty"](g) for _ in range(100)]
    assert any((np.diff(X.indptr) == 0).any() for X in drawn)
    assert any((X.data == 0).any() for X in drawn)
    assert any(not X.has_sorted_indices for X in drawn)
    assert any(not X.has_canonical_format for X in drawn)


def test_double_brackets_keep_csr_and_the_product_is_the_same_for_both_classes():
    names = left_by("03b-classes-two")
    M, A = names["M"], names["A"]
    weights = np.array([1, 10, 100, 1000])
    assert type(M) is csr_matrix
    assert (M @ weights).tolist() == (A @ weights).tolist() == [101, 1100, 111]
    for X in (M, A):
        assert X[[1]].format == "csr"
        assert X[[1]].indices.tolist() == [2, 3]


@pytest.mark.parametrize("kind", [torch.int32, torch.int64])
def test_a_bag_takes_ids_of_both_kinds_and_weights_with_mode_sum_only(kind):
    bag = nn.EmbeddingBag(4, 5, mode="sum")
    ids = torch.tensor([0, 2], dtype=kind)
    offsets = torch.tensor([0], dtype=kind)
    assert message_of(bag, ids, offsets, torch.ones(2)) == "no error"
    by_default = nn.EmbeddingBag(4, 5)
    assert message_of(by_default, ids, offsets, torch.ones(2)) != "no error"


def test_all_forms_give_the_same_sums():
    ids = "draw", "dense-of", "bag-of", "csr-of"
    names = left_by(*(f"03b-costs-{name}" for name in ids))
    X, W = names["random_counts"](32, 1000), torch.randn(1000, 64)
    for form in ("one_by_one", "bag_form", "csr_form"):
        torch.testing.assert_close(
            names[form](X, W), names["dense"](X, W), rtol=1e-4, atol=1e-4
        )


def test_what_each_form_holds():
    """Of "03b-memory-table"."""
    ids = [
        "03b-costs-draw",
        "03b-memory-data",
        "03b-memory-gathered-of",
        "03b-memory-calls",
    ]
    names = left_by(*ids)
    held = {
        name: measure_memory(call).peak / (64 * 4)
        for name, call in names["calls"].items()
    }
    assert {call().shape for call in names["calls"].values()} == {(200, 64)}
    assert held["look up, weight, add"] == pytest.approx(2 * 20_000, rel=0.01)
    assert held["dense rows @ W"] == pytest.approx(36_000, rel=0.05)
    assert held["EmbeddingBag"] == pytest.approx(1.06 * 200, rel=0.02)
    mixed = held["EmbeddingBag, mixed"] - held["EmbeddingBag"]
    assert mixed == pytest.approx(20_000 * 8 / 256, rel=0.01)
    assert held["CSR tensor @ W, int32"] == pytest.approx(400, rel=0.02)
    assert held["CSR tensor @ W"] == pytest.approx(3.58 * 200, rel=0.02)
    assert names["csr"].to_dense().nbytes / (64 * 4) == 31_250
    exec(CELLS["03b-memory-table"], names)
    both = names["table"]["rows, forward and back"].str.replace(",", "").astype(int)
    assert both.min() == both["EmbeddingBag"] > 10_000
    assert both["look up, weight, add"] / both["EmbeddingBag"] == pytest.approx(
        3, rel=0.1
    )


def test_a_csr_tensor_is_refused_in_16_bits_and_under_autocast_but_a_bag_is_not():
    """Of "03b-16-bits" and "03b-autocast"."""
    ids = [
        "03b-costs-draw",
        "03b-memory-data",
        "03b-memory-gathered-of",
        "03b-memory-calls",
    ]
    names = left_by(*ids, "03b-16-bits")
    table = names["table"]
    assert table["EmbeddingBag"].tolist() == [True] * 4
    assert table["CSR tensor @ W"].tolist() == [True, True, False, False]
    exec(CELLS["03b-autocast"], names)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        said = message_of(names["linear"], names["csr"])
    assert said.endswith("not implemented for 'BFloat16'")


def test_a_bag_in_bfloat16_adds_in_float32_on_its_way_forward():
    """So the bag that works in 16 bits does not get stuck at 256, as its gradient does."""
    bag = nn.EmbeddingBag.from_pretrained(
        torch.ones(1, 4, dtype=torch.bfloat16), mode="sum"
    )
    ids = torch.zeros(1000, dtype=torch.int64)
    assert bag(ids, torch.tensor([0])).tolist() == [[1000.0] * 4]


def test_scikit_learn_gives_the_newer_class_if_asked():
    with sklearn.config_context(sparse_interface="sparray"):
        assert type(CountVectorizer().fit_transform(["cats eat"])) is csr_array


def test_filler_counts_in_a_mean_until_it_is_masked():
    names = left_by("03b-pad-fill", "03b-pad-ways")
    assert names["padded"].tolist() == [[1, 2, 3], [2, 0, 0], [0, 0, 0]]
    means = names["four_means"](names["padded"], names["places"])
    first = {way: found[:, 0].tolist() for way, found in means.items()}
    assert first["rows.mean(1)"] == first["EmbeddingBag"]
    assert first["EmbeddingBag"] == [20, pytest.approx(20 / 3), 0]
    assert first["EmbeddingBag, padding_idx"] == [20, 20, 0]
    assert first["with a mask"] == [20, 20, pytest.approx(np.nan, nan_ok=True)]


def test_offsets_are_checked_at_both_ends_only():
    ids = torch.tensor([2, 3, 1, 2, 0])
    said = []
    for offsets in ([1, 3, 4], [0, 3, 9], [0, 3, 1]):
        offsets = torch.tensor(offsets)
        bag = nn.EmbeddingBag(6, 4, mode="sum")
        said.append(message_of(bag, ids, offsets) == "no error")
        is_sorted = not (offsets.diff() < 0).any()
        assert is_sorted == (len(said) < 3)
    assert said == [False, False, True]


def test_a_document_left_out_of_the_offsets_is_swallowed_by_the_one_before(capsys):
    left_by("03b-offsets-sums", "03b-offsets-drop")
    assert capsys.readouterr().out == "[30.0, 20.0]\n[20.0, 20.0]\n"


def test_without_the_last_offset_a_bag_that_wants_it_loses_a_document():
    bag = nn.EmbeddingBag(6, 4, include_last_offset=True)
    ids = torch.tensor([2, 3, 1, 2, 0])
    assert len(bag(ids, torch.tensor([0, 3, 5]))) == 2
    assert len(bag(ids, torch.tensor([0, 3]))) == 1
