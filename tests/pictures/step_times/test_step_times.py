"""The picture of a step to scale: what it takes and refuses, its numbers, every frame by node."""

import re
from types import SimpleNamespace

import pytest
import torch
import traitlets
from torch import nn
from torch.optim import SGD, Adam, SparseAdam

from frames import assert_frames
from lookup import Measurement, step_times, time_step
from lookup.measuring.timed_step import Part, TimedStep
from lookup.pictures.step_times.ways import percent, tensors_of, times_text
from without_browser import lines, typed, untouched

V = 204_800
IDS = (7, 300, 99_000, 204_799)
PARTS = ("forward", "backward", "SGD step", "zero_grad")
TABLE, BOTH = {"table": V}, {"table": V, "gradient": V}
FEW, FEW_BOTH = {"table": 4}, {"table": V, "gradient": 4}


def a_step(seconds, names, touched, V=V, ids=IDS):
    """A step of these parts: each took so many seconds, and `touched` (read, written, held)."""
    parts = [
        Part(
            name,
            Measurement(
                (time, time, 2 * time), "a CPU, 1 thread", "2.13.0", "2026-01-31"
            ),
            *rows,
        )
        for name, time, rows in zip(names, seconds, touched, strict=True)
    ]
    return TimedStep(V, 256, ids, tuple(parts))


DENSE = a_step(
    (1e-4, 20e-3, 4.4e-3, 3.3e-3),
    PARTS,
    [
        (FEW, {}, TABLE),
        ({}, {"gradient": V}, BOTH),
        (BOTH, TABLE, BOTH),
        ({}, {}, TABLE),
    ],
)
SPARSE = a_step(
    (14e-6, 37e-6, 33e-6, 12e-6),
    PARTS,
    [
        (FEW, {}, TABLE),
        ({}, {"gradient": 4}, FEW_BOTH),
        ({"table": 4, "gradient": 4}, FEW, FEW_BOTH),
        ({}, {}, TABLE),
    ],
)
STEPS = {"dense": DENSE, "sparse=True": SPARSE}


def picture(**more):
    return step_times(STEPS, **more)


def timed(kind, V, ids, *, sparse=False):
    """A step as it was timed, but with times that stay the same from run to run."""
    emb = nn.Embedding(V, 4, sparse=sparse)
    step = time_step(emb, kind(list(emb.parameters())), ids, repeats=1)
    touched = [(part.read, part.written, part.held) for part in step.parts]
    seconds = (2e-5, 8e-5, 4.99e-4, 1e-6)
    return a_step(seconds, [part.name for part in step.parts], touched, V, step.ids)


def small_steps(V, ids):
    return {
        "dense": timed(lambda weights: SGD(weights, lr=0.01), V, ids),
        "sparse=True": timed(
            lambda weights: SGD(weights, lr=0.01), V, ids, sparse=True
        ),
        "Adam": timed(Adam, V, ids),
        "W" * 20: timed(SparseAdam, V, ids, sparse=True),
    }


def judged(steps):
    """A spec, with what a reader of the steps would count in them."""
    spec = step_times(steps).spec
    longest = max(sum(step.typical) for step in steps.values())
    first = next(iter(steps.values()))
    count = len(spec["cells"])
    cells = sorted({row * count // first.V for row in first.ids})
    truth = {
        name: {
            "whole": sum(step.typical) / longest,
            "shares": [time / sum(step.typical) for time in step.typical],
            "rows": [part.rows for part in step.parts],
            "read": [part.read for part in step.parts],
            "written": [part.written for part in step.parts],
            "held": [part.held for part in step.parts],
        }
        for name, step in steps.items()
    }
    return spec | {"truth": truth | {"tensors": tensors_of(steps), "cells": cells}}


@pytest.mark.long
def test_every_frame_keeps_its_properties(tmp_path):
    one = a_step([1.0], ["W" * 50], [({}, {}, {})], V=1, ids=(0,))
    nearly = a_step(
        (5e-4, 18e-3, 4e-3, 3e-3),
        PARTS,
        [(part.read, part.written, part.held) for part in DENSE.parts],
    )
    specs = {
        "two": judged(STEPS),
        "alike": judged({"one": DENSE, "another": nearly}),
        "alone": judged({"한국어 단어": SPARSE}),
        "a part": judged({"W": one}),
        "small": judged(small_steps(50, torch.tensor([3, 3, 7, 49]))),
        "tiny": judged(small_steps(1, torch.tensor([0, 0]))),
        "many": judged(small_steps(5000, torch.arange(4000))),
    }
    assert_frames("step_times/frames.mjs", specs, tmp_path)


def test_a_spec_says_what_was_timed():
    spec = picture().spec
    dense, sparse = spec["runs"].values()
    assert (spec["longest"], dense["text"], sparse["text"]) == (
        "dense",
        "28 ms",
        "96 µs",
    )
    assert (dense["share"], dense["times"], sparse["times"]) == (1, "", "290")
    assert [part["text"] for part in dense["parts"]] == [
        "100 µs",
        "20 ms",
        "4.4 ms",
        "3.3 ms",
    ]
    assert [part["percent"] for part in dense["parts"]] == [
        "under 1 %",
        "72 %",
        "16 %",
        "12 %",
    ]
    assert [part["does"] for part in dense["parts"]] == [
        "reads 4 rows",
        "writes 204,800 rows, zeros but for 4",
        "reads 409,600 rows and writes 204,800",
        "lets go of 204,800 rows",
    ]
    assert [part["moved"] for part in sparse["parts"]] == [
        "rows: 4 read",
        "rows: 4 written",
        "rows: 8 read, 4 written",
        "no row",
    ]
    assert (dense["parts"][-1]["rows"], dense["parts"][-1]["bytes"]) == (
        819_204,
        "209.7 MB",
    )
    assert (sparse["parts"][-1]["rows"], sparse["parts"][-1]["bytes"]) == (20, "5.1 kB")
    assert spec["ticks"][-1] == [0.719424, "20 ms"]
    assert [at for at, lit in enumerate(spec["cells"]) if lit == "1"] == [
        0,
        1,
        483,
        999,
    ]
    assert (
        spec["note"]
        == "the median of 3 steps, a CPU, 1 thread, torch 2.13.0, 2026-01-31"
    )


def test_seconds_are_those_of_one_step_that_was_taken():
    picture = step_times(STEPS)
    assert picture.seconds == {
        "dense": sum(DENSE.typical),
        "sparse=True": sum(SPARSE.typical),
    }
    assert picture.seconds["dense"] == pytest.approx(27.8e-3)


def test_by_is_the_name_of_a_way():
    shown = picture()
    shown.by = "sparse=True"
    words = "^by must be one of 'dense', 'sparse=True', got 'sparse'\\.$"
    with pytest.raises(traitlets.TraitError, match=words):
        shown.by = "sparse"
    with pytest.raises(traitlets.TraitError, match=words):
        picture(by="sparse")
    assert (
        repr(shown)
        == "<one training step: sparse=True, part 1 of 4, forward reads 4 rows>"
    )


def test_the_still_has_all_ways_beside_each_other():
    page = picture(step=1).to_html()
    assert lines(page, "thead") == [
        ["part", "dense: time", "sparse=True: time", "dense: rows", "sparse=True: rows"]
    ]
    body = lines(page, "tbody")
    assert [line[0] for line in body] == list(PARTS)
    assert body[1] == [
        "backward",
        "20 ms",
        "37 µs",
        "rows: 204,800 written",
        "rows: 4 written",
    ]
    assert lines(page, "tfoot") == [
        [
            "the whole step",
            "28 ms",
            "96 µs",
            "819,204 rows, 209.7 MB",
            "20 rows, 5.1 kB",
        ]
    ]
    assert "<b>backward</b>" in page


@pytest.mark.parametrize("text", ["5", "0", "-1", "1.5", "", "cow", "１", "9" * 5000])
def test_what_is_no_part_is_refused(text):
    shown = text if len(text) <= 40 else "9" * 39 + "…"
    assert untouched(picture(), text) == (
        "Type a number from 1 to 4 or a part, forward, backward, SGD step, zero_grad; "
        f"got “\u2068{shown}\u2069”."
    )


def test_a_part_that_the_page_knows_is_shown_if_the_kernel_is_asked_after_all():
    shown = picture()
    assert typed(shown, " SGD step ") == ""
    assert shown.step == 2
    assert typed(shown, "2") == ""
    assert shown.step == 1


@pytest.mark.parametrize(
    ("ratio", "text"), [(1, "1.0"), (9.96, "10"), (10.4, "10"), (286, "290")]
)
def test_a_ratio_is_written_in_two_digits(ratio, text):
    assert times_text(ratio) == text


@pytest.mark.parametrize(
    ("share", "text"), [(0.0099, "under 1 %"), (0.01, "1 %"), (1, "100 %")]
)
def test_a_share_is_written_in_percent(share, text):
    assert percent(share) == text


OTHER = a_step([1.0] * 4, PARTS, [({}, {}, {})] * 4, V=9)


@pytest.mark.parametrize(
    ("steps", "error", "words"),
    [
        (
            DENSE,
            TypeError,
            "steps must be {name: what time_step returns}, got TimedStep.",
        ),
        ({}, ValueError, "steps must hold 1 to 4 ways, got 0."),
        ({f"{k}": DENSE for k in range(5)}, ValueError, "1 to 4 ways, got 5."),
        ({3: DENSE}, TypeError, "the name of a way must be a str, got 3."),
        ({"": DENSE}, ValueError, "1 to 20 printable letters, got ''."),
        ({"x" * 21: DENSE}, ValueError, "1 to 20 printable letters, got 'xxx"),
        ({"\ud800": DENSE}, ValueError, "1 to 20 printable letters, got '\\ud800'."),
        ({"dense": 0.02}, TypeError, "“\u2068dense\u2069” is a float."),
        (
            {"a": DENSE, "b": OTHER},
            ValueError,
            "same ids, but “\u2068b\u2069” is of another.",
        ),
        (
            {"a": a_step([], [], [])},
            ValueError,
            "1 to 6 parts, but “\u2068a\u2069” has 0.",
        ),
        (
            {"a": DENSE, "b": a_step([1.0], ["all"], [({}, {}, {})])},
            ValueError,
            "as many parts, got 4 and 1.",
        ),
        ({"a": SimpleNamespace(parts=DENSE.parts)}, TypeError, "is a SimpleNamespace."),
    ],
)
def test_steps_that_do_not_fit_are_refused(steps, error, words):
    with pytest.raises(error, match=re.escape(words)):
        step_times(steps)
