"""Notebook 07's functions on two hosts: network namespaces of this machine, joined by a link."""

import time

import pytest
import torch

from cells import run
from lookup import LaunchError
from lookup.processes.hosts import ends, start_on, two_hosts, why_not
from lookup.processes.record import NOTEBOOK, functions_of

pytestmark = [pytest.mark.long, pytest.mark.skipif(bool(why_not()), reason=why_not() or "-")]

MEASURED = """
import os
from pathlib import Path

def interface():
    (name,) = set(os.listdir("/sys/class/net")) - {"lo"}
    return int(Path(f"/sys/class/net/{name}/statistics/tx_bytes").read_text())

def bytes_of(way, V, D, batches):
    emb = table_for(way, V, D)
    ids = batches[dist.get_rank()]
    emb(ids[0]).sum().backward()
    emb.zero_grad()
    counted = []
    for _ in range(3):
        dist.barrier()
        before = interface()
        Swap.sent = 0
        for one in ids[1:]:
            emb(one).sum().backward()
            emb.zero_grad()
        counted.append((interface() - before, Swap.sent))
    return counted
"""
TRAINED = """
import time
from pathlib import Path

def uneven_part(shard, V):
    mesh = init_device_mesh("cpu", (dist.get_world_size(),))
    D = shard.shape[1]
    return DTensor.from_local(shard, mesh, [Shard(0)], shape=(V, D), stride=(D, 1))

def train_on(W, batches, folder, pause):
    emb = ShardedEmbedding(*W.shape, sparse=True)
    emb.weight.data.copy_(W[emb.first : emb.first + len(emb.weight)])
    V = len(W)
    done = sorted(int(path.parent.name) for path in Path(folder).glob("*/.metadata"))
    begin = done[-1] if done else 0
    if begin:
        table = {"table": uneven_part(emb.weight.data, V)}
        dcp.load(table, checkpoint_id=f"{folder}/{begin}")
    optimizer = torch.optim.SGD(emb.parameters(), lr=0.01)
    for step in range(begin, len(batches)):
        optimizer.zero_grad()
        (emb(batches[step, dist.get_rank()]) - 3).pow(2).sum().backward()
        optimizer.step()
        if step % 5 == 4:
            table = {"table": uneven_part(emb.weight.data, V)}
            dcp.save(table, checkpoint_id=f"{folder}/{step + 1}")
        time.sleep(pause)
    return emb.weight.detach(), begin
"""


@pytest.fixture(scope="module")
def book():
    names = functions_of(NOTEBOOK)
    run(MEASURED, names)
    run(TRAINED, names)
    return names


def together(hosts, folder, function, *arguments, ranks=1):
    return ends(start_on(hosts, folder, function, arguments, ranks=ranks), folder, 2 * ranks)


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
    for name in ("SGD", "Adam"):
        for what, wanted in book["train_whole"](W, batches, strengths, name).items():
            assert torch.cat([rank[1001, name][what] for rank in by_ranks]).equal(wanted)


def bytes_of_both(folder, bytes_of, *arguments):
    """Of all interfaces and of all tallies: the least of three rounds.

    TCP may send a packet twice, which adds to what a round costs, and never takes from it.
    """
    with two_hosts("1gbit") as hosts:
        counted = together(hosts, folder, bytes_of, *arguments)
    rounds = torch.tensor(counted).sum(0)
    return rounds.min(0).values.tolist()


@pytest.mark.parametrize("way", ["row shards", "DDP sparse", "DDP dense"])
def test_the_interfaces_count_what_the_formulas_say(book, tmp_path, way):
    V, D, B, steps = 10_000, 64, 1024, 20
    batches = torch.randint(V, (2, steps + 1, B))
    found, tally = bytes_of_both(tmp_path, book["bytes_of"], way, V, D, batches)
    if way == "row shards":
        said = sum(book["predicted"](batches[:, step], V // 2, D) for step in range(1, steps + 1))
        assert tally == said
    elif way == "DDP sparse":
        different = sum(len(ids.unique()) for rank in batches for ids in rank[1:])
        said = different * (8 + 4 * D)
    else:
        said = steps * 2 * 4 * V * D
    assert said < found < 1.01 * said


def test_headers_and_counts_add_two_fifths_to_steps_as_small_as_those_of_the_training(
    book, tmp_path
):
    """Of "07-counter": 40 bytes on top of each 100."""
    batches = torch.randint(1000, (2, 31, 64))
    found, tally = bytes_of_both(tmp_path, book["bytes_of"], "row shards", 1000, 16, batches)
    assert 1.3 < found / tally < 1.5


def test_a_cut_link_is_told_soon_and_a_restart_ends_with_the_same_numbers(book, tmp_path):
    W = torch.randn(1001, 16)
    batches = torch.randint(1001, (40, 2, 64))
    saved = tmp_path / "saved"
    first, second = tmp_path / "first", tmp_path / "second"
    for folder in (saved, first, second):
        folder.mkdir()
    with two_hosts() as hosts:
        job = W, batches, str(saved), 0.25
        processes = start_on(hosts, first, book["train_on"], job, timeout=5)
        end = time.monotonic() + 60
        while not (saved / "10" / ".metadata").exists() and time.monotonic() < end:
            time.sleep(0.1)
        time.sleep(0.5)
        hosts[0].link("down")
        begin = time.monotonic()
        told = [first / "0.json", first / "1.json"]
        while not all(path.exists() for path in told) and time.monotonic() < begin + 30:
            time.sleep(0.1)
        assert time.monotonic() - begin < 5 + 5, "the time-out, and a little"
        with pytest.raises(LaunchError, match="Timed out waiting 5000ms"):
            ends(processes, first, 2, limit=1)
        hosts[0].link("up")
        by_ranks = together(hosts, second, book["train_on"], W, batches, str(saved), 0.0)
    assert {begin for _, begin in by_ranks} <= {10, 15}
    emb = torch.nn.Embedding.from_pretrained(W.clone(), False, sparse=True)
    optimizer = torch.optim.SGD(emb.parameters(), lr=0.01)
    evenly = torch.ones(len(batches), 128)
    wanted = book["trained"](emb, batches.flatten(1), evenly, optimizer)["table"]
    assert torch.cat([table for table, _ in by_ranks]).equal(wanted)
