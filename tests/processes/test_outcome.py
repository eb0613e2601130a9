"""Whom a launch blames: the first rank that failed of its own, whatever torchrun says."""

import json
import signal

import pytest

from lookup.processes.outcome import failure

CLOSED = "RuntimeError: Connection closed by peer [127.0.0.1]:40000"
LATE = "RuntimeError: Timed out waiting 5000ms for recv operation to complete"
OWN = "ValueError: no such id"
REPORT = """
Failures:
[1]:
  time      : 2026-01-31_00:00:00
  rank      : 1 (local_rank: 1)
  exitcode  : 1 (pid: 7)
Root Cause (first observed failure):
[0]:
  time      : 2026-01-31_00:00:00
  rank      : 0 (local_rank: 0)
  exitcode  : {} (pid: 6)
"""
BOTH = REPORT.format(1)


@pytest.fixture
def fail(tmp_path):
    """The error of two ranks that told this, each a second after the one before."""

    def fail(*told, report=BOTH):
        for second, (rank, says) in enumerate(told):
            said = {
                "time": second,
                "says": says,
                "lines": [f"in step: line of rank {rank}"],
            }
            (tmp_path / f"{rank}.json").write_text(json.dumps(said))
        return failure(tmp_path, 2, report)

    return fail


@pytest.mark.parametrize(
    ("told", "guilty"),
    [
        ([(1, OWN), (0, CLOSED)], 1),
        ([(0, CLOSED), (1, OWN)], 1),  # the clock of a victim may be ahead
        ([(0, OWN), (1, OWN)], 0),
        ([(1, OWN), (0, OWN)], 1),
        ([(0, LATE), (1, CLOSED)], 0),
        ([(1, CLOSED), (0, LATE)], 0),  # who waits in vain takes the connection along
        ([(0, OWN)], 0),
    ],
)
def test_the_first_rank_that_failed_of_its_own_is_guilty(fail, told, guilty):
    error = fail(*told)
    assert error.guilty == guilty
    assert error.blamed == 0
    assert str(error).startswith(
        f"rank {guilty} failed\nin step: line of rank {guilty}\n"
    )


def test_a_rank_that_was_killed_is_guilty_of_what_others_say_of_it(fail):
    error = fail((1, CLOSED), report=REPORT.format(-6))
    assert error.guilty == 0
    assert error.ended == {0: "was killed by SIGABRT", 1: CLOSED}
    assert str(error) == "rank 0 was killed by SIGABRT"


@pytest.mark.parametrize(("code", "guilty"), [(-signal.SIGTERM, 0), (-9, 1)])
def test_a_rank_that_torchrun_ended_is_not_guilty(fail, code, guilty):
    report = REPORT.replace("exitcode  : 1 ", f"exitcode  : {int(code)} ").format(1)
    assert fail((0, LATE), report=report).guilty == guilty


def test_the_last_words_of_an_aborted_rank_are_kept(fail):
    words = "terminate called\n  what():  [enforce fail at pair.cc:456] a <= b. 12 vs 8. Too long\n"
    error = fail((1, CLOSED), report=words + REPORT.format(-6))
    assert str(error) == "rank 0 was killed by SIGABRT; a <= b. 12 vs 8. Too long"


def test_where_no_rank_says_why_the_launchers_own_error_is_told(fail):
    report = "Traceback\ntorch.distributed.DistNetworkError: port: 29500, EADDRINUSE\n"
    error = fail(report=report)
    assert error.guilty is None
    assert str(error).startswith(
        "no rank says why the launch failed. torch.distributed.Dist"
    )
    assert "EADDRINUSE" in str(error)
    assert set(error.ended.values()) == {"ended without a result"}
    assert str(fail(report="")) == "no rank says why the launch failed."
