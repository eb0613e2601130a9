"""One place of a text in training: its numbers beside autograd's, what it takes and refuses."""

import json
import re

import numpy as np
import pytest
import torch
import torch.nn.functional as F
import traitlets
from torch import nn

from conftest import refusal
from lookup import one_place
from lookup.pictures.one_place.lines import score_text
from lookup.pictures.one_place.pulls import pull
from without_browser import lines, size, typed, untouched

NAMES = ["the", "red", "blue", "car", "a", "dog", "sleeps"]
TEXT = ["the", "red", "car", "the", "blue", "car", "a", "dog", "sleeps"]
IDS = torch.tensor([NAMES.index(word) for word in TEXT])
G = torch.Generator().manual_seed(0)
TABLE, OUT = torch.randn(2, 7, 2, generator=G)
PLACES, DRAWN = [1, 4, 7, 0], [4, 6]  # red, blue, dog, the; a, sleeps


def picture(**how):
    given = {"reach": 1, "names": NAMES} | how
    tables = given.pop("table", TABLE), given.pop("out", OUT)
    rest = (given.pop(name, value) for name, value in MADE.items())
    return one_place(*tables, *rest, **given)


MADE = {"ids": IDS, "places": PLACES, "drawn": DRAWN}


def by_autograd(table, out, reads, right, drawn, lr):
    """{name: numbers} before and after a step of torch.optim.SGD."""
    table, out = (nn.Parameter(torch.as_tensor(part).double()) for part in (table, out))

    def forward():
        mean = table[reads].mean(0)
        scores = out[[*right, *drawn]] @ mean
        scores.retain_grad()
        n = len(right)
        return (
            mean,
            scores,
            F.softplus(-scores[:n]).mean() + F.softplus(scores[n:]).mean(),
        )

    mean, scores, loss = forward()
    loss.backward()
    torch.optim.SGD([table, out], lr).step()
    with torch.no_grad():
        after = table[reads].mean(0)
        scores_after = out[[*right, *drawn]] @ after
        n = len(right)
        loss_after = (
            F.softplus(-scores_after[:n]).mean() + F.softplus(scores_after[n:]).mean()
        )
    return {
        "mean": mean, "score": scores, "strength": scores.grad.abs(), "loss": loss, "table": table,
        "out": out, "after": scores_after, "loss_after": loss_after, "mean_after": after,
    }  # fmt: skip


CASES = {  # reads, right, drawn
    "CBOW": ([0, 3], [1], [4, 6]),
    "skip-gram": ([1], [0, 3], [4, 6]),
    "a word read twice": ([0, 3, 0, 5], [1], [4]),
    "right twice, and drawn": ([2], [3, 3, 4], [4, 6, 6, 1, 2]),
    "one word everywhere": ([2, 2], [2], [2]),
}


@pytest.mark.parametrize("size", [1e-3, 1, 30])
@pytest.mark.parametrize("case", CASES)
def test_a_step_is_what_autograd_and_sgd_do(case, size):
    reads, right, drawn = CASES[case]
    table, out = size * torch.randn(2, 7, 5, generator=G).double().numpy()
    found = pull(dict(enumerate(table)), dict(enumerate(out)), reads, right, drawn, 0.7)
    wanted = by_autograd(table, out, reads, right, drawn, 0.7)
    close = {"rtol": 1e-9, "atol": 1e-12}
    for name in ("mean", "mean_after", "loss", "loss_after"):
        np.testing.assert_allclose(getattr(found, name), wanted[name].detach(), **close)
    for name in ("score", "strength", "after"):
        shown = [getattr(answer, name) for answer in found.answers]
        np.testing.assert_allclose(shown, wanted[name].detach(), **close)
    assert [(a.row, a.right) for a in found.answers] == [
        *((row, True) for row in right),
        *((row, False) for row in drawn),
    ]
    for name, rows, used in (("table", table, reads), ("out", out, [*right, *drawn])):
        moved = getattr(found, name)
        assert set(moved) == set(used)
        after = rows.copy()
        for row, numbers in moved.items():
            after[row] = numbers
        np.testing.assert_allclose(after, wanted[name].detach(), **close)


@pytest.mark.parametrize("by", ["CBOW", "skip-gram"])
@pytest.mark.parametrize("step", range(4))
def test_the_spec_says_what_autograd_finds(step, by):
    shown = picture(step=step, by=by, lr=0.5)
    place = PLACES[step]
    middle, around = IDS[place].item(), IDS[max(0, place - 1) : place + 2].tolist()
    around.remove(middle)
    reads, right = (around, [middle]) if by == "CBOW" else ([middle], around)
    wanted = by_autograd(TABLE, OUT, reads, right, DRAWN, 0.5)
    sent = shown.spec["steps"][step][by]
    assert shown._drawing.steps[step].pulls[by].reads == reads
    assert [(a.row, a.right) for a in shown._drawing.steps[step].pulls[by].answers] == [
        *((row, True) for row in right),
        *((row, False) for row in DRAWN),
    ]
    assert shown.spec["drawn"] == DRAWN
    found = [answer.split(" ") for answer in sent["answers"].split(";")]
    for at, name in enumerate(("score", "after", "strength")):
        assert [texts[at] for texts in found] == [
            score_text(v) for v in wanted[name].tolist()
        ]
    np.testing.assert_allclose(
        shown.loss, (wanted["loss"].item(), wanted["loss_after"].item())
    )
    assert sent["loss"] == [score_text(loss) for loss in shown.loss]
    rows = (line.split(" ")[1:] for line in sent["moved"])
    for row, texts in zip(reads, rows, strict=True):
        shown_numbers = [float(text.replace("−", "-")) for text in texts]
        np.testing.assert_allclose(
            shown_numbers, wanted["table"][row].detach(), atol=0.0051
        )


def test_the_same_company_pulls_the_same_way():
    """In CBOW both rows of out move along one mean; in skip-gram the same rows of out pull."""
    shown = picture()
    red, blue = (step.pulls["CBOW"] for step in shown._drawing.steps[:2])
    assert red.mean.tolist() == blue.mean.tolist()
    ways = [
        found.out[row] - OUT[row].double().numpy()
        for found, row in ((red, 1), (blue, 2))
    ]
    for way in ways:
        np.testing.assert_allclose(
            way / np.linalg.norm(way), red.mean / np.linalg.norm(red.mean)
        )
    red, blue = (step.pulls["skip-gram"] for step in shown._drawing.steps[:2])
    assert [a.row for a in red.answers] == [a.row for a in blue.answers]


def test_every_place_starts_from_the_given_tables_and_leaves_them():
    table, out = nn.Parameter(TABLE.clone()), nn.Parameter(OUT.clone())
    both = picture(table=table, out=out)
    alone = picture(table=table, out=out, places=[4])
    second, only = both.spec["steps"][1]["CBOW"], alone.spec["steps"][0]["CBOW"]
    assert (second["answers"], second["loss"]) == (only["answers"], only["loss"])
    assert table.grad is None
    assert torch.equal(table, TABLE)
    with torch.no_grad():
        table += 1
    assert both.spec["table"] == picture().spec["table"]


def test_a_place_is_typed_by_its_word_or_its_number():
    shown = picture(places=[1, 4, 3, 0])
    assert (typed(shown, " blue "), shown.step) == ("", 1)
    assert [(typed(shown, "the"), shown.step) for _ in range(3)] == [
        ("", 2),
        ("", 3),
        ("", 2),
    ]
    assert (typed(shown, "1", key="row"), shown.step) == ("", 0)
    assert untouched(shown, "cow") == (
        "“\u2068cow\u2069” is in the middle of none of the 6 places shown: "
        "“\u2068red\u2069”, “\u2068blue\u2069”, “\u2068the\u2069” and so on."
    )
    assert untouched(shown, " ") == "Type the word in the middle."
    numbered = picture(names=None)
    assert untouched(numbered, "").startswith("Type the row number")
    assert (typed(numbered, "2"), numbered.step) == ("", 1)


def test_each_other_word_of_a_small_map_is_a_place_beside_the_path():
    shown = picture(places=[1, 7], padding_idx=0)
    assert shown.spec["path"] == 2
    assert [step["place"] for step in shown.spec["steps"]] == [1, 7, 2, 6, 8]
    assert (typed(shown, "car"), shown.step) == ("", 2)
    assert repr(shown).startswith("<one place: CBOW, your place, “car”, loss ")
    assert shown.loss == picture(places=[2], padding_idx=0).loss
    wider = picture(places=[1], reach=5).spec["steps"]
    assert len(wider) == 7
    lines = picture(table=TABLE[:, :1], out=OUT[:, :1]).spec["steps"]
    assert len(lines) == len(picture().spec["steps"])
    alone = one_place(TABLE, OUT, [1, 2], [0], [3], reach=1)
    assert [step["slots"] for step in alone.spec["steps"]] == [
        [None, 1, 2],
        [1, 2, None],
    ]
    large = one_place(TABLE.repeat(2, 1), OUT.repeat(2, 1), IDS, PLACES, DRAWN)
    assert len(large.spec["steps"]) == 4


def test_by_is_one_of_the_two_tasks():
    shown = picture()
    assert repr(shown).startswith("<one place: CBOW, place 1 of 4, “red”, loss ")
    shown.by = "skip-gram"
    assert repr(shown).startswith("<one place: skip-gram, place 1 of 4, “red”, loss ")
    with pytest.raises(traitlets.TraitError, match="GloVe"):
        shown.by = "GloVe"
    with pytest.raises(traitlets.TraitError, match="GloVe"):
        picture(by="GloVe")


def test_the_still_shows_the_place():
    page = picture(step=1, by="skip-gram").to_html()
    head = ["row", "used as", "score", "pull or push", "score after the step"]
    assert lines(page, "thead") == [head]
    body = lines(page, "tbody")
    assert [line[0] for line in body] == [
        "table: 2 blue", "out: 0 the", "out: 3 car", "out: 4 a", "out: 6 sleeps",
    ]  # fmt: skip
    assert [line[1] for line in body] == ["read", *["right answer, target 1"] * 2] + [
        "drawn, target 0"
    ] * 2
    assert [line[3].split(" ")[0] for line in body[1:]] == [
        "pull",
        "pull",
        "push",
        "push",
    ]
    (foot,) = lines(page, "tfoot")
    assert foot[0] == "loss"
    assert "each place starts from the same two tables, learning rate 1" in page


def test_at_an_end_of_the_text_fewer_words_are_around():
    slots = [step["slots"] for step in picture(places=[0, 8], reach=2).spec["steps"]]
    assert slots[:2] == [[None, None, 0, 1, 3], [4, 5, 6, None, None]]


def test_padding_is_neither_read_nor_an_answer():
    shown = picture(places=[4, 1], reach=1, padding_idx=0)
    assert [step["slots"] for step in shown.spec["steps"]] == [
        [None, 2, 3],
        [None, 1, 3],
        [1, 3, None],
        [2, 3, 4],
    ]
    assert shown._drawing.steps[0].pulls["CBOW"].reads == [3]
    assert len(shown.spec["steps"][0]["skip-gram"]["answers"].split(";")) == 3


@pytest.mark.parametrize(
    "kind", [torch.float16, torch.bfloat16, torch.float64, torch.int64, list]
)
def test_any_real_numbers_are_taken(kind):
    make = (
        (lambda part: part.tolist()) if kind is list else (lambda part: part.to(kind))
    )
    halves = (2 * TABLE).round() / 2
    assert picture(table=make(halves), out=make(halves)).spec["steps"]


def test_only_rows_that_take_part_travel_of_a_large_table():
    table = torch.randn(5000, 64, generator=G)
    shown = one_place(table, -table, range(5000), [100, 4000], [7, 9], reach=5)
    assert sorted(map(int, shown.spec["rows"])) == [
        7,
        9,
        *range(95, 106),
        *range(3995, 4006),
    ]
    assert not shown.spec["clicked"]
    assert shown.spec["note"].endswith("32 of 64 columns not drawn")
    assert len(json.dumps(shown.spec)) < 15_000
    middle = by_autograd(
        table, -table, [*range(95, 100), *range(101, 106)], [100], [7, 9], 1
    )
    np.testing.assert_allclose(shown.loss[1], middle["loss_after"].item())


@pytest.mark.parametrize("D", [2, 4, 64])
@pytest.mark.parametrize(("reach", "count"), [(1, 12), (2, 12), (3, 9), (4, 6), (5, 5)])
def test_as_many_places_as_there_may_be_make_a_small_state(D, reach, count):
    table, ids = (
        torch.randn(50_000, D, generator=G),
        torch.randint(50_000, (400,), generator=G),
    )
    names, places = ["한국어단어모음집"] * 50_000, range(20, 20 + 20 * count, 20)
    shown = one_place(table, -table, ids, places, ids[:5], reach=reach, names=names)
    assert size(shown.get_state()) <= 60_500


@pytest.mark.parametrize(
    ("more", "error", "words"),
    [
        ({"table": TABLE[0]}, ValueError, "table must have 2 dimensions"),
        (
            {"out": OUT[0]},
            ValueError,
            "out must have 2 dimensions (rows, columns), got shape (2,)",
        ),
        (
            {"out": OUT[:6]},
            ValueError,
            "out must have the shape of table, (7, 2), got shape (6, 2",
        ),
        ({"out": OUT.to_sparse()}, TypeError, "out must be dense, got a sparse"),
        ({"table": TABLE * 1j}, TypeError, "table must hold real numbers"),
        (
            {"table": TABLE / 0},
            ValueError,
            "table must hold finite numbers, but row 0 holds",
        ),
        (
            {"out": OUT * torch.nan},
            ValueError,
            "out must hold finite numbers, but row 0 holds nan",
        ),
        (
            {"table": TABLE * 1e30, "out": OUT * 1e30, "lr": 1e300},
            ValueError,
            "must be finite bef",
        ),
        (
            {"ids": IDS[None]},
            ValueError,
            "1 dimension, the words of a text, got shape (1, 9)",
        ),
        (
            {"ids": IDS + 1},
            IndexError,
            "ids contains 7, but the table has 7 rows: use 0 to 6.",
        ),
        (
            {"ids": IDS.float()},
            TypeError,
            "ids must be int64 or int32, as in nn.Embedding, got",
        ),
        ({"places": []}, ValueError, "places is empty (shape (0,))"),
        (
            {"places": [9]},
            IndexError,
            "places contains 9, but the text has 9 words: use 0 to 8.",
        ),
        ({"places": [-1]}, IndexError, "places contains -1, but the text has 9 words"),
        ({"places": [1.0]}, TypeError, "places must be int64 or int32"),
        ({"places": [1] * 13}, ValueError, "at most 12 where reach is 1, got 13."),
        (
            {"places": [1] * 6, "reach": 5},
            ValueError,
            "at most 5 where reach is 5, got 6.",
        ),
        ({"drawn": []}, ValueError, "drawn is empty"),
        ({"drawn": [7]}, IndexError, "drawn contains 7, but the table has 7 rows"),
        ({"drawn": [1] * 6}, ValueError, "drawn must hold at most 5, got 6."),
        ({"reach": 0}, ValueError, "reach must be from 1 to 5, got 0."),
        ({"reach": 6}, ValueError, "reach must be from 1 to 5, got 6."),
        ({"reach": 1.0}, TypeError, "reach must be a whole number, got 1.0."),
        ({"reach": True}, TypeError, "reach must be a whole number, got True."),
        ({"names": NAMES[:3]}, ValueError, "one word for each of the 7 rows, got 3."),
        ({"names": "the"}, TypeError, "names must be a list of words"),
        ({"lr": 0}, ValueError, "lr must be above 0 and finite, got 0.0."),
        ({"lr": float("nan")}, ValueError, "lr must be above 0 and finite, got nan."),
        ({"lr": "fast"}, TypeError, "lr must be a number, got 'fast'."),
        (
            {"padding_idx": "the"},
            TypeError,
            "padding_idx must be a whole number, got 'the",
        ),
        ({"padding_idx": 7}, ValueError, "padding_idx must be from 0 to 6, got 7."),
        (
            {"padding_idx": 1},
            ValueError,
            "places contains 1, where the text holds padding",
        ),
        (
            {"ids": [3], "places": [0]},
            ValueError,
            "0, around which the text holds no word.",
        ),
    ],
)
def test_what_does_not_fit_is_refused(more, error, words):
    kind, text = refusal(lambda: picture(**more))
    assert kind is error
    assert re.search(re.escape(words), text), text


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0"), (1e-4, "≈0"), (-1e-4, "≈0"), (0.0004, "≈0"), (0.0006, "0.001"), (-2.5, "−2.5"),
     (9.99949, "9.999"), (99.994, "99.99"), (1234.5, "1234"), (-99_999, "−99999"), (1e7, "1e7"),
     (100, "100"), (-1.5e12, "−2e12")],
)  # fmt: skip
def test_a_score_has_few_letters(value, text):
    assert score_text(value) == text


def test_reach_and_padding_may_be_numpys():
    given = {"places": [4, 1], "reach": np.int64(2)}
    made = picture(**given, padding_idx=np.int32(0))
    assert made.spec == picture(places=[4, 1], reach=2, padding_idx=0).spec
