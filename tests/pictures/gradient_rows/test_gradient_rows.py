"""The picture of a gradient without a browser: what it adds up, refuses, says, stores and sends."""

import numpy as np
import pytest
import scipy.sparse
import torch
import torch.nn.functional as F
from hypothesis import given, settings
from hypothesis import strategies as st

from conftest import refusal
from frames import HALVES, INF, NAN, WORDS
from lookup import gradient_rows
from without_browser import lines, typed, untouched

IDS = torch.tensor([2, 3, 1, 2])
INCOMING = HALVES[:4]
NAMES = ["the", "a", "dog", "ran", "cat", "sat", "mat"]
ZIPF = (
    torch.rand(300, generator=torch.Generator().manual_seed(0)) ** 3 * 50_000
).long()


def number(text):
    return 0.0 if text == "≈0" else float(text.replace("−", "-"))


def held(picture, step, row):
    """A row of W.grad after a step, read from the spec as the page reads it; zeros for dots."""
    spec = picture.spec
    if step >= spec["path"]:
        line = spec["totals"].get(str(row), {}).get("sum")
    else:
        found = [s for s in spec["steps"][: step + 1] if s["row"] == row]
        line = found[-1].get("sum", found[-1]["in"]) if found else None
    return (
        [number(text) for text in line.split(" ")[1:]]
        if line
        else [0.0] * len(spec["columns"])
    )


def torchs(incoming, ids, V):
    """The gradient of a (V, D) table as autograd makes it, in float64."""
    W = torch.zeros(V, incoming.shape[-1], dtype=torch.float64, requires_grad=True)
    F.embedding(ids, W).backward(incoming.double())
    return W.grad


def assert_holds(picture, step, gradient):
    """Every drawn row reads as the gradient does, zeros exactly so."""
    for row in range(len(gradient)):
        for text, value in zip(
            held(picture, step, row), gradient[row].tolist(), strict=True
        ):
            within = (
                0.00501 if abs(value) < 9.99 else 0.0501 if abs(value) < 99.9 else 0.501
            )
            assert text == pytest.approx(value, abs=within)


@st.composite
def problems(draw):
    """What arrives at ids with repeats, in one or two dimensions, and the rows of the table."""
    V, D, T = (
        draw(st.integers(1, 14)),
        draw(st.integers(1, 8)),
        draw(st.integers(1, 30)),
    )
    ids = draw(st.lists(st.integers(0, V - 1), min_size=T, max_size=T))
    numbers = st.integers(-40, 40).map(lambda v: v / 4) | st.floats(-30, 30).map(
        lambda v: round(v, 3)
    )
    incoming = draw(
        st.lists(st.lists(numbers, min_size=D, max_size=D), min_size=T, max_size=T)
    )
    shape = draw(st.sampled_from([(T,), (1, T), (T, 1)]))
    return (
        torch.tensor(incoming, dtype=torch.float64).reshape(*shape, D),
        torch.tensor(ids).reshape(shape),
        V,
    )


@given(problems())
@settings(deadline=None, database=None, max_examples=30)
def test_every_step_is_autograds_gradient_of_the_ids_so_far(problem):
    incoming, ids, V = problem
    picture = gradient_rows(incoming, ids, V)
    flat = ids.reshape(-1)
    rows = incoming.reshape(len(flat), -1)
    path = picture.spec["path"]
    assert path == min(24, len(flat))
    for step in range(path):
        picture.step = step
        assert picture.row == flat[step]
        assert_holds(picture, step, torchs(rows[: step + 1], flat[: step + 1], V))
        shown = picture.spec["steps"][step]
        assert shown["visit"] == (flat[: step + 1] == flat[step]).sum()
        assert shown["left"] == str(V - len(flat[: step + 1].unique()))
    whole = torchs(rows, flat, V)
    assert torch.equal(torch.zeros_like(whole).index_add_(0, flat, rows), whole)
    assert {step["row"] for step in picture.spec["steps"]} == set(range(V))
    if len(picture.spec["steps"]) > path:
        assert_holds(picture, path, whole)


@given(st.integers(0, 2**32 - 1), st.integers(61, 3000), st.integers(25, 200))
@settings(deadline=None, database=None, max_examples=25)
def test_any_row_that_is_typed_shows_the_whole_gradient(seed, V, T):
    g = torch.Generator().manual_seed(seed)
    ids = torch.randint(0, V, (T,), generator=g)
    incoming = torch.randint(-4, 5, (T, 3), generator=g) / 2
    picture = gradient_rows(incoming, ids, V)
    whole = torchs(incoming, ids, V)
    later = [row for row in ids[24:].tolist() if row not in ids[:24]]
    never = [row for row in range(V) if row not in ids]
    for row in [*later[:2], *never[:1], *never[-1:]]:
        assert typed(picture, str(row)) == ""
        assert (picture.row, picture.step) == (row, 24)
        assert held(picture, 24, row) == pytest.approx(whole[row].tolist())
        total = picture.spec["totals"].get(str(row), {"visits": "0"})
        assert int(total["visits"]) == (ids == row).sum()
    assert typed(picture, str(ids[5].item())) == ""
    assert picture.step == ids.tolist().index(ids[5])


def test_the_sum_is_made_in_float64_in_reading_order():
    assert held(
        gradient_rows(torch.tensor([[1e8], [1.0], [-1e8]]), [0, 0, 0], 1), 2, 0
    ) == [1]
    assert held(gradient_rows([[1e300], [-1e300], [1.0]], [0, 0, 0], 1), 2, 0) == [1]
    assert held(gradient_rows([[1e300], [1.0], [-1e300]], [0, 0, 0], 1), 2, 0) == [0]


def test_odd_numbers_are_added_as_torch_adds_them():
    incoming = torch.tensor(
        [[INF, NAN, -0.0, 1e300], [-INF, 1, -0.0, 1e300]], dtype=torch.float64
    )
    first, second, _ = gradient_rows(incoming, [0, 0], 2).spec["steps"]
    assert first["in"].split(" ")[1:] == ["+∞", "nan", "0", "+1e300"]
    assert second["sum"].split(" ")[1:] == ["nan", "nan", "0", "+2e300"]
    gradient = torchs(incoming, torch.tensor([0, 0]), 2)[0]
    assert gradient.isnan().tolist() == [True, True, False, False]
    assert second["sum"].split(" ")[0][:3] == "??0"


@pytest.mark.parametrize(
    ("incoming", "ids"),
    [
        ([[1, 0], [2, 0.5]], [3, 1]),
        (((True, False), (False, False)), (3, 1)),
        (np.float16([[1, 2], [3, 4]]), [3, 1]),
        (torch.ones(2, 2).bfloat16(), torch.tensor([3, 1]).int()),
        (torch.ones(2, 2, requires_grad=True), np.array([3, 1])),
        (torch.ones(1, 2).expand(2, 2), [[3, 1]]),
        (torch.ones(1, 2, 2), [[3, 1]]),
        (np.ones((2, 2)).T, [[3], [1]]),
        ([1.0, 2.0], 3),
        ([[1.0, 2.0]], 3),
        (np.array([[1, 2], [3, 4]], dtype=np.uint8), [3, 1]),
    ],
    ids=lambda value: str(getattr(value, "dtype", type(value).__name__)),
)
def test_incoming_gradients_of_any_kind_are_taken(incoming, ids):
    picture = gradient_rows(incoming, ids, 5)
    arrives = torch.as_tensor(incoming).detach().double().reshape(-1, 2)
    for step in range(picture.spec["path"]):
        row = picture.spec["steps"][step]["row"]
        assert held(picture, step, row) == arrives[step].tolist()


REAL = "up must hold real numbers, such as output.grad, got"
LENGTH = "up must have one row for each id, shape"
ROWS = "but the table has 7 rows: use 0 to 6."
WHOLE = "V must be a whole number, the rows of the table"
SPARSE = "up must be dense, got a sparse"
HOW = ": pass its to_dense() or toarray()."


@pytest.mark.parametrize(
    ("how", "kind", "text"),
    [
        ({"up": INCOMING[:3]}, ValueError, f"{LENGTH} (4, D), got shape (3, 5)."),
        ({"up": HALVES[:5]}, ValueError, f"{LENGTH} (4, D), got shape (5, 5)."),
        ({"up": torch.zeros(4)}, ValueError, f"{LENGTH} (4, D), got shape (4,)."),
        ({"up": 5.0}, ValueError, f"{LENGTH} (4, D), got shape ()."),
        ({"up": torch.zeros(4, 0)}, ValueError, f"{LENGTH} (4, D), got shape (4, 0)."),
        (
            {"up": torch.zeros(3, 2, 5), "ids": [[0, 1, 2], [3, 4, 5]]},
            ValueError,
            f"{LENGTH} (6, D) or (2, 3, D), got shape (3, 2, 5).",
        ),
        ({"ids": [0, 1, 7, 2]}, IndexError, f"ids contains 7, {ROWS}"),
        ({"ids": [0, 1, -1, 2]}, IndexError, f"ids contains -1, {ROWS}"),
        (
            {"ids": []},
            ValueError,
            "ids is empty (shape (0,)): a picture needs at least one id.",
        ),
        (
            {"ids": IDS.float()},
            TypeError,
            "ids must be int64 or int32, as in nn.Embedding, got torch.float32.",
        ),
        ({"V": 0}, ValueError, "V must be at least 1, the rows of the table, got 0."),
        (
            {"V": -7_000},
            ValueError,
            "V must be at least 1, the rows of the table, got -7,000.",
        ),
        (
            {"V": 10**30},
            ValueError,
            f"V must be at most {2**59 // 5:,} for rows of 5 numbers, got {10**30:,}.",
        ),
        ({"V": 7.0}, TypeError, f"{WHOLE}, got 7.0."),
        ({"V": "7"}, TypeError, f"{WHOLE}, got '7'."),
        ({"V": None}, TypeError, f"{WHOLE}, got None."),
        ({"up": INCOMING.to_sparse()}, TypeError, f"{SPARSE} Tensor{HOW}"),
        ({"up": scipy.sparse.eye_array(4)}, TypeError, f"{SPARSE} dia_array{HOW}"),
        ({"up": INCOMING.to(torch.complex64)}, TypeError, f"{REAL} Tensor."),
        ({"up": [["1"]] * 4}, TypeError, f"{REAL} list."),
        ({"up": np.array([[1, None]] * 4)}, TypeError, f"{REAL} ndarray."),
        ({"up": None}, TypeError, f"{REAL} NoneType."),
        (
            {"names": NAMES[:6]},
            ValueError,
            "names must hold one word for each of the 7 rows, got 6.",
        ),
        (
            {"words": NAMES},
            ValueError,
            "words must hold one word for each of the 4 ids, got 7.",
        ),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_does_not_fit_is_refused_with_the_rule(how, kind, text):
    arguments = {"up": INCOMING, "ids": IDS, "V": 7} | how
    assert refusal(lambda: gradient_rows(**arguments)) == (kind, text)


def test_what_cannot_be_read_is_named():
    kind, text = refusal(lambda: gradient_rows(INCOMING.to("meta"), IDS, 7))
    assert (kind, text.startswith("the numbers of up cannot be read: ")) == (
        ValueError,
        True,
    )
    kind, text = refusal(lambda: gradient_rows([[1, 2], [3]], [0, 1], 7))
    assert (kind, text.startswith("up must have rows of equal length: ")) == (
        ValueError,
        True,
    )


def test_a_step_moves_the_row():
    picture = gradient_rows(INCOMING, IDS, 7, step=3)
    assert (picture.step, picture.row) == (3, 2)
    picture.step = 1
    assert picture.row == 3


@pytest.mark.parametrize(
    ("T", "note"),
    [(1, ""), (24, ""), (25, "first 24 of 25 ids"), (4096, "first 24 of 4,096 ids")],
)
def test_ids_beyond_the_steps_are_counted(T, note):
    spec = gradient_rows(torch.ones(T, 2), torch.zeros(T, dtype=torch.int64), 7).spec
    assert (spec["note"], spec["path"], spec["ids"]) == (note, min(24, T), T)
    thirds = gradient_rows([[1 / 3]] * 30, [0] * 30, 7)
    assert thirds.spec["note"] == "first 24 of 30 ids, numbers rounded"


def test_the_visits_and_what_stays_zero_are_counted():
    steps = gradient_rows(torch.ones(6, 1), [0, 0, 0, 0, 2, 0], 4).spec["steps"]
    assert [step.get("visit") for step in steps] == [1, 2, 3, 4, 1, 5, None, None]
    assert [step.get("nth") for step in steps][:6] == [
        "1st",
        "2nd",
        "3rd",
        "4th",
        "1st",
        "5th",
    ]
    assert [step["left"] for step in steps] == ["3", "3", "3", "3", "2", "2", "2", "2"]


def test_words_and_names_stand_beside_their_rows():
    spec = gradient_rows(
        INCOMING, IDS, 7, names=NAMES, words=["dog", "ran", "a", "blorf"]
    ).spec
    assert [step["slot"] for step in spec["steps"][:4]] == ["dog", "ran", "a", "blorf"]
    assert [step.get("unknown", False) for step in spec["steps"][:4]] == [
        False,
        False,
        False,
        True,
    ]
    assert [spec["rows"][str(row)]["name"] for row in range(7)] == NAMES
    spec = gradient_rows(INCOMING, IDS.reshape(2, 2), 7).spec
    assert [step["slot"] for step in spec["steps"][:4]] == [
        "0, 0",
        "0, 1",
        "1, 0",
        "1, 1",
    ]
    assert spec["shapes"][1:] == ["W.grad (7, 5)", "up (2, 2, 5)"]
    assert (spec["shapes"][0], spec["counts"]) == ("one-hot (7,)", "counts (7,)")
    assert spec["chips"]["block"] == 2
    assert gradient_rows(INCOMING, IDS, 7).spec["chips"]["shape"] == "ids (4,)"


def test_the_name_says_which_gradient_it_is():
    spec = gradient_rows(INCOMING, IDS, 7).spec
    assert spec["name"] == "gradient of W (7, 5), ids 2, 3, 1, 2"
    many = gradient_rows(
        torch.ones(4096, 2), torch.zeros(4096, dtype=torch.int64), 7
    ).spec
    assert many["name"] == "gradient of W (7, 2), ids 0, 0, 0, 0, 0, 0 and 4,090 more"


@pytest.mark.parametrize(
    ("text", "row"), [("3", 3), (" 0\n", 0), ("٥", 5), ("mat", 6), ("dog", 2)]
)
def test_a_typed_row_of_a_small_table(text, row):
    picture = gradient_rows(INCOMING, IDS, 7, names=NAMES)
    spec = picture.spec
    assert typed(picture, text) == ""
    assert (picture.row, picture.spec) == (row, spec)


@pytest.mark.parametrize("text", ["49,999", "49999", "٤٩٩٩٩"])
def test_a_typed_row_of_a_large_table(text):
    picture = gradient_rows(torch.ones(300, 8), ZIPF, 50_000)
    assert typed(picture, text) == ""
    assert (picture.step, picture.row, len(picture.spec["steps"])) == (24, 49_999, 25)
    assert picture.spec["steps"][24]["first"] == 49_995
    assert picture.spec["note"] == "first 24 of 300 ids"
    assert repr(picture) == "<W.grad: your row is row 49,999 of 50,000>"
    assert typed(picture, str(ZIPF[40].item())) == ""
    assert len(picture.spec["steps"]) == 25


def test_a_typed_row_is_refused_with_the_rule():
    picture = gradient_rows(INCOMING, IDS, 7, names=NAMES, step=1)
    assert untouched(picture, "7") == "There is no row 7: the table has rows 0 to 6."
    refused = (
        "“\u2068cow\u2069” is not a row number from 0 to 6 or a word of this table."
    )
    assert untouched(picture, "cow") == refused
    assert gradient_rows(INCOMING, IDS, 2**59 // 5).spec["V"] == 2**59 // 5
    assert gradient_rows(INCOMING, IDS, 7).spec["asks"] == "Type a row number"


def test_every_touched_row_has_a_tick_and_neighbours_share_one():
    assert gradient_rows(INCOMING, IDS, 7).spec["ticks"] == []
    few = ZIPF % 60
    assert (
        gradient_rows(torch.ones(300, 2), few, 61).spec["ticks"]
        == few.unique().tolist()
    )
    ids = torch.arange(40_000)
    ticks = gradient_rows(torch.ones(40_000, 2), ids, 50_000).spec["ticks"]
    assert len(ticks) <= 220
    assert np.diff(ticks).max() < 50_000 / 110 + 1
    assert set(ticks) <= set(ids.tolist())


def test_the_repr_and_the_still_say_the_step():
    picture = gradient_rows(
        INCOMING, IDS, 7, names=WORDS, words=["x", *WORDS[:3]], step=3
    )
    assert repr(picture) == "<W.grad: step 4 of 4 adds to row 2 of 7>"
    page = picture.to_html()
    body, foot = lines(page, "tbody"), lines(page, "tfoot")
    assert lines(page, "thead") == [
        ["row", "visits", *(f"column {column}" for column in range(5))]
    ]
    assert [row[0] for row in body] == [
        f"{row} {word}" for row, word in enumerate(WORDS)
    ]
    assert [row[1] for row in body] == ["0", "1", "2", "1", "0", "0", "0"]
    assert [[*map(number, row[2:])] for row in body] == torchs(
        INCOMING, IDS, 7
    ).tolist()
    assert [row[0] for row in foot] == [
        "up[0] to row 2",
        "up[1] to row 3",
        "up[2] to row 1",
        "up[3] to row 2",
    ]
    assert [[*map(number, row[2:])] for row in foot] == INCOMING.tolist()
    assert "<caption>W.grad (7, 5), up (4, 5), 4 of 7 rows untouched</caption>" in page


@pytest.mark.parametrize("step", range(4))
def test_the_still_of_a_step_holds_what_has_arrived_by_then(step):
    page = gradient_rows(INCOMING, IDS, 7, step=step).to_html()
    body = lines(page, "tbody")
    so_far = torchs(INCOMING[: step + 1], IDS[: step + 1], 7)
    assert [[*map(number, row[2:])] for row in body] == so_far.tolist()
    assert [int(row[1]) for row in body] == torch.bincount(
        IDS[: step + 1], minlength=7
    ).tolist()
    assert f"{(so_far == 0).all(dim=1).sum()} of 7 rows untouched" in page


def test_the_still_of_a_wide_gradient_leaves_out_rows_whose_numbers_are_not_sent():
    ids = [*range(24), 40_000, 40_001]
    picture = gradient_rows(torch.ones(26, 32), ids, 50_000)
    assert typed(picture, "40000") == ""
    heads = [row[0] for row in lines(picture.to_html(), "tbody")]
    assert heads == ["39,998", "39,999", "40,000", "40,002"]


@pytest.mark.parametrize("text", ["", "49999", "40000"])
def test_the_still_is_a_table_however_much_is_drawn(text):
    for D in (8, 32, 300):
        ids = torch.cat([ZIPF[:24], torch.tensor([40_000, 40_001])])
        picture = gradient_rows(torch.ones(26, D), ids, 50_000)
        assert not text or typed(picture, text) == ""
        page = picture.to_html()
        width = {
            len(row)
            for part in ("thead", "tbody", "tfoot")
            for row in lines(page, part)
        }
        assert width == {min(D, 32) + 2}
        assert sum("<b>" in row for row in page.split("<tr>")) == 1


def test_later_changes_do_not_change_what_is_drawn():
    incoming, ids = torch.ones(30, 2), torch.arange(30) * 100
    picture = gradient_rows(incoming, ids, 5000)
    incoming += 5
    ids[:] = 0
    assert typed(picture, "2900") == ""
    assert held(picture, 24, 2900) == [1, 1]
    assert picture.spec["steps"][3]["row"] == 300
