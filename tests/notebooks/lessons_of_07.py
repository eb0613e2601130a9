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
def first_and_last(emb, batches, strengths, optimizer):
    found = {"rows": emb(batches[0]).detach()}
    trained(emb, batches[:1], strengths[:1], optimizer)
    found["gradient"] = emb.weight.grad.to_dense()
    return found | {"table": trained(emb, batches[1:], strengths[1:], optimizer)}


def odd_ends(W, batches, strengths, name):
    emb = ShardedEmbedding(*W.shape, sparse=True)
    rows = slice(emb.first, emb.first + len(emb.weight))
    emb.weight.data.copy_(W[rows])
    optimizer = getattr(torch.optim, name)(emb.parameters(), lr=0.1)
    rank = dist.get_rank()
    found = first_and_last(emb, batches[rank], strengths[rank], optimizer)
    kept = [torch.as_tensor(what) for what in optimizer.state[emb.weight].values()]
    return found | {"state": sum(average.numel() for average in kept if average.ndim)}


def train_by_sgd(starts, drawn, strengths):
    rank = dist.get_rank()
    found = {}
    for V, W in starts.items():
        emb = ShardedEmbedding(*W.shape, sparse=True)
        emb.weight.data.copy_(W[emb.first :][: len(emb.weight)])
        sgd = torch.optim.SGD(emb.parameters(), lr=0.01)
        Sent.total = 0
        rows = trained(emb, drawn[V][:, rank], strengths[:, rank], sgd)
        found[V] = rows, Sent.total
    return found


def one_skips():
    steps = [0, 2] if dist.get_rank() == 1 else [0, 1]  # and then rank 0 has a third
    found = []
    for step in steps:
        mine = torch.tensor([step, step])
        found.append(Swap.apply(mine, [1, 1], [1, 1]).tolist())
    return found


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


def save_and_load(place):
    V = 4 * dist.get_world_size()
    for step in (1, 2):
        filled = torch.full((4, 3), float(step))
        save_step(place, step, {"table": part_of_whole(filled, V)})
    dist.barrier()
    newest = Path(place, "newest").read_text()
    table = part_of_whole(torch.zeros(4, 3), V)
    dcp.load({"table": table}, checkpoint_id=f"{place}/{newest}")
    return [table.to_local()[:, 0].tolist()]


def averages_and_back(as_part, folder):
    V = 4 * dist.get_world_size() - as_part  # of parts the last is shorter
    emb = ShardedEmbedding(V, 3)
    adam = torch.optim.Adam(emb.parameters(), lr=0.1)
    (emb(torch.arange(V)) * (dist.get_rank() + 1)).sum().backward()
    adam.step()
    average = adam.state[emb.weight]["exp_avg"].fill_(dist.get_rank())
    dcp.save({"average": part_of_whole(average, V) if as_part else average}, checkpoint_id=folder)
    empty = torch.full_like(average, -1)
    loaded = {"average": part_of_whole(empty, V) if as_part else empty}
    dcp.load(loaded, checkpoint_id=folder)
    found = loaded["average"].to_local() if as_part else loaded["average"]
    return found.unique().tolist()


def goes_on(folder):
    V = 4 * dist.get_world_size()
    emb = ShardedEmbedding(V, 3)
    adam = torch.optim.Adam(emb.parameters(), lr=0.1)

    def step(emb, adam, aim):
        adam.zero_grad()
        (emb(torch.arange(V)) - aim).pow(2).sum().backward()
        adam.step()

    def kept(emb, state):
        parts = {"table": emb.weight.data, **state}
        return {name: part_of_whole(x, V) if x.ndim else x for name, x in parts.items()}

    step(emb, adam, 1)
    step(emb, adam, 2)
    dcp.save(kept(emb, adam.state[emb.weight]), checkpoint_id=folder)
    later, others = ShardedEmbedding(V, 3), ShardedEmbedding(V, 3)
    averages = {name: torch.zeros_like(x) for name, x in adam.state[emb.weight].items()}
    loaded = kept(later, averages)
    dcp.load(loaded, checkpoint_id=folder)
    others.weight.data.copy_(later.weight.data)
    put_back = torch.optim.Adam(later.parameters(), lr=0.1)
    del loaded["table"]
    put_back.state[later.weight] = {
        name: x.to_local() if x.ndim else x for name, x in loaded.items()
    }
    step(emb, adam, 3)
    step(later, put_back, 3)
    step(others, torch.optim.Adam(others.parameters(), lr=0.1), 3)
    return [x.weight.equal(emb.weight) for x in (later, others)]


def without_a_shard(folder):
    dcp.save({"table": part_of_whole(torch.ones(4, 3), 8)}, checkpoint_id=folder)
    dist.barrier()
    if dist.get_rank() == 0:
        Path(folder, "__1_0.distcp").unlink()
    dist.barrier()
    load([folder])


def bags_of_20(W, batches):
    from torchrec import KeyedJaggedTensor

    ids = batches[dist.get_rank()]  # (1280,), of 64 bags
    ways = ways_to_shard(W)
    table = ways["TorchRec"].table
    for _ in range(2):
        dist.barrier()
        before = written()
        bags = KeyedJaggedTensor(["id"], ids, lengths=torch.full((64,), 20))
        sums = table(bags).wait()["id"]
        sums.sum().backward()
        sent = written() - before
    *_, ours = step_of(ways["our shards"], W, ids)
    return sums.detach(), sent, ours


def learns_in_its_backward(W, batches):
    from torchrec import EmbeddingBagCollection, EmbeddingBagConfig, KeyedJaggedTensor
    from torchrec.distributed.shard import shard
    from torchrec.distributed.sharding_plan import row_wise
    from torchrec.optim.apply_optimizer_in_backward import apply_optimizer_in_backward

    V, D = W.shape
    named = {"name": "table", "feature_names": ["id"]}
    config = EmbeddingBagConfig(num_embeddings=V, embedding_dim=D, **named)
    whole = EmbeddingBagCollection([config])
    apply_optimizer_in_backward(torch.optim.SGD, whole.parameters(), {"lr": 0.1})
    table = shard(whole, row_wise(), device=torch.device("cpu"))
    before = next(table.parameters()).detach().clone()
    ids = batches[dist.get_rank()]
    bags = KeyedJaggedTensor(["id"], ids, lengths=torch.ones_like(ids))
    table(bags).wait()["id"].sum().backward()
    weight = next(table.parameters())
    moved = (weight.detach() != before).any(dim=1).nonzero().flatten()
    return weight.grad is None, moved.tolist()


def all_of(training, odd, counted, folder):
    found = {"Adam": train_shards(*training), "SGD": train_by_sgd(*training)}
    found["odd"] = {of: odd_ends(*job) for of, job in odd.items()}
    found["bytes"] = {of: bytes_of(*of, batches) for of, batches in counted.items()}
    found["newest"] = save_and_load(f"{folder}/steps")
    found["parts"] = averages_and_back(True, f"{folder}/parts")
    found["copies"] = averages_and_back(False, f"{folder}/copies")
    found["goes on"] = goes_on(f"{folder}/goes_on")
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
    return training, odd, counted
