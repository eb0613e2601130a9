"""What ranks of notebook 07's functions are asked to do in its tests, and with what."""

import sys

import torch

WAYS = ["row shards", "DDP sparse", "DDP dense"]
STEPS = {
    (10_000, 64): (1024, 20),
    (1000, 16): (64, 30),
}  # {(V, D): (ids of a rank, steps)}
ODD = {2: (10,), 3: (10,), 4: (3, 5, 1999)}  # {ranks: rows of tables}
AVERAGES = {"Adagrad": 1, "SparseAdam": 2}  # of a row, kept by the optimiser
LESSONS = """
def odd_ends(W, batches, strengths, name):
    emb = ShardedEmbedding(*W.shape, sparse=True)
    rows = slice(emb.first, emb.first + len(emb.weight))
    emb.weight.data.copy_(W[rows])
    optimizer = getattr(torch.optim, name)(emb.parameters(), lr=0.1)
    rank = dist.get_rank()
    table = trained(emb, batches[rank], strengths[rank], optimizer)
    kept = [torch.as_tensor(what) for what in optimizer.state[emb.weight].values()]
    return table | {"state": sum(average.numel() for average in kept if average.ndim)}


def written():
    with open("/proc/self/io") as counts:
        return int(dict(line.split(": ") for line in counts)["wchar"])


def bytes_of(way, V, D, batches):
    emb = table_for(way, V, D)
    first, *others = batches[dist.get_rank()]
    emb(first).sum().backward()
    emb.zero_grad()
    dist.barrier()
    before = written()
    for ids in others:
        emb(ids).sum().backward()
        emb.zero_grad()
    return written() - before


def look_up_by_modulo(shard, ids):
    n = dist.get_world_size()
    owner = ids % n
    order = owner.argsort(stable=True)
    send = owner.bincount(minlength=n)
    receive = torch.empty_like(send)
    dist.all_to_all_single(receive, send)
    send, receive = send.tolist(), receive.tolist()
    asked = Swap.apply(ids[order], send, receive)
    rows = F.embedding(asked // n, shard)
    return Swap.apply(rows, receive, send)[order.argsort()]


def by_modulo(W, batches):
    rank = dist.get_rank()
    shard = nn.Parameter(W[rank :: dist.get_world_size()].clone())
    rows = look_up_by_modulo(shard, batches[rank])
    rows.pow(2).sum().backward()
    return rows.detach(), shard.grad


def by_modulo_and_back(V, folder):
    n = dist.get_world_size()
    shard = torch.arange(float(V))[dist.get_rank() :: n].unsqueeze(1)
    mesh = init_device_mesh("cpu", (n,))
    whole = {"shape": (V, 1), "stride": (1, 1)}
    saved = DTensor.from_local(shard, mesh, [Shard(0)], **whole)
    dcp.save({"table": saved}, checkpoint_id=folder)
    empty = torch.full_like(shard, -1)
    loaded = {"table": DTensor.from_local(empty, mesh, [Shard(0)], **whole)}
    dcp.load(loaded, checkpoint_id=folder)
    return torch.equal(loaded["table"].to_local(), shard)


def averages_and_back(as_part, folder):
    V = 4 * dist.get_world_size()  # so that all shards are equally large
    emb = ShardedEmbedding(V, 3)
    adam = torch.optim.Adam(emb.parameters(), lr=0.1)
    (emb(torch.arange(V)) * (dist.get_rank() + 1)).sum().backward()
    adam.step()
    average = adam.state[emb.weight]["exp_avg"].fill_(dist.get_rank())
    dcp.save({"average": part_of_whole(average) if as_part else average}, checkpoint_id=folder)
    empty = torch.full_like(average, -1)
    loaded = {"average": part_of_whole(empty) if as_part else empty}
    dcp.load(loaded, checkpoint_id=folder)
    found = loaded["average"].to_local() if as_part else loaded["average"]
    return found.unique().tolist()


def without_a_shard(folder):
    dcp.save({"table": part_of_whole(torch.ones(4, 3))}, checkpoint_id=folder)
    dist.barrier()
    if dist.get_rank() == 0:
        Path(folder, "__1_0.distcp").unlink()
    dist.barrier()
    load([folder])


def all_of(training, odd, counted, modulo, folder):
    found = {"trained": train_shards(*training)}
    found["odd"] = {of: odd_ends(*job) for of, job in odd.items()}
    found["bytes"] = {of: bytes_of(*of, batches) for of, batches in counted.items()}
    found["by modulo"] = by_modulo(*modulo)
    found["equal shards"] = by_modulo_and_back(2 * dist.get_world_size(), f"{folder}/equal")
    found["shards"] = by_modulo_and_back(1001, f"{folder}/unequal")
    found["parts"] = averages_and_back(True, f"{folder}/parts")
    found["copies"] = averages_and_back(False, f"{folder}/copies")
    return found
"""


def jobs(ranks):
    """What so many ranks are asked to do: the arguments of `all_of` without its folder."""
    g = torch.Generator().manual_seed(ranks)
    W = torch.randn(1001, 16, generator=g)
    batches = torch.randint(1001, (5, ranks, 64), generator=g)
    training = {1001: W}, {1001: batches}, torch.rand(5, ranks, 64, generator=g)
    odd = {}
    for V in ODD[ranks]:
        W = torch.randn(V, 5, generator=g)
        sizes = [
            0 if rank == 1 else 6 + rank for rank in range(ranks)
        ]  # one has no ids
        batches = [torch.randint(V, (7, size), generator=g) for size in sizes]
        strengths = [torch.rand(ids.shape, generator=g) for ids in batches]
        odd |= {(V, name): (W, batches, strengths, name) for name in AVERAGES}
    counted = {}
    for (V, D), (B, steps) in STEPS.items():
        batches = torch.randint(V, (ranks, steps + 1, B), generator=g)
        counted |= {(way, V, D): batches for way in WAYS if sys.platform == "linux"}
    modulo = (
        torch.randn(101, 5, generator=g),
        torch.randint(101, (ranks, 40), generator=g),
    )
    return training, odd, counted, modulo
