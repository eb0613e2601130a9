"""What notebook 03 says of its own runs on real texts, with room for other processors."""

import pytest
import torch
from sklearn.base import clone
from sklearn.feature_extraction.text import TfidfTransformer
from sklearn.model_selection import GroupShuffleSplit

from course import NOTEBOOKS, names_of

PATH = next(path for path in NOTEBOOKS if path.stem.startswith("03_"))
CELLS = [
    "texts = [",
    "X = csr_array(",
    "tens = ",
    "documents = read_documents()",
    "counter = CountVectorizer(",
    "B, V = X_all.shape",
    "def parts(",
    "tfidf = TfidfTransformer(",
    "splitter = ",
    "def trained_on(",
    "def look(",
    "all_scores = {}",
    "def sure(",
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


def test_sparse_outweighs_the_by_tf_idf_only(book):
    """Of the cell "03-52"."""
    shown = book["by_word"]
    assert shown["count"].idxmax() == "the"
    assert shown["tf-idf"].idxmax() == "sparse"
    assert 1 <= shown["factor"]["the"] < 1.2
    assert 3.2 < shown["factor"]["sparse"] < 4
    divisors = shown["product"] / shown["tf-idf"]
    assert 5.8 < divisors.min() <= divisors.max() < 6.6
    assert divisors.max() - divisors.min() < 1e-4
    assert (shown["tf-idf"] ** 2).sum() == pytest.approx(1, abs=1e-4)
    assert 0.07 < book["T"].data.mean() < 0.11
    assert book["T"].data.max() < 1 + 1e-6


@pytest.fixture(scope="module")
def shown(book):
    """{(trained with, used with): the numbers of its line}, as the table shows them."""
    table = book["table"].replace("%$", "", regex=True).astype(float)
    names = ["right", "lead", "certain", "errors"]
    return {
        case: dict(zip(names, line)) for case, line in zip(table.index, table.values)
    }


def test_the_lines_are_three_programs_each_used_twice(shown):
    """Of the cell "03-55"."""
    names = ["ones", "counts", "tf-idf"]
    assert [*shown] == [
        (name, way) for name in names for way in ("weights", "the recipe")
    ]


def test_forgetting_tf_idf_leaves_the_answers_and_makes_errors_certain(book, shown):
    """Of the cells "03-55" and "03-57"."""
    kept, forgotten = shown["tf-idf", "weights"], shown["tf-idf", "the recipe"]
    assert 87 < forgotten["right"] < 91
    assert abs(kept["right"] - 89) < 1.5
    assert abs(kept["right"] - forgotten["right"]) < 1.5
    assert kept["lead"] == pytest.approx(1, abs=0.25)
    assert forgotten["lead"] == pytest.approx(6, abs=0.9)
    assert kept["errors"] < 5
    assert 50 < forgotten["errors"] < 68
    assert 40 < kept["certain"] < 50
    assert 85 < forgotten["certain"] < 95
    most = torch.bincount(book["labels"][book["test"]]).max() / len(book["test"])
    assert 0.45 < most < 0.51


def test_over_99_percent_of_two_libraries_begin_at_a_lead_of_4_6():
    """What the replies to "03-certain" say."""
    leads = torch.tensor([[4.59, 0.0], [4.6, 0.0]])
    below, above = leads.softmax(dim=1)[:, 0]
    assert below < 0.99 < above


def test_forgotten_counts_leave_the_answers_and_make_errors_less_certain(shown):
    """Of the cells "03-55" and "03-57"."""
    kept, forgotten = shown["counts", "weights"], shown["counts", "the recipe"]
    assert abs(kept["right"] - 88) < 1.5
    assert abs(kept["right"] - forgotten["right"]) < 1.5
    assert 3 < kept["lead"] < 4.5
    assert 1.5 < forgotten["lead"] < 2.5
    assert 35 < kept["errors"] < 47
    assert 17 < forgotten["errors"] < 29
    assert forgotten["certain"] < kept["certain"]


def test_a_program_that_the_recipe_trained_loses_nothing(shown):
    """Of the cells "03-55" and "03-57"."""
    kept, forgotten = shown["ones", "weights"], shown["ones", "the recipe"]
    assert kept == forgotten
    assert abs(kept["right"] - 89) < 1.5
    assert abs(kept["right"] - shown["tf-idf", "weights"]["right"]) < 1.5


def test_scikit_learn_gives_the_ones(book):
    """What the prose says of `CountVectorizer(binary=True)`."""
    binary = clone(book["counter"]).set_params(binary=True)
    found = binary.fit_transform(book["documents"].texts)
    assert (found != book["ones"]).nnz == 0


def test_an_answer_that_tips_was_nearly_balanced(book):
    """What the prose says after the cell "03-55"."""
    all_scores = book["all_scores"]
    for name in ("counts", "tf-idf"):
        weighted = all_scores[name, "weights"]
        same = weighted.argmax(dim=1) == all_scores[name, "the recipe"].argmax(dim=1)
        assert same.float().mean() > 0.9
        top, second = weighted.topk(2, dim=1).values.T
        lead = top - second
        assert lead[~same].mean() < 0.35 * lead.mean()


def right(book, program, M):
    """Of how many test documents a program is right, with the weights of M."""
    with torch.no_grad():
        scores = program(*book["parts"](M[book["test"]]))
    wanted = book["labels"][book["test"]]
    return float((scores.argmax(dim=1) == wanted).float().mean())


@pytest.mark.long
def test_in_eight_splits_forgetting_costs_few_answers(book, monkeypatch):
    """What the prose says of the share of right answers, beside its cells."""
    X, ones = book["X_all"], book["ones"]
    falls, ahead = [], []
    for seed in range(8):
        splitter = GroupShuffleSplit(n_splits=1, test_size=0.25, random_state=seed)
        train, test = next(splitter.split(X, groups=book["documents"].modules))
        monkeypatch.setitem(book, "train", train)  # where the loop looks
        monkeypatch.setitem(book, "test", test)
        T = TfidfTransformer().fit(X[train]).transform(X)
        for M in (X, T):
            program = book["trained_on"](M)
            falls.append(right(book, program, M) - right(book, program, ones))
        by_ones = right(book, book["trained_on"](ones), ones)
        ahead.append(by_ones - right(book, book["trained_on"](X), X))
    assert max(map(abs, falls)) < 0.025
    assert min(ahead) > 0
