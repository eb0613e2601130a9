"""What notebook 07 says of owners, bytes, failures and recorded steps.

To start processes takes seconds, so what a number of ranks has to do it does in one launch.
"""

import importlib
import re
import socket
import subprocess
import sys
from importlib.util import find_spec

import pandas
import pytest
import torch

from conftest import lacking
from course import NOTEBOOKS, code_cells, read
from lessons_of_07 import AVERAGES, LESSONS, ODD, WAYS, jobs
from lookup import LaunchError, launch, recorded_steps
from record_ranks import functions_of

pytestmark = pytest.mark.long  # they start processes, as nbval has just done

PATH = next(path for path in NOTEBOOKS if path.stem.startswith("07_"))
PROCESSES = str(PATH.parents[1] / "tests" / "processes")
PATIENT = {"timeout": 300, "limit": 600}  # seconds, for a machine with much else to do


@pytest.fixture(scope="module")
def book():
    sys.path.append(PROCESSES)
    from cells import run

    return run(LESSONS, functions_of(PATH))


@pytest.fixture(scope="module", params=ODD, ids="{} ranks".format)
def done(book, request, tmp_path_factory):
    """(What so many ranks were asked to do, what each of them found.)"""
    asked = jobs(request.param)
    folder = tmp_path_factory.mktemp("shards")
    return asked, launch(
        book["all_of"], *asked, str(folder), ranks=request.param, **PATIENT
    )


def test_the_first_bad_id_is_told_by_nobody(book):
    """Of the cells "07-72" and "07-73": who fails first is a race, and so is what it says."""
    with pytest.raises(LaunchError) as found:
        launch(book["bad_id"])
    error = found.value
    assert error.blamed in (0, 1)
    assert not any(
        word in ("id", "ids") for end in error.ended.values() for word in end.split()
    )
    if error.blamed == 0:
        assert error.ended[0].startswith("was killed by SIGABRT; ")
        assert "12 vs 8" in error.ended[0]
    victim = ("Connection", "splits", "SIGTERM", "allocate memory", "Timed out")
    assert any(word in error.ended[1] for word in victim)


def test_ranks_train_as_one_process_does_and_send_what_the_formula_says(book, done):
    """Of the cells "07-38" and "07-43"."""
    ((tables, drawn, strengths), *_), by_ranks = done
    V, D, ranks = 1001, 16, len(by_ranks)
    said = sum(book["predicted"](step, -(-V // ranks), D) for step in drawn[V])
    assert said == pytest.approx(
        drawn[V].numel() * (1 - 1 / ranks) * (8 + 8 * D), rel=0.15
    )
    for name in ("SGD", "Adam"):
        pieces, sent = zip(*(rank[name][V] for rank in by_ranks), strict=True)
        assert sum(sent) == said
        emb = torch.nn.Embedding.from_pretrained(tables[V].clone(), False)
        emb.sparse = name == "SGD"
        optimizer = getattr(torch.optim, name)(emb.parameters(), lr=0.01)
        together = drawn[V].flatten(1), strengths.flatten(1)
        assert torch.cat(pieces).equal(book["trained"](emb, *together, optimizer))


def test_any_table_is_trained_as_in_one_process(book, done):
    """Also with ranks that own no row, and with one that has no ids."""
    (_, odd, *_), by_ranks = done
    for of, (W, batches, strengths, name) in odd.items():
        emb = torch.nn.Embedding.from_pretrained(W.clone(), False, sparse=True)
        optimizer = getattr(torch.optim, name)(emb.parameters(), lr=0.1)
        together = torch.cat(batches, dim=1)
        strengths = torch.cat(strengths, dim=1)
        whole = book["first_and_last"](emb, together, strengths, optimizer)
        pieces = [rank["odd"][of] for rank in by_ranks]
        found = {what: torch.cat([rank[what] for rank in pieces]) for what in whole}
        assert found["rows"].equal(whole["rows"])
        assert found["gradient"].equal(whole["gradient"])
        torch.testing.assert_close(found["table"], whole["table"], rtol=1e-4, atol=1e-4)
        assert sum(rank["state"] for rank in pieces) == AVERAGES[name] * W.numel()


@pytest.mark.skipif(
    sys.platform != "linux", reason="Linux alone counts what a process writes"
)
def test_the_system_counts_what_the_formulas_say(book, done):
    """Of "07-45": no packet that is sent twice counts here."""
    (_, _, counted), by_ranks = done
    n = len(by_ranks)
    for (way, V, D), batches in counted.items():
        later = batches[:, 1:]  # the first step is not counted
        steps = later.shape[1]
        said = {
            "row shards": sum(
                book["predicted"](ids, -(-V // n), D) for ids in later.unbind(1)
            ),
            "DDP sparse": (n - 1)
            * (8 + 4 * D)
            * sum(len(i.unique()) for i in later.flatten(0, 1)),
            "DDP dense": steps * 2 * (n - 1) * 4 * V * D,
        }[way]
        found = sum(rank["bytes"][way, V, D] for rank in by_ranks)
        if V == 10_000:
            assert 1 < found / said < 1.01, way
        if (
            way == "row shards"
        ):  # a count, and four times: ready to send, ready to receive, data
            assert found == said + steps * n * (n - 1) * (8 + 4 * 3 * 48)
            assert V == 10_000 or n > 2 or found / said == pytest.approx(1.14, abs=0.01)


def test_the_averages_of_all_ranks_are_kept_only_as_parts_of_a_whole(done):
    """Of "07-kept": of a plain tensor, one rank's numbers are kept, without a word."""
    _, by_ranks = done
    assert [rank["parts"] for rank in by_ranks][:2] == [[0], [1]]
    assert [rank["copies"] for rank in by_ranks] == [[0]] * len(by_ranks)


def test_adam_goes_on_as_before_only_where_all_it_kept_is_put_back(done):
    """Of "07-kept"."""
    _, by_ranks = done
    assert all(rank["goes on"] == [True, False] for rank in by_ranks)


def test_the_newest_step_is_the_last_that_was_saved_whole(done):
    """Of "07-remedy"."""
    _, by_ranks = done
    assert all(rank["newest"] == [[2.0] * 4] for rank in by_ranks)


def test_a_skipped_step_raises_nothing_and_gives_the_numbers_of_the_next(book):
    """Of "07-78"."""
    assert launch(book["one_skips"], **PATIENT)[0] == [[0, 0], [1, 2]]


def test_the_picture_holds_the_boxes_of_the_notebook_and_ends_as_the_prose_says():
    """Of the cells "07-11" to "07-boxes-picture"."""
    names = {}
    cells = {cell.id: cell.source for cell in code_cells(read(PATH))}
    for part in ("01", "11", "13"):
        exec(cells[f"07-{part}"], names)
    *lines, last = cells["07-boxes-picture"].splitlines()
    exec("\n".join(lines), names)
    picture = eval(last, names)
    assert picture.boxes == [
        [box.tolist() for box in boxes] for boxes in names["asking"]
    ]
    sent, received = names["asking"][0], [boxes[0] for boxes in names["asking"]]
    assert [len(box) for box in sent] == [2, 2]  # as "07-25" says
    assert [len(box) for box in received] == [2, 1]
    picture.step = 3
    assert picture.sent == {"ids": 24, "rows": 36, "gradients": 36}
    W = names["W"].clone().requires_grad_()
    torch.nn.functional.embedding(torch.cat(names["batches"]), W).backward(
        torch.cat(names["up"])
    )
    assert W.grad[:, 0].tolist() == [0, 1, 10, 1, 0, 10, 2, 10]
    last_of_6 = picture.spec["sums"][0][3]  # rank 0 asks for 6, 1, 3 and 6
    assert last_of_6.split()[1:] == ["2"] * 3


def free_port():
    """A port that nobody listens at."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def test_the_script_for_torchrun_runs(tmp_path):
    """Of "07-23": by its first line, and by its line for two machines, both on this one."""
    (text,) = (cell.source for cell in read(PATH).cells if cell.id == "07-23")
    script = text.split("```python\n")[1].split("```")[0]
    assert "seconds=20" in script
    script = script.replace(
        "seconds=20", "seconds=600"
    )  # a busy machine starts them far apart
    (tmp_path / "who.py").write_text(script, encoding="utf-8")
    command = [
        "-m",
        "torch.distributed.run",
        "--standalone",
        "--nproc-per-node",
        "2",
        "who.py",
    ]
    ran = subprocess.run(
        [sys.executable, *command],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=600,
    )
    for rank in (0, 1):
        assert f"I am rank {rank} of 2." in ran.stdout
    assert ran.returncode == 0
    for_two = text.split("```\ntorchrun ")[1].split("\n```")[0].replace("\\", "")
    address = f"127.0.0.1:{free_port()}"
    line = for_two.replace("first-machine:29400", address).split()
    two = [
        subprocess.Popen(
            [sys.executable, "-m", "torch.distributed.run", *line],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    said = [one.communicate(timeout=600)[0] for one in two]
    assert sorted(said) == [f"I am rank {rank} of 2.\n" for rank in (0, 1)]


def test_a_sparse_gradient_takes_more_bytes_than_a_dense_one_as_the_prose_says(book):
    """Of the cells "07-45", "07-ddp" and "07-dense"."""
    sent = {n: book["of_ranks"](n) for n in (2, 8)}
    assert sent[8]["DDP sparse"] == 28 * sent[2]["DDP sparse"]
    for way in ("row shards", "DDP dense"):
        assert sent[8][way] == 7 * sent[2][way]
    for n in (8, 64):
        sent = book["of_ranks"](n)
        assert round(sent["DDP sparse"] / sent["row shards"] / n, 2) == 0.53
    assert round(sent["DDP sparse"] / sent["row shards"]) == 34
    for B in (20_000, 30_000):  # about a quarter of the rows
        sent = book["of_ranks"](8, V=100_000, B=B, D=512)
        assert (sent["DDP sparse"] > sent["DDP dense"]) == (B > 25_000)
    words = book["of_ranks"](8, V=50_000, B=20_000, D=512)
    assert words["DDP dense"] < words["DDP sparse"]


def test_the_rule_for_dense_gradients_holds_for_a_real_table(book):
    """Of "07-ddp": n B > 2 V, on 64 ranks and with the table of Llama 3.1."""
    for share in (0.95, 1.05):
        sent = book["of_ranks"](64, 128_256, int(share * 4000), D=512)
        assert (sent["DDP sparse"] > sent["DDP dense"]) == (share > 1)


def test_recorded_steps_say_what_the_prose_reads_aloud():
    """Of the cells "07-54" and "07-55"."""
    record = recorded_steps()

    def fastest(way, V):
        return record.times[way, "one machine", V].low

    for V in (10**4, 10**5, 10**6, 10**7):
        assert fastest("one process", V) < 0.4e-3
        assert all(fastest(way, V) > 1e-3 for way in WAYS)
        ddp_is_faster = fastest("DDP sparse", V) < fastest("row shards", V)
        assert ddp_is_faster == (V <= 10**6)
    assert fastest("DDP dense", 10**7) == pytest.approx(1, rel=0.1)


@pytest.fixture(scope="module")
def drawn():
    """The large table and the ids of two ranks, as the cell "07-35" draws them."""
    (cell,) = (cell for cell in code_cells(read(PATH)) if cell.id == "07-35")
    *lines, started = cell.source.splitlines()
    assert started.startswith("by_ranks = launch(")
    names = {"torch": torch}
    exec("\n".join(lines), names)
    return names["starts"][100_001], names["drawn"][100_001][0, :2]


@pytest.fixture
def torchrec(tmp_path, monkeypatch):
    """TorchRec can be imported, if need be from a folder, installed as "07-torchrec" says."""
    if find_spec("torchrec"):
        return
    if sys.platform != "linux":
        pytest.skip("fbgemm-gpu-cpu has wheels for Linux alone")
    (cell,) = (cell for cell in read(PATH).cells if cell.id == "07-torchrec")
    (line,) = re.findall(r"^%pip install (.*?)\n```", cell.source, re.M | re.DOTALL)
    command = [sys.executable, "-m", "uv", "pip", "install", "--python", sys.executable]
    ran = subprocess.run(
        [*command, "--target", str(tmp_path), *line.replace("\\", "").split()],
        capture_output=True,
        text=True,
        timeout=600,
    )
    if ran.returncode:
        lacking(f"TorchRec cannot be installed here: {ran.stderr[-300:]}")
    monkeypatch.syspath_prepend(tmp_path)
    importlib.invalidate_caches()


def kilobytes(by_ranks, way):
    """What all ranks sent by a way, as Linux counts it."""
    return sum(rank[way][-1] for rank in by_ranks) / 1000


def test_what_is_built_in_holds_and_sends_what_the_prose_says(book, drawn):
    """Of the cells "07-built-in-table" and "07-built-in-read"."""
    W, ids = drawn
    assert book["predicted"](ids, 50_001, 16) == 9112
    by_ranks = launch(book["steps_of"], W, ids, **PATIENT)
    for rank, found in enumerate(by_ranks):
        shard = 50_001 - rank
        asked = int((ids // 50_001 == rank).sum())
        assert found["our shards"][:2] == (True, asked)
        assert found["DTensor"][:2] == (True, 100_001)
        assert found["FSDP2"][:2] == (True, shard)
    if sys.platform == "linux":
        assert kilobytes(by_ranks, "our shards") == pytest.approx(10.3, abs=0.2)
        assert kilobytes(by_ranks, "DTensor") == pytest.approx(27.9, abs=0.4)
        four_tables = 4 * W.numel() * 4 / 1000
        assert kilobytes(by_ranks, "FSDP2") == pytest.approx(four_tables, rel=1e-3)


def test_each_way_keeps_half_a_table_and_adds_gradients_or_takes_their_mean(
    book, drawn
):
    """Of the cell "07-ways", and of "07b-fsdp-bargain"."""
    from cells import run

    lines = [
        "def sums(W, batches):",
        "found = {}",
        "for way, emb in ways_to_shard(W).items():",
        "    emb(batches[dist.get_rank()]).sum().backward()",
        "    part = emb.weight.grad",
        "    part = part.to_local() if isinstance(part, DTensor) else part",
        "    kept = emb.weight",
        "    kept = kept.to_local() if isinstance(kept, DTensor) else kept",
        "    found[way] = part.sum().item(), len(kept)",
        "return found",
    ]
    run("\n    ".join(lines), book)
    W, ids = drawn
    by_ranks = launch(book["sums"], W, ids, **PATIENT)
    added = ids.numel() * W.shape[1]  # a one for each number that was looked up
    assert sum(rank["our shards"][0] for rank in by_ranks) == added
    assert [rank["DTensor"][0] for rank in by_ranks] == [added, added]
    assert sum(rank["FSDP2"][0] for rank in by_ranks) == added / 2
    for way in by_ranks[0]:
        assert [rank[way][1] for rank in by_ranks] == [50_001, 50_000]


def test_torchrec_sends_sums_of_bags_as_the_prose_says(book, drawn, torchrec):
    """Of the cells "07-built-in-table" and "07-built-in-read", where it can be installed."""
    W, ids = drawn
    by_ranks = launch(book["steps_of"], W, ids, **PATIENT)
    for rank, found in enumerate(by_ranks):
        shard = 50_001 - rank
        assert found["TorchRec"][:2] == (True, shard)
    g = torch.Generator().manual_seed(1)
    many = torch.randint(len(W), (2, 1280), generator=g)
    in_bags = launch(book["bags_of_20"], W, many, **PATIENT)
    for (sums, *_), asked in zip(in_bags, many, strict=True):
        torch.testing.assert_close(sums, W[asked].view(64, 20, 16).sum(dim=1))
    learned = launch(book["learns_in_its_backward"], W, ids, **PATIENT)
    for rank, (no_gradient, moved) in enumerate(learned):
        assert no_gradient
        asked = ids[ids // 50_001 == rank].unique() - 50_001 * rank
        assert moved == asked.tolist()
    if sys.platform == "linux":
        assert kilobytes(by_ranks, "TorchRec") == pytest.approx(28.8, abs=0.4)
        theirs, ours = (sum(rank[i] for rank in in_bags) / 1000 for i in (1, 2))
        assert theirs == pytest.approx(38, abs=0.5)
        assert ours == pytest.approx(170, abs=0.5)


def test_the_owner_of_a_row_is_a_quotient_and_its_place_a_remainder():
    assert divmod(812_000_007, 100_000_000) == (8, 12_000_007)


FILLED = "emb.weight.data.copy_(W[emb.first : emb.first + len(emb.weight)])"


def test_a_shard_beside_ddp_takes_the_mean_and_divides_by_n(book):
    """Of "07-both": its line, in a model with a head."""
    from cells import run

    (cell,) = (cell for cell in read(PATH).cells if cell.id == "07-both")
    (divided,) = re.findall(r"`(emb\.weight\.grad .*?)`", cell.source)
    lines = [
        "def both(W, ids, wanted, weight):",
        "n, rank = dist.get_world_size(), dist.get_rank()",
        "head = nn.Linear(W.shape[1], 1, bias=False)",
        "head.weight.data.copy_(weight)",
        "emb = ShardedEmbedding(*W.shape, sparse=True)",
        FILLED,
        "rest = DistributedDataParallel(head)",
        "(rest(emb(ids[rank])) - wanted[rank]).pow(2).mean().backward()",
        divided,
        "return emb.weight.grad.to_dense(), head.weight.grad",
    ]
    run("\n    ".join(lines), book)
    W, weight = torch.randn(10, 4), torch.randn(1, 4)
    ids, wanted = torch.randint(10, (2, 6)), torch.randn(2, 6, 1)
    by_ranks = launch(book["both"], W, ids, wanted, weight, **PATIENT)
    W.requires_grad_()
    weight.requires_grad_()
    rows = torch.nn.functional.embedding(ids.flatten(), W)
    (rows @ weight.T - wanted.flatten(0, 1)).pow(2).mean().backward()
    torch.testing.assert_close(torch.cat([shard for shard, _ in by_ranks]), W.grad)
    torch.testing.assert_close(by_ranks[1][1], weight.grad)


def test_the_busiest_rank_needs_both_modulo_and_each_id_once():
    """Of the cells "07-61" to "07-65"."""
    names = {"torch": torch, "pd": pandas}
    cells = {cell.id: cell.source for cell in code_cells(read(PATH))}
    for part in ("61", "63", "63-table"):
        exec(cells[f"07-{part}"], names)
    busy = names["busy"].T
    assert busy["4 ranks"].tolist() == [3.6, 1.2, 1.0]
    assert busy["64 ranks"].tolist() == [45.5, 5.2, 1.1]
    shares = names["wanted"].bincount() / len(names["wanted"])
    assert round(shares[:250_000].sum().item(), 1) == 0.9
    assert shares[0] * 64 > 4


def test_renumbered_ids_live_where_modulo_puts_them():
    """Of "07-65" and "07-kept": also where fewer ranks load the table."""
    ids, n, each = torch.arange(1001), 4, 251
    renumbered = ids % n * each + ids // n
    assert renumbered.max() < n * each
    assert (renumbered // each).equal(ids % n)
    assert len(renumbered.unique()) == len(ids)
    half = n * each // 2  # rows of each of two ranks that load the table
    assert (renumbered // half).equal(ids % n // 2)


def test_a_missing_shard_of_a_checkpoint_is_told_by_name(book, tmp_path):
    with pytest.raises(LaunchError, match=r"(?s)CheckpointException.*__1_0\.distcp"):
        launch(book["without_a_shard"], str(tmp_path / "table"), **PATIENT)
