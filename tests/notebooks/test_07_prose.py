"""What notebook 07 says of things that its own run need not show: GPUs, and TorchRec."""

from unittest.mock import Mock

import torch
import torch.distributed as dist

from course import ROOT, read, requirements

PATH = ROOT / "notebooks" / "07_beyond_one_machine.ipynb"
CELLS = {cell.id: cell.source for cell in read(PATH).cells}
JOINS = 'dist.init_process_group("gloo", timeout=timedelta(seconds=20))\n'
OF_GROUPS = ["init_process_group", "get_rank", "get_world_size"]
OF_GROUPS += ["barrier", "destroy_process_group"]


def test_who_py_lacks_nothing_when_the_lines_for_gpus_stand_in_it(monkeypatch):
    """Of "07-23" and "07-104": each rank chooses its GPU, and then joins by NCCL."""
    who, gpus = (
        CELLS[name].split("```python\n")[1].split("```")[0]
        for name in ("07-23", "07-104")
    )
    assert who.count(JOINS) == 1
    calls = Mock()
    monkeypatch.setattr(torch.cuda, "set_device", calls.set_device)
    for name in OF_GROUPS:
        monkeypatch.setattr(dist, name, getattr(calls, name))
    monkeypatch.setenv("LOCAL_RANK", "3")
    exec(compile(who.replace(JOINS, gpus), "who.py", "exec"), {})
    first, second, *_ = calls.mock_calls
    assert first.args == (3,)
    assert second.args == ("nccl",)
    assert second.kwargs["timeout"].total_seconds() == 60


def test_a_reader_without_torchrec_hears_that_its_line_is_missing():
    """Of "07-torchrec" and "07-built-in-torchrec", which the table's line may not precede."""
    assert "torchrec" not in requirements(ROOT / "requirements.txt")
    assert "three lines" in CELLS["07-torchrec"].split("<details>")[0]
    assert CELLS["07-built-in-torchrec"].startswith("TorchRec, where it is installed,")
