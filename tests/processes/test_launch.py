"""Launches that go well and that fail, on processes of this machine."""

import numpy as np
import pytest
import torch

from cells import function, run
from lookup import LaunchError, launch

ECHO = """
import os
import torch
import torch.distributed as dist

def echo(x):
    print("rank", dist.get_rank(), "of", dist.get_world_size())
    sent = torch.full((2,), dist.get_rank())
    received = torch.empty_like(sent)
    dist.all_to_all_single(received, sent)
    has = [torch.get_num_threads(), os.environ["CUDA_VISIBLE_DEVICES"]]
    return {"x": x, "from": received, "has": has}
"""
ONE_RAISES = """
import torch
import torch.distributed as dist

def one_raises():
    print("before")
    dist.barrier()  # else rank 0 may be ended before it has begun
    if dist.get_rank() == 1:
        raise ValueError("row 7 is not here")
    dist.all_reduce(torch.ones(1))
"""
USES_MODULES = """
from outcome import far
from lookup import message_of

def uses_modules():
    return far, message_of(int, "one")
"""


def test_what_ranks_return_comes_back_and_rank_0_is_heard(capsys):
    out = launch(function(ECHO), torch.ones(3), ranks=2)
    assert [list(part) for part in out] == [["x", "from", "has"]] * 2
    assert all(part["from"].tolist() == [0, 1] for part in out)
    assert all(part["x"].tolist() == [1, 1, 1] for part in out)
    assert [part["has"] for part in out] == [[1, ""], [1, ""]]
    assert capsys.readouterr().out == "rank 0 of 2\n"


def test_the_rank_that_raised_is_shown_and_not_its_victims(capsys):
    """Nor does anybody wait for the time-out, which is longer than a test may take."""
    with pytest.raises(
        LaunchError, match="rank 1 failed\nin one_raises: raise ValueError"
    ) as found:
        launch(function(ONE_RAISES), ranks=2, timeout=2000, limit=2000)
    assert str(found.value).endswith("\nValueError: row 7 is not here")
    assert any(word in found.value.ended[0] for word in ("Connection", "SIGTERM")), (
        "who is faster"
    )
    assert capsys.readouterr().out == "before\n"


def test_a_rank_finds_the_helper_and_a_file_beside_the_notebook(tmp_path, monkeypatch):
    (tmp_path / "outcome.py").write_text(
        "far = 7"
    )  # a name that stands beside member.py, too
    monkeypatch.syspath_prepend(tmp_path)
    said = "ValueError: invalid literal for int() with base 10: 'one'"
    ranks = np.int64(1)  # as one is counted
    assert launch(function(USES_MODULES), ranks=ranks) == [(7, said)]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"ranks": 0}, "ranks must be a whole number from 1 to 8, got 0"),
        ({"ranks": 9}, "ranks must be"),
        ({"ranks": True}, "ranks must be"),
        ({"ranks": 2.0}, "ranks must be"),
        ({"timeout": 0}, "timeout must be finite seconds above 0, got 0"),
        ({"timeout": float("inf")}, "timeout must be finite seconds above 0, got inf"),
        ({"limit": float("nan")}, "limit must be finite seconds above 0, got nan"),
        ({"limit": "9"}, "limit must be seconds, got '9'"),
    ],
)
def test_numbers_out_of_range_are_refused_at_the_door(options, message):
    with pytest.raises(ValueError, match=message):
        launch(function(ECHO), 1, **options)


RULE = "must be numbers, text, tensors, or lists, tuples and dicts of these"


@pytest.mark.parametrize("argument", [run("class Shop: pass")["Shop"], (x for x in ())])
def test_arguments_that_are_no_data_are_refused_at_the_door(argument):
    with pytest.raises(TypeError, match=f"arguments {RULE}; "):
        launch(function(ECHO), argument)


@pytest.mark.long
def test_what_is_of_numpy_is_refused_in_one_line():
    with pytest.raises(TypeError) as found:
        launch(function(ECHO), np.ones(2))
    assert (
        str(found.value)
        == f"arguments {RULE}, nothing of NumPy or of classes of your own."
    )
    returns = "import numpy as np\n\ndef returns():\n    return np.float64(1)"
    with pytest.raises(
        TypeError, match=f"what the function returns {RULE}, nothing of NumPy"
    ):
        launch(function(returns), ranks=1)


@pytest.mark.long
def test_a_rank_whose_result_cannot_be_pickled_has_failed():
    with pytest.raises(LaunchError, match=r"rank 0 failed\n.*Can't"):
        launch(function("def returns():\n    return lambda: 1"), ranks=1)
