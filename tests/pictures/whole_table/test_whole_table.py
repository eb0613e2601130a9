"""The whole table: what is packed can be told from what was given; odd input is refused."""

import json

import numpy as np
import pytest
import torch
import traitlets
from torch import nn

from conftest import refusal
from frames import HALVES, WORDS, G, assert_passes
from lookup import read_real_table, whole_table
from lookup.pictures.whole_table.packing import LETTERS, LEVELS, packed
from lookup.pictures.whole_table.picture import WAYS, tokens_of
from without_browser import lines, size

MOST_STATE = 700_000  # bytes
NAMES = ["the", "red", "line", "##s", "[UNK]", "don't", "blue"]
TEXTS = [
    "the red line, the red line",
    "The RED [UNK] ##s  don't",
    "blue.blue don’t zebra zebra «the»",
    "",
    " red",
    "red\u00a0line\nthe",
    "ĂÉ̂ ١٢ 猫 👩‍👩‍👧 <b>red</b>",
]


def unpacked(spec):
    """The (V, D) numbers in the page's own units, read letter by letter."""
    V, D = spec["V"], spec["D"]
    assert len(spec["numbers"]) == V * (D + 2)
    places = np.array([LETTERS.index(letter) for letter in spec["numbers"]])
    high, low, *levels = places.reshape(V, D + 2).T
    units = len(LETTERS) * high + low  # (V,)
    return units[:, None] * (np.stack(levels, axis=1) - LEVELS)


def units(rows):
    """Rows of length 1; those of a table of tiny numbers, too."""
    rows = np.array(rows, dtype=float) / np.abs(np.array(rows)).max()
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def drawn(V, D):
    return torch.randn(V, D, generator=G)


@pytest.mark.parametrize(
    "table",
    [
        drawn(500, 64),
        1e-30 * drawn(40, 32),
        1e30 * drawn(40, 40),
        read_real_table().embedding.weight[2000:2300].detach(),
    ],
    ids=["drawn", "tiny", "huge", "learned"],
)
def test_the_page_knows_the_table_but_for_what_the_docstring_says(table):
    V = len(table)
    numbers = unpacked(whole_table(table, [f"w{row}" for row in range(V)]).spec)
    assert (np.sign(numbers) == np.sign(table.numpy())).all()
    largest = table.abs().max(dim=1, keepdim=True).values
    shares = numbers / np.abs(numbers).max(axis=1, keepdims=True)
    assert np.abs(shares - (table / largest).numpy()).max() <= 1 / LEVELS
    mine, own = units(numbers), units(table)
    assert np.abs(mine @ mine.T - own @ own.T).max() < 0.02


def test_a_zero_stays_zero_and_nothing_else_becomes_one():
    rows = np.array([[0, 1e-9, -1e-9, 5.0], [0, 0, 0, 0], [1e-200, 0, 0, 0]])
    text, deep = packed(rows)
    numbers = unpacked({"V": 3, "D": 4, "numbers": text})
    assert (np.sign(numbers) == np.sign(rows)).all()
    assert deep >= 1
    assert not set('"\\<') & set(LETTERS)


@pytest.mark.parametrize("text", TEXTS)
def test_python_looks_up_the_words_of_a_text(text):
    picture = whole_table(HALVES, NAMES, text)
    known = [word for word in tokens_of(text, set(NAMES)) if word in NAMES]
    assert picture.ids == [NAMES.index(word) for word in known][:10]


def test_words_are_taken_as_they_are_written_else_small_else_without_punctuation():
    known = {"A", "a", "red", "##s", "red,"}
    assert tokens_of("A red, RED! ##s", known) == ["A", "red,", "red", "!", "##s"]


def torch_gradient(V, D, ids, sparse=False):
    """The gradient that torch gives for the sum of all numbers looked up."""
    emb = nn.Embedding(V, D, sparse=sparse)
    if ids:
        emb(torch.tensor(ids)).sum().backward()
    return emb.weight.grad


def case(table, names, text):
    """A picture, and what torch says of its sentence."""
    picture = whole_table(table, names, text)
    V, D = table.shape
    ids = picture.ids
    grad = torch_gradient(V, D, ids) if ids else torch.zeros(V, D)
    kept = torch_gradient(V, D, ids, sparse=True) if ids else None
    parts = [kept._indices(), kept._values()] if ids else []
    return {
        "spec": picture.spec,
        "text": text,
        "ids": ids,
        "gradient": grad.flatten().tolist(),
        "zeros": int((grad == 0).sum()),
        "dense": grad.nbytes,
        "sparse": sum(part.nbytes for part in parts),
        "numbers": unpacked(picture.spec).flatten().tolist(),
    }


def test_what_the_page_reckons_is_what_torch_gives(tmp_path):
    cases = [case(HALVES, NAMES, text) for text in TEXTS]
    names = [f"w{row}" for row in range(900)]
    many = " ".join(f"w{row}" for row in [0, 899, 450, 450, 7, 8, 7, 300, 301, 302, 5])
    zeros = drawn(900, 16)
    zeros[[3, 450]] = 0
    cases += [case(zeros, names, many), case(drawn(1, 1), ["red"], "red red")]
    cases.append(case(drawn(3, 400), NAMES[:3], "line"))
    path = tmp_path / "specs.json"
    path.write_text(json.dumps(cases), encoding="utf-8")
    assert_passes("whole_table/truth.mjs", SPECS=str(path))


def test_a_full_table_and_its_words_take_no_more_than_the_docstring_says():
    names = [f"{row:015}" for row in range(7812)]
    state = whole_table(drawn(7812, 64), names).get_state()
    assert 600_000 < size(state) < MOST_STATE


@pytest.mark.parametrize(
    ("given", "kind", "says"),
    [
        ((drawn(7813, 64), ["a"]), ValueError, "got 7,813 rows of 64."),
        ((drawn(2, 513), ["a", "b"]), ValueError, "as wide as a page, got 513."),
        (([[1.0, float("nan")]], ["a"]), ValueError, "row 0 holds nan in column 1."),
        (([[1.0], [2.0]], ["a"]), ValueError, "for each of the 2 rows, got 1."),
        (([1.0, 2.0], ["a", "b"]), ValueError, "(rows, columns), got shape (2,)."),
        (([["x"]], ["a"]), TypeError, "such as embedding.weight, got list."),
        (([[1.0]], "a"), TypeError, "each a str, got str."),
        (([[1.0]], [7]), TypeError, "got 7 at place 0."),
        (([[1.0]], ["a"], 7), TypeError, "sentence must be a str, got int."),
        (
            ([[1.0]], ["a" * 700_000]),
            ValueError,
            "670,000 bytes, got 700,007: pass fewer rows, or shorter words.",
        ),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_odd_input_is_refused(given, kind, says):
    found, text = refusal(lambda: whole_table(*given))
    assert found is kind
    assert text.endswith(says)


@pytest.mark.parametrize("name", ["by", "row"])
def test_another_way_and_a_row_that_is_not_there_are_refused(name):
    picture = whole_table(HALVES, NAMES)
    rule, odd = {
        "by": ("by must be one of 'look up', 'multiply'", "multiplied"),
        "row": ("row must be from 0 to 6, or None, got 7.", 7),
    }[name]
    with pytest.raises(traitlets.TraitError, match=rule):
        setattr(picture, name, odd)
    with pytest.raises(traitlets.TraitError, match=rule):
        whole_table(HALVES, NAMES, **{name: odd})
    for way in WAYS:
        picture.by = way
    with pytest.raises(traitlets.TraitError):
        picture.spec = {}


def test_only_some_acts_are_offered_and_the_first_is_done_at_first():
    picture = whole_table(HALVES, NAMES, acts=["learn", "sparse=True"])
    assert picture.spec["acts"] == ["learn", "sparse=True"]
    assert picture.by == "learn"
    assert whole_table(HALVES, NAMES, acts=["learn", "sort"], by="sort").by == "sort"
    with pytest.raises(traitlets.TraitError, match="one of 'learn', 'sparse=True'"):
        picture.by = "look up"
    with pytest.raises(traitlets.TraitError, match=r"row needs the act 'sort'.*got 3"):
        picture.row = 3


@pytest.mark.parametrize(
    ("acts", "kind", "says"),
    [
        ([], ValueError, "each once, got []."),
        (["sort", "sort"], ValueError, "each once, got ['sort', 'sort']."),
        (["look"], ValueError, "each once, got ['look']."),
        ("sort", TypeError, "each a str, got str."),
    ],
)
def test_odd_acts_are_refused(acts, kind, says):
    found, text = refusal(lambda: whole_table(HALVES, NAMES, acts=acts))
    assert found is kind
    assert text.endswith(says)


def test_without_a_sentence_the_first_five_words_of_letters_stand_in_the_field():
    assert whole_table(HALVES, NAMES).sentence == "the red line blue"
    assert whole_table(HALVES, ["1"] * 7).ids == []
    assert repr(whole_table(HALVES, ["1"] * 7)).endswith("“” looks up no row>")


def test_of_equal_words_the_first_row_is_found():
    assert whole_table(HALVES, ["red", "red", *NAMES[2:]], "red").ids == [0]


def test_the_still_names_the_words_and_their_rows():
    page = whole_table(HALVES, WORDS, f"{WORDS[1]} {WORDS[4]} nobody").to_html()
    assert lines(page, "tbody") == [[WORDS[1], "1", "5"]]
    assert lines(page, "tfoot") == [["the whole table", "7 rows of 5 numbers", ""]]
    assert "<b>cat" not in page
    assert page.endswith(" Run the cell to see it move.</p>")


@pytest.mark.parametrize(
    ("by", "says"),
    [
        ("look up", "“red line” looks up ids 1, 2"),
        ("multiply", "“red line” multiplies the one-hots of ids 1, 2"),
        ("learn", "“red line” sends a gradient to ids 1, 2"),
        ("sparse=True", "“red line” sends a sparse gradient to ids 1, 2"),
        ("sort", "sorted by row 2"),
    ],
)
def test_its_words_say_what_is_done_with_the_sentence(by, says):
    picture = whole_table(HALVES, NAMES, "red line", by=by)
    assert repr(picture) == f"<whole table: 7 rows of 5 numbers, {says}>"
    assert f"<p>{repr(picture)[1:-1]}." in picture.to_html()


def test_a_sorted_still_names_the_nearest_rows_and_none_of_zeros():
    table = torch.tensor([[0.0, 0], [1, 0], [1, 1], [-2, 0], [3, 0]])
    picture = whole_table(table, ["none", "a", "b", "c", "d"], "a", by="sort")
    near = [["a", "itself"], ["d", "≈ 1.00"], ["b", "≈ 0.71"], ["c", "≈ −1.00"]]
    body = lines(picture.to_html(), "tbody")
    assert [[word, cosine] for word, _, cosine in body] == near
    picture.row = 2
    assert lines(picture.to_html(), "tbody")[0] == ["b", "2", "itself"]
    assert repr(picture).endswith(", sorted by row 2>")
    picture.row = 0
    assert lines(picture.to_html(), "tbody") == [["none", "0", "itself"]]
    picture.row, picture.sentence = None, ""
    assert lines(picture.to_html(), "tbody") == []
    assert repr(picture).endswith(", sorted by no row>")


@pytest.mark.parametrize("D", range(1, 12))
def test_a_row_that_points_the_other_way_is_named_though_its_cosine_is_rounded(D):
    row = torch.randn(D, generator=torch.Generator().manual_seed(D))
    picture = whole_table(
        torch.stack([row, -row, row / 2]), ["a", "b", "c"], "a", by="sort"
    )
    words = [word for word, *_ in lines(picture.to_html(), "tbody")]
    assert words == ["a", "c", "b"]


def test_what_is_changed_later_does_not_show():
    table = HALVES.clone()
    picture = whole_table(table, NAMES)
    before = picture.spec["numbers"]
    table += 1
    assert picture.spec["numbers"] == before


def test_a_sentence_from_python_is_looked_up():
    picture = whole_table(HALVES, NAMES, "red")
    picture.sentence = "blue red"
    assert picture.ids == [6, 1]
    assert repr(picture).endswith("“blue red” looks up ids 6, 1>")
