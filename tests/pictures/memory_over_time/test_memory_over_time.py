"""The picture of memory over time: what it takes and refuses, its numbers, every frame by node."""

import functools
import re
from types import SimpleNamespace

import numpy as np
import pytest
import torch
import traitlets

from frames import assert_frames
from lookup import held_over_time, memory_over_time
from lookup.pictures.memory_over_time.runs import KIND_OF
from two_steps import TABLE, B, V, two_steps
from without_browser import lines, typed, untouched


def measured(layers, **how):
    return held_over_time(two_steps(layers=layers, **how))


WAYS = {
    "early": {},
    "early, sparse=True": {"sparse": True},
    "late": {"early": False},
    "late, sparse=True": {"early": False, "sparse": True},
}


@functools.cache  # it takes a second or two, which those who only import this do not need
def measured_runs():
    return {
        (way, n): measured(n, **how) for way, how in WAYS.items() for n in (0, 20, 40)
    }


def picture(runs=None, **more):
    given = measured_runs() if runs is None else runs
    return memory_over_time(given, **{"table": TABLE} | more)


def run_of(*phases):
    """A run from (name, held, taken or None) of each of its phases."""
    parts = [
        SimpleNamespace(name=name, held=held, taken=(taken or [{}])[0])
        for name, held, *taken in phases
    ]
    return SimpleNamespace(phases=parts)


def truth(run):
    """What was measured of each phase: its bytes, and those of each kind."""
    found = []
    for part in run.phases:
        parts = {} if part.taken else {"held": list(part.held)}
        for taken_in, held in part.taken.items():
            kind = KIND_OF.get(taken_in, "other")
            parts[kind] = np.add(parts.get(kind, 0), held).tolist()
        found.append({"name": part.name, "held": list(part.held), "parts": parts})
    return found


def judged(runs, **more):
    spec = picture(runs, **more).spec
    measured_runs = {
        way: [truth(runs[way, size]) for size in spec["layers"]] for way in spec["ways"]
    }
    return spec | {"truth": measured_runs}


def specs():
    adam = {("Adam", n): measured(n, optimizer=torch.optim.Adam) for n in (1, 9)}
    wild = np.random.default_rng(0).integers(0, 10**9, (8, 400))
    wild = [
        (f"phase number {k:,}", tuple(held.tolist())) for k, held in enumerate(wild)
    ]
    on_cuda = run_of(
        ("forward", (0, 500, 500)), ("backward", (500, 800, 300)), ("step", (300,))
    )
    nothing = run_of(("forward", (0,)))
    other = run_of(
        ("exchange", (0, 9), {"exchange": (0, 9)}), ("b", (9, 0), {"exchange": (9, 0)})
    )
    return {
        "four ways": judged(measured_runs()),
        "Adam": judged(adam),
        "wild": judged({("W" * 20, 1000): run_of(*wild)}),
        "on cuda": judged({("a card", 3): on_cuda}, table=400),
        "nothing": judged({("nothing", 0): nothing}),
        "other": judged({("one", 5): other, ("one", 6): other}, table=10**6),
        "eight": judged({("한국어단어", 1): run_of(*[("forward", (0,))] * 8)}, table=1),
        "sparse": judged(
            {key: run for key, run in measured_runs().items() if "sparse" in key[0]}
        ),
    }


@pytest.mark.long
def test_every_frame_keeps_its_properties(tmp_path):
    assert_frames("memory_over_time/frames.mjs", specs(), tmp_path)


def peaks(shown):
    """{way: peaks in tables, by layers}"""
    return {
        way: [round(run["peak"] / TABLE, 2) for run in runs]
        for way, runs in shown.spec["runs"].items()
    }


@pytest.mark.long
def test_activations_and_gradient_meet_only_where_zero_grad_comes_late():
    found = peaks(picture())
    for k, layers in enumerate((0, 20, 40)):
        size = layers * B / V
        assert found["early"][k] == pytest.approx(max(1, size), abs=0.2)
        assert found["late"][k] == pytest.approx(1 + size, abs=0.2)
        assert found["early, sparse=True"][k] == pytest.approx(size, abs=0.25)
        assert found["late, sparse=True"][k] == pytest.approx(size, abs=0.25)


def test_no_peak_is_lost_where_moments_are_left_out():
    held = [0] * 500
    held[123] = 777_777
    run = run_of(("forward", tuple(held), {"forward": tuple(held)}), ("step", (0,)))
    spec = picture({("a", 1): run}, table=1000).spec
    (sent,) = spec["runs"]["a"]
    units = list(map(int, sent["held"][0][0].split()))
    assert len(units) == 24
    assert max(units) * spec["unit"] == pytest.approx(777_777, rel=1e-4)
    assert sent["peak"] == 777_777


@pytest.mark.long
def test_kinds_are_known_by_the_phase_in_which_blocks_were_taken():
    adam = {("Adam", n): measured(n, optimizer=torch.optim.Adam) for n in (0, 1)}
    assert picture(adam).spec["kinds"] == ["activations", "gradients", "states"]
    assert picture().spec["kinds"] == ["activations", "gradients"], (
        "plain SGD has no states"
    )
    on_cuda = run_of(("forward", (0, 500, 500)))
    assert picture({("a", 1): on_cuda}).spec["kinds"] == ["held"]


def test_way_and_layers_are_chosen_and_shared():
    shown = picture(by="late", layers=20, step=4)
    assert repr(shown) == "<memory over time: late, 20 layers, phase 5 of 8, forward>"
    shown.by, shown.row = "early", 40
    assert (
        repr(shown) == "<memory over time: early, 40 layers, phase 5 of 8, zero_grad>"
    )
    assert typed(shown, " 0 ") == ""
    assert (shown.row, shown.step) == (0, 4)
    words = "^by must be one of 'early', .*, got 'soon'\\.$"
    with pytest.raises(traitlets.TraitError, match=words):
        shown.by = "soon"
    with pytest.raises(traitlets.TraitError, match=words):
        picture(by="soon")
    for layers in (1, -1, 41):
        rule = f"^layers must be one of 0, 20, 40, got {layers}\\.$"
        with pytest.raises(traitlets.TraitError, match=rule):
            shown.row = layers
        with pytest.raises(traitlets.TraitError, match=rule):
            picture(layers=layers)


@pytest.mark.parametrize("text", ["1", "-1", "1.5", "", "cow", "２０", "9" * 5000])
def test_layers_that_were_not_measured_are_refused(text):
    shown = text if len(text) <= 40 else "9" * 39 + "…"
    assert untouched(picture(), text) == (
        f"Type a number of layers that was measured, 0, 20, 40; got “\u2068{shown}\u2069”."
    )


def test_the_slider_runs_over_what_was_measured():
    assert picture().spec["range"] == {"low": 0, "high": 40, "apart": 20}
    assert picture({("a", 7): measured_runs()["early", 0]}).spec["range"] is None


def test_the_still_has_the_peaks_of_all_runs():
    shown = picture(by="late", layers=20)
    page = shown.to_html()
    assert lines(page, "thead") == [["way", "0 layers", "20 layers", "40 layers"]]
    body = lines(page, "tbody")
    assert [row[0] for row in body] == list(WAYS)
    for way, *texts in body:
        assert texts == [
            f"{measured_runs()[way, n].peak / TABLE:.2f}" for n in (0, 20, 40)
        ]
    assert "<b>late</b>" in page


PHASE = ("forward", (0, 4))


@pytest.mark.parametrize(
    ("runs", "error", "words"),
    [
        ([1], TypeError, "{(way, layers): what held_over_time returns}, got list."),
        ({}, ValueError, "at least one run, got none."),
        ({"late": 1}, TypeError, "the key of a run must be (way, layers), got 'late'."),
        ({(1, 2): 1}, TypeError, "the key of a run must be (way, layers), got (1, 2)."),
        ({("a", 1.5): 1}, TypeError, "layers must be a whole number, got 1.5."),
        ({("a", True): 1}, TypeError, "layers must be a whole number, got True."),
        ({(f"{k}", 1): 1 for k in range(5)}, ValueError, "at most 4 ways, got 5."),
        (
            {("x" * 21, 1): 1},
            ValueError,
            "a way must have 1 to 20 printable letters, got 'xxx",
        ),
        ({("\ud800", 1): 1}, ValueError, "1 to 20 printable letters, got '\\ud800'."),
        ({("a", -1): 1}, ValueError, "layers must be from 0 to 1,000, got -1 to -1."),
        (
            {("a", n): 1 for n in range(9)},
            ValueError,
            "at most 8 numbers of layers, got 9.",
        ),
        ({("a", n): 1 for n in (0, 5, 25)}, ValueError, "evenly spaced, as a slider"),
        (
            {("a", 1): 1, ("b", 2): 1},
            ValueError,
            "“\u2068a\u2069” has none of 2 layers.",
        ),
        ({("a", 1): 5}, TypeError, "“\u2068a\u2069” with 1 layer is of <class 'int'>."),
        (
            {("a", 1): run_of()},
            ValueError,
            "1 to 8 phases, but “\u2068a\u2069” with 1 layer has 0",
        ),
        ({("a", 1): run_of(*[PHASE] * 9)}, ValueError, "1 to 8 phases"),
        (
            {("a", 1): run_of(("", (0,)))},
            ValueError,
            "a phase must have 1 to 20 printable letters",
        ),
        (
            {("a", 1): run_of(("b", (0, -4)))},
            ValueError,
            "measure each with a fresh table.",
        ),
        (
            {("a", 1): run_of(PHASE), ("a", 2): run_of(PHASE, PHASE)},
            ValueError,
            "as many phases, got 1 and 2.",
        ),
    ],
)
def test_runs_that_do_not_fit_are_refused(runs, error, words):
    with pytest.raises(error, match=re.escape(words)):
        picture(runs)


@pytest.mark.parametrize(
    ("table", "error", "words"),
    [
        (0, ValueError, "at least 1 byte, got 0."),
        (1.5, TypeError, "a whole number, got 1.5."),
        (True, TypeError, "a whole number, got True."),
    ],
)
def test_a_table_without_bytes_is_refused(table, error, words):
    with pytest.raises(error, match=re.escape(words)):
        picture(table=table)


def test_table_and_layers_may_be_numpys():
    runs = {(way, np.int64(n)): run for (way, n), run in measured_runs().items()}
    assert picture(runs, table=np.int64(TABLE)).spec == picture().spec
