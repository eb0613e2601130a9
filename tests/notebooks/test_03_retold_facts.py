"""What notebook 03 says of its own runs on real texts, with room for other processors."""

import pytest
import torch
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupShuffleSplit

from course import NOTEBOOKS, names_of

PATH = next(path for path in NOTEBOOKS if path.stem.startswith("03_"))
CELLS = [
    "documents = read_documents()",
    "counter = CountVectorizer(",
    "B, V = X_all.shape",
    "def read(",
    "splitter = ",
    "def parts(",
    "def train(",
    "def right(",
    "counted = trained(",
    "only_ones = trained(",
    "tfidf = TfidfTransformer(",
    "weighted = trained(",
    "def over_99(",
    "certain = {",
    "def wrong_if_certain(",
]


@pytest.fixture(scope="module")
def book():
    """The names that the notebook's real texts leave behind."""
    return names_of(PATH, *CELLS)


def test_nearly_all_of_x_is_zero_and_nearly_every_document_repeats_a_word(book):
    """Of the cells "03-41" and "03-45-share"."""
    X = book["X_all"]
    assert 4 < 1000 * X.nnz / (X.shape[0] * X.shape[1]) < 8
    assert 0.3 < (X.data > 1).mean() < 0.45
    assert 60 < book["dense"] / book["sparse"] < 120
    assert (X.max(axis=1).toarray() > 1).mean() > 0.98


def test_forgetting_counts_loses_no_answers_but_changes_the_scores(book):
    """Of the cells "03-50-counts", "03-51-scores" and "03-51-ones"."""
    right, counted, forgotten = book["right"], book["counted"], book["forgotten"]
    assert right(counted) > 0.86
    assert abs(right(counted) - right(forgotten)) < 0.02
    assert right(book["only_ones"]) > right(counted) - 0.01
    assert not torch.isclose(counted[:2], forgotten[:2], rtol=1e-3).all()
    assert counted[:2].argmax(1).tolist() == forgotten[:2].argmax(1).tolist()
    most = torch.bincount(book["labels"][book["test"]]).max() / len(book["test"])
    assert 0.4 < most < 0.55


def test_rows_and_sparse_outweigh_the_by_tf_idf_only(book):
    """Of the cell "03-52"."""
    counts = book["read"]("the rows of the sparse matrix")
    weights = book["tfidf"].transform(counts)
    columns = counts.indices.tolist()
    known = book["counter"].vocabulary_
    the, rows, sparse = (
        columns.index(known[word]) for word in ("the", "rows", "sparse")
    )
    assert counts.data[the] == 2
    assert weights.data[rows] > weights.data[sparse] > weights.data[the] + 0.1
    assert 0.07 < book["T"].data.mean() < 0.11


def test_forgetting_tf_idf_leaves_the_answers_and_makes_errors_certain(book):
    """Of the cells "03-55", "03-57" and "03-trust"."""
    right, certain = book["right"], book["certain"]
    assert right(book["weighted"]) > 0.86
    assert abs(right(book["weighted"]) - right(book["unweighted"])) < 0.02
    assert 9 < book["larger"] < 13
    assert 0.4 < certain["tf-idf, right answers"] < 0.6
    assert certain["tf-idf, wrong answers"] < 0.06
    assert certain["forgotten, right answers"] > 0.9
    assert 0.4 < certain["forgotten, wrong answers"] < 0.65
    wrong_if_certain = book["wrong_if_certain"]
    assert wrong_if_certain(book["weighted"]) < 0.01
    assert 0.04 < wrong_if_certain(book["unweighted"]) < 0.09
    assert (
        wrong_if_certain(book["forgotten"]) < wrong_if_certain(book["counted"]) < 0.03
    )
    assert 0.88 < book["same"].float().mean() < 0.98


@pytest.mark.long
def test_in_eight_splits_ones_are_ahead_and_certain_answers_are_mostly_right(
    book, monkeypatch
):
    leads, betrayed = [], []
    for seed in range(8):
        splitter = GroupShuffleSplit(n_splits=1, test_size=0.25, random_state=seed)
        learn, test = next(
            splitter.split(book["X_all"], groups=book["documents"].modules)
        )
        monkeypatch.setitem(book, "learn", learn)  # where `train` and `right` look
        monkeypatch.setitem(book, "test", test)
        right = []
        for M in (book["X_all"], book["ones"]):
            right.append(book["right"](scores(book, M, 0.01, test)))
        leads.append(right[1] - right[0])
        betrayed.append(book["wrong_if_certain"](scores(book, book["T"], 0.1, test)))
    assert min(leads) > -0.005
    assert 0.005 < sum(leads) / 8 < 0.018
    assert 5 <= sum(share < 0.01 for share in betrayed) <= 8


def scores(book, M, rate, test):
    """What a bag that was trained on the other documents says of these."""
    ids, offsets, weights = book["parts"](M[test])
    bag = book["train"](M, rate)
    with torch.no_grad():
        return bag(ids, offsets, per_sample_weights=weights)


@pytest.mark.long
def test_with_smaller_rates_the_errors_are_certain_as_well(book):
    ids, offsets, weights = book["parts"](book["T"][book["test"]])
    for rate in (0.003, 0.01, 0.03):
        bag = book["train"](book["T"], rate=rate)
        with torch.no_grad():
            weighted = bag(ids, offsets, per_sample_weights=weights)
            unweighted = bag(ids, offsets)
        found = []
        for scores in (weighted, unweighted):
            wrong = book["answers"](scores) != book["labels"][book["test"]]
            found.append(book["over_99"](scores, wrong))
        assert found[0] < 0.025
        assert 0.28 < found[1] < 0.5


@pytest.mark.long
def test_logistic_regression_loses_a_tenth_of_its_answers(book):
    """What the prose adds to its cells: from 90 to 78 %."""
    T, ones, labels, learn, test = (
        book[n] for n in ("T", "ones", "labels", "learn", "test")
    )
    model = LogisticRegression(C=10, max_iter=1000).fit(T[learn], labels[learn].numpy())
    weighted = model.score(T[test], labels[test].numpy())
    unweighted = model.score(ones[test], labels[test].numpy())
    assert weighted > 0.87
    assert unweighted < weighted - 0.06
