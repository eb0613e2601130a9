"""Notebook 07's functions on two hosts: network namespaces of this machine, joined by a link."""

import time

import pytest
import torch

from cells import run
from lookup import LaunchError
from record_ranks import NOTEBOOK, functions_of
from two_hosts import ends, start_on, two_hosts, why_not

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(bool(why_not()), reason=why_not() or "-"),
]

TRAINED = """
import time
from datetime import timedelta
from pathlib import Path

def wait_for_the_cut(folder):
    Path(folder, f"waits-{dist.get_rank()}").touch()
    while not Path(folder, "cut").exists():
        time.sleep(0.05)

def train_on(W, batches, folder, cut_at):
    emb = ShardedEmbedding(*W.shape, sparse=True)
    emb.weight.data.copy_(W[emb.first : emb.first + len(emb.weight)])
    V = len(W)
    done = sorted(int(path.parent.name) for path in Path(folder).glob("*/.metadata"))
    begin = done[-1] if done else 0
    if begin:
        table = {"table": part_of_whole(emb.weight.data, V)}
        dcp.load(table, checkpoint_id=f"{folder}/{begin}")
    optimizer = torch.optim.SGD(emb.parameters(), lr=0.01)
    for step in range(begin, len(batches)):
        if step == cut_at:
            wait_for_the_cut(folder)
            dist.distributed_c10d._set_pg_timeout(timedelta(seconds=10))
        optimizer.zero_grad()
        (emb(batches[step, dist.get_rank()]) - 3).pow(2).sum().backward()
        optimizer.step()
        if step % 5 == 4:
            table = {"table": part_of_whole(emb.weight.data, V)}
            dcp.save(table, checkpoint_id=f"{folder}/{step + 1}")
    return emb.weight.detach(), begin
"""


@pytest.fixture(scope="module")
def book():
    names = functions_of(NOTEBOOK)
    run(TRAINED, names)
    return names


def together(hosts, folder, function, *arguments, ranks=1):
    processes = start_on(hosts, folder, function, arguments, ranks=ranks, timeout=300)
    return ends(processes, folder, 2 * ranks, limit=600)


def test_two_hosts_of_two_ranks_train_as_one_process_does(book, tmp_path):
    W = torch.randn(1001, 16)
    batches = torch.randint(1001, (30, 4, 64))
    strengths = torch.rand(30, 4, 64)
    with two_hosts() as hosts:
        by_ranks = together(
            hosts,
            tmp_path,
            book["train_shards"],
            {1001: W},
            {1001: batches},
            strengths,
            ranks=2,
        )
    emb = torch.nn.Embedding.from_pretrained(W.clone(), False)
    adam = torch.optim.Adam(emb.parameters(), lr=0.01)
    wanted = book["trained"](emb, batches.flatten(1), strengths.flatten(1), adam)
    assert torch.cat([rank[1001][0] for rank in by_ranks]).equal(wanted)


def test_a_cut_link_is_told_and_a_restart_ends_with_the_same_numbers(book, tmp_path):
    W = torch.randn(1001, 16)
    batches = torch.randint(1001, (40, 2, 64))
    saved = tmp_path / "saved"
    first, second = tmp_path / "first", tmp_path / "second"
    for folder in (saved, first, second):
        folder.mkdir()
    with two_hosts() as hosts:
        job = W, batches, str(saved), 12
        processes = start_on(hosts, first, book["train_on"], job, timeout=300)
        while len([*saved.glob("waits-*")]) < 2:
            assert all(process.poll() is None for process in processes)
            time.sleep(0.1)
        hosts[0].link("down")
        (saved / "cut").touch()
        while not all((first / f"{rank}.json").exists() for rank in (0, 1)):
            time.sleep(0.1)
        with pytest.raises(LaunchError, match="Timed out waiting 10000ms"):
            ends(processes, first, 2, limit=1)
        hosts[0].link("up")
        by_ranks = together(hosts, second, book["train_on"], W, batches, str(saved), 0)
    assert {begin for _, begin in by_ranks} == {10}
    emb = torch.nn.Embedding.from_pretrained(W.clone(), False, sparse=True)
    optimizer = torch.optim.SGD(emb.parameters(), lr=0.01)
    evenly = torch.ones(len(batches), 128)
    wanted = book["trained"](emb, batches.flatten(1), evenly, optimizer)
    assert torch.cat([table for table, _ in by_ranks]).equal(wanted)
