"""The picture of EmbeddingBag without a browser: what it adds up, what it says, what it refuses."""

import json

import numpy as np
import pytest
import torch
import traitlets
from hypothesis import given, settings
from hypothesis import strategies as st
from torch.nn import functional as F

from conftest import refusal
from frames import HALVES, INF, NAN, WORDS, G, long
from lookup import bags
from without_browser import lines, size, typed, untouched

W = 10.0 * torch.arange(4)[:, None] + torch.arange(5)
IDS, OFFSETS, COUNTS = [0, 2, 2, 3, 0, 1, 2], [0, 2, 4, 7], [1, 1, 1, 1, 1, 1, 2]
NAMES = ["cats", "dogs", "eat", "fish"]
RIGHT = [[20, 22, 24, 26, 28], [50, 52, 54, 56, 58], [50, 54, 58, 62, 66], [0] * 5]
FORGOTTEN = [*RIGHT[:2], [30, 33, 36, 39, 42], [0] * 5]
WITHOUT = "without them"


def four(**how):
    """The four bags of notebook 03; the third takes row 2 twice, the fourth is empty."""
    return bags(W, IDS, OFFSETS, **{"counts": COUNTS} | how)


def number(text):
    return 0.0 if text == "≈0" else float(text.replace("−", "-"))


def line(text):
    """The numbers of a line as it travels."""
    return [number(part) for part in text.split(" ")[1:]]


def step_of(picture, step, part="out"):
    return line(picture.spec["steps"][step][part])


def cut(*sizes):
    """Offsets of bags of these sizes."""
    return np.cumsum([0, *sizes[:-1]])


@st.composite
def problems(draw):
    """A small table, and all that EmbeddingBag takes: repeats, any order, counts of 0, no ids."""
    V, D, n = (
        draw(st.integers(1, 14)),
        draw(st.integers(1, 8)),
        draw(st.integers(1, 40)),
    )
    numbers = st.integers(-40, 40).map(lambda value: value / 4)
    table = draw(
        st.lists(st.lists(numbers, min_size=D, max_size=D), min_size=V, max_size=V)
    )
    ids = draw(st.lists(st.integers(0, V - 1), min_size=n, max_size=n))
    places = draw(st.lists(st.integers(0, n), max_size=8))
    counts = draw(st.none() | st.lists(numbers, min_size=n, max_size=n))
    return torch.tensor(table).double(), ids, [0, *sorted(places)], counts


def within(value):
    """How far a text may be from a number of that size: it has few letters."""
    size = abs(value)
    return 0.00501 if size < 9.99 else 0.0501 if size < 99.9 else 0.501


@given(problems(), st.booleans())
@settings(deadline=None, database=None, max_examples=30)
def test_each_line_is_what_embedding_bag_gives(problem, mean):
    table, ids, offsets, counts = problem
    mode, counts = ("mean", None) if mean else ("sum", counts)
    picture = bags(table, ids, offsets, counts=counts, mode=mode)
    weights = None if counts is None else torch.tensor(counts).double()
    wanted = F.embedding_bag(
        torch.tensor(ids),
        table,
        torch.tensor(offsets),
        mode=mode,
        per_sample_weights=weights,
    )
    ends = [*offsets[1:], len(ids)]
    for step in range(picture.spec["path"]):
        picture.step = step
        assert picture.rows == ids[offsets[step] : ends[step]]
        for text, value in zip(
            step_of(picture, step), wanted[step].tolist(), strict=True
        ):
            assert text == pytest.approx(value, abs=within(value))


@given(problems())
@settings(deadline=None, database=None, max_examples=30)
def test_without_counts_the_columns_that_differ_are_known(problem):
    table, ids, offsets, counts = problem
    if counts is None:
        return
    picture = bags(table, ids, offsets, counts=counts)
    bare = F.embedding_bag(torch.tensor(ids), table, torch.tensor(offsets), mode="sum")
    full = F.embedding_bag(
        torch.tensor(ids), table, torch.tensor(offsets), mode="sum",
        per_sample_weights=torch.tensor(counts).double(),
    )  # fmt: skip
    for step, shown in enumerate(picture.spec["steps"]):
        apart = (bare[step] != full[step]).tolist()  # sixteenths: no sum rounds
        assert shown.get("apart", "0" * len(apart)) == "".join(
            "01"[one] for one in apart
        )
        assert ("plain" in shown) == any(apart)
        plain = line(shown.get("plain", shown["out"]))
        for text, value in zip(plain, bare[step].tolist(), strict=True):
            assert text == pytest.approx(value, abs=within(value))


def test_the_bags_of_notebook_03():
    picture = four()
    assert [step_of(picture, step) for step in range(4)] == RIGHT
    assert [step.get("apart") for step in picture.spec["steps"]] == [
        None,
        None,
        "11111",
        None,
    ]
    assert step_of(picture, 2, "plain") == FORGOTTEN[2]


def test_sums_are_made_in_float64_in_the_order_of_the_ids():
    table = torch.tensor([[1e8], [1.0], [-1e8]])
    assert step_of(bags(table, [0, 1, 2], [0]), 0) == [1]
    assert step_of(bags([[1e300], [1.0], [-1e300]], [0, 2, 1], [0]), 0) == [1]


def test_nothing_differs_where_both_are_no_number():
    picture = bags([[NAN, INF, 1.0]], [0, 0], [0], counts=[2, 3])
    assert picture.spec["steps"][0]["apart"] == "001"


@pytest.mark.parametrize("whole", [False, True])
def test_a_whole_indptr_opens_one_more_bag_which_is_empty(whole):
    indptr = torch.tensor([0, 2, 4, 7])
    picture = bags(W, IDS, indptr if whole else indptr[:-1])
    assert picture.spec["path"] == (4 if whole else 3)
    picture.step = picture.spec["path"] - 1
    assert picture.rows == ([] if whole else [0, 1, 2])
    assert picture.spec["tail"] == ["7", "end"]


def test_the_switch_is_shared_as_by_and_as_counted():
    picture = four()
    assert (picture.by, picture.counted) == ("with counts", True)
    picture.counted = False
    assert picture.by == WITHOUT
    picture.by = "with counts"
    assert picture.counted
    with pytest.raises(traitlets.TraitError):
        picture.by = "product"
    assert picture.counted


@pytest.mark.parametrize("mode", ["sum", "mean"])
def test_without_counts_there_is_nothing_to_switch(mode):
    picture = bags(W, IDS, OFFSETS, mode=mode)
    assert picture.spec["ways"] == []
    for name, value in {"by": WITHOUT, "counted": False}.items():
        with pytest.raises(traitlets.TraitError, match="this picture has no counts"):
            setattr(picture, name, value)
    assert picture.counted


SAID = [
    (0, {}, "<EmbeddingBag: bag 1 of 4 is 1 × row 0 + 1 × row 2>"),
    (2, {}, "<EmbeddingBag: bag 3 of 4 is 1 × row 0 + 1 × row 1 + 2 × row 2>"),
    (3, {}, "<EmbeddingBag: bag 4 of 4 is empty>"),
    (2, {"counts": None}, "<EmbeddingBag: bag 3 of 4 is row 0 + row 1 + row 2>"),
    (
        2,
        {"counts": None, "mode": "mean"},
        '<EmbeddingBag, mode="mean": bag 3 of 4 is (row 0 + row 1 + row 2) / 3>',
    ),
    (
        3,
        {"counts": None, "mode": "mean"},
        '<EmbeddingBag, mode="mean": bag 4 of 4 is empty>',
    ),
]


@pytest.mark.parametrize(("step", "how", "said"), SAID)
def test_the_repr_says_what_is_added_up(step, how, said):
    assert repr(four(step=step, **how)) == said


def test_the_repr_of_a_long_bag_counts_what_is_not_drawn():
    picture = bags(long(50_000, 2), np.arange(49_980, 49_990), [0])
    assert repr(picture).endswith("+ row 49,986 + row 49,987 + 2 more>")
    picture = four(step=2)
    picture.counted = False
    assert (
        repr(picture)
        == "<EmbeddingBag without counts: bag 3 of 4 is row 0 + row 1 + row 2>"
    )


@pytest.mark.parametrize(
    ("sizes", "shown"),
    [
        ([1] * 24, 24),
        ([1] * 25, 24),
        ([0] * 29 + [1], 24),
        ([2] * 24, 18),
        ([8] * 6, 4),
        ([9] * 6, 4),
        ([300] * 6, 4),
        ([40], 1),
        ([1, 300, 1], 3),
    ],
)
def test_as_many_bags_are_shown_as_have_room_on_the_ribbon(sizes, shown):
    ids = np.zeros(sum(sizes), dtype=np.int64)
    spec = bags(HALVES, ids, cut(*sizes)).spec
    count = len(sizes)
    left = "" if shown == count else f"first {shown} of {count} bags"
    assert (spec["path"], len(spec["steps"]), spec["note"]) == (shown, shown, left)
    words = "end" if shown == count else f"⋯ {count - shown} more"
    assert spec["tail"] == [f"{sum(sizes[:shown]):,}", words]
    drawn = [len(step["rows"]) for step in spec["steps"]]
    more = [step["more"] for step in spec["steps"]]
    assert drawn == [min(8, size) for size in sizes[:shown]]
    assert [a + b for a, b in zip(drawn, more)] == sizes[:shown]
    assert sum(drawn) + sum(map(bool, more)) <= 36


@pytest.mark.parametrize(
    ("D", "shown"), [(5, 24), (8, 20), (16, 10), (32, 5), (300, 5)]
)
def test_of_wide_tables_fewer_bags_are_shown(D, shown):
    ids = np.zeros(30, dtype=np.int64)
    assert bags(long(9, D), ids, np.arange(30)).spec["path"] == shown


@pytest.mark.long
@pytest.mark.parametrize(
    "D", [6, 32]
)  # the most cells, and the most that are shown of a row
def test_the_state_is_small_whatever_is_shown(D):
    V, n = 1_000_000, 36
    names = ["한국어단어모음집"] * V
    counts = -9 * torch.rand(n, generator=G)
    for offsets in (
        np.arange(0, n, 9),
        np.arange(0, n, 2),
        np.cumsum([0, *[1, 2] * 12])[:-1],
    ):
        documents = names[: len(offsets)]
        ids = torch.randint(0, V, (n,), generator=G)
        picture = bags(
            long(V, D), ids, offsets, counts=counts, names=names, documents=documents
        )
        assert size(picture.get_state()) <= 56_000


def test_a_bag_of_too_many_ids_is_refused_if_it_would_be_shown():
    ids = np.zeros(901, dtype=np.int64)
    assert refusal(lambda: bags(HALVES, ids, [0, 300])) == (
        ValueError,
        "the bag from offset 300 to 901 has 601 ids; a picture adds up to 300.",
    )
    assert bags(HALVES, ids, cut(*[100] * 5, 401)).spec["path"] == 4


def test_a_mean_divides_the_sum_by_the_number_of_ids():
    picture = four(counts=None, mode="mean", step=2)
    assert step_of(picture, 2, "sum") == FORGOTTEN[2]
    assert step_of(picture, 2) == [10, 11, 12, 13, 14]
    assert step_of(picture, 3) == [0] * 5
    assert "counts" not in picture.spec["steps"][2]


@pytest.mark.parametrize(
    ("table", "counts", "note"),
    [
        ([[8.0]], [0.25], ""),
        ([[8.0]], [0.125], "numbers rounded"),
        ([[0.125]], [8], "numbers rounded"),
        ([[0.25]], [0.5], "numbers rounded"),
        ([[8.0]], [1e6 + 1], "numbers rounded"),
        (np.zeros((2, 40)), [1], "8 of 40 columns not drawn"),
    ],
)
def test_the_note_says_what_is_not_written_as_it_is(table, counts, note):
    assert bags(table, [0], [0], counts=counts).spec["note"] == note


DOCUMENTS = ["cats eat", "eat fish", "cats, dogs eat eat", "nothing at all"]


@pytest.mark.parametrize(
    ("text", "bag"),
    [
        ("1", 0),
        (" 4\n", 3),
        ("٢", 1),
        ("003", 2),
        ("eat fish", 1),
        (" cats, dogs eat eat", 2),
    ],
)
def test_a_typed_bag(text, bag):
    picture = four(documents=DOCUMENTS)
    assert typed(picture, text) == ""
    assert picture.step == bag


@pytest.mark.parametrize(
    "text", ["0", "5", "-1", "1.0", "²", "dogs", "1,0", "9" * 5000]
)
@pytest.mark.parametrize("documents", [None, DOCUMENTS])
def test_a_typed_bag_is_refused_with_the_rule(text, documents):
    shown = text if len(text) < 40 else text[:39] + "…"
    rule = "a bag from 1 to 4" + (" or the name of one" if documents else "")
    refused = f"“\u2068{shown}\u2069” is not {rule}."
    assert untouched(four(documents=documents, step=1), text) == refused


@pytest.mark.parametrize(
    ("documents", "asks"),
    [(None, "Type a bag number."), (DOCUMENTS, "Type a bag number or its name.")],
)
@pytest.mark.parametrize("text", ["", " \n"])
def test_without_a_text_the_picture_says_what_to_type(documents, asks, text):
    assert untouched(four(documents=documents, step=1), text) == asks


@pytest.mark.parametrize("counted", [True, False])
def test_the_still_holds_the_rows_of_the_bag_and_every_line(counted):
    picture = four(names=NAMES, documents=DOCUMENTS, step=2)
    picture.counted = counted
    page = picture.to_html()
    body, foot = lines(page, "tbody"), lines(page, "tfoot")
    assert lines(page, "thead") == [
        ["row", *(f"column {column}" for column in range(5))]
    ]
    counts = [1, 1, 2] if counted else [1, 1, 1]
    said = [f"{count} × " if counted else "" for count in counts]
    assert [row[0] for row in body] == [
        f"{said[k]}row {k} {NAMES[k]}" for k in range(3)
    ]
    taken = torch.tensor(counts)[:, None] * W[:3]
    assert [[*map(number, row[1:])] for row in body] == taken.tolist()
    wanted = {
        f"out[{at}] {name}": line
        for at, (name, line) in enumerate(zip(DOCUMENTS, RIGHT))
    }
    if not counted:
        wanted["out[2] cats, dogs eat eat"] = FORGOTTEN[2]
        wanted["out[2] with counts"] = RIGHT[2]
    assert {row[0]: [*map(number, row[1:])] for row in foot} == wanted
    title = "EmbeddingBag" if counted else "EmbeddingBag without counts"
    assert f"<caption>{title}: W (4, 5), out (4, 5)</caption>" in page


@pytest.mark.parametrize("ids", [[0, 5, 30], [7]], ids=["wide", "one"])
def test_the_still_is_a_table_even_where_no_number_is_drawn(ids):
    page = bags(long(31, 32), ids, [0, len(ids)]).to_html()
    width = {
        len(row) for part in ("thead", "tbody", "tfoot") for row in lines(page, part)
    }
    assert width == {33}


def test_words_are_escaped_and_cut_short():
    names, documents = WORDS[:4], [*WORDS[4:], "x" * 100]
    picture = four(names=names, documents=documents)
    page = picture.to_html()
    assert "<script" not in page
    assert "x" * 41 not in page
    assert json.dumps(picture.spec, ensure_ascii=False).encode()


def test_what_travels_does_not_depend_on_the_ids_that_are_not_shown():
    table = long(1_000_000, 8)  # one for both, as other numbers have other digits
    small, large = (
        bags(table, np.zeros(n, dtype=np.int64), np.arange(0, n, 8)).spec
        for n in (48, 80_000)
    )
    assert len(json.dumps(large)) < len(json.dumps(small)) + 100


def test_moved_offsets_cut_the_ids_anew():
    picture = four(step=1)
    assert picture.offsets == OFFSETS
    picture.offsets = [0, 2, 6, 7]
    assert picture.rows == [2, 3, 0, 1]
    assert repr(picture).endswith(
        "bag 2 of 4 is 1 × row 2 + 1 × row 3 + 1 × row 0 + 1 × row 1>"
    )
    foot = lines(picture.to_html(), "tfoot")
    moved = F.embedding_bag(
        torch.tensor(IDS),
        W,
        torch.tensor(picture.offsets),
        mode="sum",
        per_sample_weights=torch.tensor(COUNTS).float(),
    )
    assert [[*map(number, row[1:])] for row in foot] == moved.tolist()


def test_every_cut_that_offsets_may_be_moved_to_travels():
    spec = four().spec
    assert len(spec["spans"]) == 36
    for span, bag in spec["spans"].items():
        start, end = map(int, span.split(","))
        whole = sum((COUNTS[k] * W[IDS[k]] for k in range(start, end)), torch.zeros(5))
        assert line(bag["out"]) == whole.tolist()


@pytest.mark.parametrize(
    ("offsets", "rule"),
    [
        ([0, 2, 4], r"one number for each of the 4 bags, got \[0, 2, 4\]"),
        ([1, 2, 4, 7], "must begin with 0, the place of the first id, got 1"),
        ([0, 4, 2, 7], "must never fall, got 4 and then 2 at place 2"),
        ([0, 2, 4, 8], "must not exceed 7, where the ids end, got 8"),
        ([], r"one number for each of the 4 bags, got \[\]"),
    ],
)
def test_offsets_that_are_no_cut_are_refused(offsets, rule):
    picture = four()
    with pytest.raises(traitlets.TraitError, match=rule):
        picture.offsets = offsets
    assert picture.offsets == OFFSETS


@pytest.mark.parametrize("ids", [[0] * 9, [0] * 40])
def test_offsets_of_many_ids_cannot_be_moved(ids):
    picture = bags(W, ids, [0, 5, 9])
    assert picture.offsets == []
    assert "spans" not in picture.spec
    with pytest.raises(traitlets.TraitError, match="of up to 8 ids, all in sight"):
        picture.offsets = [0, 4, 9]


def test_later_changes_do_not_change_what_is_drawn():
    table, ids, counts = torch.ones(4, 2), np.array(IDS), np.array(COUNTS)
    picture = bags(table, ids, OFFSETS, counts=counts)
    table += 5
    ids[:] = 0
    counts[:] = 7
    picture.step = 2
    assert picture.rows == [0, 1, 2]
    assert step_of(picture, 2) == [4, 4]
    assert repr(picture).endswith("is 1 × row 0 + 1 × row 1 + 2 × row 2>")
