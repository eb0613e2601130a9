"""What the images show: small tables, texts and pictures, written down or made by formulas."""

import torch

from lookup import (
    Measurement,
    QueuedCalls,
    all_to_all,
    bags,
    calls_in_time,
    coasting_rows,
    file_pages,
    follow,
    held_over_time,
    memory_over_time,
    moving_rows,
    one_place,
    phase,
    read_real_table,
    select_rows,
    step_times,
    stored_rows,
)
from lookup.measuring.timed_step import Part, TimedStep

WORDS = ["mat", "a", "dog", "ran", "cat", "sat", "the"]
COLOURS = ["red", "blue", "green", "black", "white"]
NUMBERS = ["one", "two", "three", "four", "five"]


def halves():
    """The table of seven words that notebook 00 shows: halves from -2 to 2."""
    return (
        torch.randint(
            -4, 5, (len(WORDS), 5), generator=torch.Generator().manual_seed(0)
        )
        / 2
    )


def places(V, D):
    """A table whose numbers spell their place: row 3 begins with 30."""
    return 10.0 * torch.arange(V)[:, None] + torch.arange(D)


def words_of(sentence):
    """The small picture of a sentence over the seven words."""
    words = sentence.split()
    ids = [WORDS.index(word) for word in words]
    return select_rows(halves(), ids, words=words, names=WORDS, by="lookup")


def real_pieces(sentence):
    """The picture of a sentence over a real model's table, as in notebook 00."""
    real = read_real_table()
    W, pieces = real.embedding.weight, real.pieces(sentence)
    ids = real.ids(sentence)
    return select_rows(W, ids, words=pieces, names=real.vocabulary, by="lookup")


def parting():
    """Two groups of words that part over four moments, by a formula.

    A row in the batch goes most of its way, others stay.
    """
    words = [*COLOURS, *NUMBERS, "blorf"]
    turn = 2.4 * torch.arange(len(words), dtype=torch.float64)
    tables = [torch.stack([turn.cos(), turn.sin(), (3 * turn).cos()], dim=1)]
    goal = 0.5 * tables[0] + torch.tensor([[2.5, 0, 0]] * 5 + [[-2.5, 0.0, 0]] * 6)
    batches = [[], [0, 1, 2, 3, 5, 6, 7, 8], [0, 2, 4, 6, 8, 9], [1, 3, 5, 7, 4, 9]]
    for ids in batches[1:]:
        tables.append(tables[-1].clone())
        tables[-1][ids] += 0.7 * (goal - tables[-1])[ids]
    families = ["colours"] * 5 + ["numbers"] * 5 + ["a made-up word"]
    picture = moving_rows(
        tables,
        names=words,
        batches=batches,
        steps=[0, 10, 30, 100],
        groups=families,
        step=3,
    )
    picture.row = 1
    return picture


def circling():
    """24 films that leave a heap for a circle over four moments, by a formula; film 7 stays."""
    angles = 2 * torch.pi * torch.arange(24, dtype=torch.float64) / 24
    goal = torch.stack([1.2 * angles.cos(), angles.sin()], dim=1)
    heap = 0.15 * torch.stack([(7 * angles).cos(), (5 * angles).sin()], dim=1)
    rated = [film for film in range(24) if film != 7]
    tables = [heap]
    for part in (0.3, 0.7, 1.0):
        tables.append(heap.clone())
        tables[-1][rated] += part * (goal - heap)[rated]
    names = [f"film {film}" for film in range(24)]
    batches = [[], rated, rated, rated]
    return moving_rows(
        tables, names=names, batches=batches, steps=[0, 25, 100, 300], step=3
    )


def coasting():
    """Three rows under three optimisers, as in notebook 04; “zebra” is in the first batch only."""
    start = torch.arange(12, dtype=torch.float64).cos().reshape(3, 4)
    makers = {
        "SGD": lambda weights: torch.optim.SGD(weights, 0.01),
        "momentum": lambda weights: torch.optim.SGD(weights, 0.01, momentum=0.9),
        "Adam": lambda weights: torch.optim.Adam(weights, 0.01),
    }

    def train_on(ids, emb, optimiser):
        optimiser.zero_grad()
        ((emb(torch.tensor(ids)) - 3) ** 2).sum().backward()
        optimiser.step()

    def run(make_optimiser):
        emb = torch.nn.Embedding.from_pretrained(start.clone(), freeze=False)
        batches = [[0, 1], *[[0]] * 29]
        return follow(emb, make_optimiser(emb.parameters()), batches, train_on)

    runs = {name: run(make) for name, make in makers.items()}
    return coasting_rows(runs, names=["the", "zebra", "quagga"], by="Adam", step=9)


def stored_forms():
    """A gradient of 400 rows that 30 visits of 12 rows leave, as a dense tensor and as COO."""
    rows = 2 * torch.arange(12) ** 2 + 5
    ids = torch.cat([rows, rows[:6].repeat(3)])
    table = torch.nn.Embedding(400, 16, sparse=True)
    table(ids).sum().backward()
    entries = table.weight.grad
    forms = {
        "dense": entries.to_dense(),
        "sparse=True": entries,
        "coalesced": entries.coalesce(),
    }
    return stored_rows(forms)


def meeting():
    """Two training steps whose `zero_grad` comes late: activations of twice the table's bytes."""
    V, D, B = 1000, 16, 50
    emb = torch.nn.Embedding.from_pretrained(torch.zeros(V, D), freeze=False)
    optimiser = torch.optim.SGD(emb.parameters())

    def two_steps():
        for _ in range(2):
            phase("forward")
            h = emb(torch.arange(B))
            for _ in range(40):
                h = h.sin()
            loss = h.sum()
            phase("zero_grad")
            optimiser.zero_grad()
            phase("backward")
            loss.backward()
            phase("step")
            optimiser.step()

    return memory_over_time(
        {("zero_grad late", 40): held_over_time(two_steps)}, table=4 * V * D
    )


def sixteen_pages():
    """Of a file of 2,000 pages the 16 that a lookup of 16 ids reads, by a formula."""
    read = {f"lookup of {B} id{'s' * (B > 1)}": [(k * k * 131 + 57) % 2000 for k in range(B)]
            for B in (1, 16)}  # fmt: skip
    return file_pages(read | {"one-hot @ W": range(2000)}, pages=2000, page_bytes=4096)


def three_calls():
    """Three calls of 20 µs whose work takes 5 ms each, by a formula."""
    called, work = [2e-5 * k for k in range(3)], [5e-5 + 5e-3 * k for k in range(4)]
    returned = [seconds + 1.9e-5 for seconds in called]
    times = (tuple(part) for part in (called, returned, work[:3], work[1:]))
    return calls_in_time(
        QueuedCalls(*times, 1.51e-2, gpu=True, device="three calls by a formula")
    )


def four_bags():
    """Four documents over four words, as in notebook 03; the third says "eat" twice."""
    ids, offsets, counts = [0, 2, 2, 3, 0, 1, 2], [0, 2, 4, 7], [1, 1, 1, 1, 1, 1, 2]
    names = ["cats", "dogs", "eat", "fish"]
    return bags(places(4, 5), ids, offsets, counts=counts, names=names)


def two_ranks():
    """Two ranks with three ids each, of a table whose numbers spell their place; row 7 picked."""
    picture = all_to_all(places(8, 3), [[0, 7, 3], [5, 0, 2]])
    picture.row = 7
    return picture


def four_ranks():
    """Four ranks; the gradients of each are twice those of the one before."""
    ids = [[0, 7, 3], [5, 0], [11, 2, 2, 9], [8]]
    row = torch.tensor([1, -0.5])
    up = [2.0**rank * row.expand(len(asked), 2) for rank, asked in enumerate(ids)]
    return all_to_all(places(12, 2), ids, up=up, step=3)


def same_company():
    """Four sentences in which “red” and “blue” stand between the same words, as in notebook 05."""
    words = ["<gap>", "red", "blue", "car", "stops", "old", "dog", "cat", "sleeps"]
    line = [1, 3, 4, 0, 0, 2, 3, 4, 0, 0, 5, 6, 8, 0, 0, 5, 7, 8]
    g = torch.Generator().manual_seed(0)
    table = 0.5 * torch.randn(9, 2, generator=g)
    out = 0.5 * torch.randn(9, 2, generator=g)
    places, drawn = [1, 6, 0, 5, 11, 16], [5, 8]
    return one_place(table, out, line, places, drawn, names=words, padding_idx=0)


def timed_steps():
    """A step with SGD of 204,800 rows for 16 ids, dense and sparse: typical times of a real run."""
    V, few, table = 204_800, {"table": 16}, {"table": 204_800}
    both, coo = table | {"gradient": V}, table | {"gradient": 16}
    dense = [
        ("forward", 85e-6, few, {}, table),
        ("backward", 20.7e-3, {}, {"gradient": V}, both),
        ("SGD step", 4.38e-3, both, table, both),
        ("zero_grad", 3.27e-3, {}, {}, table),
    ]
    sparse = [
        ("forward", 14.1e-6, few, {}, table),
        ("backward", 36.8e-6, {}, {"gradient": 16}, coo),
        ("SGD step", 33.5e-6, few | {"gradient": 16}, few, coo),
        ("zero_grad", 11.9e-6, {}, {}, table),
    ]
    ids = tuple(sorted((torch.arange(1, 17) * 75_011 % V).tolist()))
    where = "AMD EPYC, 1 thread", "2.13.0", "2026-11-23"
    ways = {
        name: TimedStep(
            V,
            256,
            ids,
            tuple(Part(n, Measurement((t,), *where), *rows) for n, t, *rows in parts),
        )
        for name, parts in {"dense": dense, "sparse=True": sparse}.items()
    }
    return step_times(ways)
