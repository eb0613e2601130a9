"""What notebook 07 says of owners, bytes, failures and recorded steps."""

import heapq
import subprocess
import sys
import time

import pytest
import torch

from course import NOTEBOOKS, code_cells, read
from lookup import LaunchError, launch, recorded_steps
from lookup.processes.record import functions_of

pytestmark = pytest.mark.long  # they start processes, as nbval has just done

PATH = next(path for path in NOTEBOOKS if path.stem.startswith("07_"))
PROCESSES = str(PATH.parents[1] / "tests" / "processes")
ODD = """
def odd_ends(W, batches, strengths, name):
    emb = ShardedEmbedding(*W.shape, sparse=True)
    rows = slice(emb.first, emb.first + len(emb.weight))
    emb.weight.data.copy_(W[rows])
    optimizer = getattr(torch.optim, name)(emb.parameters(), lr=0.1)
    rank = dist.get_rank()
    table = trained(emb, batches[rank], strengths[rank], optimizer)
    kept = [torch.as_tensor(what) for what in optimizer.state[emb.weight].values()]
    return table | {"state": sum(average.numel() for average in kept if average.ndim)}
"""
WAYS = ["row shards", "DDP sparse", "DDP dense"]


@pytest.fixture(scope="module")
def book():
    names = functions_of(PATH)
    sys.path.append(PROCESSES)
    from cells import run

    return run(ODD, names)


def test_the_first_bad_id_aborts_the_rank_that_has_none(book):
    """Of the cells "07-72" and "07-73": mostly so, as the prose says, so one of three will do."""
    for _ in range(3):
        with pytest.raises(LaunchError) as found:
            launch(book["bad_id"])
        error = found.value
        assert "id" not in str(error).split(":")[-1].split()
        if "12 vs 8" in error.ended[0]:
            break
    assert error.ended[0].startswith("was killed by SIGABRT; ")
    assert "12 vs 8" in error.ended[0]
    assert any(word in error.ended[1] for word in ("Connection", "splits", "SIGTERM"))


def test_a_skipped_step_is_noticed_at_the_end_only(book, capsys):
    """Of "07-79" and "07-skipped"."""
    with pytest.raises(LaunchError, match="Timed out waiting 3000ms"):
        launch(book["one_skips"], timeout=3)
    assert capsys.readouterr().out.splitlines()[1] == "step 1: rank 0 gets [1, 2]"


def test_the_picture_holds_the_boxes_of_the_notebook_and_ends_as_the_prose_says():
    """Of the cells "07-11" to "07-boxes-picture"."""
    names = {}
    cells = {cell.id: cell.source for cell in code_cells(read(PATH))}
    for part in ("01", "03", "11", "13"):
        exec(cells[f"07-{part}"], names)
    *lines, last = cells["07-boxes-picture"].splitlines()
    exec("\n".join(lines), names)
    picture = eval(last, names)
    assert picture.boxes == [[box.tolist() for box in boxes] for boxes in names["asking"]]
    picture.step = 6
    assert picture.sent == {"ids": 24, "rows": 36, "gradients": 36}
    W = names["W"].clone().requires_grad_()
    torch.nn.functional.embedding(torch.cat(names["batches"]), W).backward(torch.cat(names["up"]))
    assert W.grad[:, 0].tolist() == [0, 1, 10, 1, 0, 10, 2, 10]
    assert picture.spec["sums"][0]["6"].split()[1:] == ["2"] * 3


def test_the_script_for_torchrun_runs(tmp_path):
    """Of "07-23"."""
    (text,) = (cell.source for cell in read(PATH).cells if cell.id == "07-23")
    script = text.split("```python\n")[1].split("```")[0]
    (tmp_path / "who.py").write_text(script, encoding="utf-8")
    command = ["-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "2", "who.py"]
    ran = subprocess.run(
        [sys.executable, *command], cwd=tmp_path, capture_output=True, text=True, timeout=120
    )
    for rank in (0, 1):
        assert f"I am rank {rank} of 2." in ran.stdout
    assert ran.returncode == 0


def test_a_sparse_gradient_takes_more_bytes_than_a_dense_one_as_the_prose_says(book):
    """Of the cells "07-by-ranks", "07-dense-pays" and "07-dense"."""
    sent = {n: book["of_ranks"](n) for n in (2, 8)}
    assert sent[8]["DDP sparse"] == 28 * sent[2]["DDP sparse"]
    for way in ("row shards", "DDP dense"):
        assert sent[8][way] == 7 * sent[2][way]
    for B in (20_000, 30_000):  # about a quarter of the rows
        sent = book["of_ranks"](8, V=100_000, B=B, D=512)
        assert (sent["DDP sparse"] > sent["DDP dense"]) == (B > 25_000)
    words = book["of_ranks"](8, V=50_000, B=20_000, D=512)
    assert words["DDP dense"] < words["DDP sparse"]


@pytest.mark.filterwarnings("ignore:Sparse invariant checks")
@pytest.mark.parametrize("ranks", [2, 4])
def test_ranks_send_what_the_formula_says_to_the_byte_and_train_as_one_process_does(book, ranks):
    """Of the cells "07-38" and "07-43"."""
    V, D, B, steps = 1001, 16, 64, 5
    W = torch.randn(V, D)
    batches = torch.randint(V, (steps, ranks, B))
    strengths = torch.rand(steps, ranks, B)
    by_ranks = launch(book["train_shards"], {V: W}, {V: batches}, strengths, ranks=ranks)
    said = sum(book["predicted"](step, -(-V // ranks), D) for step in batches)
    assert said == pytest.approx(steps * B * (ranks - 1) * (8 + 8 * D), rel=0.15), "in short"
    for name in ("SGD", "Adam"):
        assert sum(rank[V, name]["bytes"] for rank in by_ranks) == said
        for what, wanted in book["train_whole"](W, batches, strengths, name).items():
            assert torch.cat([rank[V, name][what] for rank in by_ranks]).equal(wanted)


def test_another_order_of_the_ranks_is_seen_in_the_small_table(book):
    """Of "07-order": its batches ask for some rows three times."""
    g = torch.Generator().manual_seed(0)
    equal = {}
    for V in (1001, 100_001):
        W = torch.randn(V, 16, generator=g)
        batches = torch.randint(V, (30, 4, 64), generator=g)
        strengths = torch.rand(30, 4, 64, generator=g)
        forth = book["train_whole"](W, batches, strengths, "SGD")
        back = book["train_whole"](W, batches.flip(1), strengths.flip(1), "SGD")
        equal[V] = [forth[what].equal(back[what]) for what in ("gradient", "table")]
        torch.testing.assert_close(forth["table"], back["table"])
    assert equal[1001] == [False, False]
    assert not equal[100_001][1]


def test_recorded_steps_say_what_the_prose_reads_aloud():
    """Of the cells "07-54" and "07-56"."""
    record = recorded_steps()

    def fastest(way, V, link="one machine"):
        return record.times[way, link, V].low

    for V in (10**4, 10**5, 10**6, 10**7):
        assert 4.5 < fastest("row shards", V) / fastest("one process", V) < 12.5
        assert fastest("row shards", V) == pytest.approx(1.7e-3, rel=0.1)
        assert 1e-3 < fastest("DDP sparse", V) < 2.3e-3
    assert fastest("DDP dense", 10**7) == pytest.approx(1, rel=0.1)
    middle = record.times["row shards", "one machine", 10**6].median
    assert middle == pytest.approx(2.7e-3, rel=0.1)
    assert 0.85 < 0.512 / fastest("DDP dense", 10**6, "1 Gbit/s") < 0.9, "nearly nine tenths"


def test_the_owner_of_a_row_is_a_quotient_and_its_place_a_remainder():
    assert divmod(812_000_007, 100_000_000) == (8, 12_000_007)


@pytest.mark.filterwarnings("ignore:Sparse invariant checks")
@pytest.mark.parametrize(("name", "averages"), [("Adagrad", 1), ("SparseAdam", 2)])
@pytest.mark.parametrize(("ranks", "V"), [(2, 10), (3, 10), (4, 3), (4, 5), (4, 1999)])
def test_any_table_on_any_number_of_ranks_is_trained_as_in_one_process(
    book, ranks, V, name, averages
):
    """Of "07-order-read"; also with ranks that own no row, and with one that has no ids."""
    W = torch.randn(V, 5)
    batches = [torch.randint(V, (7, 0 if rank == 1 else 6 + rank)) for rank in range(ranks)]
    strengths = [torch.rand(ids.shape) for ids in batches]
    by_ranks = launch(book["odd_ends"], W, batches, strengths, name, ranks=ranks)
    emb = torch.nn.Embedding.from_pretrained(W.clone(), False, sparse=True)
    optimizer = getattr(torch.optim, name)(emb.parameters(), lr=0.1)
    together = torch.cat(batches, dim=1)
    whole = book["trained"](emb, together, torch.cat(strengths, dim=1), optimizer)
    found = {what: torch.cat([rank[what] for rank in by_ranks]) for what in whole}
    assert found["rows"].equal(whole["rows"])
    assert found["gradient"].equal(whole["gradient"])
    torch.testing.assert_close(found["table"], whole["table"], rtol=1e-4, atol=1e-4)
    assert sum(rank["state"] for rank in by_ranks) == averages * W.numel()


@pytest.mark.filterwarnings("ignore:Sparse invariant checks")
def test_coalesce_does_not_keep_equal_ids_in_their_order_and_adding_a_list_does():
    """Of "07-order-read"."""
    ids, values = torch.randint(100, (1000,)), torch.randn(1000, 5)
    by_hand = torch.zeros(100, 5)
    for row, value in zip(ids.tolist(), values):
        by_hand[row] += value
    listed = torch.sparse_coo_tensor(ids.unsqueeze(0), values, (100, 5))
    assert (torch.zeros(100, 5) + listed).equal(by_hand)
    assert not listed.coalesce().to_dense().equal(by_hand)


def test_ids_dealt_out_by_frequency_leave_no_busy_rank(book):
    """Of "07-65": to the rank that has least so far."""
    often = 1 / torch.arange(1, 1_000_001, dtype=torch.float64)
    loads = [(0.0, rank) for rank in range(4)]
    owner = torch.empty(len(often), dtype=torch.long)
    for one, weight in enumerate(often.tolist()):
        load, rank = heapq.heappop(loads)
        owner[one] = rank
        heapq.heappush(loads, (load + weight, rank))
    asked = torch.multinomial(often, 64 * 4096, replacement=True)
    assert book["busiest"](owner[asked]) <= 1.02


def test_modulo_owners_change_the_four_places_that_are_named(book):
    """As the section on the busy rank says."""
    assert [len(torch.arange(1001)[rank::4]) for rank in range(4)] == [251, 250, 250, 250]
    source = "\n".join(cell.source for cell in code_cells(read(PATH)))
    assert "owner = ids // each" in source
    from cells import run

    run(
        """
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
""",
        book,
    )
    W = torch.randn(101, 5)
    batches = torch.randint(101, (3, 40))
    by_ranks = launch(book["by_modulo"], W, batches, ranks=3)
    whole = W.clone().requires_grad_()
    rows = torch.nn.functional.embedding(batches.flatten(), whole)
    rows.pow(2).sum().backward()
    assert torch.cat([rank[0] for rank in by_ranks]).equal(rows)
    for rank in range(3):
        assert by_ranks[rank][1].equal(whole.grad[rank::3])


FILLED = "emb.weight.data.copy_(W[emb.first : emb.first + len(emb.weight)])"


def test_a_shard_beside_ddp_takes_the_mean_and_divides_by_n(book):
    """Of "07-both": its lines, with numbers to begin with."""
    from cells import run

    (cell,) = (cell for cell in read(PATH).cells if cell.id == "07-both")
    _, emb, *others = cell.source.split("```python\n")[1].split("\n```")[0].splitlines()
    lines = [
        "def both(W, ids, wanted, weight):",
        "V, D = W.shape",
        "ids, wanted = ids[dist.get_rank()], wanted[dist.get_rank()]",
        "head = nn.Linear(D, 1, bias=False)",
        "head.weight.data.copy_(weight)",
        emb,
        FILLED,
        *others,
        "return emb.weight.grad.to_dense(), head.weight.grad",
    ]
    run("\n    ".join(lines), book)
    W, weight = torch.randn(10, 4), torch.randn(1, 4)
    ids, wanted = torch.randint(10, (2, 6)), torch.randn(2, 6, 1)
    by_ranks = launch(book["both"], W, ids, wanted, weight)
    W.requires_grad_()
    weight.requires_grad_()
    rows = torch.nn.functional.embedding(ids.flatten(), W)
    (rows @ weight.T - wanted.flatten(0, 1)).pow(2).mean().backward()
    torch.testing.assert_close(torch.cat([shard for shard, _ in by_ranks]), W.grad)
    torch.testing.assert_close(by_ranks[1][1], weight.grad)


def test_renumbered_ids_live_where_modulo_puts_them():
    """Of "07-kept"."""
    ids, n, each = torch.arange(1001), 4, 251
    renumbered = ids % n * each + ids // n
    assert renumbered.max() < n * each
    assert (renumbered // each).equal(ids % n)
    assert len(renumbered.unique()) == len(ids)


@pytest.mark.parametrize(("V", "right"), [(8, True), (1001, False)])
def test_shards_by_modulo_come_back_right_only_if_all_are_equally_large(book, tmp_path, V, right):
    """Of "07-kept": the last rank lacks rows, without a word."""
    from cells import run

    run(
        """
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
""",
        book,
    )
    assert all(launch(book["by_modulo_and_back"], V, str(tmp_path), ranks=4)) == right


@pytest.mark.parametrize(("as_part", "kept"), [(True, [0, 1]), (False, [0, 0])])
def test_the_averages_of_all_ranks_are_kept_only_as_parts_of_a_whole(book, tmp_path, as_part, kept):
    """Of "07-kept": of a plain tensor, one rank's numbers are kept, without a word."""
    from cells import run

    run(
        """
def averages_and_back(as_part, folder):
    emb = ShardedEmbedding(8, 3)
    adam = torch.optim.Adam(emb.parameters(), lr=0.1)
    (emb(torch.arange(8)) * (dist.get_rank() + 1)).sum().backward()
    adam.step()
    average = adam.state[emb.weight]["exp_avg"].fill_(dist.get_rank())
    dcp.save({"average": part_of_whole(average) if as_part else average}, checkpoint_id=folder)
    empty = torch.full_like(average, -1)
    loaded = {"average": part_of_whole(empty) if as_part else empty}
    dcp.load(loaded, checkpoint_id=folder)
    found = loaded["average"].to_local() if as_part else loaded["average"]
    return found.unique().tolist()
""",
        book,
    )
    found = launch(book["averages_and_back"], as_part, str(tmp_path))
    assert found == [[rank] for rank in kept]


def test_a_missing_shard_of_a_checkpoint_is_told_by_name_on_every_rank(book, tmp_path):
    from cells import run

    run(
        """
def save_ones(folder):
    table = {"table": part_of_whole(torch.ones(4, 3))}
    dcp.save(table, checkpoint_id=folder)
""",
        book,
    )
    folder = tmp_path / "table"
    launch(book["save_ones"], str(folder))
    (folder / "__1_0.distcp").unlink()
    begin = time.monotonic()
    with pytest.raises(LaunchError, match=r"__1_0\.distcp") as found:
        launch(book["load"], [str(folder)])
    assert all("CheckpointException" in end for end in found.value.ended.values())
    assert time.monotonic() - begin < 40
