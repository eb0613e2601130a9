"""What notebook 05 says of its tables of words, ratings, positions and hours, held to slow truths.

The words are learned from a small made-up text instead of the docstrings: topics whose words stand
together.
"""

import ast
import contextlib
import io
import math
import random
from itertools import pairwise

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from torch import nn

from course import NOTEBOOKS, code_cells, read
from lookup.text.documents import Documents

CELLS = code_cells(read(next(path for path in NOTEBOOKS if path.stem.startswith("05"))))
TOPICS = 20
WORDS = 8  # of a topic
WORDS_OF = [
    "number, line, begins",
    "get_close_matches",
    "class CBOW",
    "def batch",
    "class Training",
]


def source(needle):
    """The source of the cell that holds `needle`."""
    return next(cell.source for cell in CELLS if needle in cell.source)


def run(names, *needles, seed=0):
    """Run cells without what they show and without their assertions, which hold for real text."""
    for needle in needles:
        lines = ast.parse(source(needle).replace("manual_seed(0)", f"manual_seed({seed})")).body
        kept = [node for node in lines if not is_shown(node) or "seed" in ast.unparse(node)]
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(ast.Module(kept, []), needle, "exec"), names)


def is_shown(node):
    return isinstance(node, ast.Assert | ast.Expr)


def name(number):
    return "".join(chr(97 + int(digit)) for digit in f"{number:03}")


def documents():
    """300 documents of 40 words, each of one topic; the word "rare" stands in one of them."""
    rng = random.Random(0)
    texts = []
    for _ in range(300):
        topic = rng.randrange(TOPICS)
        texts.append(" ".join(name(topic * WORDS + rng.randrange(WORDS)) for _ in range(40)))
    texts[7] += " rare"
    return Documents(tuple(texts), ("torch",) * 300, tuple(f"torch.m{r}" for r in range(300)))


@pytest.fixture
def book():
    """The names that the notebook's cells on words leave behind."""
    names = {}
    run(names, "torch.set_num_threads(1)")
    names["read_documents"] = documents
    names["progress"] = iter
    with contextlib.redirect_stdout(io.StringIO()):
        for needle in WORDS_OF:
            lines = source(needle).splitlines()
            kept = [line for line in lines if not line.startswith(("assert", "print"))]
            exec("\n".join(kept), names)
    return names


def test_a_line_numbers_words_by_frequency_and_a_gap_parts_documents(book):
    line = book["line"].tolist()
    words = book["words"]
    row = book["row"]
    texts = [text.split() for text in documents().texts]
    counts = {word: sum(text.count(word) for text in texts) for word in words[1:-1]}
    assert [*counts.values()] == sorted(counts.values(), reverse=True)
    assert min(counts.values()) >= 10
    assert len(words) == TOPICS * WORDS + 2
    expected = [0] * 5
    for text in texts:
        expected += [row.get(word, 0) for word in text] + [0] * 5
    assert line == expected
    assert [line[at] for at in book["begins"]] == [row.get(text[0], 0) for text in texts]


def test_the_words_around_a_place_are_of_its_document(book):
    g = torch.Generator().manual_seed(1)
    around, middle, drawn = book["batch"](book["places"], g, B=4000, N=4000)
    number = {name(i): i for i in range(TOPICS * WORDS)}
    topic = torch.tensor([-1, *[number[word] // WORDS for word in book["words"][1:-1]], -2])
    assert around.shape == (4000, 10)
    assert ((topic[around] == topic[middle][:, None]) | (around == 0)).all()
    assert middle.min() > 0
    assert 0 < drawn.min() <= drawn.max() < book["V"] - 1, "neither <unk> nor <never>"


def test_nearest_is_the_slow_truth(book):
    W = torch.randn(30, 4, generator=torch.Generator().manual_seed(2))
    found = book["nearest"](W, torch.arange(30), k=5)
    for i in range(30):
        cosines = [F.cosine_similarity(W[i].double(), row.double(), dim=0).item() for row in W]
        others = [j for j in range(30) if j != i]
        assert found[i].tolist() == sorted(others, key=lambda j: -cosines[j])[:5]


def test_a_hit_is_the_second_word_among_the_ten_nearest(book):
    book["pairs"] = [[name(0), name(1)], [name(2), name(3)]]
    row = book["row"]
    W = torch.randn(book["V"], 64, generator=torch.Generator().manual_seed(3))
    assert book["hits"](W) in (0, 0.5)
    W[row[name(1)]] = 5 * W[row[name(0)]]
    assert book["hits"](W) >= 0.5
    W[row[name(3)]] = 0.1 * W[row[name(2)]]
    assert book["hits"](W) == 1


def test_a_word_without_a_row_is_answered_with_words_spelled_alike(book):
    W = torch.randn(book["V"], 64)
    words = book["words"]
    known = book["neighbours"](W, words[3])
    assert len(set(known.split(", ")) - {words[3]}) == 5
    assert set(known.split(", ")) <= set(words)
    near = words[3] + words[3][-1]
    assert book["neighbours"](W, near).startswith(f"{near!r} has no row. Words spelled alike: ")
    assert words[3] in book["neighbours"](W, near)
    for strange in ("supercalifragilistic", "", "🙂", "x" * 10_000):
        said = book["neighbours"](W, strange)
        assert said == f"{strange!r} has no row. Words spelled alike: none"


@pytest.mark.parametrize("task", ["CBOW", "SkipGram"])
def test_both_tasks_are_the_slow_truth_and_ignore_row_0(book, task):
    torch.manual_seed(0)
    model = book[task]()
    W, out = (table.weight.detach().double() for table in (model.table, model.out))
    around = torch.randint(1, 9, (6, 10))
    around[:3, :4] = 0
    middle = torch.randint(1, 9, (6,))
    drawn = torch.randint(1, 9, (7,))
    right, wrong = model(around, middle, drawn)
    words = [[i for i in ids if i] for ids in around.tolist()]
    if task == "CBOW":
        rows = [sum(W[i] for i in ids) / len(ids) for ids in words]
        wanted = [row @ out[m] for row, m in zip(rows, middle)]
    else:
        rows = [W[m] for m in middle]
        wanted = [row @ out[i] for row, ids in zip(rows, words) for i in ids]
    against = [[row @ out[i] for i in drawn] for row in rows]
    torch.testing.assert_close(right.double(), torch.stack(wanted), rtol=1e-4, atol=1e-5)
    torch.testing.assert_close(wrong.double(), torch.tensor(against).double(), rtol=1e-4, atol=1e-5)


def topic_share(book, W):
    """The mean share of a word's five neighbours that are of its topic; 7 / 161 by chance."""
    ids = torch.tensor([book["row"][name(i)] for i in range(TOPICS * WORDS)])
    topic = torch.full((book["V"],), -1)
    topic[ids] = torch.arange(TOPICS * WORDS) // WORDS
    return (topic[book["nearest"](W, ids, k=5)] == topic[ids][:, None]).float().mean().item()


@pytest.mark.parametrize(("task", "sparse"), [("CBOW", False), ("CBOW", True), ("SkipGram", False)])
def test_words_of_a_topic_become_neighbours_and_never_stays(book, task, sparse):
    torch.manual_seed(0)
    torch.sparse.check_sparse_tensor_invariants.disable()
    opt = torch.optim.SparseAdam if sparse else torch.optim.Adam
    training = book["Training"](book[task](sparse=sparse), book["places"], opt)
    start = training.run(0).clone()
    W = training.run(60)
    assert topic_share(book, start) < 0.15
    assert topic_share(book, W) > 0.8
    right, wrong = training.model(*book["batch"](book["places"], torch.Generator().manual_seed(1)))
    assert right.mean() > wrong.mean() + 1
    assert W[-1].equal(start[-1])
    assert (W[1:-1] != start[1:-1]).any(1).all()
    assert training.read.tolist() == [True] * (book["V"] - 1) + [False]


def loop():
    """The training cell up to where the table is taken: what a learner may stop and run again."""
    lines = source("for step in (1, 2, 3").partition("W = moments")[0].splitlines()
    return "\n".join(line for line in lines if not line.startswith("print"))


def stopping(names, what, at):
    """Let a function of the notebook be stopped by the learner at its call number `at`, once."""
    called = []
    true = names[what]

    def stopped(*inputs):
        called.append(1)
        if len(called) == at:
            raise KeyboardInterrupt
        return true(*inputs)

    names[what] = stopped


@pytest.mark.parametrize(
    ("what", "at"), [("batch", 1), ("learn", 1), ("learn", 37), ("batch", 300)]
)
def test_a_stopped_training_leaves_a_usable_table_and_goes_on(book, what, at):
    stopping(book, what, at)
    with pytest.raises(KeyboardInterrupt):
        exec(loop(), book)
    cbow = book["cbow"]
    moments = book["moments"]
    assert cbow.done == at - 1
    table = cbow.run(cbow.done)
    assert table.isfinite().all()
    assert len(book["neighbours"](table, name(0)).split(", ")) == 5
    assert max(moments) <= cbow.done
    exec(loop(), book)
    assert cbow.done == 400
    assert [*moments] == sorted(moments)
    assert len(moments) == len(book["read"]) == 14
    assert not any(a.equal(b) for a, b in pairwise(moments.values())), "copies, not one table"
    assert not cbow.read.any(), "what was read is counted anew for each moment"
    assert topic_share(book, moments[400]) > 0.8
    done = cbow.run(400).clone()
    exec(loop(), book)
    assert cbow.run(400).equal(done), "run again at the end, it does nothing"


def test_training_stopped_within_the_optimizers_step_goes_on(book):
    cbow = book["cbow"]
    step = cbow.opt.step

    def torn(*inputs):
        step(*inputs)
        cbow.opt.step = step
        raise KeyboardInterrupt

    cbow.opt.step = torn
    with pytest.raises(KeyboardInterrupt):
        cbow.run(60)
    assert topic_share(book, cbow.run(60)) > 0.8


def test_the_cell_before_starts_clean(book):
    book["cbow"].run(5)
    run(book, "class Training")
    assert (book["cbow"].done, [*book["moments"]], book["read"]) == (0, [0], [[]])


def test_ppmi_is_the_slow_truth(book):
    kept = []

    def svd(ppmi, *how, **more):
        kept.append(ppmi)
        return np.eye(2), np.ones(2), None

    run(book, "def counted")
    book["randomized_svd"] = svd
    book["counted"]()
    line = book["line"].tolist()
    V = book["V"]
    near = np.zeros((V, V))
    for at, i in enumerate(line):
        for j in line[at + 1 : at + 6]:
            if i and j:
                near[i, j] += 1
                near[j, i] += 1
    times = near.sum(0)
    with np.errstate(divide="ignore", invalid="ignore"):
        pmi = np.log(near * times.sum() / np.outer(times, times))
    wanted = np.nan_to_num(pmi, neginf=0).clip(0)
    np.testing.assert_allclose(kept[0].toarray(), wanted, atol=1e-9)


def test_counting_finds_the_topics_without_training(book):
    run(book, "def counted")
    assert topic_share(book, book["counted"]()) > 0.8


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_two_columns_find_the_circle_and_a_film_without_ratings_stays(seed):
    names = {}
    run(names, "torch.set_num_threads(1)")
    run(names, "users, films, g =", seed=seed)
    run(names, "class Ratings")
    errors = {size: names["rated"](size)[2] for size in (1, 2, 8)}
    assert errors[2] < 0.5 < min(errors[1], errors[8])
    tables = names["rated"](2)[0]
    film = names["film"]
    truth = names["truth"]
    turn = torch.linalg.lstsq(tables[-1][film], truth[film]).solution
    assert (tables[-1] @ turn - truth).norm(dim=1)[film].max() < 0.3
    assert tables[-1][7].equal(tables[0][7])
    assert 7 not in film.tolist()


def test_a_turn_and_a_stretch_leave_every_rating_as_it_is():
    users = torch.randn(5, 2, dtype=torch.float64)
    films = torch.randn(4, 2, dtype=torch.float64)
    A = torch.randn(2, 2, dtype=torch.float64)
    torch.testing.assert_close((users @ A) @ (films @ torch.linalg.inv(A).T).T, users @ films.T)


def test_linear_on_the_position_as_a_number_draws_a_line():
    out = nn.Linear(1, 7)(torch.arange(128)[:, None] / 128).detach().double()
    assert torch.linalg.matrix_rank(out - out[0], rtol=1e-4) == 1
    steps = out.diff(dim=0)
    torch.testing.assert_close(steps, steps[:1].expand(127, 7), rtol=1e-3, atol=1e-5)


def test_an_embedding_learns_nothing_of_positions_it_never_saw():
    names = {}
    run(names, "torch.set_num_threads(1)", "def fit(")
    emb, p = names["layers"]["Embedding"]
    start = emb.weight.detach().clone()
    names["fit"](emb, [p[:96]], names["Y"][:96])
    assert emb.weight[96:].equal(start[96:])
    torch.testing.assert_close(emb.weight[:96].detach(), names["Y"][:96], rtol=0, atol=0.02)


@pytest.mark.parametrize(("V", "P", "B", "D"), [(5, 3, 2, 4), (50, 128, 3, 7), (2, 1, 6, 1)])
def test_token_plus_position_is_one_bag_of_two_ids(V, P, B, D):
    emb = nn.Embedding(V, D)
    pos = nn.Embedding(P, D)
    ids = torch.randint(V, (B, P))
    at = torch.arange(P).expand(B, P)
    two = torch.stack([ids, V + at], -1).reshape(-1, 2)
    bag = F.embedding_bag(two, torch.cat([emb.weight, pos.weight]), mode="sum")
    assert bag.reshape(B, P, D).equal(emb(ids) + pos(at))
    hot = torch.cat([F.one_hot(ids, V), F.one_hot(at, P)], -1).float()
    torch.testing.assert_close(hot @ torch.cat([emb.weight, pos.weight]), emb(ids) + pos(at))


def test_a_bucket_without_data_is_never_learned():
    names = {}
    run(names, "torch.set_num_threads(1)", "def fit(", "class Load")
    model = names["Load"](True, "id")
    start = model.warm.weight.detach().clone()
    hour = torch.arange(500) % 24
    warm = torch.arange(500) / 25  # below 20 degrees
    names["fit"](model, [hour, warm], warm, steps=20)
    moved = (model.warm.weight != start).squeeze(1)
    assert moved.tolist() == [True] * 20 + [False] * 5


@pytest.mark.parametrize("frozen", [True, False])
def test_a_trial_leaves_the_pretrained_table_as_it_was(book, frozen):
    ids = torch.randint(1, book["V"], (90, 60))
    book["known"] = torch.arange(60)
    book["judged"] = torch.arange(60, 90)
    book["ids"] = ids
    book["y"] = torch.arange(90) % 3
    book["libraries"] = ["a", "b", "c"]
    run(book, "def accuracy")
    table = torch.randn(book["V"], 64)
    start = table.clone()
    assert 0 <= book["accuracy"](table, frozen, 20, 0) <= 1
    assert table.equal(start)
    assert book["accuracy"](table, frozen, 20, 0) == book["accuracy"](table, frozen, 20, 0)


def test_the_first_loss_of_a_tied_table_is_far_above_equal_chances_only_if_it_is_wide():
    for V, D in ((500, 64), (3000, 128)):
        ids = torch.arange(400)
        after = ids + 1
        table = torch.randn(V, D, generator=torch.Generator().manual_seed(V))
        products = table[ids] @ table.T
        narrow = F.cross_entropy(0.02**2 * products, after)
        wide = F.cross_entropy(products, after)
        assert narrow.item() == pytest.approx(math.log(V), abs=0.05)
        # A row's product with itself is its length squared, about D.
        assert wide.item() == pytest.approx(D, rel=0.1)
