"""What notebook 05 says of its rows: its cells on a small text of topics, and on the real one."""

import math
import random
import re

import pytest
import torch
import torch.nn.functional as F

import lookup
from course import NOTEBOOKS, code_cells, names_of, read
from lookup.text.running_text import line_up

pytestmark = pytest.mark.long  # they train anew what nbval has just trained

PATH = next(path for path in NOTEBOOKS if path.stem.startswith("05_"))
TOPICS, WORDS = 20, 8
MODEL = [
    "def nearest(",
    "def hits(",
    "class CBOW",
    "places = ids.nonzero()",
    "def train(",
]
TINY = ["tiny_words = ", "table = 0.5 *", "scores = out[1:] @ mean"]
REAL = [
    "docs = read_documents()",
    "vocabulary = text.vocabulary",
    "start = 0.1 *",
    "def nearest(",
    "pairs = word_pairs()",
    "def hits(",
    "class CBOW",
    "places = ids.nonzero()",
    "def train(",
    "snapshots = {0",
]


def source(needle):
    (cell,) = (cell for cell in code_cells(read(PATH)) if needle in cell.source)
    return cell.source


def word(number):
    return "".join(chr(97 + int(digit)) for digit in f"{number:03}")


@pytest.fixture
def book():
    """The notebook's model, over a text of 300 documents of 40 words, each of one topic."""
    rng = random.Random(0)
    texts = []
    for _ in range(300):
        topic = rng.randrange(TOPICS)
        texts.append(
            " ".join(word(topic * WORDS + rng.randrange(WORDS)) for _ in range(40))
        )
    text = line_up(texts, at_least=10, gap=5)
    names = names_of(PATH)
    names |= {
        "text": text,
        "vocabulary": text.vocabulary,
        "words": text.vocabulary.words,
    }
    names |= {"ids": text.ids, "V": len(text.vocabulary), "D": 64, "progress": iter}
    names |= {"pairs": [(word(8 * t), word(8 * t + 1)) for t in range(TOPICS)]}
    names["start"] = torch.randn(names["V"], 64)
    for needle in MODEL:
        exec(source(needle), names)
    return names


def trained(book, steps=60):
    torch.manual_seed(0)
    model = book["CBOW"]()
    before = model.table.weight.detach().clone()
    optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
    g = torch.Generator().manual_seed(0)
    book["train"](model, optimizer, book["places"], g, steps)
    return before, model.table.weight.detach()


def test_the_words_around_a_place_are_of_its_document(book):
    around, middle, drawn = book["draw"](
        book["places"], torch.Generator().manual_seed(0)
    )
    assert around.shape == (2048, 10)
    assert middle.min() > 0
    assert drawn.min() > 0
    topic = {book["vocabulary"][word(n)]: n // WORDS for n in range(TOPICS * WORDS)}
    for row, at in zip(around.tolist(), middle.tolist(), strict=True):
        assert {topic[i] for i in row if i} <= {topic[at]}


def test_scores_are_the_slow_truth_and_row_0_does_not_count(book):
    model = book["CBOW"]()
    around, middle, drawn = (
        torch.tensor([[3, 0, 5], [7, 0, 0]]),
        torch.tensor([2, 4]),
        [6, 9],
    )
    right, wrong = model(around, middle, torch.tensor(drawn))
    table, out = model.table.weight, model.out.weight
    means = [(table[3] + table[5]) / 2, table[7]]
    for k, mean in enumerate(means):
        assert math.isclose(
            right[k].item(), (mean @ out[middle[k]]).item(), rel_tol=1e-4
        )
        assert torch.allclose(wrong[k], out[drawn] @ mean, atol=1e-6)


def test_nearest_and_hits_are_the_slow_truth(book):
    W = torch.randn(book["V"], 5)
    found = book["nearest"](W, word(3), k=4)
    row = W[book["vocabulary"][word(3)]]
    by_cosine = sorted(
        (other for other in book["words"] if other != word(3)),
        key=lambda other: (
            -F.cosine_similarity(W[book["vocabulary"][other]], row, dim=0).item()
        ),
    )
    assert found == by_cosine[:4]
    share = [second in book["nearest"](W, first) for first, second in book["pairs"]]
    assert book["hits"](W) == sum(share) / len(share)


def test_words_of_a_topic_become_neighbours_and_never_and_row_0_stay(book):
    """Of the cells "05-41", "05-53": a row moves if a batch reads it, and else not at all."""
    before, W = trained(book)
    assert book["hits"](before) < 0.3
    assert book["hits"](W) > 0.9
    moved = (W - before).norm(dim=1)
    assert moved[0] == moved[-1] == 0
    assert moved[1:-1].min() > 0


def test_one_place_moves_the_rows_that_the_text_names():
    """Of the cells "05-20" to "05-25", with the numbers that the prose reads out."""
    book = names_of(PATH, *TINY)
    scores = dict(zip(book["tiny_words"][1:], book["scores"].tolist(), strict=True))
    assert max(scores, key=scores.get) == "dog"
    assert scores["dog"] == pytest.approx(0.19, abs=0.005)
    assert scores["car"] == pytest.approx(-0.01, abs=0.005)
    for needle in ("gradients = torch", "moves = torch.zeros(9, 4)"):
        exec(source(needle), book)
    read_rows, answers = book["moves"][:, :2], book["moves"][:, 2:]
    assert read_rows.any(dim=1).nonzero().flatten().tolist() == [1, 4]
    assert read_rows[1].equal(read_rows[4])
    assert answers.any(dim=1).nonzero().flatten().tolist() == [3, 5, 8]
    assert not book["moves"][0].signbit().any(), "no “-0.00”"
    assert (answers[3] @ answers[5] < 0) & (answers[3] @ answers[8] < 0)


def test_red_and_blue_become_alike_from_every_start_and_red_and_stops_need_not():
    """Of the cells "05-toy-places", "05-toy", "05-toy-cosines", and of 20 other starts."""
    parted = 0
    for seed in range(21):
        names = names_of(PATH, "tiny_words = ")
        tables = source("def tiny_tables(").replace(
            "manual_seed(0)", f"manual_seed({seed})"
        )
        exec(tables, names)
        exec(source("hidden = torch"), names)
        exec(source("trained, trained_out = "), names)
        unit = F.normalize(names["trained"].detach())
        assert unit[1] @ unit[2] > 0.99
        parted += unit[1] @ unit[4] < 0.9
        if seed == 0:
            assert unit[1] @ unit[4] == pytest.approx(0.37, abs=0.05)
    assert parted > 10


def test_red_and_blue_have_the_same_company_and_so_the_same_counts():
    """Of the cell "05-56"."""
    book = names_of(
        PATH,
        "tiny_words = ",
        "table = 0.5 *",
        "scores = out[1:] @ mean",
        "counts = torch.zeros(9, 9",
    )
    counts = book["counts"]
    assert counts.loc["red"].equals(counts.loc["blue"])
    assert counts.loc["dog"].equals(counts.loc["cat"])
    assert counts.loc["red", "blue"] == 0


def test_a_frozen_table_is_the_one_with_the_rate_0(book):
    """Of the cell "05-68": no trial changes the table that it was given."""
    g = torch.Generator().manual_seed(0)
    documents = 200
    book["read"] = torch.randint(1, book["V"] - 1, (documents, 60), generator=g)
    book["y"] = torch.randint(0, 2, (documents,), generator=g)
    book |= {
        "libraries": ["a", "b"],
        "learn": torch.arange(100),
        "test": torch.arange(100, 200),
    }
    for needle in ("def train_classifier(", "def accuracy("):
        exec(source(needle), book)
    W = torch.randn(book["V"], 64, generator=g)
    before = W.clone()
    for rate in (0.0, 0.01):
        assert 0.2 < book["accuracy"](W, rate, 50, 0) < 0.8
    assert W.equal(before)


@pytest.fixture(scope="module")
def real():
    """The names that the notebook's training on the real text leaves."""
    return names_of(PATH, *REAL)


def test_a_word_seldom_stands_beside_itself_and_more_often_among_the_ten():
    """Of "05-17" and "05-34"."""
    names = names_of(PATH, *REAL[:2], "places = ids.nonzero()")
    ids, places, reach = (names[name] for name in ("ids", "places", "reach"))
    again = ids[places.reshape(-1, 1) + reach] == ids[places].reshape(-1, 1)
    (said,) = (cell.source for cell in read(PATH).cells if cell.id == "05-34")
    percent = int(re.search(r"at (\d+) % of the places", said)[1])
    assert round(100 * again.any(dim=1).float().mean().item()) == percent
    beside = again[:, (reach.abs() == 1).nonzero().flatten()].any(dim=1)
    assert beside.float().mean() < 0.02


@pytest.fixture(scope="module")
def halves(real):
    """Those of the training on one half of the text, and of what it needs to classify the other."""
    names = dict(real)
    for needle in (
        "modules = np",
        "def split(",
        "half = places[",
        "told = ",
        "def train_classifier(",
        "def accuracy(",
        "tfidf = ",
        "def accuracy_of_tfidf(",
    ):
        exec(source(needle), names)
    torch.manual_seed(0)
    names["random"] = torch.randn(names["V"], names["D"])
    names["random"] *= names["learned"].norm() / names["random"].norm()
    return names


def test_red_finds_blue_among_the_real_words(real):
    """Of the cells "05-03", "05-04-words", "05-09", "05-13", "05-42", "05-44", "05-51"."""
    assert 3_000 < real["V"] < 20_000
    assert real["hits"](real["start"]) < 0.05
    assert real["hits"](real["W"]) > 0.6
    assert real["hits"](real["snapshots"][40]) < real["hits"](real["W"])
    assert "blue" in real["nearest"](real["W"], "red", k=5)
    assert "right" in real["nearest"](real["W"], "left", k=5)


def test_counting_hits_about_as_much_as_training(real):
    """Of the cells "05-58" and "05-60", which asks the counted rows for "red"."""
    counted = lookup.counted_rows(real["ids"], real["V"], real["D"])
    assert abs(real["hits"](counted) - real["hits"](real["W"])) < 0.15
    assert real["hits"](counted) > 0.55
    assert "blue" in real["nearest"](counted, "red", k=4)


@pytest.fixture(scope="module")
def asked(real):
    """Those that the section on the real model's table leaves, and its chart's numbers."""
    names = dict(real)
    for needle in (
        "counted = counted_rows(",
        "everyday = ",
        "real = read_real_table()",
        "by_pairs = {}",
        "lean = E @",
        "by_job = {}",
    ):
        exec(source(needle), names)
    return names


def test_everyday_pairs_are_forty_and_the_real_table_knows_them_all(asked):
    """Of the cells "05-real-pairs" and "05-real-rows"."""
    everyday = asked["everyday"]
    assert len({frozenset(pair) for pair in everyday}) == len(everyday) == 40
    assert all(len(pair) == 2 and {*pair} <= {*asked["row_of"]} for pair in everyday)
    assert len({frozenset(pair) for pair in asked["pairs"]}) == 45
    lacking = {word for pair in everyday for word in pair} - {*asked["both"]}
    assert {"mother", "monday"} <= lacking
    counts = [int(heading.split()[0]) for heading in asked["by_pairs"]]
    assert all(26 <= count <= 34 for count in counts), "30 and 30 with our packages"


def test_real_rows_are_the_models_own_and_no_other_word_is_a_neighbour(asked):
    """Of the cell "05-real-rows": rows that one of the tables lacks are zeros."""
    table, real_rows = asked["real"], asked["real_rows"]
    red = real_rows[asked["vocabulary"]["red"]]
    assert red.equal(table.embedding.weight[table.ids("red")][0])
    is_known = asked["is_known"].flatten().bool()
    assert is_known.sum() == len(asked["both"]) > 3_000
    assert not real_rows[~is_known].any()
    assert "facecolor" in asked["words"]
    assert "facecolor" not in asked["row_of"]
    assert "facecolor" not in asked["nearest"](real_rows, "red", k=300)
    assert not is_known[[0, -1]].any()


def test_each_table_hits_the_pairs_of_its_own_texts(asked):
    """Of the cells "05-real-chart" and "05-real-mean": 93, 50, 37 and 63, 73, 87 %."""
    everyday, ours = asked["by_pairs"].values()
    assert everyday["random"] < 0.05 > ours["random"]
    assert everyday["real"] > 0.85
    assert everyday["ours"] < 0.5
    assert 0.4 < everyday["counted"] < 0.65
    assert ours["ours"] > 0.75
    assert 0.53 < ours["real"] < 0.71 < ours["counted"] + 0.06
    known = asked["is_known"]
    assert asked["nearest"](asked["W"] * known, "mean", k=1) == ["median"]
    verbs = asked["nearest"](asked["real_rows"], "mean", k=2)
    assert verbs == ["means", "meant"]


def test_six_other_seeds_change_little(asked):
    """Of "05-43-on", "05-59" and "05-86": 64 to 73 %, 27 to 43 % and 73 to 87 %."""
    known, everyday, both = asked["is_known"], asked["everyday"], {*asked["both"]}
    kinds = [
        [pair for pair in kind if {*pair} <= both]
        for kind in (everyday, asked["pairs"])
    ]
    hits = asked["hits"]
    found, is_blue = [], 0
    for seed in range(1, 7):
        torch.manual_seed(seed)
        model = asked["CBOW"]()
        optimizer = torch.optim.Adam(model.parameters(), lr=0.02, fused=True)
        g = torch.Generator().manual_seed(seed)
        asked["train"](model, optimizer, asked["places"], g, 400)
        W = model.table.weight.detach()
        is_blue += asked["nearest"](W, "red", k=1) == ["blue"]
        found.append([hits(W), *(hits(W * known, kind) for kind in kinds)])
    assert 0 < is_blue < 6, "two, with our packages"
    ranges = [(min(shares), max(shares)) for shares in zip(*found)]
    for (low, high), said in zip(ranges, [(0.64, 0.73), (0.27, 0.43), (0.73, 0.87)]):
        assert (low, high) == pytest.approx(said, abs=0.08)
    of_everyday, of_ours = (bars["real"] for bars in asked["by_pairs"].values())
    assert ranges[1][1] < of_everyday
    counted = next(iter(asked["by_pairs"].values()))["counted"]
    assert ranges[1][1] < counted, "counts are ahead with every seed"
    assert ranges[2][0] > of_ours
    bars = [*asked["by_pairs"].values()][1]
    assert ranges[2][1] <= bars["ours"] + 0.05, "87 is the best of seven"
    assert abs(ranges[2][0] - bars["counted"]) < 0.08, "the worst is level"


def test_occupations_lean_as_the_text_says_whatever_two_words_stand_for_she_and_he(
    asked,
):
    """Of the cells "05-real-lean" and "05-real-jobs", which is compared, and of "05-real-bias"."""
    by_job, row_of = asked["by_job"], asked["row_of"]
    unit = F.normalize(asked["E"])
    below = {job: share for job, (_, share) in by_job.items()}
    assert below["nurse"] == pytest.approx(0.94, abs=0.005)
    assert below["librarian"] == pytest.approx(0.98, abs=0.005)
    assert below["engineer"] == pytest.approx(0.04, abs=0.005)
    assert below["carpenter"] == pytest.approx(0.01, abs=0.005)
    orders = set()
    for one, other in (
        ("she", "he"),
        ("woman", "man"),
        ("her", "his"),
        ("female", "male"),
        ("mother", "father"),
    ):
        lean = unit @ (unit[row_of[one]] - unit[row_of[other]])
        assert min(lean[row_of["nurse"]], lean[row_of["librarian"]]) > 0.04
        assert max(lean[row_of["engineer"]], lean[row_of["carpenter"]]) < -0.04
        between = ["secretary", "teacher", "doctor", "lawyer"]
        orders.add(tuple(sorted(between, key=lambda job: lean[row_of[job]])))
    assert len(orders) > 1, "those between change places"


def six(halves, name, rate, labels):
    return [halves["accuracy"](halves[name], rate, labels, seed) for seed in range(6)]


def test_learned_rows_help_where_labels_are_few(halves):
    """Of the cells "05-63", "05-65", "05-67", "05-68-once", "05-70-six", "05-71-slow"."""
    assert halves["hits"](halves["learned"]) > 0.4
    assert 0.4 < halves["largest"] < 0.55
    learned = six(halves, "learned", 0.0, 50)
    random = six(halves, "random", 0.01, 50)
    tfidf = [halves["accuracy_of_tfidf"](50, seed) for seed in range(6)]
    assert sum(random) - sum(tfidf) > 6 * 0.01
    assert sum(learned) - sum(random) == pytest.approx(6 * 0.11, abs=6 * 0.03)
    assert 0.66 < min(learned) < 0.72 < 0.75 < max(learned) < 0.81
    assert sum(learned) > sum(six(halves, "learned", 0.01, 50)) + 6 * 0.01
    assert abs(sum(learned) - sum(six(halves, "learned", 0.001, 50))) < 6 * 0.02
    assert learned[0] == pytest.approx(0.73, abs=0.03), "the first draw"
    constant = sum(six(halves, "random", 0.0, 50)) / 6
    assert constant == pytest.approx(float(halves["largest"]), abs=0.04)


def test_counted_rows_are_level_in_the_pairs_and_not_here(halves):
    """Of the cells "05-71-slow" and "05-72": 67 %, with 50 labels, and learned ones 74."""
    names = dict(halves)
    names["counted"] = lookup.counted_rows(
        torch.zeros_like(names["ids"]).index_copy(
            0, names["half"], names["ids"][names["half"]]
        ),
        names["V"],
        names["D"],
    )
    assert names["hits"](names["counted"]) > names["hits"](names["learned"]) - 0.05
    names["counted"] *= names["learned"].norm() / names["counted"].norm()
    draws = six(names, "counted", 0.0, 50)
    counted = sum(draws) / 6
    assert counted == pytest.approx(0.67, abs=0.03)
    learned = six(names, "learned", 0.0, 50)
    assert counted < sum(learned) / 6 - 0.03
    assert all(one < other for one, other in zip(draws, learned, strict=True))


def test_with_many_labels_little_is_left_of_the_lead(halves):
    """Of the cell "05-72": one seed, 3,200 labels."""
    score = {
        (name, rate): halves["accuracy"](halves[name], rate, 3200, 0)
        for name, rate in (("random", 0.01), ("learned", 0.0), ("learned", 0.01))
    }
    tfidf = halves["accuracy_of_tfidf"](3200, 0)
    assert score["learned", 0.01] > score["learned", 0.0] + 0.01
    assert abs(score["learned", 0.01] - score["random", 0.01]) < 0.04
    assert 0.79 < tfidf < 0.87
    assert tfidf > score["learned", 0.0]


def test_tfidf_hardly_minds_its_strength(halves):
    """C is 100 in the cell "05-68-rival": ten times less or more makes no rival of it."""
    at_100 = source("def accuracy_of_tfidf(")
    assert "C=100," in at_100
    means = {}
    for strength in (10, 100, 1000):
        names = dict(halves)
        exec(at_100.replace("C=100,", f"C={strength},"), names)
        scores = [names["accuracy_of_tfidf"](50, seed) for seed in range(6)]
        means[strength] = sum(scores) / 6
    assert max(means.values()) - min(means.values()) < 0.06
    assert max(means.values()) < 0.65
