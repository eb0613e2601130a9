"""What a process had printed when it was killed is heard, and nothing half written is read."""

import os

import pytest

from cells import function
from lookup import LaunchError, launch
from lookup.processes import member
from lookup.processes.launch import show_printed

PRINTS_AND_IS_KILLED = """
import os
import signal

def prints_and_is_killed():
    print("before")
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(os.name == "nt", reason="signals are those of POSIX")
def test_what_a_rank_printed_before_it_was_killed_is_heard(capsys):
    with pytest.raises(LaunchError, match="rank 0 was killed by SIGKILL"):
        launch(function(PRINTS_AND_IS_KILLED), ranks=1)
    assert capsys.readouterr().out == "before\n"


def test_what_a_rank_printed_before_the_launch_was_interrupted_is_heard(
    monkeypatch, capsys
):
    def interrupted(command, report, limit):
        report.with_name("0.out").write_text("before\n")
        raise KeyboardInterrupt

    monkeypatch.setitem(launch.__globals__, "_run", interrupted)
    with pytest.raises(KeyboardInterrupt):
        launch(function(PRINTS_AND_IS_KILLED))
    assert capsys.readouterr().out == "before\n"


def test_a_letter_that_was_cut_in_two_hides_no_line(tmp_path, capsys):
    (tmp_path / "0.out").write_bytes("before\né".encode()[:-1])
    show_printed(tmp_path)
    assert capsys.readouterr().out == "before\n\ufffd"


def test_what_a_rank_leaves_is_whole_or_not_there(tmp_path):
    def write_half(part):
        part.write_text('{"time":')
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        member._put(tmp_path / "0.json", write_half)
    assert not (tmp_path / "0.json").exists()
    member._put(tmp_path / "0.json", lambda part: part.write_text("{}"))
    assert [path.name for path in tmp_path.iterdir()] == ["0.json"]
