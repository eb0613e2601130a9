"""The picture of a word's nearest rows: what it takes and refuses, its numbers, every frame.

The truth is torch's own, reckoned from the definition.
"""

import functools
import json
import re
import time
import tracemalloc

import numpy as np
import pytest
import torch
from torch import nn
from torch.nn import functional as F

from conftest import refusal
from frames import HALVES, INF, NAN, WORDS, G, assert_frames, assert_passes
from lookup import neighbours, read_real_table
from lookup.pictures.neighbours.everyday import EVERYDAY
from lookup.pictures.neighbours.rows import map_of
from without_browser import lines, size, typed, untouched

NAMES = [
    *EVERYDAY[:30],
    "king",
    "man",
    "woman",
    "queen",
    "##s",
    "[PAD]",
    ",",
    "tar",
    "##ts",
    "t",
]
TABLE = torch.randn(len(NAMES), 8, generator=G)
ASKS = ["red", "king - man + woman", "monday"]
SUM = "king \u2212 man + woman"
ASIDE = re.compile(
    r"##.+|\[.+\]|[!-/:-@\[-`{-~]"
)  # a piece, a mark, a punctuation mark


def picture(**how):
    return neighbours(TABLE, NAMES, **{"asks": ASKS} | how)


@functools.cache
def real():
    return read_real_table()


def of_real(**how):
    return neighbours(real().embedding.weight, real().vocabulary, **how)


def by_torch(W, words, rows, count=8, without=()):
    """The nearest words to a row or to a − b + c, their cosines and those of the rows asked for,
    by the definition; never one of the rows `without`.
    """
    signs = torch.tensor([1.0, -1, 1])[: len(rows), None]
    C = W.double() - W.double().mean(dim=0)
    cosines = F.cosine_similarity(C, (signs * C[rows]).sum(dim=0))
    cosines[[row for row, word in enumerate(words) if ASIDE.fullmatch(word)]] = -2
    own = cosines[rows].tolist()
    cosines[[*rows, *without]] = -2
    best = cosines.topk(count)
    return [words[row] for row in best.indices], best.values.tolist(), own


def assert_nearest(made, W, words, rows):
    names, cosines, _ = by_torch(W, words, rows)
    assert [word for word, _ in made.nearest] == names
    assert [cosine for _, cosine in made.nearest] == pytest.approx(cosines, abs=1e-5)


@pytest.mark.long
def test_every_frame_keeps_its_properties(tmp_path):
    beside = picture()
    assert typed(beside, "tuesday") == ""
    specs = {
        "small": picture().spec,
        "typed": beside.spec,
        "real": of_real().spec,
        "for a slide": of_real(shown=EVERYDAY[:40], small=True).spec,
        "odd words": neighbours(HALVES, WORDS, asks=WORDS[:4]).spec,
        "two words": neighbours(np.eye(2), ["a" * 12, "b" * 13]).spec,
        "one row": neighbours([[1.0, 2]], ["a"]).spec,
        "all equal": neighbours(
            np.ones((5, 3)), [*"abcde"], asks=["a", "b - c + d"]
        ).spec,
        "long": neighbours(TABLE, [f"한국어단어모음집{k}" * 3 for k in range(40)]).spec,
    }
    assert_frames("neighbours/frames.mjs", specs, tmp_path)


ASKED_OF_A_PAGE = [
    {"typed": "king"},
    {"typed": " Red "},
    {"row": str(NAMES.index("woman"))},
    {"typed": SUM},
    {"typed": "blue + king - red"},
]


def test_a_page_without_a_kernel_answers_for_the_words_of_the_map(tmp_path):
    made = picture(asks=["green"])
    drawn = made.spec["rows"][: made.spec["drawn"]]
    places = dict(zip(drawn, zip(made.spec["x"], made.spec["y"])))
    truth = []
    for asked in ASKED_OF_A_PAGE:
        rows = [int(asked["row"])] if "row" in asked else _rows_in(asked["typed"])
        elsewhere = [row for row in range(len(NAMES)) if row not in drawn]
        near, cosines, own = by_torch(TABLE, NAMES, rows, without=elsewhere)
        signs = [1, -1, 1]
        at = [sum(s * places[r][axis] for s, r in zip(signs, rows)) for axis in (0, 1)]
        at = [min(max(one, 0), 1000) for one in at]
        truth.append(
            {"asked": asked, "near": near, "cosines": cosines, "own": own, "at": at}
        )
    shared = {"spec": made.spec, "between": made.between}
    path = tmp_path / "shared.json"
    path.write_text(json.dumps({"shared": shared, "truth": truth}), encoding="utf-8")
    assert_passes("neighbours/answers.mjs", SPECS=str(path))


def _rows_in(text):
    """The rows of a word, or of a, b and c, of which the second is taken away."""
    first, *others = re.split(r"\s*([-+\u2212])\s*", text.strip().lower())
    signed = dict(zip(others[::2], others[1::2]))
    words = [first, *(signed[sign] for sign in sorted(signed, key="+".__eq__))]
    return [NAMES.index(word) for word in words]


@pytest.mark.parametrize(
    "word",
    [
        "red",
        "king",
        "monday",
        "january",
        "paris",
        "mother",
        "seven",
        "cat",
        "bread",
        "run",
    ],
)
def test_the_nearest_on_the_real_table_are_those_of_torch(word):
    table = real()
    made = of_real(asks=[word])
    row = table.vocabulary.index(word)
    assert made.row == row
    assert_nearest(made, table.embedding.weight, table.vocabulary, [row])


@pytest.mark.parametrize(
    "text",
    [
        "king - man + woman",
        "king-man+woman",
        " king \u2212 man + woman ",
        "King \u2013 Man + Woman",
        "king + woman - man",
    ],
)
def test_a_typed_sum_shows_the_nearest_without_its_three_words(text):
    table = real()
    made = of_real(asks=["red"])
    assert typed(made, text) == ""
    rows = [table.vocabulary.index(word) for word in ("king", "man", "woman")]
    assert_nearest(made, table.embedding.weight, table.vocabulary, rows)
    assert made.nearest[0][0] == "queen"
    assert (made.step, made.row) == (1, None)
    assert made.spec["steps"][1]["name"] == SUM
    king = made.spec["steps"][1]["own"][0]
    assert king > 100 * made.nearest[0][1], "which is why it has to be left out"


def test_what_is_typed_stands_beside_the_examples_or_is_one_of_them():
    made = picture()
    assert typed(made, "tuesday") == ""
    assert made.step == made.spec["path"] == 3
    assert [step["name"] for step in made.spec["steps"]] == [
        "red",
        SUM,
        "monday",
        "tuesday",
    ]
    assert typed(made, str(NAMES.index("blue")), "row") == ""
    assert [step["name"] for step in made.spec["steps"]][3:] == ["blue"]
    before = made.spec
    assert typed(made, "king-man+woman") == ""
    assert (made.step, made.spec) == (1, before)
    assert typed(made, "BLUE") == ""
    assert (made.step, made.spec) == (3, before)


def test_pieces_marks_and_punctuation_are_never_near_but_may_be_asked_for():
    made = picture()
    for word in ("##s", "[PAD]", ",", "t"):
        assert typed(made, word) == ""
        assert_nearest(made, TABLE, NAMES, [NAMES.index(word)])


QUOTED = "“\u2068{}\u2069” has no row of its own"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("tarts", QUOTED.format("tarts") + ": it is made of the pieces tar ##ts; near to it in "
         "spelling is “\u2068tar\u2069”."),
        ("mondey", QUOTED.format("mondey") + "; near to it in spelling is “\u2068monday\u2069”."),
        ("Qqqqq", QUOTED.format("Qqqqq") + "."),
        ("king - qqq + woman", QUOTED.format("qqq") + "."),
        ("", "Type a word, or three of them as king − man + woman."),
        ("king - man", "Type a word, or three of them as king − man + woman; got "
         "“\u2068king - man\u2069”."),
        ("a - b - c", "Type a word, or three of them as king − man + woman; got "
         "“\u2068a - b - c\u2069”."),
        ("z" * 5000, QUOTED.format("z" * 39 + "…") + "."),
    ],
)  # fmt: skip
def test_what_the_table_lacks_is_answered_in_one_sentence(text, said):
    assert untouched(picture(step=1), text) == said


def test_a_row_equal_to_the_mean_is_near_to_none():
    table = torch.tensor([[1.0, 0], [-1, 0], [0, 0], [0, 1], [0, -1]])
    made = neighbours(table, [*"abcde"], asks=["c", "a"])
    assert made.nearest == []
    assert repr(made).endswith("“c” is row 2 of 5, no word is near>")
    made.step = 1
    assert [word for word, _ in made.nearest] == ["d", "e", "b"]


def test_the_map_is_that_of_the_svd_of_the_words_shown():
    made = of_real()
    rows, plane = made._base.drawn, made._base.plane
    X = real().embedding.weight[rows].double()
    _, sizes, axes = torch.linalg.svd(X - X.mean(dim=0), full_matrices=False)
    overlap = torch.from_numpy(plane.axes) @ axes[:2].T
    assert torch.allclose(overlap.abs(), torch.eye(2, dtype=torch.double), atol=1e-5)
    assert plane.shares == pytest.approx(
        (sizes[:2] ** 2 / (sizes**2).sum()).tolist(), rel=1e-5
    )
    largest = np.take_along_axis(
        plane.axes, np.abs(plane.axes).argmax(axis=1)[:, None], axis=1
    )
    assert (largest > 0).all()


def test_axes_of_a_cloud_without_main_directions_are_those_of_the_svd_too():
    X = np.random.default_rng(0).normal(size=(200, 300))
    found = map_of(X, X[:0]).axes
    _, _, axes = np.linalg.svd(X - X.mean(axis=0), full_matrices=False)
    assert np.abs(found @ axes[:2].T) == pytest.approx(np.eye(2), abs=1e-6)


def test_the_place_of_a_sum_is_the_sum_of_the_places():
    made = picture()
    spec = made.spec
    step = spec["steps"][1]
    for axis, at in zip("xy", step["at"]):
        a, b, c = (spec[axis][k] for k in step["terms"])
        assert at == pytest.approx(a - b + c, abs=2)


def test_words_that_are_not_on_the_map_come_with_their_places():
    made = of_real(asks=["red"])
    assert made.spec["drawn"] == len(EVERYDAY) > 200
    off = made.spec["words"][len(EVERYDAY) :]
    assert {"reddish", "reds"} <= {*off} <= {"red", *(word for word, _ in made.nearest)}


def test_the_words_shown_may_be_chosen():
    made = picture(shown=["red", "king", "##s"], asks=["blue"])
    assert made.spec["words"][:3] == ["red", "king", "##s"]
    assert "blue" in made.spec["words"][3:]


def test_a_small_map_names_no_axes_and_any_other_map_is_as_it_was():
    small, usual = picture(small=True).spec, picture().spec
    assert small == usual | {"small": True, "axes": []}
    assert "small" not in usual


def test_without_everyday_words_the_first_whole_words_are_shown():
    words = ["##x", *(f"w{k}" for k in range(999))]
    made = neighbours(torch.randn(1000, 3, generator=G), words)
    assert made.spec["drawn"] == len(EVERYDAY)
    assert made.spec["words"][:2] == ["w0", "w1"]
    assert repr(made).startswith(
        "<neighbours: example 1 of 1, “w0” is row 1 of 1,000, "
    )


@pytest.mark.parametrize(
    "table",
    [TABLE.numpy(), TABLE.double(), TABLE.tolist(), nn.Embedding.from_pretrained(TABLE).weight,
     nn.Parameter(TABLE), 1e30 * TABLE.double(), 1e-30 * TABLE.double(), 1e300 * TABLE.double()],
)  # fmt: skip
def test_any_table_of_these_numbers_has_these_neighbours(table):
    made = neighbours(table, NAMES, asks=ASKS)
    assert [word for word, _ in made.nearest] == [word for word, _ in picture().nearest]
    assert made.spec["steps"] == picture().spec["steps"]


def test_later_changes_do_not_show():
    table = TABLE.clone()
    made = neighbours(table, NAMES, asks=ASKS)
    table[:] = 0
    assert typed(made, "tuesday") == ""
    assert_nearest(made, TABLE, NAMES, [NAMES.index("tuesday")])


def test_a_frozen_table_that_has_changed_is_asked_no_more():
    table = nn.Embedding.from_pretrained(TABLE.clone()).weight
    made = neighbours(table, NAMES, asks=ASKS)
    table[NAMES.index("blue")] *= 2
    said = "The table has changed since this picture was made: make it anew."
    assert untouched(made, "tuesday") == said
    assert typed(made, "monday") == "", "what it has shown stays"


def test_no_second_copy_of_a_frozen_table_is_made():
    table = real().embedding.weight
    tracemalloc.start()
    made = of_real()
    typed(made, "mother")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < table.nbytes / 3


def test_the_still_says_what_is_near_and_what_is_left_out():
    made = picture(step=1)
    page = made.to_html()
    assert lines(page, "thead") == [["asked", "nearest words", "left out"]]
    body = lines(page, "tbody")
    assert [line[0] for line in body] == ["0 red", SUM, "10 monday"]
    word, cosine = made.nearest[0]
    assert body[1][1].startswith(f"{word} {cosine:.2f}, ")
    assert body[1][2].startswith("king 0.")
    assert [line[2] for line in body[::2]] == ["itself"] * 2
    assert repr(made).startswith(
        f"<neighbours: example 2 of 3, “{SUM}”, the nearest is “{word}” ("
    )


def test_the_state_is_small():
    made = of_real(asks=["red", "monday", "king - man + woman", *["paris"] * 2])
    assert typed(made, "antidisestablishmentarianism"[4:]) != ""
    assert typed(made, "mother") == ""
    held = size(made.between)  # which travels once, not with each word
    assert held <= 80_000
    assert size(made.get_state()) - held <= 62_000


@pytest.mark.long
def test_it_is_drawn_and_answers_at_once():
    """The processor's time, and the best of a few: a busy machine is no fault of it."""
    table = real()

    def seconds(act, times=5):
        found = []
        for _ in range(times):
            begun = time.thread_time()
            act()
            found.append(time.thread_time() - begun)
        return min(found)

    assert seconds(of_real) < 0.3
    made = of_real()
    words = iter(table.vocabulary[3000:])
    assert seconds(lambda: typed(made, next(words))) < 0.05


@pytest.mark.parametrize(
    ("how", "kind", "text"),
    [
        ({"table": TABLE[0]}, ValueError,
         "table must have 2 dimensions (rows, columns), got shape (8,)."),
        ({"table": [["a"]]}, TypeError,
         "table must hold real numbers, such as embedding.weight, got list."),
        ({"table": [[0, 1], [2, INF]], "words": ["a", "b"]}, ValueError,
         "row 1 holds inf in column 1; cosines need finite numbers."),
        ({"table": [[NAN, 1]], "words": ["a"]}, ValueError,
         "row 0 holds nan in column 0; cosines need finite numbers."),
        ({"words": "red"}, TypeError, "words must be a list of words, each a str, got str."),
        ({"words": [*NAMES[:-1], 7]}, TypeError,
         "words must be a list of words, each a str, got 7 at place 39."),
        ({"words": NAMES[1:]}, ValueError,
         "words must hold one word for each of the 40 rows, got 39."),
        ({"shown": "red"}, TypeError, "shown must be a list of words, each a str, got str."),
        ({"shown": ["red"]}, ValueError, "shown must hold 2 to 240 words, got 1."),
        ({"shown": ["red", "cow"]}, ValueError,
         "shown must hold words of the table, got “\u2068cow\u2069”."),
        ({"shown": ["red", "red"]}, ValueError,
         "shown must hold each word once, got “\u2068red\u2069” twice."),
        ({"asks": []}, ValueError, "asks must hold 1 to 5 examples, got 0."),
        ({"asks": ["red"] * 6}, ValueError, "asks must hold 1 to 5 examples, got 6."),
        ({"asks": "red"}, TypeError, "asks must be a list of words, each a str, got str."),
        ({"asks": ["qqqqq"]}, ValueError,
         f"asks must hold words of the table: {QUOTED.format('qqqqq')}."),
    ],
)  # fmt: skip
def test_what_is_no_table_of_words_is_refused_with_the_rule(how, kind, text):
    given = {"table": TABLE, "words": NAMES, "asks": ASKS} | how
    assert refusal(
        lambda: neighbours(given.pop("table"), given.pop("words"), **given)
    ) == (
        kind,
        text,
    )
