"""The picture of rows that coast: what it takes and refuses, its numbers, every frame by node."""

import math
import re
from types import SimpleNamespace

import numpy as np
import pytest
import torch
import traitlets
from torch import nn
from torch.optim import SGD, Adam, AdamW

from frames import WORDS, assert_frames
from lookup import coasting_rows, follow
from lookup.pictures.coasting_rows.picture import size_text
from without_browser import lines, typed, untouched

NAMES = ["the", "zebra", "quagga"]
OPTIMISERS = {
    "SGD": lambda weights: SGD(weights, lr=0.01),
    "momentum": lambda weights: SGD(weights, lr=0.01, momentum=0.9),
    "Adam": lambda weights: Adam(weights, lr=0.01),
    "AdamW": lambda weights: AdamW(weights, lr=0.01, weight_decay=0.1),
}


def train_on(ids, emb, optimiser):
    optimiser.zero_grad()
    loss = ((emb(torch.tensor(ids)) - 3) ** 2).sum()
    loss.backward()
    optimiser.step()


def run(make_optimiser, seen=1, steps=12, V=3, D=4):
    torch.manual_seed(0)
    emb = nn.Embedding(V, D)
    batches = [[0, 1] if step == seen else [0] for step in range(1, seen + steps)]
    return follow(emb, make_optimiser(emb.parameters()), batches, train_on)


def runs_of(seen=1, **more):
    return {name: run(make, seen, **more) for name, make in OPTIMISERS.items()}


RUNS = runs_of()


def zebra(**more):
    return coasting_rows(RUNS, **{"names": NAMES} | more)


def norms(part, path):
    return np.sqrt((part**2).sum(axis=2))[:path].T.tolist()


def truth(runs, seen, unit, path):
    """What NumPy says of the rows: {name of a run: {quantity: (V, S)}}."""
    found = {}
    for name, one in runs.items():
        rows = one.rows.double().numpy()[seen - 1 :]
        found[name] = {
            "gradient": norms(one.gradients.double().numpy()[seen - 1 :], path),
            "memory": norms(one.memory.double().numpy()[seen - 1 :], path),
            "moved": norms(rows[1:] - rows[:-1], path),
            "distance": norms((rows[1:] - rows[0]) / unit[name], path),
        }
    return found


def units(runs, seen, row=1):
    return {
        name: (one.rows[seen, row] - one.rows[seen - 1, row]).double().norm().item()
        for name, one in runs.items()
    }


def judged(runs, seen=1, row=1, unit=None, picture=None, **more):
    spec = (picture or coasting_rows(runs, seen=seen, **more)).spec
    unit = unit or units(runs, seen, row)
    return spec | {"truth": truth(runs, seen, unit, spec["path"])}


def specs():
    late = runs_of(50)
    again = zebra(again=runs_of)
    assert typed(again, "50") == ""
    six = {f"Adam number {k}": run(OPTIMISERS["Adam"], V=6, steps=40) for k in range(6)}
    tiny = {"SGD": run(lambda weights: SGD(weights, lr=1e-7), V=2, D=1, steps=2)}
    far = {
        "momentum": run(lambda weights: SGD(weights, lr=0.001, momentum=0.99), steps=60)
    }
    return {
        "four": judged(RUNS, names=NAMES),
        "late": judged(late, 50, names=NAMES),
        "again": judged(late, 50, unit=units(RUNS, 1), picture=again),
        "six": judged(six, names=WORDS[:6]),
        "tiny": judged(tiny, names=["한국어단어모음집이라는것", "zebra"]),
        "far": judged(far, names=["W" * 40] * 3),
    }


@pytest.mark.long
def test_every_frame_keeps_its_properties(tmp_path):
    assert_frames("coasting_rows/frames.mjs", specs(), tmp_path)


def numbers(picture, name, part, row=1):
    """What a spec holds of a row, step by step."""
    return [float(text) for text in picture.spec["runs"][name][part][row].split(" ")]


def test_adam_carries_the_zebra_on_and_sgd_does_not():
    picture = zebra()
    assert numbers(picture, "SGD", "way") == [1] * 12
    assert (
        numbers(picture, "SGD", "gradient")[1:] == numbers(picture, "SGD", "memory")[1:]
    )
    assert not any(numbers(picture, "SGD", "gradient")[1:])
    assert numbers(picture, "momentum", "way")[:3] == [1, 1.9, 2.71]
    assert numbers(picture, "Adam", "way")[:3] == [1, 1.67, 2.19]
    assert numbers(picture, "Adam", "moved")[:2] == [0.02, 0.013]
    adrift = [name for name in OPTIMISERS if any(numbers(picture, name, "way", row=2))]
    assert adrift == ["AdamW"]


def test_a_zebra_that_is_seen_late_goes_further_in_the_same_unit():
    picture = zebra(again=lambda seen: runs_of(seen, steps=60), step=11, by="Adam")
    assert picture.spec["asks"] == "zebra is seen at step"
    assert typed(picture, " 1,000 ") == ""
    assert (picture.step, picture.by, picture.spec["steps"][0]) == (11, "Adam", 1000)
    way = numbers(picture, "Adam", "way")
    assert (way[0], round(way[-1], 1)) == (2.51, 25.3)
    assert picture.spec["axis"] == [
        "distance from before step 1,000",
        "unit: the first step of zebra, if seen at step 1",
    ]
    assert typed(picture, "1") == ""
    assert numbers(picture, "Adam", "way")[1] == 1.67


@pytest.mark.parametrize(
    "text", ["0", "1001", "-1", "1.5", "", "cow", "１２", "1e2", "9" * 5000]
)
def test_a_step_that_is_no_whole_number_to_1000_is_refused(text):
    called = []
    refused = untouched(zebra(again=called.append), text)
    shown = text if len(text) <= 40 else "9" * 39 + "…"
    assert refused == (
        "Type a whole number from 1 to 1,000, the step at which “\u2068zebra\u2069” is seen; "
        f"got “\u2068{shown}\u2069”."
    )
    assert called == []


@pytest.mark.parametrize("made", [None, {}, {"SGD": RUNS["SGD"]}, [RUNS]])
def test_again_must_return_the_same_optimisers(made):
    refused = untouched(zebra(again=lambda seen: made), "7")
    assert refused.startswith(
        "again must return runs of SGD, momentum, Adam, AdamW, got "
    )


def test_what_again_raises_is_said():
    assert (
        untouched(zebra(again=lambda seen: 1 / 0), "7")
        == "ZeroDivisionError('division by zero')"
    )
    assert "none later" in untouched(zebra(again=lambda seen: runs_of(3)), "2")


def test_without_again_a_typed_number_is_a_step():
    picture = zebra()
    assert typed(picture, "12") == ""
    assert picture.step == 11
    assert untouched(picture, "13") == "Type a step from 1 to 12; got “\u206813\u2069”."


def test_by_is_the_name_of_a_run():
    picture = zebra()
    assert picture.by == "SGD"
    picture.by = "Adam"
    words = "^by must be one of 'SGD', 'momentum', 'Adam', 'AdamW', got 'adam'\\.$"
    with pytest.raises(traitlets.TraitError, match=words):
        picture.by = "adam"
    with pytest.raises(traitlets.TraitError, match=words):
        zebra(by="adam")
    assert repr(picture) == "<rows that coast: Adam, step 1, 3 rows>"


def test_the_still_shows_the_step():
    picture = zebra(step=1, by="Adam")
    page = picture.to_html()
    assert lines(page, "thead") == [
        ["row", "gradient", "memory", "moved in this step", "distance"]
    ]
    the, seen_once, never = lines(page, "tbody")
    assert seen_once[:2] == ["1 zebra", "0"]
    assert seen_once[3:] == ["0.013", "1.67"]
    assert never == ["2 quagga", "0", "0", "0", "0"]
    assert the[0] == "0 the"
    assert "<b>1 zebra</b>" in page


def test_only_what_is_shown_travels():
    longer = {name: run(make, steps=400) for name, make in OPTIMISERS.items()}
    picture = coasting_rows(longer, names=NAMES)
    assert picture.spec["path"] == 75
    assert picture.spec["note"] == "first 75 of 400 steps"
    assert len(numbers(picture, "Adam", "memory")) == 75


def changed(**parts):
    sgd = RUNS["SGD"]
    kept = {name: getattr(sgd, name) for name in ("rows", "gradients", "memory")}
    return {"SGD": SimpleNamespace(**kept | parts)}


@pytest.mark.parametrize(
    ("runs", "error", "words"),
    [
        (
            [RUNS["SGD"]],
            TypeError,
            "runs must be {name: what follow returns}, got list.",
        ),
        ({}, ValueError, "runs must hold 1 to 6 optimisers, got 0."),
        (
            {f"{k}": RUNS["SGD"] for k in range(7)},
            ValueError,
            "1 to 6 optimisers, got 7.",
        ),
        ({3: RUNS["SGD"]}, TypeError, "the name of a run must be a str, got 3."),
        ({"x" * 21: RUNS["SGD"]}, ValueError, "1 to 20 printable letters, got 'xxx"),
        (
            {"\ud800": RUNS["SGD"]},
            ValueError,
            "1 to 20 printable letters, got '\\ud800'.",
        ),
        ({"SGD": [1]}, TypeError, "“\u2068SGD\u2069” is a list."),
        (
            changed(memory=torch.zeros(12, 3, 5)),
            ValueError,
            "has (13, 3, 4), (12, 3, 4) and (12",
        ),
        (changed(rows=torch.zeros(13, 3)), ValueError, "rows of shape (T + 1, V, D)"),
        (
            {"SGD": RUNS["SGD"], "a": run(OPTIMISERS["SGD"], steps=9)},
            ValueError,
            "one shape, got",
        ),
        ({"SGD": run(OPTIMISERS["SGD"], V=7)}, ValueError, "1 to 6 rows, got 7."),
        (
            {"SGD": run(OPTIMISERS["SGD"], steps=1)},
            ValueError,
            "go on after step 1, in which the",
        ),
        (
            changed(gradients=torch.zeros(12, 3, 4)),
            ValueError,
            "at step 1 and none later, got none",
        ),
        (
            changed(rows=torch.zeros(13, 3, 4)),
            ValueError,
            "“\u2068zebra\u2069” must move at step 1",
        ),
        (
            changed(memory=RUNS["SGD"].memory / 0),
            ValueError,
            "finite numbers, but “\u2068SGD\u2069”",
        ),
        (changed(memory=RUNS["SGD"].memory * 1j), TypeError, "must hold real numbers"),
    ],
)
def test_runs_that_do_not_fit_are_refused(runs, error, words):
    with pytest.raises(error, match=re.escape(words)):
        coasting_rows(runs, names=NAMES)


@pytest.mark.parametrize(
    ("more", "error", "words"),
    [
        ({"names": NAMES[:2]}, ValueError, "one word for each of the 3 rows, got 2."),
        ({"names": "the"}, TypeError, "names must be a list of words"),
        ({"seen": 0}, ValueError, "seen must be from 1 to 1,000, got 0."),
        ({"seen": 1001}, ValueError, "seen must be from 1 to 1,000, got 1,001."),
        ({"seen": 1.0}, TypeError, "seen must be a whole number, got 1.0."),
        ({"seen": True}, TypeError, "seen must be a whole number, got True."),
        ({"seen": 2}, ValueError, "at step 2 and none later, got none."),
    ],
)
def test_what_else_does_not_fit_is_refused(more, error, words):
    with pytest.raises(error, match=re.escape(words)):
        zebra(**more)


@pytest.mark.parametrize("exponent", range(-6, 9))
def test_a_size_is_written_in_two_digits(exponent):
    for digit in (1.04, 3.33, 9.94, 9.96):
        text = size_text(digit * 10.0**exponent)
        value = 0 if text == "≈0" else float(text.replace(",", ""))
        assert math.isclose(value, digit * 10.0**exponent, rel_tol=0.05, abs_tol=1e-4)
        assert len(text) <= 7


def test_a_step_may_be_numpys():
    assert zebra(seen=np.int64(1)).spec == zebra(seen=1).spec
