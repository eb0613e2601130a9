"""What the recorder of ranks writes is what notebook 07 reads, with two hosts and without."""

from contextlib import nullcontext

import pytest

import record_ranks as record
from lookup import recorded_steps

STEP = 0.25  # seconds, as the pretended ranks say


@pytest.fixture
def written(tmp_path, monkeypatch, capsys):
    """Records with pretended ranks; gives what can be read back, and what was printed."""

    def times(race, way, sizes, steps, **limits):
        return [[[STEP] * steps for _ in sizes]] * 2

    def start_on(hosts, folder, race, job, timeout):
        return job

    def write(why_not=""):
        monkeypatch.setattr(
            "torch.set_num_threads", lambda number: None
        )  # other tests go on
        monkeypatch.setattr(record, "SIZES", (10, 20))
        monkeypatch.setattr(record, "launch", times)
        monkeypatch.setattr(record, "why_not", lambda: why_not)
        monkeypatch.setattr(record, "two_hosts", nullcontext)
        monkeypatch.setattr(record, "start_on", start_on)
        monkeypatch.setattr(
            record, "ends", lambda job, folder, ranks, limit: times(None, *job)
        )
        record.main(["--to", str(tmp_path)])
        (path,) = tmp_path.iterdir()
        return recorded_steps(path), capsys.readouterr().out

    return write


def test_steps_of_one_process_of_two_ranks_and_over_a_link_are_read_back(written):
    steps, printed = written()
    alone = {("one process", "one machine", V) for V in (10, 20)}
    ranks = {(way, "one machine", V) for way in record.WAYS for V in (10, 20)}
    assert set(steps.times) == alone | ranks | {
        (way, "1 Gbit/s", 10**6) for way in record.WAYS
    }
    assert steps.times["DDP dense", "1 Gbit/s", 10**6].times == (STEP,) * record.STEPS
    assert steps.times["one process", "one machine", 10].low > 0
    assert printed.startswith("11 runs on ")


def test_without_two_hosts_the_rest_is_recorded_and_the_reason_said(written):
    steps, printed = written("two hosts need root")
    assert {link for _, link, _ in steps.times} == {"one machine"}
    assert "Nothing over a link: two hosts need root.\n" in printed
