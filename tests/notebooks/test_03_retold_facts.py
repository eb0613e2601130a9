"""What notebook 03 says of its own runs on real texts, with room for other processors."""

import pytest
import torch
from sklearn.model_selection import GroupShuffleSplit

from course import NOTEBOOKS, code_cells, names_of, read

PATH = next(path for path in NOTEBOOKS if path.stem.startswith("03_"))
CELLS = [
    "documents = read_documents()",
    "counter = CountVectorizer(",
    "B, V = X_all.shape",
    "def read(",
    "tfidf = TfidfTransformer(",
    "splitter = ",
    "def parts(",
    "def new_bag(",
    "def fit(",
    "def right(",
    "all_scores = {}",
    "def sure_errors(",
    "sure = {",
]


@pytest.fixture(scope="module")
def book():
    """The names that the notebook's real texts leave behind."""
    return names_of(PATH, *CELLS)


def test_nearly_all_of_x_is_zero_and_nearly_every_document_repeats_a_word(book):
    """Of the cell "03-41"."""
    X = book["X_all"]
    assert 4 < 1000 * X.nnz / (X.shape[0] * X.shape[1]) < 8
    assert 60 < book["dense"] / book["sparse"] < 120
    assert (X.max(axis=1).toarray() > 1).mean() > 0.98


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
    """Of the cells "03-55" and "03-57"."""
    right, lead, sure = book["right"], book["lead"], book["sure"]
    weighted = book["all_scores"]["tf-idf"]
    unweighted = book["all_scores"]["tf-idf, forgotten"]
    assert right(weighted) > 0.86
    assert abs(right(weighted) - right(unweighted)) < 0.02
    assert 6 < lead(unweighted) / lead(weighted) < 8.5
    assert sure["tf-idf"] < 0.06
    assert 0.4 < sure["tf-idf, forgotten"] < 0.65
    assert 0.35 < certain(weighted) < 0.55
    assert 0.85 < certain(unweighted) < 0.95
    most = torch.bincount(book["labels"][book["test"]]).max() / len(book["test"])
    assert 0.4 < most < 0.55


def certain(scores):
    """The share of answers that are over 99 % certain."""
    return (scores.softmax(dim=1).amax(dim=1) > 0.99).float().mean()


def test_an_answer_that_tips_was_nearly_balanced(book):
    """What the prose says after the cell "03-55"."""
    lead, all_scores = book["lead"], book["all_scores"]
    for name in ("counts", "tf-idf"):
        weighted = all_scores[name]
        answers = weighted.argmax(dim=1)
        same = answers == all_scores[f"{name}, forgotten"].argmax(dim=1)
        assert same.float().mean() > 0.9
        assert lead(weighted[~same]) < 0.35 * lead(weighted)


def test_forgotten_counts_leave_the_answers_and_make_errors_less_certain(book):
    """Of the cells "03-55" and "03-57"."""
    right, lead, sure = book["right"], book["lead"], book["sure"]
    counted = book["all_scores"]["counts"]
    forgotten = book["all_scores"]["counts, forgotten"]
    assert right(counted) > 0.86
    assert abs(right(counted) - right(forgotten)) < 0.02
    assert lead(forgotten) < 0.5 * lead(counted)
    assert 0.3 < sure["counts"] < 0.5
    assert sure["counts, forgotten"] < 0.75 * sure["counts"]


def trained_on(book, M):
    """A bag as the notebook trains it, on the weights of M and the documents to learn from."""
    names = {**book}
    exec(cell_with("def fit("), names)
    bag = book["new_bag"]()
    names["fit"](bag, M)
    return bag


def cell_with(part):
    (source,) = (cell.source for cell in code_cells(read(PATH)) if part in cell.source)
    return source


def scores(book, bag, M):
    """What a bag says of the test documents, with the weights of M."""
    with torch.no_grad():
        return bag(*book["parts"](M[book["test"]]))


@pytest.mark.long
def test_in_eight_splits_a_bag_of_ones_is_ahead(book, monkeypatch):
    """What the prose says of plain counts, beside its cells."""
    X = book["X_all"]
    ones = X.copy()
    ones.data[:] = 1
    leads = []
    for seed in range(8):
        splitter = GroupShuffleSplit(n_splits=1, test_size=0.25, random_state=seed)
        train, test = next(splitter.split(X, groups=book["documents"].modules))
        monkeypatch.setitem(book, "train", train)  # where the loop looks
        monkeypatch.setitem(book, "test", test)
        by_counts = scores(book, trained_on(book, X), X)
        only_ones = scores(book, trained_on(book, ones), ones)
        leads.append(book["right"](only_ones) - book["right"](by_counts))
    assert min(leads) > 0
    assert 0.008 < sum(leads) / 8 < 0.025
