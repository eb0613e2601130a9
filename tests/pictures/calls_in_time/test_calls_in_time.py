"""The picture of queued calls in time: what it takes and refuses, its numbers, every frame by node.

How the times are measured is tested in measuring/test_queued_calls.py.
"""

from dataclasses import asdict
from types import SimpleNamespace

import pytest
import torch
import traitlets

from conftest import refusal
from frames import WORDS, assert_frames
from lookup import QueuedCalls, calls_in_time, queued_calls
from without_browser import lines, typed, untouched


def queue(n, call, work, delay, *, gpu=True, wait=1e-6):
    """n calls of `call` seconds whose work takes `work` seconds and begins `delay` later."""
    called = [k * call * 1.1 for k in range(n)]
    began, done = [], []
    for at in called:
        began.append(max([at + delay, *done[-1:]]))
        done.append(began[-1] + work)
    returned = [at + call for at in called]
    waited = max(done[-1], returned[-1]) + wait
    return QueuedCalls(
        *map(tuple, (called, returned, began, done)), waited, gpu, "some GPU"
    )


THREAD = QueuedCalls(
    called=(0, 2e-5, 3.5e-5, 4.8e-5),
    returned=(1.9e-5, 3.4e-5, 4.7e-5, 6.1e-5),
    began=(5e-5, 5.2e-3, 1.03e-2, 1.55e-2),
    done=(5.1e-3, 1.02e-2, 1.54e-2, 2.05e-2),
    waited=2.06e-2,
    gpu=False,
    device="some CPU, 1 thread",
)


def judged(queued, **how):
    """A spec with the times as they were measured."""
    return calls_in_time(queued, **how).spec | {"truth": asdict(queued)}


@pytest.mark.long
def test_every_frame_keeps_its_properties(tmp_path):
    specs = {
        "thread": judged(THREAD),
        "gpu": judged(queue(4, 8e-6, 3.1e-3, 1e-5)),
        "one call": judged(queue(1, 1e-5, 2e-2, 0)),
        "calls that wait": judged(queue(3, 1e-3, 9e-4, 5e-5)),
        "work without time": judged(queue(4, 1e-4, 0, 0, wait=0)),
        "hours": judged(queue(2, 1.5, 3700, 2)),
        "eight names": judged(queue(8, 1e-6, 1e-1, 0), names=[*WORDS, "W" * 60]),
    }
    assert_frames("calls_in_time/frames.mjs", specs, tmp_path)


def test_a_measured_queue_is_drawn():
    W = torch.ones(50, 50)
    made = calls_in_time(
        queued_calls(lambda: W @ W, n=3, device="cpu"), names=["a", "b", "c"]
    )
    assert [call["name"] for call in made.spec["calls"]] == ["a", "b", "c"]
    assert made.spec["note"].startswith("a helper thread stands in for the GPU, ")
    assert made.spec["lanes"] == ["Python", "helper thread"]


def test_a_gpu_is_called_by_its_name():
    spec = calls_in_time(queue(2, 1e-5, 1e-3, 0)).spec
    assert (spec["note"], spec["worker"], spec["lanes"]) == (
        "some GPU", "the GPU", ["Python", "the GPU"]
    )  # fmt: skip


def test_a_picture_says_when_calls_return_and_when_they_are_done():
    assert repr(calls_in_time(THREAD)) == (
        "<calls in time: 4 calls, returned after 61 µs, done after 20.5 ms, "
        "waited for until 20.6 ms>"
    )


def test_the_still_has_all_times():
    page = calls_in_time(THREAD, names=["<b>x</b>", "", "", ""]).to_html()
    assert (
        "<caption>calls in time, since the first call, a helper thread stands in for"
        in page
    )
    assert lines(page, "thead") == [
        ["call", "called", "returned", "work began", "work done"]
    ]
    assert lines(page, "tbody")[0] == ["1 <b>x</b>", "0 s", "19 µs", "50 µs", "5.1 ms"]
    assert lines(page, "tbody")[3] == ["4", "48 µs", "61 µs", "15.5 ms", "20.5 ms"]
    assert lines(page, "tfoot") == [["the wait", "61 µs", "20.6 ms", "", ""]]


@pytest.mark.parametrize("row", [-1, 4])
def test_a_call_that_is_not_there_cannot_be_picked(row):
    made = calls_in_time(THREAD)
    made.row = 3
    with pytest.raises(
        traitlets.TraitError, match=r"^row must be a call from 0 to 3, or None, got"
    ):
        made.row = row
    assert made.row == 3


@pytest.mark.parametrize(("text", "row"), [("1", 0), (" 4 ", 3), ("", None)])
def test_a_typed_call_is_picked(text, row):
    made = calls_in_time(THREAD, step=2)
    made.row = 1
    assert typed(made, text) == ""
    assert (made.row, made.step) == (row, 2)


@pytest.mark.parametrize("text", ["0", "5", "-1", "1.5", "cow"])
def test_another_text_is_refused_with_the_rule(text):
    refused = untouched(calls_in_time(THREAD), text)
    assert (
        refused == f"Type the number of a call from 1 to 4; got “\u2068{text}\u2069”."
    )


@pytest.mark.parametrize(
    ("queued", "how", "kind", "text"),
    [
        (None, {}, TypeError, "queued must be what queued_calls returns, got NoneType."),
        ([1, 2], {}, TypeError, "queued must be what queued_calls returns, got list."),
        (queue(9, 1, 1, 1), {}, ValueError, "queued must hold 1 to 8 calls, got 9."),
        (queue(1, 0, 1, 1), {}, ValueError, "the last call must return after 0 s, got 0 s."),
        (THREAD, {"names": ["a"]}, ValueError,
         "names must hold one text for each of the 4 calls, got 1."),
        (THREAD, {"names": "abcd"}, TypeError,
         "names must be a list of words, each a str, got str."),
        (THREAD, {"names": [1, 2, 3, 4]}, TypeError,
         "names must be a list of words, each a str, got 1 at place 0."),
    ],
)  # fmt: skip
def test_what_is_no_queue_is_refused_with_the_rule(queued, how, kind, text):
    assert refusal(lambda: calls_in_time(queued, **how)) == (kind, text)


def test_what_looks_like_a_queue_is_one():
    """The picture does not know how it was measured."""
    assert repr(calls_in_time(SimpleNamespace(**asdict(THREAD)))) == repr(
        calls_in_time(THREAD)
    )
