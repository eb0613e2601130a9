"""What the course says of a GPU, tried on one: `python tests/bench/gpu_claims.py`.

Prints for each claim where it stands, what was tried, and what came out, and at the end on which
GPU. Nothing passes or fails. Each claim runs in a process of its own, as one of them ends the
process's connection to the GPU.
"""

import datetime
import os
import pathlib
import subprocess
import sys
import time
from functools import partial

import torch
import torch.distributed as dist
import torch.nn.functional as F
from torch import nn

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "notebooks"))

from lookup import measure, message_of
from lookup.measuring.optimizers import RowWiseAdagrad

RUNS = 5
CLAIMS = {}


def claim(where, what):
    """Enter a function that tries a claim and gives what came out, as text."""

    def enter(tried):
        CLAIMS[tried.__name__] = (where, what, tried)
        return tried

    return enter


def spellings():
    return {
        "F.embedding": F.embedding,
        "sparse=True": partial(F.embedding, sparse=True),
        "W[ids]": lambda ids, W: W[ids],
        "index_select": lambda ids, W: W.index_select(0, ids),
    }


def gradient(look_up, ids, W, up):
    return torch.autograd.grad(look_up(ids, W), W, up)[0]


@claim("01", "is one-hot @ W the row, to the last bit?")
def product_is_row():
    W = torch.randn(50_000, 64, device="cuda")
    ids = torch.randint(50_000, (4096,), device="cuda")
    onehot = F.one_hot(ids, num_classes=50_000).float()
    return f"{torch.equal(onehot @ W, F.embedding(ids, W))}, for 4,096 rows of 50,000"


@claim("02b", "1,000 visits of 1.0 to a row of a bfloat16 table: the gradient")
def visits_in_bfloat16():
    W = torch.zeros(6, 4, dtype=torch.bfloat16, device="cuda", requires_grad=True)
    ids = torch.full((1000,), 2, device="cuda")
    up = torch.ones(1000, 4, dtype=torch.bfloat16, device="cuda")
    said = []
    for name, look_up in spellings().items():
        grad = gradient(look_up, ids, W, up)
        said.append(f"{name} {grad.to_dense()[2, 0].item():g}")
    return ", ".join(said)


@claim("04b", "who takes a sparse gradient?")
def optimisers_with_a_list():
    makers = {
        "SGD": torch.optim.SGD,
        "Adagrad": torch.optim.Adagrad,
        "SparseAdam": torch.optim.SparseAdam,
        "row-wise Adagrad": RowWiseAdagrad,
        "Adam": torch.optim.Adam,
        "SGD, fused": partial(torch.optim.SGD, fused=True),
    }
    said = []
    for name, make in makers.items():
        emb = nn.Embedding(100, 8, sparse=True, device="cuda")
        emb(torch.tensor([3, 3, 5], device="cuda")).sum().backward()
        error = message_of(
            lambda emb=emb, make=make: make(emb.parameters(), lr=0.1).step()
        )
        said.append(f"{name}: {error}")
    return "; ".join(said)


@claim(
    "04b", "momentum of SGD with lists: entries in it after each of 300 steps of 64 ids"
)
def list_that_grows():
    emb = nn.Embedding(2000, 8, sparse=True, device="cuda")
    optimiser = torch.optim.SGD(emb.parameters(), lr=0.01, momentum=0.9)
    entries = []
    for _ in range(300):
        optimiser.zero_grad()
        emb(torch.randint(2000, (64,), device="cuda")).sum().backward()
        optimiser.step()
        entries.append(optimiser.state[emb.weight]["momentum_buffer"]._nnz())
    most = max(entries)
    steps = entries.index(most) + 1
    return f"at most {most:,}, after {steps} steps; after the last {entries[-1]:,}"


@claim("06", "the card is kept busy for 50 ms: after how many does the call return?")
def waits():
    said = []
    for name, sparse, make in [
        ("SGD", False, torch.optim.SGD),
        ("fused Adam", False, partial(torch.optim.Adam, fused=True)),
        ("SGD with a list", True, torch.optim.SGD),
        ("SparseAdam", True, torch.optim.SparseAdam),
        ("row-wise Adagrad", True, RowWiseAdagrad),
    ]:
        emb = nn.Embedding(1000, 8, sparse=sparse, device="cuda")
        ids = torch.randint(1000, (64,), device="cuda")
        optimiser = make(emb.parameters(), lr=0.1)
        emb(ids).sum().backward()
        optimiser.step()
        step = _returns(optimiser.step)
        back = _returns(lambda emb=emb, ids=ids: emb(ids).sum().backward())
        said.append(f"{name}: forward and backward {back:.1f} ms, step {step:.1f} ms")
    return "; ".join(said)


def _returns(call):
    """Milliseconds until a call returns while the card is busy with something else."""
    call()  # the first one loads programs, and waits for that
    torch.cuda.synchronize()
    torch.cuda._sleep(100_000_000)  # cycles
    start = time.perf_counter()
    call()
    return 1000 * (time.perf_counter() - start)


@claim("06b", "five runs: the same bits?")
def same_bits():
    ids = torch.randint(4000, (1_000_000,), device="cuda")
    up = torch.randn(1_000_000, 4, device="cuda")
    W = torch.randn(4000, 4, device="cuda", requires_grad=True)
    few = torch.randint(
        4, (3000,), device="cuda"
    )  # a small batch in which ids repeat often
    said = []
    for strict in (False, True):
        torch.use_deterministic_algorithms(strict)
        for name, look_up in spellings().items():
            for size, batch in (("1,000,000 ids", ids), ("3,000 ids", few)):
                run = partial(gradient, look_up, batch, W, up[: len(batch)])
                error = message_of(run)
                same = error if error != "no error" else _repeats(run)
                said.append(f"{name}, {size}{', strict' * strict}: {same}")
        run = partial(_step_of_a_list, ids, up)
        error = message_of(run)
        same = error if error != "no error" else _repeats(run)
        said.append(f"SGD's step with a list{', strict' * strict}: {same}")
    return "; ".join(said)


def _step_of_a_list(ids, up):
    W = torch.zeros(4000, 4, device="cuda", requires_grad=True)
    W.grad = torch.sparse_coo_tensor(ids[None], up, (4000, 4), check_invariants=False)
    torch.optim.SGD([W], lr=0.1).step()
    return W.detach()


def _repeats(run):
    results = [run() for _ in range(RUNS)]
    results = [grad._values() if grad.is_sparse else grad for grad in results]
    return all(torch.equal(grad, results[0]) for grad in results)


@claim("05b", "a product with 50,257 and with 50,304 columns, for 4,096 rows of 768")
def padded_vocabulary():
    said = []
    for dtype in (torch.float32, torch.bfloat16):
        x = torch.randn(4096, 768, dtype=dtype, device="cuda")
        times = []
        for V in (50_257, 50_304):
            W = torch.randn(V, 768, dtype=dtype, device="cuda")
            times.append(measure(lambda x=x, W=W: x @ W.T, device="cuda"))
        said.append(f"{dtype}: {times[0]} and {times[1]}")
    return "; ".join(said)


@claim("06b", "a crossing of 65,536 and of 16.8 million bytes")
def crossings():
    said = []
    for rows in (256, 65_536):
        block = torch.randn(rows, 64)
        pinned = block.pin_memory()
        there = torch.empty_like(block, device="cuda")
        one = measure(lambda block=block: block.to("cuda"), device="cuda")
        two = measure(
            lambda p=pinned, t=there: t.copy_(p, non_blocking=True), device="cuda"
        )
        said.append(
            f"{block.nbytes:,} bytes: {one}, pinned and into a place that is there {two}"
        )
    return "; ".join(said)


@claim("06b", "bytes in a second, of rows of 64 numbers, each read and written")
def bandwidth():
    W = torch.randn(5_000_000, 64, device="cuda")
    place = torch.empty_like(W)
    ids = torch.randint(len(W), (len(W),), device="cuda")
    calls = {
        "copy": lambda: place.copy_(W),
        "index_select": lambda: torch.index_select(W, 0, ids, out=place),
        "gather": lambda: torch.gather(W, 0, ids[:, None].expand(-1, 64), out=place),
        "F.embedding": lambda: F.embedding(ids, W),
        "SGD's dense sweep, three tables": lambda: W.add_(place, alpha=-0.1),
    }
    said = []
    for name, call in calls.items():
        moved = W.nbytes * (3 if "three" in name else 2)
        seconds = measure(call, device="cuda").median
        said.append(f"{name} {moved / seconds / 1e9:,.0f} GB")
    for D in (4, 16, 64, 256, 1024):
        narrow = torch.randn(320_000_000 // D, D, device="cuda")
        few = torch.randint(len(narrow), (len(narrow) // 2,), device="cuda")
        time = measure(
            lambda narrow=narrow, few=few: F.embedding(few, narrow), device="cuda"
        )
        said.append(
            f"F.embedding, D = {D}: {2 * few.numel() * 4 * D / time.median / 1e9:,.0f} GB"
        )
    return "; ".join(said)


@claim("06b", "an id that is too large")
def device_side_assert():
    W = torch.randn(10, 4, device="cuda")
    torch.cuda.synchronize()
    steps = [
        ("the lookup", lambda: F.embedding(torch.tensor([10], device="cuda"), W)),
        ("a sum after it", lambda: torch.ones(3, device="cuda").sum()),
        ("waiting", torch.cuda.synchronize),
        (
            "a right lookup",
            lambda: F.embedding(torch.tensor([1], device="cuda"), W).tolist(),
        ),
    ]
    return "; ".join(
        f"{name}: {message_of(call).splitlines()[0]}" for name, call in steps
    )


@claim("07", "NCCL and a sparse gradient")
def nccl():
    os.environ |= {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": "29511"}
    torch.cuda.set_device(0)
    dist.init_process_group(
        "nccl", rank=0, world_size=1, device_id=torch.device("cuda:0")
    )
    dense = torch.ones(3, device="cuda")
    dist.all_reduce(dense)
    error = message_of(lambda: dist.all_reduce(torch.eye(3, device="cuda").to_sparse()))
    dist.destroy_process_group()
    return f"dense: {dense.tolist()}; sparse: {error.splitlines()[0]}"


def main():
    """Try every claim, or in a process of its own the one that is named."""
    if not torch.cuda.is_available():
        raise SystemExit(
            "gpu_claims.py needs a GPU that torch knows as cuda, and here is none."
        )
    if len(sys.argv) > 1:
        torch.manual_seed(0)
        print(CLAIMS[sys.argv[1]][2](), flush=True)
        os._exit(0)  # what a lost GPU says at the end is not wanted
    for name, (where, what, _) in CLAIMS.items():
        run = [sys.executable, "-W", "ignore", __file__, name]
        done = subprocess.run(run, capture_output=True, text=True, timeout=300)
        said = done.stdout.strip() or f"failed: {done.stderr.strip()[-500:]}"
        print(
            f"{where}, {what}\n    {said.replace('; ', chr(10) + '    ')}", flush=True
        )
    card = torch.cuda.get_device_name()
    print(f"{card}, torch {torch.__version__}, {datetime.date.today()}")


if __name__ == "__main__":
    main()
